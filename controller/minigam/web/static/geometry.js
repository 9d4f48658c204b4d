// Where everything on the board is drawn, as plain numbers in CSS pixels: a pure function of the board's data and the space.

import { bandPlaces } from './band.js';

const LANE = 0.22; // of a column's width: the pixels beside the checkers
const GROUP_GAP = 0.16; // of a column's width, between trays, bars and points
const HEADROOM = 0.75; // of a checker, kept free above a full column for marks
const WIDEST = 1.8; // of a checker: how wide a column may be where there is more width than height
const MOST_STRETCH = 1.3; // how much taller than its checkers a column may be drawn
const LEAST = 240; // pixels: a smaller space shows the same drawing, only smaller
const CUBE = 1.25; // of a checker: the cube beside its owner, at the rim end of a bar between the halves

/** The board as it is seen from a side: from black's it is turned round. */
export function seenFrom(side, board) {
  return side === 'black' ? { ...board, rows: board.rows.map((row) => row.toReversed()).toReversed() } : board;
}

export const kindOf = (zone) => zone.split('-')[0];

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

function offsets(row) {
  let at = 0;
  return row.map((zone, index) => {
    if (index > 0 && kindOf(zone) !== kindOf(row[index - 1])) at += GROUP_GAP;
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

/** Sizes that every part shares: as large as the width and the height both allow. */
function measure(board, width, height) {
  const rows = board.rows.length;
  const visible = roomFor(board);
  const frame = clamp(4, Math.min(width, height) * 0.02, 14);
  const widest = Math.max(...board.rows.map(unitsWide));
  const label = clamp(rows === 1 ? 20 : 25, height * 0.085 / rows ** 0.5, 46);
  const band = clamp(40, height * (rows === 1 ? 0.15 : 0.13), 110);
  const room = (height - 2 * frame - band - rows * label) / rows;
  const column = Math.min((width - 2 * frame) / widest, (WIDEST * room) / (visible + HEADROOM));
  const checker = Math.min(column * (1 - LANE) * 0.94, room / (visible + HEADROOM));
  const length = Math.min(room, checker * (visible + HEADROOM) * MOST_STRETCH);
  const used = { width: column * widest + 2 * frame, height: rows * (length + label) + band + 2 * frame };
  return { rows, visible, frame, label, band, column, checker, length, used };
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
    const kind = kindOf(row[index]);
    return {
      zone: row[index],
      kind,
      odd: kind === 'point' && Number(row[index].split('-')[1]) % 2 === 0,
      x,
      width: column,
      middle: x + column * (LANE + (1 - LANE) / 2),
      lane: x + (column * LANE) / 2,
      laneWidth: column * LANE,
      base,
      direction,
      start: parts(row, index) ? Math.min(checker * CUBE, column * 0.96) : 0,
      length,
      label,
      short: rows > 1,
      checker,
    };
  });
}

function columnsOf(board, sizes) {
  const { frame, label, length, band, rows } = sizes;
  const upper = frame + label;
  const lower = rows === 1 ? frame + band + length : frame + label + 2 * length + band;
  return board.rows.flatMap((row, index) => {
    const hangs = rows > 1 && index === 0;
    return rowColumns(row, sizes, hangs ? upper : lower, hangs ? 1 : -1);
  });
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

/** The whole drawing: columns, dice faces, whose-turn places, the cube's places, and the place of each pixel of the strip. */
export function layOut(board, width, height) {
  const sizes = measure(board, Math.max(LEAST, width), Math.max(LEAST, height));
  const top = sizes.rows === 1 ? sizes.frame : sizes.frame + sizes.label + sizes.length;
  const columns = columnsOf(board, sizes);
  const { dicePixels, ...band } = bandPlaces(board, sizes, columns, top);
  return { ...sizes.used, columns, ...band, pixels: placePixels(board, columns, { ...band, dicePixels }) };
}

/** How far apart the centres of `count` checkers are in a column. */
function pitch(column, count) {
  const room = column.length - column.start - column.checker * (1 + HEADROOM / 2);
  return count < 2 ? column.checker : Math.min(column.checker, room / (count - 1));
}

/** The centre of checker `index` in a stack of `count`; the first stands at the column's base. */
export function standing(column, index, count) {
  const along = column.start + column.checker / 2 + pitch(column, count) * index;
  return { x: column.middle, y: column.base + column.direction * along };
}

/** Whether a stack of `count` is so tall that its checkers cover each other. */
export const overlaps = (column, count) => pitch(column, count) < column.checker * 0.98;
