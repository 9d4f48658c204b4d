// The two clocks: the board tells them when something happens, and between they count by themselves.

import { strings } from './strings.js';
import { setText } from './svg.js';

const SIDES = ['white', 'black'];
const LOOK = 200; // ms between two looks at the time
const SPOKEN = [10, 30, 60]; // seconds left that are said aloud
const LOW = 10;

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const seconds = (milliseconds) => Math.ceil(Math.max(0, milliseconds) / 1000);

/** What a side has left of its bank and delay so many milliseconds after it was sent, in seconds. */
function leftOf(side, clock, passed) {
  if (side !== clock.running) return { bank: seconds(clock[side]), delay: 0 };
  const over = Math.max(0, passed - clock.delay);
  return { bank: seconds(clock[side] - over), delay: seconds(clock.delay - passed) };
}

function show(side, { bank, delay }, { running, fallen }) {
  const part = find(`clock-${side}`);
  part.classList.toggle('on', side === running);
  part.classList.toggle('low', bank <= LOW);
  setText(part.querySelector('.time'), strings.time(bank));
  setText(part.querySelector('.delay'), strings.clockNote(side === running, delay, fallen.includes(side)));
  part.setAttribute('aria-label', strings.clock(side, bank, side === running));
}

/** Returns what takes in each snapshot's clock. */
export function createClocks() {
  let sent = null;
  let heardAt = 0;
  let before = null; // what the running side had when this was looked at last
  let looking = null;

  function speak(side, bank) {
    const passed = before?.side === side ? SPOKEN.find((limit) => bank <= limit && before.bank > limit) : null;
    if (passed) setText(find('clock-says'), strings.clockSays(side, passed));
    before = { side, bank };
  }

  function look() {
    if (document.body.dataset.connection === 'lost') return; // nobody knows whether it still runs
    for (const side of SIDES) {
      const left = leftOf(side, sent, performance.now() - heardAt);
      show(side, left, sent);
      if (side === sent.running) speak(side, left.bank);
    }
  }

  return function tell(clock) {
    if (clock !== sent) heardAt = performance.now();
    sent = clock;
    for (const side of SIDES) find(`clock-${side}`).hidden = !clock;
    clearInterval(looking);
    if (!clock) return;
    look();
    if (clock.running) looking = setInterval(look, LOOK);
  };
}
