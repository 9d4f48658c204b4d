"""Around the game: attract scene, menu, pause, resignation, and what follows a result."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from minigam.errors import RequestError
from minigam.rules.actions import Abandoned, ColoursChanged, SetUpCorrected
from minigam.rules.position import Side
from minigam.rules.record_conversion import next_standing
from minigam.table import away, computer_resigning, doubling, lessons, proposals, suggestions
from minigam.table.events import Opened, Tapped
from minigam.table.notices import notify, refuse
from minigam.table.refusal_messages import faces
from minigam.table.rolling import begin_turn, refuse_button
from minigam.table.setup_choices import (
    BACK,
    FIRST_GAME,
    RULES,
    Choice,
    has_first_game,
    rule_choices,
    setup_choices,
    with_next_choice,
    with_next_rule,
)
from minigam.table.setup_form import filled_in
from minigam.table.state import Phase, State, act, set_up
from minigam.table.state import begin as begun
from minigam.words import Words, joined

NONE_HERE = Words("A board that offers other rules only has no first game.")
AFTERWARDS = (
    Choice("point-1", Words("Rematch")),
    Choice("point-2", Words("Swap sides")),
    Choice("point-3", Words("New game")),
)
IN_A_MATCH = (Choice("point-1", Words("Next game")), AFTERWARDS[2])
"""Also after a game with another board, where the meeting goes on."""


def choices(state: State) -> tuple[Choice, ...]:
    """What zones stand for in this phase."""
    match state.phase:
        case Phase.ATTRACT if state.choosing_rules:
            return rule_choices(state.setup)
        case Phase.ATTRACT:
            return setup_choices(state.setup)
        case Phase.MENU:
            return menu_choices(state)
        case Phase.DOUBLED:
            return doubling.answer_choices(state)
        case Phase.RESIGNING if state.proposal is None:
            return doubling.resign_choices(state)
        case Phase.RESIGNING | Phase.SETTING_UP:
            return proposals.answers(state)
        case Phase.GAME_OVER if state.tutorial or _ends_meeting(state):
            return AFTERWARDS[2:]
        case Phase.GAME_OVER if state.game.terms.shared:
            return IN_A_MATCH
        case Phase.GAME_OVER:
            return IN_A_MATCH if in_a_match(state) else AFTERWARDS
    return ()


def menu_choices(state: State) -> tuple[Choice, ...]:
    """The menu's entries on the first points, without a gap: what is always there comes first."""
    return tuple(
        Choice(f"point-{number}", name) for number, (name, _) in enumerate(_entries(state), 1)
    )


Entry = tuple[Words, Callable[[State], State]]
"""What an entry of the menu is called, and what it does."""


def _entries(state: State) -> Iterator[Entry]:
    game = uncover(state)
    yield Words("Show position"), lambda _: show_position(game)
    if state.tutorial:
        yield Words("End the first game"), new_game
        return
    yield Words("Pause"), lambda menu: cover(menu, Phase.PAUSED)
    if _may_resign(state):
        yield Words("Resign"), ask_to_resign
    if suggestions.may_ask_best(game):
        yield Words("Best play"), lambda _: suggestions.ask_best(game)
    elif suggestions.may_ask_hint(game):
        yield Words("Hint"), lambda _: suggestions.ask_hint(game)
    if state.game.may_correct_set_up:
        yield Words("Set-up was wrong"), lambda menu: cover(menu, Phase.SETTING_UP)
    if state.game.may_change_colours and not state.awaits_away:
        yield Words("Change colours"), lambda _: change_colours(game)


def _ends_meeting(state: State) -> bool:
    """Whether no game with the other board follows, or it is not known yet."""
    return state.game.terms.shared and state.other.following is None


def in_a_match(state: State) -> bool:
    """Whether the match goes on after this game."""
    return state.game.rules.length > 0 and not state.game.match_over


def zone(state: State, tapped: str) -> State:
    """A zone is tapped outside play."""
    match state.phase:
        case Phase.ATTRACT:
            return _set(state, tapped)
        case Phase.MENU:
            return _menu(state, tapped)
        case Phase.PAUSED:
            return uncover(state)
        case Phase.GAME_OVER:
            return _afterwards(state, tapped)
        case Phase.DOUBLED:
            return doubling.answer_tap(state, tapped)
    return _proposal_zone(state, tapped)


def _proposal_zone(state: State, tapped: str) -> State:
    """A zone is tapped while something is, or may be, proposed."""
    found = proposals.answer(state, tapped, _happen)
    if found is not None:
        return found
    if state.phase is Phase.RESIGNING:
        return doubling.resign_for(state, tapped)
    return refuse(state, "setting-up", proposals.how_to_answer(state), tapped)


def _happen(state: State, side: Side) -> State:
    """Both sides agree to what a side has proposed."""
    if state.phase is Phase.RESIGNING and not state.is_here(side):
        return away.accept(state)
    if state.phase is Phase.RESIGNING:
        return doubling.resign(state, side)
    return show_position(_set_up_again(uncover(state)))


def resignation_answered(state: State, accept: bool) -> State:
    """A computer has answered a person's resignation."""
    return proposals.answered(state, accept, _happen)


def roll(state: State, tap: Tapped) -> State:
    """Roll is pressed outside play."""
    match state.phase:
        case Phase.RESIGNING | Phase.SETTING_UP:
            return proposals.press(state, tap, _happen)
        case Phase.GAME_OVER:
            return _afterwards(state, choices(state)[0].zone)
        case Phase.DOUBLED if state.setup.felt and doubling.answer_choices(state):
            return refuse_button(state)
        case Phase.DOUBLED:
            return refuse(state, "doubled", doubling.how_to_answer(state))
    return uncover(state)


def undo(state: State) -> State:
    """Undo is pressed outside play."""
    if state.phase is Phase.GAME_OVER:
        return refuse(
            state, "nothing-to-undo", Words("The game is over and its dice are revealed.")
        )
    if state.phase is Phase.DOUBLED:
        return doubling.undo(state)
    return uncover(state)


def uncover(state: State) -> State:
    """Back from a menu, pause or proposal to the game."""
    return replace(state, cover=None, proposal=None)


def cover(state: State, phase: Phase) -> State:
    """A menu, pause or question laid over the game."""
    return replace(state, cover=phase, proposal=None)


NOT_IN_PLAY = (
    Phase.ATTRACT,
    Phase.GAME_OVER,
    Phase.THROWING,
    Phase.DOUBLED,
    Phase.STOPPED,
    Phase.CLOSED,
)


def open_menu(state: State) -> State:
    """The menu opens, in a game only."""
    waits = state.cover is None and state.awaits_away
    if state.phase in (*NOT_IN_PLAY, Phase.MENU) and not waits:
        return refuse(state, "no-menu", Words("The menu cannot be opened now."))
    return cover(computer_resigning.put_off(state), Phase.MENU)


def ask_to_resign(state: State) -> State:
    """Whether to resign is asked, in a game only."""
    if state.phase in (*NOT_IN_PLAY, Phase.RESIGNING) or not _may_resign(state):
        return refuse(state, "no-resignation", Words("Nobody can resign now."))
    return cover(replace(state, resign_points=1), Phase.RESIGNING)


def _may_resign(state: State) -> bool:
    """With two people only once it is somebody's turn: before, nobody's press could propose it."""
    if state.tutorial or state.awaits_away or (state.away and state.in_opening):
        return False
    return any(map(state.is_person, Side)) and proposals.proposes(state) is not None


def new_game(state: State) -> State:
    """The attract scene; an unfinished game stays in the list."""
    if state.phase in (Phase.ATTRACT, Phase.CLOSED):
        return refuse(state, "no-new-game", Words("A new game is being set up already."))
    return leave_for(state, Opened(state.agreed))


def leave_for(state: State, following: Opened) -> State:
    """Another game is opened; an unfinished one stays in the list.

    One between two boards has no common action for that: see `requests_to_other.Leave`.
    """
    over = state.game.result or state.tutorial or state.game.terms.shared
    if not (state.phase is Phase.ATTRACT or over):
        state = act(state, Abandoned())
    return _close(state, following)


def _close(state: State, following: Opened) -> State:
    return replace(cover(state, Phase.CLOSED), next_game=following)


def show_position(state: State) -> State:
    """The lights show where the game believes the checkers are."""
    return replace(state, transient=replace(state.transient, showing=True))


def begin_by_name(state: State) -> State:
    """The game that is set up begins, by name."""
    if state.phase is not Phase.ATTRACT:
        return refuse(state, "no-beginning", Words("The game has begun already."))
    return begin(state)


def begin_first_game(state: State) -> State:
    """The first game begins, where it can be played."""
    if state.phase is not Phase.ATTRACT:
        return refuse(state, "no-first-game", Words("The game has begun already."))
    if not has_first_game(state.setup):
        return refuse(state, "no-first-game", NONE_HERE)
    return lessons.begin(state)


def begin(state: State, tapped: str = "turn") -> State:
    """Roll is pressed in the attract scene: the game begins, if it can be written down."""
    if state.transient.full:
        return refuse_full(state, tapped)
    return begun(state)


def refuse_full(state: State, tapped: str = "turn") -> State:
    """The answer to who would begin a game for which the disk has no room."""
    text = Words(
        "The disk is full: no new game can be kept. Make room, or ask the owner of this board."
    )
    return refuse(state, "disk-full", text, tapped)


def _set(state: State, tapped: str) -> State:
    if tapped == (BACK if state.choosing_rules else RULES).zone:
        return turn_page(state)
    if not state.choosing_rules and tapped == FIRST_GAME.zone and has_first_game(state.setup):
        return begin_first_game(state)
    following = with_next_rule if state.choosing_rules else with_next_choice
    setup = following(state.setup, tapped)
    if setup is None:
        text = Words(
            "Set up the game with the lit points, then press roll.",
            page="Tap a lit point: only those set up the game.",
        )
        return refuse(state, "no-choice", text, tapped)
    return set_up(state, setup)


def fill_in(state: State, values: Mapping[str, object]) -> State:
    """Somebody fills in the form of the set-up.

    Raises `RequestError` where a game is going on, and what `filled_in` raises.
    """
    if state.phase is not Phase.ATTRACT:
        raise RequestError(Words("A game is going on: begin a new one to set it up."))
    return set_up(state, filled_in(state.setup, values))


def name(state: State, names: tuple[str, str]) -> State:
    """Somebody says who will play."""
    return set_up(state, replace(state.setup, names=names))


def turn_page(state: State) -> State:
    """Setting up goes on with the rules' options, or back from them."""
    return replace(state, choosing_rules=not state.choosing_rules)


def _menu(state: State, tapped: str) -> State:
    known = [choice.zone for choice in choices(state)]
    if tapped in known:
        _, happen = [*_entries(state)][known.index(tapped)]
        return happen(state)
    numbers = ", ".join(zone.removeprefix("point-") for zone in known)
    text = Words(
        "Points {numbers} are the menu; undo goes back to the game.",
        page="Points {numbers} are the menu.",
        numbers=numbers,
    )
    return refuse(state, "no-choice", text, tapped)


def _set_up_again(state: State) -> State:
    """Plays and doubles are taken back, and the rolls stand: the first is to be played again."""
    again = replace(
        act(state, SetUpCorrected()),
        entered=(),
        rebuilding=Side.WHITE if state.rebuilding else None,
    )
    dice = faces(again.game.unplayed[0][0])
    by_hand = Words(
        "Put every checker where the lights show. Then {dice} is played from the start.", dice=dice
    )
    drawn = Words("The game begins anew: {dice} is played from the start.", dice=dice)
    return notify(begin_turn(again), "set-up", drawn if state.setup.on_screen else by_hand)


def change_colours(state: State) -> State:
    """The players change colours; whoever was to play still is. Nothing on the board moves."""
    changed = begin_turn(act(state, ColoursChanged()))
    assert changed.game.side is not None
    text = Words(
        "The players have changed colours: {side} plays {dice}.",
        **{"side": changed.game.side.word, "dice": faces(changed.game.unplayed[0][0])},
    )
    return notify(changed, "colours", text)


def _afterwards(state: State, tapped: str) -> State:
    if tapped not in [choice.zone for choice in choices(state)]:
        names = (
            Words("Point {number}: {choice}.", number=choice.zone[-1], choice=choice.name.lower())
            for choice in choices(state)
        )
        return refuse(state, "no-choice", joined(names), tapped)
    if tapped == "point-3":
        return _close(state, Opened(state.agreed))
    if state.transient.full:
        return refuse_full(state, tapped)
    if terms := state.other.following:
        setup = state.setup.agreeing(terms)
        return _close(state, Opened(setup, started=True, before=state.before, terms=terms))
    following = next_game(state)
    return _close(state, following if tapped == "point-1" else _swapped(following))


def next_game(state: State) -> Opened:
    """The next game of the match or series; a new match when this one is over.

    One that was played on is played on from there again.
    """
    rules, terms, won = state.game.rules, state.game.terms, state.game.result
    if terms.is_played_on:
        again = Opened(state.setup, started=True, starter=terms.starter, start=terms.start)
        return replace(again, before=state.before)
    starter = won.winner if won and rules.winner_starts else None
    banks = _banks(state) if in_a_match(state) else None
    return Opened(state.setup, next_standing(state.game), True, starter, banks)


def _banks(state: State) -> tuple[int, int] | None:
    """What the match leaves both sides of their time."""
    clock = state.game.clock
    return (clock.left(Side.WHITE), clock.left(Side.BLACK)) if clock else None


def _swapped(game: Opened) -> Opened:
    """The same game with the seats exchanged; the side to roll is part of a position."""
    standing = replace(game.standing, score=game.standing.score[::-1])
    starter = game.starter.other if game.starter and not game.start else game.starter
    banks = game.banks[::-1] if game.banks else None
    setup = game.setup.swapped()
    return replace(game, setup=setup, standing=standing, starter=starter, banks=banks)
