// Everything beside the board: rendered from the snapshot, keeps nothing.

import { illsOf } from './health.js';
import { die, noDie, swatch } from './pieces.js';
import { strings } from './strings.js';
import { html, refill, setText } from './svg.js';

const SIZES = [1.15, 1.05, 0.95, 0.85, 0.75]; // rem
const LONG_CHOICE = 20; // letters; beyond, name and value need smaller ones to stand side by side

const find = (name) => document.querySelector(`[data-part="${name}"]`);

/** Sets a text as large as its place allows. */
function setFitted(element, text) {
  setText(element, text);
  SIZES.some((size) => {
    element.style.fontSize = `${size}rem`;
    return element.scrollHeight <= element.clientHeight;
  });
}

/** Who has won is called by name where one is known; the side is named besides. */
function over(result, names) {
  if (!result.winner) return { text: strings.drawn, side: null, note: '' };
  const name = names[result.winner];
  return { text: strings.wins(result.winner, name), side: result.winner, note: strings.wonAs(result, name) };
}

function headline({ phase, turn, result, seats, names, title }) {
  if (phase === 'game-over' && result) return over(result, names);
  if (phase === 'passing') return { text: strings.passes(turn), side: turn, note: strings.noPlay };
  const titled = strings.headlines[phase];
  if (titled || !turn) return { text: titled ?? title, side: null, note: titled ? title : '' };
  return { text: strings.turn(turn), side: turn, note: strings.toPlay(seats[turn], names[turn], phase) };
}

function renderTurn(snapshot) {
  const { text, side, note } = headline(snapshot);
  find('turn').dataset.side = side ?? 'none';
  find('turn').classList.toggle('long', text.length > 8);
  find('turn').classList.toggle('longest', text.length > 16);
  refill(find('turn-sign'), side, () => (side ? [swatch(side)] : []));
  setText(find('turn-text'), text);
  setText(find('turn-note'), note);
}

/** Whose score is framed: whose turn it is, and in the end who has won. */
function framed({ phase, turn, result }) {
  if (phase === 'attract') return null;
  return phase === 'game-over' && result ? result.winner : turn;
}

function renderScore(snapshot) {
  const { score, totals, seats, names } = snapshot;
  for (const side of ['white', 'black']) {
    const part = find(`score-${side}`);
    const total = totals ? [strings.total(totals[side])] : [];
    part.setAttribute('aria-label', [strings.score(side, score[side], names[side] || strings.seat(seats[side])), ...total].join(', '));
    part.classList.toggle('on', framed(snapshot) === side);
    refill(part, [score[side], totals?.[side] ?? null], ([points, borne]) => [
      swatch(side),
      html('b', {}, String(points)),
      ...(borne === null ? [] : [html('small', {}, strings.shortTotal(borne))]),
    ]);
  }
}

function matchLines({ length, crawford }) {
  return [
    html('span', { class: 'whole' }, strings.match(length)),
    html('span', { class: 'brief' }, strings.shortMatch(length)),
    ...(crawford ? [html('span', { class: 'crawford' }, strings.crawford)] : []),
  ];
}

/** A game without match and cube is played for nothing but the game: then there is nothing to say. */
function renderMatch({ match, cube }) {
  const part = find('match');
  const shown = match?.length || cube ? [match ?? {}] : [];
  part.setAttribute('aria-label', shown.map(({ length, crawford }) => [strings.match(length), crawford && strings.crawford].filter(Boolean).join(', ')).join());
  refill(part, shown, () => shown.flatMap(matchLines));
}

/** The title first, and each fact in one piece: where there is no room for all, the last ones go. */
function renderFacts(snapshot) {
  const spans = (facts) => facts.flatMap((fact, index) => [...(index ? [' · '] : []), html('span', {}, fact)]);
  refill(find('facts'), strings.facts(snapshot), spans);
}

/** The text speaks for itself when it changes; how far the work is, only when it is asked for. */
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

function renderDice({ dice }) {
  const part = find('dice');
  part.dataset.count = dice.length;
  if (!dice.length) part.setAttribute('aria-label', strings.noDice);
  else part.setAttribute('aria-label', dice.map(strings.die).join('; '));
  refill(part, dice, () => (dice.length ? dice.map(die) : [noDie(), noDie()]));
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

function renderChoices({ choices, offered }, board, touch) {
  const part = find('choices');
  part.dataset.columns = columnsOf(choices ?? []);
  const focused = part.contains(document.activeElement) ? document.activeElement.dataset.tap : null;
  refill(part, [choices ?? [], offered, board.feels, touch], ([list]) => list.map((choice) => choiceRow(choice, board, touch, offered)));
  if (focused) part.querySelector(`[data-tap="${focused}"]`)?.focus();
  part.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function playRow(play) {
  return html('li', { 'aria-label': strings.play(play), 'data-side': play.side }, swatch(play.side), html('span', { class: 'roll' }, play.roll.join('-')), html('span', {}, strings.notation(play.play)));
}

function renderPlays({ plays }) {
  refill(find('plays'), plays ?? [], (list) => [...list].reverse().map(playRow));
}

function renderControls({ controls }, touch) {
  for (const [name, { live, label }] of Object.entries(controls)) {
    const button = document.querySelector(`[data-control="${name}"]`);
    if (!button) continue;
    button.dataset.live = live;
    button.disabled = !touch;
    setText(button.querySelector('.text'), label);
    setText(button.querySelector('.name'), strings.button(name, label));
  }
}

/** News first; between, a teacher's verdict on the last play. */
function renderReason({ message, verdict }, notice) {
  const part = find('reason');
  const verdictCode = verdict && (verdict.was_best ? 'was-best' : 'was-not-best');
  part.dataset.code = notice ? 'page' : message?.code ?? verdictCode ?? '';
  setFitted(part, notice ?? message?.text ?? verdict?.text ?? '');
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

/** What to do now; who only watches cannot set a game up. */
function promptFor({ phase, prompt }, { touch }) {
  return phase === 'attract' && !touch ? strings.setUpByOthers : prompt?.text ?? '';
}

/** Renders all texts, dice and buttons beside the board. */
export function renderPanel({ board, me, snapshot, notice, health }) {
  document.body.dataset.phase = snapshot.phase;
  document.body.dataset.choosing = Boolean(snapshot.choices?.length);
  renderFacts(snapshot);
  renderSolving(snapshot);
  setFitted(find('prompt'), promptFor(snapshot, me));
  setText(find('fair-short'), strings.fairShort(snapshot.fairness?.commitment, snapshot.dice_mode));
  renderTurn(snapshot);
  renderScore(snapshot);
  renderMatch(snapshot);
  renderDice(snapshot);
  renderChoices(snapshot, board, me.touch);
  renderPlays(snapshot);
  renderControls(snapshot, me.touch);
  renderReason(snapshot, notice);
  renderHealth(health);
  document.querySelector('[data-action="report"]').hidden = !snapshot.report;
  document.querySelector('[data-action="phones"]').hidden = !(me.touch && me.listening);
  document.querySelector('[data-action="lay"]').hidden = !(me.touch && board.simulated && board.feels && snapshot.wrong?.length);
  setText(document.querySelector('[data-action="menu"]'), strings.held(snapshot.controls?.undo.held));
}
