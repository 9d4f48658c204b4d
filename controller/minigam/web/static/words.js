// The page's language. Every text of the page is written in English where it is used, as say('…'); languages/*.toml has the others.

const PATIENCE = 4000; // ms

/** The language that the address asks for, the board is set to, or the browser prefers; English where the daemon does not say. */
async function load() {
  const asked = new URLSearchParams(location.search).get('lang');
  const query = asked ? `?lang=${encodeURIComponent(asked)}` : '';
  try {
    const response = await fetch(`/api/language${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return await response.json();
  } catch { /* the page speaks English then */ }
  return { lang: 'en', words: {} };
}

const { lang, words } = await load();

/** The page's language, as documents name it. */
export const language = lang;

/** A text in the page's language, its {places} filled. */
export function say(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The address of what the daemon says, in the page's language. */
export const inLanguage = (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
