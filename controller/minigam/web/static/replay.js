// A game again, step by step, on a drawing of its own.

import { read } from './api.js';
import { createBoard } from './board.js';
import { showReport } from './dialogs.js';
import { wireKeep } from './stars.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const words = strings.replay;
const STILL = { phase: 'replay', selected: null, sources: [], targets: [], lifted: [], wrong: [], choices: [] };
const MOVES = { first: () => 0, back: (at) => at - 1, forward: (at) => at + 1, last: (at, end) => end };
const NUMBER = /^\d{1,12}$/;
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowDown: 'back', ArrowRight: 'forward', ArrowUp: 'forward', End: 'last' };
const PAUSE = 300; // ms the place has to stay, until the address names it: browsers refuse to be told too often

let game = null;
let drawn = null;
let at = 0;
let note = ''; // what is said in place of the caption, until the place is left
let named = ''; // what the page's address says of the place, or is about to say
let naming = null;

const dialog = () => document.querySelector('dialog[data-dialog="replay"]');
const end = () => game.frames.length - 1;

/** Has the page's address name the place, such as `#game=12&at=34`. */
function namePlace() {
  named = `#game=${game.game}&at=${at}`;
  find('replay-link').href = named;
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, '', named), PAUSE);
}

function forgetPlace() {
  clearTimeout(naming);
  named = '';
  history.replaceState(null, '', location.pathname + location.search);
}

/** Copies the link; where a browser does not let the page do that, the address can be copied by hand. */
async function copyLink(event) {
  event.preventDefault();
  const copied = await navigator.clipboard?.writeText(event.target.href).then(() => true, () => false);
  remark(copied ? words.copied : words.copy);
}

function whatHappens({ play }) {
  const found = game.plays[play - 1];
  if (found?.verdict) return words.judged(play, found.verdict);
  return found ? words.play(play, found) : play ? words.unfinished : words.start;
}

const verdictOn = (play) => game.plays[play - 1]?.verdict;
const beginningOf = (play) => game.frames.findIndex((frame) => frame.play === play);

/** Where a judged play begins, the board shows the whole of it and the best one; else the next step. */
function arrowsAt({ play, step }) {
  const verdict = verdictOn(play);
  if (!verdict || at !== beginningOf(play)) return { step };
  return verdict.was_best ? { step: null, advice: verdict.moves } : { step: null, made: verdict.moves, advice: verdict.best_moves };
}

/** The last step also says what came of the game. */
function caption(frame) {
  const what = [whatHappens(frame), arrowsAt(frame).made ? words.arrows : ''].filter(Boolean).join(' ');
  const result = at === end() ? strings.games.result(game) : '';
  return result && result !== what ? `${what} · ${result}` : what;
}

function playRow(play, index) {
  return html('li', {}, html('button', { type: 'button', 'data-play': index + 1 }, words.play(index + 1, play), ...markOf(play)));
}

function markOf({ verdict }) {
  return verdict && !verdict.was_best ? [' ', html('b', {}, words.mark(verdict))] : [];
}

function markPlay(play) {
  const list = find('replay-plays');
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const button = list.querySelector(`[data-play="${play}"]`);
  button?.setAttribute('aria-current', 'true');
  button?.scrollIntoView({ block: 'nearest' });
}

function render() {
  const frame = game.frames[at];
  const space = find('replay-space');
  if (!space.clientWidth) return;
  drawn ??= createBoard(find('replay-board'), game.board, { touch: false }, space.clientWidth, space.clientHeight);
  drawn.render({ ...STILL, ...frame, ...arrowsAt(frame) });
  setText(find('replay-caption'), note || caption(frame));
  const slider = find('replay-slider');
  slider.value = at;
  slider.setAttribute('aria-valuetext', caption(frame));
  for (const [name, off] of [['first', !at], ['back', !at], ['forward', at === end()], ['last', at === end()]]) {
    document.querySelector(`[data-move="${name}"]`).setAttribute('aria-disabled', off);
  }
  markPlay(frame.play);
  namePlace();
}

function go(to) {
  at = Math.max(0, Math.min(to, end()));
  note = '';
  render();
}

function remark(text) {
  note = text;
  render();
}

/** To the end of a play; of one that was judged to its beginning, where its arrows are. */
const goToPlay = (play) => go(verdictOn(play) ? beginningOf(play) : game.frames.findLastIndex((frame) => frame.play === play));

async function load(number) {
  const gone = new Error(words.gone);
  if (!NUMBER.test(number)) throw gone;
  return read(`/api/games/${number}`).catch((error) => { throw error.code === 'unknown-name' ? gone : error; });
}

/** Opens a game at one of its steps. */
export async function showReplay(number, step = '0') {
  game = await load(number);
  const found = NUMBER.test(step) && Number(step) <= end();
  [drawn, at, note] = found ? [null, Number(step), ''] : [null, 0, words.noStep];
  setText(find('replay-title'), words.title(game));
  find('replay-plays').replaceChildren(...game.plays.map(playRow));
  find('replay-slider').max = end();
  find('replay-report').hidden = !game.report;
  wireKeep(find('replay-keep'), game, remark);
  dialog().showModal();
  render();
}

/** Opens the place that the page's address names, where it has not done so yet. */
export async function followAddress() {
  const { hash } = location;
  if (hash === named) return;
  named = hash;
  const place = new URLSearchParams(hash.slice(1));
  if (place.has('game')) await showReplay(place.get('game'), place.get('at') ?? '0');
}

/** Buttons, keys and the slider of the replay; once, at the start. */
export function wireReplay() {
  dialog().addEventListener('click', ({ target }) => {
    const data = target.closest('[data-move], [data-play]')?.dataset;
    if (data?.move) go(MOVES[data.move](at, end()));
    else if (data?.play) goToPlay(Number(data.play));
  });
  dialog().addEventListener('keydown', (event) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(MOVES[move](at, end()));
  });
  dialog().addEventListener('close', () => {
    find('replay-board').replaceChildren();
    forgetPlace();
  });
  find('replay-slider').addEventListener('input', ({ target }) => go(Number(target.value)));
  find('replay-link').addEventListener('click', copyLink);
  find('replay-report').addEventListener('click', () => showReport(game));
  new ResizeObserver(() => {
    drawn = null;
    if (game && dialog().open) render();
  }).observe(find('replay-space'));
}
