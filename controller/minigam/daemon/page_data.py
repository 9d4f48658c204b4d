"""What the page shows of a table: see `web.interfaces.PageSource`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from minigam.board.health import Health
from minigam.board.lighting import bytes_of
from minigam.daemon.exercises import Exercises
from minigam.daemon.hardware import OpenHardware
from minigam.daemon.library import Library
from minigam.daemon.settings import OFF, Settings
from minigam.daemon.sleep import Sleep
from minigam.daemon.solver_process import SolverProcess
from minigam.daemon.table import Table
from minigam.daemon.teacher import Teacher
from minigam.daemon.voice import Voice
from minigam.errors import RequestError
from minigam.journal.retention import DiskSpace
from minigam.pairing.phones import Phones
from minigam.players.review_words import heading
from minigam.rules.game import Game
from minigam.rules.record_conversion import record_of
from minigam.table.playing_on import may_play_on
from minigam.table.prompts import outcome
from minigam.table.setup import setup_of
from minigam.table.setup_form import setup_form
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from minigam.web import cards, device_json, review_page
from minigam.web.verdicts import with_verdicts
from minigam.words import Language, Words, wordings


def board_fields(sleep: Sleep, settings: Settings, phase: Phase) -> dict[str, Any]:
    """What surrounds the game: the board's sleep and its settings."""
    offers = sleep.woken and phase not in (Phase.ATTRACT, Phase.GAME_OVER, Phase.CLOSED)
    return {
        "asleep": sleep.asleep,
        "dark": sleep.dark,
        "blank": sleep.dark and settings.night_screen == OFF,
        "woken": offers,
        "settings": settings.shown(),
    }


def no_others() -> dict[str, Any]:
    """What there is to show where the board has no broker."""
    return {"broker": None, "invitation": None}


@dataclass(eq=False)
class PageData:
    """A table, its board and its journal, as plain JSON values and pages; it changes nothing."""

    _table: Table
    _parts: OpenHardware
    _health: Health
    _library: Library
    _teacher: Teacher
    _voice: Voice
    _phones: Phones
    _language: str | None
    _now: Callable[[], float]
    solver: SolverProcess | None = None
    """What makes a missing table meanwhile."""
    trouble: str | None = None
    """What keeps the whole board from working."""
    room: DiskSpace = DiskSpace.FINE
    """How much is left on the journal's disk."""
    free: int = 0
    """The same in bytes."""
    damage: str = ""
    """What is wrong with the journal's file."""
    others: Callable[[], dict[str, Any]] = no_others
    """What there is to show of games with other boards: `remote_board.RemoteBoard.fields`."""
    _exercises: Exercises = field(init=False)

    def __post_init__(self) -> None:
        """Exercises come out of the stored games."""
        self._exercises = Exercises(self._library, self._teacher)

    def board(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return device_json.board(self._table.profile)

    def state(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        table, solving = self._table, self.solver.solving if self.solver else None
        found = snapshot(
            table.state,
            table.number,
            solving=solving,
            lifted=table.lifted,
            spoken=self._voice.said(),
            spent=table.spent(self._now()),
        )
        found |= board_fields(table.sleep, table.settings, table.state.phase) | self.others()
        if table.fault:
            found["message"] = {"code": table.fault.code, **wordings(str(table.fault))}
        elif message := self._phones.message:
            found["message"] = message if self._phones.controls else found["message"] or message
            found["controls"] |= self._phones.controls
        return found

    def lights(self, here: bool) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return device_json.lights(self._table.scene, self._sent(here), self._table.profile.strip)

    def pixels(self, here: bool) -> str:
        """See `web.interfaces.PageSource`."""
        return device_json.pixels_hex(self._sent(here), self._table.profile.strip)

    def _sent(self, here: bool) -> bytes:
        """The strip's bytes; for others what it would be sent if it never showed a code."""
        if here:
            return self._parts.strip.sent
        return bytes_of(self._table.public_frame(self._now()), self._table.profile.strip.order)

    def health(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        findings = self._health.findings(self._now())
        disk = device_json.disk(self.room.value, self.free)
        fault = self._table.fault
        trouble = str(fault) if fault else self.trouble
        journal = device_json.journal(str(fault) if fault else "", self.damage)
        return device_json.health(findings, trouble, self._parts.inputs.alive, disk, journal)

    def card(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        rules = self._table.state.game.rules
        return cards.card(rules.id, rules.option_values())

    def setup(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        state = self._table.state
        return {"open": state.phase is Phase.ATTRACT, "groups": setup_form(state.setup)}

    def language(self) -> str | None:
        """See `web.interfaces.PageSource`."""
        return self._table.settings.language or self._language

    def reading(self, language: Language) -> Language:
        """See `web.interfaces.PageSource`."""
        return self._table.settings.reading(language)

    async def games(self, before: int | None) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return await self._library.games(before)

    async def game(self, number: int) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        present = self._finished(number) if number == self._table.number else None
        found = await self._library.game(number, present)
        judged, judging, review = found.page["result"] is not None, False, None
        try:
            review = await self._teacher.review_soon(found.record) if judged else None
        except TimeoutError:
            judging = True
        fields = {
            "plays": with_verdicts(found.page["plays"], review),
            "report": judged,
            "judging": judging,
            "play_on": may_play_on(self._table.state, found.record.terms),
        }
        return {**found.page, **fields}

    def _finished(self, number: int) -> Game:
        """The game on the board, if it is over: before, what was played could be a hint."""
        if self._table.state.game.result is None:
            text = Words("Game {number} is not over yet: its plays could be hints.", number=number)
            raise RequestError(text)
        return self._table.state.game

    async def exercises(self, before: int | None) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return await self._exercises.page(before)

    async def statistics(self) -> dict[str, Any]:
        """See `web.interfaces.PageSource`."""
        return await self._library.statistics()

    async def report(self, number: int | None, language: Language) -> str:
        """See `web.interfaces.PageSource`. The game must be over: before, it would be a hint."""
        game, present = self._table.state.game, self._table.number
        if number is not None and number != present:
            game = await self._library.stored(number)
        elif (number := present) is None:
            raise RequestError("expected a game that is over: nobody plays")
        if game.result is None:
            raise RequestError(f"expected a game that is over, got game {number}, which is not")
        review = await self._teacher.review(record_of(game))
        title = heading(number, game.rules, setup_of(game.terms).players)
        return review_page.page(title, outcome(game), review, language)
