"""The composition root: start, failure, the end, and always dark."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from errno import EMFILE
from pathlib import Path
from typing import Any

import pytest

from minigam.board.health import BOUNCING
from minigam.board.profile import Profile
from minigam.cli.main import main
from minigam.daemon import app, solver_process
from minigam.daemon.config import Config
from minigam.daemon.hardware import Parts, open_parts
from minigam.daemon.table import Table
from minigam.drivers import gnubg
from minigam.drivers.gpio import GpioInputs
from minigam.drivers.interfaces import Listeners
from minigam.drivers.systemd import SystemdNotifier
from minigam.errors import BusyError, ExitStatus, JournalError
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Rolled
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.ruleset import rule_set
from minigam.table import effects
from minigam.table.events import Chosen, Elapsed, Event, Held, Opened, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase, opened
from minigam.web.cards import card
from tests.daemon.rig import kept, unsaid
from tests.drivers.fake_gnubg import fake_gnubg
from tests.e2e.daemon import free_port
from tests.solver.hollow import write_hollow

Permission = Callable[[app.Daemon], Coroutine[Any, Any, None]]


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Parts]:
    """The parts that the daemon opens."""
    opened: list[Parts] = []

    def noted(profile: Profile, listeners: Listeners) -> Parts:
        opened.append(open_parts(profile, listeners))
        return opened[-1]

    monkeypatch.setattr(app, "open_parts", noted)
    return opened


@pytest.fixture
def daemons(monkeypatch: pytest.MonkeyPatch) -> list[app.Daemon]:
    """The daemons that are made."""
    made: list[app.Daemon] = []
    make = app.Daemon.open_table

    def noted(self: app.Daemon, *arguments: Any) -> None:
        made.append(self)
        make(self, *arguments)

    monkeypatch.setattr(app.Daemon, "open_table", noted)
    return made


def run(
    folder: Path, daemons: list[app.Daemon], act: Permission, **config: Any
) -> tuple[int, list[str]]:
    """Serve, and once it is ready act on it; the exit status and what was said."""
    said: list[str] = []

    async def main() -> int:
        tasks = []

        def say(text: str) -> None:
            said.append(text)
            if "is ready" in text:
                tasks.append(asyncio.ensure_future(act(daemons[-1])))

        settings = Config(data=folder, port=free_port(), **{"board": "sim", **config})
        status = await app.serve(settings, say)
        await asyncio.gather(*tasks)
        return status

    return asyncio.run(main()), said


async def end(daemon: app.Daemon) -> None:
    daemon.end(0)


async def play_a_little(daemon: app.Daemon) -> None:
    assert daemon.touch is not None
    for name in ("roll", "roll", "roll"):
        await daemon.touch.tap(name)
    daemon.end(0)


def assert_dark(parts: Parts) -> None:
    assert parts.strip.sent
    assert not any(parts.strip.sent)
    assert "strip" not in {thread.name for thread in threading.enumerate()}


def test_it_says_where_the_page_is_and_ends_dark(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    status, said = run(tmp_path, daemons, end)
    assert status == 0
    (ready,) = said
    assert ready.startswith("minigam is ready: http://127.0.0.1:")
    assert ready.endswith("/  (Quarter board, simulated)")
    assert_dark(parts[0])


def test_a_journal_that_takes_long_to_open_is_waited_for(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the service manager, which otherwise ends a start after a time of its own."""
    open_or_not: list[bool] = []

    class Manager(SystemdNotifier):
        @contextmanager
        def waiting(self, seconds: float = 60.0) -> Iterator[None]:
            with super().waiting(seconds):
                open_or_not.append(bool(daemons))
                yield
            open_or_not.append((tmp_path / FILE_NAME).exists())

    monkeypatch.setattr(app, "SystemdNotifier", Manager)
    assert run(tmp_path, daemons, end)[0] == 0
    assert open_or_not == [False, True]
    assert_dark(parts[0])


def test_a_closed_terminal_is_no_matter_under_nohup(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    async def look(daemon: app.Daemon) -> None:
        heard.append(signal.getsignal(signal.SIGHUP))
        daemon.end(0)

    heard: list[object] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        run(tmp_path, daemons, look)
        assert heard == [signal.SIG_IGN]
    finally:
        signal.signal(signal.SIGHUP, before)
    assert_dark(parts[0])


def test_an_unexpected_failure_ends_it_dark(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def break_a_callback(daemon: app.Daemon) -> None:
        daemon.loop.call_soon(lambda: 1 // 0)

    with caplog.at_level(logging.CRITICAL):
        status, _ = run(tmp_path, daemons, break_a_callback)
    assert status == ExitStatus.INTERNAL
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]
    assert_dark(parts[0])


def test_what_goes_wrong_while_it_ends_is_no_failure(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    async def end_and_break(daemon: app.Daemon) -> None:
        daemon.end(0)
        daemon.loop.call_soon(lambda: 1 // 0)

    assert run(tmp_path, daemons, end_and_break)[0] == 0
    assert_dark(parts[0])


def test_a_second_look_that_fails_ends_it_too(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lose_the_pins(_daemon: app.Daemon) -> None:
        def gone(_self: object) -> dict[str, bool]:
            raise RuntimeError("the pins are gone")

        monkeypatch.setattr(GpioInputs, "levels", gone)

    assert run(tmp_path, daemons, lose_the_pins)[0] == ExitStatus.INTERNAL
    assert_dark(parts[0])


def test_inputs_that_can_no_longer_be_heard_end_it(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def lose_the_thread(_daemon: app.Daemon) -> None:
        monkeypatch.setattr(GpioInputs, "alive", False)

    with caplog.at_level(logging.CRITICAL):
        assert run(tmp_path, daemons, lose_the_thread)[0] == ExitStatus.UNAVAILABLE
    ((_, fault, _),) = [record.exc_info for record in caplog.records if record.exc_info]
    assert str(fault) == "the board's inputs are silent: the thread behind them is dead"
    assert_dark(parts[0])


def test_a_level_counts_that_two_looks_have_seen(
    tmp_path: Path, daemons: list[app.Daemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look may come between an edge and its being told, which says when it was."""
    seen, told = [False, False, True, False, True, True], list[bool]()

    def levels(_self: GpioInputs) -> dict[str, bool]:
        return {"undo": seen.pop(0)} if seen else {}

    def noted(_self: Table, _name: str, pressed: bool, _now: float) -> None:
        told.append(pressed)

    async def wait(daemon: app.Daemon) -> None:
        while seen:
            await asyncio.sleep(0)
        daemon.end(0)

    monkeypatch.setattr(app, "SECOND_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(app, "THIRD_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(GpioInputs, "levels", levels)
    monkeypatch.setattr(Table, "edge", noted)
    run(tmp_path, daemons, wait)
    assert told == [False, True]


def test_what_looks_ill_is_told(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    """A second look's repeated levels are no flips; edges are."""
    seen = []

    async def make_ill(daemon: app.Daemon) -> None:
        for _ in range(2 * BOUNCING.many):
            daemon.on_edge("undo", False, 0.0)
        await asyncio.sleep(0)
        seen.append(daemon.screen.health())
        for n in range(BOUNCING.many):
            daemon.on_edge("undo", n % 2 == 0, 0.0)
        daemon.listeners.trouble("unplugged")
        await asyncio.sleep(0)
        seen.append(daemon.screen.health())
        daemon.end(0)

    run(tmp_path, daemons, make_ill)
    disk = {"room": "fine", "free": seen[0]["disk"]["free"], "text": ""}
    well = {"trouble": None, "alive": True}
    journal = {"stopped": False, "text": ""}
    assert seen[0] == {"inputs": [], "board": well, "disk": disk, "journal": journal}
    text = "undo button: flickers, 600 changes within 1 second; is one of its wires loose?"
    assert seen[1] == {
        "inputs": [{"input": "undo", "kind": "flickering", "text": text}],
        "board": {"trouble": "unplugged", "alive": True},
        "disk": disk,
        "journal": journal,
    }
    assert_dark(parts[0])


def test_a_failed_journal_is_shown_before_the_end(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[dict[str, Any]] = []

    def full(_self: Journal, _board: str, _agreement: object) -> None:
        raise JournalError("the disk is full")

    async def fill_the_disk(daemon: app.Daemon) -> None:
        monkeypatch.setattr(Journal, "agree", full)
        assert daemon.touch is not None
        await daemon.touch.tap("point-1")
        seen.extend([daemon.screen.state(), daemon.screen.health()])

    monkeypatch.setattr(app, "LAST_WORDS_SECONDS", 0.0)
    assert run(tmp_path, daemons, fill_the_disk)[0] == ExitStatus.UNAVAILABLE
    assert seen[0]["message"] == {"code": "journal", "text": "the disk is full"}
    assert seen[1]["board"] == {"trouble": "the disk is full", "alive": True}
    assert_dark(parts[0])


def test_callers_who_use_up_all_there_is_do_not_end_the_game(
    tmp_path: Path, daemons: list[app.Daemon]
) -> None:
    async def flood(daemon: app.Daemon) -> None:
        told = {"message": "socket.accept() out of system resource", "socket": None}
        daemon.loop.call_exception_handler({**told, "exception": OSError(EMFILE, "too many")})
        assert not daemon.ended.done()
        daemon.end(0)

    assert run(tmp_path, daemons, flood)[0] == 0


def test_where_the_port_is_taken_nothing_is_begun(tmp_path: Path, parts: list[Parts]) -> None:
    trace = tmp_path / "my.trace"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        config = Config(data=tmp_path / "data", board="sim", port=port, trace=trace)
        with pytest.raises(BusyError, match=f"port {port} cannot be used: Address already in use"):
            asyncio.run(app.serve(config, print))
    assert (list(tmp_path.iterdir()), parts) == ([], [])


def test_an_unfinished_game_goes_on_whatever_is_asked_for(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    run(tmp_path, daemons, play_a_little)
    before = daemons[-1].table.state
    _, said = run(tmp_path, daemons, end, rules="minigam-full-entry")
    assert (daemons[-1].table.number, daemons[-1].table.state.game) == (1, before.game)
    assert unsaid(daemons[-1].table.state) == kept(before)
    assert said[0] == (
        "game 1 goes on where it was left; "
        "hold roll and undo (on the page: New game) for a new one with what was asked for now"
    )
    assert len(parts) == 2


def test_what_is_asked_for_in_an_unfinished_game_is_the_next_ones(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    """The first new set-up begins with it; what people change there is kept after that."""
    setups = []

    async def begin_anew_twice(daemon: app.Daemon) -> None:
        for _ in range(2):
            daemon.table.take(Held("roll+undo"), daemon.loop.time())
            setups.append(daemon.table.state.setup)
            daemon.table.take(Tapped("point-3", 1), daemon.loop.time())
            daemon.table.take(Tapped("roll", 2), daemon.loop.time())
        daemon.end(0)

    run(tmp_path, daemons, play_a_little)
    _, said = run(tmp_path, daemons, begin_anew_twice, black="easy", hints=True)
    assert said[0].endswith("a new one with what was asked for now")
    assert [(setup.black, setup.hints) for setup in setups] == [("easy", True), ("medium", True)]
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        assert journal.game(2).terms.seats == ("human", "medium")
    assert len(parts) == 2


def test_a_set_up_that_is_asked_for_begins_a_new_game(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    run(tmp_path, daemons, end)
    run(tmp_path, daemons, end, black="hard", options=(("second_die", "must"),))
    setup = daemons[-1].table.state.setup
    assert (setup.black, setup.options) == ("hard", (("second_die", "must"),))
    run(tmp_path, daemons, end)
    assert daemons[-1].table.state.setup == setup
    assert len(parts) == 3


def test_the_rules_card_follows_the_options(
    tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    cards = []

    async def read(daemon: app.Daemon) -> None:
        cards.append(daemon.screen.card())
        daemon.end(0)

    options = (("length", "7"), ("second_die", "must"))
    run(tmp_path, daemons, read, rules="minigam-full-entry", options=options)
    rules = rule_set("minigam-full-entry", dict(options))
    assert cards == [card(rules.id, rules.option_values())]
    assert len(parts) == 1


def test_one_daemon_a_folder(tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]) -> None:
    async def start_another(daemon: app.Daemon) -> None:
        with pytest.raises(BusyError, match=f"another minigam is using {tmp_path}"):
            await app.serve(Config(data=tmp_path, port=free_port(), board="sim"), print)
        daemon.end(0)

    assert run(tmp_path, daemons, start_another)[0] == 0
    assert len(parts) == 1


# The service manager


def test_the_service_manager_hears_how_it_goes(
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is told that the daemon is ready, that it lives, what ails it, and that it ends."""

    async def starve(daemon: app.Daemon) -> None:
        loop = asyncio.get_running_loop()

        async def hear(words: int) -> list[bytes]:
            async with asyncio.timeout(20):
                return [await loop.sock_recv(manager, 4096) for _ in range(words)]

        heard.extend(await hear(4))
        (tmp_path / FILE_NAME).rename(tmp_path / "away")
        while not (word := (await hear(1))[0]).startswith(b"STATUS"):
            assert word == b"WATCHDOG=1"
        heard.append(word)
        daemon.end(0)

    heard: list[bytes] = []
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(address := str(tmp_path / "notify"))
        manager.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        run(tmp_path, daemons, starve)
        assert manager.recv(4096) == b"STOPPING=1"
    missing = b"was deleted while it was open: "
    assert heard[:4] == [b"READY=1", b"WATCHDOG=1", b"STATUS=The board works", b"WATCHDOG=1"]
    assert missing in heard[4]
    assert b"journal.sqlite" in heard[4]
    assert_dark(parts[0])


# gnubg, by a stand-in


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder where gnubg is looked for: it is not installed yet."""
    folder = tmp_path / "programs"
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(gnubg, "GAMES_FOLDER", str(folder))
    return folder


FULL: dict[str, Any] = {"board": "full-24", "rules": "backgammon"}
AGAINST_GNUBG = Setup("backgammon", black="gnubg", dice="hand", games=games_for(24), gnubg=True)
BLACK_OPENS: tuple[Event, ...] = tuple(
    Tapped(name, at) for at, name in enumerate(("roll", "point-1", "point-3"))
)
POINT_MADE = Chosen(((17, 3), (19, 1)))
WHITE_PLAYS = tuple(
    Tapped(name, 9)
    for name in (
        "roll",
        "point-6",
        "point-5",
        "point-24",
        "point-18",
        "point-18",
        "point-13",
        "roll",
    )
)
WHITE_DOUBLES = (POINT_MADE, Tapped("roll", 9), Held("roll"))


def begun(data: Path, *events: Event) -> None:
    """A game against gnubg, as another start of the daemon left it."""
    data.mkdir()
    state, decided = opened(Opened(AGAINST_GNUBG)), list[Action]()
    for event in events:
        state = step(state, event)
        decided += state.decided
        state = step(state, Elapsed("dead"))
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        journal.begin(decided, board_key(*AGAINST_GNUBG.board))


def stored(data: Path) -> list[Action]:
    """The last game's actions."""
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        return journal.actions(journal.numbers()[-1])


def planned(daemon: app.Daemon) -> tuple[tuple[int, int], ...]:
    """The steps that the computer wants to make, as in `Chosen`."""
    return tuple((step.source, step.die) for step in daemon.table.state.plan or ())


async def until_answered(daemon: app.Daemon) -> None:
    """End when the computer has chosen or answered."""
    table, reached = daemon.table, asyncio.Event()
    tell = table.on_change

    def look() -> None:
        tell()
        if table.state.plan or table.state.cube.owner or table.state.result:
            reached.set()

    table.on_change = look
    look()
    await reached.wait()
    daemon.end(0)


def test_gnubg_is_refused_where_it_is_not_installed(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    asked = ["run", "--board", "full-24", "--rules", "portes", "--black", "gnubg", "--data", data]
    assert main(asked) == 3
    assert not programs.exists()
    assert capsys.readouterr().err == (
        "minigam: gnubg is not installed: sudo apt install gnubg, or choose easy, medium or hard\n"
    )


def test_gnubg_is_refused_for_a_game_that_it_cannot_play(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_gnubg(programs, "say([])")
    asked = ["run", "--board", "sim", "--white", "gnubg", "--data", str(tmp_path / "data")]
    assert main(asked) == 2
    assert capsys.readouterr().err == (
        "minigam: unknown game for gnubg 'minigam'; expected one of: "
        "backgammon, portes, backgammon-money, hypergammon\n"
    )


def test_gnubg_is_offered_where_it_is_installed(
    programs: Path, tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    """Each start looks again; what was set up stays."""
    for start, installed in enumerate((False, True, True), start=1):
        if installed:
            fake_gnubg(programs, "say([])")
        run(tmp_path, daemons, end, **(FULL if start == 1 else {"board": "full-24"}))
        setup = daemons[-1].table.state.setup
        assert (setup.rules_id, setup.gnubg) == ("backgammon", installed)
        assert daemons[-1].table.number is None
        assert daemons[-1].screen.state()["choices"][2]["count"] == 4 + installed
    assert len(parts) == 3


def test_gnubg_chooses_and_answers(
    programs: Path, tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    fake_gnubg(programs, "say([[[8, 5], [6, 5]]] if question['want'] == 'plays' else False)")
    begun(tmp_path / "play", *BLACK_OPENS)
    status, _ = run(tmp_path / "play", daemons, until_answered, board="full-24")
    assert (status, planned(daemons[-1])) == (0, POINT_MADE.steps)
    begun(tmp_path / "double", *BLACK_OPENS, *WHITE_DOUBLES)
    status, _ = run(tmp_path / "double", daemons, until_answered, board="full-24")
    assert (status, stored(tmp_path / "double")[-2]) == (0, CubeAction(Side.BLACK, "drop"))
    assert daemons[-1].screen.state()["result"]["winner"] == "white"
    assert len(parts) == 2


async def until_doubled(daemon: app.Daemon) -> None:
    """End when the computer has doubled."""
    table, reached = daemon.table, asyncio.Event()
    tell = table.on_change

    def look() -> None:
        tell()
        if table.state.offered_by:
            reached.set()

    table.on_change = look
    look()
    await reached.wait()
    daemon.end(0)


def test_gnubg_doubles(
    programs: Path,
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before its roll; and a daemon that starts again does not forget the double."""
    monkeypatch.setattr(effects, "COMPUTER_SECONDS", 0.0)
    fake_gnubg(programs, "say(question['want'] == 'doubles')")
    begun(tmp_path / "data", *BLACK_OPENS, POINT_MADE, *WHITE_PLAYS)
    status, _ = run(tmp_path / "data", daemons, until_doubled, board="full-24")
    assert (status, stored(tmp_path / "data")[-1]) == (0, CubeAction(Side.BLACK, "double"))
    assert run(tmp_path / "data", daemons, until_doubled, board="full-24")[0] == 0
    shown = daemons[-1].screen.state()
    assert shown["cube"] == {"value": 1, "owner": None, "offered_by": "black"}
    assert shown["prompt"]["text"] == (
        "Black, the computer, doubles to 2. White's bar takes the double, "
        "white's off tray drops it."
    )
    assert not shown["controls"]["undo"]["live"]
    assert len(parts) == 2


@pytest.mark.parametrize("body", [None, "sys.exit(1)", "say('8/5 6/5')"])
def test_a_game_goes_on_without_gnubg(
    body: str | None,
    programs: Path,
    tmp_path: Path,
    parts: list[Parts],
    daemons: list[app.Daemon],
    caplog: pytest.LogCaptureFixture,
) -> None:
    if body:
        fake_gnubg(programs, body)
    for name, events in (("play", BLACK_OPENS), ("double", (*BLACK_OPENS, *WHITE_DOUBLES))):
        begun(tmp_path / name, *events)
        status, said = run(tmp_path / name, daemons, until_answered, board="full-24")
        assert status == 0
        assert ("gnubg is not installed here: hard plays in its place" in said) is (body is None)
        assert bool(planned(daemons[-1])) is (name == "play")
        answers = [action for action in stored(tmp_path / name) if isinstance(action, CubeAction)]
        taken = [CubeAction(Side.WHITE, "double"), CubeAction(Side.BLACK, "take")]
        assert answers == (taken if name == "double" else [])
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert len(parts) == 2


def test_a_daemon_that_ends_does_not_wait_for_gnubg(
    programs: Path, tmp_path: Path, parts: list[Parts], daemons: list[app.Daemon]
) -> None:
    fake_gnubg(programs, "signal.pause()")
    begun(tmp_path / "data", *BLACK_OPENS)
    assert run(tmp_path / "data", daemons, end, board="full-24")[0] == 0
    assert (stored(tmp_path / "data")[-1], planned(daemons[-1])) == (Rolled((1, 3)), ())
    assert_dark(parts[0])


# A table that is made or copied meanwhile, by a stand-in


SOLVING = "Minigam is being solved, the page shows how far; until then hard plays in the place of "


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has another program's text stand in for `minigam solve`: it makes `TABLE` of `HOLLOW`."""
    hollow = repr(str(write_hollow(tmp_path / "hollow", "minigam")))
    table = repr(str(tmp_path / "data" / "tables" / "minigam.table"))

    def make(text: str) -> None:
        program = [sys.executable, "-c", text.replace("TABLE", table).replace("HOLLOW", hollow)]
        monkeypatch.setattr(solver_process, "command", lambda *_: program)

    return make


def until(reached: Callable[[dict[str, Any]], bool], then: Permission = end) -> Permission:
    """Wait until a snapshot that is told is as wanted; then do something."""

    async def act(daemon: app.Daemon) -> None:
        news = daemon.server.snapshots.join()
        while not reached(daemon.screen.state()):
            news.clear()
            await news.wait()
        await then(daemon)

    return act


def offers_perfect(state: dict[str, Any]) -> bool:
    return bool(state["choices"]) and state["choices"][2]["count"] == 5


def test_perfect_is_offered_as_soon_as_the_table_is_made(
    tmp_path: Path, maker: Callable[[str], None], daemons: list[app.Daemon]
) -> None:
    async def look(daemon: app.Daemon) -> None:
        seen.append(daemon.screen.state()["solving"])
        daemon.end(0)

    seen: list[object] = []
    maker("import os; os.renames(HOLLOW, TABLE)")
    asked = {"solve": True, "white": "perfect", "black": "easy"}
    status, said = run(tmp_path / "data", daemons, until(offers_perfect, look), **asked)
    assert (status, said[0]) == (0, f"{SOLVING}perfect, and nobody teaches")
    assert seen == [{"title": "Minigam", "done": 1.0, "seconds": 0, "failure": None}]
    setup = daemons[-1].table.state.setup
    assert (setup.white, setup.black, setup.solved) == ("perfect", "easy", ("minigam",))
    status, said = run(tmp_path / "data", daemons, end, solve=True)
    assert (status, len(said)) == (0, 1)


def test_a_table_that_somebody_copies_there_is_offered(
    tmp_path: Path, daemons: list[app.Daemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def copy(daemon: app.Daemon) -> None:
        write_hollow(tmp_path / "tables", "minigam")
        await until(offers_perfect)(daemon)

    monkeypatch.setattr(app, "TABLES_SECONDS", 0.0)
    assert run(tmp_path, daemons, copy)[0] == 0


def test_a_failure_to_solve_is_shown_and_harms_no_game(
    tmp_path: Path,
    maker: Callable[[str], None],
    daemons: list[app.Daemon],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def has_failed(state: dict[str, Any]) -> bool:
        return bool(state["solving"]["failure"])

    maker("raise SystemExit('minigam: No space left on device')")
    status, _ = run(tmp_path / "data", daemons, until(has_failed, play_a_little), solve=True)
    assert (status, daemons[-1].table.state.phase is Phase.ATTRACT) == (0, False)
    assert daemons[-1].screen.state()["solving"]["failure"] == "No space left on device"
    assert [record.message for record in caplog.records] == [
        "Minigam was not solved: No space left on device"
    ]


def test_a_daemon_that_ends_does_not_wait_until_the_game_is_solved(
    tmp_path: Path, maker: Callable[[str], None], daemons: list[app.Daemon]
) -> None:
    def has_begun(state: dict[str, Any]) -> bool:
        return bool(state["solving"]["done"])

    maker('import signal; print(\'{"done": 0.5, "left": 9}\', flush=True); signal.pause()')
    status, _ = run(tmp_path / "data", daemons, until(has_begun), solve=True)
    solving = {"title": "Minigam", "done": 0.5, "seconds": 9, "failure": None}
    assert (status, daemons[-1].screen.state()["solving"]) == (0, solving)
