// Which games are kept for ever: a button that says so, in the list and beside the game itself.

import { post } from './api.js';
import { strings } from './strings.js';
import { setText } from './svg.js';

function show(button, starred) {
  button.setAttribute('aria-pressed', starred);
  setText(button, strings.keep(starred));
}

async function toggle(button) {
  const { keep: game } = button.dataset;
  const starred = button.getAttribute('aria-pressed') !== 'true';
  await post('/api/star', { game: Number(game), starred });
  for (const each of document.querySelectorAll(`[data-keep="${game}"]`)) show(each, starred);
}

/** Makes a button keep a game; who may not sees only whether it is kept. `tell` says what is refused. */
export function wireKeep(button, { game, starred }, tell) {
  button.dataset.keep = game;
  button.disabled = document.body.dataset.touch !== 'true';
  button.setAttribute('aria-label', strings.keepGame(game));
  button.onclick = () => toggle(button).catch(({ message }) => tell(message));
  show(button, starred);
  return button;
}
