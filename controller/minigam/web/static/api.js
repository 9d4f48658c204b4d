import { strings } from './strings.js';
import { inLanguage } from './words.js';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;
const PATIENCE = 4000;
const MOST_TAPS = 3;

let key = null;

/** The board's own page shows with its key that it is no other program's page. */
export function useKey(found) {
  key = found;
}

async function request(path, { headers = {}, ...options }, patience = PATIENCE) {
  const sent = key ? { ...headers, 'X-Minigam-Key': key } : headers;
  let response;
  try {
    response = await fetch(inLanguage(path), { ...options, headers: sent, signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Error(strings.unreachable);
  }
  const reply = await response.json().catch(() => null);
  if (!response.ok || !reply) throw refusal(reply?.error, response.status);
  return reply;
}

function refusal(error, status) {
  return Object.assign(new Error(error?.message ?? strings.refused(status)), { code: error?.code });
}

export const read = (path) => request(path, {});

export function post(path, body, patience) {
  const headers = { 'Content-Type': 'application/json' };
  return request(path, { method: 'POST', headers, body: JSON.stringify(body) }, patience);
}

/** Changes something that is no touch, and returns what it is now. */
export const change = (path, body) => post(path, body);

/**
 * Sends touches in order, one after another. More than a few waiting, or any during a hold, are refused:
 * a person who hammers the screen must not play on after stopping. `root()` is where touches go.
 */
export function touches(root) {
  let waiting = 0;
  let holding = false;
  let last = Promise.resolve();

  function line(send) {
    if (holding || waiting >= MOST_TAPS) return Promise.reject(new Error(strings.tooFast));
    waiting += 1;
    const sent = last.then(send);
    last = sent.catch(() => {}).then(() => { waiting -= 1; });
    return sent;
  }

  return {
    tap: (input) => line(() => post(`${root()}/tap`, { input })),
    lay: () => line(() => post(`${root()}/lay`, {})),
    hold(inputs, seconds) {
      const sent = line(() => post(`${root()}/hold`, { inputs, seconds }, PATIENCE + 1000 * seconds));
      holding = true;
      return sent.finally(() => { holding = false; });
    },
  };
}

/** Says who plays. */
export const sayNames = (names) => post('/api/names', names);

function socketAddress(path) {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}

/** Follows a WebSocket of JSON messages for ever, and connects again whenever it is lost. */
export function follow(path, { onMessage, onOpen, onLost }) {
  let wait = FIRST_WAIT;

  function open() {
    const socket = new WebSocket(socketAddress(path));
    socket.onopen = () => onOpen?.();
    socket.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      onMessage(JSON.parse(data));
    };
    socket.onclose = () => {
      onLost?.();
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }

  open();
}
