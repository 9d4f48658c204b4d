// The dialog of the board's settings: drawn from what the daemon lists; only what differs is sent.

import { post, read } from './api.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`);
const IDLE = [0, 1, 2, 3, 5, 10, 15, 20, 30, 60];
const LONGEST_PIN = 12;
const EVERY = 2000; // ms: how often an update's state is read
const PIN = /^[0-9]{4,12}$/;

const dialog = () => document.querySelector('dialog[data-dialog="settings"]');
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const words = () => strings.settings;

function labelled(text, control) {
  return html('label', {}, html('span', {}, text), control);
}

function checkbox(name, text, checked, value) {
  const box = html('input', { type: 'checkbox', name, value });
  box.checked = checked;
  return html('label', { class: 'tick' }, box, html('span', {}, text));
}

/** A list to choose from; a value that is not in it, as somebody has written it by hand, is added. */
function select(name, values, chosen, text) {
  const all = values.includes(chosen) ? values : [...values, chosen];
  const options = all.map((value) => html('option', { value }, text(value)));
  const list = html('select', { name }, ...options);
  list.value = chosen;
  return list;
}

function slider(name, value, min) {
  const said = html('output', {}, `${value} %`);
  const range = html('input', { type: 'range', name, min, max: 100, step: 5, value });
  range.addEventListener('input', () => setText(said, `${range.value} %`));
  return html('span', { class: 'slider' }, range, said);
}

function group(title, ...children) {
  return html('fieldset', {}, html('legend', {}, title), ...children);
}

const orNever = (text) => text || words().never;

function offered({ settings, games, levels }) {
  const isOffered = (id) => !settings.games.length || settings.games.includes(id);
  return [
    group(words().games, ...Object.entries(games).map(([id, title]) => checkbox('games', title, isOffered(id), id))),
    group(words().levels, ...levels.map((level) => checkbox('levels', strings.seat(level), settings.levels.includes(level), level))),
  ];
}

function lights({ brightness, night, night_lights: nightLights, night_screen: nightScreen }) {
  const [from = '', to = ''] = night.split('-');
  return group(
    words().lights,
    labelled(words().brightness, slider('brightness', brightness, 5)),
    labelled(words().nightFrom, select('from', ['', ...HALF_HOURS], from, orNever)),
    labelled(words().nightTo, select('to', HALF_HOURS, to || '07:00', String)),
    labelled(words().nightLights, select('night_lights', ['off', 'dim'], nightLights, (value) => words().nightLight[value])),
    labelled(words().nightScreen, select('night_screen', ['black', 'off'], nightScreen, (value) => words().nightDisplay[value])),
  );
}

function rest({ idle, rest: time }) {
  return group(
    words().sleep,
    labelled(words().idle, select('idle', IDLE.map(String), String(idle), words().minutes)),
    labelled(words().rest, select('rest', ['', ...HALF_HOURS], time, orNever)),
  );
}

function sound({ tones, speech, volume }) {
  return group(
    words().sound,
    checkbox('tones', words().tones, tones),
    checkbox('speech', words().speech, speech),
    labelled(words().volume, slider('volume', volume, 0)),
  );
}

function screen({ language, facing, numbers }, known) {
  return group(
    words().screen,
    labelled(words().language, select('language', ['', ...known.map(({ lang }) => lang)], language, (value) => known.find(({ lang }) => lang === value)?.name ?? words().browsers)),
    labelled(words().facing, select('facing', ['white', 'black'], facing, strings.side)),
    labelled(words().numbers, select('numbers', ['printed', 'own'], numbers, (value) => words().numbering[value])),
  );
}

/** The password that is set is never sent: an empty field leaves it. */
function broker({ settings: { broker: address, board_name: name, remote_control: control }, broker_password: isSet }) {
  const text = (field, value) => html('input', { type: 'text', name: field, value, autocomplete: 'off', spellcheck: 'false' });
  const remove = isSet ? [checkbox('no_broker_password', words().noBrokerPassword, false)] : [];
  return group(
    words().mqtt,
    labelled(words().broker, text('broker', address)),
    labelled(words().boardName, text('board_name', name)),
    labelled(words().brokerPassword, text('broker_password', '')),
    ...remove,
    checkbox('remote_control', words().remoteControl, control),
  );
}

/** A screen has no keys: these type into a PIN's field. */
function keypad(field, title) {
  const key = (text, label, press) => {
    const button = html('button', { type: 'button', ...(label && { 'aria-label': label }) }, text);
    button.addEventListener('click', press);
    return button;
  };
  const type = (text) => {
    field.value = text.slice(0, LONGEST_PIN);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const digits = [...'1234567890'].map((digit) => key(digit, '', () => type(field.value + digit)));
  const back = key('⌫', words().rubOut, () => type(field.value.slice(0, -1)));
  return html('div', { class: 'keypad', role: 'group', 'aria-label': `${words().keypad}: ${title}` }, ...digits, back);
}

/** A field for a PIN, and what types into it. */
function pinFields(name, text) {
  const field = html('input', { type: 'password', name, inputmode: 'numeric', autocomplete: 'off', maxlength: LONGEST_PIN });
  return [labelled(text, field), keypad(field, text)];
}

/** Who mistypes a new PIN unseen is locked out: it is shown, unless somebody looks over the shoulder. */
function staff({ locked }) {
  const remove = locked ? [checkbox('no_pin', words().noPin, false)] : [];
  const [typed, keys] = pinFields('new_pin', words().newPin);
  const shown = checkbox('pin_shown', words().showPin, true);
  const show = () => { typed.querySelector('input').type = shown.querySelector('input').checked ? 'text' : 'password'; };
  shown.addEventListener('change', show);
  show();
  return group(words().staff, ...remove, typed, shown, keys);
}

/** Beside the button that needs it: the PIN, where there is one. */
function showPin({ locked }) {
  part('settings-pin').hidden = !locked;
  part('settings-pin').replaceChildren(...(locked ? pinFields('pin', words().pin) : []));
}

const versionOf = (text) => text.split('.').map(Number);

/** Whether a version is newer than another. */
function isNewer(offered, installed) {
  const [one, other] = [versionOf(offered), versionOf(installed)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return offered !== '' && at !== -1 && one[at] > other[at];
}

const UNDER_WAY = ['checking', 'installing', 'waiting'];

/** What the updater says, and what the staff may ask of it. */
function showUpdate({ installed, offered, step, text, source }) {
  const newer = isNewer(offered, installed);
  const lines = [words().installed(installed), newer ? words().offered(offered) : step !== 'unknown' && words().nothingOffered, words().step[step](text)];
  part('update-state').replaceChildren(...lines.filter(Boolean).map((line) => html('p', { title: source }, line)));
  part('update-install').disabled = !newer || UNDER_WAY.includes(step);
  part('update-look').disabled = UNDER_WAY.includes(step);
}

async function askUpdate(form, what) {
  const pin = form.elements.pin?.value;
  try {
    await post('/api/update', { what, ...(pin && { pin }) });
    tellFault('');
    await followUpdate();
  } catch ({ message, code }) {
    tellFault(message);
    tellPin(form, code);
  }
}

/** The group for updates, where an updater is installed. */
function updates(found, form) {
  if (!found.available) return [];
  const button = (name, text) => {
    const it = html('button', { type: 'button', 'data-part': `update-${name}` }, text);
    it.addEventListener('click', () => askUpdate(form, name));
    return it;
  };
  return [group(words().update, html('div', { 'data-part': 'update-state', role: 'status' }), button('look', words().look), button('install', words().install))];
}

let following = null;

/** Shows how far an update is, as long as the dialog is open. */
async function followUpdate() {
  clearTimeout(following);
  if (!dialog().open || !part('update-state')) return;
  const found = await read('/api/update').catch(() => null); // it may be starting anew
  if (found && part('update-state')) showUpdate(found);
  following = setTimeout(followUpdate, EVERY);
}

function ticked(form, name) {
  return [...form.querySelectorAll(`[name="${name}"]`)].filter(({ checked }) => checked).map(({ value }) => value);
}

/** The levels offered; those that the board has no use for, and does not list, stay as they are. */
function levelsOf(form, { settings, levels }) {
  const chosen = ticked(form, 'levels');
  const kept = settings.levels.filter((level) => chosen.includes(level) || !levels.includes(level));
  return [...kept, ...chosen.filter((level) => !kept.includes(level))];
}

/** What the form says, in the daemon's words. */
function entered(form, listed) {
  const { elements } = form;
  const chosen = ticked(form, 'games');
  return {
    games: chosen.length === Object.keys(listed.games).length ? [] : chosen,
    levels: levelsOf(form, listed),
    tones: elements.tones.checked,
    speech: elements.speech.checked,
    volume: Number(elements.volume.value),
    language: elements.language.value,
    brightness: Number(elements.brightness.value),
    night: elements.from.value && `${elements.from.value}-${elements.to.value}`,
    night_lights: elements.night_lights.value,
    night_screen: elements.night_screen.value,
    facing: elements.facing.value,
    numbers: elements.numbers.value,
    idle: Number(elements.idle.value),
    rest: elements.rest.value,
    broker: elements.broker.value.trim(),
    board_name: elements.board_name.value.trim(),
    remote_control: elements.remote_control.checked,
  };
}

function pins({ elements }) {
  const fresh = elements.no_pin?.checked ? '' : elements.new_pin.value;
  return {
    ...(elements.pin?.value && { pin: elements.pin.value }),
    ...((fresh || elements.no_pin?.checked) && { new_pin: fresh }),
  };
}

function password({ elements }) {
  const fresh = elements.no_broker_password?.checked ? '' : elements.broker_password.value;
  return fresh || elements.no_broker_password?.checked ? { broker_password: fresh } : {};
}

function changed(form, listed) {
  const differs = ([name, value]) => JSON.stringify(value) !== JSON.stringify(listed.settings[name]);
  return { ...Object.fromEntries(Object.entries(entered(form, listed)).filter(differs)), ...pins(form), ...password(form) };
}

const tellFault = (text) => setText(part('settings-fault'), text);

/** A staff's PIN that was not taken is typed anew; any other fault leaves it. */
function tellPin({ elements: { pin } }, code) {
  if (!pin || !['locked', 'too-many-tries'].includes(code)) return; // a PIN may be newer than the form
  pin.value = '';
  if (code === 'locked') pin.focus();
}

/** What is to be said against the form before it is sent, and the field that it is about. */
function faultOf(form) {
  const { new_pin: fresh, no_pin: none } = form.elements;
  if (fresh.value && !none?.checked && !PIN.test(fresh.value)) return { text: words().badPin, field: fresh };
  return ticked(form, 'games').length ? null : { text: words().noGame };
}

async function save(form, listed) {
  const fault = faultOf(form);
  tellFault(fault?.text ?? '');
  fault?.field?.focus();
  if (fault) return;
  try {
    await post('/api/settings', changed(form, listed));
    dialog().close();
  } catch ({ message, code }) {
    tellFault(message);
    tellPin(form, code);
  }
}

/** Opens the settings, or says why they cannot be read. */
export async function showSettings() {
  const [listed, { known }, update] = await Promise.all([read('/api/settings'), read('/api/language'), read('/api/update')]);
  const { settings } = listed;
  const form = part('settings-form');
  part('settings-fields').replaceChildren(...offered(listed), lights(settings), rest(settings), sound(settings), screen(settings, known), broker(listed), staff(listed), ...updates(update, form));
  if (update.available) showUpdate(update);
  showPin(listed);
  tellFault('');
  form.oninput = () => tellFault('');
  form.onsubmit = (event) => {
    event.preventDefault();
    save(form, listed);
  };
  dialog().showModal();
  part('settings-fields').scrollTop = 0;
  followUpdate();
}
