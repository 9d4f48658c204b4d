"""The pages keep their word: commands, snippets, drawn parts, tables of names, links.

When code has changed on purpose, `python -m tests.docs.write` draws and runs the pages anew.
"""

import ast
import hmac
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import minigam
from minigam import errors
from minigam.board import gestures
from minigam.board.health import FaultKind, InputFault
from minigam.board.lighting import Scene
from minigam.board.profile import built_in_boards, load_profile
from minigam.cli.main import _parser
from minigam.daemon.page_data import board_fields, no_others
from minigam.daemon.settings import AS_USUAL
from minigam.daemon.settings_store import SettingsFile, SettingsStore
from minigam.daemon.sleep import NIGHT_MINUTES, REST_MINUTES, Sleep
from minigam.daemon.voice import voice_of
from minigam.drivers.pico import UNPLUGGED
from minigam.drivers.simulated_pico import CUT
from minigam.journal.retention import DiskSpace, summarize_and_pack
from minigam.journal.store import FILE_NAME, Journal
from minigam.link.chain_words import chain_words
from minigam.pairing import phones
from minigam.remote.invitation_session import InvitationState, InvitationView
from minigam.rules import action_json
from minigam.rules.game import Game
from minigam.rules.hash_chain import short_code
from minigam.rules.ruleset import MINIGAM, RULE_SETS, RuleSet
from minigam.rules.terms import Terms
from minigam.table import effects, mismatch, sensed, spill
from minigam.table.events import Assessed, Hinted, PlayChosen
from minigam.table.setup import LEVELS, Setup, games_for
from minigam.table.setup_choices import rule_choices, setup_choices, with_next_choice
from minigam.table.setup_fields import AMOUNTS, UNITS
from minigam.table.snapshot import snapshot
from minigam.table.solving import Solving
from minigam.table.state import Phase
from minigam.web import cards, device_json
from minigam.words import Words
from tests.docs.architecture import BOXES, pictures
from tests.docs.charts import charts
from tests.docs.pages import (
    PAGES,
    ROOT,
    Block,
    anchors,
    blocks,
    generated,
    links,
    named,
    rows,
    section,
)
from tests.docs.running import python_output, transcript
from tests.docs.said import FACES, GAMMON, TAUGHT, said
from tests.docs.sample import GAMES, Sample, finished, tables, write_journal
from tests.docs.tables import PARTS
from tests.e2e.daemon import minigam as run_minigam
from tests.journal.corpus import FOLDER, load
from tests.rules.two_boards import MEETING, TwoBoards
from tests.table.play import Play, agreed, at, started
from tests.test_architecture import MAY_IMPORT

SOURCE = Path(minigam.__file__).parent
DOCS = ROOT / "docs"
COMMANDS = re.findall(r"^### minigam ([\w-]+)$", (DOCS / "api.md").read_text("utf-8"), re.MULTILINE)
"""Those that the page explains."""


def of_language(language: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page, language)]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "games"
    write_journal(folder)
    return folder


@pytest.fixture
def folder(sample: Path, tmp_path: Path) -> Path:
    """An empty folder but for the sample journal."""
    shutil.copytree(sample, tmp_path / "games")
    (tmp_path / "games" / "tables").symlink_to(tables())
    return tmp_path


# What is shown


@pytest.mark.slow  # one of them solves a game
@pytest.mark.parametrize("block", of_language("console"), ids=str)
def test_commands_print_what_the_page_shows(block: Block, folder: Path) -> None:
    assert transcript(block.text, folder) == block.text


@pytest.mark.slow
@pytest.mark.parametrize("block", of_language("python"), ids=str)
def test_snippets_print_what_the_page_shows(block: Block, folder: Path) -> None:
    assert python_output(block.text, folder) == (block.output or "")


@pytest.mark.parametrize("block", of_language("ini"), ids=str)
def test_the_service_s_options_on_a_page_are_those_of_the_command(block: Block) -> None:
    """In the file that the unit reads; no page replaces what the unit starts."""
    found = dict(line.partition("=")[::2] for line in block.text.splitlines())
    assert not [name for name in found if name.startswith("Exec")]
    if board := found.get("BOARD"):
        load_profile(board)
    _parser(["run"]).parse_args(["run", *shlex.split(found.get("OPTIONS", ""))])


@pytest.mark.parametrize("block", of_language("json"), ids=str)
def test_json_can_be_read(block: Block) -> None:
    assert isinstance(json.loads(block.text), dict)


@pytest.mark.parametrize(("page", "name"), PARTS)
def test_drawn_parts_are_as_the_code_draws_them(page: str, name: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert generated(text, name) == f"\n{PARTS[page, name]()}\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not leads_somewhere(page, link)] == []


def leads_somewhere(page: Path, link: str) -> bool:
    if link.startswith("https://"):
        return True
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    return target.is_file() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text, tests = page.read_text("utf-8"), {path.name for path in ROOT.glob("tests/**/*.py")}
    folders = "controller|tests|firmware|hardware|systemd|docs"
    paths = re.findall(rf"(?<![\w/.-])(?:{folders})/[\w/.-]*\w", text)
    missing = {path for path in paths if not (ROOT / path).exists()}
    missing |= {*re.findall(r"\btest_\w+\.py", text)} - tests
    to_be_added = {"controller/minigam/web/cards/nackgammon.json", "systemd/release.pub"}
    assert missing <= to_be_added  # a game, and the maintainers' key
    assert len(paths) > 20 or page.name != "CONTRIBUTING.md"


def test_every_page_is_linked_from_the_index() -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / link).resolve() for link in links(index)} | {index}
    assert [page.name for page in DOCS.glob("*.md") if page.resolve() not in linked] == []


def test_the_glossary_defines_each_term_once() -> None:
    defined = re.findall(r"<a id=\"([\w-]+)\"></a>", (DOCS / "glossary.md").read_text("utf-8"))
    assert defined
    assert sorted(set(defined)) == sorted(defined)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openings.svg", "lengths.svg"])
def test_charts_are_those_that_the_values_draw(name: str) -> None:
    assert charts()[name] == (DOCS / "pictures" / name).read_text("utf-8")


@pytest.mark.parametrize("name", pictures())
def test_pictures_of_the_architecture_are_as_the_script_draws_them(name: str) -> None:
    assert pictures()[name] == (DOCS / "pictures" / name).read_text("utf-8")


def test_the_picture_of_a_touch_names_rooms_that_are_there() -> None:
    assert {box.room for box in BOXES if box.room} <= MAY_IMPORT.keys()


def test_every_use_of_hardware_is_marked_as_not_yet_seen() -> None:
    marked = [page for page in PAGES if "real Pi" in page.read_text("utf-8")]
    about_hardware = ["README.md", "lights.md", "playing.md", "api.md", "building.md"]
    assert set(about_hardware) <= {page.name for page in marked}


# Command line and engine


@pytest.mark.parametrize(
    "command",
    [
        *((name,) for name in COMMANDS),
        *(("firmware", action) for action in ("install", "files")),
        *(("club", action) for action in ("init", "add", "revoke", "list", "renew", "run")),
    ],
    ids=" ".join,
)
def test_every_option_is_explained(command: tuple[str, ...]) -> None:
    text = section(DOCS / "api.md", f"### minigam {command[0]}")
    if "with the same options" in text:
        assert options_of(*command) == options_of("run")
    else:
        assert options_of(*command) <= {*re.findall(r"`(--[a-z-]+)[ `]", text)}


def options_of(*command: str) -> set[str]:
    """The long options of a command's help, but those that every command has."""
    return {*re.findall(r"--[a-z]+(?:-[a-z]+)*", help_of(*command))} - {"--help", "--verbose"}


def help_of(*command: str) -> str:
    ended = run_minigam(*command, "--help")
    assert (ended.status, ended.err) == (0, "")
    return ended.out


def test_every_command_has_its_section() -> None:
    assert options_of() == {"--version"}
    assert re.findall(r"^    ([\w-]+)  ", help_of(), re.MULTILINE) == COMMANDS != []


def test_every_exit_status_is_explained() -> None:
    explained = named("commands.md", "## Exit status")
    assert explained == [str(status.value) for status in errors.ExitStatus]


# Names that scripts use


def paths(value: Any, name: str = "") -> set[str]:
    """The names of all fields within JSON values: `dice`, `dice[].value`, `checkers.ZONE`."""
    if isinstance(value, dict):
        inner = [(_joined(name, key), held) for key, held in value.items()]
        return {path for path, _ in inner}.union(*(paths(held, path) for path, held in inner))
    if isinstance(value, list):
        return set().union(*(paths(held, f"{name}[]") for held in value))
    return set()


def _joined(name: str, key: str) -> str:
    by_zone = key.startswith(("point-", "bar-", "off-"))
    return ".".join(part for part in (name, "ZONE" if by_zone else key) if part)


def snapshots() -> Iterator[dict[str, Any]]:
    """Enough of them to have every field once."""
    for make in GAMES:
        yield make().seen
    play = started((6, 1), setup=Setup(white="hard"))
    voice = voice_of(None, aloud=False)
    voice.handle(play.state, AS_USUAL)
    yield snapshot(play.state, 1, solving=Solving("Minigam"), spoken=voice.said())
    play.do(PlayChosen(((0, 6), (0, 1))))
    yield play.seen
    play.tap("hold undo", "point-6")
    yield play.seen
    play = started((5, 2), (1, 1))
    play.tap("bar-white", "point-5", "bar-white", "point-2", "confirm")
    yield play.seen
    play.tap("hold undo", "Resign", "roll")
    yield play.seen
    yield judged().seen
    play = Play()
    play.tap("bar-black")
    yield play.seen
    play = started((5, 2), setup=Setup(hints=True))
    play.tap("hold roll")
    play.do(Hinted(((0, 5), (0, 2))))
    yield play.seen
    play = at("A------b", (2, 1))
    play.tap("bar-white")
    yield play.seen
    yield at("-l------A--------a-a----N- 8", (2, 1), setup=agreed("plakoto")).seen
    money = agreed("backgammon-money", stake="1 EUR")
    for setup in (GAMMON, money, FACES, agreed("backgammon-dice-tournament"), Setup(clock="usual")):
        yield Play(setup).seen
    both = TwoBoards(Terms("minigam", meeting=MEETING))
    both.play(turns=1)
    yield snapshot(replace(Play().state, game=both.game), 1)
    yield board_fields(Sleep(AS_USUAL, lambda: None, 0.0), AS_USUAL, Phase.ATTRACT)
    invitation = InvitationView(InvitationState.WAITING, (3, 1, 6, 6, 2, 4)).fields()
    yield {**no_others(), "invitation": invitation}


def judged() -> Play:
    play = started((5, 2), setup=TAUGHT)
    play.tap("bar-white", "point-5", "bar-white", "point-2", "roll")
    play.do(Assessed(1, 0.036, 0.072, "bar/off"))
    return play


def test_every_field_of_the_snapshot_is_explained() -> None:
    found = set().union(*(paths(seen) for seen in snapshots()))
    assert sorted(named("api.md", "### The snapshot")) == sorted(found)


def test_every_field_of_the_board_is_explained() -> None:
    board = device_json.board(load_profile("sim"))
    board["segments"] = {name: board["segments"][name] for name in ("point-1",)}
    explained = {*named("api.md", "### The board"), "segments.ZONE"}
    assert explained == paths(board)


def test_every_field_of_the_health_is_explained() -> None:
    faulty = [InputFault("undo", FaultKind.STUCK, Words("stuck"))]
    found = device_json.health(
        faulty, None, True, device_json.disk("low", 1), device_json.journal("", "")
    )
    assert set(named("api.md", "### Health")) == paths(found) | {
        word.value for word in (*FaultKind, *DiskSpace)
    }


def test_every_setting_is_explained(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, load_profile("sim"))
    listed = SettingsStore(file, lambda: 0.0).listed()
    assert named("api.md", "### Settings") == list(listed)
    explained = rows(section(DOCS / "playing.md", "## Settings"))
    assert {row[0].strip("`"): row[2].strip("`") for row in explained} == {
        name: shown(value) for name, value in listed["settings"].items()
    }


def shown(value: Any) -> str:
    """A setting's usual value as the table has it."""
    if isinstance(value, list):
        return "all"
    return "" if value == "" else json.dumps(value).strip('"')


def test_every_field_of_lights_and_card_is_explained() -> None:
    strip = load_profile("sim").strip
    lights = device_json.lights(Scene(), b"", strip)
    text = section(DOCS / "api.md", "### Lights")
    assert {key for light in lights.values() for key in light} == {"meaning", "colors"}
    assert all(f"`{name}`" in text for name in ("meaning", "colors", "dice", "turn", "none"))
    text = section(DOCS / "api.md", "### The rules card")
    fields = {path.split(".")[-1] for path in paths(cards.card("minigam", MINIGAM.option_values()))}
    assert fields == {"title", "sections", "heading", "lines"}
    assert all(f"`{name}`" in text for name in fields)


def test_every_phase_is_explained() -> None:
    assert named("api.md", "### Phases") == [phase.value for phase in Phase]


CODES = {
    name: value
    for module in (mismatch, sensed, spill)
    for name, value in vars(module).items()
    if name.isupper()
}
"""The codes that have names."""


def literals(files: Iterator[Path], functions: set[str], place: int) -> set[str]:
    """The texts that are given to some functions as an argument."""
    given = [
        node.args[place]
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in functions
        if len(node.args) > place
    ]
    named = [CODES[arg.id] for arg in given if isinstance(arg, ast.Name) and arg.id in CODES]
    plain = [arg.value for arg in given if isinstance(arg, ast.Constant)]
    return {text for text in (*named, *plain) if isinstance(text, str)}


def test_every_message_code_is_explained() -> None:
    codes = literals((SOURCE / "table").glob("*.py"), {"refuse", "notify"}, 1)
    codes |= literals((SOURCE / "table").glob("*.py"), {"Felt", "Notice"}, 0)
    assert {code for code, _ in said()} == codes
    others = literals((SOURCE / "daemon").glob("*.py"), {"Felt"}, 0)
    told = sorted(
        {*codes, *others, errors.JournalError.code, phones.MESSAGE, phones.LOCKED, phones.SETUP}
    )
    assert named("api.md", "### Message codes") == told


def test_every_error_code_is_explained() -> None:
    kinds: list[type[errors.MinigamError]] = [errors.MinigamError]
    kinds += errors.MinigamError.__subclasses__()
    kinds += errors.RequestError.__subclasses__()  # those of `web.requests`
    refused = literals((SOURCE / "web").glob("*.py"), {"refusal"}, 1)
    codes = {kind.code for kind in kinds} | refused
    assert sorted(named("api.md", "### Errors")) == sorted(codes)


def test_every_route_is_explained() -> None:
    text = "".join(file.read_text("utf-8") for file in (SOURCE / "web").glob("*.py"))
    routes = re.findall(r"web\.(get|post)\(\"(/[a-z/{}-]*)\"", text)
    explained = [name for name in named("api.md", "## HTTP") if not name.startswith("http")]
    assert sorted(explained) == sorted(f"{method.upper()} {path}" for method, path in routes)


def test_every_action_is_explained() -> None:
    text = section(DOCS / "journal.md", "## The file")
    explained = {
        row[0].strip("`"): [name.strip(" `") for name in row[1].split(",") if name]
        for row in rows(text)
        if row[0].startswith("`")
    }
    kinds = action_json._KINDS.items()
    assert explained == {
        "begin": list(action_json._TERMS),
        **{name: ["side"] for name in action_json.CUBE},
        **{name: [field.name for field in fields(kind)] for name, kind in kinds},
    }
    assert explained.keys() == set(action_json.NAMES)


def test_every_key_of_a_profile_is_explained() -> None:
    table = tomllib.loads(built_in_boards()["quarter-hall"].read_text("utf-8"))
    nested = {f"{key}.{inner}" for key in ("strip", "sensors") for inner in table[key]}
    found = rows(section(DOCS / "profiles.md", "## Format"))
    keys = {*table, *nested, "extends", "sensors.select"}
    assert sorted(row[0].strip("`") for row in found) == sorted(keys)


# Rules, setting up, what the board says


def test_every_game_is_listed_and_has_its_section() -> None:
    found = rows(section(DOCS / "rules.md", "## The games"))
    assert {row[0].strip("`"): row[1].partition("]")[0].strip("[") for row in found} == {
        rules.id: rules.title for rules in RULE_SETS.values()
    }
    for row, rules in zip(found, RULE_SETS.values(), strict=True):
        assert row[2].split()[0] == str(rules.layout.points)
        assert row[3].split()[0] == str(rules.layout.checkers)


def test_every_option_of_the_rules_is_explained() -> None:
    found = rows(section(DOCS / "rules.md", "## Options"))
    explained = {
        row[0].strip("`"): {value for text in row[1].split(",") for value in spread(text)}
        for row in found
    }
    options = [option for rules in RULE_SETS.values() for option in rules.options]
    parts = {option.name: ",".join(option.values).split(",") for option in options}
    assert explained == {name: set(values) for name, values in parts.items()}
    for row in found:
        having = [
            rules.id for rules in RULE_SETS.values() if row[0].strip("`") in rules.option_values()
        ]
        assert re.findall(r"`([a-z-]+)`", row[2]) == having


def spread(text: str) -> list[str]:
    """A value, or each of `0` to `99`."""
    first, to, last = text.replace("`", "").strip().partition(" to ")
    return [str(value) for value in range(int(first), int(last) + 1)] if to else [first]


def test_the_first_value_of_an_option_is_its_default() -> None:
    for rules in RULE_SETS.values():
        first = {option.name: next(iter(option.values)) for option in rules.options}
        assert rules.option_values() == first


def test_setting_up_is_as_the_page_lists_it() -> None:
    explained = {row[0]: row[2] for row in rows(section(DOCS / "playing.md", "## Setting up"))}
    assert explained == {
        choice.zone.replace("-", " "): "; ".join(values(choice.zone)).replace(
            "; ".join(f"computer, {level}" for level in LEVELS), f"computer: {', '.join(LEVELS)}"
        )
        for choice in setup_choices(Setup())
    }


def test_the_second_page_of_setting_up_is_as_the_page_lists_it() -> None:
    listed = rows(section(DOCS / "playing.md", "### Options and stake"))
    explained = {title: row[1] for row in listed for title in row[0].split("; ")}
    assert explained == {
        rules.title: options_on_the_board(rules) or "none" for rules in RULE_SETS.values()
    }
    text = (DOCS / "playing.md").read_text("utf-8")
    *first, last = AMOUNTS
    assert f"{', '.join(first)} and {last}." in " ".join(text.split())
    *units, last = UNITS
    assert f"{', '.join(units)} or {last}." in " ".join(text.split())


def options_on_the_board(rules: RuleSet) -> str:
    """What the second page offers for a game, but for clock and stake."""
    games = games_for(rules.layout.points)
    names = [choice.name for choice in rule_choices(Setup(rules.id, games=games))[:-3]]
    return "; ".join(
        f"{name} to 6" if name == "Face 1" else name
        for name in names
        if name not in {f"Face {number}" for number in range(2, 7)}
    )


def values(zone: str) -> Iterator[str]:
    """The values of a choice, from the first tap to the next."""
    setup: Setup | None = Setup()
    for _ in range(20):
        assert setup is not None
        choice = next(choice for choice in setup_choices(setup) if choice.zone == zone)
        yield choice.value
        if choice.index + 1 == choice.count:
            return
        setup = with_next_choice(setup, zone)


def test_the_page_has_the_times_of_the_code() -> None:
    text = " ".join((DOCS / "playing.md").read_text("utf-8").split())
    times = (
        f"the board ignores `roll` for {effects.DEAD_SECONDS} seconds",
        f"passes by itself after {effects.PASS_SECONDS} seconds",
        f"waits {WORDS[effects.TIE_SECONDS]} seconds and rolls again",
        f"rolls by itself, {WORDS[effects.COMPUTER_SECONDS]} second after",
        f"This ends after {WORDS[effects.POSITION_SECONDS]} seconds, or with your next touch",
        f"hold `roll` for {WORDS[gestures.HOLDS['roll']]} second",
        f"Hold `undo` for {WORDS[gestures.HOLDS['undo']]} second",
        f"Hold `roll` and `undo` together for {WORDS[gestures.HOLDS[gestures.BOTH]]} seconds",
        f"{WORDS[gestures.CROWD_PRESSES].capitalize()} presses within "
        f"{gestures.CROWD_SECONDS} seconds",
        f"one button held for longer than {WORDS[gestures.SLEEVE_SECONDS]} seconds",
        f"has touched it for {WORDS[gestures.QUIET_SECONDS]} second",
        f"nobody has touched it for {WORDS[REST_MINUTES]} minutes",
        f"for {WORDS[NIGHT_MINUTES]} minutes after the last touch",
        f"so many minutes without a touch (usually {AS_USUAL.idle:.0f})",
    )
    assert [time for time in times if time not in text] == []


def test_the_guide_has_the_words_for_a_board_in_trouble() -> None:
    text = (DOCS / "building-felt.md").read_text("utf-8")
    assert [words for words in (chain_words(CUT), UNPLUGGED) if f"*{words}*" not in text] == []


WORDS = {0.5: "half a", 1.0: "one", 2.0: "two", 3.0: "three", 5.0: "five", 6.0: "six"}


def test_the_board_says_what_the_page_says_it_does() -> None:
    explained = {row[0] for row in rows(section(DOCS / "playing.md", "## What the board says"))}
    assert explained == {text for _, text in said()}


# The dice by hand


def test_the_snippet_and_the_one_liner_are_about_the_sample() -> None:
    game = finished()
    white, black = game.state.game.numbers
    text = (DOCS / "dice.md").read_text("utf-8")
    assert f'"{game.state.game.commitment}"' in text
    assert f'fromhex("{game.secret.hex()}")' in text
    assert f"white, black = {white}, {black}\n" in text
    assert one_liner(game) in text
    assert f"\n{first_block(game)}\n" in text


@pytest.mark.parametrize("packed", [False, True])
def test_the_code_can_be_computed_by_hand(packed: bool, folder: Path) -> None:
    """From the journal's rows, and where the game is packed."""
    closed = finished().state.game.closed
    assert closed is not None
    with closing(Journal(folder / "games" / FILE_NAME)) as journal:
        if packed:
            summarize_and_pack(journal, 1)
        with journal.reading() as db:
            ((found,),) = db.execute("SELECT packed IS NOT NULL FROM game WHERE id = 1")
    assert bool(found) is packed
    (block,) = [b for b in of_language("python") if 'b"minigam game 1"' in b.text]
    assert python_output(block.text, folder) == f"{closed.code[:16]}\n" == block.output
    assert f"--code {short_code(closed.code)}`" in block.page.read_text("utf-8")


def test_the_snippet_of_two_boards_is_about_a_stored_game() -> None:
    game = Game.of(load(FOLDER / "two-boards.jsonl"))
    (block,) = [b for b in of_language("python") if "minigam dice 2:" in b.text]
    pairs = list(zip(*game.shares, strict=True))[:3]
    for given in (*game.promises, *(secret for pair in pairs for secret in pair)):
        assert f'"{given}"' in block.text
    rolls = enumerate(game.rolls[:3], start=1)
    assert block.output == "".join(
        f"{number} fit: True {one} {other}\n" for number, ((one, other), _) in rolls
    )


def one_liner(game: Sample) -> str:
    white, black = game.state.game.numbers
    return (
        f"printf 'minigam dice 1:{white}:{black}:1:0' | "
        f"openssl dgst -sha256 -mac HMAC -macopt hexkey:{game.secret.hex()}\n"
    )


def first_block(game: Sample) -> str:
    white, black = game.state.game.numbers
    return hmac.digest(game.secret, f"minigam dice 1:{white}:{black}:1:0".encode(), "sha256").hex()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here")
def test_openssl_says_the_same() -> None:
    game = finished()
    answer = subprocess.run(
        ["sh", "-c", one_liner(game)], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split()[-1] == first_block(game)
