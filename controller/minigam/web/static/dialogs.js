import { read } from './api.js';
import { illsOf } from './health.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';
import { inLanguage } from './words.js';

const dialog = (name) => document.querySelector(`dialog[data-dialog="${name}"]`);
const part = (name) => document.querySelector(`[data-part="${name}"]`);

export const isDialogOpen = () => Boolean(document.querySelector('dialog[open]'));

function section({ heading, lines }) {
  return [html('h3', {}, heading), html('ul', {}, ...lines.map((line) => html('li', {}, line)))];
}

/** Opens the rules card of the present game, or says why it cannot be read. */
export async function showRules() {
  const card = await read('/api/rules');
  setText(part('rules-title'), card.title);
  part('rules-text').replaceChildren(html('div', { class: 'columns' }, ...card.sections.flatMap(section)));
  dialog('rules').showModal();
  part('rules-text').scrollTop = 0;
}

function keyRow([keys, meaning]) {
  return [html('dt', {}, ...keys.flatMap((key) => [html('kbd', {}, key), ' '])), html('dd', {}, meaning)];
}

/** What a key needs to do anything at all: on this board, in this game, for this visitor. */
function neededFor({ board, me, snapshot }) {
  const may = Boolean(me?.touch);
  const taps = may && (board.simulated || !board.feels);
  const zones = board.rows.flat();
  const has = (zone) => taps && zones.includes(zone);
  return {
    anybody: true, may, taps, bars: has('bar-white'), trays: has('off-white'), cube: may && Boolean(snapshot?.cube),
    advice: may && Boolean(snapshot?.hints || snapshot?.teacher), fair: Boolean(provable(snapshot)), report: Boolean(snapshot?.report), own: me?.visitor === 'here',
  };
}

/** Opens the list of the keyboard's keys that do something here. */
export function showKeys(view) {
  const met = neededFor(view);
  const rows = strings.keys(view.board.points).filter(([needed]) => met[needed]);
  part('keys-rows').replaceChildren(...rows.flatMap(([, ...row]) => keyRow(row)));
  dialog('keys').showModal();
}

/** What a game can prove: `dice`, that the board rolled fairly; `boards`, that both boards did; `game`, by its code, that nobody has changed it since. */
export function provable(snapshot) {
  if (!snapshot || snapshot.tutorial) return null;
  if (snapshot.fairness?.boards) return 'boards';
  if (snapshot.dice_mode !== 'hand') return 'dice';
  return snapshot.fairness?.code ? 'game' : null;
}

/** What each board gave for the dice. */
function rowsOfBoards(boards) {
  const { notYet, boards: names } = strings.fairness;
  const rows = (name, of) => ['white', 'black'].map((side) => [names[name][side], of(boards[side]) ?? notYet]);
  return [...rows('key', ({ key }) => key), ...rows('promise', ({ promise }) => promise), ...rows('share', ({ secret }) => secret)];
}

function fairRows({ boards, commitment, secret, white, black, code }, kind) {
  const words = strings.fairness;
  const promised = [
    [words.commitment, commitment ?? words.notYet],
    [words.white, white ?? words.notYet],
    [words.black, black ?? words.notYet],
    [words.secret, secret ?? words.hidden],
  ];
  const given = { dice: promised, boards: boards && rowsOfBoards(boards), game: [] }[kind];
  const rows = [...given, [words.code, code || words.hidden]];
  return rows.flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, String(value))]);
}

export function showFairness(snapshot) {
  const { fairness, game } = snapshot;
  const kind = provable(snapshot);
  part('fair-rows').replaceChildren(...fairRows(fairness ?? {}, kind));
  setText(part('fair-about'), strings.fairness.about[kind]);
  setText(part('fair-verify'), strings.fairness.verify(game));
  dialog('fair').showModal();
}

/** Opens the settings of sound, which take effect as they are changed. */
export function showSound(sound) {
  for (const input of dialog('sound').querySelectorAll('[data-sound]')) {
    const { sound: name } = input.dataset;
    if (input.type === 'range') input.value = sound.settings[name];
    else input.checked = sound.settings[name];
    input.onchange = () => {
      sound.change({ [name]: input.type === 'range' ? Number(input.value) : input.checked });
      sound.sample();
    };
  }
  dialog('sound').showModal();
}

/** Opens the list of what needs care. */
export function showHealth(health) {
  part('health-list').replaceChildren(...illsOf(health).map((text) => html('li', {}, text)));
  dialog('health').showModal();
}

/** Opens the report of a finished game: a page of its own, so that it can be printed and kept. A frame that has shown it would not load it again. */
export function showReport({ game }) {
  const page = part('report-page').cloneNode();
  page.onload = () => setText(part('report-waits'), '');
  page.src = `${inLanguage(`/report?game=${game}`)}#dark`;
  part('report-page').replaceWith(page);
  dialog('report').showModal();
  setText(part('report-waits'), strings.judging);
}

/** Asks before a game, or its match, is left; `start` is called when the answer is yes, or nothing is lost by it. */
export function askNewGame(snapshot, start) {
  const { title, about } = strings.askNewGame(snapshot);
  if (!about) {
    start();
    return;
  }
  setText(part('new-title'), title);
  setText(part('new-about'), about);
  part('start-new').onclick = () => {
    dialog('new').close();
    start();
  };
  dialog('new').showModal();
}

/** Close buttons and touches outside close a dialog; Esc does by itself, but where a browser keeps it for the text that is typed. */
export function wireDialogs() {
  for (const element of document.querySelectorAll('dialog')) {
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.target.tagName !== 'INPUT') return;
      event.preventDefault(); // or the dialog below would be closed too
      element.close();
    });
    element.addEventListener('click', ({ target }) => {
      if (target === element || target.closest('[data-close]')) element.close();
    });
  }
}
