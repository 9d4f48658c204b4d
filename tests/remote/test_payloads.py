"""What a board says about itself, by the schemas that ship with the package."""

from typing import Any

import jsonschema
import pytest

from minigam.daemon.page_data import board_fields, no_others
from minigam.daemon.settings import AS_USUAL
from minigam.daemon.sleep import Sleep
from minigam.remote.payload_reading import VERSION
from minigam.remote.payload_schemas import NAMES, schema
from minigam.remote.payloads import Identity, control, health, info, payload
from minigam.table.state import Phase
from minigam.web import device_json
from minigam.words import ENGLISH
from tests.remote.reading import valid
from tests.table.play import Play

BOARD = Identity("board-7", "ab" * 32, "1.2.3", "sim", "Quarter board", 6, feels=False)


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_one_and_wants_the_version(name: str) -> None:
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["properties"]["v"]["const"] == VERSION
    assert "v" in found["required"]
    assert found.get("additionalProperties", True) is True  # unknown fields are ignored


def test_there_is_no_schema_of_another_topic() -> None:
    with pytest.raises(LookupError, match="expected one of info, snapshot"):
        schema("availability")


def test_what_board_it_is() -> None:
    assert valid("info", info(BOARD)) == {
        "v": 1,
        "name": "board-7",
        "version": "1.2.3",
        "profile": "sim",
        "title": "Quarter board",
        "points": 6,
        "feels": False,
        "key": "ab" * 32,
    }


def test_the_schema_of_a_snapshot_knows_every_phase() -> None:
    assert schema("snapshot")["properties"]["phase"]["enum"] == [phase.value for phase in Phase]


def test_a_snapshot_has_the_fields_of_the_page() -> None:
    play = Play()
    around = board_fields(Sleep(AS_USUAL, lambda: None, 0.0), AS_USUAL, Phase.ATTRACT)
    state = ENGLISH.say({**play.seen, **around, **no_others()})
    assert valid("snapshot", payload(state)) == {"v": 1, **state}


def found(**changes: Any) -> dict[str, Any]:
    disk, journal = device_json.disk("fine", 12345), device_json.journal("", "")
    return {**device_json.health([], None, True, disk, journal), **changes}


def test_a_healthy_board() -> None:
    assert valid("health", health(found())) == {
        "v": 1,
        "ok": True,
        "inputs": [],
        "board": {"trouble": None, "alive": True},
        "disk": {"room": "fine", "text": ""},
        "journal": {"stopped": False, "text": ""},
    }


@pytest.mark.parametrize(
    ("changes", "ok"),
    [
        ({"inputs": [{"input": "undo", "kind": "stuck", "text": "..."}]}, False),
        ({"board": {"trouble": "no Pico", "alive": True}}, False),
        ({"board": {"trouble": None, "alive": False}}, False),
        ({"disk": device_json.disk("full", 1)}, False),
        ({"disk": device_json.disk("low", 1)}, True),
        ({"journal": {"stopped": True, "text": "..."}}, False),
        ({"journal": {"stopped": False, "text": "damaged"}}, False),
    ],
)
def test_a_board_with_a_finding_is_not_well(changes: dict[str, Any], ok: bool) -> None:
    assert valid("health", health(ENGLISH.say(found(**changes))))["ok"] is ok


def test_free_bytes_are_no_news() -> None:
    assert health(found(disk=device_json.disk("fine", 1))) == health(found())


def test_how_it_is_set() -> None:
    expected = {"v": 1, "allowed": True, "night": False, "brightness": 70}
    assert valid("control", control(True, False, 70)) == expected
