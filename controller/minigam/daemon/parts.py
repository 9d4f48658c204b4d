"""Opens a profile's hardware: the only place that knows which drivers a board needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minigam.board.parts import GPIO, PICO, SIMULATED
from minigam.board.pico_settings import settings
from minigam.board.profile import Profile
from minigam.drivers.gpio import GpioInputs, pi_factory
from minigam.drivers.pi import Pi
from minigam.drivers.pico import PicoBoard
from minigam.drivers.pixels import NeoPixelStrip, StripThread, pi_pin
from minigam.drivers.ports import Hand, Inputs, Listeners, Strip
from minigam.drivers.serialport import Port, open_pico
from minigam.drivers.simulated import MockHand, captured_strip, mock_factory
from minigam.drivers.simulated_pico import SimulatedPico
from minigam.link.session import Expected


@dataclass(frozen=True)
class Parts:
    """A board's lowest layer, opened."""

    inputs: Inputs
    strip: Strip
    hand: Hand | None
    """Moves the inputs of a simulated board."""

    def close(self) -> None:
        """Give the inputs back and go dark."""
        try:
            self.inputs.close()
        finally:
            self.strip.close()


def open_parts(profile: Profile, listeners: Listeners) -> Parts:
    """Open a board; raise `HardwareError` where that fails."""
    return _OPENERS[profile.driver](profile, listeners)


def _open_gpio(profile: Profile, listeners: Listeners) -> Parts:
    factory = pi_factory(Pi())
    return _with_strip(
        profile, listeners, GpioInputs(factory, profile.inputs, listeners.edge), None
    )


def _open_simulated(profile: Profile, listeners: Listeners) -> Parts:
    if profile.on_a_pico:
        return _open_simulated_pico(profile, listeners)
    factory = mock_factory()
    inputs = GpioInputs(factory, profile.inputs, listeners.edge)
    return _with_strip(profile, listeners, inputs, MockHand(factory, profile.inputs))


def _open_pico(profile: Profile, listeners: Listeners) -> Parts:
    board = _pico_board(profile, listeners, open_pico)
    return Parts(board, board, None)


def _open_simulated_pico(profile: Profile, listeners: Listeners) -> Parts:
    sensors = profile.sensors.count if profile.sensors else 0
    pico = SimulatedPico(expected_board(profile), profile.input_names, sensors)
    board = _pico_board(profile, listeners, pico.open)
    return Parts(board, board, pico)


def _pico_board(profile: Profile, listeners: Listeners, open_port: Callable[[], Port]) -> PicoBoard:
    return PicoBoard(
        expected_board(profile),
        profile.input_names,
        profile.strip.order,
        open_port,
        listeners,
    )


def expected_board(profile: Profile) -> Expected:
    """The board that the Pico's firmware must have been made for."""
    told = settings(profile)
    return Expected(profile.name, told["hash"], len(profile.input_names), profile.strip.pixels)


def _with_strip(profile: Profile, listeners: Listeners, inputs: Inputs, hand: Hand | None) -> Parts:
    try:
        return Parts(inputs, StripThread(open_strip(profile), listeners.frame), hand)
    except BaseException:
        inputs.close()
        raise


def open_strip(profile: Profile) -> Strip:
    """Open the strip alone."""
    strip = profile.strip
    if profile.driver == SIMULATED:
        return captured_strip(strip.pixels, strip.order)
    return NeoPixelStrip(strip.pixels, strip.order, pi_pin(Pi(), strip.gpio))


_OPENERS: dict[str, Callable[[Profile, Listeners], Parts]] = {
    GPIO: _open_gpio,
    PICO: _open_pico,
    SIMULATED: _open_simulated,
}
