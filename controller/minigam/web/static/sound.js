// What can be heard: a short tone for each meaning, and what the daemon says aloud. Both come from a snapshot's `spoken`, as does what screen readers are told.

import { language } from './words.js';

const KEPT = 'minigam.sound';
const USUAL = { tones: true, speech: false, volume: 0.3 };
const SOFTEST = 0.0001; // a ramp cannot end at 0

// Each meaning: its notes as [Hz, seconds]. Rising is good, falling is bad; a throw rattles.
const TONES = {
  throw: [[523, 0.05], [659, 0.05], [523, 0.05], [784, 0.09]],
  take: [[587, 0.07]],
  put: [[440, 0.07]],
  refused: [[247, 0.11], [185, 0.16]],
  turn: [[659, 0.09], [880, 0.13]],
  over: [[523, 0.14], [659, 0.14], [784, 0.14], [1047, 0.3]],
};

function remembered() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return USUAL;
  }
}

function remember(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch { /* then it lasts as long as the page */ }
}

function isRemembered() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function forget() {
  try {
    localStorage.removeItem(KEPT);
  } catch { /* there is nothing then */ }
}

/** One note with soft edges, so that it does not click; when it ends. */
function note(audio, [pitch, seconds], start, volume) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = 'triangle';
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(SOFTEST, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
  return start + seconds;
}

/** The page's sound. `reader` is the region that screen readers read out: silent while the page itself speaks. */
export function createSound(reader) {
  const settings = remembered();
  let audio = null;
  let last = null; // the number of what was heard last; null before the first snapshot

  function play(tone) {
    if (!settings.tones || !settings.volume || !TONES[tone]) return;
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume(); // browsers wait for the first touch
    TONES[tone].reduce((start, each) => note(audio, each, start, settings.volume), audio.currentTime);
  }

  function speak(text, atOnce) {
    if (!window.speechSynthesis) return;
    if (atOnce) speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, { lang: language, volume: settings.volume });
    speechSynthesis.speak(utterance);
  }

  /** Says a text once: aloud, or to a screen reader. */
  function tell(text, atOnce = true) {
    if (!text) return;
    if (settings.speech) speak(text, atOnce);
    const line = document.createElement('p');
    line.textContent = text;
    reader.replaceChildren(line); // a new element is read out even where it says the same again
  }

  /** What is new since the last snapshot; a daemon that has started again counts anew. */
  function newsOf(spoken) {
    const newest = spoken.at(-1)?.number ?? 0;
    const news = last === null || newest < last ? [] : spoken.filter(({ number }) => number > last);
    last = newest;
    return news;
  }

  function apply(changed) {
    Object.assign(settings, changed);
    reader.setAttribute('aria-live', settings.speech ? 'off' : 'polite');
    if (!settings.speech) window.speechSynthesis?.cancel();
  }

  return {
    settings,
    tell,

    /** The board's own settings: for a page on which nobody has chosen, and as news for every page. */
    obey({ tones, speech, volume }, isNews) {
      if (isNews) forget();
      if (isNews || !isRemembered()) apply({ tones, speech, volume: volume / 100 });
    },

    handle(spoken = []) {
      const news = newsOf(spoken);
      if (!news.length) return;
      play(news.findLast(({ tone }) => tone)?.tone);
      tell(news.map(({ text }) => text).filter(Boolean).join(' '), news.some(({ at_once: atOnce }) => atOnce));
    },

    apply,

    change(changed) {
      apply(changed);
      remember(settings);
    },

    /** A sample, for whoever sets the volume. */
    sample: () => play('turn'),
  };
}
