"""The composition root: start, failure, the end, and always dark."""

import asyncio
import logging
import re
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from errno import EMFILE
from pathlib import Path
from typing import Any

import pytest

from minigam.board.debounce import Change
from minigam.board.gestures import Gesture, Gestures
from minigam.board.health import BOUNCING
from minigam.board.profile import Profile
from minigam.cli.main import main
from minigam.daemon import app, solver_process
from minigam.daemon.config import NOT_INSTALLED, Config
from minigam.daemon.table import Table
from minigam.drivers import gnubg
from minigam.drivers.gpio import GpioInputs
from minigam.drivers.pixels import StripThread
from minigam.drivers.systemd import SystemdNotifier
from minigam.errors import BusyError, ExitStatus, HardwareError, JournalError
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Rolled
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.ruleset import rule_set
from minigam.table import effects
from minigam.table.events import Elapsed, Event, Held, Opened, PlayChosen, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase, opened
from minigam.web.cards import card
from minigam.words import wordings
from tests.daemon.rig import kept, unsaid
from tests.daemon.serving import Managed, Served, serving
from tests.drivers.fake_gnubg import fake_gnubg
from tests.e2e.daemon import free_port
from tests.solver.hollow import write_hollow

Permission = Callable[[app.Daemon], Coroutine[Any, Any, None]]


async def end(daemon: app.Daemon) -> None:
    daemon.end(0)


async def play_a_little(daemon: app.Daemon) -> None:
    assert daemon.touch is not None
    for name in ("roll", "roll", "roll"):
        await daemon.touch.tap(name)
    daemon.end(0)


def until(reached: Callable[[app.Daemon], object], then: Permission = end) -> Permission:
    """Wait until the daemon, whenever it has news, is as wanted; then do something."""

    async def act(daemon: app.Daemon) -> None:
        news = daemon.server.snapshots.join()
        while not reached(daemon):
            news.clear()
            await news.wait()
        await then(daemon)

    return act


class Runs:
    """Runs of the daemon one after another, each of which leaves its board dark."""

    served: Served
    """The last one."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data = data
        self._monkeypatch = monkeypatch

    def __call__(self, act: Permission = end, **config: Any) -> int:
        """Serve, and once it is ready act on it; the exit status."""
        wanted: dict[str, Any] = {"data": self.data, "board": "sim", **config}
        return asyncio.run(self._serve(act, Config(**wanted)))

    async def _serve(self, act: Permission, config: Config) -> int:
        async with serving(config, self._monkeypatch) as self.served:
            await act(self.daemon)
            status = await self.served.task
        assert self.served.parts.strip.sent
        assert not any(self.served.parts.strip.sent)
        assert "strip" not in {thread.name for thread in threading.enumerate()}
        return status

    @property
    def daemon(self) -> app.Daemon:
        return self.served.daemon

    @property
    def table(self) -> Table:
        return self.served.table

    @property
    def said(self) -> list[str]:
        return self.served.said


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    return Runs(tmp_path / "data", monkeypatch)


def test_a_journal_that_takes_long_to_open_is_waited_for(
    run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the service manager, which otherwise ends a start after a time of its own."""
    exists: list[bool] = []

    class Manager(SystemdNotifier):
        @contextmanager
        def waiting(self, seconds: float = 60.0) -> Iterator[None]:
            with super().waiting(seconds):
                exists.append((run.data / FILE_NAME).exists())
                yield
            exists.append((run.data / FILE_NAME).exists())

    monkeypatch.setattr(app, "SystemdNotifier", Manager)
    assert run() == 0
    assert exists == [False, True]


def test_an_unexpected_failure_ends_it(run: Runs, caplog: pytest.LogCaptureFixture) -> None:
    async def break_a_callback(daemon: app.Daemon) -> None:
        daemon.loop.call_soon(lambda: 1 // 0)

    with caplog.at_level(logging.CRITICAL):
        assert run(break_a_callback) == ExitStatus.INTERNAL
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]


def test_what_goes_wrong_while_it_ends_is_no_failure(run: Runs) -> None:
    async def end_and_break(daemon: app.Daemon) -> None:
        daemon.end(0)
        daemon.loop.call_soon(lambda: 1 // 0)

    assert run(end_and_break) == 0


def test_a_second_look_that_fails_ends_it_too(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lose_the_pins(_daemon: app.Daemon) -> None:
        def gone(_self: object) -> dict[str, bool]:
            raise RuntimeError("the pins are gone")

        monkeypatch.setattr(GpioInputs, "levels", gone)

    assert run(lose_the_pins) == ExitStatus.INTERNAL


def test_inputs_that_can_no_longer_be_heard_end_it(
    run: Runs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lose_the_thread(_daemon: app.Daemon) -> None:
        monkeypatch.setattr(GpioInputs, "alive", False)

    with caplog.at_level(logging.CRITICAL):
        assert run(lose_the_thread) == ExitStatus.UNAVAILABLE
    ((_, fault, _),) = [record.exc_info for record in caplog.records if record.exc_info]
    assert str(fault) == "the board's inputs are silent: the thread behind them is dead"


def test_a_level_counts_that_two_looks_have_seen(
    run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look may come between an edge and its being told, which says when it was."""
    seen, told = [False, False, True, False, True, True], list[tuple[bool, bool]]()

    def levels(_self: GpioInputs) -> dict[str, bool]:
        return {"undo": seen.pop(0)} if seen else {}

    def noted(_self: Table, _name: str, pressed: bool, _now: float, looked: bool) -> None:
        told.append((pressed, looked))

    async def wait(daemon: app.Daemon) -> None:
        while seen:
            await asyncio.sleep(0)
        daemon.end(0)

    monkeypatch.setattr(GpioInputs, "look_seconds", 0.0)
    monkeypatch.setattr(app, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(GpioInputs, "levels", levels)
    monkeypatch.setattr(Table, "edge", noted)
    run(wait)
    assert told == [(False, True), (True, True)]


def test_levels_that_stay_are_passed_on_once(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """But again after a page has pressed the input, or after nobody knew the inputs."""
    looks, reported = 0, list[tuple[str, bool | None]]()

    def levels(_self: GpioInputs) -> dict[str, bool]:
        nonlocal looks
        looks += 1
        return {"undo": True, "roll": False}

    def noted(
        _self: Table, name: str, pressed: bool | None, _now: float, _looked: bool = False
    ) -> None:
        reported.append((name, pressed))

    async def look(times: int) -> None:
        until = looks + times
        while looks < until:
            await asyncio.sleep(0)

    async def wait(daemon: app.Daemon) -> None:
        await look(9)
        daemon._touch("undo", True)
        daemon._touch("undo", False)
        await look(9)
        daemon.on_edge("roll", None, 0.0)
        await look(9)
        daemon.end(0)

    monkeypatch.setattr(GpioInputs, "look_seconds", 0.0)
    monkeypatch.setattr(app, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(GpioInputs, "levels", levels)
    monkeypatch.setattr(Table, "edge", noted)
    run(wait)
    first = [("undo", True), ("roll", False)]
    by_page = [("undo", True), ("undo", False), ("undo", True)]
    assert reported == [*first, *by_page, ("roll", None), *first]


def test_a_strip_that_cannot_be_lit_ends_it_though_nothing_changes(
    run: Runs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def break_the_strip(_daemon: app.Daemon) -> None:
        def failed(_self: StripThread) -> None:
            raise HardwareError("the strip cannot be lit: no wire")

        monkeypatch.setattr(StripThread, "check", failed)

    with caplog.at_level(logging.CRITICAL):
        assert run(break_the_strip) == ExitStatus.UNAVAILABLE
    ((_, fault, _),) = [record.exc_info for record in caplog.records if record.exc_info]
    assert str(fault) == "the strip cannot be lit: no wire"


def test_before_a_touch_counts_its_pin_is_read_again(
    run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a pulse of 1 ms may be reported after the loop was asked what has rested."""
    heard = list[Change]()

    def noted(_self: Gestures, change: Change) -> list[Gesture]:
        heard.append(change)
        return []

    async def pulse(daemon: app.Daemon) -> None:
        daemon.ticked.clear()
        pressed = daemon.loop.time()
        daemon.on_edge("undo", True, 0.0)  # and its pin is not pressed
        await daemon.ticked.wait()
        released = pressed + 0.001  # however late this is
        daemon.on_edge("undo", False, daemon.loop.time() - released)
        await asyncio.sleep(0)
        daemon.end(0)

    monkeypatch.setattr(Gestures, "change", noted)
    run(pulse)
    assert heard == []


def test_what_looks_ill_is_told(run: Runs) -> None:
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

    run(make_ill)
    well = {
        "inputs": [],
        "board": {"trouble": None, "alive": True},
        "disk": {"room": "fine", "free": seen[0]["disk"]["free"], "text": ""},
        "journal": {"stopped": False, "text": ""},
    }
    text = "undo button: flickers, 600 changes within 1 second; is one of its wires loose?"
    assert seen == [
        well,
        {
            **well,
            "inputs": [{"input": "undo", "kind": "flickering", "text": text}],
            "board": {"trouble": "unplugged", "alive": True},
        },
    ]


def test_a_failed_journal_is_shown_before_the_end(
    run: Runs, monkeypatch: pytest.MonkeyPatch
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
    assert run(fill_the_disk) == ExitStatus.UNAVAILABLE
    assert seen[0]["message"] == {"code": "journal", **wordings("the disk is full")}
    assert seen[1]["board"] == {"trouble": "the disk is full", "alive": True}


def test_callers_who_use_up_all_there_is_do_not_end_the_game(run: Runs) -> None:
    async def flood(daemon: app.Daemon) -> None:
        told = {"message": "socket.accept() out of system resource", "socket": None}
        daemon.loop.call_exception_handler({**told, "exception": OSError(EMFILE, "too many")})
        assert not daemon.ended.done()
        daemon.end(0)

    assert run(flood) == 0


def test_where_the_port_is_taken_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Profile] = []
    monkeypatch.setattr(app, "open_parts", lambda profile, _: opened.append(profile))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        trace = tmp_path / "my.trace"
        config = Config(data=tmp_path / "data", board="sim", port=port, trace=trace)
        with pytest.raises(BusyError, match=f"port {port} cannot be used: Address already in use"):
            asyncio.run(app.serve(config, print))
    assert (list(tmp_path.iterdir()), opened) == ([], [])


def test_an_unfinished_game_goes_on_whatever_is_asked_for(run: Runs) -> None:
    run(play_a_little)
    before = run.table.state
    run(rules="minigam-full-entry")
    assert (run.table.number, run.table.state.game) == (1, before.game)
    assert unsaid(run.table.state) == kept(before)
    assert run.said[0] == (
        "game 1 goes on where it was left; "
        "hold roll and undo (on the page: New game) for a new one with what was asked for now"
    )


def test_what_is_asked_for_in_an_unfinished_game_is_the_next_ones(run: Runs) -> None:
    """The first new set-up begins with it; what people change there is kept after that."""
    setups = []

    async def begin_anew_twice(daemon: app.Daemon) -> None:
        for _ in range(2):
            daemon.table.take(Held("roll+undo"), daemon.loop.time())
            setups.append(daemon.table.state.setup)
            daemon.table.take(Tapped("point-3", 1), daemon.loop.time())
            daemon.table.take(Tapped("roll", 2), daemon.loop.time())
        daemon.end(0)

    run(play_a_little)
    run(begin_anew_twice, black="easy", hints=True)
    assert run.said[0].endswith("a new one with what was asked for now")
    assert [(setup.black, setup.hints) for setup in setups] == [("easy", True), ("medium", True)]
    with closing(Journal(run.data / FILE_NAME, new=True)) as journal:
        assert journal.game(2).terms.seats == ("human", "medium")


def test_a_set_up_that_is_asked_for_begins_a_new_game(run: Runs) -> None:
    run()
    run(black="hard", options=(("second_die", "must"),))
    setup = run.table.state.setup
    assert (setup.black, setup.options) == ("hard", (("second_die", "must"),))
    run()
    assert run.table.state.setup == setup


def test_the_rules_card_follows_the_options(run: Runs) -> None:
    options = (("length", "7"), ("second_die", "must"))
    run(rules="minigam-full-entry", options=options)
    rules = rule_set("minigam-full-entry", dict(options))
    assert run.daemon.screen.card() == card(rules.id, rules.option_values())


def test_one_daemon_a_folder(run: Runs) -> None:
    async def start_another(daemon: app.Daemon) -> None:
        with pytest.raises(BusyError, match=f"another minigam is using {run.data}"):
            await app.serve(Config(data=run.data, port=free_port(), board="sim"), print)
        daemon.end(0)

    assert run(start_another) == 0
    assert len(run.served.opened) == 1


def test_the_service_manager_hears_how_it_goes(
    run: Runs, manager: Managed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told that the daemon is ready, that it lives, what ails it, and that it ends."""
    fed, systemd = "WATCHDOG=1", manager(WATCHDOG_USEC="30000")
    for name, value in systemd.told.items():
        monkeypatch.setenv(name, value)

    async def starve(daemon: app.Daemon) -> None:
        assert await systemd.takes(4) == ["READY=1", fed, "STATUS=The board works", fed]
        (run.data / FILE_NAME).rename(run.data / "away")
        while (word := (await systemd.takes(1))[0]) == fed:
            pass
        daemon.end(0)
        assert re.match(r"STATUS=.*journal\.sqlite was deleted while it was open: ", word)

    run(starve)
    assert asyncio.run(systemd.takes(1)) == ["STOPPING=1"]


# gnubg, by a stand-in


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder where gnubg is looked for: it is not installed yet."""
    folder = tmp_path / "programs"
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(gnubg, "GAMES_FOLDER", str(folder))
    return folder


AGAINST_GNUBG = Setup("backgammon", black="gnubg", dice="hand", games=games_for(24), gnubg=True)
BLACK_OPENS: tuple[Event, ...] = tuple(
    Tapped(name, at) for at, name in enumerate(("roll", "point-1", "point-3"))
)
POINT_MADE = PlayChosen(((17, 3), (19, 1)))
WHITE_PLAYS = tuple(
    Tapped(name, 9) for name in ("roll", *(f"point-{n}" for n in (6, 5, 24, 18, 18, 13)), "roll")
)
WHITE_DOUBLES = (POINT_MADE, Tapped("roll", 9), Held("roll"))


def begun(data: Path, *events: Event) -> dict[str, Any]:
    """A game against gnubg, as another start left it; what to start the daemon with."""
    data.mkdir()
    state, decided = opened(Opened(AGAINST_GNUBG)), list[Action]()
    for event in events:
        state = step(state, event)
        decided += state.decided
        state = step(state, Elapsed("dead"))
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        journal.begin(decided, board_key(*AGAINST_GNUBG.board))
    return {"data": data, "board": "full-24"}


def stored(data: Path) -> list[Action]:
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        return journal.actions(journal.numbers()[-1])


def planned(daemon: app.Daemon) -> tuple[tuple[int, int], ...]:
    """The steps that the computer wants to make, as in `PlayChosen`."""
    return tuple((step.source, step.die) for step in daemon.table.state.plan or ())


def has_answered(daemon: app.Daemon) -> bool:
    """Whether the computer has chosen its play, or answered a double."""
    state = daemon.table.state
    return bool(state.plan or state.game.cube.owner or state.game.result)


def has_doubled(daemon: app.Daemon) -> bool:
    return daemon.table.state.game.offered_by is not None


def test_gnubg_is_refused_where_it_is_not_installed(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--board", "full-24", "--rules", "portes", "--black", "gnubg"]
    assert main(["run", *asked, "--data", str(tmp_path / "data")]) == 3
    assert capsys.readouterr().err == f"minigam: {NOT_INSTALLED}\n"
    assert not programs.exists()


def test_gnubg_is_offered_where_it_is_installed(run: Runs, programs: Path) -> None:
    """Each start looks again; what was set up stays."""
    for installed in (False, True, True):
        if installed:
            fake_gnubg(programs, "say([])")
        run(board="full-24", rules=None if installed else "backgammon")
        setup = run.table.state.setup
        assert (setup.rules_id, setup.gnubg) == ("backgammon", installed)
        assert run.table.number is None
        assert run.daemon.screen.state()["choices"][2]["count"] == 5 + installed


def test_gnubg_chooses_and_answers(run: Runs, programs: Path, tmp_path: Path) -> None:
    fake_gnubg(programs, "say([[[8, 5], [6, 5]]] if question['want'] == 'plays' else False)")
    play, double = tmp_path / "play", tmp_path / "double"
    assert run(until(has_answered), **begun(play, *BLACK_OPENS)) == 0
    assert planned(run.daemon) == POINT_MADE.steps
    assert run(until(has_answered), **begun(double, *BLACK_OPENS, *WHITE_DOUBLES)) == 0
    assert stored(double)[-2] == CubeAction(Side.BLACK, "drop")
    assert run.daemon.screen.state()["result"]["winner"] == "white"


def test_gnubg_doubles(run: Runs, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before its roll; and a daemon that starts again does not forget the double."""
    monkeypatch.setattr(effects, "COMPUTER_SECONDS", 0.0)
    fake_gnubg(programs, "say(question['want'] == 'doubles')")
    game = begun(run.data, *BLACK_OPENS, POINT_MADE, *WHITE_PLAYS)
    assert run(until(has_doubled), **game) == 0
    assert stored(run.data)[-1] == CubeAction(Side.BLACK, "double")
    assert run(until(has_doubled), **game) == 0
    shown = run.daemon.screen.state()
    assert shown["cube"] == {"value": 1, "owner": None, "offered_by": "black"}
    assert shown["prompt"]["text"] == (
        "Black, the computer, doubles to 2. White's bar takes the double, "
        "white's off tray drops it."
    )
    assert not shown["controls"]["undo"]["live"]


@pytest.mark.parametrize("body", [None, "sys.exit(1)", "say('8/5 6/5')"])
def test_a_game_goes_on_without_gnubg(
    body: str | None,
    run: Runs,
    programs: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if body:
        fake_gnubg(programs, body)
    for name, events in (("play", BLACK_OPENS), ("double", (*BLACK_OPENS, *WHITE_DOUBLES))):
        assert run(until(has_answered), **begun(tmp_path / name, *events)) == 0
        no_gnubg = "gnubg is not installed here: expert plays in its place" in run.said
        assert (no_gnubg, bool(planned(run.daemon))) == (body is None, name == "play")
        answers = [action for action in stored(tmp_path / name) if isinstance(action, CubeAction)]
        taken = [CubeAction(Side.WHITE, "double"), CubeAction(Side.BLACK, "take")]
        assert answers == (taken if name == "double" else [])
    assert {record.levelname for record in caplog.records} == {"WARNING"}


def test_a_daemon_that_ends_does_not_wait_for_gnubg(run: Runs, programs: Path) -> None:
    fake_gnubg(programs, "signal.pause()")
    assert run(**begun(run.data, *BLACK_OPENS)) == 0
    assert (stored(run.data)[-1], planned(run.daemon)) == (Rolled((1, 3)), ())


# A table that is made or copied meanwhile, by a stand-in


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has another program's text stand in for `minigam solve`: it makes `TABLE` of `HOLLOW`."""
    hollow = repr(str(write_hollow(tmp_path / "hollow", "minigam")))
    table = repr(str(tmp_path / "data" / "tables" / "minigam.table"))

    def make(text: str) -> None:
        program = [sys.executable, "-c", text.replace("TABLE", table).replace("HOLLOW", hollow)]
        monkeypatch.setattr(solver_process, "command", lambda *_: program)

    return make


def offers_perfect(daemon: app.Daemon) -> bool:
    choices = daemon.screen.state()["choices"]
    return bool(choices) and choices[2]["count"] == 6


def test_perfect_is_offered_as_soon_as_the_table_is_made(
    run: Runs, maker: Callable[[str], None]
) -> None:
    async def look(daemon: app.Daemon) -> None:
        found = {"title": "Minigam", "done": 1.0, "seconds": 0, "failure": None}
        assert daemon.screen.state()["solving"] == found
        daemon.end(0)

    maker("import os; os.renames(HOLLOW, TABLE)")
    assert run(until(offers_perfect, look), solve=True, white="perfect", black="easy") == 0
    assert run.said[0] == (
        "Minigam is being solved, the page shows how far; "
        "until then expert plays in the place of perfect"
    )
    setup = run.table.state.setup
    assert (setup.white, setup.black, setup.solved) == ("perfect", "easy", ("minigam",))
    assert (run(solve=True), len(run.said)) == (0, 1)


def test_a_table_that_somebody_copies_there_is_offered(
    run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def copy(daemon: app.Daemon) -> None:
        write_hollow(run.data / "tables", "minigam")
        await until(offers_perfect)(daemon)

    monkeypatch.setattr(app, "TABLES_SECONDS", 0.0)
    assert run(copy) == 0


def solving(daemon: app.Daemon) -> dict[str, Any]:
    found: dict[str, Any] = daemon.screen.state()["solving"]
    return found


def test_a_failure_to_solve_is_shown_and_harms_no_game(
    run: Runs, maker: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    maker("raise SystemExit('minigam: No space left on device')")
    assert run(until(lambda daemon: solving(daemon)["failure"], play_a_little), solve=True) == 0
    assert run.table.state.phase is not Phase.ATTRACT
    assert solving(run.daemon)["failure"] == "No space left on device"
    assert [record.message for record in caplog.records] == [
        "Minigam was not solved: No space left on device"
    ]


def test_a_daemon_that_ends_does_not_wait_until_the_game_is_solved(
    run: Runs, maker: Callable[[str], None]
) -> None:
    maker('import signal; print(\'{"done": 0.5, "left": 9}\', flush=True); signal.pause()')
    assert run(until(lambda daemon: solving(daemon)["done"]), solve=True) == 0
    found = {"title": "Minigam", "done": 0.5, "seconds": 9, "failure": None}
    assert solving(run.daemon) == found
