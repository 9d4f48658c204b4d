"""Pairs a phone with a code shown on the dice and a press at the board. Pure.

A phone asks, and the board's dice show a code: four showings of two dice, one after another, again
and again. Who types the code has seen the board; who then presses roll stands at it. One phone at
a time; a code lives two minutes and allows three tries; after each phone that failed the next must
wait longer; after many wrong codes, from wherever, nobody can be paired for a while.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from hmac import compare_digest
from math import inf

from minigam.board.gestures import LONG, Gesture, Hold, Tap
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import FACE_PIXELS, Mark, Scene, code_dice
from minigam.board.profile_model import Profile
from minigam.errors import RequestError
from minigam.words import Words, span

SHOWINGS, DICE, SIDES = 4, 2, 6
CODE_SECONDS = 120.0
PRESS_SECONDS = 30.0
TRIES = 3
FIRST_WAIT, MOST_WAIT = 5.0, 300.0
"""The wait after the first phone that failed, doubled with each further one."""
MOST_WRONG, WRONG_SECONDS, LOCK_SECONDS = 20, 600.0, 300.0
"""So many wrong codes within so many seconds lock the board for so many."""
SETUP_SECONDS = 300.0
"""The code of the setup network is shown for so long at most, whoever asks for more."""


class PairingError(RequestError):
    """A phone that cannot be paired, now or here."""

    code = "pairing"


class WrongCodeError(RequestError):
    """Not the code that the board shows."""

    code = "wrong-code"


class TooOftenError(RequestError):
    """A request that comes too soon."""

    code = "too-often"

    def __init__(self, message: str, seconds: float) -> None:
        """`seconds`: when to ask again."""
        super().__init__(message)
        self.seconds = seconds


class Stage(Enum):
    """What the board waits for."""

    NONE = "none"
    SHOWING = "showing"
    """The code to be typed on the phone."""
    PRESS = "press"
    """The press of roll that lets the phone in."""


@dataclass(frozen=True)
class Guest:
    """The phone that is being paired."""

    ticket: str
    code: str
    since: float
    """When its stage began, in seconds."""
    ends: float
    stage: Stage = Stage.SHOWING
    tries: int = TRIES


@dataclass(frozen=True)
class SetupCode:
    """The code of the board's own network, which the dice show meanwhile."""

    network: str
    """The network's name."""
    code: str
    since: float
    ends: float


def fresh_code(below: Callable[[int], int]) -> str:
    """Eight digits from 1 to 6; `below(n)` draws a number from 0 to n - 1.

    >>> fresh_code(lambda sides: sides - 1)
    '66666666'
    """
    return "".join(str(1 + below(SIDES)) for _ in range(SHOWINGS * DICE))


def is_code(text: str) -> bool:
    """Whether this may be a code at all: as many digits as the board shows.

    >>> is_code("12345612"), is_code("1234"), is_code("1234 5612")
    (True, False, False)
    """
    return len(text) == SHOWINGS * DICE and text.isascii() and text.isdecimal()


def why_not(profile: Profile) -> Words | None:
    """Why this board cannot pair phones; None where it can."""
    dice = profile.strip.segments.get("dice")
    if dice is None or dice.count < DICE * FACE_PIXELS:
        return Words("This board has no lights for two dice to show a code: it pairs no phones.")
    if not profile.roll_inputs:
        return Words("This board has no roll button to let a phone in: it pairs no phones.")
    return None


class Pairing:
    """Follows one phone after another.

    >>> pairing = Pairing()
    >>> pairing.ask("ticket", "12345612", 0.0)
    >>> pairing.type("ticket", "12345612", 5.0)
    >>> pairing.takes(Tap("roll", 6.0), 6.2), pairing.collect("ticket", 7.0)
    (True, True)
    """

    def __init__(self) -> None:
        """Nobody wants to be paired yet."""
        self._guest: Guest | None = None
        self.setup: SetupCode | None = None
        """What the dice show while no phone is paired; see `show_setup`."""
        self.on_setup_asked: Callable[[], None] = lambda: None
        """Called when somebody at the board asks for the setup network."""
        self._let_in: tuple[str, float] | None = None
        """A ticket that may be exchanged for a session, and until when."""
        self._failed = 0
        self._open_at = 0.0
        self._locked_until = 0.0
        self._wrong: tuple[float, ...] = ()

    # What phones want

    def ask(self, ticket: str, code: str, now: float) -> None:
        """A phone wants to be paired: from now on its code is shown.

        Raises `PairingError` beside another phone, and `TooOftenError` soon after one that failed
        or while the board is locked.
        """
        self.tick(now)
        if self.is_locked:
            raise self._locked(now)
        if guest := self._guest:
            press = PRESS_SECONDS if guest.stage is Stage.SHOWING else 0.0
            text = Words(
                "Another phone is being paired: it has {time} at most; "
                "undo on the board ends that.",
                time=span(guest.ends + press - now),
            )
            raise PairingError(text)
        if (wait := self._open_at - now) > 0:
            text = Words("A phone was not let in: wait for {time}.", time=span(wait))
            raise TooOftenError(text, wait)
        self._guest = Guest(ticket, code, now, now + CODE_SECONDS)

    def type(self, ticket: str, code: str, now: float) -> None:
        """A phone says what it has seen. A code that is not right counts towards the lock.

        Raises `WrongCodeError` where it may be typed again, `PairingError` where this phone's turn
        is over or it never had one, and `TooOftenError` while the board is locked.
        """
        self.tick(now)
        if self.is_locked:
            raise self._locked(now)
        if not is_code(code):
            raise WrongCodeError(Words("A code has eight numbers: type all that the dice show."))
        guest = self._of(ticket, Stage.SHOWING)
        if guest is None or not _same(guest.code, code):
            raise self._missed(guest, now)
        self._guest = replace(guest, stage=Stage.PRESS, since=now, ends=now + PRESS_SECONDS)

    def _missed(self, guest: Guest | None, now: float) -> RequestError:
        """Count a wrong code; what becomes of the phone that typed it."""
        self._wrong = (*(at for at in self._wrong if at + WRONG_SECONDS > now), now)
        if len(self._wrong) >= MOST_WRONG:
            self._wrong, self._locked_until = (), now + LOCK_SECONDS
            self._end(now)
            return self._locked(now)
        if guest and guest.tries > 1:
            left = guest.tries - 1
            self._guest = replace(guest, tries=left)
            return WrongCodeError(
                Words("That is not what the dice show; tries left: {left}.", left=left)
            )
        if guest:
            self._end(now)
        return PairingError(Words("This code is no longer valid: pair this phone again."))

    def _locked(self, now: float) -> TooOftenError:
        wait = self._locked_until - now
        text = Words("There were too many wrong codes: wait for {time}.", time=span(wait))
        return TooOftenError(text, wait)

    def collect(self, ticket: str, now: float) -> bool:
        """Whether this phone is let in, which is said once."""
        self.tick(now)
        if self._let_in is None or not _same(self._let_in[0], ticket):
            return False
        self._let_in = None
        return True

    def leave(self, ticket: str, now: float) -> None:
        """A phone wants no more."""
        if self._of(ticket):
            self._end(now)

    # The first set-up

    def show_setup(self, network: str, code: str, seconds: float, now: float) -> None:
        """Show the code of the board's own network for so long; an empty code ends that.

        Raises `PairingError` for a code that the dice cannot show.

        >>> pairing = Pairing()
        >>> pairing.show_setup("minigam-4F2A", "12345612", 600.0, now=0.0)
        >>> pairing.deadline
        300.0
        """
        if code and not (is_code(code) and set(code) <= set("123456")):
            raise PairingError("expected eight digits from 1 to 6, got something else")
        ends = now + min(max(seconds, 0.0), SETUP_SECONDS)
        self.setup = SetupCode(network, code, now, ends) if code else None

    # What happens at the board

    def takes(self, gesture: Gesture, now: float) -> bool:
        """Handle a touch while a phone is paired; whether it was used up by that.

        Roll lets the phone in, if it was pressed after the code was typed; undo sends it away. Undo
        hides the setup network's code too.
        """
        self.tick(now)
        guest = self._guest
        if gesture == Hold(LONG):
            self.on_setup_asked()
            return True
        if guest is None and self.setup and _is_undo(gesture, self.setup.since):
            self.setup = None
            return True
        if guest is None or not isinstance(gesture, Tap) or gesture.at < guest.since:
            return False
        if gesture.input == "undo":
            self._end(now)
            return True
        if guest.stage is not Stage.PRESS or not gesture.input.startswith("roll"):
            return False
        self._let_in = guest.ticket, now + PRESS_SECONDS
        self._guest, self._failed, self._wrong = None, 0, ()
        return True

    def tick(self, now: float) -> bool:
        """Give up what has lasted too long; whether there was anything."""
        if self._let_in and self._let_in[1] <= now:
            self._let_in = None
        over = self.is_locked and self._locked_until <= now
        if over:
            self._locked_until = 0.0
        if self.setup and self.setup.ends <= now:
            self.setup, over = None, True
        if self._guest is None or now < self._guest.ends:
            return over
        self._end(now)
        return True

    def _end(self, now: float) -> None:
        """A phone has failed: the next one waits."""
        if self._guest:
            self._open_at = now + min(FIRST_WAIT * 2**self._failed, MOST_WAIT)
            self._failed += 1
        self._guest = None

    # What there is to know

    def stage(self, ticket: str | None = None) -> Stage:
        """What the board waits for; with a ticket, from that phone."""
        guest = self._guest if ticket is None else self._of(ticket)
        return guest.stage if guest else Stage.NONE

    @property
    def is_locked(self) -> bool:
        """Whether there were too many wrong codes, when time was last passed in."""
        return self._locked_until > 0

    @property
    def deadline(self) -> float:
        """When `tick` may next have something to say."""
        ends = min(each.ends if each else inf for each in (self._guest, self.setup))
        return min(ends, self._locked_until) if self.is_locked else ends

    @property
    def is_shown(self) -> bool:
        """Whether the board's lights say anything of this."""
        return self._guest is not None or self.setup is not None

    def _of(self, ticket: str, stage: Stage | None = None) -> Guest | None:
        guest = self._guest
        if guest is None or stage not in (None, guest.stage):
            return None
        return guest if _same(guest.ticket, ticket) else None

    # Lights

    def over(self, scene: Scene, now: float) -> Scene | None:
        """The scene that replaces the game's while a code is shown; None while none is.

        A phone's code goes before the setup network's.
        """
        if self._guest is None and self.setup is None:
            return None
        marks = {zone: mark for zone, mark in scene.marks.items() if zone not in ("dice", "turn")}
        if self._guest and self._guest.stage is Stage.PRESS:
            return replace(scene, marks={**marks, "dice": Mark(Meaning.PAIRING)}, dice=())
        shown = self._guest or self.setup
        assert shown is not None
        dice = code_dice([int(digit) for digit in shown.code], now - shown.since)
        return replace(scene, marks=marks, dice=dice, turn=(True, True))


def _is_undo(gesture: Gesture, since: float) -> bool:
    """Whether undo was tapped after that."""
    return isinstance(gesture, Tap) and gesture.input == "undo" and gesture.at >= since


def _same(one: str, other: str) -> bool:
    """Compared in the same time wherever they differ."""
    return compare_digest(one.encode(), other.encode(errors="surrogatepass"))
