import { strings } from './strings.js';
import { svg } from './svg.js';

const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

function diamond(x, y, reach) {
  return svg('path', { class: 'inlay', d: `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z` });
}

/** A checker: white ones carry a ring and black ones a diamond, so that colour is not the only difference. */
export function checker(side, x, y, radius, name = 'checker') {
  const inlay = side === 'white' ? svg('circle', { class: 'inlay', cx: x, cy: y, r: radius * 0.5 }) : diamond(x, y, radius * 0.48);
  return svg('g', { class: `${name} ${side}` }, svg('circle', { class: 'disc', cx: x, cy: y, r: radius * 0.93 }), inlay);
}

/** What a pawn's face is, by the kind's glyph and the sign's strokes; regular and 0 have none. */
const KINDS = { double: '2×', half: '½', switch: '⇄' };
const SIGNS = { '+': 'M-4 0H4M0 -4V4', '-': 'M-4 0H4' };

/** Its sign at the rim of a pawn, which may be drawn again over what lies on the pawn. */
export function signBadge(face, x, y, radius) {
  const sign = face?.at(-1);
  if (!SIGNS[sign]) return [];
  const at = `translate(${x + radius * 0.7} ${y - radius * 0.66}) scale(${radius * 0.055})`;
  return [svg('g', { class: 'sign', transform: at }, svg('circle', { r: 7 }), svg('path', { d: SIGNS[sign] }))];
}

function kindGlyph(kind, x, y, radius) {
  if (!KINDS[kind]) return [];
  return [svg('text', { class: 'kind', x, y, 'font-size': (radius * 1.05).toFixed(1), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, KINDS[kind])];
}

/** A checker that may show a face, such as `double+`. */
export function pawn(side, face, x, y, radius) {
  const drawn = checker(side, x, y, radius);
  if (!face) return drawn;
  const kind = face.slice(0, -1);
  drawn.dataset.face = face;
  drawn.classList.toggle('faced', kind in KINDS);
  drawn.append(...kindGlyph(kind, x, y, radius), ...signBadge(face, x, y, radius));
  return drawn;
}

/** A checker alone, as a sign for its side beside a text. */
export function swatch(side) {
  return svg('svg', { class: 'swatch', viewBox: '0 0 32 32', 'aria-hidden': 'true' }, checker(side, 16, 16, 16));
}

function fate({ used, lost }) {
  if (!used && !lost) return [];
  return [
    svg('circle', { class: 'badge', cx: 50, cy: 83, r: 14 }),
    svg('path', { class: 'tick', d: lost ? 'M44.5 77.5L55.5 88.5M55.5 77.5L44.5 88.5' : 'M43.5 83L48.5 88L57 78' }),
  ];
}

function face(value) {
  return (PIPS[value] ?? []).map(([across, down]) => svg('circle', { class: 'pip', cx: 27 + 23 * across, cy: 27 + 23 * down, r: 9 }));
}

/** A die with pips: used ones are dimmed and ticked where no face has a pip, lost ones crossed out there. */
export function die(state) {
  const fateName = state.lost ? 'lost' : state.used ? 'used' : 'open';
  return svg('svg',
    { class: `die ${state.side ?? 'white'}`, viewBox: '0 0 100 100', role: 'img', 'aria-label': strings.die(state), 'data-value': state.value, 'data-fate': fateName },
    svg('g', { class: 'cube' }, svg('rect', { class: 'body', x: 4, y: 4, width: 92, height: 92, rx: 18 }), ...face(state.value)),
    ...fate(state));
}
