"""The whole game as plain JSON values, for any display. Fields: `docs/api.md`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from minigam.game.between import choices, in_a_match
from minigam.game.moving import can_undo_confirmation, steps_of
from minigam.game.plans import next_planned
from minigam.game.reasons import faces
from minigam.game.scene import dice
from minigam.game.stakes import how_to_answer
from minigam.game.state import Phase, State
from minigam.game.throwing import DICE, presser, resigner
from minigam.game.zones import zone_of, zone_words
from minigam.rules.match import most_points, why_no_double
from minigam.rules.plays import KINDS, Turn
from minigam.rules.position import Position, Side, format_position
from minigam.rules.record import Played
from minigam.rules.steps import Step

LAST_PLAYS = 12


def snapshot(state: State, game: int) -> dict[str, Any]:
    """Everything a display needs to know; `game` is the journal's number.

    >>> from minigam.game.events import Opened
    >>> from minigam.game.setup import Setup
    >>> from minigam.game.state import opened
    >>> snapshot(opened(Opened(Setup())), 1)["prompt"]["text"]
    'The lit points set up the game. Press roll to begin.'
    """
    rules, setup = state.rules, state.setup
    return {
        "game": game,
        "rules": rules.id,
        "title": rules.title,
        "options": rules.option_values(),
        "phase": state.phase.value,
        "turn": state.side.value if state.side else None,
        "position": format_position(state.shown_position, rules.layout),
        "checkers": _checkers(state),
        "dice": _dice(state),
        **_steps(state),
        "message": _message(state),
        "prompt": {"code": state.phase.value, "text": prompt(state)},
        "score": dict(zip(("white", "black"), state.score, strict=True)),
        "totals": _totals(state),
        "cube": _cube(state),
        "match": {"length": rules.length, "crawford": state.standing.is_crawford(rules)},
        "result": _result(state),
        "seats": {"white": setup.white, "black": setup.black},
        "hints": setup.hints,
        "dice_mode": setup.dice,
        "choices": [asdict(choice) for choice in choices(state)],
        "controls": _controls(state),
        "plays": [_play(play) for play in state.plays[-LAST_PLAYS:]],
        "fairness": _fairness(state),
    }


def _totals(state: State) -> dict[str, int] | None:
    """What the pawns borne off have scored in this round, where that counts."""
    pawns = state.shown_position.pawns
    if not state.rules.totals or pawns is None:
        return None
    return dict(zip(("white", "black"), pawns.totals, strict=True))


def _checkers(state: State) -> dict[str, list[dict[str, Any]]]:
    layout, position = state.rules.layout, state.shown_position
    found: dict[str, list[dict[str, Any]]] = {}
    for side in Side:
        for place, count in enumerate(position.track(side)):
            if count:
                zone = zone_of(layout, side, place)
                found.setdefault(zone, []).append(_group(position, side, place, count))
    return found


def _group(position: Position, side: Side, place: int, count: int) -> dict[str, Any]:
    """Checkers of one side in one place; with their faces, where they have them."""
    group: dict[str, Any] = {"side": side.value, "count": count}
    if position.pawns and place < len(position.pawns.faces(side)):
        group["faces"] = list(position.pawns.faces(side)[place])
    return group


def _dice(state: State) -> list[dict[str, Any]]:
    return [
        {
            "value": die.value,
            "used": die.used,
            "lost": die.lost,
            "side": (Side.WHITE if die.white else Side.BLACK).value,
        }
        for die in dice(state)
    ]


def _steps(state: State) -> dict[str, Any]:
    """What is picked up, what may be, and where it may go; nothing outside a turn."""
    nothing: dict[str, Any] = {
        "selected": None,
        "selected_face": None,
        "sources": [],
        "targets": [],
        "may_end": False,
        "step": None,
    }
    turn = state.turn
    if state.phase not in (Phase.MOVING, Phase.TURN_OVER) or turn is None:
        return nothing
    planned = next_planned(state)
    if planned:
        return {**nothing, **_planned(turn, planned)}
    if state.computer_moves:
        return nothing
    return {**nothing, **_choices(state, turn)}


def _planned(turn: Turn, step: Step) -> dict[str, Any]:
    source, target = _zone(turn, step.source), _zone(turn, step.target)
    return {"selected": source, "targets": [target], "step": {"from": source, "to": target}}


def _choices(state: State, turn: Turn) -> dict[str, Any]:
    held, steps = state.selected, turn.next_steps
    if held is None:
        zones = dict.fromkeys(_zone(turn, step.source) for step in steps)
        return {"sources": list(zones), "may_end": turn.may_end}
    made = len(held.path)
    zones = dict.fromkeys(_zone(turn, step.path[made]) for step in steps_of(turn, held))
    return {
        "selected": _zone(turn, held.place),
        "selected_face": held.face or None,
        "targets": list(zones),
        "may_end": turn.may_end,
    }


def _zone(turn: Turn, place: int) -> str:
    return zone_of(turn.rules.layout, turn.side, place)


def _message(state: State) -> dict[str, Any] | None:
    notice = state.transient.notice
    return {"code": notice.code, "text": notice.text} if notice else None


def _cube(state: State) -> dict[str, Any] | None:
    if not state.rules.cube:
        return None
    owner, offered_by = state.cube.owner, state.offered_by
    return {
        "value": state.cube.value,
        "owner": owner.value if owner else None,
        "offered_by": offered_by.value if offered_by else None,
    }


def _result(state: State) -> dict[str, Any] | None:
    if state.result is None:
        return None
    found = state.result
    kind = found.kind if state.ended_by == "off" else state.ended_by
    return {"winner": found.winner.value, "points": found.points, "kind": kind}


def _play(play: Played) -> dict[str, Any]:
    return {"side": play.side.value, "roll": list(play.roll), "play": play.play}


def _fairness(state: State) -> dict[str, Any]:
    white, black = state.entropy
    return {
        "commitment": state.commitment,
        "secret": state.secret,
        "white": white,
        "black": black,
    }


def _controls(state: State) -> dict[str, Any]:
    return {
        "roll": {"live": _roll_is_live(state), "label": _roll_label(state)},
        "undo": {"live": _undo_is_live(state), "label": _UNDO.get(state.phase, "Undo")},
    }


def _roll_label(state: State) -> str:
    if state.phase is Phase.GAME_OVER and in_a_match(state):
        return "Next game"
    return _ROLL.get(state.phase, "Roll")


def _roll_is_live(state: State) -> bool:
    match state.phase:
        case Phase.MOVING:
            planned = next_planned(state) is not None
            return planned or bool(not state.computer_moves and state.turn and state.turn.may_end)
        case Phase.OPENING:
            return not state.setup.by_hand
        case Phase.TO_THROW:
            return not state.setup.by_hand and not state.computer_moves
    return state.phase in _ROLL


def _undo_is_live(state: State) -> bool:
    turn = state.turn
    match state.phase:
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            begun = state.selected is not None or bool(turn and turn.steps)
            return begun or state.setup.by_hand
        case Phase.TO_THROW | Phase.OPENING:
            return bool(state.entered) or can_undo_confirmation(state)
    return state.phase in _UNDO


_ROLL = {
    Phase.ATTRACT: "Begin",
    Phase.OPENING: "Throw",
    Phase.TO_THROW: "Throw",
    Phase.MOVING: "Done",
    Phase.TURN_OVER: "Confirm",
    Phase.PASSING: "Pass",
    Phase.MENU: "Back",
    Phase.PAUSED: "Go on",
    Phase.RESIGNING: "Accept",
    Phase.GAME_OVER: "Rematch",
}
_UNDO = {
    Phase.OPENING: "Take back",
    Phase.TO_THROW: "Take back",
    Phase.MOVING: "Take back",
    Phase.TURN_OVER: "Take back",
    Phase.PASSING: "Take back",
    Phase.MENU: "Back",
    Phase.PAUSED: "Go on",
    Phase.DOUBLED: "Withdraw",
    Phase.RESIGNING: "Play on",
}


def prompt(state: State) -> str:
    """What to do now, in one sentence."""
    match state.phase:
        case Phase.ATTRACT:
            return "The lit points set up the game. Press roll to begin."
        case Phase.MENU:
            return "Menu: tap a lit point, or undo to go back."
        case Phase.PAUSED:
            return "Paused. Touch anything to go on."
        case Phase.RESIGNING:
            return _resign_prompt(state)
        case Phase.DOUBLED:
            return _double_prompt(state)
        case Phase.GAME_OVER:
            following = "the next game" if in_a_match(state) else "a rematch"
            return f"{outcome(state)} Press roll for {following}."
        case Phase.CLOSED:
            return outcome(state)
        case Phase.OPENING | Phase.THROWING | Phase.TO_THROW:
            return _throw_prompt(state)
    return _turn_prompt(state)


def _name(side: Side) -> str:
    return side.value.capitalize()


def outcome(state: State) -> str:
    """How a game ended, in one sentence."""
    if state.result is None:
        return "Unfinished."
    found = state.result
    how = {
        "off": f"with {state.rules.layout.checkers} off",
        "resigned": "by resignation",
        "dropped": "by a dropped double",
    }[state.ended_by]
    kind = "" if found.kind == "single" else f" a {found.kind}"
    worth = "" if found.points == 1 else f": {found.points} points"
    match = f" {_name(found.winner)} wins the match." if state.match_over else ""
    return f"{_name(found.winner)} wins{kind} {how}{worth}.{match}"


def _resign_prompt(state: State) -> str:
    side = resigner(state)
    most = most_points(state.rules, state.cube)
    what = f" a {KINDS[state.resign_points - 1]} game" if most > 1 else ""
    if not state.setup.is_human(side.other):
        return f"{_name(side)} resigns{what}? Roll resigns, undo plays on."
    return f"{_name(side)} resigns{what}: {side.other.value} accepts with roll; undo plays on."


def _double_prompt(state: State) -> str:
    assert state.offered_by is not None
    value = 2 * state.cube.value
    return f"{_name(state.offered_by)} doubles to {value}. {how_to_answer(state)}"


def _throw_prompt(state: State) -> str:
    if state.phase is Phase.THROWING:
        return "The dice are rolling."
    if state.setup.by_hand:
        return _by_hand_prompt(state)
    if state.phase is Phase.OPENING:
        if state.throws:
            return "A tie: wait, or press roll, for the next throw."
        return f"Opening throw: {presser(state).value} presses roll."
    assert state.side is not None
    if state.computer_moves:
        return f"{_name(state.side)}, the computer, is about to throw."
    may = not why_no_double(state.rules, state.standing, state.cube, state.side)
    return f"{_name(state.side)} to throw: press roll{', or hold it to double' if may else ''}."


def _by_hand_prompt(state: State) -> str:
    if len(state.entered) >= DICE:
        known = ", ".join(f"{n} {face}" for n, face in enumerate(state.rules.pawn_die, start=1))
        return f"Tap the number of pawn {len(state.entered) - DICE + 1}'s face: {known}."
    if state.side is None:
        side = Side.BLACK if state.entered else Side.WHITE
        return f"Opening throw by hand: tap the number of {side.value}'s die."
    which = "second" if state.entered else "first"
    return f"{_name(state.side)} throws by hand: tap the number of the {which} die."


def _turn_prompt(state: State) -> str:
    turn = state.turn
    assert turn is not None
    name = _name(turn.side)
    if state.phase is Phase.PASSING:
        return f"{name} cannot play {faces(turn.dice)} and passes."
    if state.phase is Phase.TURN_OVER:
        lost = f" The {faces(turn.left)} is lost." if turn.left else ""
        return f"{name} has played.{lost} Roll confirms, undo takes back."
    if state.computer_moves:
        return _computer_prompt(state, turn)
    left = faces(turn.left)
    if state.selected is not None:
        return f"{name} plays {left}: tap a lit target."
    end = ", or roll to finish" if turn.may_end else ""
    return f"{name} plays {left}: tap a checker to move{end}."


def _computer_prompt(state: State, turn: Turn) -> str:
    step = next_planned(state)
    if step is None:
        return "The computer is thinking."
    source, target = (zone_words(_zone(turn, place)) for place in (step.source, step.target))
    hit = f", hitting {turn.side.other.value}" if step.hit else ""
    return f"Move for {turn.side.value}: {source} to {target}{hit}, then tap {target}."
