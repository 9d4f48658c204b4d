"""Opens a profile's hardware: the only place that knows which drivers a board needs."""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from minigam.board.profile import Profile
from minigam.board.profile_model import GPIO, PICO, SIMULATED
from minigam.drivers.gpio import GpioInputs, pi_factory
from minigam.drivers.interfaces import AnimatedStrip, Hand, Inputs, Listeners, Strip
from minigam.drivers.pi import Pi
from minigam.drivers.pico import expected_board, pico_board
from minigam.drivers.pixels import NeoPixelStrip, StripThread, pi_pin
from minigam.drivers.serialport import open_pico
from minigam.drivers.simulated import MockHand, captured_strip, mock_factory
from minigam.drivers.simulated_jig import JIG_VARIABLE, JigLink, Move
from minigam.drivers.simulated_pico import SimulatedPico

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenHardware:
    """A board's lowest layer, opened."""

    inputs: Inputs
    strip: AnimatedStrip
    hand: Hand | None
    """Moves the inputs of a simulated board."""
    after_dark: Callable[[], None] = lambda: None
    """Called at the end, once the strip is dark."""

    def close(self) -> None:
        """Give the inputs back and go dark."""
        try:
            self.inputs.close()
        finally:
            self.strip.close()
            self.after_dark()


def open_parts(profile: Profile, listeners: Listeners) -> OpenHardware:
    """Open a board; raise `HardwareError` where that fails.

    `minigam hil sim` names its simulated jig in the environment: see `open_on_a_bench`.
    """
    if jig := os.environ.get(JIG_VARIABLE):
        log.warning("no real board is used: %s names a simulated jig at %s", JIG_VARIABLE, jig)
        return open_on_a_bench(profile, listeners, Path(jig))
    return _OPENERS[profile.driver](profile, listeners)


def _open_gpio(profile: Profile, listeners: Listeners) -> OpenHardware:
    inputs = GpioInputs(pi_factory(Pi()), profile.inputs, listeners.edge)
    return _with_strip(lambda: open_strip(profile), listeners, inputs, None)


def _open_simulated(profile: Profile, listeners: Listeners) -> OpenHardware:
    if profile.on_a_pico:
        sensors = profile.sensors.count if profile.sensors else 0
        pico = SimulatedPico(expected_board(profile), profile.input_names, sensors)
        board = pico_board(profile, pico.open, listeners)
        return OpenHardware(board, board, pico)
    factory = mock_factory()
    inputs = GpioInputs(factory, profile.inputs, listeners.edge)
    hand = MockHand(factory, profile.inputs)
    return _with_strip(lambda: _captured(profile), listeners, inputs, hand)


def _open_pico(profile: Profile, listeners: Listeners) -> OpenHardware:
    board = pico_board(profile, open_pico, listeners)
    return OpenHardware(board, board, None)


def open_on_a_bench(profile: Profile, listeners: Listeners, jig: Path) -> OpenHardware:
    """Any board without its hardware; the simulated jig at a socket moves its inputs.

    Raises `HardwareError` where there is no jig.
    """

    def report() -> None:
        link.sent(hand.shown if isinstance(hand, SimulatedPico) else parts.strip.sent)

    def frame_sent() -> None:
        report()
        listeners.frame()

    parts = _open_simulated(profile, replace(listeners, frame=frame_sent))
    hand = parts.hand
    try:
        link = JigLink(jig, _mover(profile, hand))
    except BaseException:
        parts.close()
        raise
    return replace(parts, hand=None, after_dark=report)


def _mover(profile: Profile, hand: Hand | None) -> Move:
    """Inputs are numbered as in `Profile.input_names`; the number behind them is a Pico's cable."""
    names, cut = profile.input_names, False

    def move(number: int, low: bool) -> None:
        nonlocal cut
        if hand is None:
            return
        if number < len(names):
            (hand.press if low else hand.release)(names[number])
        elif isinstance(hand, SimulatedPico) and low != cut:
            (hand.unplug if low else hand.replug)()
            cut = low

    return move


def _with_strip(
    open_it: Callable[[], Strip], listeners: Listeners, inputs: Inputs, hand: Hand | None
) -> OpenHardware:
    try:
        return OpenHardware(inputs, StripThread(open_it(), listeners.frame), hand)
    except BaseException:
        inputs.close()
        raise


def open_strip(profile: Profile) -> Strip:
    """Open the strip alone."""
    strip = profile.strip
    if profile.driver == SIMULATED:
        return _captured(profile)
    return NeoPixelStrip(strip.pixels, strip.order, pi_pin(Pi(), strip.gpio, strip.pixels))


def _captured(profile: Profile) -> Strip:
    return captured_strip(profile.strip.pixels, profile.strip.order)


_OPENERS: dict[str, Callable[[Profile, Listeners], OpenHardware]] = {
    GPIO: _open_gpio,
    PICO: _open_pico,
    SIMULATED: _open_simulated,
}
