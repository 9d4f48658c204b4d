// What the page shows while the board sleeps, and when it was woken amid a game.

import { answers } from './boardclock.js';
import { strings } from './strings.js';
import { setText } from './svg.js';

const find = (name) => document.querySelector(`[data-part="${name}"]`);
const dialog = () => document.querySelector('dialog[data-dialog="again"]');

const isOpen = ({ phase }) => !['attract', 'game-over', 'closed'].includes(phase);

/** Who plays, how it stands and whose turn it is; nothing where no game is to be gone on with. */
const standing = (snapshot) => (isOpen(snapshot) ? strings.resting.standing(snapshot) : '');

function fallAsleep() {
  for (const open of document.querySelectorAll('dialog[open]')) open.close();
  document.querySelector('[data-action="wake"]').focus();
}

/** Shows or hides the scene; the rest of the page cannot be reached behind it. */
function renderScene(snapshot, mayTouch) {
  const { asleep = false, dark = false } = snapshot;
  const scene = find('resting');
  const fresh = asleep && scene.hidden;
  document.body.dataset.dark = dark;
  document.querySelector('main').inert = asleep;
  scene.hidden = !asleep;
  setText(find('resting-title'), snapshot.title);
  setText(find('resting-game'), standing(snapshot));
  const invitation = isOpen(snapshot) ? strings.resting.goOn : strings.resting.play;
  setText(find('resting-hint'), answers() ? (mayTouch ? invitation : strings.resting.watched) : strings.connection.lost);
  scene.querySelector('[data-action="wake"]').disabled = !mayTouch;
  scene.querySelector('[data-action="pair"]').hidden = mayTouch;
  if (fresh) fallAsleep();
}

/** Asks whether to go on, until somebody answers here or touches the board. */
function renderOffer(snapshot) {
  const { woken = false } = snapshot;
  if (dialog().open && !woken) dialog().close();
  if (dialog().open || !woken) return;
  setText(find('again-game'), standing(snapshot));
  setText(find('again-about'), snapshot.tutorial ? '' : strings.resting.kept);
  dialog().showModal();
}

/** However the question is closed, it is answered; that is heard late, and it may be asked anew by then. */
export function wireOffer(view, goOn) {
  dialog().addEventListener('close', () => !dialog().open && view.snapshot?.woken && goOn());
}

/** Who only watches sees that it sleeps, and asked nothing. */
export function renderResting({ me, snapshot }) {
  renderScene(snapshot, me.touch);
  if (me.touch) renderOffer(snapshot);
}
