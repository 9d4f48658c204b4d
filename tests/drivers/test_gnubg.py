"""Asking another program: an answer or one kind of error, whatever it does, and no trace."""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minigam.daemon.opponent import board, xgid
from minigam.drivers import gnubg
from minigam.drivers.gnubg import Gnubg, find_gnubg
from minigam.errors import ProgramError
from minigam.rules.cube import CENTRED
from minigam.rules.match import FRESH
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON
from tests.drivers.fake_gnubg import fake_gnubg

START = board(BACKGAMMON.start, Side.WHITE)
OPENING = xgid(BACKGAMMON, BACKGAMMON.start, Side.WHITE, "31", CENTRED, FRESH)
LONG = 60.0
SHORT = 0.2


@pytest.fixture(autouse=True)
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of temporary files is as empty afterwards as before."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


def plays(program: str, seconds: float = LONG) -> list[gnubg.Board]:
    return asyncio.run(Gnubg(program, seconds).plays(OPENING, START, cubeful=True))


def takes(program: str) -> bool:
    return asyncio.run(Gnubg(program, LONG).takes(OPENING, START))


def doubles(program: str) -> bool:
    return asyncio.run(Gnubg(program, LONG).doubles(OPENING, START))


def cube(program: str) -> list[float]:
    return asyncio.run(Gnubg(program, LONG).cube(OPENING, START))


def chances(program: str) -> list[list[float]]:
    return asyncio.run(Gnubg(program, LONG).chances(OPENING, START, [START, START[::-1]]))


def test_the_plays_come_as_boards_best_first(tmp_path: Path) -> None:
    program = fake_gnubg(tmp_path, "say([[[8, 5], [6, 5]], [[24, 20]]])")
    first, second = plays(program)
    assert (first[1][4], first[1][5], first[1][7]) == (2, 4, 2)
    assert (second[1][19], second[1][23]) == (1, 1)


@pytest.mark.parametrize("ask", [takes, doubles])
def test_it_is_told_what_to_judge_and_how(ask: Callable[[str], bool], tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    program = fake_gnubg(tmp_path, f"open({str(asked)!r}, 'w').write(repr(question)); say(True)")
    assert ask(program)
    assert f"'want': '{ask.__name__}'" in asked.read_text()
    assert f"'xgid': '{OPENING}'" in asked.read_text()
    assert "chequerplay evaluation plies 2" in asked.read_text()


WRONG = {
    "dies": "sys.exit(3)",
    "is killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "says nothing": "",
    "talks only": "print('No game in progress.')",
    "says half a line": "print('minigam: [[[0')",
    "says a number": "print('minigam: 5')",
    "says too little": "print('minigam: [[1, 2]]')",
    "says no counts": "print('minigam: [[1, 2], 3]')",
    "says what is nested too deep": "print('minigam: ' + '[' * 50_000)",
    "answers twice": "say([]); say([])",
    "has another board": "own[5] = 4; say([])",
    "is no text": r"sys.stdout.buffer.write(b'minigam: \xff\xfe')",
    "does not listen": "sys.stdin.close(); sys.exit(0)",
}
WRONG_PLAYS = {
    "a word": "say('8/5 6/5')",
    "a number": "say(5)",
    "points of words": "say([[['bar', 'off']]])",
    "lonely points": "say([[8, 5]])",
    "points beyond the board": "say([[[99, 1]]])",
}


@pytest.mark.parametrize("ask", [plays, takes, doubles, cube, chances])
@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_no_answer_is_one_kind_of_error(
    ask: Callable[[str], object], body: str, tmp_path: Path
) -> None:
    with pytest.raises(ProgramError):
        ask(fake_gnubg(tmp_path, body))


@pytest.mark.parametrize("body", WRONG_PLAYS.values(), ids=WRONG_PLAYS)
def test_plays_that_cannot_be_read(body: str, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="expected plays from gnubg, got"):
        plays(fake_gnubg(tmp_path, body))


@pytest.mark.parametrize(("ask", "answer"), [(takes, "'perhaps'"), (doubles, "0")])
def test_an_answer_to_a_double_is_yes_or_no(
    ask: Callable[[str], bool], answer: str, tmp_path: Path
) -> None:
    with pytest.raises(ProgramError, match=f"expected yes or no from gnubg, got {answer}"):
        ask(fake_gnubg(tmp_path, f"say({answer})"))


def test_what_it_judges_comes_as_numbers(tmp_path: Path) -> None:
    assert cube(fake_gnubg(tmp_path, "say([0.5, 0.25, 1.0])")) == [0.5, 0.25, 1.0]
    body = "say([[len(question['boards']) / 4, 0, 0, 0, 1] for board in question['boards']])"
    assert chances(fake_gnubg(tmp_path, body)) == [[0.5, 0, 0, 0, 1]] * 2


@pytest.mark.parametrize(
    ("ask", "answer", "expected"),
    [
        (cube, "[1, 2]", "expected 3 numbers from -100 to 100 from gnubg, got "),
        (cube, "[1, 2, 'x']", "expected 3 numbers from -100 to 100 from gnubg, got "),
        (cube, "None", "expected 3 numbers from -100 to 100 from gnubg, got None"),
        (chances, "[[1, 2, 3, 4, 5]]", "expected 2 answers from gnubg, got "),
        (cube, "[1, 2, 1e9]", "expected 3 numbers from -100 to 100 from gnubg, got "),
        (chances, "[[1, 0, 0, 0, 0], [1]]", "expected 5 numbers from 0 to 1 from gnubg, got "),
        (chances, "[[55.5, 0, 0, 0, 0]] * 2", "expected 5 numbers from 0 to 1 from gnubg, got "),
        (chances, "[[float('nan'), 0, 0, 0, 0]] * 2", "expected 5 numbers from 0 to 1 from gnubg"),
        (chances, "True", "expected 2 answers from gnubg, got True"),
    ],
)
def test_numbers_that_cannot_be_read(
    ask: Callable[[str], object], answer: str, expected: str, tmp_path: Path
) -> None:
    with pytest.raises(ProgramError, match=expected):
        ask(fake_gnubg(tmp_path, f"say({answer})"))


def test_one_that_hangs_is_given_up(tmp_path: Path) -> None:
    program = fake_gnubg(tmp_path, "signal.pause()")
    with pytest.raises(ProgramError, match=r"expected an answer within 0\.2 seconds, got none"):
        plays(program, SHORT)


def test_one_that_has_gone(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match=r"cannot be run: .*No such file"):
        plays(str(tmp_path / "gone"))


def test_no_room_for_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = fake_gnubg(tmp_path, "say([])")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(ProgramError, match=r"cannot be run: .*No such file"):
        plays(program)


def test_a_question_that_is_called_off_leaves_no_process(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    body = f"open({str(pipe)!r}, 'w').write(f'{{os.getpid()}} '); os.fork(); signal.pause()"

    async def call_off() -> int:
        program = fake_gnubg(tmp_path, body)
        asked = asyncio.create_task(Gnubg(program).plays(OPENING, START, cubeful=True))
        process = int(await asyncio.to_thread(pipe.read_text))
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return process

    process = asyncio.run(call_off())
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_where_it_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "GAMES_FOLDER", str(tmp_path / "games"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_gnubg() is None
    in_games = fake_gnubg(tmp_path / "games", "")
    assert find_gnubg() == in_games
    on_path = fake_gnubg(tmp_path / "bin", "")
    assert find_gnubg() == on_path
