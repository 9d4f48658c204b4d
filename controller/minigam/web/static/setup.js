// The set-up as a form: drawn from what the daemon lists; what is changed here changes on the board at once.

import { post, read } from './api.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const dialog = () => document.querySelector('dialog[data-dialog="setup"]');
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const control = (name) => part('setup-fields').querySelector(`[name="${name}"]`);

/** What is drawn, but for the present values; its fields by name. */
let drawn = '';
let known = new Map();
/** What is typed in place of a listed value, and why a value is refused, by field: both stay until another one is taken. */
const typed = new Map();
const faults = new Map();
/** What was sent, until all of it is taken in or refused. */
let sent = Promise.resolve();

function forget(name) {
  typed.delete(name);
  faults.delete(name);
}

function send(name, value) {
  const taken = () => {
    forget(name);
    return refreshSetup();
  };
  const refused = ({ message }) => {
    faults.set(name, message);
    showFaults();
  };
  sent = sent.then(() => post('/api/setup', { [name]: value })).then(taken).catch(refused);
}

function showFaults() {
  for (const name of faults.keys()) if (!known.has(name)) faults.delete(name);
  setText(part('setup-fault'), [...faults.values()].join('\n'));
  for (const name of known.keys()) (control(`${name}_other`) ?? control(name)).setAttribute('aria-invalid', faults.has(name));
}

/** Where another value is to be typed, and none is, that is a fault, too. */
function findMissing() {
  for (const [name, text] of typed) if (!text.trim() && known.has(name)) faults.set(name, strings.setup.missing(known.get(name)));
}

/** What a field means, below it: its words, and what refers the field to them. */
function meaning({ name, about }) {
  if (!about) return [[], {}];
  const id = `about-${name}`;
  return [[html('small', { id, class: 'about' }, about)], { 'aria-describedby': id }];
}

function yesNo({ name, title, about }) {
  const [said, described] = meaning({ name, about });
  const box = html('input', { type: 'checkbox', name, ...described });
  box.onchange = () => send(name, box.checked);
  return [html('label', { class: 'tick' }, box, html('span', {}, title)), ...said];
}

/** Another value is typed below the list. */
function typedFor({ name, title, other }) {
  const input = html('input', { type: 'text', name: `${name}_other`, 'aria-label': `${title}: ${other}`, autocomplete: 'off', spellcheck: 'false' });
  input.oninput = () => typed.set(name, input.value);
  input.onchange = () => input.value.trim() && send(name, input.value.trim());
  input.onkeydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // this is not yet the beginning of the game
    input.onchange();
  };
  return input;
}

function list(field) {
  const { name, title, values, other } = field;
  const input = other ? [typedFor(field), html('small', { 'aria-hidden': 'true' }, other)] : [];
  const more = other ? [html('option', {}, strings.setup.other)] : [];
  const [said, described] = meaning(field);
  const select = html('select', { name, ...described }, ...values.map(({ value, text }) => html('option', { value }, text)), ...more);
  let isTyped = false; // by keys what follows is still the list's, and Tab goes on
  select.onkeydown = () => { isTyped = true; };
  select.onpointerdown = () => { isTyped = false; };
  select.onchange = () => {
    forget(name);
    if (select.selectedIndex < values.length) send(name, select.value);
    else typed.set(name, '');
    show(field);
    if (!isTyped) input[0]?.focus();
  };
  return [html('label', {}, html('span', {}, title), select), ...input, ...said];
}

/** The present value, or what is being typed in its place. */
function show({ name, kind, value, values }) {
  const [main, input] = [control(name), control(`${name}_other`)];
  if (kind === 'yes-no') main.checked = value;
  else if (typed.has(name)) main.selectedIndex = values.length;
  else main.value = value;
  if (!input) return;
  input.hidden = !typed.has(name);
  if (input !== document.activeElement) input.value = typed.get(name) ?? '';
}

const group = ({ title, fields }) => html('fieldset', {}, html('legend', {}, title), ...fields.flatMap((field) => (field.kind === 'yes-no' ? yesNo : list)(field)));

function draw(groups) {
  const fields = groups.flatMap((each) => each.fields);
  const shape = JSON.stringify(groups.map((each) => ({ ...each, fields: each.fields.map((field) => ({ ...field, value: null })) })));
  if (shape !== drawn) {
    const focused = document.activeElement?.name?.replace(/_other$/, '');
    part('setup-fields').replaceChildren(...groups.map(group));
    drawn = shape;
    if (focused) control(focused)?.focus();
  }
  known = new Map(fields.map((field) => [field.name, field]));
  fields.forEach(show);
  showFaults();
}

/** Draws the form as the set-up is by now, if it is open; a game that has begun closes it. */
export async function refreshSetup() {
  if (!dialog().open) return;
  const { open, groups } = await read('/api/setup');
  if (open) draw(groups);
  else dialog().close();
}

/** Opens the form, where a game is set up; `begin` is called when it is to begin. */
export async function showSetup(begin) {
  const { open, groups } = await read('/api/setup');
  if (!open || dialog().open) return;
  drawn = '';
  [typed, faults].forEach((each) => each.clear());
  draw(groups);
  part('setup-form').onsubmit = async (event) => {
    event.preventDefault();
    await sent; // a value that was typed last, and may be refused
    findMissing();
    showFaults();
    if (faults.size) return void control(`${[...faults.keys()][0]}_other`)?.focus();
    dialog().close();
    begin();
  };
  dialog().showModal();
  part('setup-fields').scrollTop = 0;
}
