// Exercises: positions of the stored games in which people went wrong, asked for one after another.

import { read } from './api.js';
import { createStillBoard } from './board.js';
import { STILL, showReplay } from './replay.js';
import { strings } from './strings.js';
import { html, refill, setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="exercises-${name}"]`);
const dialog = document.querySelector('dialog[data-dialog="exercises"]');
const words = strings.exercises;

let list = []; // those read so far, in the order they are asked
let before = null; // where the older ones begin; null at the end
let at = 0;
let shown = false; // whether the answer is in sight
let note = ''; // said in place of an exercise
let drawn = null;
let address = ''; // what the page's address has named last

const one = () => list[at];
const isLast = () => at === list.length - 1 && !before;
const keyOf = ({ rules, side, roll, frame, verdict }) => JSON.stringify([rules, side, [...roll].sort(), frame.position, verdict.best]);

/** Has the page's address name the exercise, such as `#exercises=12&play=34`. */
function nameNow() {
  const place = dialog.open ? `#exercises=${one() ? `${one().game}&play=${one().play}` : ''}` : location.pathname + location.search;
  history.replaceState(null, '', place);
  address = location.hash;
}

/** Reads on among the stored games until there is another exercise, or no other game. */
async function readOn(from = before) {
  const query = from ? `?before=${from}` : '';
  const page = await read(`/api/exercises${query}`);
  const known = new Set(list.map(keyOf));
  const news = page.exercises.filter((each) => !known.has(keyOf(each)));
  list.push(...news);
  before = page.before;
  note = list.length ? '' : note || page.text;
  if (!news.length && before && dialog.open) await readOn();
}

/** The ways of a play from stop to stop: two plays with the same ends may differ in between. */
const legsOf = (moves) => moves.flatMap(({ from, via, to }) => [...via, to].map((stop, index) => ({ from: [from, ...via][index], to: stop })));

function arrows() {
  const { verdict } = one();
  return shown ? { made: legsOf(verdict.moves), advice: legsOf(verdict.best_moves) } : {};
}

function draw() {
  const space = find('space');
  if (!one() || !space.clientWidth) return;
  drawn ??= createStillBoard(find('board'), one().board, space);
  drawn.render({ ...STILL, ...one().frame, ...arrows() });
}

/** A text in which what stands between backticks is a command. */
const coded = (text) => text.split('`').map((part, index) => (index % 2 ? html('code', {}, part) : part));

function render() {
  const exercise = one();
  dialog.dataset.empty = !exercise;
  setText(find('about'), exercise ? words.about(exercise, at + 1) : '');
  setText(find('question'), exercise ? words.asks(exercise) : '');
  refill(find('answer'), exercise && shown ? words.answer(exercise, isLast()) : note, coded);
  setText(find('next'), shown ? words.next : words.show);
  offer('next', exercise && !(shown && isLast()));
  offer('replay', exercise && shown);
  draw();
}

/** Shows a button or not; the others stay where they are. */
function offer(name, whether) {
  const button = find(name);
  if (!whether && button === document.activeElement) find('close').focus();
  button.style.visibility = whether ? '' : 'hidden';
}

function go(to, answers = false) {
  if (!answers) drawn = null; // checkers do not slide from one exercise to another
  [at, shown] = [to, answers];
  render();
  nameNow();
}

function complain({ message }) {
  note = message;
  setText(find('answer'), message);
}

/** The answer, and after it the next exercise. */
async function goOn() {
  if (!shown) return go(at, true);
  const from = at;
  try {
    if (at === list.length - 1 && before) await readOn();
  } catch (error) {
    return complain(error);
  }
  if (at !== from || !shown) return null; // pressed twice
  return from < list.length - 1 ? go(from + 1) : render();
}

const placeOf = (game, play) => list.findIndex((each) => each.game === game && each.play === play);

/** Begins anew: with the newest exercises, or with those of the games below a number. */
function load(from) {
  [list, before, at, shown, note] = [[], null, 0, false, ''];
  return readOn(from).catch(complain);
}

/** Opens the exercises: with the first, or with that of a game's play where there still is one. */
export async function showExercises(game = 0, play = 0) {
  [list, shown, note, drawn] = [[], false, words.looking, null];
  dialog.showModal();
  render();
  await load(null);
  if (game && placeOf(game, play) < 0) await load(game + 1);
  go(Math.max(0, placeOf(game, play)));
  find('next').focus();
}

/** Opens what the page's address names anew, such as `#exercises` or `#exercises=12&play=34`. */
export async function followExercises() {
  if (location.hash === address) return;
  address = location.hash;
  const named = new URLSearchParams(address.slice(1));
  if (named.has('exercises') && !dialog.open) await showExercises(Number(named.get('exercises')), Number(named.get('play')));
}

/** Buttons of the exercises; once, at the start. */
export function wireExercises() {
  find('next').onclick = goOn;
  find('replay').onclick = () => showReplay(one().game, one().at).catch(complain);
  dialog.addEventListener('close', () => {
    find('board').replaceChildren();
    nameNow();
  });
  new ResizeObserver(() => {
    drawn = null;
    if (dialog.open) draw();
  }).observe(find('space'));
}
