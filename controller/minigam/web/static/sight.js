// What the page scrolls to by itself, where it is longer than the screen.

const LIT = '.zone:is([data-state="source"], [data-state="target"], [data-state="hit"], [data-state="far"], [data-state="from"], [data-state="to"])';

/** A menu comes into sight where it lies below the board; when it goes, when a game begins, and where a question lies over the page's end, the board does again. */
export function bringMenuIntoSight(before) {
  const { choosing, phase, tight } = document.body.dataset;
  const asked = tight !== 'no' && phase !== before.phase && document.querySelector('.answers:not(:empty, .numbers)');
  const opened = choosing === 'true' && before.choosing !== 'true' && phase !== 'attract';
  const begun = before.phase === 'game-over' && phase !== 'game-over';
  if (opened) document.querySelector('[data-part="choices"]').scrollIntoView({ block: 'nearest' });
  else if (begun || asked || (before.choosing === 'true' && choosing !== 'true')) document.querySelector('main').scrollIntoView({ block: 'start' });
}

let shown = '';

/** What can be touched next comes into sight once, as much of it as there is room for above the dock. */
export function bringLitIntoSight({ phase, turn, selected, sources, targets, step }) {
  const now = JSON.stringify([phase, turn, selected, sources, targets, step]);
  if (now === shown) return;
  shown = now;
  const boxes = [...document.querySelectorAll(LIT)].map((zone) => zone.getBoundingClientRect());
  if (!boxes.length) return;
  const room = window.innerHeight - document.querySelector('.dock').offsetHeight;
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (bottom - top > room && boxes.some((box) => box.top >= 0 && box.bottom <= room)) return;
  document.body.scrollBy(0, top < 0 ? top : Math.min(top, Math.max(0, bottom - room)));
}
