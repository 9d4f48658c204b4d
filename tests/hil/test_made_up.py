"""In made-up time: each case holds on a right board, and tells what is wrong with a wrong one."""

import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minigam.board.debounce import DEBOUNCE_SECONDS
from minigam.board.light_meanings import Meaning
from minigam.board.profile import load_profile
from minigam.drivers.jig_interface import Span, Supply, Timing
from minigam.errors import BenchError
from minigam.hil.cases import CASES, GLITCH, MOST_ROLLS, Case, touch_to_light
from minigam.table.events import Tapped
from minigam.table.state import Phase
from tests.hil.made_up import BITS, CABLE, SIM, Board, made_up

RUNS = {case.name: case.run for case in CASES}


OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("dice-16", "full-24")]
"""Boards with one roll button and four dice."""


@pytest.mark.parametrize("name", ["sim", "sim-hall", *OTHERS])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case_holds_on_a_right_board(
    case: Case, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = type("Right", (Board,), {"profile": load_profile(name)})
    with made_up(tmp_path, monkeypatch, right) as rig:
        case.run(rig)


def test_a_board_that_does_nothing_but_settle_is_as_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made_up(tmp_path, monkeypatch) as rig:
        median, late, event, later, settle, _wire = touch_to_light(rig)
    found = [each.value for each in (median, late, event, later, settle)]
    assert found == pytest.approx([DEBOUNCE_SECONDS * 1000] * 5)


class Late(Board):
    """The page answers a second before the strip is lit, which is not sent what it shows."""

    began = 0.0

    def again(self) -> None:
        super().again()
        self.began = self.now

    @property
    def _is_lit(self) -> bool:
        return self.now > self.began + 1

    def carried(self, data: bytes) -> None:
        if data != self._shown and (self._is_lit or not any(data)):
            super().carried(data)

    def says(self, path: str) -> Any:
        found = super().says(path)
        return found if self._is_lit or path != "/api/lights" else unlit(found)


def unlit(found: dict[str, Any]) -> dict[str, Any]:
    """What a page says of dark lanes."""
    return {lane: {"meaning": Meaning.NONE.value} for lane in found}


def test_a_strip_that_is_lit_late_is_dark_only_after_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the daemon before has left is no darkness of this one."""
    with made_up(tmp_path, monkeypatch, Late) as rig:
        rig.until_lights_agree()
        rig.start()
        RUNS["dark"](rig)


class Unrepeated(Board):
    """A game whose opening roll only says who begins; the strip is not sent what it shows."""

    profile = load_profile("sim-full-24-hall")
    game = "portes"

    def carried(self, data: bytes) -> None:
        if data != self._shown:
            super().carried(data)


def test_an_opening_roll_need_not_show_that_black_is_still_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made_up(tmp_path, monkeypatch, Unrepeated) as rig:
        *_, rolls = RUNS["first-bit"](rig)
    assert rolls.value == MOST_ROLLS


class Haunted(Board):
    """An input is heard that nobody touches."""

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        if self.plays:
            self.plays.tap("undo")


class Hasty(Board):
    """A press is a whole touch."""

    def drive(self, pin: int, low: bool) -> float:
        at = super().drive(pin, low)
        if low:
            self.wait(0.1)
            super().drive(pin, False)
            self.wait(0.1)
        return at


class Forgetful(Board):
    """A contact that bounces is no touch."""

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        at = super().bounce(pin, low, gaps)
        if self.plays:
            self.plays.table.edge("undo", None, self.plays.now)
        return at


class Nervous(Board):
    """A pulse is a touch."""

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        at = super().bounce(pin, low, gaps)
        if self.plays and gaps == GLITCH:
            self.plays.table.take(Tapped(self.input_at(pin), 0), self.plays.now)
        return at


class Unlit(Board):
    """The strip is dark."""

    def carried(self, data: bytes) -> None:
        super().carried(bytes(len(data)))


class Mute(Unlit):
    """And so the page says."""

    def says(self, path: str) -> Any:
        found = super().says(path)
        return unlit(found) if path == "/api/lights" else found


class Diceless(Board):
    """The strip's dice are dark."""

    def carried(self, data: bytes) -> None:
        dice = SIM.strip.segments["dice"]
        first, behind = 3 * dice.first, 3 * (dice.first + dice.count)
        super().carried(data[:first] + bytes(behind - first) + data[behind:])


class Lit(Board):
    """The strip keeps its lights."""

    def carried(self, data: bytes) -> None:
        if any(data):
            super().carried(data)


class Untold(Board):
    """Nobody learns of a cable that is cut."""

    def drive(self, pin: int, low: bool) -> float:
        return self.now if pin == CABLE else super().drive(pin, low)


class Numb(Board):
    """It hears no press of who has to roll."""

    def drive(self, pin: int, low: bool) -> float:
        deaf = self.plays and self.plays.table.state.phase is Phase.TO_THROW
        return self.now if deaf and low else super().drive(pin, low)


class Mum(Numb):
    """And it has no words."""

    def says(self, path: str) -> Any:
        found = super().says(path)
        if path == "/api/state":
            del found["message"]
        return found


class Shaken(Board):
    """Without its cable the board forgets its game."""

    def drive(self, pin: int, low: bool) -> float:
        if pin == CABLE and low:
            self.lose()
            self.again()
        return super().drive(pin, low)


def lost_by(fatal: signal.Signals) -> type[Board]:
    """One signal ends its game as well."""

    class Lost(Board):
        def send(self, number: signal.Signals) -> None:
            if number is fatal:
                self.lose()
            super().send(number)

    return Lost


def drawing(part: float) -> type[Board]:
    """The strip draws so much of what is reckoned."""

    class StripRenderer(Board):
        def current(self, ohms: float) -> Supply | None:
            supply = super().current(ohms)
            return supply and replace(supply, amperes=supply.amperes * part)

    return StripRenderer


def saying(method: str, answer: object = None) -> type[Board]:
    """One method always gives this answer, and does nothing."""
    return type("Saying", (Board,), {method: lambda *_: answer})


def timed(timing: Timing | None) -> type[Board]:
    """The wire is so."""
    return saying("timing", timing)


def span(shortest_ns: float, longest_ns: float) -> Span:
    return Span(shortest_ns / 1e9, longest_ns / 1e9)


def felt(kind: type[Board]) -> type[Board]:
    """The same on a board that feels its checkers."""
    return type(kind.__name__, (kind,), {"profile": load_profile("sim-hall")})


class Crossed(Board):
    """Two points' wires are swapped."""

    def input_at(self, pin: int) -> str:
        swap = {"point-1": "point-2", "point-2": "point-1"}
        zone, slash, place = super().input_at(pin).partition("/")
        return f"{swap.get(zone, zone)}{slash}{place}"


class Numbed(Board):
    """No place of an off tray feels anything."""

    def drive(self, pin: int, low: bool) -> float:
        at_rest = pin == CABLE or not self.input_at(pin).startswith("off-")
        return super().drive(pin, low and at_rest)


class Slipping(Board):
    """A contact that bounces stays open."""

    def bounce(self, pin: int, _low: bool, gaps: Sequence[float]) -> float:
        return super().bounce(pin, False, gaps)


class Startled(Board):
    """A checker that is not felt for a millisecond is gone."""

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        return super().bounce(pin, low and gaps != GLITCH, gaps)


def same_after(what: str) -> str:
    return f"expected the same game after {what}, got other "


NOTHING = "by a touch on roll-(white|black) within 20 s, got nothing of it"
NO_BITS = "expected a frame's bits to measure, none came"


@pytest.mark.parametrize(
    ("case", "board", "text"),
    [
        ("ready", Unlit, "expected the lights to agree with the page: .*, got darkness"),
        ("game", Mute, "expected lights that say what the game allows within 12 s"),
        ("game", Diceless, "expected the dice of the game on the strip within 5 s"),
        ("game", Numb, f"{NOTHING}: it read nothing, and says nothing$"),
        ("game", Mum, f"{NOTHING}: nor of what it read, 'message'$"),
        ("first-bit", saying("carried"), "expected anything on the strip within 5 s"),
        ("bounce", Forgetful, "expected .* selected within 5 s"),
        ("bounce", Nervous, same_after("a pulse of a millisecond")),
        ("together", Hasty, same_after(".* together")),
        ("quiet", Haunted, "expected silence for 3 s, got undo"),
        ("wire", timed(None), NO_BITS),
        ("wire", timed(Timing(None, None, None, 300e-6)), NO_BITS),
        ("wire", timed(replace(BITS, zero=None, one=None)), NO_BITS),
        ("wire", timed(replace(BITS, period=None)), NO_BITS),
        ("wire", timed(replace(BITS, zero=span(210, 400))), "0, shortest, ns: .* got 210"),
        ("wire", timed(replace(BITS, zero=span(300, 560))), "0, longest, ns: .* got 560"),
        ("wire", timed(replace(BITS, one=span(570, 800))), "1, shortest, ns: .* got 570"),
        ("wire", timed(replace(BITS, one=span(700, 1010))), "1, longest, ns: .* got 1010"),
        ("wire", timed(replace(BITS, period=span(1090, 1300))), "bit, shortest, ns: .* got 1090"),
        ("wire", timed(replace(BITS, period=span(1200, 1510))), "bit, longest, ns: .* got 1510"),
        ("wire", timed(replace(BITS, silence=279e-6)), "silence, us: .* got 279"),
        ("current", saying("current"), "expected a meter, none answers"),
        ("current", drawing(0.0), "mA: expected .*, got 0"),
        ("current", drawing(0.2), "mA: expected .*, got 1"),
        ("current", drawing(1.4), "mA: expected .*, got 7"),
        ("current", Unlit, "expected light while roll-white and undo are held, got darkness"),
        ("killed", lost_by(signal.SIGKILL), same_after("a restart")),
        ("hung", lost_by(signal.SIGSTOP), same_after("a restart")),
        ("unplugged", Shaken, same_after("a cable that was cut")),
        ("unplugged", Untold, "expected the page to say that the board is gone within 5 s"),
        ("dark", Lit, "expected darkness on the strip within 5 s"),
        ("dark", Mute, "expected a light on the strip before the daemon exits within 5 s"),
        ("lanes", felt(Crossed), "expected point-[12] in red on the strip within 5 s"),
        ("lanes", felt(Numbed), "expected off-black in red on the strip within 5 s"),
        ("game", felt(Numbed), "expected lights that say what the game allows within 12 s"),
        ("game", felt(Mute), "expected lights that say what the game allows within 12 s"),
        ("touch", felt(Unlit), "expected .* as selected on the strip within 5 s"),
        ("bounce", felt(Slipping), "expected nothing selected within 5 s"),
        ("bounce", felt(Startled), same_after("a pulse of a millisecond")),
        ("killed", felt(lost_by(signal.SIGKILL)), same_after("a restart")),
        ("unplugged", felt(Shaken), same_after("a cable that was cut")),
    ],
)
def test_a_wrong_board_is_told(
    case: str, board: type[Board], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made_up(tmp_path, monkeypatch, board) as rig, pytest.raises(BenchError, match=text):
        RUNS[case](rig)
