import { checker } from './pieces.js';
import { strings } from './strings.js';
import { svg } from './svg.js';

const MOST_DIGITS = 6;
const SMALLEST = 7.5; // pixels: a smaller number could not be read
const SIGN = 0.24; // of a cube: its owner's sign
const DIGIT = 0.62; // a digit's width in its font's size

const fitting = (text, size) => Math.min(size * 0.6, (size * 0.9) / (text.length * DIGIT));

/** The number as large as it fits, or as a power of two where its digits would be too many or too small. */
function wording(value, size) {
  const number = strings.cubeNumber(value);
  if (number.length <= MOST_DIGITS && fitting(number, size) >= SMALLEST) return number;
  return strings.cubePower(value);
}

/** Whose it is stands at the corner of a cube that never moves. */
function ownersSign({ owner, offered_by: offeredBy }, x, y, radius) {
  return owner && !offeredBy ? [checker(owner, x, y, radius, 'owner')] : [];
}

function place(places, { owner, offered_by: offeredBy }) {
  if (offeredBy) return places.offered;
  return owner ? places[owner] : places.middle;
}

/** What it can be touched for: to double, before a throw. */
function reach({ offered_by: offeredBy }, canDouble) {
  if (offeredBy || !canDouble) return { role: 'img' };
  return { role: 'button', tabindex: 0, 'data-command': 'double', 'aria-keyshortcuts': 'd' };
}

/** The doubling cube at its owner's side, in the middle, or large and already turned while it is offered; nothing where there is none. */
export function cube(places, state, canDouble) {
  if (!state) return [];
  const { x, y, size } = place(places, state);
  const value = state.offered_by ? 2 * state.value : state.value;
  const text = wording(value, size);
  const attributes = { class: 'doubler', ...reach(state, canDouble), 'aria-label': strings.cube({ ...state, value }), 'data-value': value };
  return [svg('g', { ...attributes, 'data-owner': state.owner ?? 'none', 'data-offered': Boolean(state.offered_by) },
    svg('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.18 }),
    svg('text', { x, y, 'font-size': fitting(text, size).toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text),
    ...(places[state.owner] === places.middle ? ownersSign(state, x + size / 2, y - size / 2, size * SIGN) : []))];
}
