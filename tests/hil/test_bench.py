"""What stands on a bench is read from its file, or refused with all that is wrong in it."""

from pathlib import Path

import pytest

from minigam.board.profile import built_in_boards, load_profile, profile_table
from minigam.board.profile_writer import profile_text
from minigam.errors import HardwareError, ProfileError
from minigam.hil.bench import Bench, Need, Wires, parse_bench

WHOLE = """
title = "On my table"
board = "quarter-hall"
service = true
command = ["nice", "minigam"]
omit = ["game"]
touches = 7
touch_ms = 9
lit_ms = 7
quiet = 8
[jig]
port = "/dev/ttyACM3"
strip = true
measures = false
cable = 21
meter = true
shunt_mohm = 20
[jig.inputs]
undo = 3
"""
LOOP = """
title = "T"
board = "quarter-buttons"
[jig]
port = "loopback"
listens = 21
[jig.inputs]
roll-white = 18
roll-black = 19
undo = 20
"""
SIMULATED = {
    *(Need.INPUTS, Need.ZONES, Need.PLAY, Need.ROLL, Need.LIGHT, Need.STRIP, Need.BOUNCE),
}
"""What a simulated jig offers, at a board with buttons."""
BOARDS = f"{', '.join(sorted(built_in_boards()))}, the path of an existing .toml file"
LEAST = 'title = "T"\nboard = "sim"\n[jig]\n'


def test_all_that_can_be_said_of_a_bench() -> None:
    assert parse_bench(WHOLE, "table.toml") == Bench(
        name="table",
        title="On my table",
        board=load_profile("quarter-hall"),
        board_name="quarter-hall",
        wires=Wires({"undo": 3}, strip=True, measures=False, cable=21, meter=True, shunt_mohm=20),
        port="/dev/ttyACM3",
        service=True,
        command=("nice", "minigam"),
        omit=("game",),
        touches=7,
        touch_ms=9,
        lit_ms=7,
        quiet=8,
    )


def test_a_bench_with_little_on_it() -> None:
    bench = parse_bench(LEAST, "least.toml")
    assert bench == Bench("least", "T", load_profile("sim"), "sim", Wires({}))
    assert bench.offers == {Need.BOUNCE}


def test_what_a_bench_offers() -> None:
    every = "".join(f"{name} = {pin}\n" for pin, name in enumerate(load_profile("sim").inputs))
    buttons = parse_bench(f"{LEAST}strip = true\ncable = 28\n[jig.inputs]\n{every}", "b.toml")
    assert buttons.offers == SIMULATED | {Need.WIRE}
    felt = {Need.BOUNCE, Need.INPUTS, Need.LIGHT, Need.STRIP, Need.CABLE, Need.METER, Need.SERVICE}
    assert parse_bench(WHOLE, "b.toml").offers == felt
    by_hand = WHOLE.replace("cable = 21", 'cable = "hand"')
    assert parse_bench(by_hand, "b.toml").wires.cable == "hand"


def test_some_sensors_of_a_board_that_feels_its_checkers_are_inputs_like_its_buttons() -> None:
    """As many as a jig has pins for: nobody can play so, but each of them is tried."""
    text = 'title = "T"\nboard = "full-24-hall"\n[jig.inputs]\nundo = 2\n"off-white/1" = 3\n'
    bench = parse_bench(text, "b.toml")
    assert bench.wires.inputs == {"undo": 2, "off-white/1": 3}
    assert bench.offers == {Need.BOUNCE, Need.INPUTS}


def test_a_loopback_offers_little() -> None:
    bench = parse_bench(LOOP, "b.toml")
    assert bench.wires == Wires({"roll-white": 18, "roll-black": 19, "undo": 20}, listens=21)
    assert bench.offers == {Need.INPUTS, Need.ROLL, Need.LIGHT, Need.BOUNCE}


def faults(text: str | bytes) -> tuple[str, ...]:
    with pytest.raises(ProfileError) as refusal:
        parse_bench(text, "b.toml")
    return refusal.value.faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("18", "17", "jig: pin 17 for roll-white is the board's own, for point-1: take a free one"),
        ("21", "10", "jig: pin 10 for listens is the board's own, for strip: take a free one"),
        ("21", "20", "jig.inputs.undo: pin 20 is also that of jig.listens"),
        *(
            ("21", pin, f"jig.listens: expected a pin from 0 to 27, got {pin}")
            for pin in ("28", "'hand'", "[1]")
        ),
    ],
)
def test_pins_that_a_loopback_cannot_have(old: str, new: str, fault: str) -> None:
    assert faults(LOOP.replace(f"= {old}", f"= {new}")) == (fault,)


def test_a_simulated_jig_is_wired_to_everything() -> None:
    """Of a board with buttons, and of one that feels its checkers, whose cable it can cut."""
    text = f'{LEAST}port = "simulated"'
    bench = parse_bench(text, "b.toml")
    numbers = {name: number for number, name in enumerate(load_profile("sim").inputs)}
    assert bench.wires == Wires(numbers, strip=True, measures=False)
    assert bench.offers == SIMULATED
    felt = parse_bench(text, "b.toml", "sim-hall")
    assert felt.board == load_profile("sim-hall")
    assert felt.wires.cable == len(felt.board.input_names) == len(felt.wires.inputs)
    assert felt.offers == bench.offers - {Need.ZONES} | {Need.CABLE}


def test_a_sensor_that_no_place_uses_is_not_wired(tmp_path: Path) -> None:
    table = profile_table("sim-hall")
    places = {**table["sensors"]["places"], "off-black": list(range(7))}
    board = tmp_path / "spare.toml"
    board.write_text(profile_text({**table, "sensors": {**table["sensors"], "places": places}}))
    bench = parse_bench(f'{LEAST}port = "simulated"', "b.toml", str(board))
    assert "spare/7" in bench.board.input_names
    assert set(bench.wires.inputs) == set(bench.board.input_names) - {"spare/7"}


def test_another_board_than_the_bench_names(tmp_path: Path) -> None:
    """Its faults are those of a profile."""
    assert parse_bench(LEAST, "b.toml", "full-24").board == load_profile("full-24")
    broken = tmp_path / "broken.toml"
    broken.write_text('extends = "sim"\npoints = 7\n')
    with pytest.raises(ProfileError, match=r"^the board profile cannot be used"):
        parse_bench(LEAST, "b.toml", str(broken))


MANY = """
board = "quarter-buttons"
touch = 1
service = 1
command = "minigam"
quiet = 0
[jig]
strip = 22
shunt_mohm = 0
cable = "cut"
[jig.inputs]
point-1 = 32
point-2 = 5
point-3 = 5
point-7 = 6
"""


def test_every_fault_is_told_at_once() -> None:
    told = r"^the bench cannot be used, 11 fault\(s\):\n  b\.toml: "
    with pytest.raises(ProfileError, match=told) as refusal:
        parse_bench(MANY, "b.toml")
    assert set(refusal.value.faults) == {
        "touch: unknown; expected one of board, command, jig, lit_ms, omit, quiet, service, "
        "title, touch_ms, touches",
        "title: expected a text, got None",
        "service: expected true or false, got 1",
        "command: expected a list of words, got 'minigam'",
        "quiet: expected a number from 1 to 1000000, got 0",
        "jig.strip: expected true or false, got 22",
        "jig.shunt_mohm: expected a number from 1 to 1000000, got 0",
        "jig.cable: expected a pin from 0 to 31, got 'cut'",
        "jig.inputs.point-1: expected a pin from 0 to 31, got 32",
        "jig.inputs.point-3: pin 5 is also that of jig.inputs.point-2",
        "jig.inputs.point-7: quarter-buttons has no such input",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title =", "expected TOML, got: Invalid value (at end of document)"),
        (
            b"\xff",
            "expected TOML, got: 'utf-8' codec can't decode byte 0xff in position 0: "
            "invalid start byte",
        ),
        ('title = "T"\nboard = "sim"', "jig: expected a table, got None"),
        ('title = "T"\nboard = "sim"\njig = 3', "jig: expected a table, got 3"),
        (
            'title = "T"\nboard = "chess"\n[jig]',
            f"board: unknown board profile 'chess'; expected one of: {BOARDS}",
        ),
        (f"{LEAST}inputs = 3", "jig.inputs: expected a table, got 3"),
        (
            f'{LEAST}port = "loopback"\nmeter = true\nstrip = true',
            "jig.meter: a loopback has none",
        ),
        (f"{LEAST}listens = 9", 'jig.listens: expected port = "loopback" with it'),
        (
            f'service = true\n{LEAST}port = "simulated"',
            "service: expected false: a simulated jig cannot touch the installed service",
        ),
        (
            f'{LEAST}port = "simulated"\nstrip = true',
            "jig.strip: expected nothing but port: a simulated jig is wired to everything",
        ),
    ],
)
def test_what_is_no_bench(text: str | bytes, told: str) -> None:
    assert faults(text) == (told,)


def test_a_jig_has_to_have_the_pins() -> None:
    bench = parse_bench(WHOLE, "b.toml")
    bench.check_pins((3, 21))
    with pytest.raises(HardwareError, match="cannot drive the pins of undo, cable: it has 5, 6"):
        bench.check_pins((5, 6))
