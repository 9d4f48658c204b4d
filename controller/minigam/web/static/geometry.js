// Where everything on the board is drawn, as plain numbers in CSS pixels: a pure function of the board's data and the space.

import { bandPlaces, isTwoDeep } from './band.js';

const LANE = 0.22; // of a column's width: the pixels beside the checkers
const GROUP_GAP = 0.16; // of a column's width, between trays, bars and points
const HALVES_GAP = 0.3; // the same between the halves of a compact board, whose bars lie in the band
const HEADROOM = 0.75; // of a checker, kept free above a full column for marks
const WIDEST = 1.8; // of a checker: how wide a column may be where there is more width than height
const TURNED_WIDEST = 2.1; // the same of one that lies
const MOST_STRETCH = 1.3; // how much taller than its checkers a column may be drawn
const LEAST = 240; // pixels: a smaller space shows the same drawing, only smaller
const CUBE = 1.25; // of a checker: the cube beside its owner, at the rim end of a bar between the halves
const BAND = 52; // pixels: the least height of a compact band
const LEAST_CHECKER = 17.5; // pixels, with the gap around it

const FINGER = 44; // pixels: what a finger hits; https://www.w3.org/TR/WCAG22/#target-size-enhanced

const PANEL = [11.5, 15.2]; // rem: the width of what stands beside the board
const MARGINS = 1.4; // rem
const LINE = 3.4; // rem: the height of the prompt
const VERDICT = 3.7; // rem: the height of a teacher's verdict
const PLAYERS = 5.2; // rem: of both players' strips
const LOW_PLAYERS = 4.4; // rem: the same where the height is short: see style.css
const BUTTONS = 4.6; // rem
const COMMANDS = 3.2; // rem
const MORE = 11; // rem: plays and tools
const COMFORTABLE = 0.95; // of the width: a board so high is not made lower for plays and tools
const LARGE = 0.85; // of the width: as high a board leaves room for the commands, too

// How a board may be drawn. Compact: bars and trays lie in the band between the rows, so that the points have all of
// the width. Turned: that, and a quarter turn clockwise, so that the points have all of the height.
const SHAPES = [{ compact: false, turned: false }, { compact: true, turned: false }, { compact: true, turned: true }];

/** The board as it is seen from a side: from black's it is turned round. */
export function seenFrom(side, board) {
  return side === 'black' ? { ...board, rows: board.rows.map((row) => row.toReversed()).toReversed() } : board;
}

const kindOf = (zone) => zone.split('-')[0];

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

function offsets({ zones, half }) {
  let at = 0;
  return zones.map((zone, index) => {
    if (index > 0 && kindOf(zone) !== kindOf(zones[index - 1])) at += GROUP_GAP;
    if (index > 0 && index === half) at += HALVES_GAP;
    return at++;
  });
}

function unitsWide(row) {
  return offsets(row).at(-1) + 1;
}

/** How many checkers a column holds before they are squeezed. */
function roomFor({ rows, checkers }) {
  if (rows.length === 1) return Math.min(checkers, 8);
  return clamp(3, checkers - 1, 5);
}

const isPoint = (zone) => kindOf(zone) === 'point';

/** The columns of a row without bars and trays; from `half` on those beyond the bar. */
function pointsOf(row) {
  const bar = row.findIndex((zone, index) => parts(row, index));
  return { zones: row.filter(isPoint), half: row.slice(0, Math.max(0, bar)).filter(isPoint).length };
}

/** The columns of each row, and what lies in the band instead. */
function sorted({ rows }, { compact }) {
  if (!compact) return { rows: rows.map((zones) => ({ zones, half: 0 })), cells: [] };
  return { rows: rows.map(pointsOf), cells: rows.flat().filter((zone) => !isPoint(zone)) };
}

function bandHeight(rows, height, { compact, turned }) {
  if (compact) return clamp(BAND, height * (turned ? 0.165 : 0.15), 110);
  return clamp(40, height * (rows === 1 ? 0.15 : 0.13), 110);
}

/** Sizes that every part shares in a shape: as large as the width and the height both allow. */
function measure(board, shape, width, height) {
  const { rows: lines, cells } = sorted(board, shape);
  const rows = lines.length;
  const visible = roomFor(board);
  const frame = clamp(3, Math.min(width, height) * (shape.compact ? 0.01 : 0.02), 14);
  const widest = Math.max(...lines.map(unitsWide));
  const label = clamp(20, height * 0.085 / rows ** 0.5, 46);
  const across = (width - 2 * frame) / widest;
  const deep = shape.compact && isTwoDeep(width - 2 * frame) ? 2 : 1;
  const band = deep * bandHeight(rows, height, shape);
  const room = (height - 2 * frame - band - rows * label) / rows;
  const column = Math.min(across, Math.max(FINGER, ((shape.turned ? TURNED_WIDEST : WIDEST) * room) / (visible + HEADROOM)));
  const checker = Math.min(column * (1 - LANE) * 0.94, room / (visible + HEADROOM));
  const length = Math.min(room, checker * (visible + HEADROOM) * MOST_STRETCH);
  const used = { width: column * widest + 2 * frame, height: rows * (length + label) + band + 2 * frame };
  return { shape, lines, cells, rows, visible, frame, label, band, deep, column, checker, length, used };
}

/** How well fingers and eyes are served: 1 where every checker and every target is large enough. */
const fitness = ({ column, checker }) => Math.min(1, column / FINGER) * Math.min(1, checker / LEAST_CHECKER);

/** The first shape that serves well, or the one that serves best; of a board that lies only the turned one. */
function shaped(board, width, height, lies) {
  const found = SHAPES.filter(({ turned }) => turned || !lies).map((shape) => {
    const [across, down] = shape.turned ? [height, width] : [width, height];
    return measure(board, shape, Math.max(LEAST, across), Math.max(LEAST, down));
  });
  return found.reduce((best, sizes) => (fitness(sizes) > fitness(best) + 0.01 ? sizes : best));
}

/** The least width of a board that is not turned, and the height of one that is, in which fingers hit every point. */
function leastLength(board) {
  return Math.max(...board.rows.map((row) => unitsWide(pointsOf(row)))) * FINGER + 2 * 6;
}

/** Whether a page of a size shows a board turned, as an upright phone does one of 24 points. */
export const liesOn = (board, width, height) => width < leastLength(board) && height >= width;

/** The least height in which checkers can be seen, where the width is enough. */
function leastHeight(board) {
  return board.rows.length * (LEAST_CHECKER * (roomFor(board) + HEADROOM) + 20) + BAND + 2 * 6;
}

/** The height of a board that has all else above and below it: `needed` must be seen at once, `next` where the board stays large, `wanted` should. */
function heightAmong(width, height, least, [needed, next, wanted]) {
  const room = height - needed - (height - needed - next >= LARGE * width ? next : 0);
  return Math.max(least, Math.min(room, Math.max(COMFORTABLE * width, room - wanted)));
}

/**
 * How a page of a size is arranged: the panel beside the board, or all above and below it. Where the height is short
 * the buttons go into the board's band (tight), and then the players below (tightest). `tall` is the height that the
 * board then has, `least` the one that fingers and eyes need, and `across` its width where it has to be scrolled
 * sideways. `rem` is the size of letters; `taught` says whether a teacher's verdicts need room near the prompt.
 */
export function arrangement(board, width, height, rem, taught) {
  const needed = leastLength(board);
  const room = width - (PANEL[0] + MARGINS) * rem; // for the board, beside a panel
  if (width > height && room >= needed && height >= leastHeight(board) + (isTwoDeep(room) ? BAND : 0)) {
    const panel = clamp(PANEL[0] * rem, width - needed - MARGINS * rem, PANEL[1] * rem);
    return { layout: 'beside', tight: 'no', lies: false, panel, tall: 0, least: 0, across: 0 };
  }
  const turned = liesOn(board, width, height);
  const least = turned ? needed : leastHeight(board);
  const across = turned || width >= needed ? 0 : needed;
  const band = !isTwoDeep(needed); // has room for the buttons
  const left = (height - least) / rem;
  const line = LINE + (taught && height >= width ? VERDICT : 0);
  const level = left >= line + PLAYERS + BUTTONS ? 0 : band && left >= line + LOW_PLAYERS ? 1 : 2;
  const beside = [line + PLAYERS + BUTTONS, line + LOW_PLAYERS, band || width > height ? line : line + BUTTONS][level];
  const tall = heightAmong(width, height, least, [beside, level ? 0 : COMMANDS, level ? 0 : MORE].map((size) => size * rem));
  return { layout: 'stacked', tight: ['no', 'tight', 'tightest'][level], lies: turned, panel: 0, tall, least, across };
}

/** Whether a bar parts its row into halves: there the cube has its place. */
function parts(row, index) {
  return kindOf(row[index]) === 'bar' && [row[index - 1], row[index + 1]].every((zone) => zone && kindOf(zone) === 'point');
}

function rowColumns(row, sizes, base, direction) {
  const { column, checker, length, label, frame, used, rows } = sizes;
  const inset = (used.width - 2 * frame - unitsWide(row) * column) / 2;
  return offsets(row).map((offset, index) => {
    const x = frame + inset + offset * column;
    const zone = row.zones[index];
    const kind = kindOf(zone);
    return {
      zone,
      kind,
      odd: kind === 'point' && Number(zone.split('-')[1]) % 2 === 0,
      x,
      width: column,
      middle: x + column * (LANE + (1 - LANE) / 2),
      lane: x + (column * LANE) / 2,
      laneWidth: column * LANE,
      base,
      direction,
      start: parts(row.zones, index) ? Math.min(checker * CUBE, column * 0.96) : 0,
      length,
      label,
      short: rows > 1,
      checker,
    };
  });
}

function columnsOf(sizes) {
  const { lines, frame, label, length, band, rows } = sizes;
  const upper = frame + label;
  const lower = rows === 1 ? frame + band + length : frame + label + 2 * length + band;
  return lines.flatMap((row, index) => {
    const hangs = rows > 1 && index === 0;
    return rowColumns(row, sizes, hangs ? upper : lower, hangs ? 1 : -1);
  });
}

/** The bar between the halves of each row of a compact board, as a strip of wood. */
function halvesOf(rows, { lines, frame, label, length, column }) {
  return lines.filter(({ half }) => half > 0).map(({ zones, half }) => {
    const { x, base, direction } = rows.find(({ zone }) => zone === zones[half]);
    const width = HALVES_GAP * column;
    const y = direction > 0 ? base - label : base - length;
    return { x: x - width, y, width, height: length + label };
  });
}

/** A bar or a tray in the band: a short column of one checker, and a number where there are more. */
function cellColumn(zone, { x, y, width, height }, { checker }) {
  const label = clamp(21, height * 0.34, 28);
  const length = height - label;
  const laneWidth = width * LANE;
  return {
    zone,
    kind: kindOf(zone),
    odd: false,
    x,
    width,
    middle: x + laneWidth + (width - laneWidth) / 2,
    lane: x + laneWidth / 2,
    laneWidth,
    base: y + length,
    direction: -1,
    start: 0,
    length,
    label,
    short: true,
    cell: true,
    checker: Math.min(checker, length / 1.5, (width - laneWidth) * 0.9),
  };
}

function lanePixels(column, count) {
  const pitch = Math.min(column.checker, (column.length - column.start) / count);
  const radius = Math.min(column.laneWidth * 0.36, pitch * 0.4);
  return Array.from({ length: count }, (_, index) => ({
    x: column.lane,
    y: column.base + column.direction * (column.start + pitch * (index + 0.5)),
    radius,
  }));
}

function placePixels(board, columns, band) {
  const pixels = [];
  const put = ({ first, count }, places) =>
    places.slice(0, count).forEach((place, index) => { pixels[first + index] = place; });
  const { dice: diceSegment, turn: turnSegment, ...lanes } = board.segments;
  for (const column of columns) {
    const segment = lanes[column.zone];
    if (segment) put(segment, lanePixels(column, segment.count));
  }
  if (diceSegment) put(diceSegment, band.dicePixels);
  if (turnSegment) put(turnSegment, band.turns);
  return pixels;
}

/**
 * The whole drawing: columns, dice faces, whose-turn places, the cube's places, the place of each pixel of the strip,
 * and where controls may be. A turned one, as one that `lies` is anyway, is drawn as plain numbers of before its turn.
 */
export function layOut(board, width, height, controls = false, lies = false) {
  const sizes = shaped(board, width, height, lies);
  const top = sizes.rows === 1 ? sizes.frame : sizes.frame + sizes.label + sizes.length;
  const rows = columnsOf(sizes);
  const { dicePixels, cells, ...band } = bandPlaces(board, sizes, rows, top, controls);
  const columns = [...rows, ...cells.map(({ zone, ...place }) => cellColumn(zone, place, sizes))];
  const pixels = placePixels(board, columns, { ...band, dicePixels });
  return { ...sizes.used, turned: sizes.shape.turned, columns, halves: halvesOf(rows, sizes), ...band, pixels };
}

/** How far apart the centres of `count` checkers are in a column. */
function pitch(column, count) {
  const room = column.length - column.start - column.checker * (1 + HEADROOM / 2);
  if (count < 2 || room < column.checker) return count < 2 ? column.checker : 0; // in the band they lie on each other
  return Math.min(column.checker, room / (count - 1));
}

/** The centre of checker `index` in a stack of `count`; the first stands at the column's base. */
export function standing(column, index, count) {
  const along = column.start + column.checker / 2 + pitch(column, count) * index;
  return { x: column.middle, y: column.base + column.direction * along };
}

/** Whether a stack of `count` is so tall that its checkers cover each other. */
export const overlaps = (column, count) => pitch(column, count) < column.checker * 0.98;
