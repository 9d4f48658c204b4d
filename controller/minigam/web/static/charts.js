// Small pictures of numbers that stand in a table beneath them: bars side by side, and columns.

import { svg } from './svg.js';

const WIDTH = 320; // units of the drawing, which is as wide as there is room
const ROW = 26;
const NAME = 84; // what a bar's name takes, and its number
const NUMBER = 50;
const HEIGHT = 128;
const TOP = 18;
const FOOT = 20; // for the names below the columns
const LEFT = 4;
const DIGIT = 8; // the width of a digit
const ROOM = 18; // the least height of a column that a number stands in

const text = (x, y, said, anchor = 'start') => svg('text', { x, y, 'text-anchor': anchor }, `${said} `);
const picture = (height, label, ...drawn) => svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label }, ...drawn);

function bar({ name, number, share }, index) {
  const [y, room] = [index * ROW, WIDTH - NAME - NUMBER];
  return [
    text(0, y + 17, name),
    svg('rect', { class: 'track', x: NAME, y: y + 5, width: room, height: ROW - 10, rx: 3 }),
    svg('rect', { class: 'bar', x: NAME, y: y + 5, width: share * room, height: ROW - 10, rx: 3 }),
    text(WIDTH, y + 17, number, 'end'),
  ];
}

/** A bar for each of `{ name, number, share }`, the share from 0 to 1 of its row. */
export const bars = (label, rows) => picture(rows.length * ROW, label, ...rows.flatMap(bar));

const line = (name, y) => svg('line', { class: name, x1: 0, x2: WIDTH, y1: y, y2: y });

/** A column for each of `{ name, number, value }`, its number at its foot, or above it where it is low or narrow; a dashed line at what was `expected`. */
export function columns(label, values, expected = null) {
  const most = Math.max(...values.map(({ value }) => value), expected?.value ?? 0) || 1;
  const [base, step] = [HEIGHT - FOOT, (WIDTH - 2 * LEFT) / values.length];
  const y = (value) => base - (base - (expected ? TOP : 0) - 14) * (value / most);
  const width = Math.min(step * 0.7, 34);
  const fits = (number, value) => base - y(value) >= ROOM && width >= DIGIT * String(number).length;
  const middle = (index) => LEFT + (index + 0.5) * step;
  const drawn = values.map(({ value }, index) => svg('rect', { class: 'bar', x: middle(index) - width / 2, y: y(value), width, height: base - y(value), rx: 2 }));
  const said = values.flatMap(({ name, number, value }, index) => [text(middle(index), fits(number, value) ? base - 5 : y(value) - 4, number, 'middle'), text(middle(index), HEIGHT - 5, name, 'middle')]);
  const level = expected ? [line('level', y(expected.value)), text(WIDTH, TOP - 6, expected.name, 'end')] : [];
  return picture(HEIGHT, label, ...drawn, line('floor', base), ...level, ...said);
}
