import { cube } from './cube.js';
import { layOut, liesOn, overlaps, standing } from './geometry.js';
import { createLights } from './lights.js';
import { arrowsOf, marksOf } from './marks.js';
import { checker, die, pawn } from './pieces.js';
import { strings } from './strings.js';
import { slide } from './slides.js';
import { refill, svg } from './svg.js';
import { choiceOf, describe, lyingOn, mayDouble, stateOf } from './zones.js';

const far = (column) => column.base + column.direction * column.length;
const edgeTop = (column) => Math.min(column.base, far(column));

function ground(column) {
  const left = column.x + column.laneWidth;
  const width = column.width - column.laneWidth;
  const inset = width * 0.04;
  if (column.kind !== 'point') {
    return svg('rect', { class: `ground ${column.kind}`, x: left + inset, y: edgeTop(column), width: width - 2 * inset, height: column.length, rx: width * 0.12 });
  }
  const tip = column.base + column.direction * column.length * 0.94;
  return svg('path', { class: `ground point${column.odd ? ' odd' : ''}`, d: `M${left + inset} ${column.base}H${left + width - inset}L${column.middle} ${tip}Z` });
}

function lane(column) {
  const width = column.laneWidth * 0.9;
  const y = column.direction < 0 ? edgeTop(column) : edgeTop(column) + column.start;
  return svg('rect', { class: 'lane', x: column.lane - width / 2, y, width, height: column.length - column.start, rx: width / 2 });
}

const BESIDE = 42; // pixels: a column this wide has room for the side's checker beside the word, not above it

/** One word and its side's checker, where there is no room for two lines of words. */
function shortLabel(column) {
  const [side, word] = [column.zone.split('-')[1], strings.zoneLabel(column.zone).at(-1)];
  const [x, y] = [column.x + column.width / 2, column.base - column.direction * column.label * 0.5];
  const beside = column.width >= BESIDE;
  const size = Math.min(column.label * (column.cell ? 0.46 : beside ? 0.6 : 0.48), column.width * (beside ? 0.31 : 0.42));
  const radius = size * (beside ? 0.52 : 0.46);
  const [sign, text] = beside
    ? [{ x: x - size * 1.05, y }, { x: x + size * 0.62, y }]
    : [{ x, y: y - column.label * 0.24 }, { x, y: y + column.label * 0.19 }];
  return [
    checker(side, sign.x, sign.y, radius, 'owner'),
    svg('text', { class: 'label', ...text, 'font-size': size.toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central', 'aria-hidden': 'true' }, `${word} `),
  ];
}

const BESIDES = ['bar-white', 'bar-black', 'off-white', 'off-black'];

/** A point's number, or the words for a bar or tray, as large as the longest of theirs allows. */
function label(column) {
  const lines = strings.zoneLabel(column.zone);
  const words = lines.length > 1 ? BESIDES.flatMap(strings.zoneLabel) : lines;
  const longest = Math.max(...words.map(({ length }) => length));
  const widest = lines.length > 1 ? Math.min(0.31, 1.58 / longest) : 0.5;
  const size = Math.min(column.label * (lines.length > 1 ? 0.4 : 0.68), column.width * widest);
  const middle = column.base - column.direction * column.label * 0.5;
  return lines.map((line, index) => svg('text', {
    class: 'label', x: column.kind === 'point' ? column.middle : column.x + column.width / 2, y: middle + size * 1.05 * (index - (lines.length - 1) / 2),
    'font-size': size.toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central', 'aria-hidden': 'true',
  }, `${line} `)); // the space parts the words for who reads them aloud
}

/** The outline that shows a zone's state; around column and label, it is also all that can be touched. */
function edge(column) {
  const reach = column.length + column.label;
  const y = column.direction < 0 ? edgeTop(column) : edgeTop(column) - column.label;
  return svg('rect', { class: 'edge', x: column.x + 1.5, y: y + 1.5, width: column.width - 3, height: reach - 3, rx: column.width * 0.12 });
}

function zoneGroup(column, touchable) {
  const reach = touchable ? { role: 'button', tabindex: 0 } : { role: 'img' };
  return svg('g', { class: `zone ${column.kind}`, 'data-zone': column.zone, ...reach },
    ground(column), lane(column), edge(column),
    svg('g', { class: 'tag' }, ...(column.short && column.kind !== 'point' ? shortLabel(column) : label(column))),
    svg('g', { class: 'stack' }), svg('g', { class: 'marks', 'aria-hidden': 'true' }));
}

const LEGIBLE = 9.5; // pixels

const countSize = ({ checker: size }) => Math.max(size * 0.5, Math.min(size * 0.6, LEGIBLE));

function drawStack(column, pawns) {
  const discs = pawns.map(({ side, face }, index) => {
    const { x, y } = standing(column, index, pawns.length);
    return pawn(side, face, x, y, column.checker / 2);
  });
  const last = pawns.at(-1);
  if (!last || last.face || !overlaps(column, pawns.length)) return discs;
  const { x, y } = standing(column, pawns.length - 1, pawns.length);
  const text = svg('text', { class: `count ${last.side}`, x, y, 'font-size': countSize(column), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(pawns.filter(({ side }) => side === last.side).length));
  return [...discs, text];
}

function dieWell({ x, y, size }) {
  return svg('rect', { class: 'well', x, y, width: size, height: size, rx: size * 0.16 });
}

function turnSign({ side, x, y, radius, outwards }) {
  return checker(side, x + outwards * radius * 3.4, y, radius * 1.5);
}

function field(column) {
  return svg('rect', { class: 'field', x: column.x - 0.5, y: edgeTop(column), width: column.width + 1, height: column.length });
}

function furniture(plan) {
  return [
    svg('rect', { class: 'wood', x: 1, y: 1, width: plan.width - 2, height: plan.height - 2, rx: 12 }),
    ...plan.columns.map(field),
    ...plan.halves.map((place) => svg('rect', { class: 'halves', ...place })),
    ...plan.dice.map(dieWell),
    ...plan.turns.filter(({ outwards }) => outwards).map(turnSign),
  ];
}

/** The dice in their wells; nothing hides the lights there while no dice are rolled. */
function drawDice(wells, dice) {
  return dice.slice(0, wells.length).map((state, index) => {
    const { x, y, size } = wells[index];
    const drawn = die(state);
    for (const [name, value] of Object.entries({ x, y, width: size, height: size })) drawn.setAttribute(name, value);
    return svg('g', {}, svg('rect', { class: 'under', x, y, width: size, height: size, rx: size * 0.16 }), drawn);
  });
}

function renderZone(group, column, snapshot) {
  const pawns = lyingOn(column.zone, snapshot);
  group.dataset.state = stateOf(column.zone, snapshot);
  group.dataset.checkers = pawns.length;
  group.dataset.unused = column.kind === 'bar' && snapshot.bars === false && group.dataset.state === 'idle';
  group.setAttribute('aria-label', describe(column.zone, snapshot));
  refill(group.querySelector('.stack'), pawns, () => drawStack(column, pawns));
  const shown = [group.dataset.state, pawns, snapshot.phase, choiceOf(column.zone, snapshot), snapshot.selected_face, snapshot.wrong];
  refill(group.querySelector('.marks'), shown, () => marksOf(column, snapshot, pawns.length));
}

/** A group a quarter turn clockwise, where the board is drawn so; its texts stay upright: see style.css. */
function turnedGroup({ turned, height }, children) {
  return turned ? svg('g', { class: 'turned', transform: `translate(${height} 0) rotate(90)` }, ...children) : svg('g', {}, ...children);
}

/** A rectangle of the drawing as it lies in the space, in CSS pixels. */
function inSpace({ turned, width, height }, place, [across, down]) {
  if (!place) return null;
  const [wide, high] = turned ? [height, width] : [width, height];
  const scale = Math.min(across / wide, down / high);
  const { x, y } = turned ? { x: height - place.y - place.height, y: place.x } : place;
  const [w, h] = turned ? [place.height, place.width] : [place.width, place.height];
  const [left, top] = [(across - wide * scale) / 2, (down - high * scale) / 2];
  return { left: left + x * scale, top: top + y * scale, width: w * scale, height: h * scale };
}

/** Builds the drawing of a board in a space, and returns what renders snapshots and paints lights on it. */
export function createBoard(root, board, { touch }, width, height, controls = false, lies = false) {
  const plan = layOut(board, width, height, controls, lies);
  const zones = plan.columns.map((column) => zoneGroup(column, touch && (board.simulated || !board.feels)));
  const lights = svg('g', { class: 'lights', 'aria-hidden': 'true' });
  const arrow = svg('g', { class: 'arrow', 'aria-hidden': 'true' });
  const doubling = svg('g', { class: 'doubling' });
  const rolled = svg('g', { class: 'dice', role: 'group' });
  root.setAttribute('viewBox', plan.turned ? `0 0 ${plan.height} ${plan.width}` : `0 0 ${plan.width} ${plan.height}`);
  const sliding = svg('g', { class: 'sliding', 'aria-hidden': 'true' });
  root.replaceChildren(turnedGroup(plan, [...furniture(plan), ...zones, arrow, lights, rolled, doubling, sliding]));
  const indexOf = (zone) => plan.columns.findIndex((column) => column.zone === zone);
  const placeOf = (zone, count) => (indexOf(zone) < 0 ? null : standing(plan.columns[indexOf(zone)], count - 1, count));
  let before = null;
  return {
    controls: inSpace(plan, plan.controls, [width, height]),
    paint: createLights(lights, plan.pixels),
    render(snapshot) {
      plan.columns.forEach((column, index) => renderZone(zones[index], column, snapshot));
      slide(sliding, (zone) => zones[indexOf(zone)], placeOf, before, snapshot);
      before = snapshot;
      const canDouble = touch && mayDouble(snapshot);
      const dice = snapshot.dice ?? [];
      rolled.dataset.count = dice.length;
      rolled.setAttribute('aria-label', dice.length ? dice.map(strings.die).join('; ') : strings.noDice);
      refill(rolled, dice, () => drawDice(plan.dice, dice));
      refill(doubling, [snapshot.cube, canDouble], () => cube(plan.cube, snapshot.cube, canDouble));
      refill(arrow, [snapshot.step, snapshot.advice, snapshot.made, snapshot.last_play, snapshot.checkers], () => arrowsOf(plan.columns, snapshot));
    },
  };
}

/** The same of a board on which nothing can be done; it lies where the one that is played on would. */
export function createStillBoard(root, board, { clientWidth, clientHeight }) {
  const lies = liesOn(board, document.documentElement.clientWidth, window.innerHeight);
  return createBoard(root, board, { touch: false }, clientWidth, clientHeight, false, lies);
}
