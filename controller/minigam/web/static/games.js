// The list of the games that were played.

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
