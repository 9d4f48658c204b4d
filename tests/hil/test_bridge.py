"""A jig beside a daemon that has no pins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minigam.drivers.simulated import captured_strip
from tests.hil.bridge import Bridge, tapped


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "jig")


@pytest.fixture
def bridge(place: str) -> Iterator[Bridge]:
    bridge = Bridge(Path(place))
    yield bridge
    bridge.close()


def test_what_is_pressed_as_soon_as_there_is_a_strip_is_heard(bridge: Bridge, place: str) -> None:
    """Though nothing was ever shown: a page may be there before the first frame is."""
    heard: list[tuple[int, bool]] = []
    tapped(captured_strip, place, lambda pin, low: heard.append((pin, low)))(1, "GRB")
    bridge.drive(3, True)
    bridge.drive(3, False)
    assert heard == [(3, True), (3, False)]


def test_a_daemon_that_comes_later_finds_what_is_held(bridge: Bridge, place: str) -> None:
    heard: list[tuple[int, bool]] = []
    for pin, low in ((5, True), (4, True), (3, True), (4, False)):
        bridge.drive(pin, low)
    tapped(captured_strip, place, lambda pin, low: heard.append((pin, low)))(1, "GRB")
    assert heard == [(3, True), (5, True)]
