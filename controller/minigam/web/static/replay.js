// A game again, step by step, on a drawing of its own.

import { read } from './api.js';
import { createStillBoard } from './board.js';
import { showReport } from './dialogs.js';
import { offerPlayOn } from './playon.js';
import { wireKeep } from './stars.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const dialog = document.querySelector('dialog[data-dialog="replay"]');
const words = strings.replay;
/** What a snapshot has of a board on which nothing can be done. */
export const STILL = { phase: 'replay', selected: null, sources: [], targets: [], lifted: [], wrong: [], choices: [] };
const MOVES = { first: () => 0, back: (at) => at - 1, forward: (at) => at + 1, last: (at, end) => end };
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowDown: 'back', ArrowRight: 'forward', ArrowUp: 'forward', End: 'last' };
const PAUSE = 300; // ms a place is stayed at before the address names it: browsers limit how often that may be
const JUDGING = 1000; // ms between two questions whether the plays are judged by now

let game = null;
let drawn = null;
let at = 0;
let asking = false; // whether the reader is to find the best play here
let note = ''; // said in place of the caption, until the place is left
let address = ''; // what the page's address has named last
let beneath = ''; // what it named when the replay was opened from there, such as an exercise
let naming = null;

const end = () => game.frames.length - 1;

/** Has the page's address name the place, such as `#game=12&at=34`. */
function nameNow() {
  const place = dialog.open ? `#game=${game.game}&at=${at}` : location.pathname + location.search + beneath;
  history.replaceState(null, '', place);
  address = location.hash;
}

function nameSoon() {
  clearTimeout(naming);
  naming = setTimeout(nameNow, PAUSE);
}

/** Copies the link, or shows it to be copied by hand where the browser does not let the page do that. */
function copyLink() {
  nameNow();
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
  copied.then(() => remark(words.copied), showLink);
}

function showLink() {
  const field = find('replay-address');
  field.value = location.href;
  field.hidden = false;
  field.select();
}

function whatHappens({ play }) {
  const found = game.plays[play - 1];
  if (!found) return play ? words.unfinished : words.start;
  return words.numbered(turnOf(play), asking ? words.asks(found) : found.verdict?.text ?? strings.play(found));
}

/** The number of a play's turn, as the report counts them: doubles and answers have none. */
const turnOf = (play) => game.plays[play - 1].roll && game.plays.slice(0, play).filter(({ roll }) => roll).length;

const verdictOn = (play) => game.plays[play - 1]?.verdict;
const beginningOf = (play) => game.frames.findIndex((frame) => frame.play === play);

const stepsOf = (play) => game.frames.filter((frame) => frame.play === play && frame.step).map(({ step }) => step);

/** Where a judged play begins, the board shows the whole of it and the best one; where a play ends, what was played; else the next step. */
function arrowsAt({ play, step }) {
  const verdict = verdictOn(play);
  if (!step && play) return { last_play: { moves: stepsOf(play) } };
  if (!verdict || at !== beginningOf(play)) return { step };
  return asking ? {} : { made: verdict.was_best ? [] : verdict.moves, advice: verdict.best_moves };
}

/** The last step also says what came of the game. */
function caption(frame) {
  const result = at === end() ? strings.games.result(game) : '';
  const happens = whatHappens(frame);
  const said = result && happens === words.unfinished ? '' : happens; // the game ended within the play
  const what = [said, arrowsAt(frame).made?.length ? words.arrows : ''].filter(Boolean).join(' ');
  return result && result !== what ? [what, result].filter(Boolean).join(' · ') : what;
}

function playRow(play, index) {
  return html('li', {}, html('button', { type: 'button', 'data-play': index + 1 }, words.numbered(turnOf(index + 1), strings.play(play)), ...markOf(play)));
}

const isMistake = ({ verdict }) => Boolean(verdict?.mark);
const markOf = (play) => (isMistake(play) ? [' ', html('b', {}, words.marks[play.verdict.mark])] : []);

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
  drawn ??= createStillBoard(find('replay-board'), game.board, space);
  drawn.render({ ...STILL, ...frame, step: null, ...arrowsAt(frame) });
  setText(find('replay-caption'), note || caption(frame));
  const slider = find('replay-slider');
  slider.value = at;
  slider.setAttribute('aria-valuetext', caption(frame));
  for (const [move, stop] of [['first', 0], ['back', 0], ['forward', end()], ['last', end()]]) {
    document.querySelector(`[data-move="${move}"]`).setAttribute('aria-disabled', at === stop);
  }
  setText(find('replay-mistake'), asking ? strings.page.bestPlay : words.nextMistake);
  find('replay-plays').style.visibility = asking ? 'hidden' : ''; // they say what was played
  markPlay(frame.play);
  offerPlayOn(game, at, remark);
  nameSoon();
}

function go(to, asks = false, says = '') {
  at = Math.max(0, Math.min(to, end()));
  [asking, note] = [asks, says];
  find('replay-address').hidden = true;
  render();
}

const remark = (text) => go(at, asking, text);

/** To the end of a play; of one that was judged to its beginning, where its arrows are. */
const goToPlay = (play) => go(verdictOn(play) ? beginningOf(play) : game.frames.findLastIndex((frame) => frame.play === play));

/** Asks for the best play where the next mistake was made, after the last one the first; then shows it. */
function tryMistake() {
  const mistakes = game.plays.flatMap((play, index) => (isMistake(play) ? [index + 1] : []));
  const next = mistakes.find((number) => number > game.frames[at].play) ?? mistakes[0];
  go(asking ? at : beginningOf(next), !asking);
}

/** Lists the plays, with what is known of them. */
function listPlays() {
  find('replay-plays').replaceChildren(...game.plays.map(playRow));
  find('replay-mistake').hidden = !game.plays.some(isMistake);
  if (game.judging) setTimeout(() => askAgain(game.game).catch(complain), JUDGING);
}

/** The plays of a long game are judged while one looks at it. */
async function askAgain(number) {
  if (!dialog.open || game.game !== number) return;
  const found = await read(`/api/games/${number}`);
  if (!dialog.open || game.game !== number) return;
  game = found;
  listPlays();
  render();
}

/** Opens a game at one of its steps. */
export async function showReplay(number, step = 0) {
  game = await read(`/api/games/${Number(number) || 0}`).catch((error) => { throw error.code === 'unknown-name' ? new Error(words.gone) : error; });
  drawn = null;
  setText(find('replay-title'), words.title(game));
  listPlays();
  find('replay-slider').max = end();
  find('replay-report').hidden = !game.report;
  wireKeep(find('replay-keep'), game, remark);
  if (!dialog.open) beneath = location.hash.startsWith('#exercises') ? location.hash : '';
  dialog.showModal();
  go(Math.trunc(Number(step)) || 0, false, Number.isInteger(Number(step)) && Number(step) in game.frames ? '' : words.noStep);
}

/** A replay that is open already would hide what the page says. */
function complain(error) {
  if (!dialog.open) throw error;
  remark(error.message);
}

/** Opens the place that the page's address names anew, such as `#game=12&at=34`. */
export async function followAddress() {
  if (location.hash === address) return;
  address = location.hash;
  const named = new URLSearchParams(address.slice(1));
  if (named.has('game')) await showReplay(named.get('game'), named.get('at') ?? 0).catch(complain);
}

/** Buttons, keys and the slider of the replay; once, at the start. */
export function wireReplay() {
  dialog.addEventListener('click', ({ target }) => {
    const data = target.closest('[data-move], [data-play]')?.dataset;
    if (data?.move) go(MOVES[data.move](at, end()));
    else if (data?.play) goToPlay(Number(data.play));
  });
  dialog.addEventListener('keydown', (event) => {
    const move = event.target === find('replay-address') ? null : KEYS[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(MOVES[move](at, end()));
  });
  dialog.addEventListener('close', () => {
    find('replay-board').replaceChildren();
    nameNow();
  });
  find('replay-slider').addEventListener('input', ({ target }) => go(Number(target.value)));
  find('replay-mistake').onclick = tryMistake;
  find('replay-link').onclick = copyLink;
  find('replay-report').addEventListener('click', () => showReport(game));
  new ResizeObserver(() => {
    drawn = null;
    if (game && dialog.open) render();
  }).observe(find('replay-space'));
}
