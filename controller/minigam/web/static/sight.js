// What the page scrolls to by itself, where it is longer than the screen.

const LIT = '.zone:is([data-state="source"], [data-state="target"], [data-state="hit"], [data-state="far"], [data-state="from"], [data-state="to"])';

/** The board comes into sight again when a game begins, and where a question lies over the page's end. */
export function bringBoardIntoSight(before) {
  const { phase, tight } = document.body.dataset;
  const asked = tight !== 'no' && phase !== before.phase && document.querySelector('.answers:not(:empty, .numbers)');
  const begun = phase !== before.phase && (before.phase === 'game-over' || ['attract', 'opening'].includes(phase));
  if (begun || asked) document.querySelector('main').scrollIntoView({ block: 'start' });
}

const MARGIN = 4; // pixels beside what comes into sight

let shown = '';

/** How far to scroll so that all stretches, from where to where, are in sight; not at all where there is room for some only and one is. */
function shift(stretches, start, end) {
  const [low, high] = [Math.min(...stretches.map(([from]) => from)), Math.max(...stretches.map(([, to]) => to))];
  if (high - low > end - start && stretches.some(([from, to]) => from >= start && to <= end)) return 0;
  return low < start ? low - start : Math.min(low - start, Math.max(0, high - end));
}

/** What can be touched next comes into sight once, as much of it as there is room for above the dock; a wide board scrolls sideways too. */
export function bringLitIntoSight({ phase, turn, selected, sources, targets, step }) {
  const now = JSON.stringify([phase, turn, selected, sources, targets, step]);
  if (now === shown) return;
  shown = now;
  const boxes = [...document.querySelectorAll(LIT)].map((zone) => zone.getBoundingClientRect());
  if (!boxes.length) return;
  const room = window.innerHeight - document.querySelector('.dock').offsetHeight;
  document.body.scrollBy(0, shift(boxes.map(({ top, bottom }) => [top, bottom]), 0, room));
  const space = document.querySelector('[data-part="space"]');
  const { left, right } = space.getBoundingClientRect();
  space.scrollBy(shift(boxes.map((box) => [box.left - MARGIN, box.right + MARGIN]), left, right), 0);
}
