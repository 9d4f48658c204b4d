import { answers, secondsIn } from './boardclock.js';
import { strings } from './strings.js';
import { inLanguage } from './words.js';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;
const PATIENCE = 4000;
const CONNECTING = 10_000; // ms
const MOST_TAPS = 3;

let key = null;

/** The board's own page shows with its key that it is no other program's page. */
export function useKey(found) {
  key = found;
}

/** `silent`: what to say where no answer comes. */
async function request(path, { headers = {}, ...options }, patience, silent) {
  const sent = key ? { ...headers, 'X-Minigam-Key': key } : headers;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), patience);
  try {
    const asked = fetch(inLanguage(path), { ...options, headers: sent, signal: end.signal });
    const response = await asked.catch(() => { throw new Error(silent); });
    const reply = await response.json().catch(() => null);
    if (end.signal.aborted) throw new Error(silent);
    if (!response.ok || !reply) throw refusal(reply?.error, response.status);
    return reply;
  } finally {
    clearTimeout(timer);
  }
}

function refusal(error, status) {
  return Object.assign(new Error(error?.message ?? strings.refused(status)), { code: error?.code });
}

export const read = (path) => request(path, {}, PATIENCE, strings.unreachable);

/**
 * Has something done; a board that does not answer is not even asked.
 *
 * `lasts`: how long that takes, in ms. `until`: when it has to be begun, in seconds of the board's clock.
 */
export async function post(path, body, { lasts = 0, until = secondsIn(PATIENCE) } = {}) {
  if (!answers()) throw new Error(strings.notDone);
  const headers = { 'Content-Type': 'application/json', 'X-Minigam-Until': until.toFixed(3) };
  return request(path, { method: 'POST', headers, body: JSON.stringify(body) }, PATIENCE + lasts, strings.noAnswer);
}

/**
 * Sends touches and commands in order, one after another. More than a few waiting are refused: a person
 * who hammers the screen must not play on after stopping. `root()` is where touches go.
 */
export function touches(root) {
  let waiting = 0;
  let last = Promise.resolve();

  function line(send) {
    if (!answers()) return Promise.reject(new Error(strings.notDone));
    if (waiting >= MOST_TAPS) return Promise.reject(new Error(strings.tooFast));
    waiting += 1;
    const until = secondsIn(PATIENCE); // from now, not from when its turn comes
    const sent = last.then(() => send(until));
    last = sent.catch(() => {}).then(() => { waiting -= 1; });
    return sent;
  }

  return {
    tap: (input) => line((until) => post(`${root()}/tap`, { input }, { until })),
    lay: () => line((until) => post(`${root()}/lay`, {}, { until })),
    move: (from, to) => line((until) => post('/api/move', { from, to }, { until })),
    command: (command) => line((until) => post('/api/command', { command }, { until })),
  };
}

/** Says who plays. */
export const sayNames = (names) => post('/api/names', names);

function socketAddress(path) {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}

/**
 * Follows a WebSocket of JSON messages for ever, and connects again whenever it is lost.
 *
 * With `silence`, it is also lost when nothing has come for so long. Returns what gives it up and connects anew.
 */
export function follow(path, { silence = Infinity, onMessage, onOpen, onLost }) {
  let wait = FIRST_WAIT;
  let socket = null;
  let timer = null;

  /** In two steps: where it was the page that stood still, what came meanwhile is taken in between them. */
  function heard() {
    clearTimeout(timer);
    if (silence < Infinity) timer = setTimeout(() => { timer = setTimeout(lose, silence / 2); }, silence / 2);
  }

  function open() {
    socket = new WebSocket(socketAddress(path));
    timer = setTimeout(lose, CONNECTING);
    socket.onopen = () => {
      heard();
      onOpen?.();
    };
    socket.onmessage = ({ data }) => {
      heard();
      wait = FIRST_WAIT;
      onMessage(JSON.parse(data));
    };
    socket.onclose = lose;
  }

  function lose() {
    if (!socket) return; // it is about to connect anew already
    clearTimeout(timer);
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null }).close();
    socket = null;
    onLost?.();
    setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  open();
  return lose;
}
