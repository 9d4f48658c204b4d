// Pairing this phone with the board, and the phones that are paired.

import { post, read } from './api.js';
import { strings } from './strings.js';
import { html, setText } from './svg.js';

const PRESS_LASTS = 36_000; // ms: longer than the board waits for its press
const SEPARATORS = /[^0-9]/g;
const CODE_DIGITS = 8;

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const dialog = (name) => document.querySelector(`dialog[data-dialog="${name}"]`);

const typed = () => part('pair-code').value.replace(SEPARATORS, '');
const isWhole = () => typed().length === CODE_DIGITS;

/** The pairing that is going on: its ticket, and what to do when it has succeeded. */
let pairing = null;

function show(text, { fields = false, again = false } = {}) {
  setText(part('pair-status'), text);
  part('pair-fields').hidden = !fields;
  part('pair-send').hidden = !fields;
  part('pair-send').disabled = !isWhole();
  part('pair-again').hidden = !again;
}

/** What ends a pairing, said; the next try asks for a new code. */
function failed(error) {
  if (pairing) pairing.ticket = null;
  show(error.message, { again: true });
}

async function ask() {
  const mine = pairing;
  show(strings.pairing.asking);
  part('pair-code').value = '';
  try {
    const { ticket } = await post('/api/pair', {});
    if (mine !== pairing) return void post('/api/pair/leave', { ticket }).catch(() => {});
    mine.ticket = ticket;
    show(strings.pairing.code, { fields: true });
    part('pair-code').focus();
  } catch (error) {
    if (mine === pairing) failed(error);
  }
}

async function send() {
  const mine = pairing;
  if (!mine?.ticket || !isWhole()) return;
  try {
    await post('/api/pair/code', { ticket: mine.ticket, code: typed() });
    show(strings.pairing.press);
    await post('/api/pair/press', { ticket: mine.ticket, name: part('pair-name').value }, { lasts: PRESS_LASTS });
    mine.ticket = null;
    show(strings.pairing.done);
    mine.onPaired();
  } catch (error) {
    if (mine !== pairing) return;
    if (error.code === 'wrong-code') show(error.message, { fields: true });
    else failed(error);
  }
}

/** Opens the dialog that pairs this phone; `onPaired` is called when it is. */
export function showPair(me, onPaired) {
  pairing = { ticket: null, onPaired };
  dialog('pair').showModal();
  if (me.cannot_pair) show(me.cannot_pair);
  else ask();
}

/** Who closes the dialog wants no more. */
function leave() {
  if (pairing?.ticket) post('/api/pair/leave', { ticket: pairing.ticket }).catch(() => {});
  pairing = null;
}

function phoneRow(phone, onEnd) {
  const button = html('button', { type: 'button', 'aria-label': strings.endPhone(phone.name) }, strings.page.end);
  button.onclick = () => onEnd(phone.number);
  return html('li', { 'data-phone': phone.number }, html('span', {}, strings.phone(phone)), button);
}

async function renderPhones(onEnd) {
  const { pairings } = await read('/api/pairings');
  const rows = pairings.map((phone) => phoneRow(phone, onEnd));
  part('phones-list').replaceChildren(...(rows.length ? rows : [html('li', {}, strings.noPhones)]));
}

let endPhone = null;

/** Opens the list of paired phones: all at the board, on a phone its own. At the board a code leads other phones here. */
export async function showPhones({ address }) {
  await renderPhones(endPhone);
  part('phones-join').hidden = !address;
  setText(part('phones-address'), address ?? '');
  if (address) part('phones-code').src = '/api/address.svg';
  dialog('phones').showModal();
}

/** `say` tells an error on the page. */
export function wirePhones(say) {
  endPhone = async (number) => {
    await post('/api/pairings/revoke', { number }).catch(say);
    await renderPhones(endPhone).catch(() => dialog('phones').close());
  };
  part('pair-send').onclick = send;
  part('pair-again').onclick = ask;
  part('pair-code').oninput = () => { part('pair-send').disabled = !isWhole(); };
  part('pair-fields').addEventListener('keydown', ({ key }) => { if (key === 'Enter') send(); });
  dialog('pair').addEventListener('close', leave);
}
