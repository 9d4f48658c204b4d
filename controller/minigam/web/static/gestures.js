// Touches of the board that mean more than one tap: two of them on one checker, the other mouse button, two fingers.

const FAR = 12; // pixels: fingers that move so far do not tap

/** What a double tap on a picked up checker means: where it goes, if it can only go there. With pawns it picks the next one. */
export function meantBy(taps, zone, { selected, selected_face: face, targets, far_targets: further = [] } = {}) {
  const isOnly = !face && targets?.length === 1 && !further.length;
  return taps === 2 && zone === selected && isOnly ? targets[0] : zone;
}

const far = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) > FAR;

/** Calls `takeBack` at a click of the other mouse button and at a tap of two fingers; a long touch is neither. */
export function wireTakingBack(board, takeBack) {
  let tapped = null;

  board.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (event.pointerType === 'mouse') takeBack();
  });
  board.addEventListener('touchstart', ({ touches }) => {
    const areHere = [...touches].every(({ target }) => board.contains(target)); // not another player's, on a button
    tapped = touches.length === 2 && areHere ? [...touches] : null;
  }, { passive: true });
  board.addEventListener('touchmove', ({ touches }) => {
    const moved = (finger) => [...touches].some((now) => now.identifier === finger.identifier && far(now, finger));
    if (tapped?.some(moved)) tapped = null;
  }, { passive: true });
  board.addEventListener('touchend', ({ touches }) => {
    if (touches.length || !tapped) return;
    tapped = null;
    takeBack();
  });
}

const zoneAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest('.zone')?.dataset.zone;

/**
 * Lets checkers be dragged. `mayDrag` says from which zones; `pickUp` is called with the zone when a drag begins, unless
 * `isPickedUp` says that it is, and `putDown` with the zone where it ends and the one where it began. Let go where it
 * was, a checker has been tapped; beside the board, it goes back. `drawnAt` is the checker that follows the finger.
 */
export function wireDragging(board, { mayDrag, isPickedUp, pickUp, putDown, drawnAt }) {
  let held = null;
  let dragged = false; // whether the finger or button that was down last dragged: its click is no tap

  function begin() {
    board.setPointerCapture(held.pointerId);
    held.moves = true;
    held.picked = isPickedUp(held.zone) ? null : pickUp(held.zone);
    const drawn = drawnAt(held.zone);
    if (!drawn) return;
    const { left, top, width, height } = drawn.getBoundingClientRect();
    Object.assign(held, { clientX: left + width / 2, clientY: top + height / 2 }); // it is held by its middle
    held.flying = drawn.cloneNode(true);
    held.scale = drawn.getScreenCTM().inverse();
    board.querySelector('.sliding').append(held.flying);
  }

  function follow({ clientX, clientY }) {
    const { a, b, c, d } = held.scale;
    const [across, down] = [clientX - held.clientX, clientY - held.clientY];
    held.flying.setAttribute('transform', `translate(${a * across + c * down} ${b * across + d * down})`);
  }

  function end() {
    held?.flying?.remove();
    held = null;
  }

  async function letGo({ zone, picked }, over) {
    if ((await picked) === undefined || (over === zone && picked)) return; // refused, or no more than a tap
    putDown(over ?? zone, zone);
  }

  board.addEventListener('pointerdown', (event) => {
    const { clientX, clientY, pointerId, isPrimary, button } = event;
    end(); // another finger's, or one whose end was not seen
    dragged = false;
    const zone = zoneAt(event);
    if (isPrimary && button === 0 && zone && mayDrag(zone)) held = { zone, clientX, clientY, pointerId, moves: false };
  });
  board.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    if (!event.buttons) return void end(); // let go elsewhere
    if (!held.moves && far(event, held)) begin();
    if (held.flying) follow(event);
  });
  board.addEventListener('pointerup', (event) => {
    if (event.pointerId !== held?.pointerId) return;
    const [drag, over] = [held, zoneAt(event)];
    end();
    if (!drag.moves) return;
    dragged = true;
    letGo(drag, over);
  });
  board.addEventListener('touchmove', (touch) => held && touch.preventDefault(), { passive: false }); // touch-action does nothing within an SVG
  board.addEventListener('pointercancel', end);
  board.addEventListener('click', (click) => dragged && click.detail && click.stopPropagation()); // without detail it is a key's or a screen reader's
}
