// Checkers slide from where they stood. Only the drawing does: all else says at once where they are.

const SLIDE = 200; // ms
const MOST = 4; // of a side, at once: more are no play, but another position

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function countOf(zone, side, { checkers }) {
  return (checkers[zone] ?? []).reduce((sum, group) => sum + (group.side === side ? group.count : 0), 0);
}

/** From which zone to which the checkers of a side have gone, each on its own. */
function movesOf(side, before, after) {
  const zones = new Set([before, after].flatMap(({ checkers }) => Object.keys(checkers)));
  const changed = [...zones].map((zone) => [zone, countOf(zone, side, after) - countOf(zone, side, before)]);
  const some = (sign) => changed.flatMap(([zone, by]) => Array(Math.max(0, sign * by)).fill(zone));
  const [gone, come] = [some(-1), some(1)];
  return gone.length === come.length && come.length <= MOST ? come.map((to, index) => ({ side, from: gone[index], to })) : [];
}

/** Lets the checkers that `after` has elsewhere than `before` slide there, in a layer above the board; `placeOf` is where a checker of a zone stands, counted from its base. */
export function slide(layer, zoneOf, placeOf, before, after) {
  if (!before || before.game !== after.game || isStill()) return;
  const landed = {};
  for (const { side, from, to } of ['white', 'black'].flatMap((each) => movesOf(each, before, after))) {
    const checkers = [...(zoneOf(to)?.querySelectorAll(`.checker.${side}`) ?? [])];
    landed[to] = (landed[to] ?? 0) + 1;
    const drawn = checkers.at(-landed[to]);
    if (drawn) fly(layer, drawn, placeOf(from, countOf(from, side, before)), placeOf(to, checkers.indexOf(drawn) + 1));
  }
}

function fly(layer, drawn, start, end) {
  if (!start || !end) return;
  const flying = drawn.cloneNode(true);
  layer.append(flying);
  drawn.style.visibility = 'hidden';
  const way = [{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: 'none' }];
  const done = () => {
    flying.remove();
    drawn.style.visibility = '';
  };
  flying.animate(way, { duration: SLIDE, easing: 'ease-out' }).finished.then(done, done);
}
