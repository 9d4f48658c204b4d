// Everything beside the board: rendered from the snapshot, keeps nothing.

import { wordingFor } from './audience.js';
import { provable } from './dialogs.js';
import { illsOf } from './health.js';
import { standing } from './invitation.js';
import { swatch } from './pieces.js';
import { bringBoardIntoSight } from './sight.js';
import { strings } from './strings.js';
import { html, refill, setText } from './svg.js';
import { answersOf, numbersOf } from './zones.js';

const SIZES = [1.15, 1.05, 0.95, 0.85, 0.75]; // rem
const IMPATIENT = 800; // ms, as long as the board takes no tap after a game
const NEXT_TURN = 800; // ms after a turn in which the board takes no roll: who confirms twice has not rolled
const SHORT_NEWS = 64; // letters
const LONG_WORD = 9; // letters: more do not fit into a button in its usual size
const LONG_CHOICE = 20; // letters; beyond, name and value need smaller ones to stand side by side

const ANSWERED_FIRST = ['resigning', 'setting-up', 'stopped'];
const ONE_PLACE = ['double', 'best-play', 'hint']; // the first of them that does something has it, as in the menu on the board

const find = (name) => document.querySelector(`[data-part="${name}"]`);

/** Sets a text as large as its place allows. */
function setFitted(element, text) {
  setText(element, text);
  SIZES.some((size) => {
    element.style.fontSize = `${size}rem`;
    return element.scrollHeight <= element.clientHeight;
  });
}

/** Whose strip glows: who has to act next, and in the end who has won. */
const glowing = ({ waits_for: awaited, result }) => awaited ?? result?.winner ?? null;

/** Whether a side plays at another board that is not there now. */
const isGone = (side, { away }) => away?.side === side && (!away.connected || away.left);

/** What the strip of a side shows: who plays it, how far it is, and what it has won. */
function renderStrip(side, snapshot) {
  const { score, cube, names, seats } = snapshot;
  const strip = find(`strip-${side}`);
  strip.setAttribute('aria-label', strings.strip(side, snapshot));
  strip.classList.toggle('on', glowing(snapshot) === side);
  refill(strip.querySelector('.sign'), side, () => [swatch(side)]);
  setText(find(`name-${side}`), names[side] || strings.side(side));
  strip.classList.toggle('gone', isGone(side, snapshot));
  strip.classList.toggle('shared', Boolean(snapshot.away));
  setText(find(`seat-${side}`), [strings.placed(side, snapshot), strings.level(seats[side]), strings.away(side, snapshot)].filter(Boolean).join(' · '));
  setText(find(`cube-${side}`), cube?.owner === side ? strings.cubeNumber(cube.value) : '');
  setText(find(`pips-${side}`), strings.progress(side, snapshot));
  setText(find(`score-${side}`), String(score[side]));
}

/** The title first, and each fact in one piece: where there is no room for all, the last ones go. */
function renderFacts(snapshot) {
  const spans = (facts) => facts.flatMap((fact, index) => [...(index ? [' · '] : []), html('span', {}, fact)]);
  refill(find('facts'), strings.facts(snapshot), spans);
}

/** The text speaks for itself when it changes; how far the work is, only when it is asked for. */
function renderProof({ fairness }, kind) {
  document.querySelector('[data-action="fair"]').hidden = !kind;
  for (const name of ['fair-name', 'fair-title']) setText(find(name), strings.fairness.title[kind ?? 'dice']);
  const promise = { dice: fairness?.commitment, boards: fairness?.boards?.white.promise }[kind];
  setText(find('fair-short'), kind === 'game' ? '' : strings.fairShort(promise));
}

function renderSolving({ solving }) {
  const left = solving ? strings.solvingLeft(solving) : '';
  const bar = find('solving-bar');
  find('solving').dataset.failed = Boolean(solving?.failure);
  setText(find('solving-text'), solving ? strings.solving(solving) : '');
  find('solving-text').title = solving?.failure ?? ''; // it may be too long for its place
  setText(find('solving-left'), left);
  bar.hidden = !solving || solving.failure || solving.done === 1;
  bar.setAttribute('aria-valuetext', left);
  if (typeof solving?.done === 'number') bar.value = solving.done;
  else bar.removeAttribute('value');
}

/** Where zones are tapped, each line says which, if it is one; else the one is marked that roll would take. */
function choiceRow({ zone, name, value }, { feels }, touch, offered) {
  const key = feels || !zone.includes('-') ? [] : [html('span', { class: 'key' }, strings.zoneLabel(zone).join(' '))];
  const text = html('span', { class: 'name' }, name);
  const chosen = html('b', { class: 'value' }, value);
  const marked = zone === offered && { 'aria-current': 'true' };
  const size = name.length + value.length > LONG_CHOICE ? 'choice long' : 'choice';
  return html('li', {}, html(touch ? 'button' : 'div', { class: size, 'data-tap': zone, ...(touch && { type: 'button' }), ...marked }, ...key, text, chosen));
}

/** Long lists go into two columns: of words alone sooner, as nothing stands at the end of their lines. */
function columnsOf(choices) {
  const most = choices.some(({ value }) => value) ? 6 : 5;
  return choices.length > most ? 2 : 1;
}

const isNumbers = (answers) => answers[0]?.name === '1';

/** The answers to a question, and the numbers of a die, are large buttons, the first answer the usual one; a list is for all else. A second press on what was there before is no answer. */
function renderAnswers(answers) {
  const part = find('answers');
  const button = ({ zone, name, ...does }) => html('button', { type: 'button', ...(zone ? { 'data-tap': zone } : does), 'aria-disabled': 'true' }, name);
  part.classList.toggle('numbers', isNumbers(answers));
  refill(part, answers, (list) => {
    setTimeout(() => part.querySelectorAll('button').forEach((each) => each.removeAttribute('aria-disabled')), IMPATIENT);
    return list.map(button);
  });
}

/** Renders buttons of which some go; the focus of one that goes passes to the first answer or line of the list, or to roll. */
function keepingFocus(render) {
  const focused = document.activeElement;
  const within = focused?.closest('.answers, .controls, .commands');
  render();
  if (within && (!focused.isConnected || focused.hidden)) (document.querySelector('.answers button, button.choice') ?? document.querySelector('[data-control="roll"]')).focus();
}

function renderChoices(choices, { offered }, board, touch) {
  const part = find('choices');
  part.dataset.columns = columnsOf(choices);
  const focused = part.contains(document.activeElement) ? document.activeElement.dataset.tap : null;
  refill(part, [choices, offered, board.feels, touch], ([list]) => list.map((choice) => choiceRow(choice, board, touch, offered)));
  if (focused) part.querySelector(`[data-tap="${focused}"]`)?.focus();
  part.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function playRow(play) {
  return html('li', { 'aria-label': strings.play(play), 'data-side': play.side }, swatch(play.side), html('span', { class: 'roll' }, play.roll.join('-')), html('span', {}, play.text));
}

function renderPlays({ plays }) {
  refill(find('plays'), plays ?? [], (list) => [...list].reverse().map(playRow));
}

/** A text without the places where its words may be parted. */
const plain = (text) => text.replaceAll('\u00ad', '');

/** Puts a label on a large button; one with a long word is written smaller. */
function labelled(button, label) {
  button.dataset.long = plain(label).split(' ').some((word) => word.length > LONG_WORD);
  setText(button, label);
}

/** What leads back from a question stands in the row of its answers, where none of them does. */
function withWayBack(questions, { phase, controls: { undo } }) {
  const leadsBack = phase !== 'game-over' && questions.length === 1 && undo.live && questions.every(({ name }) => name !== undo.label);
  return leadsBack ? [...questions, { zone: 'undo', name: undo.label }] : questions;
}

/** Where a game with another board has stopped, or was the last one: what people want next. */
function withNext(questions, { phase, away, broker, match, score, choices = [] }) {
  const isWon = match?.length && Math.max(score.white, score.black) >= match.length;
  const isLast = phase === 'game-over' && away && isWon && choices.length === 1;
  if (phase !== 'stopped' && !isLast) return questions;
  const again = broker ? [{ 'data-action': 'invite-again', name: strings.page.inviteAgain }] : [];
  return [...again, ...(isLast ? questions : [{ 'data-command': 'new-game', name: strings.page.newGame }])];
}

/** Beside answers stands only what does something else, and of two that do the same only one. */
function renderControls({ controls, phase, away }, touch, answers) {
  const asksAway = phase === 'resigning' && away?.awaited; // the answer is given there
  for (const [name, { live, label }] of Object.entries(controls)) {
    const button = document.querySelector(`[data-control="${name}"]`);
    if (!button) continue;
    button.dataset.live = live;
    button.disabled = !touch;
    const twice = name === 'undo' && label === controls.roll?.label;
    const answered = answers.some((answer) => answer.name === label) || (name === 'undo' && answers.length > 1 && !isNumbers(answers));
    button.hidden = twice || (asksAway && !live) || (answers.length > 0 && (!live || answered));
    labelled(button, label);
  }
}

/** Roll looks dead for as long as the board takes none after a turn. */
function restRoll() {
  const roll = document.querySelector('[data-control="roll"]');
  roll.setAttribute('aria-disabled', 'true');
  setTimeout(() => roll.removeAttribute('aria-disabled'), NEXT_TURN);
}

/** While a game is set up there is nothing to undo: that button opens the form. Where undo goes through the choices, one of the tools does. */
function renderSetupButton({ phase, controls }, { feels }, touch) {
  const [undo, tool] = ['[data-control="undo"]', '.tools [data-action="setup"]'].map((name) => document.querySelector(name));
  const opens = touch && phase === 'attract';
  undo.toggleAttribute('data-opens', opens && !controls.undo.live);
  tool.hidden = !(opens && feels);
  if (!undo.matches('[data-opens]')) return;
  undo.dataset.live = true;
  labelled(undo, strings.page.setUp);
}

/** A command has its button while it does something, for who may touch, and while nothing is asked: a question is answered first. */
function renderCommands({ commands = [], tutorial, result, phase, choices = [] }, touch) {
  setText(document.querySelector('.commands [data-command="new-game"]'), strings.page[tutorial && !result ? 'endFirstGame' : 'newGame']);
  const asked = phase !== 'attract' && (choices.length || ANSWERED_FIRST.includes(phase)); // this is to be answered first
  document.querySelector('.commands').dataset.lesson = Boolean(tutorial && !result);
  const first = ONE_PLACE.find((name) => commands.includes(name));
  const offered = commands.filter((name) => name === first || !ONE_PLACE.includes(name));
  for (const button of document.querySelectorAll('.commands [data-command]')) {
    button.hidden = !touch || asked || !offered.includes(button.dataset.command);
  }
}

/** Short news stand above the prompt; all else in its place, or at the place that it is about, until it goes. While a turn passes the prompt says why. */
function renderReason({ snapshot, notice, ...view }) {
  const part = find('reason');
  const message = snapshot.phase === 'passing' && snapshot.message?.code === 'no-play' ? null : snapshot.message;
  const text = notice ?? wordingFor(message, view);
  part.dataset.code = notice ? 'page' : message?.code ?? '';
  part.dataset.at = (!notice && message?.zone) || '';
  part.classList.toggle('news', Boolean(!notice && message && !message.zone && text.length <= SHORT_NEWS));
  part.classList.toggle('placed', Boolean(part.dataset.at && find('board').querySelector(`[data-zone="${part.dataset.at}"]`)));
  setFitted(part, text);
}

/** A teacher's verdict on the last play: in the panel, and where that is out of sight above the prompt. */
function renderVerdict({ snapshot: { verdict }, ...view }) {
  for (const part of [find('verdict'), find('verdict-docked')]) {
    part.dataset.code = verdict ? (verdict.was_best ? 'was-best' : 'was-not-best') : '';
    setText(part, wordingFor(verdict, view));
  }
}

/** A sign that is there only while something needs care. */
function renderHealth(health) {
  const sign = document.querySelector('[data-action="health"]');
  const number = illsOf(health).length;
  sign.hidden = !number;
  setText(sign, strings.illShort(number));
  sign.title = strings.faulty(health.inputs.length, Boolean(health.disk?.text));
  sign.setAttribute('aria-label', sign.title);
}

/** Renders all texts, dice and buttons beside the board. */
export function renderPanel(view) {
  const { board, me, snapshot, health } = view;
  const before = { ...document.body.dataset };
  document.body.dataset.phase = snapshot.phase;
  const questions = me.touch ? withNext(answersOf(snapshot), snapshot) : [];
  const answers = questions.length || !me.touch ? withWayBack(questions, snapshot) : numbersOf(snapshot, board);
  const choices = questions.length ? [] : snapshot.choices ?? [];
  document.body.dataset.away = snapshot.away?.awaited && !snapshot.away.connected ? 'gone' : '';
  document.body.dataset.choosing = Boolean(choices.length);
  renderFacts(snapshot);
  renderSolving(snapshot);
  for (const side of ['white', 'black']) renderStrip(side, snapshot);
  renderPlays(snapshot);
  keepingFocus(() => {
    renderAnswers(answers);
    renderChoices(choices, snapshot, board, me.touch);
    renderControls(snapshot, me.touch, answers);
    if (['to-throw', 'game-over'].includes(snapshot.phase) && ['moving', 'turn-over', 'passing'].includes(before.phase)) restRoll();
    renderSetupButton(snapshot, board, me.touch);
    renderCommands(snapshot, me.touch);
  });
  bringBoardIntoSight(before);
  renderReason(view);
  setFitted(find('prompt'), standing(snapshot) || wordingFor(snapshot.prompt, view));
  renderVerdict(view);
  renderHealth(health);
  renderProof(snapshot, provable(snapshot));
  document.querySelector('[data-action="report"]').hidden = !snapshot.report;
  document.querySelector('[data-action="phones"]').hidden = !(me.touch && me.listening);
  document.querySelector('[data-action="lay"]').hidden = !(me.touch && board.simulated && board.feels && snapshot.wrong?.length);
}
