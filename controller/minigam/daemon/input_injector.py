"""Presses a board's inputs for the page and for scripts, on mock pins or on the table itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from minigam.board.gestures import CROWD_PRESSES, CROWD_SECONDS
from minigam.daemon.table import Table
from minigam.drivers.interfaces import Hand, Inputs
from minigam.errors import RequestError, UnknownNameError, shortened
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from minigam.table.events import Command, Commanded, Moved, PlayedOn
from minigam.table.paths import counts_of
from minigam.table.playing_on import PlayOnError, check_board
from minigam.table.proposals import asker
from minigam.table.rolling import presser
from minigam.table.two_buttons import ACCEPT, offered, options
from minigam.table.zones import all_zones, zone_words_in
from minigam.web.interfaces import Sure, nothing_between
from minigam.web.requests import WrongBoardError
from minigam.words import Words

COMMANDS = tuple(command.value for command in Command)
Places = Mapping[str, Sequence[str]]
PRESSES_APART = CROWD_SECONDS / (CROWD_PRESSES - 1) + 0.01
"""The simulated finger's least seconds between two presses."""


@dataclass(eq=False)
class InputInjector:
    """Touches one after the other, at a hand's pace, each until it has been taken in."""

    _table: Table
    _ticked: asyncio.Event
    """Set when the table has taken something in."""
    _hand: Hand
    _places: Places
    """The names of each zone's, on a board that feels checkers."""
    _tell: Callable[..., None]
    """Calls one of the table's methods with the time."""
    _terms_at: Callable[[int, int], Awaitable[Terms]]
    """What a game is that is played on from a stored one: see `Library.terms_at`."""
    _finger: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _next_press: float = field(default=0.0, init=False)

    async def tap(self, name: str, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        if self._places and name in self._choices():
            await self._choose(name, sure)
        elif name in self._places:
            await self._touch_checker(name, sure)
        elif name == ACCEPT.zone and (by := asker(self._table.state)):
            await self._press([self._roll(by.other)], 0.0, sure)
        else:
            await self._press([name], 0.0, sure)

    async def _touch_checker(self, zone: str, sure: Sure) -> None:
        sure()
        raise self._only_by_hand(zone)

    def _only_by_hand(self, zone: str) -> WrongBoardError:
        return WrongBoardError(
            Words(
                "This board feels its checkers: move the one on {zone} by hand.",
                zone=zone_words_in(self._table.state.game, zone),
            )
        )

    def _choices(self) -> list[str]:
        """What is to be chosen now, by its zone or its own name."""
        return [choice.zone for choice in options(self._table.state)]

    async def _choose(self, name: str, sure: Sure) -> None:
        """Undo until a choice is offered, then roll; raise `RequestError` where it never is.

        Undo goes round once. Where hands off the board are waited for, more presses would only
        make it wait longer.
        """
        for _ in range(len(self._choices()) + 1):
            now = offered(self._table.state)
            if now is None or name not in self._choices():
                return
            if now.zone == name:
                await self._press([self._roll(presser(self._table.state))], 0.0, sure)
                return
            await self._press(["undo"], 0.0, sure)
        raise RequestError(Words("The board took no touch: take your hands off it, and try again."))

    async def hold(self, names: list[str], seconds: float, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        await self._press(names, seconds, sure)

    async def command(self, name: str, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        if name not in COMMANDS:
            raise UnknownNameError(Words("command"), name, COMMANDS)
        async with self._finger, self._at_a_hands_pace(1):
            sure()
            self._tell(self._table.request, Commanded(Command(name)))

    async def move(self, start: str, end: str | None, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        zones = all_zones(self._table.state.game.rules.layout)
        for zone in (start,) if end is None else (start, end):
            if zone not in zones:
                raise UnknownNameError(Words("zone"), zone, zones)
        if self._places:
            raise self._only_by_hand(start)
        async with self._finger, self._at_a_hands_pace(1):
            sure()
            self._tell(self._table.request, Moved(start, end))

    async def play_on(self, game: int, at: int, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        state = self._table.state
        if game == self._table.number and not state.game.has_ended:
            text = Words("Game {number} is being played: it goes on at the board.", number=game)
            raise PlayOnError(text)
        terms = await self._terms_at(game, at)
        async with self._finger, self._at_a_hands_pace(1):
            sure()
            check_board(self._table.state.agreed, terms)
            self._tell(self._table.request, PlayedOn(terms))

    async def set_up(self, values: Mapping[str, object], sure: Sure = nothing_between) -> None:
        """See `web.interfaces.InputInjector`."""
        async with self._finger:
            sure()
            self._tell(self._table.set_up, values)

    async def _press(self, names: list[str], seconds: float, sure: Sure) -> None:
        async with self._finger:
            inputs = [self._input(name) for name in names]
            if len(set(inputs)) < len(inputs):
                raise RequestError(shortened(f"expected each input once, got {', '.join(inputs)}"))
            pressed = list[str]()
            try:
                async with self._at_a_hands_pace(len(inputs)):
                    sure()
                    for name in inputs:
                        pressed.append(name)
                        self._hand.press(name)
                await self._taken_in()
                await asyncio.sleep(seconds)
            finally:
                for name in pressed:
                    self._hand.release(name)
            await self._taken_in()

    def _input(self, name: str) -> str:
        """On a board with two roll buttons, `roll` is the live one.

        Where one person waits for another's answer it stays theirs: who presses it twice has not
        answered. The other answers with a choice, or with a button of their own.
        """
        if name == "roll":
            state = self._table.state
            name = self._roll(asker(state) or presser(state))
        self._hand.check(name)
        return name

    def _roll(self, side: Side) -> str:
        """A side's roll button, or the only one there is."""
        return "roll" if "roll" in self._table.profile.inputs else f"roll-{side.value}"

    @asynccontextmanager
    async def _at_a_hands_pace(self, presses: int) -> AsyncIterator[None]:
        """While so many presses are made, which a script may ask for faster than a hand would.

        That would be taken for a cat. The next is counted from when the last one *was* made: where
        the machine stood still before it, the two would come too close together.
        """
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(max(0.0, self._next_press - clock()))
        try:
            yield
        finally:
            self._next_press = clock() + presses * PRESSES_APART

    async def _taken_in(self) -> None:
        await asyncio.sleep(0)  # lets the pin's callback reach the table
        while not self._table.resting:
            self._ticked.clear()
            await self._ticked.wait()


@dataclass(frozen=True)
class TableInputs:
    """Presses an input without moving a pin: the table cannot tell it from a touch."""

    _inputs: Collection[str]
    _press: Callable[[str, bool], None]
    """Gets an input and whether it is pressed."""

    def press(self, name: str) -> None:
        """See `drivers.interfaces.Hand`."""
        self.check(name)
        self._press(name, True)

    def release(self, name: str) -> None:
        """See `drivers.interfaces.Hand`."""
        self._press(name, False)

    def check(self, name: str) -> None:
        """See `drivers.interfaces.Hand`."""
        if name not in self._inputs:
            raise UnknownNameError(Words("input"), name, self._inputs)


@dataclass(eq=False)
class SimulatedInputInjector(InputInjector):
    """The page's finger on a simulated board: it moves mock pins, and checkers."""

    _inputs: Inputs
    """Tell where checkers lie."""
    _carried: int = 0
    """Checkers in the hand."""

    async def place(self, zone: str, count: int, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.Touch`."""
        places = self._places_of(zone)
        if not 0 <= count <= len(places):
            raise RequestError(f"expected 0 to {len(places)} checkers on {zone}, got {count}")
        async with self._finger:
            sure()
            self._lay(places, count)
            await self._taken_in()

    async def lay(self, sure: Sure = nothing_between) -> None:
        """See `web.interfaces.Touch`."""
        self._need_places()
        state = self._table.state
        counts = counts_of(state.game.rules.layout, state.game.shown_position)
        async with self._finger:
            sure()
            for zone, places in self._places.items():
                self._lay(places, counts[zone])
            self._carried = 0
            await self._taken_in()

    def _lay(self, places: Sequence[str], count: int) -> None:
        for index, name in enumerate(places):
            (self._hand.press if index < count else self._hand.release)(name)

    async def _touch_checker(self, zone: str, sure: Sure) -> None:
        """Lift a checker, or put down the one that was lifted."""
        async with self._finger:
            sure()
            taken = [name for name in self._places[zone] if self._inputs.levels().get(name)]
            free = [name for name in self._places[zone] if name not in taken]
            if self._carried and free:
                self._hand.press(free[0])
                self._carried -= 1
            elif taken and not self._carried:
                self._hand.release(taken[-1])
                self._carried += 1
            else:
                raise RequestError(_why_not(self._table.state.game, zone, self._carried))
            await self._taken_in()

    def _need_places(self) -> None:
        if not self._places:
            raise WrongBoardError(
                "this board feels taps, not checkers: expected POST /api/sim/tap instead"
            )

    def _places_of(self, zone: str) -> Sequence[str]:
        self._need_places()
        if zone not in self._places:
            raise UnknownNameError(Words("zone"), zone, self._places)
        return self._places[zone]


def _why_not(game: Game, zone: str, carried: int) -> Words:
    at = zone_words_in(game, zone)
    if carried:
        return Words("There is no free place on {zone}: put the checker down elsewhere.", zone=at)
    return Words("There is no checker to lift on {zone}.", zone=at)
