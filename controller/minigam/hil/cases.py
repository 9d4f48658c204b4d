"""The built-in test cases of a bench.

Each begins with a daemon without a game, or goes on where the one before has left its own.
"""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from time import monotonic, sleep

from minigam.board.current_limit import current_ma
from minigam.board.gestures import BOTH, CROWD_SECONDS, HOLDS
from minigam.board.light_meanings import Meaning
from minigam.errors import BenchError
from minigam.hil.bench import Need
from minigam.hil.checker_moves import CheckerMoves, checker_moves
from minigam.hil.hands import Drive
from minigam.hil.light_reader import is_dark
from minigam.hil.measuring import Figure, NotTriedError, spread, within
from minigam.hil.playing import check_lights, in_a_turn, next_touch, play_a_game, touch
from minigam.hil.rig import APART_SECONDS, LOOK_SECONDS, Rig
from minigam.rules.ruleset import rule_set
from minigam.table.state import Phase
from minigam.table.trace import Happened, Level

BOUNCED = 20
BOUNCES = (0.0004, 0.0011, 0.0003, 0.0019)
"""Between the moves of a contact, in seconds; behind an even number of them it is as after the
first."""
STEPS = 20
"""How often a step is made and taken back, to time what the journal needs."""
MOST_ROLLS = 10
TRIES = 5
SLOW = "expected a jig that bounces within {:g} ms, this one is too slow"
GLITCH = (0.001, 0.001)
"""Low between the two: for less than any touch takes, and than settles."""
PIXEL_SECONDS = 30e-6
"""24 bits of 1.25 us each (WS2812B data sheet)."""
WIRE_NS = {"0": (220.0, 550.0), "1": (580.0, 1000.0), "bit": (1100.0, 1500.0)}
"""How long the wire is high for each, and from a bit to the next."""
SILENCE_US = 280.0
COUNTDOWN_SECONDS = 2.0
"""Roll and undo are held for less than it takes to begin anew."""
METER_MA = 60.0
"""How far a meter may be above the reckoning: about one LED, and a part of the whole."""
METER_PART = 0.15
METER_LEAST = 0.25
"""What part of the reckoning even thrifty LEDs draw; an idle strip draws less."""


@dataclass(frozen=True)
class Case:
    """One thing that is tried."""

    name: str
    title: str
    """What has to hold."""
    needs: frozenset[Need]
    run: Callable[[Rig], list[Figure]]
    """Raises `BenchError` where it does not hold."""
    goes_on: bool = False
    """Whether it may begin at any place in a game, and leaves it at one: the next such case goes on
    there, since a start takes its time."""


def ready(rig: Rig) -> list[Figure]:
    """Start once more, with the time."""
    seconds = rig.start()
    if rig.sees:
        rig.until_lights_agree()
    return [Figure("start to ready", seconds, "s")]


def inputs(rig: Rig) -> list[Figure]:
    """Press each, and look what the daemon has read."""
    names = rig.bench.wires.inputs
    for name in names:
        before = len(rig.levels())
        rig.tap(name)
        pressed = rig.until_pressed(name, before)
        if pressed != [name]:
            raise BenchError(f"expected {name} alone, got {', '.join(pressed)}")
    return [Figure("inputs", len(names))]


def lanes(rig: Rig) -> list[Figure]:
    """In a turn, a touch of a zone that the rules forbid: its own lane alone is red."""
    refused = 0
    for zone, at in checker_moves(rig).refusals(in_a_turn(rig)):
        refused += 1
        _, frame = rig.until_frame(rig.shows(zone, Meaning.ERROR), f"{zone} in red", at)
        red = [name for name in rig.zones if rig.shows(name, Meaning.ERROR)(frame)]
        if red != [zone]:
            raise BenchError(f"expected {zone} alone in red, got {', '.join(red)}")
    return [Figure("lanes", refused)]


def touch_to_light(rig: Rig) -> list[Figure]:
    """A checker is picked up and put back: from the pin's edge to the first bit of the frame."""
    zone, times = in_a_turn(rig), []
    for number in range(rig.bench.touches):
        meaning = Meaning.SOURCE if number % 2 else Meaning.SELECTED
        at = checker_moves(rig).touch(zone, rig.page.state())
        lit, _ = rig.until_frame(rig.shows(zone, meaning), f"{zone} as {meaning.value}", at)
        times.append(lit - at)
    found = spread("touch to light", times)
    within("99 of 100 touches, in ms", found[-1].value, 0, rig.bench.lit_ms)
    # Of the way from an edge to its action: a Pico lets buttons settle before it reports them.
    by_the_pico = rig.bench.board.on_a_pico and not rig.bench.board.feels
    settling = 0.0 if by_the_pico else checker_moves(rig).settle
    return [
        *found,
        *spread("edge to event", _edge_to_event(rig, zone)),
        Figure("settling", settling * 1000, "ms"),
        Figure("the frame on the wire", PIXEL_SECONDS * rig.pixels * 1000, "ms"),
    ]


def first_bit(rig: Rig) -> list[Figure]:
    """From a roll button's release to the first bit that the strip is sent: opening rolls."""
    times = list[float]()
    while len(times) < MOST_ROLLS:
        _begin_anew(rig)
        checker_moves(rig).set_up()
        touch(rig, rig.bench.board.roll_inputs[0], rig.page.state())  # a game begins
        times += [_first_bit(rig, name) for name in _rolls_that_show(rig)]
    return [*spread("roll to first bit", times), Figure("throws", len(times))]


def _rolls_that_show(rig: Rig) -> tuple[str, ...]:
    """The buttons of an opening roll after which the strip shows something else.

    Where the winner rolls both dice anew, the second press may only say that black is awaited, as
    the strip shows already.
    """
    state, rolls = rig.page.state(), rig.bench.board.roll_inputs
    return rolls[:1] if rule_set(state["rules"], state["options"]).throws_again else rolls


def _first_bit(rig: Rig, name: str) -> float:
    rig.until(rig.is_still, "a strip that is still before a roll")
    at = rig.tap(name)
    return rig.first_frame(at) - at


def _begin_anew(rig: Rig) -> None:
    held = held_for_a_new_game(rig)
    sleep(CROWD_SECONDS)  # with the last touch these two would be a crowd
    for name in held:
        rig.press(name)
    sleep(HOLDS[BOTH] + APART_SECONDS)
    for name in held:
        rig.release(name)
    sleep(APART_SECONDS)  # else the next touch is none
    rig.until_state(lambda state: state["phase"] == Phase.ATTRACT.value, "a new game")


def _edge_to_event(rig: Rig, zone: str) -> list[float]:
    """From each edge that counts, as the daemon read it, to the action that the journal then had.

    A checker is moved from the zone, and the step is taken back.
    """
    since, moves = len(rig.trace()), checker_moves(rig)
    for _ in range(STEPS):
        if rig.page.state()["selected"] is None:
            touch(rig, zone, rig.page.state())
        before = rig.page.state()
        moves.take_back(_make_a_step(rig), before)
        _until_position(rig, before["position"])
    times, counted = [], None
    for line in rig.trace()[since:]:
        if isinstance(line, Level) and moves.counts(line):
            counted = line.seconds
        elif isinstance(line, Happened) and counted is not None:
            times.append(line.seconds - counted)
            counted = None
    return times


def _until_position(rig: Rig, position: str) -> None:
    rig.until_state(lambda state: state["position"] == position, "the step taken back")


def bounce(rig: Rig) -> list[Figure]:
    """Contacts that bounce are one touch; what is too short is none."""
    zone, moves = in_a_turn(rig), checker_moves(rig)
    for _ in range(BOUNCED):
        _bounced_touch(rig, zone, moves)
    for _ in range(BOUNCED):
        _glitch(rig, zone, moves)
    return [Figure("touches that bounced", BOUNCED), Figure("glitches", BOUNCED)]


def _bounced_touch(rig: Rig, zone: str, moves: CheckerMoves) -> None:
    """A checker is picked up or put back, and each contact that moves bounces."""
    for _ in range(TRIES):
        before = rig.page.state()
        if _rests(rig, moves, partial(moves.touch, zone, before), BOUNCES) == moves.rests:
            rig.until_selected(None if before["selected"] else zone)
            return
    raise NotTriedError(SLOW.format(moves.settle * 1000))


def _glitch(rig: Rig, zone: str, moves: CheckerMoves) -> None:
    """A contact that flips for a millisecond."""
    for _ in range(TRIES):
        before, state = rig.page.lasting(), rig.page.state()
        if _rests(rig, moves, partial(moves.nudge, zone, state), GLITCH) == 0:
            unchanged(before, rig, "a pulse of a millisecond")
            return
    raise NotTriedError(SLOW.format(moves.settle * 1000))


def _rests(
    rig: Rig, moves: CheckerMoves, move: Callable[[Drive], object], gaps: Sequence[float]
) -> int:
    """How often a contact came to rest between its moves, as the daemon read it.

    A jig that is a program on a busy machine may be too slow to bounce.
    """
    since, moved = len(rig.levels()), set[str]()

    def bouncing(name: str, pressed: bool) -> float:
        moved.add(name)
        return rig.bounce(name, pressed, gaps)

    move(bouncing)
    changes = [level.seconds for level in rig.levels()[since:] if level.input in moved]
    return sum(later - earlier >= moves.settle for earlier, later in pairwise(changes))


def together(rig: Rig) -> list[Figure]:
    """Two that are pressed together are no touch of either."""
    in_a_turn(rig)
    before, pairs = rig.page.lasting(), checker_moves(rig).together()
    for pair in pairs:
        rig.tap(*pair)
        sleep(APART_SECONDS)
        unchanged(before, rig, f"{' and '.join(pair)} together")
    return [Figure("pairs", len(pairs))]


def quiet(rig: Rig) -> list[Figure]:
    """Nobody touches the board, and nothing is read."""
    before, seconds = len(rig.levels()), rig.bench.quiet
    sleep(seconds)
    if pressed := rig.pressed(before):
        raise BenchError(f"expected silence for {seconds} s, got {', '.join(pressed)}")
    hours = seconds * len(rig.bench.board.input_names) / 3600
    return [Figure("false reads", 0), Figure("hours of an input", hours, "h")]


def killed(rig: Rig) -> list[Figure]:
    """Ended by force within a turn, it goes on where it was."""
    return _goes_on_after(rig, signal.SIGKILL)


def hung(rig: Rig) -> list[Figure]:
    """Stopped within a turn, the watchdog starts it again."""
    return _goes_on_after(rig, signal.SIGSTOP)


def _goes_on_after(rig: Rig, number: signal.Signals) -> list[Figure]:
    """A signal comes after the first step of a turn: one that is only begun may be lost."""
    touch(rig, in_a_turn(rig), rig.page.state())
    _make_a_step(rig)
    before, began = rig.page.lasting(), monotonic()
    rig.daemon.send(number)
    rig.recover()
    seconds = monotonic() - began
    unchanged(before, rig, "a restart")
    if rig.sees:
        check_lights(rig)
    state = rig.page.state()
    touch(rig, next_touch(rig, state), state)
    return [Figure("until it plays again", seconds, "s")]


def _make_a_step(rig: Rig) -> str:
    """The checker that is picked up is moved; where to."""
    state = rig.page.state()
    target = str(state["targets"][-1])
    touch(rig, target, state)
    return target


def unplugged(rig: Rig) -> list[Figure]:
    """The board's cable is cut and joined: the page says so; the game goes on, also in a turn."""
    if Need.PLAY in rig.bench.offers:  # in the middle of a move
        touch(rig, in_a_turn(rig), rig.page.state())
    before = rig.page.lasting()
    rig.plug(False)
    rig.until(rig.page.trouble, "the page to say that the board is gone")
    rig.plug(True)
    seconds = rig.until_ready()
    unchanged(before, rig, "a cable that was cut")
    return [Figure("until it plays again", seconds, "s")]


def dark(rig: Rig) -> list[Figure]:
    """Ended in order, the strip is dark; what it showed before was lit by this daemon."""
    rig.until_lights_agree()
    rig.until(lambda: _is_lit(rig), "a light on the strip before the daemon exits")
    rig.daemon.send(signal.SIGTERM)
    rig.until_frame(is_dark, "darkness", rig.frame_at)
    return []


def _is_lit(rig: Rig) -> bool:
    """Whether the newest frame is: the page answers before a Pico has lit the strip."""
    rig.frames(LOOK_SECONDS)
    return not is_dark(rig.frame or ())


def wire(rig: Rig) -> list[Figure]:
    """The data line keeps to the WS2812B's data sheet (Worldsemi, version 1.4 and newer)."""
    timing = rig.jig.timing()
    if timing is None or not (timing.period and (timing.zero or timing.one)):
        raise BenchError("expected a frame's bits to measure, none came")
    spans = (("0", timing.zero), ("1", timing.one), ("bit", timing.period))
    figures = [
        Figure(f"{name}, {which}", width * 1e9, "ns")
        for name, span in spans
        if span
        for which, width in (("shortest", span.shortest), ("longest", span.longest))
    ]
    for figure in figures:
        within(f"{figure.name}, ns", figure.value, *WIRE_NS[figure.name.partition(",")[0]])
    within("silence, us", timing.silence * 1e6, SILENCE_US, float("inf"))
    return figures


def current(rig: Rig) -> list[Figure]:
    """The strip draws what its frame is estimated to draw, and is lit meanwhile."""
    held = held_for_a_new_game(rig)
    for name in held:
        rig.press(name)
    sleep(COUNTDOWN_SECONDS)
    rig.frames(0.1)
    supply, frame = rig.jig.current(rig.bench.wires.shunt_mohm / 1000), rig.frame or ()
    for name in held:
        rig.release(name)
    if supply is None:
        raise BenchError("expected a meter, none answers")
    if is_dark(frame):
        raise BenchError(f"expected light while {' and '.join(held)} are held, got darkness")
    estimate = current_ma(frame, rig.bench.board.strip.budget.led_ma)
    least, most = estimate * METER_LEAST, estimate * (1 + METER_PART) + METER_MA
    within("mA", supply.amperes * 1000, least, most)
    return [
        Figure("drawn", supply.amperes * 1000, "mA"),
        Figure("estimated", estimate, "mA"),
        Figure("supply", supply.volts, "V"),
    ]


def held_for_a_new_game(rig: Rig) -> tuple[str, ...]:
    """The buttons that light every lane while they are held, and then begin anew."""
    return rig.bench.board.roll_inputs[0], "undo"


def unchanged(before: dict[str, object], rig: Rig, why: str) -> None:
    """Raise `BenchError` where the game has changed."""
    after = rig.page.lasting()
    if changed := [key for key, value in before.items() if after.get(key) != value]:
        raise BenchError(f"expected the same game after {why}, got other {', '.join(changed)}")


def _case(
    name: str, title: str, run: Callable[[Rig], list[Figure]], *needs: Need, goes_on: bool = False
) -> Case:
    return Case(name, title, frozenset(needs), run, goes_on)


INPUTS, PLAY, STRIP = Need.INPUTS, Need.PLAY, Need.STRIP
CASES = (
    _case("ready", "the daemon starts and lights its state", ready),
    _case("inputs", "each input is read, and no other", inputs, INPUTS),
    _case("lanes", "a refused touch lights its own lane, and no other", lanes, PLAY, STRIP),
    _case("game", "every light of a whole game is right", play_a_game, PLAY, STRIP),
    _case("touch", "the lights answer a touch in time", touch_to_light, PLAY, STRIP, goes_on=True),
    _case(
        "first-bit",
        "the time from a roll to the first bit on the strip is measured",
        first_bit,
        Need.ROLL,
        Need.LIGHT,
        goes_on=True,
    ),
    _case(
        "bounce", "a bouncing contact counts as one touch", bounce, PLAY, Need.BOUNCE, goes_on=True
    ),
    _case(
        "together", "two inputs pressed together count as no touch", together, PLAY, goes_on=True
    ),
    _case("quiet", "an untouched board reports no input", quiet, INPUTS, goes_on=True),
    _case("wire", "the data line meets the data sheet", wire, Need.WIRE),
    _case(
        "current", "the strip draws the estimated current", current, STRIP, Need.METER, Need.ROLL
    ),
    _case("killed", "the game goes on after the daemon is killed", killed, PLAY, goes_on=True),
    _case("hung", "systemd restarts a hung daemon", hung, PLAY, Need.SERVICE, goes_on=True),
    _case(
        "unplugged",
        "the game goes on after the board's cable is cut and joined",
        unplugged,
        Need.CABLE,
    ),
    _case("dark", "the strip is dark after the daemon exits", dark, STRIP, goes_on=True),
)
"""In the order in which they are tried."""
