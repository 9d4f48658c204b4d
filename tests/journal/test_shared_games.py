"""Games between two boards in a journal: read, listed, packed, exported, and every cheat found."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat import write_mat
from minigam.formats.mat_reader import read_mat
from minigam.formats.sgf import write_sgf
from minigam.formats.sgf_reader import read_sgf
from minigam.journal.importing import add_games
from minigam.journal.retention import summarize_and_pack
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerificationCheck, VerifyStatus, verify
from minigam.rules.actions import Action, ColoursChanged, Promised
from minigam.rules.game import Game
from minigam.rules.hash_chain import encode_action
from minigam.rules.record import Record
from minigam.rules.record_conversion import game_of, imported, record_of
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Terms
from tests.journal.tampering import Change, Entry, Forger, of_kind, verified
from tests.rules.two_boards import MEETING, SEEDS, TwoBoards

MATCH = Terms("backgammon", (("length", "5"),), meeting=MEETING)
BOARDS = (
    "two, with the keys abab-abab-abab-abab (white) and cdcd-cdcd-cdcd-cdcd (black): "
    "compare the game's code with the other board's"
)
FAIR = "rolls: {}, each from both boards' secrets, as promised before the first"


def keep(folder: Path, actions: list[Action]) -> int:
    """Write a game to a folder's journal as its board does; its number."""
    folder.mkdir(exist_ok=True)
    points = Game.of(actions).rules.layout.points
    with closing(Journal(folder / FILE_NAME, new=True)) as journal:
        number = journal.begin(actions[:1], board_key(points, False))
        journal.append(number, actions[1:])
        return number


def stored(tmp_path: Path, terms: Terms, seed: int = 1) -> TwoBoards:
    boards = TwoBoards(terms, Random(seed))
    boards.play()
    keep(tmp_path, boards.actions)
    return boards


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_a_game_between_two_boards_is_verified_packed_or_not(rules_id: str, tmp_path: Path) -> None:
    boards = stored(tmp_path, Terms(rules_id, meeting=MEETING))
    rolls = len(boards.game.rolls)
    for _ in range(2):
        found = verified(tmp_path)
        assert found.verdict is VerifyStatus.YES
        said = {each.about: each.text for each in found.findings}
        assert said["dice"] == FAIR.format(rolls)
        assert set(said) == {"rules", "dice", "boards", "end"}
        with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
            assert journal.game(1) == boards.game
            summarize_and_pack(journal, 1)


def test_what_is_said_of_the_boards(tmp_path: Path) -> None:
    stored(tmp_path, MATCH)
    assert VerificationCheck("boards", True, BOARDS) in verified(tmp_path).findings


def test_a_game_in_which_the_colours_were_changed_is_verified(tmp_path: Path) -> None:
    terms = Terms("backgammon-money", meeting=MEETING)
    seed = next(
        seed for seed in range(20) if ColoursChanged() in TwoBoards(terms, Random(seed)).play(1)
    )
    stored(tmp_path, terms, seed)
    assert verified(tmp_path).verdict is VerifyStatus.YES


def test_a_game_that_goes_on_has_its_dice_verified_already(tmp_path: Path) -> None:
    boards = TwoBoards(MATCH)
    boards.play(turns=5)
    boards.do(boards.decided())  # a share for the coming roll
    keep(tmp_path, boards.actions)
    found = verified(tmp_path)
    assert (found.verdict, found.reason) == (VerifyStatus.UNKNOWN, "the game is not over")
    rolls = len(boards.game.rolls)
    assert found.findings[1] == VerificationCheck("dice", True, FAIR.format(rolls))


@pytest.mark.parametrize(
    ("seed", "verdict"),
    [(SEEDS[1], VerifyStatus.YES), (bytes(32), VerifyStatus.NO)],
    ids=["its own", "another"],
)
def test_the_seed_that_a_board_keeps_is_the_one_that_it_promised(
    seed: bytes, verdict: VerifyStatus, tmp_path: Path
) -> None:
    begun, white, black, *others = TwoBoards(MATCH).play()
    assert isinstance(black, Promised)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        number = journal.begin([begun, white], board_key(24, False))
        journal.commit_secret(number, black, seed)
        journal.append(number, others)
        assert journal.secret(number) == seed
        assert journal.entries(number)[2] == encode_action(black)
    assert verified(tmp_path).verdict is verdict


# ---- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_it_is_exported_and_read_back_as_a_game_that_nobody_promised(
    rules_id: str, tmp_path: Path
) -> None:
    boards = stored(tmp_path, Terms(rules_id, meeting=MEETING))
    record = record_of(boards.game)
    assert record.terms.meeting is None
    assert (record.proof, record.result) == (None, boards.game.result)
    assert read_json(write_json([record])) == (record,)
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        (number,) = add_games(journal, [("", imported(record))])
        assert verify(journal, number).verdict is VerifyStatus.IMPORTED


@pytest.mark.parametrize(
    ("write", "read"), [(write_mat, read_mat), (write_sgf, read_sgf)], ids=["mat", "sgf"]
)
def test_other_programs_can_read_it(
    write: Callable[[list[Record]], str],
    read: Callable[[str], tuple[Record, ...]],
    tmp_path: Path,
) -> None:
    game = stored(tmp_path, MATCH).game
    (found,) = read(write([record_of(game)]))
    assert game_of(found).result == game.result
    assert [entry.side for entry in found.actions] == [entry.side for entry in game.entries]


# ---- Cheating ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shared")
    boards = TwoBoards(Terms("minigam", meeting=MEETING))
    boards.play()
    keep(folder, boards.actions)
    return folder


@pytest.fixture
def forger(honest: Path, tmp_path: Path) -> Forger:
    shutil.copytree(honest, tmp_path / "games")
    return Forger(tmp_path / "games")


def another(kind: str, field: str, value: object, nth: int = 0) -> Change:
    """Another value in the nth action of a kind."""

    def change(entries: list[Entry]) -> None:
        entry = entries[of_kind(entries, kind)[nth]]
        assert entry[field] != value
        entry[field] = value

    return change


def without(kind: str, nth: int = 0) -> Change:
    """The nth action of a kind is missing."""

    def change(entries: list[Entry]) -> None:
        del entries[of_kind(entries, kind)[nth]]

    return change


def copied(kind: str, field: str, nth: int, other: int) -> Change:
    """The value of another action of the same kind."""

    def change(entries: list[Entry]) -> None:
        found = of_kind(entries, kind)
        entries[found[nth]][field] = entries[found[other]][field]

    return change


def swapped(kind: str, field: str, nth: int, other: int) -> Change:
    """The values of two actions of a kind, each in the other's place."""

    def change(entries: list[Entry]) -> None:
        one, two = (entries[of_kind(entries, kind)[at]] for at in (nth, other))
        one[field], two[field] = two[field], one[field]

    return change


def rolled_early(entries: list[Entry]) -> None:
    """The roll comes before the last share for it."""
    at = of_kind(entries, "roll")[0]
    entries[at - 1], entries[at] = entries[at], entries[at - 1]


def other_die(nth: int) -> Change:
    """Another second die of the nth roll."""

    def change(entries: list[Entry]) -> None:
        dice = entries[of_kind(entries, "roll")[nth]]["dice"]
        dice[1] = dice[1] % 6 + 1

    return change


def own_dice(entries: list[Entry]) -> None:
    """As if one board rolled: a commitment, both numbers, and no share."""
    entries[1:3] = [
        {"action": "commit", "v": 1, "commitment": "ab" * 32},
        *({"action": "number", "v": 1, "side": side, "number": 7} for side in ("white", "black")),
    ]


CHEATS: tuple[tuple[str, Change], ...] = (
    *((f"share {nth} changed", another("share", "secret", "ab" * 32, nth)) for nth in (0, 1, -1)),
    ("white's and black's share swapped", swapped("share", "secret", 0, 1)),
    ("two of white's shares swapped", swapped("share", "secret", 0, 2)),
    ("a share reused", copied("share", "secret", 2, 0)),
    ("the other board's share reused", copied("share", "secret", 1, 0)),
    *((f"roll {nth} changed", other_die(nth)) for nth in (0, 1, -1)),
    ("a roll before both shares", rolled_early),
    *((f"share {nth} missing", without("share", nth)) for nth in (0, 1, -1)),
    *((f"promise {nth} missing", without("promise", nth)) for nth in (0, 1)),
    ("white's promise changed", another("promise", "commitment", "ab" * 32)),
    ("black's promise changed", another("promise", "commitment", "ab" * 32, 1)),
    ("promises swapped", swapped("promise", "commitment", 0, 1)),
    ("promises out of order", lambda entries: entries.insert(1, entries.pop(2))),
    ("a share by the other side", another("share", "side", "black")),
    ("own dice", own_dice),
    ("a promise too many", lambda entries: entries.insert(3, entries[2])),
    ("a share too many", lambda entries: entries.insert(4, entries[3])),
    ("one board", another("begin", "meeting", {**vars(MEETING), "boards": ["ab" * 32] * 2})),
    ("no meeting", lambda entries: entries[0].pop("meeting")),
    ("a play taken back", lambda entries: entries.insert(
        of_kind(entries, "confirm")[0] + 1, {"action": "take-back-play", "v": 1})),
)  # fmt: skip


@pytest.mark.parametrize("sealing", [False, True], ids=["plain", "sealed anew"])
@pytest.mark.parametrize(("name", "change"), CHEATS, ids=[name for name, _ in CHEATS])
def test_each_cheat_is_found(name: str, change: Change, sealing: bool, forger: Forger) -> None:
    """Also where the forger computes the chain, the result and the code anew."""
    assert verified(forger.folder).verdict is VerifyStatus.YES
    forger.change(1, change, sealing=sealing)
    found = verified(forger.folder)
    assert found.verdict is VerifyStatus.NO, name
    sound = {finding.about for finding in found.findings if finding.ok is False}
    assert sound & {"rules", "dice"}, name


def test_the_keys_are_covered_by_the_code(forger: Forger) -> None:
    """A forger who writes other keys can write another code: not the one that was noted."""
    noted = verified(forger.folder).code.replace("-", "")
    meeting = {"id": MEETING.id, "number": 1, "boards": ["ab" * 32, "ef" * 32]}
    forger.change(1, another("begin", "meeting", meeting), sealing=True)
    assert verified(forger.folder).verdict is VerifyStatus.YES
    assert verified(forger.folder, 1, noted).verdict is VerifyStatus.NO


def test_both_boards_keep_the_same_code(tmp_path: Path) -> None:
    codes = set()
    for board in ("white", "black"):
        stored(tmp_path / board, MATCH)
        codes.add(verified(tmp_path / board).code)
    assert len(codes) == 1
