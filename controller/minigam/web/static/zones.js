// What a zone means in a snapshot: pure questions, no drawing.

import { strings } from './strings.js';

/** The checkers of a zone from its base upwards, one side name each. */
export function stackOf(zone, { checkers }) {
  return (checkers[zone] ?? []).flatMap(({ side, count }) => Array(count).fill(side));
}

/** The same with the face that each pawn shows, where pawns have faces. */
function pawnsOf(zone, { checkers }) {
  return (checkers[zone] ?? []).flatMap(({ side, count, faces }) =>
    Array.from({ length: count }, (_, index) => ({ side, ...(faces && { face: faces[index] }) })));
}

/** The same without those that are missing, on a board that feels them; a hit one is not drawn on its bar yet. */
export function lyingOn(zone, snapshot) {
  const drawn = snapshot.message?.code === 'take-hit' ? [] : snapshot.wrong ?? [];
  const missing = drawn.find((found) => found.zone === zone)?.put ?? 0;
  const wanted = pawnsOf(zone, snapshot).filter(({ side }) => side === 'white' || snapshot.rebuilding !== 'white');
  return wanted.slice(0, missing ? -missing : undefined);
}

/** Which of a zone's pawns is picked up: the one with that face, or the topmost. */
export function pickedUp(zone, snapshot) {
  const pawns = pawnsOf(zone, snapshot);
  const found = pawns.findLastIndex(({ face }) => face && face === snapshot.selected_face);
  const at = found < 0 ? Math.max(pawns.length - 1, 0) : found;
  return { at, face: pawns[at]?.face };
}

/** Whether now is the moment to double. */
export const mayDouble = ({ commands = [] }) => commands.includes('double');

/** What a zone stands for; of a list that roll takes from, only what it would take now, as the lights do. */
export function choiceOf(zone, { choices, offered }) {
  return choices?.find((choice) => choice.zone === zone && (offered ?? zone) === zone);
}

/** The answers to a question, each at a bar or a tray of who may give it; and what may come after a game. None where roll takes what is marked. */
export function answersOf({ phase, offered, choices = [] }) {
  if (offered) return [];
  const isAnswer = ({ zone }) => /^(bar-|off-|accept$)/.test(zone);
  return phase === 'game-over' || (phase !== 'attract' && choices.every(isAnswer)) ? choices : [];
}

/** Whether a touch after a game sets up another one, as the command does. */
export function setsUp(input, { phase, offered, choices = [] }) {
  const zone = input === 'roll' ? offered ?? choices[0]?.zone : input;
  return phase === 'game-over' && zone === 'point-3';
}

const NUMBERS = ['1', '2', '3', '4', '5', '6'].map((name) => ({ zone: `point-${name}`, name }));

/** The numbers that a die may show, where one that was rolled by hand is to be entered by taps. */
export const numbersOf = ({ dice_mode: mode, phase }, { feels }) => (mode === 'hand' && !feels && ['opening', 'to-throw'].includes(phase) ? NUMBERS : []);

/** Whether a checker that lands here lies on one of the other side. */
export function holdsOther(zone, snapshot) {
  return zone.startsWith('point') && (stackOf(zone, snapshot).at(-1) ?? snapshot.turn) !== snapshot.turn;
}

/** Whether several steps of the picked up checker lead there. */
export const isFar = (zone, { far_targets: far = [] }) => far.includes(zone);

/** One word: selected, lifted, target, hit, far, source, from, to, choice or idle. */
export function stateOf(zone, snapshot) {
  const { selected, lifted = [], targets = [], sources = [], hits = [], step } = snapshot;
  if (zone === selected && !targets.includes(zone)) return 'selected'; // a computer's switch may end where it began
  if (lifted.includes(zone)) return 'lifted';
  if (targets.includes(zone)) return hits.includes(zone) ? 'hit' : 'target';
  if (isFar(zone, snapshot)) return hits.includes(zone) ? 'hit' : 'far';
  if (sources.includes(zone)) return 'source';
  if (zone === step?.from) return 'from';
  if (zone === step?.to) return hits.includes(zone) ? 'hit' : 'to';
  return choiceOf(zone, snapshot) ? 'choice' : 'idle';
}

function contents(zone, snapshot) {
  const groups = snapshot.checkers[zone] ?? [];
  return groups.length ? groups.map(({ side, count, faces, pinned }) => strings.checkers(side, count, faces, pinned)).join(', ') : strings.empty;
}

/** What a screen reader says of a zone. */
export function describe(zone, snapshot) {
  const choice = choiceOf(zone, snapshot);
  const face = zone === snapshot.selected && snapshot.selected_face;
  const rest = choice ? [strings.choice(choice)] : [contents(zone, snapshot), strings.states[stateOf(zone, snapshot)], face && strings.face(face)];
  const wrong = (snapshot.wrong ?? []).filter((found) => found.zone === zone).map(strings.wrong);
  return [strings.zone(zone, snapshot.numbers), ...rest, ...wrong].filter(Boolean).join(', ');
}
