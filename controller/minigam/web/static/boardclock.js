// The clock of the daemon, as its heartbeats show it. While the board does not answer nobody knows it.

let ahead = null; // ms; by the last heartbeat, which was a little on its way: so it is never too much

/** Takes in a heartbeat: what the daemon's clock showed, in seconds. */
export function hear(seconds) {
  ahead = 1000 * seconds - performance.now();
}

/** The board does not answer any more. */
export function lose() {
  ahead = null;
}

/** Whether the board answers. */
export const answers = () => ahead !== null;

/** What the daemon's clock will show in so many milliseconds, in seconds; NaN while the board does not answer. */
export const secondsIn = (milliseconds) => (answers() ? (performance.now() + ahead + milliseconds) / 1000 : NaN);
