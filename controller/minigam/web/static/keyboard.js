// A keyboard on the screen, for text that is typed with a finger on the board's own display; phones bring their own.

import { strings } from './strings.js';
import { html } from './svg.js';
import { language } from './words.js';

const LETTERS = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  de: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'],
};
const DIGITS = '1234567890';
const MARKS = "-'.,:+";

const keyboard = html('div', { class: 'keyboard', role: 'group', 'aria-label': strings.keyboard.title });
let field = null;
let capital = false;

/** What a key writes now: names begin with capital letters. */
const written = (letter) => (capital && letter !== 'ß' ? letter.toLocaleUpperCase(language) : letter);

function setCapital(whether) {
  capital = whether;
  for (const key of keyboard.querySelectorAll('[data-letter]')) key.textContent = written(key.dataset.letter);
}

/** Puts a text in place of what is selected, or takes away the letter before. */
function write(text) {
  const { value, maxLength } = field;
  const [start, end] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length];
  const from = text || start < end ? start : Math.max(0, start - 1);
  if (maxLength >= 0 && value.length - (end - from) + text.length > maxLength) return;
  field.setRangeText(text, from, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  setCapital(field.value === '' || text === ' ');
}

function key(text, press, attributes = {}) {
  const made = html('button', { type: 'button', tabindex: -1, ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}

const letterKey = (letter) => key(letter, ({ target }) => write(target.textContent), { 'data-letter': letter });
const row = (...keys) => html('div', {}, ...keys);

function rows() {
  const { space, capitals, back, hide } = strings.keyboard;
  const [first, second, third] = LETTERS[language] ?? LETTERS.en;
  const letters = (text) => [...text].map(letterKey);
  return [
    row(...letters(DIGITS)),
    row(...letters(first)),
    row(...letters(second)),
    row(key('⇧', () => setCapital(!capital), { 'aria-label': capitals }), ...letters(third), key('⌫', () => write(''), { 'aria-label': back })),
    row(...letters(MARKS), key(space, () => write(' '), { class: 'space' }), key('▾', close, { 'aria-label': hide })),
  ];
}

function close() {
  keyboard.remove();
  field?.removeAttribute('inputmode');
  field = null;
}

function open(input) {
  field?.removeAttribute('inputmode');
  field = input;
  field.inputMode = 'none'; // no other keyboard beside it
  if (!keyboard.isConnected) keyboard.replaceChildren(...rows());
  field.closest('dialog').append(keyboard);
  setCapital(field.value === '');
  field.scrollIntoView({ block: 'nearest' });
}

const isText = (element) => element.matches('dialog input:is([type=text], [type=password])');

/** Opens it under a text field that a finger touches, while `mayOpen` says so; it stays for the next field. */
export function wireKeyboard(mayOpen) {
  keyboard.addEventListener('pointerdown', (event) => event.preventDefault()); // the field keeps the focus
  document.addEventListener('click', ({ target, pointerType }) => { // not before: what the finger is on would move
    if (pointerType === 'touch' && isText(target) && mayOpen()) open(target);
  });
  document.addEventListener('focusin', ({ target }) => field && isText(target) && open(target));
  document.addEventListener('close', ({ target }) => target.contains(keyboard) && close(), true);
}
