"""Plays a whole game by touches or by hand, and looks at the lights after each step."""

from time import sleep

from minigam.board.light_meanings import Meaning
from minigam.errors import BenchError
from minigam.hil.checker_moves import Snapshot, checker_moves
from minigam.hil.light_reader import pips
from minigam.hil.measuring import Figure
from minigam.hil.rig import Rig
from minigam.table.effects import DEAD_SECONDS
from minigam.table.state import Phase

TARGETS = {meaning.value for meaning in (Meaning.TARGET, Meaning.HIT, Meaning.OFF)}
PLAYABLE = {Meaning.SOURCE.value, Meaning.SELECTED.value, *TARGETS}
SHOWN_SECONDS = 12.0
"""After a start the board shows for some seconds where the checkers stand."""
STEP_SECONDS = 20.0
"""A board that is slow may have to load what a first roll needs."""
MOST_TOUCHES = 2000


def play_a_game(rig: Rig) -> list[Figure]:
    """Play to the end; raise `BenchError` for a touch or a light that is lost."""
    moves = checker_moves(rig)
    moves.set_up()
    state, touches = _resting(rig), 0
    while not state["result"]:
        if not (moved := moves.unfelt(state)):
            touch(rig, next_touch(rig, state), state)
        touches += moved or 1
        if touches > MOST_TOUCHES:
            raise BenchError(f"expected a game to end within {MOST_TOUCHES} touches")
        check_lights(rig)
        state = _resting(rig)
    return [Figure("touches", touches)]


def _resting(rig: Rig) -> Snapshot:
    """The game, once nothing goes on in it by itself."""
    moves = checker_moves(rig)
    return rig.until_state(
        lambda state: _wants_a_touch(state) and not moves.awaits(state),
        "something to touch",
        STEP_SECONDS,
    )


def _wants_a_touch(state: Snapshot) -> bool:
    lit = state["selected"] or state["sources"] or state["controls"]["roll"]["live"]
    return bool(lit or state["result"])


def next_touch(rig: Rig, state: Snapshot) -> str:
    """The last place that is lit, since so a game is short; else the button that rolls."""
    lit = state["targets"] if state["selected"] else state["sources"]
    return lit[-1] if lit else roll_button(rig, state)


def roll_button(rig: Rig, state: Snapshot) -> str:
    """The one roll button, or that of the side on turn."""
    return "roll" if "roll" in rig.bench.wires.inputs else f"roll-{state['turn'] or 'white'}"


def in_a_turn(rig: Rig) -> str:
    """Roll until somebody is to move, with nothing picked up; a place to move from."""
    checker_moves(rig).set_up()
    while not (sources := (state := _resting(rig))["sources"]):
        touch(rig, state["selected"] or roll_button(rig, state), state)
    return str(sources[-1])


def touch(rig: Rig, name: str, before: Snapshot) -> None:
    """Touch, and wait until the game has changed by it."""
    since = len(rig.levels())
    for each in _presses(rig, name, before):
        if each.startswith("roll"):
            sleep(DEAD_SECONDS)  # so long it is deaf after a turn, and after the other side's
        if each in rig.zones:
            checker_moves(rig).touch(each, before)
        else:
            rig.tap(each)
    what = f"the game to go on from {before['phase']} by a touch on {name}"
    try:
        rig.until_state(lambda state: _moves(state) != _moves(before), what, STEP_SECONDS)
    except BenchError as fault:
        raise BenchError(f"{fault}: {rig.instead(since)}") from fault


def _presses(rig: Rig, name: str, before: Snapshot) -> tuple[str, ...]:
    """For the opening both sides press: each its own button, or both the only one."""
    if before["phase"] != Phase.OPENING.value:
        return (name,)
    rolls = rig.bench.board.roll_inputs
    return rolls if len(rolls) > 1 else rolls * 2


def _moves(state: Snapshot) -> Snapshot:
    """What a touch changes."""
    return {key: state[key] for key in ("phase", "turn", "position", "dice", "selected", "game")}


def check_lights(rig: Rig) -> None:
    """The page says what the game allows, and the wire shows what the page says."""
    what = "lights that say what the game allows"
    rig.until(lambda: not _contradictions(rig), what, SHOWN_SECONDS)
    rig.until_lights_agree()
    rig.until(lambda: _dice_agree(rig), "the dice of the game on the strip")


def _dice_agree(rig: Rig) -> bool:
    """Whether the strip shows the dice of the game, as many as it has faces for."""
    state, dice = rig.page.state(), rig.bench.board.strip.segments["dice"]
    rig.frames(0.0)
    if state["phase"] != Phase.MOVING.value:
        return True
    shown = pips(rig.frame, dice) if rig.frame else []
    values = [die["value"] for die in state["dice"]]
    return shown == [*values, *(0 for _ in shown)][: len(shown)] != []


def _contradictions(rig: Rig) -> list[str]:
    """The lanes that say something else than the game allows."""
    state, meanings = rig.page.state(), rig.page.meanings()
    if state["phase"] != Phase.MOVING.value:
        return []
    expected = {name: {Meaning.SOURCE.value} for name in state["sources"]}
    expected |= dict.fromkeys(state["targets"], TARGETS)
    expected |= {state["selected"]: {Meaning.SELECTED.value}} if state["selected"] else {}
    said = {name for name, word in meanings.items() if word in PLAYABLE}
    return [name for name in said | expected.keys() if meanings[name] not in expected.get(name, ())]
