"""Profiles that are written are read as they were."""

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.board.profile import built_in_boards, parse_profile, profile_table
from minigam.board.profile_model import Sensors
from minigam.board.profile_writer import WIDTH, profile_text, with_inputs_of


@pytest.mark.parametrize("name", sorted(built_in_boards()))
def test_every_board_is_read_as_it_was_written(name: str) -> None:
    table = profile_table(name)
    text = profile_text(table, ["One.", "Two."])
    assert tomllib.loads(text) == table
    assert text.startswith("# One.\n# Two.\ntitle = ")
    assert all(len(line) <= WIDTH for line in text.splitlines())


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_title_is_read_as_it_was_written(title: str) -> None:
    assert tomllib.loads(profile_text({"title": title})) == {"title": title}


def test_other_inputs_and_sensors_and_all_the_rest_as_it_was() -> None:
    table = profile_table("quarter-hall")
    profile = parse_profile(table, "quarter-hall")
    assert profile.sensors
    places = {zone: numbers[::-1] for zone, numbers in profile.sensors.places.items()}
    inputs = {"roll-white": 12, "roll-black": 10, "undo": 11}
    sensors = Sensors(profile.sensors.scan, places)
    changed = replace(profile, inputs=inputs, sensors=sensors)
    written = with_inputs_of(table, changed)
    assert parse_profile(written, "quarter-hall") == changed
    assert {**written, "inputs": 0, "sensors": 0} == {**table, "inputs": 0, "sensors": 0}
    assert list(written) == list(table)
