// What the lights say, as the daemon's one table has it: the page's colours and the shapes of its marks.

const shapes = {};

/** Takes in the table: each meaning's colour becomes a property of the page's style, --source and so on. */
export function learn(lights) {
  for (const { meanings, screen, shape } of lights) {
    for (const meaning of meanings) {
      shapes[meaning] = shape;
      document.documentElement.style.setProperty(`--${meaning}`, `rgb(${screen.join(' ')})`);
    }
  }
}

/** The shape that the page draws for a meaning. */
export const shapeOf = (meaning) => shapes[meaning];
