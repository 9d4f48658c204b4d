// What all games came to together: numbers in tables, and above some of them a picture.

import { read } from './api.js';
import { bars, columns } from './charts.js';
import { strings } from './strings.js';
import { html } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const words = strings.games;
const SIDE_BY_SIDE = 10; // columns that have room for a number each

const cells = (values, name = 'td') => values.map((value) => html(name, {}, String(value)));

const rowsOf = (heads, rows) => [
  html('tr', {}, ...heads.map((head) => (head ? html('th', { scope: 'col' }, head) : html('td')))),
  ...rows.map(([first, ...rest]) => html('tr', {}, html('th', { scope: 'row' }, first), ...cells(rest))),
];

const table = (caption, heads, rows) => html('table', {}, html('caption', {}, caption), ...rowsOf(heads, rows));

/** A picture under its title, and its numbers as a table. */
function pictured(title, picture, heads, rows, ...more) {
  return html('figure', {}, html('figcaption', {}, title), picture, html('table', { 'aria-label': title }, ...rowsOf(heads, rows)), ...more);
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

const share = ({ games, won }) => (games ? won / games : 0);

/** Bars of the games won, of those `[name, { games, won }]` that have any. */
function aboutWins(title, all) {
  const played = all.filter(([, { games }]) => games);
  if (!played.length) return [];
  const drawn = played.map(([name, wins]) => ({ name, number: words.percent(share(wins)), share: share(wins) }));
  const label = words.described(title, played.map(([name, wins]) => words.won(name, wins)));
  return [pictured(title, bars(label, drawn), ['', ...words.heads.slice(1, 3)], played.map(([name, { games, won }]) => [name, games, won]))];
}

function aboutDice([name, { counts, text }]) {
  const rolled = counts.reduce((sum, count) => sum + count, 0);
  if (!rolled) return [];
  const [title, expected] = [words.dice[name], rolled / counts.length];
  const values = counts.map((count, index) => ({ name: index + 1, number: count, value: count }));
  const label = words.described(title, [...values.map((each) => words.column(each)), words.expected(expected)]);
  return [pictured(title, columns(label, values, { value: expected, name: words.expected(expected) }),
    ['', '1', '2', '3', '4', '5', '6'], [[words.thrown, ...counts]], html('p', {}, text))];
}

/** What an average play gave away in each of the newest games; of many only some have room for words. */
function aboutErrors(errors) {
  if (!errors.length) return [];
  const most = Math.max(...errors.map(({ cost }) => cost));
  const named = errors.length <= SIDE_BY_SIDE ? errors : [errors[0], errors.at(-1)];
  const numbered = errors.length <= SIDE_BY_SIDE ? errors : [errors.find(({ cost }) => cost === most)];
  const values = errors.map((one) => ({ name: named.includes(one) ? one.game : '', number: numbered.includes(one) ? words.cents(one.cost) : '', value: one.cost }));
  const label = words.described(words.errors, errors.map((one) => words.column({ name: words.ofGame(one), number: words.cents(one.cost) })));
  return [pictured(words.errors, columns(label, values), words.errorHeads,
    errors.map((one) => [words.ofGame(one), one.judged, words.cents(one.cost)]).reverse())];
}

const extremes = (found) => ['longest', 'shortest'].filter((name) => found[name]).map((name) => html('p', {}, words[name](found[name])));

/** Opens what all games came to: by player, and the dice. */
export async function showStatistics() {
  const found = await read('/api/statistics');
  const { sides, levels } = found;
  find('statistics-text').replaceChildren(
    html('p', {}, words.over(found.games)), ...extremes(found),
    ...aboutWins(words.bySide, ['white', 'black'].map((side) => [strings.side(side), sides[side]])),
    ...aboutWins(words.byLevel, levels.map((one) => [strings.level(one.seat), one])),
    ...Object.entries(found.dice).flatMap(aboutDice),
    ...found.players.flatMap(aboutPlayer), ...aboutErrors(found.errors));
  document.querySelector('dialog[data-dialog="statistics"]').showModal();
  find('statistics-text').scrollTop = 0;
}
