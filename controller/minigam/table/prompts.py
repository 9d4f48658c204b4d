"""What to do now, and how a game ended, each in a sentence or two."""

from decimal import Decimal

from minigam.rules.game import Game
from minigam.rules.match import most_points, resigned
from minigam.rules.plakoto import caught
from minigam.rules.plays import KINDS
from minigam.rules.position import Side
from minigam.rules.record import BORNE_OFF, RESIGNED, TIME
from minigam.rules.terms import parse_stake
from minigam.table import copying, lessons, proposals
from minigam.table.computer_doubling import is_thinking
from minigam.table.doubling import RESIGN, how_to_answer, may_offer
from minigam.table.menus import in_a_match
from minigam.table.mismatch import NO_BOARD, WHICH_PLAY
from minigam.table.rolling import next_entry, presser, what_to_enter
from minigam.table.sensed import to_put_right
from minigam.table.setup_fields import stake_words, unit_words
from minigam.table.spill import ALL_STANDS, WHITE_STANDS
from minigam.table.state import Phase, State
from minigam.table.turn_prompts import turn_prompt
from minigam.table.two_buttons import face_of, how_to_choose, offered
from minigam.table.waiting_words import ready_words, stopped_prompt, waiting_prompt
from minigam.words import Words, joined

_FIRST = {
    WHICH_PLAY: Words(
        "Roll: yes. Undo: another play.",
        page="Was it that play, or another one?",
        watching="The board asks which play it was.",
    ),
    WHITE_STANDS: Words(
        "Roll: white's checkers are in place.", page="Confirm that white's checkers are in place."
    ),
    ALL_STANDS: Words(
        "Roll: all checkers are in place.", page="Confirm that all checkers are in place."
    ),
    NO_BOARD: Words("The game waits for its board."),
}
"""Instead of putting checkers right."""
_PUT_RIGHT = Words("First put the checkers right, as the board says.")
_KINDS = {
    "single": Words("a single game"),
    "gammon": Words("a gammon"),
    "backgammon": Words("a backgammon"),
}
_WINS = {
    "single": Words("wins"),
    "gammon": Words("wins a gammon"),
    "backgammon": Words("wins a backgammon"),
}


def prompt(state: State) -> Words:
    """What to do now, in one sentence."""
    if by_buttons := how_to_choose(state):
        return joined([_choosing_about(state), by_buttons])
    if felt := to_put_right(state):
        return _FIRST.get(felt.code, _PUT_RIGHT)
    if lesson := lessons.words(state):
        return lesson
    if state.cover is None and state.awaits_away and state.phase is not Phase.STOPPED:
        return waiting_prompt(state)
    match state.phase:
        case Phase.STOPPED:
            return stopped_prompt(state)
        case Phase.COPYING:
            return copying.prompt(state)
        case Phase.ATTRACT:
            return joined([_stake(state), _set_up_prompt(state)])
        case Phase.MENU:
            return Words(
                "Menu: tap a lit point, or undo to play on.",
                page="Choose from the menu, or play on.",
                watching="The menu is open.",
            )
        case Phase.PAUSED:
            return Words(
                "Paused. Touch anything to go on.",
                page="Paused. Go on when you are ready.",
                watching="Paused.",
            )
        case Phase.RESIGNING | Phase.SETTING_UP:
            return joined([_proposed(state), proposals.how_to_answer(state)])
        case Phase.DOUBLED:
            return _double_prompt(state)
        case Phase.GAME_OVER:
            return joined([outcome(state.game), _next_game(state)])
        case Phase.CLOSED:
            return outcome(state.game)
        case Phase.OPENING | Phase.THROWING | Phase.TO_THROW:
            return _throw_prompt(state)
    return turn_prompt(state)


def _match_prompt(state: State) -> Words:
    """Of a match that was given to this board, and has not begun."""
    white, black = state.game.terms.names
    return Words(
        "{white} plays {black}, to {length}. Press roll to begin.",
        page="{white} plays {black}, to {length}. Begin when both are there.",
        watching="{white} and {black} are about to begin.",
        **{"white": white, "black": black, "length": state.game.rules.length},
    )


def _set_up_prompt(state: State) -> Words:
    if state.choosing_rules:
        return Words(
            "Set the rules and the stake with the lit points. Undo goes back, roll begins.",
            page="Tap a rule or the stake to change it, go back, or begin.",
            watching="A game is being set up.",
        )
    if state.game.terms.meeting:
        return _match_prompt(state)
    return Words(
        "The lit points set up the game. Press roll to begin.",
        page="Tap what you want to change, or begin.",
        watching="A game is being set up.",
    )


def _stake(state: State) -> Words:
    """What will be played for, said before every game: nobody plays for an old stake unawares."""
    if not state.setup.stake:
        return Words("")
    return Words("Stake: {stake}.", stake=stake_words(parse_stake(state.setup.stake)))


def _next_game(state: State) -> Words:
    if state.tutorial:
        return Words(
            "That was the first game. Press roll to set up your own.",
            page="That was the first game. Set up your own.",
            watching="That was the first game.",
        )
    if state.game.terms.shared and state.other.following is None:
        return Words("Press roll to set up a new game.", page="", watching="")
    if state.other.awaits_next:
        then = Words("Press roll for the next game.", page="Press “Next game”.", watching="")
        return joined([ready_words(state), then])
    if in_a_match(state) or state.game.terms.shared:
        return Words(
            "Press roll for the next game.",
            page="",
            watching="",
        )
    return Words("Press roll for a rematch.", page="", watching="")


def _choosing_about(state: State) -> Words:
    """What the choices are about, where that is news."""
    match state.phase:
        case Phase.ATTRACT:
            return _stake(state)
        case Phase.DOUBLED:
            return _doubles(state)
        case Phase.GAME_OVER:
            return joined([outcome(state.game), ready_words(state)])
        case Phase.RESIGNING | Phase.SETTING_UP:
            return _proposed(state)
        case Phase.OPENING | Phase.TO_THROW if face_of(offered(state)):
            return _entered_about(state)
    return Words("")


def _entered_about(state: State) -> Words:
    """Which die or pawn is entered by two buttons."""
    what = next_entry(state)
    if state.game.side is None:
        return Words("Opening roll by hand, {what}:", watching="Opening roll by hand.", what=what)
    said = {"side": state.game.side.title, "what": what}
    if not may_offer(state):
        return Words("{side} rolls by hand, {what}:", watching="{side} rolls by hand.", **said)
    return Words(
        "{side} rolls by hand, or holds roll to double; {what}:",
        page="{side} rolls by hand, or doubles; {what}:",
        watching="{side} rolls by hand.",
        **said,
    )


def outcome(game: Game) -> Words:
    """How a game ended, in one sentence."""
    if game.result is None:
        return Words("Unfinished.")
    found = game.result
    if found.winner is None:
        return Words("A draw: both last checkers are pinned where they began.")
    if game.rules.totals and game.ended_by == BORNE_OFF:
        return joined([_round_words(game, found.winner), _match_words(game)])
    said = {"side": found.winner.title, "wins": _WINS[found.kind], "how": _how(game)}
    won = Words("{side} {wins} {how}.", **said)
    if found.points != 1:
        won = Words.counted(
            "{side} {wins} {how}: 1 point.",
            "{side} {wins} {how}: {number} points.",
            found.points,
            **said,
        )
    return joined([won, _worth(game), _match_words(game)])


def _worth(game: Game) -> Words:
    """The result in the unit that is played for."""
    if game.result is None or not game.terms.stake:
        return Words("")
    worth = parse_stake(game.terms.stake).times(game.result.points)
    amount, unit = Decimal(worth.amount), unit_words(worth.unit)
    return Words("That is worth {amount} {unit}.", amount=amount, unit=unit)


def _how(game: Game) -> Words:
    if game.ended_by == BORNE_OFF and (lost := caught(game.shown_position)):
        return Words("by pinning {side}'s last checker where it began", side=lost[0].word)
    if game.ended_by == BORNE_OFF:
        return Words.counted("with 1 off", "with {number} off", game.rules.layout.checkers)
    if game.ended_by == RESIGNED:
        return Words("by resignation")
    if game.ended_by == TIME:
        return Words("on time")
    return Words("by a dropped double")


def _match_words(game: Game) -> Words:
    if not game.match_over:
        return Words("")
    white, black = game.score
    winner = Side.WHITE if white > black else Side.BLACK
    return Words("{side} wins the match.", side=winner.title)


def _round_words(game: Game, winner: Side) -> Words:
    """A tournament round: a point for the last pawn off, and one for the lower total."""
    assert game.shown_position.pawns is not None
    white, black = game.shown_position.pawns.totals
    said = {"first": winner.title, "lower": min(white, black), "higher": max(white, black)}
    if white == black:
        return Words(
            "{first} is off first: 1 point. Both totals are {lower}: no point for them.", **said
        )
    if (white < black) == (winner is Side.WHITE):
        return Words(
            "{first} is off first, with the lower total, {lower} to {higher}: 2 points.", **said
        )
    return Words(
        "{first} is off first, and {other} has the lower total, {lower} to {higher}: 1 point each.",
        other=winner.other.word,
        **said,
    )


def _proposed(state: State) -> Words:
    """What is proposed, or asked before that."""
    if state.phase is Phase.RESIGNING:
        by = state.proposal.by if state.proposal else None
        if by and not state.setup.is_human(by):
            return _computer_resigns(state, by)
        return joined([_resigns(state), _cost(state)])
    if state.proposal is None:
        return Words("Wrong set-up: take all back?")
    return Words(
        "{side} wants to take everything back: the set-up was wrong.",
        side=state.proposal.by.title,
    )


def _kind(state: State) -> str:
    """What is resigned, where a win is not always single."""
    may_differ = most_points(state.game.rules, state.game.cube) > 1
    return KINDS[state.resign_points - 1] if may_differ else ""


def _resigns(state: State) -> Words:
    kind = _kind(state)
    if state.proposal is None:
        return _resigns_perhaps(state, kind)
    side = state.proposal.by.title
    if not kind:
        return joined([Words("{side} offers to resign", side=side), "."], "")
    return joined([Words("{side} offers to resign {kind}", side=side, kind=_KINDS[kind]), "."], "")


def _computer_resigns(state: State, by: Side) -> Words:
    """In one sentence, since a phone has little room."""
    kind, points = _kind(state), _points(state)
    if not kind:
        return Words.counted(
            "{side}, the computer, resigns: 1 point.",
            "{side}, the computer, resigns: {number} points.",
            points,
            side=by.title,
        )
    return Words.counted(
        "{side}, the computer, resigns {kind}: 1 point.",
        "{side}, the computer, resigns {kind}: {number} points.",
        points,
        **{"side": by.title, "kind": _KINDS[kind]},
    )


def _points(state: State) -> int:
    """What the other side gets for a resignation."""
    return resigned(state.game.rules, state.game.cube, Side.WHITE, state.resign_points).points


def _cost(state: State) -> Words:
    cube, points = state.game.cube, _points(state)
    if cube.value == 1:
        return Words.counted("It costs 1 point.", "It costs {number} points.", points)
    return Words(
        "With the cube at {cube} it costs {points} points.", cube=cube.value, points=points
    )


def _resigns_perhaps(state: State, kind: str) -> Words:
    """The question before a resignation; a page, with a roll for both sides, says whose it is."""
    side = proposals.proposes(state)
    said = {"side": side.word if side else "", "kind": _KINDS.get(kind, "")}
    whole = joined([RESIGN[kind] if kind else Words("Resign"), "?"], "")
    if side is None:
        return whole
    if kind:
        return Words("{whole}", page="Does {side} resign {kind}?", whole=whole, **said)
    return Words("{whole}", page="Does {side} resign?", whole=whole, **said)


def _double_prompt(state: State) -> Words:
    return joined([_doubles(state), how_to_answer(state)])


def _doubles(state: State) -> Words:
    assert state.game.offered_by is not None
    said = {"side": state.game.offered_by.title, "value": 2 * state.game.cube.value}
    if not state.setup.is_human(state.game.offered_by):
        return Words("{side}, the computer, doubles to {value}.", **said)
    return Words("{side} doubles to {value}.", **said)


def _throw_prompt(state: State) -> Words:
    if state.phase is Phase.THROWING:
        return Words("The dice are rolling.")
    if state.setup.by_hand:
        return _by_hand_prompt(state)
    if state.phase is Phase.OPENING:
        if state.game.rolls:
            return Words(
                "A tie: wait, or press roll, for the next roll.",
                page="A tie: wait, or roll at once.",
                watching="A tie: the dice are rolled again.",
            )
        side = presser(state).word
        if state.game.terms.starter:
            return Words(
                "For the dice: {side} presses roll.",
                page="For fair dice both sides press once: {side} to roll.",
                side=side,
            )
        return Words(
            "Opening roll: {side} presses roll.", page="Opening roll: {side} to roll.", side=side
        )
    assert state.game.side is not None
    side = state.game.side.title
    if state.computer_moves:
        return Words("{side}, the computer, is about to roll.", side=side)
    if not may_offer(state):
        return Words(
            "{side} to roll: press roll.",
            page="{side} to roll.",
            watching="{side} is to roll.",
            side=side,
        )
    return Words(
        "{side} to roll: press roll, or hold it to double.",
        page="{side} to roll, or double.",
        watching="{side} is to roll.",
        side=side,
    )


def _by_hand_prompt(state: State) -> Words:
    what = what_to_enter(state)
    if state.game.side is None:
        return Words(
            "Opening roll by hand: tap {what}.", watching="Opening roll by hand.", what=what
        )
    if is_thinking(state):
        return Words("{side}, the computer, decides whether to double.", side=state.game.side.title)
    said = {"side": state.game.side.title, "what": what}
    if not may_offer(state):
        return Words("{side} rolls by hand: tap {what}.", watching="{side} rolls by hand.", **said)
    return Words(
        "{side} rolls by hand: tap {what}, or hold roll to double.",
        page="{side} rolls by hand: tap {what}, or double.",
        watching="{side} rolls by hand.",
        **said,
    )
