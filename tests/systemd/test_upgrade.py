"""`make upgrade` over plain files: whatever breaks it off, the old version plays again."""

import itertools
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from tests.faults import note
from tests.journal.killing import shim
from tests.systemd.box import AS_BEFORE, BACKUP, NEW, OLD, UNIT, UPGRADED, Box, box_of, put
from tests.update.releases import content_of

SIGNALS = ("HUP", "INT", "QUIT", "TERM", "PIPE")


def goes_back(box: Box) -> str:
    """What is said by an upgrade after which all is as before."""
    status, said = box.upgrade()
    assert status == 1, said
    assert said.count("minigam: going back to 1.0.0-c\n") == 1, said
    assert said.endswith("minigam: 1.0.0-c plays again as before; nothing of its games is lost\n")
    assert box.found() == AS_BEFORE
    return said


def test_the_new_version_plays(box: Box) -> None:
    status, said = box.upgrade()
    assert (status, "minigam: 2.0.0-c was ready after" in said) == (0, True), said
    assert "going back" not in said
    assert box.found() == UPGRADED


STEPS = ("stop-1.0.0-c", "backup", "install", "daemon-reload-2.0.0-c", "restart-2.0.0-c")
"""In their order; systemd's with the version that is current then."""


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("what", ["1", *SIGNALS], ids=["fails", *SIGNALS])
def test_a_step_that_fails_or_a_signal_leaves_the_old_version_playing(
    box: Box, step: str, what: str
) -> None:
    """A signal such as of a connection that is lost, or of a hand that would rather not."""
    box.at(step, what)
    goes_back(box)


@pytest.mark.parametrize("second", SIGNALS)
@pytest.mark.parametrize("step", ["stop-2.0.0-c", "daemon-reload-1.0.0-c", "restart-1.0.0-c"])
def test_nothing_ends_the_way_back(box: Box, step: str, second: str) -> None:
    box.at("restart-2.0.0-c", "INT")
    box.at(step, second)
    goes_back(box)


def test_a_version_that_does_not_become_ready_is_quoted_and_what_fails_on_the_way_back_left_out(
    box: Box,
) -> None:
    for step in ("restart-2.0.0-c", "stop-2.0.0-c", "daemon-reload-1.0.0-c"):
        box.at(step, "1")
    reason = "minigam: 2.0.0-c does not become ready; it said last:\nit is broken\n"
    assert f"{reason}minigam: going back to 1.0.0-c" in goes_back(box)


def test_a_disk_that_stays_full_is_no_hindrance_on_the_way_back(box: Box) -> None:
    (box.root / "full").touch()
    goes_back(box)


def test_the_upgrade_goes_on_where_nobody_listens(box: Box) -> None:
    with open("/dev/full", "w") as nobody:
        status, _ = box.upgrade(nobody.fileno())
    assert status == 0
    assert box.found() == UPGRADED


def named(said: str) -> str:
    return said.partition("done. Version ")[2].partition(" ")[0]


@pytest.mark.parametrize(("state", "before"), [("changes", "2.0.0-c-"), ("no git", "2.0.0-")])
def test_what_is_no_commit_is_named_for_what_is_in_it(box: Box, state: str, before: str) -> None:
    (box.root / state).write_text(" M some/file\n")
    first = named(box.upgrade()[1])
    assert box.upgrade() == (0, f"minigam: {first} is installed already\n")
    put(box.root / "clone/controller/minigam/rules/new.py", "FACES = 6\n")
    second = named(box.upgrade()[1])
    assert all(re.fullmatch(f"{before}[0-9a-f]{{10}}", each) for each in (first, second))
    assert second != first
    assert box.found()["current"] == second


@pytest.mark.parametrize("what", ["1", *SIGNALS])
def test_the_unit_files_of_a_version_that_is_installed_again_stay(box: Box, what: str) -> None:
    box.put_version(OLD)
    box.at("copy", what)
    assert box.run("install")[0] != 0
    there = box.root / "opt/minigam/versions" / OLD
    assert [path.name for path in (there / "system").iterdir()] == ["minigam.service"]
    assert box.found() == AS_BEFORE
    assert box.run("install")[0] == 0
    assert sorted(path.name for path in there.iterdir()) == ["bin", "system"]
    assert (there / "system/minigam.service").read_text() == f"# {NEW}\n"


# The packages

OF_A_PI = {
    "": ["run"],
    "Raspberry Pi 4 Model B": ["source", "pi"],
    "Raspberry Pi 5 Model B": ["source", "pi5"],
}
"""The files of `requirements/` by the model of the machine."""


@pytest.mark.parametrize("model", OF_A_PI)
def test_root_installs_what_is_locked_and_nothing_else(box: Box, model: str) -> None:
    tree = box.root / "proc/device-tree"
    put(tree / "model", f"{model}\0")
    put(tree / "compatible", "brcm,bcm2712\0" if " 5 " in model else "brcm,bcm2711\0")
    assert box.upgrade()[0] == 0
    always = "install --quiet --disable-pip-version-check"
    folder = box.root / "clone"
    assert box.read("pip").splitlines() == [
        *(
            f"{always} --require-hashes --no-build-isolation -r {folder}/requirements/{name}.txt"
            for name in OF_A_PI[model]
        ),
        f"{always} --no-index --no-deps --no-build-isolation {folder}",
    ]


def test_a_32_bit_system_is_refused_before_anything_is_done(box: Box) -> None:
    (box.root / "32 bits").touch()
    wanted = "expected a 64-bit system, got a 32-bit Python: some packages exist for 64 bits only"
    advice = "write the 64-bit Raspberry Pi OS to the card (Zero 2 W, 3, 4, 5)"
    assert box.upgrade() == (1, f"minigam: {wanted}; {advice}\n")
    assert box.run("install") == (1, f"minigam: {wanted}; {advice}\n")
    assert not (box.root / "pip").exists()
    assert box.found() == AS_BEFORE


# The backup of the games


def other_backups(box: Box, *times: int) -> None:
    """Some of another time; a Pi without a clock may have made them in what is yet to come."""
    folder = box.root / "var/lib/minigam/backups"
    folder.mkdir()
    for number, time in enumerate(times):
        file = folder / f"other-{number}.tar.gz"
        file.touch()
        os.utime(file, (time, time))


FUTURE = 4_000_000_000


def test_the_backup_that_was_just_made_is_restored(box: Box) -> None:
    other_backups(box, FUTURE)
    box.at("restart-2.0.0-c", "1")
    box.at("restart-1.0.0-c", "1")
    goes_back(box)
    assert box.read("restored") == str(box.root / "var/lib/minigam/backups" / BACKUP)


def test_a_board_on_which_nobody_has_played_has_nothing_to_back_up(box: Box) -> None:
    (box.root / "unplayed").touch()
    assert box.upgrade()[0] == 0
    assert not (box.root / "var/lib/minigam/backups").exists()


def test_games_that_cannot_be_listed_are_backed_up_all_the_same(box: Box) -> None:
    box.at("games", "1")
    assert box.upgrade()[0] == 0
    assert [path.name for path in (box.root / "var/lib/minigam/backups").iterdir()] == [BACKUP]


def test_it_is_among_those_that_stay(box: Box) -> None:
    other_backups(box, FUTURE + 1, FUTURE + 2, 1, FUTURE + 3)
    assert box.upgrade()[0] == 0
    left = {path.name for path in (box.root / "var/lib/minigam/backups").iterdir()}
    assert left == {BACKUP, "other-1.tar.gz", "other-3.tar.gz"}


def test_another_sentence_than_the_backups_own_is_no_backup(box: Box) -> None:
    command = box.root / "opt/minigam/current/bin/minigam"
    command.write_text(command.read_text().replace("written and", "put and"))
    assert "expected the backup's file to be told, got: put and read again: /" in goes_back(box)


# A kill, as of a cut of power

KEPT = "var/lib/minigam/journal.sqlite"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shim.build(tmp_path_factory.mktemp("kill"))


def killed_at(box: Box, at: int, library: Path, folder: Path) -> int:
    """An upgrade that is killed at that call, with all its programs; how many calls there were."""
    file = folder / "count"
    count = shim.Count(file)
    count.begin(at)
    more = shim.environment(library, box.root, file).items() - os.environ.items()
    status, said = Box(box.root, dict(more)).upgrade()
    assert status in (0, -signal.SIGKILL), said
    return len(count.calls)


def looked_at(box: Box) -> None:
    """The next boot finds one whole version; the next upgrade comes to its end."""
    version = str(box.found()["current"])
    assert box.read(UNIT) in (f"# {OLD}", f"# {NEW}")
    there = box.root / "opt/minigam/versions" / version
    assert os.access(there / "bin/minigam", os.X_OK)
    assert (there / "system/minigam.service").read_text() == f"# {version}\n"
    assert (box.root / KEPT).exists()
    (box.root / "state").write_text(f"{version} plays\n")
    status, said = box.upgrade()
    assert status == 0, said
    assert box.found() == UPGRADED
    assert not (box.root / "opt/minigam/upgrading").exists()


def killed_everywhere(template: Box, step: int, library: Path, folder: Path) -> int:
    place = template.root.with_name("place")
    for at in itertools.count(1, step):
        shutil.copytree(template.root, place, symlinks=True)
        calls = killed_at(Box(place), at, library, folder)
        try:
            looked_at(Box(place))
        except AssertionError as fault:
            fault.add_note(f"killed at call {at}")
            raise
        shutil.rmtree(place)
        if calls < at:
            return at // step
    raise AssertionError


@pytest.fixture
def aside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("aside")


@pytest.mark.shim
def test_an_upgrade_killed_at_some_of_its_calls(box: Box, library: Path, aside: Path) -> None:
    assert killed_everywhere(box, 29, library, aside) > 1


@pytest.mark.shim
@pytest.mark.slow
def test_an_upgrade_killed_at_each_of_its_calls(box: Box, library: Path, aside: Path) -> None:
    times = killed_everywhere(box, 1, library, aside)
    came = "the next boot found one whole version, and the next upgrade came to its end"
    note("upgrade: killed at each call that changes a file", 1, times - 1, came)


@pytest.mark.parametrize("now", [OLD, NEW])
def test_whatever_version_comes_after_a_broken_off_upgrade_is_put_there(now: str, box: Box) -> None:
    """Also the one before: it is not taken for installed already."""
    box.put_version(now)
    put(box.root / "clone/systemd/minigam.service", f"# {now}\n")
    put(box.root / "opt/minigam/upgrading", f"{OLD}\n")
    (box.root / "state").write_text("stopped\n")
    status, said = box.upgrade()
    assert status == 0
    assert "going on with an upgrade from 1.0.0-c that was broken off" in said
    assert box.found() == box_of(now, sorted({OLD, now}))
    assert box.upgrade()[1] == f"minigam: {now} is installed already\n"


# A release: its version, and the packages that it carries


def test_a_release_is_named_for_its_number_as_long_as_it_is_what_it_was(box: Box) -> None:
    first = content_of(box.root / "clone")
    put(box.root / "clone/RELEASE", f"{first}\n")
    assert named(box.upgrade()[1]) == "2.0.0"
    assert box.found()["current"] == "2.0.0"
    put(box.root / "clone/controller/minigam/rules/new.py", "FACES = 6\n")
    assert named(box.upgrade()[1]) == NEW


PI_4 = "Raspberry Pi 4 Model B"


def wheels(box: Box, folder: Path, *lists: str) -> Path:
    folder.mkdir(parents=True)
    for name in lists:
        (folder / f"{name}.txt").touch()
    put(box.root / "proc/device-tree/model", f"{PI_4}\0")
    return folder


@pytest.mark.parametrize("own", [True, False], ids=["of the release", "named"])
def test_packages_that_are_all_there_are_fetched_from_nowhere(own: bool, box: Box) -> None:
    machine = f"{os.uname().machine}-cp313"
    folder = box.root / "clone/wheels" / machine if own else box.root / "stick"
    wheels(box, folder, "run", "pi")
    there = Box(box.root, {} if own else {"WHEELS": str(folder)})
    assert there.upgrade()[0] == 0
    always = "install --quiet --disable-pip-version-check"
    assert box.read("pip").splitlines() == [
        f"{always} --require-hashes --no-index --find-links {folder} -r {folder}/pi.txt",
        f"{always} --no-index --no-deps --no-build-isolation {box.root}/clone",
    ]


def test_some_packages_are_looked_for_there_first(box: Box) -> None:
    folder = wheels(box, box.root / "stick")
    assert Box(box.root, {"WHEELS": str(folder)}).upgrade()[0] == 0
    always = "install --quiet --disable-pip-version-check --require-hashes --no-build-isolation"
    assert box.read("pip").splitlines()[:2] == [
        f"{always} --find-links {folder} -r {box.root}/clone/requirements/{name}.txt"
        for name in ("source", "pi")
    ]


# The end of a game


def test_an_upgrade_that_is_to_wait_builds_first_and_waits_before_it_stops_anything(
    box: Box,
) -> None:
    box.at("update", "1")
    status, said = Box(box.root, {"WAIT": "8080"}).upgrade()
    assert status == 1
    assert "installing 2.0.0-c into" in said
    assert "going back" not in said
    assert said.endswith("has not begun: see above. What was installed before goes on\n")
    assert box.found() == AS_BEFORE
    assert Box(box.root, {"WAIT": "8080"}).upgrade()[0] == 0
    assert box.found() == UPGRADED


@pytest.mark.parametrize("what", SIGNALS)
def test_a_wait_that_is_broken_off_leaves_the_old_version_playing(what: str, box: Box) -> None:
    box.at("update", what)
    assert Box(box.root, {"WAIT": "8080"}).upgrade()[0] != 0
    assert (box.found()["current"], box.found()["state"]) == (OLD, f"{OLD} plays")


def test_without_minisign_all_but_updates_is_there(box: Box) -> None:
    """A system that had none, and has no network."""
    fakes = box.root / "fakes"
    put(fakes / "dpkg-query", '#!/bin/sh\n[ "$4" = minisign ] || echo installed\n')
    put(fakes / "apt-get", "#!/bin/sh\nexit 100\n")
    status, said = box.upgrade()
    assert status == 0
    assert "minisign cannot be fetched: minigam update needs it" in said
    assert box.found() == UPGRADED
