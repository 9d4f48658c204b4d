"""Every change to a game that was played is found: in the journal, and in files made of it."""

import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minigam.dice import provably_fair
from minigam.journal.packing import pack
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerifyStatus, verify
from minigam.rules.actions import Abandoned, Begun
from minigam.rules.hash_chain import FIRST, chain_head, encode_action, next_hash, parse_code
from minigam.rules.terms import Terms
from minigam.table import setup as seats
from minigam.table.setup import Setup
from minigam.words import Words
from tests.journal.tampering import (
    ABANDONED,
    BY_HAND,
    CUBE,
    IMPORTED,
    LIVING,
    NAMED,
    OVER,
    Change,
    Entry,
    Forger,
    Row,
    linked,
    of_kind,
    verified,
)


@pytest.fixture
def forger(untouched: Path, tmp_path: Path) -> Forger:
    shutil.copytree(untouched, tmp_path / "games")
    return Forger(tmp_path / "games")


def verdict(folder: Path, game: int, noted: str = "") -> VerifyStatus:
    return verified(folder, game, noted).verdict


EXPECTED = {
    OVER: VerifyStatus.YES,
    BY_HAND: VerifyStatus.UNKNOWN,
    ABANDONED: VerifyStatus.YES,
    CUBE: VerifyStatus.YES,
    NAMED: VerifyStatus.YES,
    IMPORTED: VerifyStatus.IMPORTED,
    LIVING: VerifyStatus.UNKNOWN,
}


@pytest.mark.parametrize(("game", "expected"), EXPECTED.items())
def test_what_was_played_is_found_so(game: int, expected: VerifyStatus, untouched: Path) -> None:
    found = verified(untouched, game)
    assert (found.verdict, [f for f in found.findings if f.ok is False]) == (expected, [])
    assert bool(found.code) is (game not in (LIVING, IMPORTED))


def test_what_is_said_of_a_game(untouched: Path) -> None:
    said = {
        game: [(finding.about, finding.text) for finding in verified(untouched, game).findings]
        for game in (OVER, ABANDONED, IMPORTED)
    }
    assert said[OVER] == [
        ("rules", "turns: 26, each as the rules allow"),
        ("dice", "rolls: 27, each as promised before the first"),
        ("end", "black won 1 (single, off), as the journal closed it"),
    ]
    assert said[ABANDONED][-1] == ("end", "the game was abandoned, as the journal closed it")
    assert said[IMPORTED] == [
        ("rules", "turns: 26, each as the rules allow"),
        ("dice", "the rolls fit the proof that the file brought along"),
    ]


def test_a_game_that_was_never_begun_is_none_that_was_changed(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin([Begun(Terms("minigam"))], board_key(6, False))
        journal.append(number, [Abandoned()])
        found, noted = verify(journal, number), verify(journal, number, "0000")
    assert (found.verdict, found.reason) == (VerifyStatus.UNKNOWN, "the game was never begun")
    assert noted.verdict is VerifyStatus.NO
    assert noted.reason.startswith("the noted code is 0")


@pytest.mark.parametrize("noted", [True, False])
def test_no_end_is_written_under_a_game_that_was_never_begun(forger: Forger, noted: bool) -> None:
    """Not even the code of the game that stood there."""
    entries, code = forger.entries(OVER), verified(forger.folder, OVER).code
    forger.write(OVER, linked([entries[0], {"action": "abandon", "v": 1}, entries[-1]]))
    found = verified(forger.folder, OVER, parse_code(code) if noted else "")
    assert (found.verdict, found.code) == (VerifyStatus.NO, "")


def test_no_game_is_closed_before_its_dice_are_revealed(forger: Forger) -> None:
    """Though the secret is kept, as that of a game that goes on."""
    entries = forger.entries(OVER)
    secret = bytes.fromhex(entries[of_kind(entries, "reveal")[0]]["secret"])

    def change(entries: list[Entry]) -> None:
        del entries[of_kind(entries, "reveal")[0]]
        entries[-1]["code"], entries[-1]["actions"] = linked(entries)[-2][1], len(entries) - 1

    forger.change(OVER, change)
    forger.sql("DELETE FROM summary WHERE game = ?", OVER)
    forger.sql("UPDATE game SET secret = ? WHERE id = ?", secret, OVER)
    assert verdict(forger.folder, OVER) is VerifyStatus.NO


def test_a_row_is_never_a_packed_game(forger: Forger) -> None:
    """Whatever its number: there is one place for all actions, and every reader finds it."""
    packed = pack([("2026-01-31T19:05:00Z", *row) for row in forger.rows(OVER)])
    forged = forger.entries(OVER)
    forged[-1]["winner"] = "white"
    forger.write(OVER, linked(forged))
    forger.sql("INSERT INTO action VALUES (?, 0, 'now', CAST(? AS TEXT), 'none')", OVER, packed)
    assert verdict(forger.folder, OVER) is VerifyStatus.NO


@pytest.mark.parametrize("board", [None, "24", "7", "", "6 feel"])
@pytest.mark.parametrize("game", [OVER, LIVING])
def test_a_game_was_played_on_a_board_of_its_kind(
    game: int, board: str | None, forger: Forger
) -> None:
    """Else nobody could say which game was begun after it."""
    forger.sql("UPDATE game SET board = ? WHERE id = ?", board, game)
    found = verified(forger.folder, game)
    told = f"no such board can have played it: {board}"
    assert (found.verdict, found.reason) == (VerifyStatus.NO, told)


def test_a_code_does_not_depend_on_the_words_of_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(black="hard")
    before = chain_head([encode_action(Begun(setup.terms()))])
    monkeypatch.setitem(seats.LEVEL_WORDS, "hard", Words("strong"))
    assert setup.players == ("White", "Computer, strong")
    assert chain_head([encode_action(Begun(setup.terms()))]) == before


def test_a_code_is_the_head_of_the_chain_that_stands_in_the_rows(untouched: Path) -> None:
    forger = Forger(untouched)
    for game in (OVER, BY_HAND, ABANDONED, CUBE, NAMED):
        entries, rows = forger.entries(game), forger.rows(game)
        assert entries[-1]["code"] == rows[-2][1]
        assert entries[-1]["actions"] == len(rows) - 1
        assert parse_code(verified(untouched, game).code) == rows[-2][1][:16]


# ---- Changes to the actions ----------------------------------------------------------------------


def cut(after: int, keep: tuple[str, ...]) -> Change:
    """All that follows a roll is gone, but for actions of these kinds."""

    def change(entries: list[Entry]) -> None:
        rest = of_kind(entries, "roll")[after - 1] + 1
        entries[rest:] = [entry for entry in entries[rest:] if entry["action"] in keep]

    return change


def only(first: int) -> Change:
    """All but the first actions are gone."""
    return lambda entries: entries.__delitem__(slice(first, None))


def resign(entries: list[Entry]) -> None:
    """White gives up after roll 12."""
    cut(12, END)(entries)
    entries.insert(-len(END), action("resign", side="white", points=1))


def action(kind: str, /, **fields: object) -> Entry:
    return {"action": kind, "v": 1, **fields}


def delete(kind: str, nth: int, count: int = 1) -> Change:
    def change(entries: list[Entry]) -> None:
        at = of_kind(entries, kind)[nth]
        del entries[at : at + count]

    return change


def insert(kind: str, before: str, nth: int = 0, /, **fields: object) -> Change:
    entry = action(kind, **fields)
    return lambda entries: entries.insert(of_kind(entries, before)[nth], entry)


def put(which: str, nth: int, /, **fields: Any) -> Change:
    """Other values of an action's fields; a function makes one of the old value."""

    def change(entries: list[Entry]) -> None:
        entry = entries[of_kind(entries, which)[nth]]
        for name, value in fields.items():
            entry[name] = value(entry[name]) if callable(value) else value

    return change


def terms(**fields: Any) -> Change:
    return put("begin", 0, **fields)


def place(position: str, exponent: int = 0) -> dict[str, Any]:
    """Where a game is played on."""
    return {"position": position, "exponent": exponent, "owner": None}


def append(*added: Entry) -> Change:
    return lambda entries: entries.extend(added)


def move(kind: str, nth: int, places: int) -> Change:
    def change(entries: list[Entry]) -> None:
        at = of_kind(entries, kind)[nth]
        entries.insert(at + places, entries.pop(at))

    return change


def another(digits: str) -> str:
    """Other digits of the same length."""
    return digits[:-1] + ("0" if digits[-1] != "0" else "1")


def fresh_secret(entries: list[Entry], rolls: bool) -> None:
    """Another secret with its promise; `rolls`: and what it would have rolled."""
    secret = hashlib.sha256(b"forged").digest()
    put("commit", 0, commitment=provably_fair.commitment(secret))(entries)
    put("reveal", 0, secret=secret.hex())(entries)
    white, black = (entries[at]["number"] for at in of_kind(entries, "number"))
    for number, at in enumerate(of_kind(entries, "roll") if rolls else [], start=1):
        entries[at]["dice"] = list(provably_fair.fair_roll(secret, (white, black), number))


def without_the_undone(entries: list[Entry]) -> None:
    """A step that was taken back: both are gone."""
    at = of_kind(entries, "take-back-step")[0]
    del entries[at - 1 : at + 1]


def undone_more(entries: list[Entry]) -> None:
    """A step that is made is taken back, and made again."""
    at = of_kind(entries, "step")[9]
    entries[at + 1 : at + 1] = [action("take-back-step"), dict(entries[at])]


def twice(kind: str, nth: int) -> Change:
    def change(entries: list[Entry]) -> None:
        at = of_kind(entries, kind)[nth]
        entries.insert(at, entries[at])

    return change


def exchange(kind: str, nth: int, field: str) -> Change:
    """What two actions of a kind say, the one and the next."""

    def change(entries: list[Entry]) -> None:
        one, other = (entries[at] for at in of_kind(entries, kind)[nth : nth + 2])
        one[field], other[field] = other[field], one[field]

    return change


END, SECRET = ("reveal", "close"), ("reveal",)
FOUND_ALWAYS: tuple[tuple[str, int, Change], ...] = (
    ("cut off after roll 12, the end kept", OVER, cut(12, END)),
    ("cut off after roll 12, the secret kept", OVER, cut(12, SECRET)),
    ("cut off after roll 12 altogether", OVER, cut(12, ())),
    ("cut off before the first roll", OVER, only(4)),
    ("all actions but the first gone", OVER, only(1)),
    ("all actions gone", OVER, only(0)),
    ("a step deleted", OVER, delete("step", 9)),
    ("both steps of a roll deleted", OVER, delete("step", 0, 2)),
    ("a whole turn deleted", OVER, delete("roll", 2, 4)),
    ("the last confirmation deleted", OVER, delete("confirm", -1)),
    ("a confirmation deleted", OVER, delete("confirm", 6)),
    ("a roll deleted", OVER, delete("roll", 8)),
    ("the first roll deleted", OVER, delete("roll", 0)),
    ("the last roll deleted", OVER, delete("roll", -1)),
    ("a roll's dice changed", OVER, put("roll", 4, dice=lambda d: [d[0] % 6 + 1, d[1]])),
    ("a roll's dice exchanged", OVER, put("roll", 3, dice=lambda d: d[::-1])),
    ("a roll with a field of its own", OVER, put("roll", 4, number=6)),
    ("a roll with a pawn more", OVER, put("roll", 4, pawns=[1])),
    ("two rolls exchanged", OVER, exchange("roll", 4, "dice")),
    ("a roll twice", OVER, twice("roll", 3)),
    ("a roll added after the end", OVER, append(action("roll", dice=[1, 2]))),
    ("a step added after the end", OVER, append(action("step", source=3, die=1))),
    ("a step that cannot be made added", OVER, insert("step", "confirm", 3, source=5, die=6)),
    ("a step with another die", OVER, put("step", 4, die=lambda die: die % 6 + 1)),
    ("an action of no kind added", OVER, insert("shown", "roll", 3)),
    ("an action of a later version", OVER, put("confirm", 3, v=2)),
    ("a second beginning", OVER, lambda entries: entries.insert(20, dict(entries[0]))),
    ("white's number changed", OVER, put("number", 0, number=lambda at: at + 1)),
    ("black's number changed", OVER, put("number", 1, number=lambda at: at - 1)),
    ("both numbers exchanged", OVER, exchange("number", 0, "number")),
    ("both numbers of one side", OVER, put("number", 1, side="white")),
    ("the promise changed", OVER, put("commit", 0, commitment=another)),
    ("the promise is no hash", OVER, put("commit", 0, commitment="none")),
    ("the secret changed", OVER, put("reveal", 0, secret=another)),
    ("the secret is no number", OVER, put("reveal", 0, secret="none")),
    ("secret and promise changed", OVER, lambda entries: fresh_secret(entries, False)),
    ("secret, promise and rolls changed", OVER, lambda entries: fresh_secret(entries, True)),
    ("the promise after the numbers", OVER, move("commit", 0, 2)),
    ("a second promise", OVER, insert("commit", "roll", 0, commitment="ab" * 32)),
    ("the secret shown amid the game", OVER, move("reveal", 0, -10)),
    ("the secret twice", OVER, insert("reveal", "close", secret="ab" * 32)),
    ("the secret deleted", OVER, delete("reveal", 0)),
    ("the end deleted", OVER, delete("close", 0)),
    ("the secret and the end deleted", OVER, delete("reveal", 0, 2)),
    ("the end twice", OVER, twice("close", 0)),
    ("the end before the secret", OVER, move("close", 0, -1)),
    ("another game", OVER, terms(rules="minigam-full-entry")),
    ("its dice become hand-rolled ones", OVER, terms(dice="hand")),
    ("said to be imported", OVER, terms(imported=True)),
    ("a side begins without an opening roll", OVER, terms(starter="white")),
    ("it begins elsewhere", OVER, terms(
        start={"position": "empty", "exponent": 0, "owner": None})),
    ("it is played on elsewhere", OVER, terms(starter="white", start=place("G-A----h"))),
    ("it is played on in a match", OVER, terms(options={"length": "3"}, start=place("H------h"))),
    ("it is played on in a series", OVER, terms(score=[1, 0], start=place("H------h"))),
    ("it is played on with a cube", CUBE, terms(start=place("-b----E-C---eE---c-e----B-", 1))),
    ("a third number", OVER, insert("number", "roll", 0, side="white", number=7)),
    ("a confirmation too early", OVER, insert("confirm", "step", 4)),
    ("a confirmation twice", OVER, insert("confirm", "confirm", 4)),
    ("time that no clock has measured", OVER, insert("time", "step", 8, milliseconds=5000)),
    ("a flag that fell without a clock", OVER, insert("flag", "step", 8, side="white")),
    ("a set-up corrected amid the game", OVER, insert("correct-set-up", "roll", 8)),
    ("colours changed amid the game", OVER, insert("change-colours", "step", 8)),
    ("a play taken back and not played again", OVER, insert("take-back-play", "roll", 8)),
    ("a step taken back and not made again", OVER, insert("take-back-step", "step", 1)),
    ("a step taken back that was not made", OVER, insert("take-back-step", "step", 0)),
    ("a roll of the board's dice taken back", OVER, insert("take-back-roll", "step", 0)),
    ("an answer to no double", OVER, insert("take", "roll", 8, side="white")),
    ("a double without a cube", OVER, insert("double", "roll", 8, side="white")),
    ("abandoned in the middle and played on", OVER, insert("abandon", "roll", 8)),
    ("resigned in the middle and played on", OVER,
     insert("resign", "roll", 8, side="white", points=1)),
    ("a name after the end", NAMED, append(action("names", names=["Ann", "Cid"]))),
    ("a computer's name", NAMED, put("names", 0, names=["Computer, hard", ""])),
    ("a step taken back dropped, the step kept", NAMED, delete("take-back-step", 0)),
    ("abandoned and gone on with", ABANDONED, append(action("roll", dice=[1, 2]))),
    ("abandoned: the end deleted", ABANDONED, cut(4, ())),
    ("abandoned: no longer abandoned", ABANDONED, delete("abandon", 0, 3)),
    ("abandoned: the secret deleted", ABANDONED, delete("reveal", 0)),
    ("a double deleted", CUBE, delete("double", 0)),
    ("a take deleted", CUBE, delete("take", 0)),
    ("a take becomes a drop", CUBE, put("take", 0, action="drop")),
    ("a double by the other side", CUBE, put("double", 0, side="white")),
    ("a double withdrawn too late", CUBE, insert("withdraw", "roll", 3, side="black")),
    ("hand-rolled dice from the board", BY_HAND, terms(dice="electronic")),
    ("hand-rolled: the end deleted", BY_HAND, delete("close", 0)),
    ("hand-rolled: an illegal step", BY_HAND, put("step", 1, source=4)),
    ("in play: a roll changed", LIVING, put("roll", 0, dice=lambda d: [d[0], d[1] % 6 + 1])),
    ("in play: the computer's number changed", LIVING, put("number", 0, number=9)),
    ("in play: the promise changed", LIVING, put("commit", 0, commitment=another)),
    ("imported: a roll changed", IMPORTED, put("roll", 4, dice=lambda d: [d[0] % 6 + 1, d[1]])),
    ("imported: a promise changed", IMPORTED, put("commit", 0, commitment=another)),
    ("imported: said to be played here", IMPORTED, terms(imported=False)),
    ("imported: a step deleted", IMPORTED, delete("step", 9)),
)  # fmt: skip
"""Found although a careful forger computes the chain, and the end, anew."""
FOUND_BY_END: tuple[tuple[str, int, Change], ...] = (
    ("a resignation written in", OVER, resign),
    ("a step that was taken back deleted", NAMED, without_the_undone),
    ("a step taken back and made again written in", OVER, undone_more),
    ("two steps exchanged", OVER, move("step", 0, 1)),
    ("the points before it changed", OVER, terms(score=[1, 0])),
    ("a player's name written in", OVER, terms(names=["Ann", "Bob"])),
    ("a player's name changed", NAMED, put("names", 1, names=["Bob", "Ann"])),
    ("a person becomes a computer", OVER, terms(seats=["easy", "human"])),
    ("hints written in", OVER, terms(hints=True)),
    ("a stake written in", OVER, terms(stake="1 coffee")),
    ("a stricter option", OVER, terms(options={"second_die": "must"})),
    ("an option that allows more", OVER, terms(options={"second_die": "free"})),
    ("end: another winner", OVER, put("close", 0, winner="white")),
    ("end: no winner", OVER, put("close", 0, winner=None)),
    ("end: more points", OVER, put("close", 0, points=2)),
    ("end: a gammon", OVER, put("close", 0, kind="gammon")),
    ("end: another end", OVER, put("close", 0, ended_by="resigned")),
    ("end: fewer turns", OVER, put("close", 0, turns=25)),
    ("end: fewer actions", OVER, put("close", 0, actions=25)),
    ("end: another code", OVER, put("close", 0, code=another)),
    ("end: no code", OVER, put("close", 0, code="")),
    ("abandoned: a resignation instead", ABANDONED,
     put("abandon", 0, action="resign", side="white", points=1)),
    ("hand-rolled: another die", BY_HAND, put("roll", 1, dice=[3, 4])),
    ("hand-rolled: the other side resigns", BY_HAND, put("resign", 0, side="black")),
)  # fmt: skip
"""Found, unless a careful forger computes the end anew: then only by a code that was noted."""


def ids(change: object) -> str | None:
    return change.replace(" ", "-") if isinstance(change, str) else None


@pytest.mark.parametrize(("name", "game", "change"), [*FOUND_ALWAYS, *FOUND_BY_END], ids=ids)
def test_a_change_is_found(name: str, game: int, change: Change, forger: Forger) -> None:
    forger.change(game, change)
    assert verdict(forger.folder, game) is VerifyStatus.NO, name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "game", "change"), FOUND_ALWAYS, ids=ids)
def test_what_is_sealed_anew_is_found(name: str, game: int, change: Change, forger: Forger) -> None:
    forger.change(game, change, sealing=True)
    assert verdict(forger.folder, game) is VerifyStatus.NO, name


@pytest.mark.parametrize(("name", "game", "change"), FOUND_BY_END, ids=ids)
def test_what_is_sealed_anew_is_found_by_the_noted_code(
    name: str, game: int, change: Change, forger: Forger, untouched: Path
) -> None:
    """A changed end alone is right again when it is computed anew."""
    noted = parse_code(verified(untouched, game).code)
    forger.change(game, change, sealing=True)
    same = name.startswith("end: ")
    assert verdict(forger.folder, game, noted) is (EXPECTED[game] if same else VerifyStatus.NO), (
        name
    )


def test_a_whole_new_game_is_found_by_the_noted_code_alone(forger: Forger, untouched: Path) -> None:
    """Its owner puts another sound game in the place of one: nothing here can tell."""
    forger.change(OVER, replaced(forger.entries(NAMED)), sealing=True)
    assert verdict(forger.folder, OVER) is VerifyStatus.YES
    noted = verified(untouched, OVER).code
    found = verified(forger.folder, OVER, parse_code(noted))
    told = f"the noted code is {noted}, this game's is {found.code}"
    assert (found.verdict, found.reason) == (VerifyStatus.NO, told)


# ---- Changes to the file -------------------------------------------------------------------------


def listed(name: str, game: int, change: str) -> tuple[str, int, str]:
    """Something else in the list of games."""
    return f"the list: {name}", game, f"UPDATE summary SET {change} WHERE game = {game}"


STATEMENTS: tuple[tuple[str, int, str], ...] = (
    listed("another winner", OVER, "body = replace(body, 'black', 'white')"),
    listed("more points", OVER, "body = json_set(body, '$.points', 2)"),
    listed("fewer turns", OVER, "body = json_set(body, '$.turns', 2)"),
    listed("other dice", OVER, "body = replace(body, '\"faces\":[', '\"faces\":[1')"),
    listed("another player", NAMED, "body = replace(body, 'Bob', 'Cid')"),
    listed("not over", OVER, "body = json_set(body, '$.winner', '')"),
    listed("nonsense", OVER, "body = '7'"),
    listed("begun another day", OVER, "opened_at = '2026-02-01T00:00:00+00:00'"),
    listed("an abandoned game is won", ABANDONED, "body = json_set(body, '$.winner', 'white')"),
    ("an action beside the packed ones", OVER,
     "INSERT INTO action VALUES (1, 500, '2026-01-31T19:05:00Z', '{\"action\":\"confirm\"}', '')"),
    ("a packed game cut off", OVER,
     "UPDATE game SET packed = substr(packed, 1, length(packed) / 2) WHERE id = 1"),
    ("another packed game", OVER,
     "UPDATE game SET packed = (SELECT packed FROM game WHERE id = 5) WHERE id = 1"),
    ("a row deleted", ABANDONED, "DELETE FROM action WHERE game = 3 AND number = 12"),
    ("the last rows deleted", ABANDONED, "DELETE FROM action WHERE game = 3 AND number > 12"),
    ("a row out of its place", ABANDONED,
     "UPDATE action SET number = 0 WHERE game = 3 AND number = 12"),
    ("the numbers begin at 2", ABANDONED,
     "UPDATE action SET number = number + 1000 WHERE game = 3"),
    ("a secret left behind", OVER, "UPDATE game SET secret = x'00' WHERE id = 1"),
    ("a secret for dice that were rolled by hand", BY_HAND,
     "UPDATE game SET secret = zeroblob(32) WHERE id = 2"),
    ("a link changed", ABANDONED,
     "UPDATE action SET link = replace(link, 'a', 'b') WHERE game = 3 AND number = 12"),
    ("the last link changed", ABANDONED,
     "UPDATE action SET link = replace(link, 'a', 'b') WHERE game = 3 AND number = 30"),
    ("a row of another game", ABANDONED,
     "UPDATE action SET body = (SELECT body FROM action WHERE game = 7 AND number = 5),"
     " link = (SELECT link FROM action WHERE game = 7 AND number = 5)"
     " WHERE game = 3 AND number = 5"),
    ("in play: the secret gone", LIVING, "UPDATE game SET secret = NULL WHERE id = 7"),
    ("in play: another secret", LIVING, "UPDATE game SET secret = zeroblob(32) WHERE id = 7"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "game", "statement"), STATEMENTS, ids=ids)
def test_a_change_by_sql_is_found(name: str, game: int, statement: str, forger: Forger) -> None:
    assert forger.sql(f"{statement} RETURNING 'a row that was changed'")
    assert verdict(forger.folder, game) is VerifyStatus.NO, name


# ---- Changes to the chain ------------------------------------------------------------------------

Break = Callable[[list[Row]], object]
"""Changes a game's rows, and not the links that would have to follow."""
Store = Callable[[Forger, int, list[Row]], None]


def body(number: int, old: str, new: str) -> Break:
    """Another text in an action; its link stays."""

    def change(rows: list[Row]) -> None:
        text, hashed = rows[number - 1]
        assert old in text
        rows[number - 1] = (text.replace(old, new), hashed)

    return change


def relinked(number: int, old: str, new: str) -> Break:
    """Another text in an action, and the link that fits it; those after it stay."""

    def change(rows: list[Row]) -> None:
        body(number, old, new)(rows)
        text = rows[number - 1][0]
        before = rows[number - 2][1] if number > 1 else FIRST
        rows[number - 1] = (text, next_hash(before, text.encode()))

    return change


def rows_swapped(rows: list[Row]) -> None:
    rows[6], rows[7] = rows[7], rows[6]


def bodies_swapped(rows: list[Row]) -> None:
    (one, first), (other, second) = rows[6:8]
    rows[6:8] = [(other, first), (one, second)]


def links_swapped(rows: list[Row]) -> None:
    (one, first), (other, second) = rows[6:8]
    rows[6:8] = [(one, second), (other, first)]


def taken_back(rows: list[Row]) -> int:
    return next(at for at, (text, _) in enumerate(rows) if '"take-back-step"' in text)


def undone_dropped(rows: list[Row]) -> None:
    """The step and its taking back are gone; the links of all others stay."""
    at = taken_back(rows)
    del rows[at - 1 : at + 1]


def row_added(rows: list[Row]) -> None:
    """With the link that fits it; the one after it has none that does."""
    rows[2:2] = linked([json.loads(text) for text, _ in rows[:2]] + [{"action": "names"}])[2:]


BREAKS: tuple[tuple[str, int, Break], ...] = (
    ("a row changed without its link", OVER, body(5, "[6,6]", "[5,5]")),
    ("the first row changed without its link", OVER, body(1, '["",""]', '["Ann",""]')),
    ("the last row changed without its link", OVER, body(99, '"points":1', '"points":2')),
    ("a row changed with its own link alone", OVER, relinked(5, "[6,6]", "[5,5]")),
    ("the first row changed with its own link alone", OVER, relinked(1, '["",""]', '["Ann",""]')),
    ("two rows exchanged", OVER, rows_swapped),
    ("two rows exchanged, their links not", OVER, bodies_swapped),
    ("two links exchanged", OVER, links_swapped),
    ("a step taken back dropped", NAMED, undone_dropped),
    ("a step taken back dropped, the step kept", NAMED, lambda rows: rows.pop(taken_back(rows))),
    ("abandoned: a step taken back dropped", ABANDONED, undone_dropped),
    ("a row dropped", OVER, lambda rows: rows.pop(8)),
    ("a row added", OVER, row_added),
    ("the first row dropped", OVER, lambda rows: rows.pop(0)),
    ("the first row twice", OVER, lambda rows: rows.insert(0, rows[0])),
    ("in play: a row changed without its link", LIVING, body(3, '"number":7', '"number":8')),
    ("imported: a row changed without its link", IMPORTED, body(5, "[6,6]", "[5,5]")),
    ("imported: two rows exchanged", IMPORTED, rows_swapped),
)  # fmt: skip


IN_ROWS = [(*each, Forger.write) for each in BREAKS]
PACKED = [(*each, Forger.pack) for each in BREAKS if each[2] is not links_swapped]
"""Of the chain of a packed game only the head is stored."""
REASONS: dict[Store, str] = {
    Forger.write: "it is not the one that was written after those",
    Forger.pack: "its actions are not those that were packed",
}


@pytest.mark.parametrize(("name", "game", "change", "store"), [*IN_ROWS, *PACKED], ids=ids)
def test_a_chain_that_is_broken_is_a_damaged_game(
    name: str, game: int, change: Break, store: Store, forger: Forger
) -> None:
    rows = forger.rows(game)
    change(rows)
    store(forger, game, rows)
    found = verified(forger.folder, game)
    assert found.verdict is VerifyStatus.NO, name
    assert REASONS[store] in found.reason


def test_links_as_a_journal_writes_them_are_found_so(forger: Forger) -> None:
    for game, expected in EXPECTED.items():
        forger.write(game, forger.rows(game))
        assert verified(forger.folder, game).verdict is expected


def replaced(new: list[Entry]) -> Change:
    """Other actions in the place of all."""
    return lambda entries: entries.__setitem__(slice(None), new)


def test_names_said_after_the_end_can_be_taken_away_but_not_from_the_noted_code(
    forger: Forger, untouched: Path
) -> None:
    """The journal is as it was before they were said: `docs/dice.md` says so."""
    *before, named, sealed = forger.entries(NAMED)
    assert (named["action"], sealed["action"]) == ("names", "close")
    forger.change(NAMED, replaced(before))
    assert (
        verdict(forger.folder, NAMED) is VerifyStatus.NO
    )  # the list of games still says who played
    forger.sql("DELETE FROM summary WHERE game = ?", NAMED)
    assert verdict(forger.folder, NAMED) is VerifyStatus.YES
    noted = parse_code(verified(untouched, NAMED).code)
    assert verdict(forger.folder, NAMED, noted) is VerifyStatus.NO


@pytest.mark.slow
@pytest.mark.parametrize("game", [OVER, BY_HAND, ABANDONED, CUBE, NAMED])
def test_no_action_may_be_missing_twice_or_out_of_place(
    game: int, forger: Forger, untouched: Path
) -> None:
    """Anywhere: at every tenth action."""
    sound = Forger(untouched).entries(game)
    missed = []
    for at in range(1, len(sound), 10):
        for way in ("missing", "twice", "last"):
            entries = sound[:at] + sound[at + 1 :]
            if way != "missing":
                entries.insert(at if way == "twice" else len(entries), sound[at])
            if way == "twice":
                entries.insert(at, sound[at])
            if entries == sound:
                continue
            forger.change(game, replaced(entries))
            if verdict(forger.folder, game) is not VerifyStatus.NO:
                missed.append((at, way))
    assert missed == []
