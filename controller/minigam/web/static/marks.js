// What is drawn over a zone to say what can be done there, in the shapes of the vocabulary of light: shape tells meanings apart, not colour alone.

import { standing } from './geometry.js';
import { signBadge } from './pieces.js';
import { strings } from './strings.js';
import { svg } from './svg.js';
import { shapeOf } from './vocabulary.js';
import { choiceOf, holdsOther, pickedUp, stackOf, stateOf } from './zones.js';

const EDGE = 5; // pixels: a zone's frame
const NARROW = 30; // pixels: on a board of two rows, a plate this narrow has room for one line
const SMALLEST = 10; // pixels: where its text would be smaller, only the name is said
const LEGIBLE = 9; // pixels: where a value would be smaller, only its name is said; where the name would be, only the zone's number
const LETTER = 0.56; // of a letter's height: its width
const BOLD = 0.7; // the same of a bold one, with room to spare where columns are short

const top = (column, count) => standing(column, Math.max(count - 1, 0), Math.max(count, 1));
const above = (column, count) => standing(column, count, count + 1);

function chevron(column, count) {
  const { x, y } = top(column, count);
  const half = column.checker * 0.27;
  const rise = column.direction * column.checker;
  const inside = column.direction * (column.base - y) + column.length - EDGE; // from there to the far edge
  const tip = column.direction * Math.min(column.checker * 0.92, inside);
  return svg('path', { class: 'chevron', d: `M${x - half} ${y + tip - rise * 0.3}H${x + half}L${x} ${y + tip}Z` });
}

/** On a dark one, so that it is seen on light and dark grounds. */
function ring(column, { x, y }, scale) {
  const place = { cx: x, cy: y, r: (column.checker / 2) * scale };
  return svg('g', {}, svg('circle', { class: 'halo', ...place }), svg('circle', { class: 'ring', ...place }));
}

function dot(column, { x, y }) {
  return svg('circle', { class: 'dot', cx: x, cy: y, r: column.checker * 0.13 });
}

/** Four strokes across a ring, as in a sight: one cross within it would say that something is forbidden. */
function strike(column, { x, y }) {
  const [inner, outer] = [column.checker * 0.26, column.checker * 0.56];
  const strokes = [[0, 1], [1, 0], [0, -1], [-1, 0]].map(([across, down]) => `M${x + across * inner} ${y + down * inner}L${x + across * outer} ${y + down * outer}`);
  return svg('path', { class: 'strike', d: strokes.join('') });
}

const drawings = {
  chevron: (column, count) => [chevron(column, count)],
  ring: (column, count, { at, face }) => {
    const place = standing(column, at, Math.max(count, 1));
    return [ring(column, place, 1), ...signBadge(face, place.x, place.y, column.checker / 2)];
  },
  dot: (column, count) => [ring(column, above(column, count), 0.86), dot(column, above(column, count))],
  cross: (column, count) => [ring(column, top(column, count), 0.9), strike(column, top(column, count))],
};

/** What a zone's state says, in the words of the lights; a choice has a plate. */
const meanings = { source: 'source', selected: 'selected', lifted: 'selected', from: 'selected', target: 'target', to: 'target', far: 'target', hit: 'hit' };

/** How large the letters of a text may be to fill the room. */
const fitting = (column, text, room) => room / (text.length * (column.short ? BOLD : LETTER));

function plateText(column, text, name, across, size, room) {
  const fitted = Math.min(size, fitting(column, text, room));
  return svg('text', { class: name, x: 0, y: across, 'font-size': fitted.toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, `${text} `);
}

/** Upright, so that a 6 is no 9; the words are in the list beside the board. */
function plateNumber({ zone }, size) {
  return svg('text', { class: 'value', transform: 'rotate(90)', 'font-size': (size * 1.4).toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, `${strings.zoneLabel(zone).at(-1)} `);
}

function plateLine(column, choice, size, room) {
  const whole = strings.choice(choice);
  const text = fitting(column, whole, room) >= SMALLEST ? whole : choice.name;
  if (fitting(column, text, room) < LEGIBLE) return plateNumber(column, size);
  return plateText(column, text, 'value', 0, size, room);
}

const isNarrow = (column, width) => column.short && width < NARROW;

/** A value, or where it is too long the last part of it: of a family of games, which one it is. */
function plateValue(column, { value }, room) {
  return [value, value.split(', ').at(-1)].find((text) => text && fitting(column, text, room) >= LEGIBLE);
}

function plateLines(column, choice, width, room) {
  if (isNarrow(column, width)) return [plateLine(column, choice, width * 0.5, room)];
  const value = plateValue(column, choice, room);
  if (!value) return [plateLine(column, choice, width * 0.42, room)];
  return [plateText(column, choice.name, 'name', -width * 0.25, width * 0.34, room), plateText(column, value, 'value', width * 0.18, width * 0.42, room)];
}

/** Which of the values it is, as a row of dots, where the value itself leaves room for them. */
function plateDots(column, { index, count, value }, width, room) {
  const gap = column.width * 0.17;
  const taken = value.length * LETTER * Math.min(width * 0.42, fitting(column, value, room));
  if (!(count > 1 && count <= 8) || taken / 2 > room / 2 - gap * count) return [];
  return Array.from({ length: count }, (_, at) => svg('circle', {
    class: at === index ? 'step now' : 'step', cx: room / 2 - gap * (count - at - 0.2), cy: column.width * 0.27, r: column.width * 0.05,
  }));
}

/** What a column sets, before a game: in a game the position is not to be covered. */
function plate(column, snapshot) {
  const choice = choiceOf(column.zone, snapshot);
  const { start } = column;
  const length = column.length - start - column.checker * 0.1;
  if (!choice || snapshot.phase !== 'attract' || length < column.checker * 2.4) return [];
  const middle = column.base + column.direction * (start + length / 2);
  const width = (column.width - column.laneWidth) * 0.94;
  const room = length * 0.9;
  return [svg('g', { class: 'plate', transform: `translate(${column.middle} ${middle}) rotate(-90)` },
    svg('rect', { x: -length / 2, y: -width / 2, width: length, height: width, rx: width * 0.18 }),
    ...plateLines(column, choice, width, room), ...(column.short ? [] : plateDots(column, choice, width, room)))];
}

/** What lies wrong here: so many to put, or to take away; beyond the checkers that should be here. */
function wrongMarks(column, { wrong }, count) {
  return (wrong ?? []).filter(({ zone }) => zone === column.zone).flatMap(({ put, take, side }) => {
    const { x, y } = above(column, count);
    const radius = column.checker * 0.43;
    return [
      svg('circle', { class: put ? `wrong put ${side}` : 'wrong take', cx: x, cy: y, r: radius }),
      svg('text', { class: 'wrong', x, y, 'font-size': (radius * 1.05).toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, put ? `+${put} ` : `−${take} `),
    ];
  });
}

/** The marks of one zone for a snapshot. */
export function marksOf(column, snapshot, lying) {
  const count = stackOf(column.zone, snapshot).length;
  const draw = drawings[shapeOf(meanings[stateOf(column.zone, snapshot)])];
  return [...(draw?.(column, count, pickedUp(column.zone, snapshot)) ?? []), ...plate(column, snapshot), ...wrongMarks(column, snapshot, lying)];
}

function head(tip, from, size) {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const corner = (turn) => `${tip.x - size * Math.cos(angle + turn)} ${tip.y - size * Math.sin(angle + turn)}`;
  return svg('path', { class: 'head', d: `M${tip.x} ${tip.y}L${corner(0.5)}L${corner(-0.5)}Z` });
}

/** An arrow within a row rises over its checkers; one between rows, or to the band beside them, is straight. */
function bendOf(start, end, a, b) {
  if (start.direction !== end.direction || start.cell !== end.cell) return (a.y + b.y) / 2;
  const higher = start.direction < 0 ? Math.min(a.y, b.y) : Math.max(a.y, b.y);
  return higher + start.direction * start.checker * 1.6;
}

/** The arrows of what is asked for or advised, of what was played instead, and until the next roll of the last play. */
export function arrowsOf(columns, snapshot) {
  const { step, advice = [], made = [], last_play: last } = snapshot;
  const all = { past: last?.moves ?? [], made, now: step ? [step] : advice };
  return Object.entries(all).flatMap(([time, moves]) => moves.map((move) => arrow(columns, snapshot, move, time)));
}

/** So far from a point towards another. */
function towards(from, to, reach) {
  const share = reach / (Math.hypot(to.x - from.x, to.y - from.y) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** An arrow between two zones, from rim to rim, as numbers stand on the checkers; at the end of a past one the checker lies already. */
function arrow(columns, snapshot, { from, to }, time) {
  const [start, end] = [from, to].map((zone) => columns.find((column) => column.zone === zone));
  if (!start || !end) return svg('g');
  const a = top(start, stackOf(from, snapshot).length);
  const landed = stackOf(to, snapshot).length;
  const taken = time === 'past' || holdsOther(to, snapshot);
  const b = taken ? top(end, time === 'past' ? landed : 1) : above(end, landed);
  const bend = { x: (a.x + b.x) / 2, y: bendOf(start, end, a, b) };
  const tail = towards(a, bend, start.checker / 2);
  const tip = taken ? towards(b, bend, end.checker / 2) : b;
  const path = `M${tail.x} ${tail.y}Q${bend.x} ${bend.y} ${tip.x} ${tip.y}`;
  return svg('g', { class: time },
    svg('path', { class: 'under', d: path }), svg('path', { class: 'line', d: path }),
    svg('circle', { class: 'tail', cx: tail.x, cy: tail.y, r: start.checker * 0.16 }), head(tip, bend, start.checker * (time === 'now' ? 0.62 : 0.5)));
}
