// A game against a friend at another board: one of them invites under a code of six dice, the other one joins with it.

import { post } from './api.js';
import { die } from './pieces.js';
import { strings } from './strings.js';
import { html, refill, setText } from './svg.js';

const DICE = 6;
const FACES = ['1', '2', '3', '4', '5', '6'];
const OPEN = ['waiting', 'asked', 'searching'];
const OVER = ['refused', 'expired', 'unknown', 'taken', 'unfit'];
const IMPATIENT = 800; // ms: who has just touched something else has not answered
const SETTLING = 500; // ms after which what was sent shows, even where it has changed nothing
const LOOK = 1000; // ms between two looks at the time
const PATIENCE = 3000; // ms for the board to be free, once a game is left
/** What has the focus in each scene: nothing that would end it. */
const FOCUS = { start: 'invite', ask: 'code', invited: 'close', asked: 'refuse', searching: 'close', joining: 'close', over: 'again', unreachable: 'close' };
const RESTING = ['asked', 'invited', 'searching', 'joining'];

const part = (name) => document.querySelector(`[data-part="invitation-${name}"]`);
const dialog = () => document.querySelector('dialog[data-dialog="invitation"]');
const isOpen = (invitation) => OPEN.includes(invitation?.state);
const stamp = () => JSON.stringify({ ...snapshot.invitation, seconds: null });

/** What was rendered last: the snapshot, when it came, and the scene. */
let snapshot = { broker: null, invitation: null };
let heardAt = 0;
let scene = null;
/** What somebody has chosen here while no invitation is open, and the dice entered so far. */
let chosen = 'start';
let entered = [];
let isSending = false;
let isFree = false; // to invite
let invitesUntil = 0; // by then the game that was left is gone, or was not left
let sentAt = ''; // what was invited then
let settling = null;
let looking = null;
/** Who asked when the dialog opened by itself: closed, it stays so for them. */
let shownFor = null;

/** start, ask (for a code), invited, asked, searching, joining, over or unreachable. */
function sceneOf({ broker, invitation }) {
  if (isOpen(invitation)) return invitation.inviting ? { waiting: 'invited', asked: 'asked' }[invitation.state] : { waiting: 'joining', searching: 'searching' }[invitation.state];
  if (broker !== 'connected') return 'unreachable';
  return chosen ?? (OVER.includes(invitation?.state) ? 'over' : 'start');
}

/** How an open invitation stands, for the page's prompt; nothing without one. */
export function standing({ phase, broker, invitation }) {
  if (phase !== 'attract' || !isOpen(invitation)) return '';
  return strings.invitation.standing(sceneOf({ broker, invitation }), invitation);
}

function codeDie(value) {
  if (!value) return html('span', { class: 'gap' });
  const drawn = die({ value });
  drawn.setAttribute('class', 'code-die'); // none of the game's
  drawn.setAttribute('aria-hidden', 'true'); // the digits say it
  return drawn;
}

/** The six dice, with a gap for each that is still to be entered. */
function renderCode() {
  const isPast = scene === 'over' && snapshot.invitation.inviting; // nobody can join with it any more
  const code = scene === 'ask' ? entered : snapshot.invitation?.code ?? [];
  const gaps = scene === 'ask' ? DICE - code.length : 0;
  refill(part('dice'), [...code, ...Array(gaps).fill(0)], (values) => values.map(codeDie));
  setText(part('digits'), strings.invitation.digits(code, gaps));
  part('code').hidden ||= isPast;
  part('code').toggleAttribute('tabindex', scene === 'ask');
  if (scene === 'ask') part('code').tabIndex = 0;
  part('send').disabled = gaps > 0;
  part('rub-out').disabled = code.length === 0;
}

/** How long an invitation is still open: counted on since the snapshot came. */
function renderTime() {
  const seconds = isOpen(snapshot.invitation) ? snapshot.invitation.seconds - (performance.now() - heardAt) / 1000 : 0;
  setText(part('time'), scene === 'invited' ? strings.invitation.time(Math.max(0, Math.ceil(seconds))) : '');
}

function renderTexts() {
  const { says, keys, about, lost } = strings.invitation;
  const { invitation, broker } = snapshot;
  setText(part('says'), says(scene, invitation));
  setText(part('about'), about(scene, snapshot));
  setText(part('key'), ['asked', 'joining'].includes(scene) && invitation.key ? keys(invitation) : '');
  setText(part('lost'), broker !== 'connected' && scene !== 'unreachable' ? lost : '');
  setText(part('again'), strings.invitation.again(invitation));
}

/** What has just come up takes no answer at once: a finger may be on its way to something else. */
function restAnswers() {
  const buttons = dialog().querySelectorAll('[data-rests]');
  buttons.forEach((button) => button.setAttribute('aria-disabled', 'true'));
  setTimeout(() => buttons.forEach((button) => button.removeAttribute('aria-disabled')), IMPATIENT);
}

function render() {
  const now = sceneOf(snapshot);
  const isNew = now !== scene;
  scene = now;
  dialog().dataset.scene = scene;
  for (const each of dialog().querySelectorAll('[data-scenes]')) each.hidden = !each.dataset.scenes.split(' ').includes(scene);
  renderTexts();
  renderCode();
  renderTime();
  if (!isNew) return;
  setText(part('fault'), '');
  if (RESTING.includes(scene)) restAnswers();
  if (dialog().open) part(FOCUS[scene]).focus();
}

/** What was sent has had its effect: the board's invitation is what counts. */
function settle() {
  clearTimeout(settling);
  settling = null;
  isSending = false;
  chosen = null;
  entered = [];
  render();
}

/** Sends what somebody wants, and shows it as soon as the board does. */
async function send(wanted) {
  if (isSending) return;
  isSending = true;
  sentAt = stamp();
  setText(part('fault'), '');
  try {
    await post('/api/invitation', wanted);
    if (stamp() !== sentAt) settle();
    else settling = setTimeout(settle, SETTLING);
  } catch (error) {
    isSending = false;
    setText(part('fault'), error.message);
  }
}

function join() {
  if (entered.length === DICE) send({ do: 'join', code: entered });
}

function choose(what) {
  chosen = what;
  entered = [];
  render();
}

/** One more die of the code; after the last one Enter sends it. */
function enter(value) {
  if (entered.length === DICE) return;
  entered = [...entered, value];
  setText(part('fault'), '');
  renderCode();
  if (entered.length === DICE) part('send').focus();
}

function rubOut() {
  entered = entered.slice(0, -1);
  renderCode();
  if (document.activeElement.disabled || document.activeElement === document.body || document.activeElement === part('send')) part('code').focus();
}

function press(event) {
  if (scene !== 'ask' || event.ctrlKey || event.altKey || event.metaKey) return;
  if (FACES.includes(event.key)) enter(Number(event.key));
  else if (event.key === 'Backspace') rubOut();
  else if (event.key === 'Enter' && event.target === part('code')) join();
  else return;
  event.preventDefault();
}

const presses = {
  invite: () => send({ do: 'invite' }),
  ask: () => choose('ask'),
  back: () => choose('start'),
  send: join,
  'rub-out': rubOut,
  accept: () => send({ do: 'accept' }),
  refuse: () => send({ do: 'refuse' }),
  withdraw: () => send({ do: 'cancel' }),
  stop: () => send({ do: 'cancel' }),
  again: () => (snapshot.invitation?.inviting ? send({ do: 'invite' }) : choose('ask')),
};

function faceButton(face) {
  const button = html('button', { type: 'button', 'aria-label': face }, codeDie(Number(face)));
  button.onclick = () => enter(Number(face));
  return button;
}

/** Whether this page may invite and join now: while a game is set up, and as long as an invitation is open. */
function isOffered({ me, snapshot: { broker, invitation, phase } }) {
  return Boolean(me?.touch && broker && (phase === 'attract' || isOpen(invitation)));
}

function open() {
  if (dialog().open) return;
  dialog().showModal();
  render();
  part(FOCUS[scene]).focus();
  clearInterval(looking);
  looking = setInterval(renderTime, LOOK);
}

/** Opens the dialog; what has ended before is over and done with. */
export function showInvitation(view) {
  if (!isOffered(view)) return;
  if (!isOpen(snapshot.invitation)) choose('start');
  open();
}

/** Invites as soon as the board is free for it: a game that is over was just left. */
export function inviteNext() {
  invitesUntil = performance.now() + PATIENCE;
  if (isFree) inviteNow();
}

function inviteNow() {
  isFree = false;
  invitesUntil = 0;
  choose('start');
  open();
  if (snapshot.broker === 'connected') send({ do: 'invite' });
}

/** Takes in the snapshot's invitation: the dialog follows it, opens when a board asks, and closes when the game begins. */
export function renderInvitation(view) {
  const before = snapshot;
  const { broker = null, invitation = null, title, match, asleep = false } = view.snapshot;
  snapshot = { broker, invitation, title, match };
  heardAt = performance.now();
  if (isOpen(invitation)) chosen = null;
  if (settling && stamp() !== sentAt) settle();
  const offered = isOffered(view);
  for (const button of document.querySelectorAll('[data-action="invitation"]')) {
    button.hidden = !offered;
    button.classList.toggle('waits', isOpen(invitation));
  }
  const agreed = isOpen(before.invitation) && invitation?.state === 'agreed';
  if (dialog().open && (!offered || agreed)) return void dialog().close();
  render();
  isFree = offered && !isOpen(invitation);
  if (isOpen(invitation)) invitesUntil = 0;
  if (isFree && performance.now() < invitesUntil) inviteNow();
  const asks = offered && invitation?.state === 'asked' ? `${invitation.key} ${asleep}` : null;
  if (asks && asks !== shownFor) open();
  shownFor = asks;
}

/** Who has read how an invitation has ended puts that away. */
function close() {
  clearInterval(looking);
  if (scene === 'over') post('/api/invitation', { do: 'cancel' }).catch(() => {}); // it is put away by the next one, too
}

/** Gives the dialog's buttons and keys their meaning. */
export function wireInvitation() {
  part('faces').prepend(...FACES.map(faceButton));
  for (const [name, pressed] of Object.entries(presses)) {
    part(name).addEventListener('click', () => part(name).ariaDisabled !== 'true' && pressed());
  }
  dialog().addEventListener('keydown', press);
  dialog().addEventListener('close', close);
}
