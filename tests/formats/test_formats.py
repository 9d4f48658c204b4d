"""What holds for a file in any of the formats: round trips, damage, and gnubg as a witness."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minigam.errors import AmbiguousPlayError, IllegalPlayError, UnreadableError
from minigam.formats import mat, sgf
from minigam.formats.formats import read
from minigam.formats.ids import write_position_id
from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat_reader import read_mat
from minigam.formats.sgf_reader import read_sgf
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import Played, Record
from minigam.rules.record_conversion import begun, record_of
from tests.formats import test_jsonfile, test_mat, test_sgf
from tests.gnubg import asked
from tests.table.random_games import CHOICES, random_match, random_state
from tests.tiers import some

WHITE, BLACK = Side.WHITE, Side.BLACK
AT = "2026-01-31T19:05:12Z"
Records = tuple[Record, ...]


@dataclass(frozen=True)
class Form:
    """A format that other programs know too."""

    read: Callable[[str], Records]
    write: Callable[[Sequence[Record]], str]
    carried: Callable[[Sequence[Record]], Records]
    """What it has room for."""
    kinds: tuple[int, ...]
    """The games that it knows, of `random_state`."""


MAT = Form(read_mat, mat.write_mat, mat.carried, (3, 4, 5, 6, 9, 10))
SGF = Form(read_sgf, sgf.write_sgf, sgf.carried, (3, 4, 5, 6, 7, 8, 9, 10))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a match with a game, got the end of the file"),
        ("()", "line 1, column 1: expected a node in every game, got none"),
        (
            '{"format":"minigam","version":1,"games":[]}',
            "expected a file with a game, got one without any",
        ),
    ],
)
def test_a_file_without_a_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read(text)
    assert str(refusal.value) == message


def comes_back(form: Form, records: list[Record]) -> None:
    text = form.write(records)
    assert form.read(text) == form.carried(records)
    assert form.write(form.read(text)) == text


@pytest.mark.parametrize("number", range(24))
@pytest.mark.parametrize("form", [MAT, SGF], ids=["mat", "sgf"])
def test_a_game_comes_back(form: Form, number: int) -> None:
    times, kind = divmod(number, len(form.kinds))
    state = random_state(times * len(CHOICES) + form.kinds[kind])
    comes_back(form, [record_of(state.game, AT)])


@pytest.mark.parametrize(
    ("form", "choice", "most"),
    [
        *((MAT, choice, 4) for choice in (3, 4, 5, 9)),
        *((SGF, choice, 3) for choice in (4, 7, 8)),
    ],
)
def test_a_match_comes_back(form: Form, choice: int, most: int) -> None:
    match = random_match(choice, choice, most=most)
    comes_back(form, [record_of(state.game, AT) for state in match])


@pytest.mark.parametrize(
    ("file", "alphabet", "read"),
    [
        (test_jsonfile.FILE, '"[]{},:0123456 /barof', read_json),
        (test_mat.FILE, " 0123456789/:=>*()baroff\nDT;", read_mat),
        (test_sgf.FILE, "()[];WBPLDI0123456abxyz:\\ \n", read_sgf),
    ],
    ids=["json", "mat", "sgf"],
)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_damage_is_read_or_refused(
    file: str, alphabet: str, read: Callable[[str], Records], data: st.DataObject, seed: int
) -> None:
    rng, put = random.Random(seed), data.draw(st.text(alphabet=alphabet, max_size=3))
    start = rng.randrange(len(file))
    text = file[:start] + put + file[start + rng.randrange(4) :]
    try:
        games = read(text)
    except (UnreadableError, IllegalPlayError, AmbiguousPlayError) as fault:
        told = str(fault)
    else:
        same = read is not read_json or read_json(write_json(games)) == games
        told = "line 0" if games and same else ""
    assert told.startswith("line ")


@pytest.mark.parametrize(
    ("read", "text"),
    [(read_mat, test_mat.BY_GNUBG), (read_sgf, test_sgf.BY_GNUBG)],
    ids=["mat", "sgf"],
)
def test_a_match_that_gnubg_wrote(read: Callable[[str], Records], text: str) -> None:
    first, second = read(text)
    assert (first.terms.names, first.at) == (("gnubg", "root"), "2026-11-21T00:00:00Z")
    assert [action.play for action in first.actions if isinstance(action, Played)] == [
        "24/21 13/11",
        "24/23 8/4*",
        "pass",
        "24/18 23/18",
        "bar/21* 24/21",
        "bar/24 6/3",
    ]
    assert (first.roll, first.result) == ((1, 1), Result(BLACK, 4, "gammon"))
    assert (second.terms.score, second.opening, second.result) == ((0, 4), ((2, 4),), None)
    assert second.terms.standing.is_crawford(second.terms.rules)


# ---- An outside witness --------------------------------------------------------------------------

SAY_ALL = """
for game in gnubg.match(analysis=0, boards=1)["games"]:
    for action in game["game"]:
        if action["action"] in ("move", "double", "take", "drop"):
            dice = "".join(map(str, sorted(action.get("dice", ())))) or "-"
            print("SAYS", action["action"], action["player"], dice, action.get("board", "-"))
    print("SAYS won", game["info"].get("points-won", 0), game["info"]["winner"], "-")
"""


@pytest.mark.gnubg
@pytest.mark.parametrize(
    ("form", "command"),
    [(MAT, "import mat match"), (SGF, "load match match")],
    ids=["mat", "sgf"],
)
@pytest.mark.parametrize("number", some(range(10), 2))
def test_gnubg_reads_our_matches_as_we_do_and_we_read_its(
    form: Form, command: str, number: int, tmp_path: Path
) -> None:
    """Every roll, every position before it and every result; an illegal play ends its reading."""
    choice = (4, 9, 4, 4, 9)[number % 5]
    state = random_match(100 + number, choice)
    match = form.carried([record_of(each.game, AT) for each in state])
    (tmp_path / "match").write_text(form.write(match), "utf-8")
    script = f'tell("{command}")\ntell("save match back.sgf"){SAY_ALL}'
    assert asked(script, tmp_path) == [words for record in match for words in told_by(record)]
    back = read_sgf((tmp_path / "back.sgf").read_text("utf-8"))
    assert [(record.result, len(record.actions)) for record in back] == [
        (record.result, len(record.actions)) for record in match
    ]


def told_by(record: Record) -> list[list[str]]:
    """What gnubg should say of a game: X is the first player."""
    game = begun(record)
    names = {WHITE: "X", BLACK: "O"}
    said = []
    for action in record.actions:
        board = write_position_id(game.position, action.side, record.terms.rules.layout)
        if isinstance(action, Played):
            dice = "".join(map(str, sorted(action.roll)))
            said.append(["move", names[action.side], dice, board])
        else:
            board = board if action.action == "double" else "-"
            said.append([action.action, names[action.side], "-", board])
        game = game.apply(action)
    assert record.result is not None
    assert record.result.winner is not None
    return [*said, ["won", str(record.result.points), names[record.result.winner], "-"]]
