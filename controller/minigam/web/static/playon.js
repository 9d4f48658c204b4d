// From a place in a replay a new game begins: where this page may begin one, and the board has room for it.

import { post, read } from './api.js';
import { askNewGame } from './dialogs.js';

const button = document.querySelector('[data-part="replay-on"]');

/** The board is what counts now: the replay, and the list below it, close. */
function showBoard() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

/** Asks before a game on the board is left for it, as for any other new game. */
async function playOn({ game }, at, tell) {
  const begin = () => post('/api/play-on', { game, at }).then(showBoard).catch(({ message }) => tell(message));
  const snapshot = await read('/api/state');
  if (snapshot.phase === 'attract') await begin();
  else askNewGame(snapshot, begin);
}

/** Offers a place of a game to play on from; `tell` says why it cannot be. */
export function offerPlayOn(game, at, tell) {
  button.hidden = !game.play_on || document.body.dataset.touch !== 'true';
  button.setAttribute('aria-disabled', game.ended_by === 'off' && at === game.frames.length - 1);
  button.onclick = () => playOn(game, at, tell).catch(({ message }) => tell(message));
}
