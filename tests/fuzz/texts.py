"""What people and programs write down: positions, IDs, games as files, pawns, traces, benches."""

import json
from collections.abc import Callable, Sequence

from minigam.errors import (
    AmbiguousPlayError,
    CannotHoldError,
    IllegalPlayError,
    ProfileError,
    UnreadableError,
)
from minigam.formats import ids, mat, sgf
from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat_reader import read_mat
from minigam.formats.sgf_reader import read_sgf
from minigam.hil.bench import Need, parse_bench
from minigam.hil.bench_report import from_json, to_html, to_json
from minigam.rules.notation import format_steps, parse_steps
from minigam.rules.pawntext import format_faces, format_step, make_steps, parse_faced_position
from minigam.rules.plays import Turn
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import Record
from minigam.rules.ruleset import BACKGAMMON, RULE_SETS
from minigam.rules.steps import check_roll
from minigam.table.trace import first_line, format_line, parse_trace

GAME_FAULTS = (UnreadableError, IllegalPlayError, AmbiguousPlayError)
"""What a file with games may raise."""
LAYOUTS = tuple({rules.layout: rules for rules in RULE_SETS.values()})
FACED = RULE_SETS["backgammon-dice-tournament"]


def text_of(data: bytes) -> str:
    """As a file or a form would give it."""
    return data.decode("utf-8", "replace")


def position(data: bytes) -> None:
    """On every board: what is read is written as it was."""
    text = text_of(data)
    for layout in LAYOUTS:
        try:
            found = parse_position(text, layout)
        except UnreadableError:
            continue
        assert format_position(found, layout) == text
        assert sum(found.white) == sum(found.black) == layout.checkers


def xgid(data: bytes) -> None:
    """What is read is the same moment when it is read again."""
    layout = BACKGAMMON.layout
    try:
        found = ids.read_xgid(text_of(data), layout)
        written = ids.write_xgid(found, layout)
    except (UnreadableError, CannotHoldError):
        return
    assert ids.read_xgid(written, layout) == found


def gnubg_id(data: bytes) -> None:
    """There is one text of a moment, but for the order of its dice."""
    layout = BACKGAMMON.layout
    for top in Side:
        try:
            found = ids.read_gnubg_id(text_of(data), layout, top)
        except UnreadableError:
            continue
        written = ids.write_gnubg_id(found, layout, top)
        again = ids.read_gnubg_id(written, layout, top)
        assert ids.write_gnubg_id(again, layout, top) == written
        assert again.position == found.position


def play(data: bytes) -> None:
    """A play of a position: `SIDE DICE POSITION PLAY`, on any board."""
    side, _, rest = text_of(data).partition(" ")
    dice, _, rest = rest.partition(" ")
    board, _, words = rest.partition(" ")
    for rules in (RULE_SETS["minigam"], BACKGAMMON):
        try:
            before, mover = parse_position(board, rules.layout), Side.parse(side)
            roll = check_roll([int(die) for die in dice if die in "123456789"])
            steps = parse_steps(rules, before, mover, roll, words)
        except GAME_FAULTS:
            continue
        written = format_steps(rules.layout, steps)
        again = parse_steps(rules, before, mover, roll, written)
        assert format_steps(rules.layout, again) == written


def games(
    read: Callable[[str], tuple[Record, ...]],
    write: Callable[[Sequence[Record]], str],
    carried: Callable[[Sequence[Record]], tuple[Record, ...]],
) -> Callable[[bytes], None]:
    """A target: what a format keeps of games comes back."""

    def target(data: bytes) -> None:
        try:
            found = read(text_of(data))
        except GAME_FAULTS:
            return
        try:
            text, kept = write(found), carried(found)
        except CannotHoldError:  # a .mat file of several matches
            return
        assert read(text) == kept

    return target


mat_file = games(read_mat, mat.write_mat, mat.carried)
sgf_file = games(read_sgf, sgf.write_sgf, sgf.carried)
json_file = games(read_json, write_json, tuple)


def pawns(data: bytes) -> None:
    """Pawns with faces: JSON with a position, faces, totals, a roll and a play."""
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(body, dict):
        return
    try:
        found = parse_faced_position(
            FACED, body.get("position"), body.get("faces"), body.get("totals")
        )
    except UnreadableError:
        return
    text = format_position(found, FACED.layout)
    assert found.pawns is not None
    totals = list(found.pawns.totals)
    assert parse_faced_position(FACED, text, format_faces(found), totals) == found
    try:
        roll = check_roll(body.get("roll"))
        turn = make_steps(Turn.of(FACED, found, Side.WHITE, roll), str(body.get("play")))
    except GAME_FAULTS:
        return
    words = " ".join(format_step(FACED.layout, step) for step in turn.steps)
    again = make_steps(Turn.of(FACED, found, Side.WHITE, roll), words)
    assert again.position == turn.position


def trace(data: bytes) -> None:
    """A trace that is read is written, and read again, as the same."""
    try:
        board, lines = parse_trace(text_of(data).splitlines())
    except UnreadableError:
        return
    written = [first_line(board), *map(format_line, lines)]
    name, again = parse_trace(written)
    assert [first_line(name), *map(format_line, again)] == written


def bench(data: bytes) -> None:
    """A bench is refused with its faults, or can be asked what it offers."""
    try:
        found = parse_bench(text_of(data), "fuzzed.toml")
    except ProfileError:
        return
    assert found.offers <= set(Need)


def report(data: bytes) -> None:
    """A bench's report is refused, or comes back the same and can be shown."""
    try:
        found = from_json(text_of(data))
    except UnreadableError:
        return
    assert from_json(to_json(found)) == found
    assert to_html(found, found).endswith("</html>\n")
