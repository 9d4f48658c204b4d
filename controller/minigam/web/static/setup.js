// The set-up as a form: drawn from what the daemon lists; what is changed here changes on the board at once.

import { post, read } from './api.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const dialog = () => document.querySelector('dialog[data-dialog="setup"]');
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const control = (name) => part('setup-fields').querySelector(`[name="${name}"]`);

/** What is drawn, but for the present values. */
let drawn = '';
/** What was sent last, until it is taken in or refused. */
let sent = Promise.resolve();

function send(name, value) {
  const mark = (message) => {
    setText(part('setup-fault'), message);
    (control(`${name}_other`) ?? control(name))?.setAttribute('aria-invalid', Boolean(message));
  };
  mark('');
  const tell = ({ message }) => mark(message);
  sent = post('/api/setup', { [name]: value }).then(() => hideTyped(name)).then(refreshSetup, tell);
}

/** Another value than those listed has been taken. */
function hideTyped(name) {
  const typed = control(`${name}_other`);
  if (typed) typed.hidden = true;
}

function yesNo({ name, title }) {
  const box = html('input', { type: 'checkbox', name });
  box.onchange = () => send(name, box.checked);
  return [html('label', { class: 'tick' }, box, html('span', {}, title))];
}

/** Another value is typed below the list. */
function typedFor({ name, title, other }) {
  const typed = html('input', { type: 'text', name: `${name}_other`, placeholder: other, 'aria-label': `${title}: ${other}`, autocomplete: 'off', spellcheck: 'false' });
  typed.hidden = true;
  typed.onchange = () => typed.value.trim() && send(name, typed.value.trim());
  typed.onkeydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // this is not yet the beginning of the game
    typed.onchange();
  };
  return typed;
}

function list(field) {
  const { name, title, values, other } = field;
  const typed = other ? [typedFor(field)] : [];
  const more = other ? [html('option', {}, strings.setup.other)] : [];
  const select = html('select', { name }, ...values.map(({ value, text }) => html('option', { value }, text)), ...more);
  select.onchange = () => {
    const isListed = select.selectedIndex < values.length;
    typed.forEach((input) => { input.hidden = isListed; });
    if (isListed) send(name, select.value);
    else typed[0].focus();
  };
  return [html('label', {}, html('span', {}, title), select), ...typed];
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
  for (const { name, kind, value } of fields) {
    if (kind === 'yes-no') control(name).checked = value;
    else if (control(`${name}_other`)?.hidden !== false) control(name).value = value;
  }
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
  setText(part('setup-fault'), '');
  draw(groups);
  part('setup-form').onsubmit = async (event) => {
    event.preventDefault();
    await sent; // a value that was typed last, and may be refused
    if (part('setup-fault').textContent) return;
    dialog().close();
    begin();
  };
  dialog().showModal();
  part('setup-fields').scrollTop = 0;
}
