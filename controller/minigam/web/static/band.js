// What lies between the rows: dice, whose turn it is, and the doubling cube; on a compact board bars and trays too. Plain numbers, as in geometry.js.

const FACE_GAP = 0.22; // of a face's size
const FEWEST_FACES = 2;
const CELL = 44; // pixels: the least width of a bar or a tray in the band
const CLOSE_GAP = 0.12; // of a face's size, in a compact band
const LIGHT = 16; // pixels: a whose-turn light in a compact band
const CUBE = 0.56; // of the band's height: smaller than a die, as it says less
const WIDEST_CUBE = 0.85; // of a column's width
const ONE_DEEP = 420; // pixels: a narrower compact band has its cells above its dice

// A die's seven pixels on a 3 x 3 grid, in strip order.
const FACE = [[0, 0], [0, 1], [0, 2], [1, 1], [2, 0], [2, 1], [2, 2]];

/** Whether a compact band so wide has two rows: bars and trays above the dice. */
export const isTwoDeep = (width) => width < ONE_DEEP;

/** The stretches of the band left and right of the bars between the halves; the whole band twice where there are none. */
function stretches(bars, { used, frame }) {
  if (!bars.length) return [[0, used.width], [0, used.width]];
  const { x, width } = bars[0];
  return [[frame, x], [x + width, used.width - frame]];
}

const isBar = (zone) => zone.startsWith('bar');

const middleOf = ([left, right]) => (left + right) / 2;

function faces(count, stretch, height, top, spacing = FACE_GAP) {
  const [left, right] = stretch;
  const size = Math.min(height * 0.84, ((right - left) * 0.92) / (count * (1 + spacing)));
  const gap = size * spacing;
  const first = middleOf(stretch) - (count * size + (count - 1) * gap) / 2;
  return Array.from({ length: count }, (_, index) => ({ x: first + index * (size + gap), y: top + (height - size) / 2 - 1, size }));
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
  const middle = { x, y, size: Math.min(band * CUBE, column * WIDEST_CUBE) };
  const atRim = ({ zone, base, direction, start }) =>
    [zone.split('-')[1], { x, y: base + (direction * start) / 2, size: Math.min(start * 0.92, middle.size) }];
  return { white: middle, black: middle, ...Object.fromEntries(bars.map(atRim)), middle, offered: { x, y, size: band * 0.86 } };
}

/** Cells side by side from `first` on. */
function cellsFrom(zones, first, y, width, height) {
  return zones.map((zone, index) => ({ zone, x: first + index * width, y, width, height }));
}

/** Dice with a light at either end, from `left` to `right`, and room for `more` of their size. */
function diceInLine(count, [left, right], y, height, more) {
  const size = Math.min(height * 0.84, (right - left - 2 * LIGHT) / ((count + more) * (1 + CLOSE_GAP)));
  const step = size * (1 + CLOSE_GAP);
  const first = (left + right - (count + more) * step) / 2 + (size * CLOSE_GAP) / 2;
  const middle = y + height / 2;
  const dice = Array.from({ length: count }, (_, index) => ({ x: first + index * step, y: middle - size / 2, size }));
  const light = (side, x) => ({ side, x, y: middle, radius: LIGHT * 0.3, outwards: 0 });
  const end = first + count * step;
  return { dice, turns: [light('white', first - LIGHT / 2), light('black', end + LIGHT * 0.3)], next: { x: end + LIGHT + size / 2, y: middle, size: size * 0.8 } };
}

/** The cube is always at one place of a compact band: whose it is, their strip says. */
const oneCube = (place) => ({ white: place, black: place, middle: place, offered: { ...place, size: place.size * 1.5 } });

/** Two rows: bars and trays, and below them dice and cube. */
function twoDeep(count, sizes, top) {
  const { cells: zones, used, frame, band } = sizes;
  const height = band / 2;
  const space = [frame, used.width - frame];
  const cells = cellsFrom(zones, frame, top + 1, (space[1] - space[0]) / zones.length, height - 2);
  const { next, ...placed } = diceInLine(count, space, top + height, height, 1);
  return { ...placed, cells, cube: oneCube(next), controls: null };
}

/** One row: dice, bars in the middle, then the cube or, where there is no other room for them, the buttons, and trays. */
function oneDeep(count, sizes, top, controls) {
  const { cells: zones, used, frame, band, column } = sizes;
  const [bars, trays] = [zones.filter(isBar), zones.filter((zone) => !isBar(zone))];
  const width = Math.max(CELL, Math.min(column, band * 1.2));
  const end = used.width - frame - trays.length * width;
  const middle = used.width / 2 - (bars.length * width) / 2;
  const cells = [...cellsFrom(bars, middle, top + 1, width, band - 2), ...cellsFrom(trays, end, top + 1, width, band - 2)];
  const right = [middle + bars.length * width, end];
  const { next, ...placed } = diceInLine(count, [frame, middle], top, band, controls ? 1 : 0);
  const alone = { x: middleOf(right), y: top + band / 2, size: Math.max(0, Math.min(band * CUBE, next.size, right[1] - right[0])) };
  const place = { x: right[0] + 2, y: top, width: right[1] - right[0] - 4, height: band };
  return { ...placed, cells, cube: oneCube(controls ? next : alone), controls: controls ? place : null };
}

function plainPlaces(count, sizes, columns, top) {
  const bars = columns.filter(({ start }) => start > 0);
  const [left, right] = stretches(bars, sizes);
  const dice = faces(count, right, sizes.band, top);
  const y = dice[0].y + dice[0].size / 2;
  const last = dice.at(-1);
  const turns = bars.length ? turnPlaces(middleOf(left), middleOf(left), y, sizes) : turnPlaces(dice[0].x, last.x + last.size, y, sizes);
  return { dice, turns, cube: cubePlaces(bars, sizes, y), cells: [], controls: null };
}

function placed(count, sizes, columns, top, controls) {
  if (!sizes.shape.compact) return plainPlaces(count, sizes, columns, top);
  return sizes.deep > 1 ? twoDeep(count, sizes, top) : oneDeep(count, sizes, top, controls);
}

export function bandPlaces(board, sizes, columns, top, controls) {
  const count = Math.max(FEWEST_FACES, Math.floor((board.segments.dice?.count ?? 0) / FACE.length));
  const places = placed(count, sizes, columns, top, controls);
  return { ...places, dicePixels: places.dice.flatMap(facePixels) };
}
