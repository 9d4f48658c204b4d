"""Builds the JSON of the game that the page and every other display receive."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Die
from minigam.rules.game import Game
from minigam.rules.hash_chain import short_code
from minigam.rules.position import Layout, Position, Side, format_position
from minigam.rules.terms import parse_stake
from minigam.table import commands, lessons, timing, two_buttons
from minigam.table.computer import pips
from minigam.table.controls import controls
from minigam.table.landings import shown_position
from minigam.table.light_scene import dice, waits_for
from minigam.table.mismatch import IN_HAND, MISSING
from minigam.table.play_list import last_play, play_fields, plays_for_people
from minigam.table.prompts import prompt
from minigam.table.proposals import asks_away
from minigam.table.sensed import to_put_right
from minigam.table.setup import Setup
from minigam.table.setup_choices import Choice
from minigam.table.setup_fields import stake_words
from minigam.table.solving import Solving
from minigam.table.spill import ALL_STANDS
from minigam.table.state import Notice, Phase, State
from minigam.table.step_fields import steps_shown
from minigam.table.teaching import verdict_words
from minigam.table.zones import zone_of
from minigam.words import Audience, Words, wordings

LAST_PLAYS = 12
PUTS = {MISSING[side].value: side.value for side in Side}
"""Whose checkers are missing, by what the lights say."""


def snapshot(
    state: State,
    game: int | None,
    *,
    solving: Solving | None = None,
    lifted: Sequence[str] = (),
    spoken: Sequence[dict[str, Any]] = (),
    spent: int | None = None,
) -> dict[str, Any]:
    """Everything a display needs to know; `game` is the journal's number of the game; None
    while nobody plays.

    `solving` tells how far another program is that makes a table of exact values; `lifted` what
    `sensed.lifted` says; `spoken` what was said aloud last; `spent` how many milliseconds of the
    present turn are not written down yet, None while the clock stands.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> snapshot(opened(Opened(Setup())), 1)["prompt"]["text"]
    'The lit points set up the game. Press roll to begin.'
    """
    rules, setup, offered = state.game.rules, state.setup, two_buttons.marked(state)
    available = commands.available(state)
    state = lessons.as_shown(state)
    return {
        "game": game,
        "rules": rules.id,
        "title": Words(rules.title),
        "options": rules.option_values(),
        "stake": _stake(setup),
        "phase": state.phase.value,
        "turn": state.game.side.value if state.game.side else None,
        "waits_for": awaited.value if (awaited := waits_for(state)) else None,
        "position": format_position(state.game.shown_position, rules.layout),
        "checkers": checkers_in(shown_position(state), rules.layout),
        "bars": rules.has_bars,
        "dice": dice_fields(dice(state)),
        **steps_shown(state),
        "message": _message(state),
        "lifted": list(lifted),
        "spoken": list(spoken),
        "wrong": _wrong(state),
        "rebuilding": _rebuilding(state),
        "prompt": {"code": state.phase.value, **wordings(prompt(state))},
        "score": dict(zip(("white", "black"), state.game.score, strict=True)),
        "totals": _totals(state.game),
        "pips": {side.value: pips(state.game.shown_position.track(side)) for side in Side},
        "clock": _clock(state, spent),
        "cube": cube_words(state.game),
        "proposal": _proposal(state),
        "match": {"length": rules.length, "crawford": state.game.standing.is_crawford(rules)},
        "result": _result(state.game),
        "report": state.phase is Phase.GAME_OVER and not state.tutorial,
        "names": {side.value: setup.person(side) for side in Side},
        "seats": {"white": setup.white, "black": setup.black},
        "hints": setup.hints,
        "teacher": setup.teacher,
        "verdict": _verdict(state),
        "dice_mode": setup.dice,
        "choices": [_choice(choice) for choice in two_buttons.on_the_page(state)],
        "offered": offered.zone if offered else None,
        "controls": controls(state, available),
        "commands": [command.value for command in available],
        "plays": plays_for_people(rules, state.game.plays[-LAST_PLAYS:]),
        "last_play": last_play(rules, state.game.plays) if state.game.turn is None else None,
        "numbers": _numbers(rules.layout, state.game.side or Side.WHITE),
        "fairness": fairness(state.game),
        "away": _away(state),
        "tutorial": lessons.progress(state),
        "solving": {**asdict(solving), "title": Words(solving.title)} if solving else None,
    }


def _choice(choice: Choice) -> dict[str, Any]:
    """In the words of a page, where it is a button."""
    return {**asdict(choice), "name": choice.name.worded_for(Audience.PAGE)}


def _stake(setup: Setup) -> dict[str, Any] | None:
    """What a point is worth, where that was agreed."""
    if not setup.stake:
        return None
    stake = parse_stake(setup.stake)
    return {**asdict(stake), "text": stake_words(stake)}


def _totals(game: Game) -> dict[str, int] | None:
    """What the pawns borne off have scored in this round, where that counts."""
    pawns = game.shown_position.pawns
    if not game.rules.totals or pawns is None:
        return None
    return dict(zip(("white", "black"), pawns.totals, strict=True))


def checkers_in(position: Position, layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """Each zone's checkers, where there are any; a pinned one first."""
    found: dict[str, list[dict[str, Any]]] = {}
    for side in Side:
        for place, count in enumerate(position.track(side)):
            if count:
                groups = found.setdefault(zone_of(layout, side, place), [])
                at = 0 if place in position.pinned_of(side) else len(groups)
                groups.insert(at, _group(position, side, place, count))
    return found


def _group(position: Position, side: Side, place: int, count: int) -> dict[str, Any]:
    """Checkers of one side in one place; with their faces, where they have them; if pinned, so."""
    group: dict[str, Any] = {"side": side.value, "count": count}
    if place in position.pinned_of(side):
        group["pinned"] = True
    if faces := position.faces_on(side, place):
        group["faces"] = list(faces)
    return group


def dice_fields(dice: Iterable[Die]) -> list[dict[str, Any]]:
    """Dice in a display's terms."""
    return [
        {
            "value": die.value,
            "used": die.used,
            "lost": die.lost,
            "side": (Side.WHITE if die.white else Side.BLACK).value,
        }
        for die in dice
    ]


def _message(state: State) -> dict[str, Any] | None:
    said = to_put_right(state) or state.transient.notice or state.transient.felt
    if said is None or said == IN_HAND:
        return None
    zone = said.zone if isinstance(said, Notice) and said.zone != "turn" else None
    return {"code": said.code, **wordings(said.text), "zone": zone}


def _wrong(state: State) -> list[dict[str, Any]]:
    """What lies wrong on a board that feels its checkers: so many to put, or to take away."""
    felt = state.transient.felt
    return [
        {"zone": zone, "put": count, "side": PUTS[meaning]}
        if meaning in PUTS
        else {"zone": zone, "take": count}
        for zone, meaning, count in (felt.marks if felt else ())
        if meaning in PUTS or meaning == Meaning.ERROR.value
    ]


def _rebuilding(state: State) -> str | None:
    """Which side is set up after a spill; white alone, black beside it."""
    felt = to_put_right(state)
    if state.rebuilding is None or felt is None or felt.code == ALL_STANDS:
        return None
    return state.rebuilding.value


def _away(state: State) -> dict[str, Any] | None:
    """The side at the other board, and that board, in a game between two."""
    if state.away is None:
        return None
    awaited = state.cover is None and state.awaits_away and state.phase is not Phase.STOPPED
    return {
        "side": state.away.value,
        "connected": state.other.connected,
        "awaited": awaited or asks_away(state),
        "left": state.other.left,
        "stopped": state.other.stopped,
    }


def _verdict(state: State) -> dict[str, Any] | None:
    verdict = state.transient.verdict
    if verdict is None:
        return None
    return {
        **play_fields(verdict.played),
        "was_best": verdict.was_best,
        "best": verdict.best,
        "win": verdict.win,
        "equity": verdict.equity,
        **wordings(verdict_words(state, verdict)),
    }


def _clock(state: State, spent: int | None) -> dict[str, Any] | None:
    """What both sides have left now; a display counts on by itself until it hears more."""
    clock, side = state.game.clock, timing.on_turn(state)
    if clock is None:
        return None
    banks, delay = {side: clock.left(side) for side in Side}, clock.limits.delay
    if side:
        banks[side], delay = clock.present(side, spent or 0)
    return {
        **{side.value: max(0, left) for side, left in banks.items()},
        "delay": delay,
        "running": side.value if side and spent is not None else None,
        "fallen": [side.value for side in clock.fallen],
    }


def cube_words(game: Game) -> dict[str, Any] | None:
    """The doubling cube; None in a game without one."""
    if not game.rules.cube:
        return None
    return {
        "value": game.cube.value,
        "owner": game.cube.owner.value if game.cube.owner else None,
        "offered_by": game.offered_by.value if game.offered_by else None,
    }


def _proposal(state: State) -> dict[str, Any] | None:
    """What one side has proposed, while it waits for the other one's answer."""
    if state.proposal is None:
        return None
    resigns = state.phase is Phase.RESIGNING
    return {
        "what": "resignation" if resigns else "set-up",
        "by": state.proposal.by.value,
        "answers": state.proposal.by.other.value,
        "points": state.resign_points if resigns else None,
    }


def _result(game: Game) -> dict[str, Any] | None:
    if game.result is None:
        return None
    found = game.result
    kind = found.kind if game.ended_by == "off" else game.ended_by
    common = {"winner": found.winner_name or None, "points": found.points, "kind": kind}
    return {**common, "loser_points": found.loser_points} if game.rules.totals else common


@cache
def _numbers(layout: Layout, side: Side) -> Mapping[str, Words]:
    """What people call each point while it is a side's turn."""
    return {
        zone_of(layout, side, place): Words("{number}", number=layout.point_number(side, place))
        for place in range(1, layout.off)
    }


def fairness(game: Game) -> dict[str, Any]:
    """What an audit of the dice needs."""
    white, black = game.numbers
    return {
        "commitment": game.commitment,
        "secret": game.secret,
        "white": white,
        "black": black,
        "code": short_code(game.closed.code) if game.closed else None,
        **({"boards": _boards(game)} if game.terms.shared else {}),
    }


def _boards(game: Game) -> dict[str, Any]:
    """Of a game between two boards: each one's key, its promise and its last secret."""
    assert game.terms.meeting is not None
    return {
        side.value: {
            "key": side.of(game.terms.meeting.boards),
            "promise": side.of(game.promises),
            "secret": next(reversed(side.of(game.shares)), None),
        }
        for side in Side
    }
