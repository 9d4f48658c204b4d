import { follow, post, read, touches, useKey } from './api.js';
import { wordingFor } from './audience.js';
import { createBoard } from './board.js';
import { answers, hear, lose } from './boardclock.js';
import { createClocks } from './clock.js';
import { askNewGame, isDialogOpen, provable, showFairness, showHealth, showKeys, showReport, showRules, showSound, wireDialogs } from './dialogs.js';
import { illsOf } from './health.js';
import { followExercises, showExercises, wireExercises } from './exercises.js';
import { showGames } from './games.js';
import { arrangement, seenFrom } from './geometry.js';
import { meantBy, wireDragging, wireTakingBack } from './gestures.js';
import { inviteNext, renderInvitation, showInvitation, wireInvitation } from './invitation.js';
import { wireKeyboard } from './keyboard.js';
import { wireKeys } from './keys.js';
import { showNames } from './names.js';
import { renderPanel } from './panel.js';
import { showPair, showPhones, wirePhones } from './phones.js';
import { followAddress, wireReplay } from './replay.js';
import { renderResting, wireOffer } from './resting.js';
import { bringLitIntoSight } from './sight.js';
import { showSettings } from './settings.js';
import { refreshSetup, showSetup } from './setup.js';
import { createSound } from './sound.js';
import { showStatistics } from './statistics.js';
import { strings } from './strings.js';
import { setText } from './svg.js';
import { learn } from './vocabulary.js';
import { inLanguage } from './words.js';
import { isFar, setsUp, stackOf } from './zones.js';

const SHORTEST_PRESS = 140; // ms a touch stays acknowledged, so that it is seen
const NOTICE = 6000; // ms
const AGAIN = 1000; // ms until what was not answered is asked for again
const HEALTH = 30_000; // ms between two looks at it
const SILENCE = 3000; // ms without a heartbeat, which comes each second: then the board does not answer

const space = document.querySelector('[data-part="space"]');
const drawing = document.querySelector('[data-part="board"]');
const sound = createSound(document.querySelector('[data-part="spoken"]'));
const tellClocks = createClocks();

/** All that the page knows; everything on it is drawn from this. */
const view = { sent: null, board: null, me: null, snapshot: null, frame: '', notice: null, health: { inputs: [] } };
const touch = touches(() => (view.board.simulated ? '/api/sim' : '/api'));
let drawn = null;

const px = (number) => `${Math.round(number)}px`;

/** Arranges the page for its size: see style.css. */
function arrange() {
  const { body, documentElement: root } = document;
  const { layout, tight, lies, panel, ...sizes } = arrangement(view.board, root.clientWidth, window.innerHeight, parseFloat(getComputedStyle(root).fontSize), view.taught);
  Object.assign(body.dataset, { layout, tight, facing: view.facing, taught: view.taught });
  for (const [name, value] of Object.entries({ 'panel-width': panel, ...sizes })) body.style.setProperty(`--${name}`, px(value));
  return { across: sizes.across, tight, lies };
}

/** Puts the two buttons into the board's band, where it has room for them. */
function placeControls(within) {
  const controls = document.querySelector('[data-part="controls"]');
  controls.classList.toggle('within', Boolean(within));
  controls.classList.toggle('high', Boolean(within) && within.height > within.width);
  for (const [name, value] of Object.entries(within ?? {})) controls.style.setProperty(`--${name}`, px(value));
}

/** Opens the commands and tools on a screen that has no row for them, until one is chosen. */
function wireFurther() {
  const button = document.querySelector('.further');
  const open = (whether) => button.setAttribute('aria-expanded', whether);
  button.addEventListener('click', () => open(button.ariaExpanded === 'false'));
  for (const each of document.querySelectorAll('.commands, .tools')) each.addEventListener('click', () => open(false));
}

/** Gives style.css the height that is taken at the screen's lower edge. */
function followDock() {
  const dock = document.querySelector('.dock');
  new ResizeObserver(() => document.body.style.setProperty('--docked', px(dock.offsetHeight))).observe(dock);
}

function build() {
  const { across, tight, lies } = arrange();
  drawn = createBoard(drawing, view.board, view.me, Math.max(across, space.clientWidth), space.clientHeight, tight !== 'no' && !across && view.me.touch, lies);
  placeControls(drawn.controls);
}

const NEEDED = '.board :is(.checker, .die), .zone :is(.ring, .dot, .chevron, .strike), .controls.within button';
const STEPS = 12; // heights that are tried for a reason, from above its place to below it

/** How much of two boxes lies over each other, in square pixels. */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Puts a reason at the place that it is about, where it covers least of what is played with. */
function placeReason() {
  const reason = document.querySelector('[data-part="reason"]');
  const zone = reason.dataset.at && drawing.querySelector(`[data-zone="${reason.dataset.at}"]`);
  if (!zone || !reason.matches('.placed')) return;
  const [at, { width, height }] = [zone.getBoundingClientRect(), reason.getBoundingClientRect()];
  const [space, line] = ['space', 'line'].map((name) => document.querySelector(`[data-part="${name}"]`).getBoundingClientRect());
  const floor = line.left < space.right ? Math.min(line.top, window.innerHeight) : window.innerHeight; // the prompt stays in sight
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, Math.min(space.right, window.innerWidth) - width - 8));
  const lowest = Math.min(at.bottom, floor - height - 4);
  const highest = Math.min(Math.max(4, at.top - height), lowest);
  const needed = [...document.querySelectorAll(NEEDED)].map((part) => part.getBoundingClientRect());
  const covered = (top) => needed.reduce((sum, box) => sum + shared(box, { left, top, right: left + width, bottom: top + height }), 0);
  const tops = Array.from({ length: STEPS + 1 }, (_, step) => highest + ((lowest - highest) * step) / STEPS);
  const apart = (top) => Math.max(0, at.top - height * 0.6 - top); // over the place rather than beside it
  const cost = (top) => covered(top) + apart(top);
  const best = tops.reduce((found, top) => (cost(top) < cost(found) ? top : found));
  Object.assign(reason.style, { left: px(left), top: px(best) });
}

function render() {
  if (!view.board || !view.me || !view.snapshot || !window.innerWidth) return;
  if (!drawn) build();
  drawn.render(view.snapshot);
  drawn.paint(view.frame);
  renderPanel(view);
  bringLitIntoSight(view.snapshot);
  placeReason();
  tellClocks(view.snapshot.clock ?? null);
  renderResting(view);
  renderInvitation(view);
  openNamed(); // now that it is known who looks
}

/** Opens what the page's address names. */
function openNamed() {
  followAddress().catch(tell);
  followExercises().catch(tell);
}

function redraw() {
  drawn = null;
  render();
}

function change(news) {
  Object.assign(view, news);
  if (!face()) render();
}

/** Turns the board the way it faces, and makes room for a teacher; whether that was news. */
function face() {
  const facing = view.snapshot?.settings?.facing ?? 'white';
  const taught = Boolean(view.snapshot?.teacher);
  if (!view.sent || (facing === view.facing && taught === view.taught && view.board)) return false;
  Object.assign(view, { facing, taught, board: seenFrom(facing, view.sent) });
  redraw();
  return true;
}

let forgetting = null;

/** The page's own words; the board's go by themselves. */
function tell(error) {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => change({ notice: null }), NOTICE);
  change({ notice: error.message });
  sound.tell(error.message);
}

async function loadBoard() {
  const board = await read('/api/board');
  if (JSON.stringify(board) === JSON.stringify(view.sent)) return;
  learn(board.lights);
  Object.assign(view, { sent: board, board: null });
  document.title = `minigam · ${board.title}`;
  face();
}

/** Who this page's visitor is may change while it is open: a phone is paired, or no longer. */
async function loadMe() {
  const me = await read('/api/me');
  if (JSON.stringify(me) === JSON.stringify(view.me)) return;
  view.me = me;
  useKey(me.key);
  document.body.dataset.visitor = me.visitor;
  document.body.dataset.touch = me.touch;
  redraw();
}

/** Illness comes slowly: it is asked for now and then, and a lost answer is no matter. */
const lookAtHealth = () => read('/api/health').then((health) => change({ health }), () => {});

/** A refusal may mean that this phone is no longer paired. */
function tellRefusal(error) {
  tell(error);
  if (error.code === 'watching' || error.code === 'foreign-page') loadMe().catch(tell);
}

/** Shows a touch as taken at once, and until the board has answered; returns whether it was taken. */
async function acknowledged(elements, sent) {
  change({ notice: null });
  elements.forEach((element) => element.classList.add('touched'));
  const seen = new Promise((resolve) => { setTimeout(resolve, SHORTEST_PRESS); });
  const done = await sent().then(() => true, tellRefusal);
  await seen;
  elements.forEach((element) => element.classList.remove('touched'));
  return done;
}

function elementsOf(input) {
  return [...document.querySelectorAll(`[data-zone="${input}"], [data-control="${input}"], [data-tap="${input}"]`)];
}

/** A checker goes from one zone to another, or is picked up; where the board feels it, as a hand does that. */
const moveOf = (from, to) => (view.board.feels ? touch.tap(to ?? from) : touch.move(from, to));

function tap(input) {
  if (document.querySelector(`[data-control="${input}"][data-opens]`)) return void act('setup');
  if (!view.board || !view.me?.touch) return;
  const { snapshot } = view;
  if (snapshot && setsUp(input, snapshot)) return void give('new-game');
  const goesFar = snapshot && isFar(input, snapshot);
  acknowledged(elementsOf(input), () => (goesFar ? moveOf(snapshot.selected, input) : touch.tap(input)));
}

/** Asks the board for something by its name, where that does anything now; `then` follows a new game. */
function give(command, then = () => act('setup')) {
  if (!view.me?.touch || !view.snapshot?.commands.includes(command)) return;
  const send = () => acknowledged([...document.querySelectorAll(`[data-command="${command}"]`)], () => touch.command(command));
  if (command === 'new-game') askNewGame(view.snapshot, () => send().then(then));
  else send();
}

const actions = {
  lay: () => view.board?.simulated && view.me?.touch && acknowledged([document.querySelector('[data-action="lay"]')], () => touch.lay()),
  wake: () => view.me?.touch && post('/api/wake', {}).catch(tell),
  setup: () => view.me?.touch && showSetup(() => acknowledged([], () => touch.command('begin'))).catch(tell), // or the board says why nothing begins
  settings: () => view.me?.visitor === 'here' && showSettings().catch(tell),
  invitation: () => view.snapshot && showInvitation(view),
  'invite-again': () => give('new-game', (done) => done && inviteNext()),
  pair: () => view.me && showPair(view.me, () => loadMe().catch(tell)),
  phones: () => view.me && showPhones(view.me).catch(tell),
  rules: () => showRules().catch(tell),
  keys: () => view.board && showKeys(view),
  health: () => illsOf(view.health).length && showHealth(view.health),
  report: () => view.snapshot?.report && showReport(view.snapshot),
  names: () => view.snapshot && view.me?.touch && showNames(view.snapshot),
  games: () => showGames(view.snapshot).catch(tell),
  exercises: () => showExercises().catch(tell),
  statistics: () => showStatistics().catch(tell),
  sound: () => showSound(sound),
  fair: () => provable(view.snapshot) && showFairness(view.snapshot),
};

const act = (name) => actions[name]();

/** Any checker of the side on turn: where it cannot move, the board says why. And what lies where it should not. */
function mayDrag(zone) {
  const { selected, sources, turn, wrong = [] } = view.snapshot;
  if (!view.me?.touch || isDialogOpen() || (view.board.feels && !view.board.simulated)) return false;
  return zone === selected || sources.includes(zone) || wrong.some((found) => found.zone === zone && found.take) || stackOf(zone, view.snapshot).includes(turn);
}

/** A checker that is dragged is picked up, and put down where it is let go. */
function wireDrags() {
  const pickUp = (zone) => acknowledged(elementsOf(zone), () => moveOf(zone, null));
  const putDown = (zone, from) => acknowledged(elementsOf(zone), () => moveOf(from, zone));
  const drawnAt = (zone) => drawing.querySelector(`[data-zone="${zone}"] .checker:last-of-type`);
  const isPickedUp = (zone) => zone === view.snapshot.selected;
  wireDragging(drawing, { mayDrag, isPickedUp, pickUp, putDown, drawnAt });
}

function wireClicks() {
  wireTakingBack(drawing, () => view.snapshot?.controls.undo.live && !isDialogOpen() && tap('undo'));
  document.addEventListener('click', ({ target, detail }) => {
    const data = target.closest('[data-zone], [data-control], [data-tap], [data-action], [data-command]')?.dataset;
    if (!data || target.closest('[aria-disabled="true"]')) return;
    if (data.action) act(data.action);
    else if (data.command) give(data.command);
    else if (!isDialogOpen()) tap(data.zone ? meantBy(detail, data.zone, view.snapshot) : data.control ?? data.tap);
  });
}

function fillTexts() {
  document.documentElement.lang = strings.language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = strings.page[element.dataset.text];
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', strings.page[element.dataset.label]);
}

function connection(state) {
  document.body.dataset.connection = state;
  setText(document.querySelector('[data-part="connection"]'), strings.connection[state]);
  if (drawn) renderResting(view);
}

/** What the board's owner has set for every page; texts in another language are loaded anew. */
function heedSettings(now, before) {
  if (!now || JSON.stringify(now) === JSON.stringify(before)) return;
  if (before && now.language !== before.language) location.reload();
  sound.obey(now, Boolean(before));
}

/** What a pairing asks of the people at the board: no part of the game, it is not among what that says aloud. */
const textOfPairing = (snapshot) => (snapshot?.message?.code === 'pairing' ? wordingFor(snapshot.message, view) : '');

/** A connection's first snapshot is no news: what was said of the last touch stays. */
function takeIn(snapshot) {
  heedSettings(snapshot.settings, view.snapshot?.settings);
  const asked = textOfPairing(snapshot);
  if (asked !== textOfPairing(view.snapshot)) sound.tell(asked);
  change(view.joined ? { snapshot, notice: null } : { snapshot, joined: true });
  refreshSetup().catch(tell);
  sound.handle(snapshot.spoken?.map((each) => ({ ...each, text: wordingFor(each, view) })));
}

/** What the page cannot be without is asked for until it comes, or until another connection asks for it. */
async function insist(load, isCurrent) {
  for (let failed = false; isCurrent(); failed = true) {
    try {
      await load();
      if (failed) change({ notice: null });
      return;
    } catch (error) {
      if (!failed) tell(error);
      await new Promise((again) => { setTimeout(again, AGAIN); });
    }
  }
}

/** `connectLights`: where the board has fallen silent, its other connection is as dead, and never says so. */
function followBoard(connectLights) {
  let opened = 0;
  follow(inLanguage('/api/events?heartbeat=1'), {
    silence: SILENCE,
    onOpen() {
      view.joined = false;
      opened += 1;
      const here = opened;
      for (const load of [loadBoard, loadMe]) insist(load, () => opened === here);
      lookAtHealth();
    },
    onMessage(message) {
      if (!('heartbeat' in message)) return void takeIn(message);
      hear(message.heartbeat);
      connection('live');
    },
    onLost() {
      opened += 1;
      if (answers()) connectLights();
      lose();
      connection('lost');
    },
  });
}

/** Returns what connects anew. */
function followLights() {
  const show = (pixels) => {
    view.frame = pixels;
    drawn?.paint(pixels);
  };
  return follow('/api/lights/events', { onMessage: ({ pixels }) => show(pixels), onLost: () => show('') });
}

function start() {
  fillTexts();
  connection('first');
  sound.apply({});
  wireDialogs();
  wireReplay();
  wireExercises();
  wireOffer(view, () => act('wake'));
  wirePhones(tell);
  wireInvitation();
  wireClicks();
  wireDrags();
  wireFurther();
  followDock();
  wireKeyboard(() => view.me?.visitor === 'here');
  wireKeys(view, { tap, act, give });
  setInterval(lookAtHealth, HEALTH);
  window.addEventListener('hashchange', openNamed);
  new ResizeObserver(redraw).observe(space);
  followBoard(followLights());
}

start();
