"""Connects one board's inputs, game, journal and lights.

An edge goes through debounce and gestures and becomes an event; the machine says what it leads to;
the journal holds it; only then are lights and listeners updated. Times are seconds that never jump
back, but an edge's own; the time of day is passed in for the numbers that people add to the dice.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf

from minigam.board.animation import ASLEEP_STEP, ATTRACT_STEP, GAME_STEP
from minigam.board.debounce import DEBOUNCE_SECONDS, Debouncer
from minigam.board.gestures import Crowd, Gesture, Gestures, Hold, Tap
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Frame, Mark, Scene
from minigam.board.profile import Profile
from minigam.daemon.dependencies import Dependencies, Question
from minigam.daemon.sensing import Sensing
from minigam.daemon.settings import DIM, Settings
from minigam.daemon.sleep import Sleep
from minigam.daemon.stored_game import StoredGame
from minigam.daemon.strip_renderer import StripRenderer
from minigam.daemon.timers import Timers, TurnTimer
from minigam.errors import JournalError
from minigam.journal.schema import board_key
from minigam.pairing.ceremony import Pairing
from minigam.rules.actions import Action, FlagFell, Named, TimePassed
from minigam.table.effects import (
    CloseGame,
    Effect,
    Reveal,
    StartNextGame,
    timers,
    wants,
)
from minigam.table.events import (
    DiskFull,
    Elapsed,
    Event,
    FilledIn,
    HandsOff,
    Held,
    Opened,
    PlayedOn,
    PositionRequested,
    Received,
    Requested,
    Tapped,
)
from minigam.table.light_scene import attract_scene, countdown_scene
from minigam.table.machine import step
from minigam.table.names import check_players
from minigam.table.requests_to_other import ToOther
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, opened
from minigam.table.two_buttons import kept

log = logging.getLogger(__name__)
DIM_LEVEL = 0.15
"""The part of their brightness that dim lights have."""


class Table:
    """One board and the game that is played on it."""

    def __init__(
        self,
        profile: Profile,
        deps: Dependencies,
        number: int | None,
        state: State,
        left: int | None = None,
    ) -> None:
        """Use `resume` or `begin` to make one.

        `number`: the game's number, once it is stored; `left`: the game before it, which was left.
        """
        self.profile = profile
        self.state = state
        self.on_change: Callable[[], None] = lambda: None
        self.on_asked: Callable[[Sequence[ToOther]], None] = lambda _asked: None
        """Gets what the table asks of another board, once what comes before it is stored."""
        self.fault: JournalError | None = deps.journal.fault
        self.pairing = Pairing()
        self._deps = deps
        board = board_key(profile.points, profile.feels)
        self._stored = StoredGame(
            deps.journal, board, number, left, deps.recording, deps.stored, deps.beside
        )
        self._settle_seconds = 0.0 if profile.on_a_pico else DEBOUNCE_SECONDS
        """A Pico has debounced its inputs already: a second delay would lose late touches."""
        self._debouncer, self._gestures = Debouncer(self._settle_seconds), Gestures()
        self._sensing = Sensing(profile.sensors)
        self._turn_timer = TurnTimer()
        self._timers = Timers()
        self._asked: Question | None = None
        self._next: Setup | None = None
        self._lifted_shown: tuple[str, ...] = ()
        self._drawing = StripRenderer(profile.strip, deps.strip)
        self._now = 0.0
        self.sleep = Sleep(deps.settings, deps.local, 0.0)

    @property
    def number(self) -> int | None:
        """The journal's number of the game; None while nobody plays."""
        return self._stored.number

    def start(self, now: float) -> None:
        """Light up, ask for what the state wants, and show where the checkers stand."""
        self.sleep.activity(now)
        self._stored.start(self.state.decided, self.state.setup)
        self._answer_all()
        if self.state.phase is not Phase.ATTRACT:
            self._advance(PositionRequested())
        self._settle(now)

    # Inputs

    def edge(self, name: str, pressed: bool | None, now: float, looked: bool = False) -> None:
        """An input's level since now, or as it is where it was looked at; None: nobody knows it."""
        if self._deps.recording:
            self._deps.recording.level(name, pressed, now)
        if self._sensing.level(name, pressed, now):
            return
        if pressed is None:  # whatever was being touched is not a touch
            self._debouncer, self._gestures = Debouncer(self._settle_seconds), Gestures()
            self.sleep.forget()
        else:
            (self._debouncer.look if looked else self._debouncer.edge)(name, pressed, now)

    def trouble(self, words: str | None, now: float) -> None:
        """What keeps the board from working, in words; None: it works again."""
        self.take(self._sensing.trouble(words), now)

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        self._now = now
        levels = self._deps.levels() if self._debouncer.deadline <= now else {}
        for change in self._debouncer.settled(now, levels):
            self._catch_up(change.at)
            if not self.sleep.ignores(change):
                self._handle(self._gestures.change(change), change.at)
        self._catch_up(now)
        self._feel(now)
        if self.pairing.tick(now):
            self.on_change()
        self._rest(now)
        self._draw(now)

    def _catch_up(self, until: float) -> None:
        """What time alone has brought until then, in its order."""
        while (due := self._waits) <= until:
            for name in self._timers.elapsed(due):
                self.take(Elapsed(name), due)
            self._handle(self._gestures.tick(due), due)
            if flag := self._turn_timer.fallen(self.state, due):
                self.take(flag, due)

    @property
    def _waits(self) -> float:
        return min(self._timers.deadline, self._gestures.deadline, self._flag_due)

    def wake(self, now: float, asleep: bool = False) -> None:
        """Wake the board without an action, or put it to sleep as at night."""
        (self.sleep.nap if asleep else self.sleep.wake)(now)
        self._rest(now)
        self._draw(now)

    def _rest(self, now: float) -> None:
        if self.sleep.tick(now, busy=self._is_busy):
            self.on_change()

    @property
    def _is_busy(self) -> bool:
        """Whether the board must stay awake: a fault, a code on its dice, or a running clock."""
        shown = self.fault or self._sensing.in_trouble or self.pairing.is_shown
        return bool(shown or self.state.transient.invites.code) or self._flag_due < inf

    @property
    def _flag_due(self) -> float:
        """When somebody's time is over; where play has stopped nobody's ever is."""
        return inf if self.fault else self._turn_timer.due(self.state)

    def _feel(self, now: float) -> None:
        """Take in what the board feels, until that leads no further."""
        if self._sensing.activity(now):
            self.sleep.activity(now)
        if zone := self._sensing.touched(self.state, now):
            self.take(Tapped(zone, self._deps.micros()), now)
        while event := self._sensing.next_event(self.state, now):
            before = self.state
            self.take(event, now)
            if self.state == before:
                break
        if (lifted := self.lifted) != self._lifted_shown:
            self._lifted_shown = lifted
            self.on_change()

    @property
    def lifted(self) -> tuple[str, ...]:
        """See `table.sensed.lifted`."""
        return self._sensing.lifted(self.state)

    @property
    def deadline(self) -> float:
        """When `tick` must be called next, if nothing is touched before; `inf`: never."""
        parts = (self._debouncer, self._sensing, self._drawing, self.sleep, self.pairing)
        return min(self._waits, *(part.deadline for part in parts))

    @property
    def resting(self) -> bool:
        """Whether every touch so far has been taken in."""
        still = self._sensing.resting and self._debouncer.deadline == inf
        return still and not self._gestures.waiting

    def _handle(self, gestures: list[Gesture], at: float) -> None:
        for gesture in gestures:
            if self.pairing.takes(gesture, at):
                self.on_change()
            else:
                self.take(self._event(gesture), at)

    def _event(self, gesture: Gesture) -> Event:
        match gesture:
            case Tap():
                ago = round((self._now - gesture.at) * 1e6)
                tap = Tapped(gesture.input, self._deps.micros() - ago)
                return self._sensing.heard(self.state, tap)
            case Hold():
                return Held(gesture.gesture)
            case Crowd():
                return HandsOff(gesture.input is not None, gesture.input or "")

    # Events

    def take(self, event: Event, now: float) -> None:
        """An event has happened. A journal that fails stops play: nothing more is taken."""
        self._guarded(lambda: self._apply(event, now), now)

    def store(self, act: Callable[[], object], now: float) -> None:
        """Store something beside the game; a journal that fails stops play."""
        self._guarded(act, now)

    def receive(self, actions: Sequence[Action], now: float) -> None:
        """The other board of the game has written these; they are in the journal already."""
        for action in actions:
            self.take(Received(action), now)

    def request(self, event: Requested, now: float) -> None:
        """A page asks for something by its meaning; as by a touch, a board that sleeps wakes.

        That is all that a command for the game does; a game that is played on begins all the same.
        """
        if self.sleep.asleep:
            self.wake(now)
            if not isinstance(event, PlayedOn):
                return
        if self._deps.recording:
            self._deps.recording.request(event, now)
        self.sleep.activity(now)
        self.take(event, now)

    def set_up(self, values: Mapping[str, object], now: float) -> None:
        """A page fills in the set-up, and wakes a board that sleeps; `menus.fill_in` may refuse."""
        self.take(FilledIn(values), now)
        if self.sleep.asleep:
            self.wake(now)
        self.sleep.activity(now)
        if self._deps.recording:
            self._deps.recording.set_up(values, now)

    def offer(self, solved: tuple[str, ...], now: float) -> None:
        """There are tables of these games now: the next set-up goes by that, or the present one."""
        self._deps = replace(self._deps, solved=solved)
        self._set_up_anew(now)

    def apply_settings(self, settings: Settings, now: float) -> None:
        """The owner has changed the settings: the next set-up goes by them, or the present one."""
        self._deps = replace(self._deps, settings=settings)
        self.sleep.apply_settings(settings, now)
        self._set_up_anew(now)
        self._settle(now)

    def _set_up_anew(self, now: float) -> None:
        here = self._deps.here(self.state.setup)
        if self.state.phase is Phase.ATTRACT and self.state.setup != here:
            self._guarded(lambda: self._open(Opened(here)), now)
            self._settle(now)

    def disk_full(self, full: bool, now: float) -> None:
        """Whether the disk has no room for another game; the present one goes on."""
        if full != self.state.transient.full:
            self.take(DiskFull(full), now)

    def name(self, white: str, black: str, now: float) -> None:
        """Somebody says who plays; raise `UnreadableError` for what is no name, or a computer's."""
        self.take(Named(check_players(self.state.setup, white, black)), now)

    @property
    def settings(self) -> Settings:
        """What the board's owner has set."""
        return self._deps.settings

    def set_up_next(self, setup: Setup) -> None:
        """What was asked for while an older game goes on: the next attract scene begins with it."""
        self._next = setup

    def _guarded(self, act: Callable[[], object], now: float) -> None:
        if self.fault:
            return
        try:
            act()
        except JournalError as fault:
            log.critical("play has stopped: %s", fault)
            self.fault = fault
            self._settle(now)

    def answered(self, question: Question, found: Event, now: float) -> None:
        """The answer to a question; dropped if the game has moved on meanwhile."""
        if question in wants(self.state):
            self.take(found, now)

    def _apply(self, event: Event, now: float) -> None:
        self._turn_timer.handle(self.state, now)
        before = self.state
        self._advance(event)
        self._answer_all()
        if self.state.game is not before.game or self.state.setup != before.setup:
            self.sleep.played(now)
        self._settle(now)
        self._sensing.changed(now)

    def spent(self, now: float) -> int | None:
        """See `TurnTimer.spent`."""
        return self._turn_timer.spent(now)

    def finish(self) -> None:
        """Write what a game that is over or abandoned still lacks, before another one begins."""
        while (effect := next(iter(wants(self.state)), None)) and isinstance(
            effect, Reveal | CloseGame
        ):
            self._perform(effect)

    def _answer_all(self) -> None:
        while (answer := self._answer()) is not None:
            answer()

    def _advance(self, event: Event, stored: bool = False) -> None:
        """The next state; what is decided in it is stored first, if it is not yet.

        Time that has passed comes before what ends a turn or stops the clock: if the plug is pulled
        between the two, nobody has gained any.
        """
        if isinstance(event, FlagFell):
            self._note_time(self._turn_timer.passed())
        state = step(self.state, event)
        if passed := self._turn_timer.passed_between(self.state, state):
            self._note_time(passed)
            state = step(self.state, event)
        self._take_over(state, () if stored else state.decided)
        self._turn_timer.follow(state)

    def _note_time(self, passed: TimePassed | None) -> None:
        if passed:
            state = step(self.state, passed)
            self._take_over(state, state.decided)
            self._turn_timer.written(passed)

    def _take_over(self, state: State, decided: Sequence[Action]) -> None:
        spilled = state.rebuilding is not None and state.tutorial is None
        self._stored.write(decided, state.agreed, spilled)
        self.state = state
        if state.asked:
            self.on_asked(state.asked)

    def _answer(self) -> Callable[[], None] | None:
        """How to do what the state wants first, if it is not under way already."""
        wanted = wants(self.state)
        if self._asked not in wanted:
            self._asked = None
        for effect in wanted:
            if not isinstance(effect, Question):
                return lambda: self._perform(effect)
            if effect != self._asked:
                self._asked = effect
                return lambda: self._deps.ask(effect)
        return None

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, StartNextGame):
            self._open(effect.following)
            return
        done = self._stored.perform(effect, self.state.game, self._deps.token, self._deps.micros)
        self._advance(done.action, done.stored)

    def _open(self, following: Opened) -> None:
        asked = None if following.started else self._next
        setup = following.setup
        if following.terms is None:  # else it is agreed on with another board
            setup = self._deps.here(asked or setup, following.started)
        state = opened(replace(following, setup=setup))
        self._stored.write_next(state.decided, state.agreed, state.rebuilding is not None)
        self._next = self._next if following.started else None
        before = self.state.transient
        self.state = step(kept(self.state, state), DiskFull(before.full))
        self.state = step(self.state, before.invites)
        self._turn_timer.follow(self.state)

    def _settle(self, now: float) -> None:
        """Timers, lights and listeners follow the state."""
        self._timers.follow(timers(self.state), now)
        self._draw(now)
        self.on_change()

    # Lights

    @property
    def scene(self) -> Scene:
        """What the lights say now."""
        return self._drawing.scene

    def public_frame(self, now: float) -> Frame:
        """See `StripRenderer.public_frame`."""
        return self._drawing.public_frame(now)

    def _draw(self, now: float) -> None:
        now = max(now, self._now)  # what is heard late, too, is drawn now
        dim = DIM_LEVEL if self.sleep.dark else 1.0
        self._drawing.level = dim * self._deps.settings.brightness / 100
        awake = ATTRACT_STEP if self.state.phase is Phase.ATTRACT else GAME_STEP
        self._drawing.step = ASLEEP_STEP if self.sleep.asleep else awake
        scene, counts = self._scene(now), self._gestures.countdown(now) is not None
        self._drawing.draw(scene, now, self.pairing.over(scene, now), counts=counts)

    def _scene(self, now: float) -> Scene:
        if self.fault:
            return Scene(dict.fromkeys(self.profile.strip.segments, Mark(Meaning.ERROR)))
        if self.sleep.asleep:
            lit = not self.sleep.dark or self._deps.settings.night_lights == DIM
            return self._drawing.scene_of(self.state, attract_scene) if lit else Scene()
        left = self._gestures.countdown(now)
        state = self.state
        return self._drawing.scene_of(state) if left is None else countdown_scene(state, left)
