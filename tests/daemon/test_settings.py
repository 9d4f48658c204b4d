"""A board's settings: the value, its file, its PIN, and what they do at the table."""

import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.settings import AS_USUAL, LEVELS, SECRET, Settings
from minigam.daemon.settings_store import SettingsFile, SettingsStore
from minigam.daemon.staff_pin import (
    FIRST_WAIT,
    FREE_TRIES,
    LONGEST_WAIT,
    PinAttempts,
    hash_pin,
    verify_pin,
)
from minigam.errors import SettingsError
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.table.state import Phase
from minigam.web.requests import LockedError, TooManyTriesError
from tests.daemon.rig import Rig, give_up

SIM = load_profile("sim")
GAMES = games_for(6)
UNUSUAL: dict[str, Any] = {
    "games": ["minigam-full-entry"],
    "levels": ["easy", "perfect"],
    "tones": False,
    "speech": True,
    "volume": 0,
    "language": "de",
    "brightness": 5,
    "night": "22:30-06:00",
    "night_lights": "dim",
    "night_screen": "off",
    "facing": "black",
    "numbers": "own",
    "idle": 0.5,
    "rest": "04:00",
    "broker": "mqtts://broker.example",
    "board_name": "board-7",
    "remote_control": True,
}


# The value


def test_every_field_can_be_changed_and_is_told() -> None:
    changed = AS_USUAL.changed(UNUSUAL, GAMES)
    assert changed.listed() == UNUSUAL
    assert changed.kept() == UNUSUAL
    assert {*UNUSUAL, SECRET} == {*AS_USUAL.listed(), SECRET}
    assert all(value != UNUSUAL[name] for name, value in AS_USUAL.listed().items())


SOME_LEVELS = "all, or a list of some of easy, medium, hard, expert, gnubg, perfect"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("games", ["backgammon"], "all, or a list of some of minigam, minigam-full-entry"),
        ("games", "minigam", "all, or a list of some of minigam, minigam-full-entry"),
        ("levels", ["easy", "easy"], SOME_LEVELS),
        ("levels", ["human"], SOME_LEVELS),
        ("levels", [["easy"]], SOME_LEVELS),
        ("tones", 1, "true or false"),
        ("speech", "on", "true or false"),
        ("volume", 101, "a whole number from 0 to 100"),
        ("volume", True, "a whole number from 0 to 100"),
        ("language", "German", "one of an empty text, en, de"),
        ("brightness", 4, "a whole number from 5 to 100"),
        ("brightness", 50.0, "a whole number from 5 to 100"),
        ("night", "22:00", "two times such as 22:00-07:00, or an empty text"),
        ("night", "22:00-24:00", "two times such as 22:00-07:00, or an empty text"),
        ("night_lights", "on", "one of off, dim"),
        ("night_screen", "dim", "one of black, off"),
        ("facing", 1, "one of white, black"),
        ("numbers", "white", "one of printed, own"),
        ("idle", -1, "0, or a number of minutes from 0.5 to 1440"),
        ("idle", float("nan"), "0, or a number of minutes from 0.5 to 1440"),
        ("idle", 0.49, "0, or a number of minutes from 0.5 to 1440"),
        ("idle", True, "0, or a number of minutes from 0.5 to 1440"),
        ("rest", "4:00", "a time such as 04:00, or an empty text"),
    ],
)
def test_a_value_that_is_none_is_refused(name: str, value: Any, expected: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        AS_USUAL.changed({name: value}, GAMES)
    assert str(refusal.value) == f"{name}: expected {expected}, got {value!r}"


def test_all_is_the_usual_list_and_no_other_settings_value() -> None:
    some = Settings(games=("minigam",), levels=("easy",))
    assert some.changed({"games": "all", "levels": "all"}, GAMES) == AS_USUAL
    assert some.changed({"lock": "all"}, GAMES) == replace(some, lock="all")


def test_a_name_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(SettingsError) as refusal:
        AS_USUAL.changed({"brightnes": 5}, GAMES)
    assert str(refusal.value) == f"brightnes: expected one of {', '.join(UNUSUAL)}"


# The file


def file_in(folder: Path, text: str | None = None) -> SettingsFile:
    file = SettingsFile(folder, SIM)
    if text is not None:
        file.path.parent.mkdir()
        file.path.write_text(text, "utf-8")
    return file


def test_what_is_saved_is_loaded_and_its_owners_alone(tmp_path: Path) -> None:
    file, settings = file_in(tmp_path), replace(AS_USUAL.changed(UNUSUAL, GAMES), lock="scrypt:x")
    assert file.load().settings == AS_USUAL
    file.save(settings)
    assert file.path == tmp_path / "settings" / "sim.toml"
    assert (file.load().settings, file.load().faults) == (settings, ())
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert [path.name for path in file.path.parent.iterdir()] == ["sim.toml"]


def test_the_file_holds_what_differs_alone(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.save(Settings(idle=2.5, levels=()))
    lines = file.path.read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["levels = []", "idle = 2.5"]


def test_a_file_may_say_all(tmp_path: Path) -> None:
    loaded = file_in(tmp_path, 'games = "all"\nlevels = "all"\n').load()
    assert (loaded.settings, loaded.faults) == (AS_USUAL, ())


def test_a_fault_in_the_file_is_told_with_its_line_and_the_rest_holds(tmp_path: Path) -> None:
    file = file_in(tmp_path, 'idle = 3\n\n"volume" = 300\n[night]\nfrom = 22\n')
    loaded = file.load()
    assert loaded.settings == Settings(idle=3)
    assert loaded.faults == (
        f"{file.path}, line 3: volume: expected a whole number from 0 to 100, got 300; "
        "the usual value is used",
        f"{file.path}, line 4: night: expected two times such as 22:00-07:00, or an empty text, "
        "got {'from': 22}; the usual value is used",
    )


def test_a_lock_that_cannot_be_read_stays_locked(tmp_path: Path) -> None:
    loaded = file_in(tmp_path, "lock = 1234").load()
    assert loaded.settings == Settings(lock="?")
    assert loaded.faults == (
        f"{tmp_path}/settings/sim.toml, line 1: lock: expected a text that minigam has written, "
        "got 1234; the settings stay locked until `minigam settings pin=` takes the PIN away",
    )
    assert not verify_pin("1234", "1234")


@pytest.mark.parametrize(
    ("name", "value"),
    [("volume", f"0x1{5000 * '0'}"), ("lock", f"0x1{5000 * '0'}"), (f"idle{3000 * '.a'}", "1")],
)
def test_a_value_that_is_too_long_to_be_told(tmp_path: Path, name: str, value: str) -> None:
    (fault,) = file_in(tmp_path, f"{name} = {value}").load().faults
    assert "got a value that is too long to show" in fault


def test_a_mark_at_the_beginning_that_an_editor_made_is_no_fault(tmp_path: Path) -> None:
    loaded = file_in(tmp_path, "\ufeffidle = 3\n").load()
    assert (loaded.settings, loaded.faults) == (Settings(idle=3), ())


def test_a_pipe_in_the_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    """To open it would be to wait for who writes."""
    file = file_in(tmp_path, "")
    file.path.unlink()
    os.mkfifo(file.path)
    for _ in range(2):
        loaded = file.load()
        assert (loaded.settings, loaded.readable) == (AS_USUAL, False)
        assert loaded.faults == (
            f"{file.path}: expected a plain file at {file.path.resolve()}, got a pipe: "
            "move it aside; all settings are the usual ones",
        )
        link = file.path.with_name("elsewhere")
        file.path.rename(link)
        file.path.symlink_to("elsewhere")


def test_the_file_may_be_a_link_to_one(tmp_path: Path) -> None:
    file = file_in(tmp_path, "idle = 3\n")
    file.path.rename(tmp_path / "own.toml")
    file.path.symlink_to(tmp_path / "own.toml")
    assert file.load().settings == Settings(idle=3)


@pytest.mark.parametrize("text", ["idle = \n", "idle = 1\nidle = 2\n", "\0"])
async def test_a_file_that_nobody_can_read_is_kept(tmp_path: Path, text: str) -> None:
    file = file_in(tmp_path, text)
    loaded = file.load()
    assert (loaded.settings, loaded.readable) == (AS_USUAL, False)
    assert loaded.faults[0].startswith(f"{file.path}: expected TOML, got: ")
    with pytest.raises(SettingsError, match="First put the file right, or delete it: "):
        await store_of(file).change({"idle": 3})
    assert file.path.read_text("utf-8") == text


async def test_a_file_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    file = file_in(tmp_path, "idle = 3\n")
    file.path.with_name("sim.toml.new").mkdir()
    with pytest.raises(SettingsError, match=r"^expected to write .*sim\.toml, got: "):
        await store_of(file).change({"idle": 4})
    assert file.load().settings == Settings(idle=3)


# Who keeps it


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def store_of(file: SettingsFile, clock: Clock | None = None) -> SettingsStore:
    return SettingsStore(file, clock or Clock())


@pytest.fixture(name="store")
def a_store(tmp_path: Path) -> SettingsStore:
    """No settings were changed yet."""
    return store_of(file_in(tmp_path))


async def test_changes_are_kept_and_told_once(store: SettingsStore) -> None:
    heard: list[Settings] = []
    store.on_change = heard.append
    await store.change({"idle": 3, "night": "23:00-05:00"})
    await store.change({"idle": 3})
    assert heard == [store.settings] == [Settings(idle=3, night="23:00-05:00")]
    assert store._file.load().settings == store.settings
    assert store.listed() == {
        "settings": store.settings.listed(),
        "locked": False,
        "broker_password": False,
        "games": {"minigam": "Minigam", "minigam-full-entry": "Minigam, full entry"},
        "levels": ["easy", "medium", "hard", "expert", "perfect"],
    }


@pytest.mark.parametrize(
    ("board", "gnubg", "more"),
    [
        ("sim", True, ["perfect"]),
        ("full-24", True, ["gnubg", "perfect"]),
        ("full-24", False, ["perfect"]),
        ("dice-16", True, []),
    ],
)
async def test_only_levels_that_the_board_could_use_are_listed(
    board: str, gnubg: bool, more: list[str], tmp_path: Path
) -> None:
    """On 24 points hypergammon can be solved."""
    store = SettingsStore(SettingsFile(tmp_path, load_profile(board)), Clock(), gnubg)
    assert store.listed()["levels"] == ["easy", "medium", "hard", "expert", *more]
    await store.change({"levels": list(LEVELS)})  # what is kept may be used elsewhere
    assert store.settings.levels == LEVELS


NO_PIN = "A PIN has 4 to 12 digits, and nothing else."


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"idle": 3, "volume": 300}, "volume: expected a whole number from 0 to 100, got 300"),
        ({"lock": hash_pin("1234", bytes(16))}, "lock: expected new_pin instead"),
        *(
            ({"new_pin": pin}, NO_PIN)
            for pin in ("123", "12a4", "1" * 13, 1234, None, "\uff11\uff12\uff13\uff14")
        ),
    ],
)
async def test_a_wrong_value_changes_nothing(
    changes: dict[str, Any], told: str, store: SettingsStore
) -> None:
    """Nor may a hash be set from outside. A PIN has four to twelve digits."""
    with pytest.raises(SettingsError) as refusal:
        await store.change(changes)
    assert str(refusal.value) == told
    assert store.settings == AS_USUAL


async def test_with_a_pin_only_the_staff_changes_settings(store: SettingsStore) -> None:
    await store.change({"new_pin": "2580"})
    for wrong in ({}, {"pin": "2581"}, {"pin": 2580}, {"new_pin": ""}):
        with pytest.raises(LockedError):
            await store.change({"idle": 3, **wrong})
        store._tries.right()
    assert store.settings.idle == AS_USUAL.idle
    await store.change({"idle": 3, "pin": "2580"})
    assert store.settings.idle == 3
    assert store.listed()["locked"] is True
    assert "2580" not in store._file.path.read_text("utf-8")
    assert store.settings.lock not in str(store.listed())
    again = store_of(store._file)
    await again.change({"pin": "2580", "new_pin": ""})
    await again.change({"idle": 4})
    assert again.settings == Settings(idle=4)


async def test_after_some_wrong_pins_not_even_the_right_one_is_heard_for_a_while(
    tmp_path: Path,
) -> None:
    store = store_of(file_in(tmp_path), clock := Clock())
    await store.change({"new_pin": "2580"})
    told = []
    for pin in (*["0000"] * FREE_TRIES, "2580"):
        with pytest.raises((LockedError, TooManyTriesError)) as refusal:
            await store.change({"idle": 3, "pin": pin})
        told.append((refusal.type, str(refusal.value)))
    wrong = "This is not the staff's PIN."
    assert told == [
        (LockedError, wrong),
        (LockedError, wrong),
        (LockedError, f"{wrong} Wait for 30 seconds before you try again."),
        (
            TooManyTriesError,
            "There were too many wrong PINs: not even the right one is taken for 30 seconds.",
        ),
    ]
    clock.now += FIRST_WAIT
    await store.change({"idle": 3, "pin": "2580"})
    assert store.settings.idle == 3


def test_each_further_try_doubles_the_wait_up_to_a_limit() -> None:
    tries, waits = PinAttempts(), []
    for _ in range(20):
        tries.wrong(0.0)
        waits.append(tries.wait(0.0))
    assert waits[:6] == [0.0, 0.0, 30.0, 60.0, 120.0, 240.0]
    assert set(waits[8:]) == {LONGEST_WAIT}


# What they do at the table


def test_an_attract_scene_offers_what_the_settings_offer(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(black="hard"))) as board:
        offered = Settings(games=("minigam-full-entry",), levels=("easy",))
        board.table.apply_settings(offered, board.now)
        setup = board.table.state.setup
        assert (setup.rules_id, setup.games) == ("minigam-full-entry", ("minigam-full-entry",))
        assert (setup.black, setup.seats) == ("easy", ("human", "easy"))
        board.table.apply_settings(AS_USUAL, board.now)
        assert board.table.state.setup.seats == ("human", "easy", "medium", "hard", "expert")


def test_only_people_play_where_no_level_is_offered(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(black="hard"))) as board:
        board.table.apply_settings(Settings(levels=()), board.now)
        setup = board.table.state.setup
        assert (setup.black, setup.seats) == ("human", ("human",))
        assert setup.hint_level == "expert"


def test_a_game_goes_on_as_it_was_agreed_and_so_does_its_rematch(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup(hints=True))) as board:
        board.tap("roll")
        board.table.apply_settings(Settings(games=("minigam-full-entry",), levels=()), board.now)
        assert board.table.state.setup == Setup(hints=True, on_screen=True)
        give_up(board)
        board.advance(1)
        board.tap("roll")
        again = board.table.state
        assert (again.phase, again.setup.rules_id) == (Phase.OPENING, "minigam")
        board.hold(["roll-white", "undo"], 3.2)
        setup = board.table.state.setup
        assert (setup.rules_id, setup.seats) == ("minigam-full-entry", ("human",))
        assert setup.hints


def test_brightness_scales_every_byte(tmp_path: Path) -> None:
    with Rig(tmp_path, Opened(Setup())) as board:
        board.tap("roll")  # now a turn light is lit alone, and steadily
        bright = board.strip.sent
        board.table.apply_settings(Settings(brightness=50), board.now)
        assert board.strip.sent == bytes(value // 2 for value in bright)
        assert any(board.strip.sent)
