"""Builds the daemon from its parts and runs its event loop: the composition root."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    closing,
    suppress,
)
from dataclasses import dataclass, replace
from errno import EMFILE, ENFILE
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

from minigam.board.health import Health
from minigam.board.profile import Profile, load_profile
from minigam.daemon.board_secrets import public_key_text
from minigam.daemon.config import Config, tables_folder, weights_folder
from minigam.daemon.dependencies import Dependencies, Question, TeacherQuestion
from minigam.daemon.hardware import OpenHardware, open_parts
from minigam.daemon.housekeeping import LOOK_SECONDS, Housekeeper
from minigam.daemon.http_port import (
    address_for_others,
    addresses,
    bound_port,
    listening,
    names_here,
)
from minigam.daemon.input_injector import InputInjector, Places, SimulatedInputInjector, TableInputs
from minigam.daemon.judges import Judges
from minigam.daemon.library import Library
from minigam.daemon.local_time import local_time
from minigam.daemon.opponent import Opponent
from minigam.daemon.page_data import PageData
from minigam.daemon.page_updates import PageUpdates
from minigam.daemon.remote_board import RemoteBoard
from minigam.daemon.settings_store import SettingsStore, settings_store_for
from minigam.daemon.setup_request import forget_request, request_setup
from minigam.daemon.signals import ending_signals
from minigam.daemon.solver_process import SolverProcess, solver_process_of
from minigam.daemon.startup import offered, table_of
from minigam.daemon.table import Table
from minigam.daemon.teacher import Teacher
from minigam.daemon.trace_writer import recording
from minigam.daemon.trained_players import TrainedPlayers
from minigam.daemon.voice import Voice, voice_of
from minigam.daemon.watchdog import SILENT, feeding, health_problem
from minigam.dice.provably_fair import SECRET_BYTES
from minigam.drivers.gnubg import Gnubg, find_gnubg
from minigam.drivers.interfaces import AnimatedStrip, Inputs, Listeners
from minigam.drivers.systemd import SystemdNotifier
from minigam.errors import HardwareError, JournalError, status_of
from minigam.journal.data_folder import journal_in
from minigam.journal.retention import DiskSpace, star
from minigam.journal.store import FILE_NAME, Journal
from minigam.pairing.ceremony import why_not
from minigam.pairing.phones import PairingsFile, Phones, this_boot
from minigam.solver.tablebase import TablebaseStore
from minigam.table.events import Event, Opened
from minigam.table.setup import games_for
from minigam.web.server import Server

log = logging.getLogger(__name__)

AGAIN_SECONDS = 0.05  # until a level that has just changed is looked at again
TABLES_SECONDS = 5.0
SWITCH_SECONDS = 0.0001
"""How long a thread beside the game may keep Python to itself while the game wants it."""
LAST_WORDS_SECONDS, UNPLAYABLE_SECONDS = 10.0, 60.0
"""How long a journal that failed, in play or at the start, is shown before the daemon ends."""
Say = Callable[[str], None]


async def serve(config: Config, say: Say) -> int:
    """Run the daemon until it is asked to stop; its exit status.

    Raises `MinigamError` for anything a person can correct.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    profile = load_profile(config.board_name)
    program, folder = find_gnubg(), config.data_folder
    gnubg = Gnubg(program) if program else None
    tables = TablebaseStore(tables_folder(folder), config.unusual_folder)
    judges = Judges(tables, TrainedPlayers(weights_folder(folder)))
    opponent = Opponent(gnubg, judges.tables, judges.trained)
    teacher = Teacher(judges)
    voice = voice_of(config.language, config.speech)
    opening = Opened(config.setup(profile, opponent.has_gnubg, opponent.solved))
    with ExitStack() as held:
        # First, as it makes no folder.
        doors = held.enter_context(bound_port(config.port, config.listen))
        with SystemdNotifier().waiting():  # a damaged or an older journal of many games takes long
            journal = held.enter_context(journal_in(folder, say))
        keeper = Housekeeper(folder / FILE_NAME, teacher.losses)
        daemon = Daemon(profile, journal, opponent, teacher, voice, keeper)
        with keeper.noting():
            async with _running(daemon, opening, config, doors, say):
                return await daemon.ended


@asynccontextmanager
async def _running(
    daemon: Daemon, opening: Opened, config: Config, doors: Sequence[socket], say: Say
) -> AsyncIterator[None]:
    profile = daemon.profile
    with closing(daemon), closing(open_parts(profile, daemon.listeners)) as parts:
        daemon.open_table(parts, opening, config, say)
        async with listening(daemon.server, doors), daemon.working(config, say):
            if daemon.touch and profile.feels:  # a tidy hand has set the board up
                await daemon.touch.lay()
            gc.freeze()  # no tap waits until all that was loaded is looked through for garbage
            say(f"minigam is ready: {addresses(config.port, config.listen)}  ({profile.title})")
            async with daemon.feeding(SystemdNotifier()):
                yield


@dataclass(eq=False)
class Daemon:
    """A table on an event loop, with its screen and its hand."""

    profile: Profile
    _journal: Journal
    _opponent: Opponent
    _teacher: Teacher
    _voice: Voice
    _keeper: Housekeeper

    def __post_init__(self) -> None:
        """Join them; `open_table` adds the board and sets the game up."""
        self.loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[int] = self.loop.create_future()
        self.ticked = asyncio.Event()
        self._library = Library(self._journal.path, self.profile)
        self._next_game = asyncio.Event()
        self._number: int | None = None
        self.listeners = Listeners(self.on_edge, self._in_trouble, self._frame_sent)
        self.touch: SimulatedInputInjector | None
        self.server: Server
        self.settings: SettingsStore
        self.phones: Phones
        self.screen: PageData
        self.table: Table
        self._strip: AnimatedStrip
        self._inputs: Inputs
        self._health = Health(self.profile, self.loop.time())
        self._solver: SolverProcess | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._resources = ExitStack()
        self._thoughts: set[asyncio.Task[None]] = set()
        self._touched: set[str] = set()
        """The inputs that a page presses without moving a pin."""
        self._passed_on: dict[str, bool] = {}
        """What the table was last given of each input, where nothing else has changed it since."""

    def open_table(self, parts: OpenHardware, opening: Opened, config: Config, say: Say) -> None:
        """Go on with the last game, or begin anew."""
        self._strip, self._inputs = parts.strip, parts.inputs
        gnubg, solved = self._opponent.has_gnubg, self._opponent.solved
        self.settings = settings_store_for(config.data_folder, self.profile, self.loop.time, gnubg)
        for fault in self.settings.faults:
            say(fault)
        self.remote = RemoteBoard(config, self.profile, self.settings, say)
        sensors = self.profile.sensors
        places = sensors.names if sensors else {}
        deps = Dependencies(
            journal=self._journal,
            strip=self._strip,
            micros=lambda: time.time_ns() // 1000,
            token=lambda: secrets.token_bytes(SECRET_BYTES),
            ask=lambda question: self._beside(self._answer(question)),
            levels=self._levels,
            gnubg=gnubg,
            recording=self._resources.enter_context(recording(config.trace, self.profile)),
            wanted=opening.setup,
            solved=solved,
            settings=self.settings.settings,
            games=games_for(self.profile.points),
            stored=self.remote.stored,
            beside=self.remote.beside,
            key=public_key_text(config.data_folder),
            local=local_time,
        )
        opening = replace(opening, setup=offered(opening.setup, deps, say))
        self.table = table_of(self.profile, deps, opening, config.asks_for_setup, say)
        self.touch = None
        if parts.hand:
            self.touch = SimulatedInputInjector(
                self.table,
                self.ticked,
                parts.hand,
                places,
                self._tell_table,
                self._library.terms_at,
                self._inputs,
            )
        self._open_doors(parts, places, config)
        self.table.on_change = self._changed
        self.settings.on_change = partial(self._tell_table, self.table.apply_settings)
        self.table.start(self.loop.time())
        self._set_alarm()

    def _open_doors(self, parts: OpenHardware, places: Places, config: Config) -> None:
        """Create the web server and what it depends on."""
        file = PairingsFile(config.data_folder, this_boot())
        others, cannot = address_for_others(config.port, config.listen), why_not(self.profile)
        phones = self.phones = Phones(self.table.pairing, file, cannot, others, self._look)
        phones.on_revoke = lambda: self._beside(self.server.greet_anew())
        self.table.pairing.on_setup_asked = request_setup
        phones.on_setup_shown = forget_request
        inputs = TableInputs(self.profile.inputs, self._touch)
        terms_at = self._library.terms_at
        finger = InputInjector(self.table, self.ticked, inputs, places, self._tell_table, terms_at)
        self.screen = PageData(
            self.table,
            parts,
            self._health,
            self._library,
            self._teacher,
            self._voice,
            phones,
            config.language,
            self.loop.time,
        )
        self.remote.attach(
            self._library, self.screen, finger, self.table, self._tell_table, self._journal
        )
        names = names_here() if others else ()
        name = partial(self._tell_table, self.table.name)
        wake = partial(self._tell_table, self.table.wake)
        keep, store = partial(star, self._journal), self.settings
        updates = PageUpdates(store.check_pin, Path("/"))
        doors = (self.screen, self.touch, name, keep, store, wake, finger, phones, names)
        self.server = Server(*doors, updates=updates, invitations=self.remote)

    async def _keep_looking_for_tables(self) -> None:
        """Look for new tables of exact values, whoever made them."""
        while True:
            await asyncio.sleep(TABLES_SECONDS)
            self._look_for_tables()

    def _look_for_tables(self) -> None:
        solved = self._opponent.solved
        if self._solver:
            self._solver.handle(solved)
        self._tell_table(self.table.offer, solved)

    def _solving_goes_on(self) -> None:
        self._look_for_tables()
        self.server.snapshots.publish()

    async def _keep(self) -> None:
        """Pack finished games in the background and monitor the disk space."""
        while True:
            self._next_game.clear()
            self._look_at_disk()
            if not await self._tidied():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._next_game.wait()

    def _look_at_disk(self) -> None:
        self.screen.room, self.screen.free = self._keeper.room(), self._keeper.free()
        self.screen.damage = self._keeper.damage
        self._tell_table(self.table.disk_full, self.screen.room is DiskSpace.FULL)

    async def _tidied(self) -> bool:
        """Whether there is more to put away; where it fails play goes on."""
        try:
            before = self.table.number or self._journal.next_number
            return await asyncio.to_thread(self._keeper.tidy, before)
        except JournalError as fault:
            log.warning("nothing was put away: %s", fault)
            return False

    @asynccontextmanager
    async def working(self, config: Config, say: Say) -> AsyncIterator[None]:
        """Signals, failures, and all that goes on beside the game."""
        for name in ending_signals():
            self.loop.add_signal_handler(name, self.end, 0)
        self.loop.set_exception_handler(self._failed)
        works = [self._look_again(), self._keep_looking_for_tables(), self._keep()]
        works += [self._voice.run(), self.remote.run(), *self._building(config, say)]
        tasks = [self.loop.create_task(work) for work in works]
        for task in tasks:
            task.add_done_callback(self._task_done)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def _building(self, config: Config, say: Say) -> list[Coroutine[Any, Any, None]]:
        """Start making a missing table, if `--solve` asks for it."""
        rules, data, tell = self.table.state.game.rules, config.data_folder, self._solving_goes_on
        if rules.variant in self._opponent.solved:
            return []
        self._solver = solver_process_of(
            rules, data, config.solve, say, tell, config.wants_table, config.unusual_folder
        )
        self.screen.solver = self._solver
        return [self._solver.run()] if self._solver else []

    def feeding(self, service: SystemdNotifier) -> AbstractAsyncContextManager[None]:
        """See `watchdog.feeding`."""
        signs = partial(health_problem, self._inputs, self._strip, self._journal)
        return feeding(service, signs, self._task_done)

    async def _look_again(self) -> None:
        """Poll the levels to recover lost edges; an edge that is only late is ignored."""
        before = self._inputs.levels()
        while True:
            if not self._inputs.alive:
                raise HardwareError(SILENT)
            self._strip.check()
            levels = self._inputs.levels()
            for name, pressed in levels.items() if levels != self._passed_on else ():
                if before.get(name) is pressed is not self._passed_on.get(name):
                    self._edge(name, pressed, self.loop.time(), looked=True)
            await asyncio.sleep(self._inputs.look_seconds if levels == before else AGAIN_SECONDS)
            before = levels

    def _task_done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()):
            self._failed(self.loop, {"message": "a task has ended", "exception": fault})

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Anything unexpected ends the daemon; systemd starts it again, and nothing is lost."""
        if self.ended.done():  # such as a listener that a stop during the start overtook
            return
        too_many = getattr(context.get("exception"), "errno", None) in (EMFILE, ENFILE)
        if too_many and "socket" in context:
            log.error("%s: too many open files, new connections wait", context["message"])
            return
        log.critical("%s", context["message"], exc_info=context.get("exception"))
        self.end(status_of(context.get("exception")))

    def end(self, status: int) -> None:
        """Stop, with that exit status."""
        if not self.ended.done():
            self.ended.set_result(status)

    def close(self) -> None:
        """Cancel the timer and release the resources."""
        self._library.close()
        if self._alarm:
            self._alarm.cancel()
        self._resources.close()

    # Inputs and time

    def on_edge(self, name: str, pressed: bool | None, lasted: float) -> None:
        """An input's callback, from any thread."""
        self.loop.call_soon_threadsafe(self._edge, name, pressed, time.monotonic() - lasted)

    def _edge(self, name: str, pressed: bool | None, at: float, looked: bool = False) -> None:
        self._health.level(name, pressed, at)
        if pressed is not False or name not in self._touched:
            if pressed is None:  # all may begin anew: see `Table.edge`
                self._passed_on.clear()
            else:
                self._passed_on[name] = pressed
            self.table.edge(name, pressed, at, looked)
            self._set_alarm()

    def _levels(self) -> Mapping[str, bool]:
        """Which inputs are pressed, by hand or by a page."""
        return {**self._inputs.levels(), **dict.fromkeys(self._touched, True)}

    def _touch(self, name: str, pressed: bool) -> None:
        """A page presses an input: polling its pin must not release it."""
        (self._touched.add if pressed else self._touched.discard)(name)
        self._passed_on.pop(name, None)
        self._tell_table(self.table.edge, name, pressed)

    def _look(self) -> None:
        """A phone has changed what the lights say."""
        self._tick()
        self._changed()

    def _in_trouble(self, words: str | None) -> None:
        """The board cannot be felt or lit, or it can again; from any thread."""
        self.loop.call_soon_threadsafe(self._trouble, words)

    def _trouble(self, words: str | None) -> None:
        log.log(logging.WARNING if words else logging.INFO, "%s", words or "the board works again")
        self.screen.trouble = words
        self._tell_table(self.table.trouble, words)

    def _tick(self) -> None:
        self._tell_table(self.table.tick)
        self.ticked.set()

    def _tell_table(self, act: Callable[..., None], *values: object) -> None:
        """Call one of the table's methods with the time, and set the alarm for what falls due."""
        act(*values, self.loop.time())
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self.loop.call_at(self.table.deadline, self._tick)

    # What the table asks

    async def _answer(self, question: Question) -> None:
        """Tell the table what is found, while the game goes on."""
        if isinstance(question, TeacherQuestion):
            answer: Awaitable[Event] = self._teacher.answer(question)
        else:
            answer = self._opponent.answer(question)
        self._tell_table(self.table.answered, question, await answer)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self._thoughts.add(task)
        task.add_done_callback(self._thoughts.discard)
        task.add_done_callback(self._task_done)

    # The screen

    def _changed(self) -> None:
        self._voice.handle(self.table.state, self.table.settings)
        self.phones.look()
        self.remote.changed()
        self.server.snapshots.publish()
        if self.table.number != self._number:
            self._number = self.table.number
            self._next_game.set()
        if self.table.fault:
            self._voice.complain(str(self.table.fault))
            self._keeper.note(self.table.fault)
            seconds = UNPLAYABLE_SECONDS if self._journal.fault else LAST_WORDS_SECONDS
            self.loop.call_later(seconds, self.end, status_of(self.table.fault))

    def _frame_sent(self) -> None:
        """From the strip's thread: the loop is not woken up for nobody."""
        if self.server.frames.is_followed:
            self.loop.call_soon_threadsafe(self.server.frames.publish)
