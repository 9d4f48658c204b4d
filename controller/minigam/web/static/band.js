// What lies between the rows: dice, whose turn it is, and the doubling cube. Plain numbers, as in geometry.js.

const FACE_GAP = 0.22; // of a face's size
const FEWEST_FACES = 2;

// A die's seven pixels on a 3 x 3 grid, in strip order.
const FACE = [[0, 0], [0, 1], [0, 2], [1, 1], [2, 0], [2, 1], [2, 2]];

/** The stretches of the band left and right of the bars between the halves; the whole band twice where there are none. */
function stretches(bars, { used, frame }) {
  if (!bars.length) return [[0, used.width], [0, used.width]];
  const { x, width } = bars[0];
  return [[frame, x], [x + width, used.width - frame]];
}

const middleOf = ([left, right]) => (left + right) / 2;

function faces(count, stretch, { band }, top) {
  const [left, right] = stretch;
  const size = Math.min(band * 0.84, ((right - left) * 0.92) / (count * (1 + FACE_GAP)));
  const gap = size * FACE_GAP;
  const first = middleOf(stretch) - (count * size + (count - 1) * gap) / 2;
  return Array.from({ length: count }, (_, index) => ({ x: first + index * (size + gap), y: top + (band - size) / 2 - 1, size }));
}

function facePixels({ x, y, size }) {
  const place = (step) => size * (0.22 + 0.28 * step);
  return FACE.map(([across, down]) => ({ x: x + place(across), y: y + place(down), radius: size * 0.095 }));
}

/** White's light and black's, on either side of `left` to `right`. */
function turnPlaces(left, right, y, { band }) {
  const reach = band * 0.95;
  const radius = band * 0.12;
  return [
    { side: 'white', x: left - reach / 2, y, radius, outwards: -1 },
    { side: 'black', x: right + reach / 2, y, radius, outwards: 1 },
  ];
}

/** In the middle of the bar, or at the rim where its owner sits; without such a bar, at the band's end. */
function cubePlaces(bars, { band, column, used, frame }, y) {
  const x = bars.length ? bars[0].x + bars[0].width / 2 : used.width - frame - band * 0.6;
  const middle = { x, y, size: Math.min(band * 0.8, column * 1.15) };
  const atRim = ({ zone, base, direction, start }) =>
    [zone.split('-')[1], { x, y: base + (direction * start) / 2, size: start * 0.92 }];
  return { white: middle, black: middle, ...Object.fromEntries(bars.map(atRim)), middle, offered: { x, y, size: band * 1.05 } };
}

export function bandPlaces(board, sizes, columns, top) {
  const bars = columns.filter(({ start }) => start > 0);
  const [left, right] = stretches(bars, sizes);
  const count = Math.max(FEWEST_FACES, Math.floor((board.segments.dice?.count ?? 0) / FACE.length));
  const dice = faces(count, right, sizes, top);
  const y = dice[0].y + dice[0].size / 2;
  const last = dice.at(-1);
  const turns = bars.length ? turnPlaces(middleOf(left), middleOf(left), y, sizes) : turnPlaces(dice[0].x, last.x + last.size, y, sizes);
  return { dice, turns, cube: cubePlaces(bars, sizes, y), dicePixels: dice.flatMap(facePixels) };
}
