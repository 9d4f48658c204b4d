// The page's language. Every text of the page is written in English where it is used, as say('…'); languages/*.po has the others.

const PATIENCE = 4000; // ms
const TRIES = 3; // a board that has just started may be slow

/** The language that the address asks for, the board is set to, or the browser prefers; English where the daemon does not say. */
async function load() {
  const asked = new URLSearchParams(location.search).get('lang');
  const query = asked ? `?lang=${encodeURIComponent(asked)}` : '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const response = await fetch(`/api/language${query}`, { signal: AbortSignal.timeout(PATIENCE) });
      if (response.ok) return await response.json();
    } catch { /* it is asked again; then the page speaks English */ }
  }
  return { lang: 'en', words: {}, plurals: [] };
}

const { lang, words, plurals } = await load();

/** The page's language, as documents name it. */
export const language = lang;

const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A text in the page's language, its {places} filled. */
export function say(text, values = {}) {
  return fill(words[text] ?? text, values);
}

/** A text about a number of things, in the plural form that the page's language takes for {number}. */
export function sayCounted(one, many, number, values = {}) {
  const form = plurals[number < 200 ? number : 100 + (number % 100)];
  return fill(words[one]?.[form] ?? (number === 1 ? one : many), { number, ...values });
}

/** The address of what the daemon says, in the page's language. */
export const inLanguage = (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
