"""Kills a command at each call that changes a file, and looks at what is left.

Run with the library of `shim` preloaded: `python -m tests.journal.killing.server CASE FOLDER STEP`.
Each command is a child of this program, so that Python starts once. Prints its findings as JSON.
Nothing of the checks is changed by the library: it kills at no call then.
"""

import itertools
import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from minigam.cli.main import main
from minigam.journal.atomic_replace import is_pending
from minigam.journal.backup_file import look_over
from minigam.journal.data_folder import finish_restore, lock_data_folder
from minigam.journal.importing import add_games, lock_imports
from minigam.journal.retention import (
    delete_games,
    games_to_summarize,
    release_free_pages,
    stored_summary,
    summarize_and_pack,
)
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.actions import Action, Begun, Named
from minigam.rules.terms import Terms
from tests.docs import sample
from tests.journal.killing.shim import Count, kinds
from tests.journal.tampering import sql

SETTINGS = "settings/board.toml"
BOARD = board_key(6, False)
MORE = Named(("Ann", "Bob"))
"""An action that a game may have as many of as it likes."""


def games(data: Path) -> dict[int, list[Action]]:
    with closing(Journal(data / FILE_NAME)) as journal:
        return {number: journal.actions(number) for number in journal.numbers()}


def agreed(data: Path) -> object:
    with closing(Journal(data / FILE_NAME)) as journal:
        return journal.agreement(BOARD)


def write_data(data: Path, name: str, more: int) -> None:
    """A folder with some games and a setting, of which both say whose they are."""
    (data / SETTINGS).parent.mkdir(parents=True)
    (data / SETTINGS).write_text(name)
    with closing(Journal(data / FILE_NAME, new=True)) as journal:
        for _ in range(2):
            number = journal.begin([Begun(Terms("minigam", names=(name, name)))], BOARD)
            for _ in range(more):
                journal.append(number, [MORE])
        journal.agree(BOARD, name)


def command(*words: object) -> int:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return main([str(word) for word in words])


@dataclass(frozen=True)
class Case:
    """A command that is killed, and what must hold of what it leaves."""

    prepare: Callable[[Path], None]
    """Lay a folder out, once."""
    do: Callable[[Path], object]
    look: Callable[[Path], str]
    """Begin anew as the next command does; which of the states that may be was found. Raises
    `AssertionError` for any other."""


# Restore


def before_restore(root: Path) -> None:
    for name, more in (("old", 3), ("new", 5)):
        write_data(root / name, name, more)
    (root / "stick").mkdir()
    assert command("backup", root / "stick", "--data", root / "new") == 0
    shutil.copytree(root / "old", root / "data")


def restore(root: Path) -> int:
    (file,) = (root / "stick").glob("*.tar.gz")
    return command("restore", file, "--data", root / "data")


def after_restore(root: Path) -> str:
    data = root / "data"
    finish_restore(data)
    found = (data / SETTINGS).read_text()
    assert games(data) == games(root / found)
    assert agreed(data) == found
    asides = [path for path in data.glob("before-*") if any(path.iterdir())]
    assert [(path / SETTINGS).read_text() for path in asides] == ["old"] * (found == "new")
    assert all(games(path) == games(root / "old") for path in asides)
    assert restore(root) == 0
    assert (games(data), agreed(data)) == (games(root / "new"), "new")
    assert not list(data.glob("restoring-*"))
    return found


def before_finishing(root: Path) -> None:
    """A restore that was broken off as soon as it was decided on."""
    before_restore(root)
    with patch("minigam.journal.atomic_replace.finish"):
        assert restore(root) == 0
    assert is_pending(root / "data")


def finish(root: Path) -> None:
    with lock_data_folder(root / "data"):
        pass


def after_finishing(root: Path) -> str:
    found = after_restore(root)
    assert found == "new"
    return found


# Backup


def before_backup(root: Path) -> None:
    write_data(root / "data", "old", 4)
    (root / "stick").mkdir()
    shutil.copytree(root / "data", root / "old")


def backup(root: Path) -> int:
    return command("backup", root / "stick", "--data", root / "data")


def after_backup(root: Path) -> str:
    assert games(root / "data") == games(root / "old")
    written = list((root / "stick").glob("*.tar.gz"))
    for file in written:
        assert set(look_over(file)) == {FILE_NAME, SETTINGS}
    assert backup(root) == 0
    left = {path.name for path in (root / "stick").iterdir()}
    assert len(left) == len(written) + 1
    assert all(name.endswith(".tar.gz") for name in left)
    return "written" if written else "none"


# Import

GAME: list[Action] = [Begun(Terms("minigam", imported=True)), *[MORE] * 30]
COMING = [("2026-01-31T19:05:00.000+00:00", GAME)] * 4


def before_import(root: Path) -> None:
    write_data(root / "data", "old", 2)
    shutil.copytree(root / "data", root / "old")


def import_games(root: Path) -> list[int]:
    data = root / "data"
    finish_restore(data)
    with (
        patch("minigam.journal.importing.MOST_ROWS", 25),
        lock_imports(data),
        closing(Journal(data / FILE_NAME, new=True)) as journal,
    ):
        return add_games(journal, COMING)


def after_import(root: Path) -> str:
    data = root / "data"
    finish_restore(data)
    found, old = games(data), games(root / "old")
    come = dict.fromkeys(range(3, 7), GAME)
    assert found in (old, {**old, **come})
    number = len(found) + 1
    assert import_games(root) == list(range(number, number + 4))
    assert games(data) == {**found, **dict.fromkeys(range(number, number + 4), GAME)}
    tables = ("importing", "game", "action")
    rows = [sql(data / FILE_NAME, f"SELECT count(*) FROM {table}")[0][0] for table in tables]
    assert rows == [0, number + 3, 2 * 3 + (number + 1) * 31]
    return "old" if found == old else "new"


def after_first_import(root: Path) -> str:
    data = root / "data"
    found = games(data) if (data / FILE_NAME).exists() else {}
    assert found in ({}, dict.fromkeys(range(1, 5), GAME))
    assert len(import_games(root)) == 4
    assert len(games(data)) == len(found) + 4
    return "new" if found else "old"


# Prune

GOING = [3, 4]


def before_prune(root: Path) -> None:
    root.mkdir()
    sample.write_journal(root / "data")
    with closing(Journal(root / "data" / FILE_NAME)) as journal:
        add_games(journal, [("", sample.resigned().decided)] * 3)
        journal.begin([Begun(Terms("minigam"))], BOARD)
    shutil.copytree(root / "data", root / "old")


def prune(root: Path) -> None:
    with closing(Journal(root / "data" / FILE_NAME)) as journal:
        for number in games_to_summarize(journal, max(journal.numbers())):
            summarize_and_pack(journal, number)
        delete_games(journal, [number for number in GOING if number in journal.numbers()])
        release_free_pages(journal)


def after_prune(root: Path) -> str:
    data = root / "data"
    found, old = games(data), games(root / "old")
    gone = sorted(old.keys() - found.keys())
    assert gone in ([], GOING[:1], GOING)
    assert found == {number: actions for number, actions in old.items() if number not in gone}
    prune(root)
    assert games(data) == {n: actions for n, actions in old.items() if n not in GOING}
    with closing(Journal(data / FILE_NAME)) as journal:
        assert all(stored_summary(journal, number).summary.begun for number in GOING)
    return {0: "old", 1: "one is gone", 2: "new"}[len(gone)]


CASES = {
    "restore": Case(before_restore, restore, after_restore),
    "restore-finish": Case(before_finishing, finish, after_finishing),
    "backup": Case(before_backup, backup, after_backup),
    "import": Case(before_import, import_games, after_import),
    "import-first": Case(
        lambda root: (root / "data").mkdir(parents=True), import_games, after_first_import
    ),
    "prune": Case(before_prune, prune, after_prune),
}


# Killing


def killed_at(do: Callable[[], object], at: int, count: Count) -> tuple[bool, list[str]]:
    """Do it in a child that is killed at that call; whether it was, and the calls."""
    count.begin(at)
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        do()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code in (0, -signal.SIGKILL), f"expected the end or a kill, got {code}"
    calls = count.calls
    count.begin(0)
    return code != 0, calls


def killed_everywhere(case: Case, root: Path, count: Count, step: int) -> dict[str, object]:
    """What is found after a kill at every so-manieth call, and how often."""
    template, place = root / "template", root / "place"
    case.prepare(template)
    found = Counter[str]()
    for at in itertools.count(1, step):
        shutil.copytree(template, place, symlinks=True)
        killed, calls = killed_at(lambda: case.do(place), at, count)
        try:
            state = case.look(place)
        except Exception as fault:
            raise AssertionError(f"killed at call {at}: {calls[-3:]}") from fault
        shutil.rmtree(place)
        if not killed:
            return {"calls": kinds(calls), "found": found, "at its end": state}
        found[state] += 1
    raise AssertionError


def begin() -> None:
    """See above."""
    name, root, step = sys.argv[1:]
    count = Count(Path(os.environ["MINIGAM_KILL_STATE"]))
    print(json.dumps(killed_everywhere(CASES[name], Path(root), count, int(step))))


if __name__ == "__main__":
    begin()
