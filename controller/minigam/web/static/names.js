// Who plays: two names, kept with the game.

import { read, sayNames } from './api.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const input = (side) => document.querySelector(`input[data-name="${side}"]`);
const dialog = () => document.querySelector('dialog[data-dialog="names"]');

/** Names that were played under before are offered; without them one can still be typed. */
const offerKnown = () => read('/api/statistics').then(({ players }) => {
  const known = players.filter(({ name }) => name);
  document.querySelector('#known-names').replaceChildren(...known.map(({ name }) => html('option', { value: name })));
}, () => {});

async function done() {
  try {
    await sayNames({ white: input('white').value.trim(), black: input('black').value.trim() });
    dialog().close();
  } catch ({ message }) {
    setText(find('names-about'), message);
  }
}

/** Opens the names of the present game; a computer has none. */
export function showNames({ names, seats }) {
  offerKnown();
  setText(find('names-about'), '');
  for (const side of ['white', 'black']) {
    input(side).value = names[side];
    input(side).disabled = seats[side] !== 'human';
    input(side).placeholder = input(side).disabled ? strings.seat(seats[side]) : '';
    input(side).onkeydown = ({ key }) => key === 'Enter' && done();
  }
  find('names-done').onclick = done;
  dialog().showModal();
}
