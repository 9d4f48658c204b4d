import { isDialogOpen } from './dialogs.js';

const ZONES = { b: 'bar-white', n: 'bar-black', o: 'off-white', p: 'off-black' };
const CONTROLS = { r: 'roll', u: 'undo', backspace: 'undo' };
const COMMANDS = { d: ['double'], m: ['menu'], h: ['best-play', 'hint'] }; // the first of them that does anything
const ACTIONS = { e: 'settings', '?': 'rules', k: 'keys', f: 'fair', g: 'games', t: 'report', w: 'names', s: 'sound' };
const ARROWS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };
const PAUSE = 800; // ms in which a point's second digit may follow its first
const PLAYING = ['opening', 'throwing', 'to-throw', 'copying', 'moving', 'turn-over', 'passing']; // phases in which every point means something
const DIE = 6;

function isPlain({ repeat, ctrlKey, altKey, metaKey }) {
  return !(repeat || ctrlKey || altKey || metaKey);
}

const takesDice = ({ phase, dice_mode: mode }) => mode === 'hand' && ['opening', 'to-throw'].includes(phase);

/** What a typed number taps: a face of the dice, where these are to be chosen, or a point. */
const typedInput = ({ snapshot }, number) => (snapshot?.choices?.some(({ zone }) => zone.startsWith('face-')) ? `face-${number}` : `point-${number}`);

/** The highest point that means anything now: a die's number, a line of a list, or any point of the board. */
function highestOf({ board, snapshot }) {
  if (!board || !snapshot) return 0;
  if (takesDice(snapshot)) return DIE;
  if (PLAYING.includes(snapshot.phase)) return board.points;
  const numbers = (snapshot.choices ?? []).map(({ zone }) => Number(zone.split('-')[1]));
  return Math.max(0, ...numbers.filter(Boolean));
}

/** A point's number, typed digit by digit: taken as soon as no digit can follow, or after a pause. */
function typedNumber(pointsOf, highest, enter) {
  let typed = '';
  let waiting = null;

  function take() {
    clearTimeout(waiting);
    const number = Number(typed);
    typed = '';
    if (number >= 1 && number <= pointsOf()) enter(number);
  }

  function add(digit) {
    if (Number(typed + digit) > highest()) take();
    typed += digit;
    clearTimeout(waiting);
    if (Number(typed) * 10 > highest()) take();
    else waiting = setTimeout(take, PAUSE);
  }

  return { take, add, accepts: (key) => /^[0-9]$/.test(key) && Number(typed + key) > 0, isOpen: () => typed !== '' };
}

const focusedZone = () => document.activeElement?.closest?.('.zone[role="button"]')?.dataset.zone;

/** What the doubling cube stands for, while it has the focus. */
const focusedCommand = () => document.activeElement?.closest?.('.doubler[data-command]')?.dataset.command;

/** The zone beside the one in focus; the first of the last row while none is. */
function neighbour(rows, [across, down]) {
  const from = focusedZone();
  const row = rows.findIndex((zones) => zones.includes(from));
  if (row < 0) return rows.at(-1)?.[0];
  return rows[row + down]?.[rows[row].indexOf(from) + across];
}

function moveFocus(rows, step) {
  document.querySelector(`.zone[data-zone="${neighbour(rows, step)}"]`)?.focus();
}

/** Marks for style.css whether somebody uses keys at present, or a pointer. */
function followKeys() {
  const use = (keys) => () => { document.body.dataset.keys = keys; };
  document.addEventListener('keydown', use(true), true);
  document.addEventListener('pointerdown', use(false), true);
}

/** Letters and digits for every zone, control and action; arrows move the focus, Enter and Space tap the zone in it. */
export function wireKeys(view, { tap, act, give }) {
  const number = typedNumber(() => view.board?.points ?? 0, () => highestOf(view), (entered) => tap(typedInput(view, entered)));

  /** Does what a key stands for, and tells whether it stands for anything. */
  function press(key) {
    if (number.accepts(key)) number.add(key);
    else if (key === 'enter' && number.isOpen()) number.take();
    else return pressOther(key);
    return true;
  }

  function pressOther(key) {
    number.take();
    const input = ZONES[key] ?? CONTROLS[key] ?? (['enter', ' '].includes(key) ? focusedZone() : null);
    if (input) tap(input);
    else if (['enter', ' '].includes(key) && focusedCommand()) give(focusedCommand());
    else if (COMMANDS[key]) give(COMMANDS[key].find((command) => view.snapshot?.commands.includes(command)));
    else if (ACTIONS[key]) act(ACTIONS[key]);
    else if (ARROWS[key]) moveFocus(view.board?.rows ?? [], ARROWS[key]);
    else return false;
    return true;
  }

  followKeys();
  document.addEventListener('keydown', (event) => {
    if (view.snapshot?.asleep && view.me?.touch && isPlain(event)) {
      event.preventDefault();
      act('wake');
    } else if (!isDialogOpen() && isPlain(event) && press(event.key.toLowerCase())) event.preventDefault();
  });
}
