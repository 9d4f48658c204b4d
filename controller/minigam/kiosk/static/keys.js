import { isDialogOpen } from './dialogs.js';

const ZONES = { b: 'bar-white', n: 'bar-black', o: 'off-white', p: 'off-black' };
const CONTROLS = { r: 'roll', u: 'undo', backspace: 'undo' };
const ACTIONS = { m: 'menu', '?': 'rules', f: 'fair' };

function inputOf(key, points) {
  if (/^[1-9]$/.test(key) && points <= 9 && Number(key) <= points) return `point-${key}`;
  return ZONES[key] ?? CONTROLS[key];
}

function isPlain({ repeat, ctrlKey, altKey, metaKey }) {
  return !(repeat || ctrlKey || altKey || metaKey);
}

function tapFocused(event, tap) {
  const zone = event.target.closest?.('.zone[role="button"]')?.dataset.zone;
  if (!zone || !['Enter', ' '].includes(event.key)) return false;
  event.preventDefault();
  tap(zone);
  return true;
}

/** Letters and digits for every zone, control and action; Enter and Space for the zone in focus. */
export function wireKeys(pointsOf, { tap, act }) {
  document.addEventListener('keydown', (event) => {
    if (isDialogOpen() || !isPlain(event) || tapFocused(event, tap)) return;
    const key = event.key.toLowerCase();
    const input = inputOf(key, pointsOf());
    if (input) tap(input);
    else if (ACTIONS[key]) act(ACTIONS[key]);
    else return;
    event.preventDefault();
  });
}
