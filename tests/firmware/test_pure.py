"""The firmware's pure modules, here and in MicroPython, against the protocol's vectors."""

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.drivers.simulated_pico import Strip
from minigam.link import messages
from tests.firmware.loading import FIRMWARE, load
from tests.firmware.unix import micropython
from tests.link.vectors import MessageVector, StreamVector, message_vectors, stream_vectors

EMPTY, OCCUPIED, UNKNOWN = 0, 1, 3

codec = load("codec")
debounce = load("debounce")
device = load("device")
settings = load("settings")


def test_both_sides_speak_of_the_same() -> None:
    kinds = messages.Message.__args__
    theirs = {kind: getattr(device, kind.__name__.upper()) for kind in kinds}
    assert theirs == {kind: kind.KIND for kind in kinds}
    assert (device.VERSION, device.UNASKED) == (messages.VERSION, messages.UNASKED)


@pytest.mark.parametrize("vector", stream_vectors(), ids=lambda vector: vector.oddity)
def test_streams_hold_these_payloads(vector: StreamVector) -> None:
    assert codec.Decoder().feed(vector.stream) == vector.payloads


@pytest.mark.parametrize("vector", message_vectors())
def test_frames_have_these_bytes(vector: MessageVector) -> None:
    (payload,) = codec.Decoder().feed(vector.frame)
    assert codec.encode(payload) == vector.frame


@pytest.mark.micropython
def test_in_micropython_the_vectors_hold_too() -> None:
    program = (
        "import codec, json, sys\n"
        "for line in sys.stdin:\n"
        "    found = codec.Decoder().feed(bytes(json.loads(line)))\n"
        "    print(json.dumps([[list(each), list(codec.encode(each))] for each in found]))\n"
    )
    streams = [*stream_vectors(), *(StreamVector(each.frame, [], "") for each in message_vectors())]
    done = subprocess.run(
        [micropython(), "-c", program],
        input="".join(f"{json.dumps(list(vector.stream))}\n" for vector in streams),
        capture_output=True,
        text=True,
        check=True,
        env={"MICROPYPATH": str(FIRMWARE)},
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    expected = [codec.Decoder().feed(vector.stream) for vector in streams]
    assert found == [
        [[list(each), list(codec.encode(each))] for each in payloads] for payloads in expected
    ]


@pytest.mark.parametrize(
    "vector", [vector for vector in message_vectors() if vector.message == "State"]
)
def test_a_state_has_these_bytes(vector: MessageVector) -> None:
    fault = vector.fields["fault"] or (0, 0, False)
    body = device.state_body(bytes(vector.fields["levels"]), fault)
    payload = bytes([device.STATE, vector.fields["number"]]) + body
    assert codec.encode(payload) == vector.frame


@pytest.mark.parametrize(
    "vector",
    [v for v in message_vectors() if v.message == "Board" and v.fields["firmware"] == [0, 2, 0]],
)
def test_a_device_says_who_it_is_in_these_bytes(vector: MessageVector) -> None:
    fields = vector.fields
    known = {"name": fields["name"], "hash": fields["hash"]}
    strip = Strip(fields["pixels"])
    pico = device.Device(known, bytes(fields["inputs"]), strip, fields["restarted"], 0)
    pico.receive(codec.encode(bytes([device.HELLO, fields["nonce"], 99])), 0)
    assert pico.due(0).startswith(vector.frame)


@given(st.lists(st.tuples(st.sampled_from([EMPTY, OCCUPIED, UNKNOWN]), st.integers(1, 4))))
def test_a_level_counts_once_it_has_rested(turns: list[tuple[int, int]]) -> None:
    """Against a definition that looks at the whole past."""
    debouncer, now, past = debounce.Debouncer(1), 0, list[tuple[int, int]]()
    certain = UNKNOWN
    for level, pause in turns:
        now += pause
        past.append((now, level))
        same_since = now
        for at, earlier in reversed(past):
            if earlier != level:
                break
            same_since = at
        rested = now - same_since >= debounce.SETTLE_MS
        changed = rested and level != certain
        assert debouncer.take(bytearray([level]), now) == changed
        certain = level if rested else certain
        assert list(debouncer.levels) == [certain]


def test_each_input_is_timed_by_itself() -> None:
    debouncer, told = debounce.Debouncer(2), []
    for now in range(30):
        flickering = now % 2
        if debouncer.take(bytearray([flickering, now >= 10]), now):
            told.append((now, list(debouncer.levels)))
    assert told == [(5, [UNKNOWN, EMPTY]), (15, [UNKNOWN, OCCUPIED])]


def test_settings_are_those_of_the_file(tmp_path: Path) -> None:
    board = {"name": "quarter-hall", "hash": "0" * 16, "buttons": [1], "scan": None, "strip": None}
    (tmp_path / "board.json").write_text(json.dumps(board))
    assert settings.load(str(tmp_path / "board.json")) == board


@pytest.mark.parametrize("text", [None, "", "{", "\0\0\0"])
def test_without_settings_that_can_be_read_a_pico_is_bare(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "board.json").write_text(text)
    assert settings.load(str(tmp_path / "board.json")) == settings.BARE
