"""The headers, against gpiozero's map of a Pi's and the rule by which a Pico's is laid out."""

import re

import pytest
from gpiozero.pins.mock import MockFactory

from minigam.board.header import GROUND, PI, PICO, POWER_3V3, Header, drawing, header_of, uses
from minigam.board.profile import load_profile

LINE = re.compile(r"(?:(\S+) -- )?(\S+) +(\d+) \| (\d+) +(\S+)(?: +-- (\S+))?")


def test_a_pis_header_is_as_gpiozero_knows_it() -> None:
    pins = MockFactory().board_info.headers["J8"].pins
    assert {pin: PI.label(pin) for pin in range(1, 41)} == {n: pins[n].name for n in pins}


def test_a_picos_gpios_go_round_it_between_grounds() -> None:
    """From pin 1 down and up again: two and a ground, then four and a ground, to the power pins."""
    gpios = [int(label[2:]) for label in PICO.labels if re.fullmatch(r"GP\d+", label)]
    assert gpios == [*range(23), 26, 27, 28]
    grounds = [pin for pin in range(1, 41) if PICO.label(pin).endswith("GND")]
    assert grounds == [*range(3, 20, 5), *range(23, 40, 5)]
    power = {36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    assert {pin: PICO.label(pin) for pin in power} == power
    assert (PICO.label(30), PICO.label(33), PICO.label(35)) == ("RUN", "AGND", "ADC_VREF")


def test_a_gpio_beyond_the_header_has_no_pin() -> None:
    with pytest.raises(ValueError, match="tuple"):
        PICO.pin(23)


def test_the_nearest_pin_of_a_label() -> None:
    assert [PI.nearest(GROUND, pin) for pin in (1, 11, 19, 40)] == [6, 9, 20, 39]
    assert (PI.nearest(POWER_3V3, 11), PICO.nearest(POWER_3V3, 4)) == (17, 36)


@pytest.mark.parametrize("name", ["quarter-buttons", "quarter-hall", "full-24-hall"])
def test_a_drawing_has_every_pin_once_and_every_use_at_its_pin(name: str) -> None:
    profile = load_profile(name)
    header = header_of(profile)
    title, *lines = drawing(header, uses(profile))
    assert (title, len(lines)) == (header.title, 20)
    seen = dict(part for line in lines for part in both_sides(header, line))
    assert sorted(seen) == list(range(1, 41))
    wanted = {header.pin(gpio): name for name, gpio in profile.inputs.items()}
    wanted[header.pin(profile.strip.gpio)] = "strip"
    if profile.feels:
        wanted |= {4: "load", 5: "clock", 6: "data"}
    assert {pin: use for pin, use in seen.items() if use} == wanted


def both_sides(header: Header, line: str) -> tuple[tuple[int, str], tuple[int, str]]:
    """Each pin of a line, with what it is used for; the labels must be the header's."""
    found = LINE.fullmatch(line.strip())
    assert found, line
    left, label, one, other, second, right = found.groups()
    assert (header.label(int(one)), header.label(int(other))) == (label, second)
    return (int(one), left or ""), (int(other), right or "")
