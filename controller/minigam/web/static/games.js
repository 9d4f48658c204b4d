// The games that were played: their list, and what they came to all together.

import { read } from './api.js';
import { showReplay } from './replay.js';
import { wireKeep } from './stars.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const words = strings.games;
const tell = (text) => setText(find('games-about'), text);

let present = null; // the game on the board

function row({ game, damaged, ...facts }) {
  if (damaged) return html('li', { class: 'damaged' }, words.damaged(game), html('small', {}, damaged));
  const isOpen = game === present && !facts.result;
  const about = html('button', { type: 'button', 'data-replay': game },
    html('b', {}, words.who(facts)), html('span', {}, words.what({ game, ...facts })), html('small', {}, isOpen ? words.present : words.result(facts)));
  about.onclick = () => (isOpen ? find('games-list').closest('dialog').close() : showReplay(game).catch(({ message }) => tell(message)));
  return html('li', {}, about, wireKeep(html('button', { type: 'button' }), { game, ...facts }, tell));
}

async function addPage(before) {
  const page = await read(`/api/games${before ? `?before=${before}` : ''}`);
  find('games-list').append(...page.games.map(row));
  const more = find('games-more');
  more.hidden = !page.before;
  more.onclick = () => addPage(page.before).catch(({ message }) => tell(message));
}

/** Opens the list of games, newest first; the one on the board leads back to it until it is over. */
export async function showGames(snapshot) {
  present = snapshot?.game;
  find('games-list').replaceChildren();
  await addPage(null);
  tell(find('games-list').children.length ? '' : words.none);
  document.querySelector('dialog[data-dialog="games"]').showModal();
}

const cells = (values, name = 'td') => values.map((value) => html(name, {}, String(value)));

function table(caption, heads, rows) {
  return html('table', {}, html('caption', {}, caption),
    html('tr', {}, ...heads.map((head) => (head ? html('th', { scope: 'col' }, head) : html('td')))),
    ...rows.map(([first, ...rest]) => html('tr', {}, html('th', { scope: 'row' }, first), ...cells(rest))));
}

const tally = ({ games, won, points, gammons, matches }) => [games, won, points, gammons, matches];

function aboutPlayer(player) {
  const rows = [
    [words.all, ...tally(player)],
    ...player.by_rules.map((one) => [one.title, ...tally(one)]),
    ...player.against.map((one) => [words.against(one, player), ...tally(one)]),
  ];
  const cost = player.cost === null ? [] : [html('p', {}, words.cost(player))];
  return [table(words.player(player), words.heads, rows), ...cost];
}

function aboutDice([name, { counts, text }]) {
  if (!counts.some(Boolean)) return [];
  return [table(words.dice[name], ['', '1', '2', '3', '4', '5', '6'], [[words.thrown, ...counts]]), html('p', {}, text)];
}

const extremes = (found) => ['longest', 'shortest'].filter((name) => found[name]).map((name) => html('p', {}, words[name](found[name])));

/** Opens what all games came to: by player, and the dice. */
export async function showStatistics() {
  const found = await read('/api/statistics');
  find('statistics-text').replaceChildren(
    html('p', {}, words.over(found.games)), ...extremes(found),
    ...found.players.flatMap(aboutPlayer), ...Object.entries(found.dice).flatMap(aboutDice));
  document.querySelector('dialog[data-dialog="statistics"]').showModal();
  find('statistics-text').scrollTop = 0;
}
