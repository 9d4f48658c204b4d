// Touches of the board that mean more than one tap: two of them on one checker, the other mouse button, two fingers.

const SHORT = 400; // ms: two fingers that stay longer are no tap
const FAR = 12; // pixels: nor are they when they move so far

/** What a double tap on a picked up checker means: where it goes, if it can only go there. With pawns it picks the next one. */
export function meantBy(taps, zone, { selected, selected_face: face, targets } = {}) {
  return taps === 2 && zone === selected && !face && targets.length === 1 ? targets[0] : zone;
}

const far = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) > FAR;

/** Calls `takeBack` at a click of the other mouse button and at a tap of two fingers; a long touch is neither. */
export function wireTakingBack(board, takeBack) {
  let tapped = null;

  board.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (event.pointerType === 'mouse') takeBack();
  });
  board.addEventListener('touchstart', ({ touches, timeStamp }) => {
    const areHere = [...touches].every(({ target }) => board.contains(target)); // not another player's, on a button
    tapped = touches.length === 2 && areHere ? { at: timeStamp, fingers: [...touches] } : null;
  }, { passive: true });
  board.addEventListener('touchmove', ({ touches }) => {
    const moved = (finger) => [...touches].some((now) => now.identifier === finger.identifier && far(now, finger));
    if (tapped?.fingers.some(moved)) tapped = null;
  }, { passive: true });
  board.addEventListener('touchend', ({ touches, timeStamp }) => {
    if (touches.length || !tapped) return;
    if (timeStamp - tapped.at < SHORT) takeBack();
    tapped = null;
  });
}
