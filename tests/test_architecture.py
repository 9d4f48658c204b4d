"""Who may import whom, read off every module; and that a command starts without the heavy parts."""

import ast
import re
import subprocess
import sys
from collections.abc import Collection
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import minigam

SOURCE = Path(minigam.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST = 450
FILE_ENDINGS = {"json", "py"}

EVERYWHERE = (
    *("errors", "http_policy", "http_runner", "json_text", "token_bucket", "validation"),
    "words",
)
"""Modules that every room may import."""
LEVEL_1 = {"rules", "board", "link", "dice"}
LEVEL_2 = {"formats", "solver", "players", "table"}
LEVEL_3 = {"drivers", "journal", "pairing", "remote", "update", "web"}
MAY_IMPORT: dict[str, set[str]] = {
    **{room: set() for room in (*EVERYWHERE, *LEVEL_1, "files")},
    "formats": {"rules"},
    "solver": {"rules"},
    "players": {"rules"},
    "table": {"rules", "board"},
    "drivers": {"board", "link"},
    "journal": LEVEL_1 | LEVEL_2 | {"files"},
    "pairing": {"board", "table", "files", "journal"},
    "remote": LEVEL_1 | LEVEL_2 | {"files"},
    "update": {"files"},
    "web": LEVEL_1 | LEVEL_2 | {"pairing"},
    "provisioning": {"board"},
    "daemon": LEVEL_1 | LEVEL_2 | LEVEL_3 | {"files"},
    "hil": LEVEL_1 | LEVEL_2 | {"drivers"},
    "cli": LEVEL_1 | LEVEL_2 | LEVEL_3 | {"files", "daemon", "hil", "provisioning"},
}
"""Beside itself and `EVERYWHERE`."""

LIBRARIES = {
    "http_runner": {"aiohttp"},
    "solver": {"numpy", "numba"},
    "players": {"numpy"},
    "drivers": {
        *("adafruit_blinka", "board", "gnubg", "gpiod", "gpiozero", "neopixel", "neopixel_write"),
        "serial",
    },
    "remote": {"aiohttp", "cryptography", "fpdf", "networkx", "paho"},
    "web": {"aiohttp", "polib", "segno"},
    "daemon": {"aiohttp"},
    "provisioning": {"aiohttp", "dbus_fast"},
    "cli": {"argcomplete", "tqdm"},
}
"""What a room may import beside the standard library."""

PURE = {"http_policy", "json_text", "token_bucket", "validation", "words"} | {
    *("rules", "formats", "board", "link", "table", "dice")
}
PURE_LIBRARIES = {
    *("__future__", "collections", "contextlib", "dataclasses", "decimal", "enum", "functools"),
    *("itertools", "abc", "calendar", "math", "re", "string", "textwrap", "typing", "unicodedata"),
    *("base64", "binascii", "hashlib", "hmac", "json", "struct", "tomllib", "zlib", "errno"),
    "ipaddress",
}
"""All that they may import of the standard library: nothing there reads, waits or draws lots."""
IMPURE_CALLS = {"open", "print", "input", "__import__", "exec", "eval"}
ALLOWED = {
    "table/computer.py": {"random.Random"},
    "board/profile.py": {
        "pathlib.Path",
        "importlib.resources.files",
        "importlib.resources.abc.Traversable",
    },
}
"""The type of a source of chance passed in; the one file that the pure rooms read."""

HEAVY = {"asyncio", "sqlite3"}.union(*LIBRARIES.values())
"""What no command loads before it needs it."""


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def room_of(path: Path) -> str:
    """The room of a module; `__main__` stands in the command line's door."""
    first = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    return {"__main__": "cli", "__init__": "errors"}.get(first, first)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def imports_of(path: Path) -> set[str]:
    """Everything imported, in functions too, each as a full dotted name."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"expected an absolute import in {name_of(path)}"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def top(name: str) -> str:
    return name.partition(".")[0]


EACH_MODULE = pytest.mark.parametrize("path", MODULES, ids=name_of)
EACH_PURE_MODULE = pytest.mark.parametrize(
    "path", [path for path in MODULES if room_of(path) in PURE], ids=name_of
)


def test_every_room_has_its_place_in_the_house() -> None:
    assert {room_of(path) for path in MODULES} <= MAY_IMPORT.keys()


@EACH_MODULE
def test_a_room_imports_only_from_below(path: Path) -> None:
    own = {name.split(".")[1] for name in imports_of(path) if top(name) == "minigam"}
    free = {room_of(path), *EVERYWHERE, "__version__"}
    assert own - free <= MAY_IMPORT[room_of(path)]


@EACH_MODULE
def test_only_the_rooms_that_need_them_import_libraries(path: Path) -> None:
    libraries = {top(name) for name in imports_of(path)} - sys.stdlib_module_names - {"minigam"}
    assert libraries <= LIBRARIES.get(room_of(path), set())


@EACH_PURE_MODULE
def test_pure_rooms_know_no_clock_chance_or_outside(path: Path) -> None:
    impure = {name for name in imports_of(path) if top(name) not in PURE_LIBRARIES | {"minigam"}}
    assert impure <= ALLOWED.get(name_of(path), set())


@EACH_PURE_MODULE
def test_pure_rooms_neither_read_nor_write(path: Path) -> None:
    called = [node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    assert not {name.id for name in called if isinstance(name, ast.Name)} & IMPURE_CALLS


@EACH_MODULE
def test_only_the_drivers_know_threads(path: Path) -> None:
    assert "threading" not in map(top, imports_of(path)) or room_of(path) == "drivers"


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {name_of(path).removesuffix(".py").replace("/", "."): path for path in MODULES}
    graph = {name: modules_of(imports_of(path), names) for name, path in names.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError


def modules_of(imported: set[str], names: Collection[str]) -> set[str]:
    """The modules that full dotted names are, or are in."""
    own = {name.removeprefix("minigam.") for name in imported}
    return {found for name in own for found in (name, name.rpartition(".")[0]) if found in names}


@EACH_MODULE
def test_docstrings_name_only_what_there_is(path: Path) -> None:
    """Such as `table.snapshot`, or `snapshot.Snapshot` in any module of that name."""
    found = re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", path.read_text("utf-8"))
    assert [name for name in found if not is_there(name)] == []


def is_there(dotted: str) -> bool:
    """Whether this is a module, what one defines, or a name of something else."""
    first, second, *more = dotted.split(".")
    if (SOURCE / first / f"{second}.py").exists():
        return all(defines(SOURCE / first / f"{second}.py", name) for name in more[:1])
    if second in FILE_ENDINGS:
        return True
    same = [path for path in MODULES if path.stem == first]
    is_room = (SOURCE / first / "__init__.py").exists()
    return any(defines(path, second) for path in same) or not (same or is_room)


def defines(path: Path, name: str) -> bool:
    word = re.compile(rf"^\s*(?:async def |def |class |self\.)?{name}\b", re.M)
    return word.search(path.read_text("utf-8")) is not None


def test_no_place_of_a_statement_is_numbered() -> None:
    """Such as `?1`: from Python 3.12.0 to 3.12.3 sqlite3 takes it for a name, and warns."""
    numbered = re.compile(r"\?\d")
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if room_of(path) == "journal"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and numbered.search(node.value)
    ]
    assert found == []


@EACH_MODULE
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize(
    "command",
    [
        ["-c", "import minigam.cli.main"],
        ["-m", "minigam", "--help"],
        ["-m", "minigam", "engine"],
        ["-m", "minigam", "check", "--board", "sim"],
    ],
    ids=["import", "help", "engine", "check"],
)
def test_a_command_starts_light(command: list[str]) -> None:
    report = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    loaded = {line.rpartition("|")[2].strip() for line in report.splitlines()}
    assert "minigam.cli.main" in loaded
    assert not HEAVY & set(map(top, loaded))
