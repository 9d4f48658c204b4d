"""The options of the rules, and the stake: by taps, by two buttons, kept, and in every record."""

from dataclasses import replace
from random import Random

import pytest

from minigam.errors import CannotHoldError, UnknownNameError, UnreadableError
from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat import write_mat
from minigam.formats.mat_reader import read_mat
from minigam.formats.sgf import VARIANTS, write_sgf
from minigam.formats.sgf_reader import read_sgf
from minigam.rules.options import ALL_FACES
from minigam.rules.position import Side
from minigam.rules.record_conversion import record_of
from minigam.rules.ruleset import RULE_SETS, rule_set
from minigam.rules.terms import PERSON, parse_stake
from minigam.table.events import Opened
from minigam.table.light_scene import scene
from minigam.table.setup import PERFECT, STAND_IN, Setup, games_for, with_option
from minigam.table.setup_choices import rule_choices, with_next_choice, with_next_rule
from minigam.table.setup_fields import AMOUNTS, UNITS
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, opened, set_up
from minigam.web.language import Languages
from tests.table.felt_board import felt_setup
from tests.table.play import Play, agreed, rolled, started

GERMAN = Languages().named("de").language

EACH_GAME = pytest.mark.parametrize("rules_id", RULE_SETS)
OPTIONS = [(rules.id, option.name) for rules in RULE_SETS.values() for option in rules.options]
TITLES = {option.name: option.title for rules in RULE_SETS.values() for option in rules.options}


def choosing(setup: Setup) -> Play:
    """Somebody has opened the second page."""
    play = Play(setup)
    play.tap("bar-white")
    return play


def zones_of(setup: Setup, title: str) -> list[str]:
    """Where a title is chosen: a pawn's faces each for itself."""
    starts = ("Face",) if title == TITLES["pawn_die"] else (title,)
    return [choice.zone for choice in rule_choices(setup) if choice.name.startswith(starts)]


@pytest.mark.parametrize(("rules_id", "name"), OPTIONS)
def test_every_value_of_every_option_is_reached_by_taps(rules_id: str, name: str) -> None:
    if name == "length":
        play, zones = Play(agreed(rules_id)), ["point-6"]
        values = {"0", "1", "3", "5", "7", "9", "11"}
    else:
        play = choosing(agreed(rules_id))
        zones = zones_of(play.state.setup, TITLES[name])
        (option,) = (each for each in play.state.game.rules.options if each.name == name)
        values = {*play.state.game.rules.option_values()[name].split(",")}
        values |= {*(ALL_FACES if name == "pawn_die" else option.values)}
    usual = play.state.game.rules
    for zone in zones:
        seen: set[str] = set()
        while not seen or play.state.game.rules != usual:
            play.tap(zone)
            seen |= set(play.state.game.rules.option_values()[name].split(","))
        assert seen == values
    assert len(zones) == (6 if name == "pawn_die" else 1)


@pytest.mark.parametrize(("rules_id", "name"), OPTIONS)
def test_every_option_is_reached_by_two_buttons(rules_id: str, name: str) -> None:
    """Undo goes on, roll takes: to the page, to the option, its next value, and back."""
    play = Play(felt_setup(rules_id))
    usual = play.state.game.rules.option_values()[name]

    if name != "length":
        play.go_to("Options")
        play.tap("roll")
    play.go_to(TITLES[name], *(("Face 6",) if name == "pawn_die" else ()))
    play.tap("roll")
    assert play.state.game.rules.option_values()[name] != usual
    if name != "length":
        play.go_to("Back")
        play.tap("roll")
    chosen = play.state.setup
    play.go_to("Begin the game")
    play.tap("roll")
    assert (play.state.phase, play.state.setup) == (Phase.OPENING, chosen)


def changed(play: Play) -> None:
    """Every choice of the second page is another one than usual, and the match too."""
    if any(option.name == "length" for option in play.state.game.rules.options):
        play.tap("point-6")
    play.tap("bar-white")
    for choice in rule_choices(play.state.setup)[:-1]:
        play.tap(choice.zone)
    unit = [choice for choice in rule_choices(play.state.setup) if choice.name.startswith("Unit")]
    play.tap(*(choice.zone for choice in unit), "bar-black")


@EACH_GAME
def test_options_outlast_other_games_and_new_ones(rules_id: str) -> None:
    play = Play(agreed(rules_id))
    changed(play)
    chosen = play.state.setup
    assert not chosen.rules.option_values().items() & RULE_SETS[rules_id].option_values().items()
    assert chosen.stake == "0.05 USD"
    for _ in chosen.games:
        play.tap("point-1")
        assert play.state.setup.stake == chosen.stake
    assert play.state.setup.rules == chosen.rules
    play.tap("hold roll+undo")
    assert play.state.setup.rules == chosen.rules
    play.tap("roll")
    assert play.state.phase is Phase.OPENING
    play.tap("hold roll+undo")
    assert (play.state.phase, play.state.setup.rules) == (Phase.ATTRACT, chosen.rules)
    assert Setup.from_json(play.state.setup.to_json()) == play.state.setup


def test_a_game_has_its_own_options_and_not_anothers() -> None:
    play = choosing(agreed("backgammon"))
    play.tap(*zones_of(play.state.setup, "Jacoby rule"), "bar-black")
    while play.state.setup.rules_id != "backgammon-money":
        play.tap("point-1")
    assert play.state.game.rules.jacoby is False
    assert play.state.setup.remembered == (("backgammon", (("jacoby", "true"),)),)


def test_the_match_goes_along_as_the_stake_does() -> None:
    play = Play(agreed("backgammon"))
    play.tap("point-6", "point-6", "point-1")
    assert (play.state.setup.rules_id, play.state.game.rules.length) == ("portes", 3)


@EACH_GAME
def test_options_and_stake_are_in_every_record(rules_id: str) -> None:
    play = Play(agreed(rules_id))
    changed(play)
    if "cube" in play.state.game.rules.option_values():
        play.state = set_up(play.state, with_option(play.state.setup, "cube", "true"))
    record = record_of(
        started((5, 2), (6, 1), setup=play.state.setup).state.game, "2026-01-31T19:05:00Z"
    )
    record = replace(record, terms=record.terms.settled())
    assert record.terms.rules == play.state.game.rules
    assert (read_json(write_json([record])), record.terms.stake) == ((record,), "0.05 USD")
    if rules_id not in VARIANTS:
        with pytest.raises(CannotHoldError):
            write_sgf([record])
        return
    [found] = read_sgf(write_sgf([record]))
    idle = {"jacoby"} if found.terms.rules.length else {"crawford"}
    assert (found.terms.stake, dict(found.terms.options)) == (
        record.terms.stake,
        {name: value for name, value in record.terms.options if name not in idle},
    )
    if rules_id in ("backgammon", "hypergammon"):
        [found] = read_mat(write_mat([record]))
        terms = record.terms
        assert (found.terms.stake, found.terms.options) == (terms.stake, terms.options)


@pytest.mark.parametrize("limit", ["unlimited", "off", "1", "6"])
def test_a_limit_of_automatic_doubles_is_enforced_and_kept(limit: str) -> None:
    setup = with_option(agreed("backgammon-money"), "automatic_doubles", limit)
    play = Play(setup, [(4, 4), (1, 1), (5, 2)])
    play.tap("roll", "roll", "roll", "roll", "roll")
    exponent = {"unlimited": 2, "off": 0, "1": 1, "6": 2}[limit]
    assert (play.state.game.side is not None, play.state.game.cube.exponent) == (True, exponent)
    record = record_of(play.state.game)
    assert read_json(write_json([record])) == (record,)
    [found] = read_sgf(write_sgf([record]))
    assert (found.terms.rules, len(found.opening)) == (record.terms.rules, exponent + 1)


def test_the_tie_says_what_it_did() -> None:
    setup = with_option(agreed("backgammon-money"), "automatic_doubles", "1")
    play = Play(setup, [(4, 4)])
    play.tap("roll", "roll", "roll")
    assert play.said == "Both rolled a 4: the stake is 2 now; roll again."
    play.dice = iter([(3, 3)])
    play.tap("roll")
    assert play.said == "Both rolled a 3: roll again."


def test_hand_thrown_ties_are_taken_back_with_their_limit() -> None:
    setup = replace(with_option(agreed("backgammon-money"), "automatic_doubles", "1"), dice="hand")
    play = Play(setup)
    play.tap("roll", *["point-4"] * 2, *["point-2"] * 2)
    assert play.state.game.cube.value == 2
    play.tap("undo")
    assert play.state.game.cube.value == 2
    play.tap("undo")
    assert (play.state.phase, rolled(play.state)) == (Phase.OPENING, ())
    assert play.state.game.cube.value == 1
    play.tap("point-4", "point-2")
    assert (play.state.phase, play.state.game.side) == (Phase.MOVING, Side.WHITE)


def test_the_stake_and_its_unit() -> None:
    play = choosing(Setup())
    said = [str(rule_choices(play.state.setup)[3].value)]
    for _ in AMOUNTS:
        play.tap("point-4")
        said.append(str(rule_choices(play.state.setup)[3].value))
    assert said == ["nothing", *(f"{amount} a point" for amount in AMOUNTS)]
    for unit in (*list(UNITS)[1:], "EUR"):
        play.tap("point-5")
        assert play.state.setup.stake == f"100 {unit}"
    play.tap("point-4")
    assert (play.state.setup.stake, len(rule_choices(play.state.setup))) == ("", 5)


def test_another_stake_is_kept_among_those_offered() -> None:
    setup = Setup(stake="3 pints")
    choice = rule_choices(setup)[3]
    assert (choice.value, choice.index, choice.count) == ("3 a point", 7, len(AMOUNTS) + 2)
    assert [choice.value for choice in rule_choices(setup)[4:5]] == ["pints"]
    following = with_next_rule(setup, "point-4")
    assert following is not None
    assert following.stake == "5 pints"


def test_the_page_is_told_of_the_stake() -> None:
    setup = Setup(stake="0.50 EUR")
    told = snapshot(opened(Opened(setup)), 1)["stake"]
    assert told == {"amount": "0.50", "unit": "EUR", "text": "0.50 EUR a point"}
    assert GERMAN.say(told) == {"amount": "0.50", "unit": "EUR", "text": "0,50 EUR je Punkt"}
    assert snapshot(opened(Opened(Setup())), 1)["stake"] is None


def test_the_second_page_is_lit_and_said() -> None:
    play = choosing(Setup())
    lit = {zone for zone, mark in scene(play.state).marks.items() if mark.meaning.value == "choice"}
    assert lit == {"point-1", "point-2", "point-3", "point-4", "bar-black"}
    assert play.prompt == (
        "Set the rules and the stake with the lit points. Undo goes back, roll begins."
    )
    assert play.seen["controls"]["undo"] == {"live": True, "label": "Back", "held": None}
    play.tap("point-5")
    assert (play.code, play.state.setup) == ("no-choice", Setup())


def test_there_are_three_ways_from_the_second_page() -> None:
    for way, phase in (
        ("undo", Phase.ATTRACT),
        ("bar-black", Phase.ATTRACT),
        ("roll", Phase.OPENING),
    ):
        play = choosing(Setup())
        play.tap(way)
        assert (play.state.phase, play.state.choosing_rules) == (phase, False)
    assert choosing(felt_setup("minigam")).options[0] == "Entering on own points: yes"


def test_older_journals_and_files_are_read() -> None:
    yes = rule_set("backgammon-dice-basic", {"random_faces": "true"})
    no = rule_set("backgammon-dice-basic", {"random_faces": "false"})
    assert (yes.random_faces, no.random_faces) == (5, 0)
    setup = replace(agreed("backgammon-dice-basic"), options=(("random_faces", "true"),))
    assert rule_choices(setup)[0].value == "all"
    assert {"stake", "remembered"} & Setup().to_json().keys() == set()


@pytest.mark.parametrize(
    "stake", ["1", "0 EUR", "EUR", "1 EUR\n", "1e3 EUR", "100000 EUR", '1 "x"']
)
def test_what_is_no_stake(stake: str) -> None:
    with pytest.raises(UnreadableError, match="expected a stake such as"):
        Setup(stake=stake)


def test_what_was_remembered_of_no_game_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        Setup(remembered=(("nardi", ()),))


def test_no_choice_of_seats_options_and_games_is_impossible() -> None:
    """A seat that needs a table of exact values yields to an option without one."""
    for points in (6, 16, 24):
        games = games_for(points)
        setup = Setup(games[0], games=games, gnubg=True, solved=("minigam", "hypergammon"))
        chance, seen = Random(points), set[str]()
        for _ in range(3000):
            following = chance.choice((with_next_choice, with_next_rule))
            setup = following(setup, f"point-{chance.randint(1, 9)}") or setup
            seen |= {setup.white, setup.black}
        assert {PERSON, "hard"} < seen


def test_a_perfect_opponent_stands_up_where_an_option_has_no_table() -> None:
    setup = Setup(black=PERFECT, teacher=True, solved=("minigam",))
    changed = with_next_rule(setup, "point-2")
    assert changed is not None
    assert (changed.black, changed.teacher) == (STAND_IN, True)


@pytest.mark.parametrize(
    ("asked", "kept", "following"),
    [
        ("0.5 EUR", "0.50 EUR", "1 EUR"),
        ("1.0 beer", "1 beer", "2 beer"),
        ("1.00 beer", "1 beer", "2 beer"),
        ("0.75 EUR", "0.75 EUR", "1 EUR"),
        ("0,75 EUR", "0.75 EUR", "1 EUR"),
        ("100 EUR", "100 EUR", ""),
    ],
)
def test_an_amount_has_one_text_and_one_place(asked: str, kept: str, following: str) -> None:
    """Two texts of one number would be two places among those offered."""
    setup = Setup(stake=asked)
    assert setup.stake == kept
    changed = with_next_rule(setup, "point-4")
    assert changed is not None
    assert changed.stake == following


def test_every_amount_that_is_offered_is_written_as_it_is_kept() -> None:
    assert [parse_stake(f"{amount} EUR").amount for amount in AMOUNTS] == list(AMOUNTS)
