"""The rules cards; a game without one is said at the start, not when somebody asks for it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from minigam.board.profile import load_profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.errors import CardError
from minigam.rules import ruleset
from minigam.rules.options import ALL_FACES, FacesOption, Option
from minigam.rules.ruleset import MINIGAM, RULE_SETS, rule_set
from minigam.web import cards
from minigam.web.cards import card
from minigam.web.requests import status_of
from tests.e2e.daemon import free_port

CARDS = files("minigam.web") / "cards"
LENGTHS = ("0", "1", "2", "99")
"""What the cards tell apart, but for the number itself."""
PAWN_DICE = (
    "regular0,regular+,regular-,double+,switch0,half-",
    "regular0,regular0,regular0,regular0,regular0,regular0",
    "half+,half0,half-,half+,half0,half-",
    "double0,double-,double+,double0,double-,double+",
    "switch-,switch+,switch0,switch-,switch+,switch0",
)
EACH_GAME = pytest.mark.parametrize("rules_id", RULE_SETS)


def shown(rules_id: str, **options: str) -> dict[str, Any]:
    return card(rules_id, rule_set(rules_id, options).option_values())


def lines(rules_id: str, heading: str = "", **options: str) -> list[str]:
    sections = shown(rules_id, **options)["sections"]
    return [
        line for found in sections for line in found["lines"] if heading in ("", found["heading"])
    ]


def values(option: Option) -> tuple[str, ...]:
    return {"length": LENGTHS, "pawn_die": PAWN_DICE}.get(option.name, tuple(option.values))


@cache
def every_card(rules_id: str) -> dict[tuple[str, ...], dict[str, Any]]:
    """The card for each choice of values, in the order of the options."""
    options = RULE_SETS[rules_id].options
    return {
        chosen: shown(rules_id, **{o.name: v for o, v in zip(options, chosen, strict=True)})
        for chosen in product(*map(values, options))
    }


def parts(rules_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a card's file holds with conditions: lines and sections, each with its first text."""
    loaded = json.loads((CARDS / f"{rules_id}.json").read_text("utf-8"))
    assert loaded.keys() == {"title", "sections"}
    for section in loaded["sections"]:
        assert {"heading", "lines"} <= section.keys() <= {"heading", "lines", "when", "unless"}
        if section.keys() & {"when", "unless"}:
            yield section["heading"], section
        for line in section["lines"]:
            if not isinstance(line, str):
                counted = {"many", "count"} if "many" in line else set()
                assert {"text"} | counted <= line.keys() <= {"text", "when", "unless"} | counted
                yield line["text"], line


def test_every_game_has_a_card_and_every_card_a_game() -> None:
    assert {file.name for file in CARDS.iterdir()} == {f"{rules_id}.json" for rules_id in RULE_SETS}


@EACH_GAME
def test_a_card_is_what_the_page_draws(rules_id: str) -> None:
    for found in every_card(rules_id).values():
        assert found == {
            "title": RULE_SETS[rules_id].title,
            "sections": [
                {"heading": section["heading"], "lines": section["lines"]}
                for section in found["sections"]
            ],
        }
        assert all(section["lines"] for section in found["sections"])
        every = [line for section in found["sections"] for line in section["lines"]]
        assert len(every) == len(set(every)) > 5
        assert [line for line in every if not line.endswith(".") or line != line.strip()] == []
        assert [line for line in every if set(line) & set("{}")] == []


@EACH_GAME
def test_conditions_name_options_and_values_that_exist(rules_id: str) -> None:
    known = {option.name: option for option in RULE_SETS[rules_id].options}
    for _, part in parts(rules_id):
        assert part.get("count") in (None, *known)
        conditions = [*part.get("when", {}).items(), *part.get("unless", {}).items()]
        assert conditions
        for name, wanted in conditions:
            assert isinstance(wanted, list)
            option = known[name]
            faces = ALL_FACES if isinstance(option, FacesOption) else ()
            assert [text for text in wanted if text not in (*option.values, *faces)] == []


@EACH_GAME
def test_every_condition_shows_and_hides(rules_id: str) -> None:
    texts = [text.partition("{")[0] for text, _ in parts(rules_id)]
    drawn = [json.dumps(found) for found in every_card(rules_id).values()]
    assert [text for text in texts if all(text in c for c in drawn)] == []
    assert [text for text in texts if not any(text in c for c in drawn)] == []


@EACH_GAME
def test_every_value_of_every_option_makes_a_difference(rules_id: str) -> None:
    drawn = every_card(rules_id)
    for place, option in enumerate(RULE_SETS[rules_id].options):
        rows: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for chosen, found in drawn.items():
            rows.setdefault((*chosen[:place], *chosen[place + 1 :]), []).append(found)
        told_apart = max(len({json.dumps(found) for found in row}) for row in rows.values())
        assert told_apart == len(values(option)), option.name


@EACH_GAME
def test_every_length_is_named(rules_id: str) -> None:
    lengths = {o.name: o for o in RULE_SETS[rules_id].options}.get("length")
    for length in sorted(lengths.values) if lengths else ():
        found = re.findall(r"The match goes to (\d+)[.;]", " ".join(lines(rules_id, length=length)))
        assert found == ([] if length == "0" else [length])


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_a_card_says_how_it_and_plays_number_the_points(rules_id: str) -> None:
    """Where black counts otherwise than the board: by its text, or from the mover's side."""
    said = lines(rules_id)
    assert "Plays name the points as on the board, unless the settings say otherwise." in said
    assert any("This card counts" in line or "from your side" in line for line in said)


def test_the_two_cards_differ_in_their_one_rule() -> None:
    plain, full = (set(lines(rules_id)) for rules_id in ("minigam", "minigam-full-entry"))
    assert plain ^ full == {
        "Other checkers may still be on the bar.",
        "Nothing may be borne off while you have a checker on the bar.",
    }


def test_minigam() -> None:
    assert lines("minigam", length="7", second_die="must", enter_on_own="false") == [
        "Bear off all eight of your checkers first. They begin on your bar.",
        "White travels from point 1 to point 6, black the other way.",
        "Plays name the points as on the board, unless the settings say otherwise.",
        "The match goes to 7; each game is one point.",
        "Each die moves one checker. One checker may use both.",
        "From the bar, a die enters on the point with its number, counted from your side.",
        "You need not enter every checker before you move another.",
        "You may land on an empty point, on your own checkers, or on a single opposing checker.",
        "But no checker enters where one of your own stands.",
        "Two or more opposing checkers close a point to you. Doubles are two steps, not four.",
        "Landing on a single opposing checker sends it back to its bar.",
        "A checker leaves only by the exact number: from your point 6 with a 1, "
        "from point 1 with a 6.",
        "Other checkers may still be on the bar.",
        "You choose the order. Each die is played if it can be, even if at first it could not.",
        "You need not choose the order that uses both.",
        "If neither can be played, the turn passes.",
    ]


@pytest.mark.parametrize("rules_id", ["minigam", "minigam-full-entry"])
def test_what_is_owed_to_the_second_die(rules_id: str) -> None:
    need_not = "You need not choose the order that uses both."
    passes = "If neither can be played, the turn passes."
    owed = {v: lines(rules_id, "Both dice", second_die=v) for v in ("order", "must", "free")}
    assert owed == {
        "order": [
            "You choose the order. Each die is played if it can be at that moment; "
            "if not, it is lost.",
            need_not,
            passes,
        ],
        "must": [
            "You choose the order. Each die is played if it can be, even if at first it could not.",
            need_not,
            passes,
        ],
        "free": ["You choose the order. Play one die if you can; then you may stop.", passes],
    }


WORTH, CUBE = "What a win is worth", "Doubling"
GAMMONS = [
    "A win is worth 1; a gammon, when the loser has none off, 2.",
    "A gammon is worth 3 with a loser's checker on the bar or on your points 1 to 6.",
]
DOUBLING = [
    "Before your roll you may double, while the cube is in the middle or yours.",
    "The other side takes the double or drops it. If it takes, it owns the cube, at twice the "
    "value. If it drops, it loses what was at stake.",
    "After a double, the play before it stands.",
]
NO_USE = "You may not double a game that wins you the match anyway."
JACOBY = "While the cube is in the middle, every win is a single one."
CRAWFORD = "The first game after a side comes to need one point has no cube."


def to(length: int) -> str:
    return f"The match goes to {length}. First there wins; points beyond are lost."


@pytest.mark.parametrize("rules_id", ["backgammon", "hypergammon"])
@pytest.mark.parametrize(
    ("options", "worth", "doubling"),
    [
        ({"cube": "true"}, [], DOUBLING),
        ({"cube": "true", "jacoby": "true"}, [JACOBY], DOUBLING),
        ({"cube": "false"}, ["There is no cube."], []),
        ({"cube": "false", "jacoby": "true"}, ["There is no cube."], []),
        ({"cube": "false", "length": "5"}, ["There is no cube.", to(5)], []),
        ({"cube": "true", "length": "5"}, [to(5), CRAWFORD], [*DOUBLING, NO_USE]),
        (
            {"cube": "true", "length": "5", "jacoby": "true", "crawford": "false"},
            [to(5)],
            [*DOUBLING, NO_USE],
        ),
        ({"cube": "true", "length": "1"}, [to(1)], []),
    ],
)
def test_stakes(
    rules_id: str, options: dict[str, str], worth: list[str], doubling: list[str]
) -> None:
    assert lines(rules_id, WORTH, **options) == [*GAMMONS, *worth]
    assert lines(rules_id, CUBE, **options) == doubling


def test_stakes_unless_told_otherwise() -> None:
    assert lines("backgammon", CUBE) == DOUBLING
    assert lines("hypergammon", WORTH) == [*GAMMONS, "There is no cube."]
    assert lines("portes", WORTH, length="3") == [
        "A win is worth 1, or 2 when the loser has none off. There is no cube.",
        to(3),
    ]


@pytest.mark.parametrize(("jacoby", "line"), [("false", []), ("true", [JACOBY])])
def test_stakes_for_money(jacoby: str, line: list[str]) -> None:
    assert lines("backgammon-money", WORTH, jacoby=jacoby) == [
        "A win is worth 1; a gammon, when the loser has none off, 2; never 3.",
        *line,
        "Each tie in the opening roll doubles the stake. The cube stays in the middle.",
    ]
    assert lines("backgammon-money", CUBE, jacoby=jacoby) == [*DOUBLING, "There are no beavers."]


AUTOMATIC = {
    "unlimited": "Each tie in the opening roll doubles the stake. The cube stays in the middle.",
    "off": "A tie in the opening roll does not double the stake.",
    "1": "The first tie in the opening roll doubles the stake, later ones do not. "
    "The cube stays in the middle.",
    "3": "The first 3 ties in the opening roll double the stake, later ones do not. "
    "The cube stays in the middle.",
}


@pytest.mark.parametrize(("limit", "line"), AUTOMATIC.items())
def test_automatic_doubles(limit: str, line: str) -> None:
    assert lines("backgammon-money", WORTH, automatic_doubles=limit)[1:] == [line]


@EACH_GAME
def test_what_may_be_put_right_or_chosen_at_the_beginning(rules_id: str) -> None:
    rules, found = RULE_SETS[rules_id], lines(rules_id)
    said = {
        "Until the second play a wrong set-up may be corrected: “Set-up was wrong” in the menu.": (
            rules.layout.points == 24
        ),
        "Who wins the opening roll plays it, and may change colours first: "
        "“Change colours” in the menu.": rules.chooses_colour,
    }
    assert {line: line in found for line in said} == said
    assert rules.throws_again == any("rolls both dice again." in line for line in found)


HALF = "A half moves half the die, rounded up."
DOUBLE = "A double moves the die twice, and must be able to land both times."
SWITCH = "A switch first changes places with a lone enemy or another of yours, then must move."


def _in_words(faces: str) -> str:
    words = faces.replace("+", " plus").replace("-", " minus").replace("0", "")
    return words.replace(",", ", ")


@pytest.mark.parametrize("rules_id", ["backgammon-dice-basic", "backgammon-dice-tournament"])
def test_faces(rules_id: str) -> None:
    plain = "All pawns begin as regular."
    usual, regular, half, double, switch = (
        lines(rules_id, "Faces", pawn_die=faces) for faces in PAWN_DICE
    )
    named = [f"A pawn's faces, from 1 to 6: {_in_words(faces)}." for faces in PAWN_DICE]
    assert usual == [plain, HALF, DOUBLE, SWITCH]
    assert regular == [plain, named[1]]
    assert half == [plain, named[2], HALF]
    assert double == [plain, named[3], DOUBLE]
    assert switch == [plain, named[4], SWITCH]


THROWN = {
    "0": "All pawns begin as regular.",
    "1": "Each side's rearmost pawn is rolled with the opening roll; the others begin as regular.",
    "4": "Each side's rearmost 4 pawns are rolled with the opening roll; "
    "the others begin as regular.",
    "5": "All pawns are rolled with the opening roll.",
}


@pytest.mark.parametrize("rules_id", ["backgammon-dice-basic", "backgammon-dice-tournament"])
@pytest.mark.parametrize(("number", "line"), THROWN.items())
def test_pawns_thrown_at_the_start(rules_id: str, number: str, line: str) -> None:
    assert lines(rules_id, "Faces", random_faces=number)[0] == line


def test_a_tournament() -> None:
    options = {"length": "3", "signs": "false", "random_faces": "true"}
    options["pawn_die"] = "regular0,regular+,regular-,half+,half0,half-"
    assert lines("backgammon-dice-tournament", **options) == [
        "A round ends when a side has all five pawns off. That side gets a point.",
        "So does the side with the lower total, or nobody if they are equal.",
        "This card counts each side's own way, from 1 up to 16: your 1 is the other side's 16.",
        "Plays name the points as on the board, unless the settings say otherwise.",
        "The match goes to 3. If both get there in one round, more points win; "
        "if equal, another is played.",
        "Who wins the opening roll rolls both dice again.",
        "A pawn you bear off counts 1 from your 16, up to 6 from your 11.",
        "Signs do not count.",
        "Pawns begin on your spaces 1 (two), 3 (one) and 6 (two).",
        "Each die moves one pawn forward. One pawn may use both. Doubles are four steps.",
        "Nobody lands on a space with two pawns, yours or not.",
        "All pawns are rolled with the opening roll.",
        "A pawn's faces, from 1 to 6: "
        "regular, regular plus, regular minus, half plus, half, half minus.",
        HALF,
        "Landing on a single enemy pawn captures it. Captured pawns are rolled with your dice.",
        "A die brings one back, with the face rolled, onto your space of the die's number.",
        "All must be back before others move.",
        "Play each die that can be played.",
        "If a step you could make now captures or bears off, choose one that does.",
        "Bearing off begins when all of yours in play are on your 11 to 16.",
        "The number must be exact, from your 16 a 1, from your 11 a 6.",
    ]
    assert lines("backgammon-dice-tournament", "The total") == [
        "A pawn you bear off counts 1 from your 16, up to 6 from your 11.",
        "Its sign adds or takes one.",
    ]


# Cards that are missing or damaged


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the cards that may be damaged."""
    copy = tmp_path / "cards"
    copytree(str(CARDS), copy)
    monkeypatch.setattr(cards, "CARDS", copy)
    return copy


def test_a_new_game_without_a_card(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(MINIGAM, id="nardi", title="Nardi")
    monkeypatch.setattr(ruleset, "RULE_SETS", {**RULE_SETS, "nardi": new})
    monkeypatch.setattr(cards, "RULE_SETS", {**RULE_SETS, "nardi": new})
    with pytest.raises(CardError) as told:
        cards.check_cards(("minigam", "nardi"))
    assert str(told.value) == (
        f"expected the rules card of Nardi in {folder / 'nardi.json'}, got none: write one like "
        "minigam.json beside it, or reinstall minigam"
    )


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("{", "Expecting property name enclosed in double quotes"),
        ("[]", "list indices must be integers or slices, not str"),
        ('{"title": "Minigam"}', "'sections'"),
        (
            '{"title": "M", "sections": [{"heading": "Aim", "lines": [{"text": "{speed}."}]}]}',
            "'speed'",
        ),
        (
            '{"title": "M", "sections": [{"heading": "Aim", "lines": [], "when": {"signs": []}}]}',
            "'signs'",
        ),
    ],
)
def test_a_damaged_card(folder: Path, text: str, got: str) -> None:
    (folder / "minigam.json").write_text(text)
    with pytest.raises(CardError) as told:
        cards.check_cards(("minigam",))
    expected = f"expected a rules card of title and sections in {folder / 'minigam.json'}, got "
    assert str(told.value).startswith(expected + got)
    assert str(told.value).endswith(": put it right, or reinstall minigam")
    assert status_of(told.value) == 500  # no fault of who asks for it


async def test_the_daemon_says_so_before_it_begins(folder: Path, tmp_path: Path) -> None:
    (folder / "minigam-full-entry.json").unlink()
    config = Config(board="sim", data=tmp_path / "data", port=free_port())
    with pytest.raises(CardError, match=r"rules card of Minigam, full entry in .*full-entry\.json"):
        await app.serve(config, print)
    assert not (tmp_path / "data").exists()


def test_a_board_is_not_stopped_by_a_card_of_games_it_has_not(folder: Path) -> None:
    (folder / "backgammon.json").unlink()
    assert Config(board="sim").setup(load_profile("sim"), gnubg=False).rules_id == "minigam"


def test_a_card_that_goes_missing_later_is_told_in_a_sentence_too(folder: Path) -> None:
    options = MINIGAM.option_values()
    assert card("minigam", options)["title"] == "Minigam"
    (folder / "minigam.json").write_text(json.dumps({"title": "Minigam"}))
    with pytest.raises(CardError):
        card("minigam", options)
