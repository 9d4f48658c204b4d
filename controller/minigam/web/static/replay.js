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
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowDown: 'back', ArrowRight: 'forward', ArrowUp: 'forward', End: 'last' };

let game = null;
let drawn = null;
let at = 0;

const end = () => game.frames.length - 1;

function whatHappens({ play }) {
  const found = game.plays[play - 1];
  return found ? words.play(play, found) : play ? words.unfinished : words.start;
}

/** The last step also says what came of the game. */
function caption(frame) {
  const what = whatHappens(frame);
  const result = at === end() ? strings.games.result(game) : '';
  return result && result !== what ? `${what} · ${result}` : what;
}

function playRow(play, index) {
  return html('li', {}, html('button', { type: 'button', 'data-play': index + 1 }, words.play(index + 1, play)));
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
  drawn.render({ ...STILL, ...frame });
  setText(find('replay-caption'), caption(frame));
  const slider = find('replay-slider');
  slider.value = at;
  slider.setAttribute('aria-valuetext', caption(frame));
  for (const [name, off] of [['first', !at], ['back', !at], ['forward', at === end()], ['last', at === end()]]) {
    document.querySelector(`[data-move="${name}"]`).setAttribute('aria-disabled', off);
  }
  markPlay(frame.play);
}

function go(to) {
  at = Math.max(0, Math.min(to, end()));
  render();
}

const goToPlay = (play) => go(game.frames.findLastIndex((frame) => frame.play === play));

/** Opens a game at its start. */
export async function showReplay(number) {
  game = await read(`/api/games/${number}`);
  [drawn, at] = [null, 0];
  setText(find('replay-title'), words.title(game));
  find('replay-plays').replaceChildren(...game.plays.map(playRow));
  find('replay-slider').max = end();
  find('replay-report').hidden = !game.report;
  wireKeep(find('replay-keep'), game, (text) => setText(find('replay-caption'), text));
  document.querySelector('dialog[data-dialog="replay"]').showModal();
  render();
}

/** Buttons, keys and the slider of the replay; once, at the start. */
export function wireReplay() {
  const dialog = document.querySelector('dialog[data-dialog="replay"]');
  dialog.addEventListener('click', ({ target }) => {
    const data = target.closest('[data-move], [data-play]')?.dataset;
    if (data?.move) go(MOVES[data.move](at, end()));
    else if (data?.play) goToPlay(Number(data.play));
  });
  dialog.addEventListener('keydown', (event) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(MOVES[move](at, end()));
  });
  dialog.addEventListener('close', () => find('replay-board').replaceChildren());
  find('replay-slider').addEventListener('input', ({ target }) => go(Number(target.value)));
  find('replay-report').addEventListener('click', () => showReport(game));
  new ResizeObserver(() => {
    drawn = null;
    if (game && dialog.open) render();
  }).observe(find('replay-space'));
}
