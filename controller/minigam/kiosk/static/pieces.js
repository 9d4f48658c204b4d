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
export function checker(side, x, y, radius) {
  const inlay = side === 'white' ? svg('circle', { class: 'inlay', cx: x, cy: y, r: radius * 0.5 }) : diamond(x, y, radius * 0.48);
  return svg('g', { class: `checker ${side}` }, svg('circle', { class: 'disc', cx: x, cy: y, r: radius * 0.93 }), inlay);
}

/** A checker alone, as a sign for its side beside a text. */
export function swatch(side) {
  return svg('svg', { class: 'swatch', viewBox: '0 0 32 32', 'aria-hidden': 'true' }, checker(side, 16, 16, 16));
}

function fate({ used, lost }) {
  if (lost) return [svg('path', { class: 'cross', d: 'M10 10L90 90M90 10L10 90' })];
  if (!used) return [];
  return [
    svg('circle', { class: 'badge', cx: 80, cy: 80, r: 19 }),
    svg('path', { class: 'tick', d: 'M71 80L78 87L90 73' }),
  ];
}

function face(value) {
  return (PIPS[value] ?? []).map(([across, down]) => svg('circle', { class: 'pip', cx: 27 + 23 * across, cy: 27 + 23 * down, r: 9 }));
}

/** A die with pips: used ones are dimmed and ticked, lost ones crossed out. */
export function die(state) {
  const fateName = state.lost ? 'lost' : state.used ? 'used' : 'open';
  return svg('svg',
    { class: `die ${state.side ?? 'white'}`, viewBox: '0 0 100 100', role: 'img', 'aria-label': strings.die(state), 'data-value': state.value, 'data-fate': fateName },
    svg('g', { class: 'cube' }, svg('rect', { class: 'body', x: 4, y: 4, width: 92, height: 92, rx: 18 }), ...face(state.value)),
    ...fate(state));
}

/** The empty place of a die not thrown yet. */
export function noDie() {
  return svg('svg', { class: 'die none', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg('rect', { class: 'body', x: 4, y: 4, width: 92, height: 92, rx: 18 }));
}
