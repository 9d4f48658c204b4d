"""Every change to a game that was played is found: in the journal, and in files made of it."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minigam.dice import fair
from minigam.errors import IllegalPlayError
from minigam.game import setup as seats
from minigam.game.event_json import event_from_json
from minigam.game.events import Held, Opened
from minigam.game.replay import replay_strictly
from minigam.game.seal import code_of
from minigam.game.setup import Setup
from minigam.game.state import opened
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import Verdict, Verification, verify
from minigam.rules.files.code import parse_code
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
    of_kind,
    write_games,
)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "games"
    write_games(folder)
    return folder


@pytest.fixture
def forger(untouched: Path, tmp_path: Path) -> Forger:
    shutil.copytree(untouched, tmp_path / "games")
    return Forger(tmp_path / "games")


def verified(folder: Path, game: int, noted: str = "") -> Verification:
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        return verify(journal, game, noted)


def verdict(folder: Path, game: int, noted: str = "") -> Verdict:
    return verified(folder, game, noted).verdict


EXPECTED = {
    OVER: Verdict.YES,
    BY_HAND: Verdict.UNKNOWN,
    ABANDONED: Verdict.YES,
    CUBE: Verdict.YES,
    NAMED: Verdict.YES,
    IMPORTED: Verdict.IMPORTED,
    LIVING: Verdict.UNKNOWN,
}


@pytest.mark.parametrize(("game", "expected"), EXPECTED.items())
def test_what_was_played_is_found_so(game: int, expected: Verdict, untouched: Path) -> None:
    found = verified(untouched, game)
    assert (found.verdict, [f for f in found.findings if f.ok is False]) == (expected, [])
    assert bool(found.code) is (game != LIVING)


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
        number = journal.begin(Opened(Setup()))
        journal.append(number, Held("roll+undo"))
        found = verify(journal, number)
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "the game was never begun")


def test_a_code_does_not_depend_on_the_words_of_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opened(Opened(Setup(black="hard"), started=True))
    before = code_of(state)
    monkeypatch.setitem(seats.LEVEL_WORDS, "hard", Words("strong"))
    assert state.setup.players == ("White", "Computer, strong")
    assert code_of(state) == before != ""


def test_two_games_have_two_codes_and_an_imported_one_has_its_own(untouched: Path) -> None:
    codes = {game: verified(untouched, game).code for game in EXPECTED}
    assert codes[OVER] == codes[IMPORTED]
    assert len(set(codes.values())) == len(codes) - 1


# ---- Changes to the events -----------------------------------------------------------------------


def thrown(entries: list[Entry], number: int) -> int:
    """The place of a throw, from 1; from the end, where it is negative."""
    places = of_kind(entries, "thrown")
    return places[number - 1 if number > 0 else number]


def cut(after: int, keep: tuple[str, ...]) -> Change:
    """All that follows a throw is gone, but for events of these kinds."""

    def change(entries: list[Entry]) -> None:
        rest = thrown(entries, after) + 1
        entries[rest:] = [entry for entry in entries[rest:] if entry["event"] in keep]

    return change


def only(first: int) -> Change:
    """All but the first events are gone."""

    def change(entries: list[Entry]) -> None:
        del entries[first:]

    return change


def resign(entries: list[Entry]) -> None:
    """Whoever was to play throw 12 gives up."""
    menu = [{"event": "held", "gesture": "undo"}, tap("point-4"), tap("roll")]
    at, ends = thrown(entries, 12) + 1, [e for e in entries if e["event"] in ("revealed", "sealed")]
    entries[at:] = [*menu, *ends]


def event(kind: str, /, **fields: object) -> Entry:
    return {"event": kind, **fields}


def tap(name: str) -> Entry:
    return {"event": "tapped", "input": name, "at": 1769886400000000}


def delete(kind: str, nth: int, count: int = 1) -> Change:
    def change(entries: list[Entry]) -> None:
        at = of_kind(entries, kind)[nth]
        del entries[at : at + count]

    return change


def insert(entry: Entry, before: str, nth: int = 0) -> Change:
    return lambda entries: entries.insert(of_kind(entries, before)[nth], entry)


def put(which: str, nth: int, /, **fields: Any) -> Change:
    """Other values of an event's fields; a function makes one of the old value."""

    def change(entries: list[Entry]) -> None:
        entry = entries[of_kind(entries, which)[nth]]
        for name, value in fields.items():
            entry[name] = value(entry[name]) if callable(value) else value

    return change


def setup(**fields: Any) -> Change:
    return put("opened", 0, setup=lambda old: {**old, **fields})


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
    """Another secret with its promise; `rolls`: and what it would have thrown."""
    secret = hashlib.sha256(b"forged").digest()
    put("committed", 0, commitment=fair.commitment(secret))(entries)
    put("revealed", 0, secret=secret.hex())(entries)
    white, black = (entries[at]["at"] for at in of_kind(entries, "tapped")[1:3])
    for at in of_kind(entries, "thrown") if rolls else []:
        entries[at]["dice"] = list(fair.throw(secret, (white, black), entries[at]["number"]))


def without_the_undone(entries: list[Entry]) -> None:
    """A checker that was picked up and put down again: its touch, and the undo."""
    undone = [n for n in of_kind(entries, "tapped") if entries[n]["input"] == "undo"]
    at = next(n for n in undone if is_played(entries[: n - 1] + entries[n + 1 : -2]))
    del entries[at - 1 : at + 1]


def is_played(entries: list[Entry]) -> bool:
    try:
        return bool(list(replay_strictly(map(event_from_json, entries))))
    except IllegalPlayError:
        return False


def drop(entries: list[Entry]) -> None:
    """The answer to the double."""
    at = of_kind(entries, "held")[0] + 1
    entries[at]["input"] = entries[at]["input"].replace("bar", "off")


def throw_twice(entries: list[Entry]) -> None:
    entries.insert(thrown(entries, 4), entries[thrown(entries, 4)])


def last_twice(entries: list[Entry]) -> None:
    entries.append(entries[-1])


def swap_rolls(entries: list[Entry]) -> None:
    one, other = thrown(entries, 5), thrown(entries, 6)
    entries[one]["dice"], entries[other]["dice"] = entries[other]["dice"], entries[one]["dice"]


def swap_numbers(entries: list[Entry]) -> None:
    one, other = of_kind(entries, "tapped")[1:3]
    entries[one]["at"], entries[other]["at"] = entries[other]["at"], entries[one]["at"]


END, SECRET = ("revealed", "sealed"), ("revealed",)
FOUND_ALWAYS: tuple[tuple[str, int, Change], ...] = (
    ("cut off after throw 12, the end kept", OVER, cut(12, END)),
    ("cut off after throw 12, the secret kept", OVER, cut(12, SECRET)),
    ("cut off after throw 12 altogether", OVER, cut(12, ())),
    ("cut off before the first throw", OVER, only(5)),
    ("all events but the first gone", OVER, only(1)),
    ("a step's touch deleted", OVER, delete("tapped", 10)),
    ("a step deleted", OVER, delete("tapped", 9, 2)),
    ("the last touch deleted", OVER, delete("tapped", -1)),
    ("a throw deleted", OVER, delete("thrown", 8)),
    ("the first throw deleted", OVER, delete("thrown", 0)),
    ("the last throw deleted", OVER, delete("thrown", -1)),
    ("a throw's dice changed", OVER, put("thrown", 4, dice=lambda d: [d[0] % 6 + 1, d[1]])),
    ("a throw's dice exchanged", OVER, put("thrown", 3, dice=lambda d: d[::-1])),
    ("a throw's number changed", OVER, put("thrown", 4, number=6)),
    ("a throw with a pawn more", OVER, put("thrown", 4, pawns=[1])),
    ("two throws exchanged", OVER, swap_rolls),
    ("a throw twice", OVER, throw_twice),
    ("a throw added after the end", OVER, append(event("thrown", number=28, dice=[1, 2]))),
    ("a touch added after the end", OVER, append(tap("point-3"), tap("roll"))),
    ("a refused touch added", OVER, insert(tap("off-white"), "thrown", 3)),
    ("an event that is never written added", OVER, insert(event("shown"), "thrown", 3)),
    ("a second beginning", OVER, lambda entries: entries.insert(20, dict(entries[0]))),
    ("white's number changed", OVER, put("tapped", 1, at=lambda at: at + 1)),
    ("black's number changed", OVER, put("tapped", 2, at=lambda at: at - 1)),
    ("both numbers exchanged", OVER, swap_numbers),
    ("the promise changed", OVER, put("committed", 0, commitment=another)),
    ("the promise is no hash", OVER, put("committed", 0, commitment="none")),
    ("the secret changed", OVER, put("revealed", 0, secret=another)),
    ("the secret is no number", OVER, put("revealed", 0, secret="none")),
    ("secret and promise changed", OVER, lambda entries: fresh_secret(entries, False)),
    ("secret, promise and throws changed", OVER, lambda entries: fresh_secret(entries, True)),
    ("the promise after the presses", OVER, move("committed", 0, 2)),
    ("a second promise", OVER, insert(event("committed", commitment="ab" * 32), "thrown", 0)),
    ("the secret shown amid the game", OVER, move("revealed", 0, -10)),
    ("the secret twice", OVER, insert(event("revealed", secret="ab" * 32), "sealed")),
    ("the secret deleted", OVER, delete("revealed", 0)),
    ("the seal deleted", OVER, delete("sealed", 0)),
    ("the secret and the seal deleted", OVER, delete("revealed", 0, 2)),
    ("the seal twice", OVER, last_twice),
    ("the seal before the secret", OVER, move("sealed", 0, -1)),
    ("a person becomes a computer", OVER, setup(white="easy")),
    ("another game", OVER, setup(rules_id="minigam-full-entry")),
    ("its dice become hand-thrown ones", OVER, setup(dice="hand")),
    ("said to be imported", OVER, put("opened", 0, imported=True)),
    ("a side begins without an opening throw", OVER,
     put("opened", 0, starter="white", started=True)),
    ("a number of a computer that did not play", OVER,
     insert(event("ready", side="white", at=7), "tapped", 1)),
    ("a play of a computer that did not play", OVER,
     insert(event("chosen", steps=[[0, 5]]), "tapped", 8)),
    ("time that no clock has measured", OVER, insert(event("clocked", spent=5000), "tapped", 8)),
    ("a flag that fell without a clock", OVER, insert(event("flagged", side="white"), "tapped", 8)),
    ("a move felt by a board that feels nothing", OVER,
     insert(event("rebuilding", side="white"), "tapped", 8)),
    ("an answer to no double", OVER, insert(event("answered", take=True), "tapped", 8)),
    ("a moment nobody waited for", OVER, insert(event("elapsed", timer="pass"), "tapped", 8)),
    ("a name after the seal", NAMED, append(event("named", names=["Ann", "Cid"]))),
    ("abandoned and gone on with", ABANDONED, append(tap("roll"))),
    ("abandoned: the end deleted", ABANDONED, cut(4, ())),
    ("abandoned: no longer abandoned", ABANDONED, delete("held", -1, 3)),
    ("abandoned: the secret deleted", ABANDONED, delete("revealed", 0)),
    ("a double deleted", CUBE, delete("held", 0)),
    ("a take becomes a drop", CUBE, drop),
    ("hand-thrown dice from the board", BY_HAND, setup(dice="electronic")),
    ("hand-thrown: the end deleted", BY_HAND, delete("sealed", 0)),
    ("hand-thrown: an illegal step", BY_HAND, put("tapped", 4, input="point-4")),
    ("in play: a throw changed", LIVING, put("thrown", 0, dice=lambda d: [d[0], d[1] % 6 + 1])),
    ("in play: the computer's number changed", LIVING, put("ready", 0, at=9)),
    ("in play: the promise changed", LIVING, put("committed", 0, commitment=another)),
    ("imported: a throw changed", IMPORTED, put("thrown", 4, dice=lambda d: [d[0] % 6 + 1, d[1]])),
    ("imported: a promise changed", IMPORTED, put("committed", 0, commitment=another)),
    ("imported: said to be played here", IMPORTED, put("opened", 0, imported=False)),
    ("imported: a step deleted", IMPORTED, delete("tapped", 9, 2)),
)  # fmt: skip
"""Found although a careful forger makes a seal that fits."""
FOUND_BY_SEAL: tuple[tuple[str, int, Change], ...] = (
    ("a resignation written in", OVER, resign),
    ("a touch at another time", OVER, put("tapped", 9, at=lambda at: at + 1)),
    ("a step that was taken back deleted", NAMED, without_the_undone),
    ("the points before it changed", OVER, put("opened", 0, score=[1, 0])),
    ("a player's name written in", OVER, setup(names=["Ann", "Bob"])),
    ("a player's name changed", NAMED, put("named", 1, names=["Bob", "Ann"])),
    ("a stricter option", OVER, setup(options=[["second_die", "must"]])),
    ("an option that allows more", OVER, setup(options=[["second_die", "free"]])),
    ("seal: another winner", OVER, put("sealed", 0, winner="white")),
    ("seal: no winner", OVER, put("sealed", 0, winner=None)),
    ("seal: more points", OVER, put("sealed", 0, points=2)),
    ("seal: a gammon", OVER, put("sealed", 0, kind="gammon")),
    ("seal: another end", OVER, put("sealed", 0, ended_by="resigned")),
    ("seal: fewer turns", OVER, put("sealed", 0, turns=25)),
    ("seal: fewer events", OVER, put("sealed", 0, events=25)),
    ("seal: another hash", OVER, put("sealed", 0, digest=another)),
    ("seal: another code", OVER, put("sealed", 0, code=another)),
    ("seal: no code", OVER, put("sealed", 0, code="")),
    ("abandoned: a resignation instead", ABANDONED, lambda entries: entries.__setitem__(
        slice(of_kind(entries, "held")[-1], of_kind(entries, "held")[-1] + 1),
        [event("held", gesture="undo"), tap("point-4"), tap("roll")])),
    ("hand-thrown: another die", BY_HAND, put("tapped", -4, input="point-4")),
    ("hand-thrown: the other side resigns", BY_HAND, lambda entries: entries.__setitem__(
        slice(of_kind(entries, "tapped")[-2], of_kind(entries, "tapped")[-1] + 1),
        [tap("roll-black"), tap("roll-white")])),
)  # fmt: skip
"""Found, unless a careful forger makes a seal that fits: then only by a code that was noted."""


def ids(change: object) -> str | None:
    return change.replace(" ", "-") if isinstance(change, str) else None


SEALING = [False, pytest.param(True, marks=pytest.mark.slow, id="sealed-anew")]


@pytest.mark.parametrize("sealing", SEALING)
@pytest.mark.parametrize(("name", "game", "change"), FOUND_ALWAYS, ids=ids)
def test_a_change_is_found(
    name: str, game: int, change: Change, sealing: bool, forger: Forger
) -> None:
    forger.change(game, change, sealing)
    assert verdict(forger.folder, game) is Verdict.NO, name


@pytest.mark.parametrize(("name", "game", "change"), FOUND_BY_SEAL, ids=ids)
def test_a_change_is_found_by_the_seal(
    name: str, game: int, change: Change, forger: Forger
) -> None:
    forger.change(game, change)
    assert verdict(forger.folder, game) is Verdict.NO, name


WITHIN_THE_SAME_GAME = {"a touch at another time", "a step that was taken back deleted"}
"""What a careful forger may change: the turns, the throws and the result stay the same."""


@pytest.mark.parametrize(("name", "game", "change"), FOUND_BY_SEAL, ids=ids)
def test_what_is_sealed_anew_is_found_by_the_noted_code(
    name: str, game: int, change: Change, forger: Forger, untouched: Path
) -> None:
    """A changed seal alone is right again when it is made anew."""
    noted = parse_code(verified(untouched, game).code)
    forger.change(game, change, sealing=True)
    same = name in WITHIN_THE_SAME_GAME or name.startswith("seal: ")
    assert verdict(forger.folder, game, noted) is (EXPECTED[game] if same else Verdict.NO), name


def test_a_whole_new_game_is_found_by_the_noted_code_alone(forger: Forger, untouched: Path) -> None:
    """Its owner puts another sound game in the place of one: nothing here can tell."""
    other = forger.entries(NAMED)
    forger.change(OVER, lambda entries: entries.__setitem__(slice(None), other), sealing=True)
    assert verdict(forger.folder, OVER) is Verdict.YES
    noted = parse_code(verified(untouched, OVER).code)
    found = verified(forger.folder, OVER, noted)
    assert (found.verdict, found.reason) == (
        Verdict.NO,
        f"the noted code is {verified(untouched, OVER).code}, this game's is {found.code}",
    )


# ---- Changes to the file -------------------------------------------------------------------------

STATEMENTS: tuple[tuple[str, int, str], ...] = (
    ("the list: another winner", OVER,
     "UPDATE summary SET body = replace(body, 'black', 'white') WHERE chapter = 1"),
    ("the list: more points", OVER,
     "UPDATE summary SET body = replace(body, '\"points\":1', '\"points\":2') WHERE chapter = 1"),
    ("the list: fewer turns", OVER,
     "UPDATE summary SET body = replace(body, '\"turns\":26', '\"turns\":2') WHERE chapter = 1"),
    ("the list: other dice", OVER,
     "UPDATE summary SET body = replace(body, '\"faces\":[', '\"faces\":[1') WHERE chapter = 1"),
    ("the list: another player", NAMED,
     "UPDATE summary SET body = replace(body, 'Bob', 'Cid') WHERE chapter = 5"),
    ("the list: not over", OVER,
     "UPDATE summary SET body = json_set(body, '$.winner', '') WHERE chapter = 1"),
    ("the list: nonsense", OVER, "UPDATE summary SET body = '7' WHERE chapter = 1"),
    ("the list: begun another day", OVER,
     "UPDATE summary SET opened_at = '2026-02-01T00:00:00+00:00' WHERE chapter = 1"),
    ("the list: an abandoned game is won", ABANDONED,
     "UPDATE summary SET body = json_set(body, '$.winner', 'white') WHERE chapter = 3"),
    ("an event beside the packed ones", OVER,
     "INSERT INTO event VALUES (1, 500, '2026-01-31T19:05:00Z', '{\"event\":\"shown\"}')"),
    ("a packed game cut off", OVER,
     "UPDATE chapter SET packed = substr(packed, 1, length(packed) / 2) WHERE id = 1"),
    ("another packed game", OVER,
     "UPDATE chapter SET packed = (SELECT packed FROM chapter WHERE id = 5) WHERE id = 1"),
    ("a row deleted", ABANDONED, "DELETE FROM event WHERE chapter = 3 AND number = 12"),
    ("the last rows deleted", ABANDONED, "DELETE FROM event WHERE chapter = 3 AND number > 12"),
    ("a row out of its place", ABANDONED,
     "UPDATE event SET number = 0 WHERE chapter = 3 AND number = 12"),
    ("the numbers begin at 2", ABANDONED,
     "UPDATE event SET number = number + 1000 WHERE chapter = 3"),
    ("a secret left behind", OVER, "UPDATE chapter SET secret = x'00' WHERE id = 1"),
    ("a secret for dice that were thrown by hand", BY_HAND,
     "UPDATE chapter SET secret = zeroblob(32) WHERE id = 2"),
    ("in play: the secret gone", LIVING, "UPDATE chapter SET secret = NULL WHERE id = 7"),
    ("in play: another secret", LIVING, "UPDATE chapter SET secret = zeroblob(32) WHERE id = 7"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "game", "statement"), STATEMENTS, ids=ids)
def test_a_change_by_sql_is_found(name: str, game: int, statement: str, forger: Forger) -> None:
    with forger.database() as db:
        assert db.execute(statement).rowcount > 0
    assert verdict(forger.folder, game) is Verdict.NO, name


def replaced(new: list[Entry]) -> Change:
    """Other events in the place of all."""

    def change(entries: list[Entry]) -> None:
        entries[:] = new

    return change


def test_names_said_after_the_end_can_be_taken_away_but_not_from_the_noted_code(
    forger: Forger, untouched: Path
) -> None:
    """The journal is as it was before they were said: `docs/dice.md` says so."""
    *before, named, sealed = forger.entries(NAMED)
    assert (named["event"], sealed["event"]) == ("named", "sealed")
    forger.change(NAMED, replaced(before))
    assert verdict(forger.folder, NAMED) is Verdict.NO  # the list of games still says who played
    with forger.database() as db:
        db.execute("DELETE FROM summary WHERE chapter = ?", (NAMED,))
    assert verdict(forger.folder, NAMED) is Verdict.YES
    noted = parse_code(verified(untouched, NAMED).code)
    assert verdict(forger.folder, NAMED, noted) is Verdict.NO


@pytest.mark.slow
@pytest.mark.parametrize("game", [OVER, BY_HAND, ABANDONED, CUBE, NAMED])
def test_no_event_may_be_missing_twice_or_out_of_place(
    game: int, forger: Forger, untouched: Path
) -> None:
    """Anywhere: at every fifth event."""
    sound = Forger(untouched).entries(game)
    missed = []
    for at in range(1, len(sound), 5):
        for way in ("missing", "twice", "last"):
            entries = sound[:at] + sound[at + 1 :]
            if way != "missing":
                entries.insert(at if way == "twice" else len(entries), sound[at])
            if way == "twice":
                entries.insert(at, sound[at])
            if entries == sound:
                continue
            forger.change(game, replaced(entries))
            if verdict(forger.folder, game) is not Verdict.NO:
                missed.append((at, way))
    assert missed == []
