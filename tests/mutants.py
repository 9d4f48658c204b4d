"""How many small faults the quick tests catch: `make mutants [MUTANTS="--count 60 --seed 1"]`.

A fault is put at one random place of a pure room: a comparison is turned round, or a line is left
out. The quick tests run on a copy of the tree with that fault, those of the same room first, until
one fails. A mutant that no test notices has survived; its place and change are printed. They also
run without a fault: were a test to fail there, it would seem to catch every mutant.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.test_architecture import PURE

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "controller" / "minigam"
SECONDS = 1800
"""A mutant that runs longer goes round for ever: that is noticed too, and is printed."""
LEFT_BEHIND = (".git", ".venv", "build", ".*_cache")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
LEFT_OUT = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Return)


class Fate(Enum):
    """What became of a mutant."""

    SURVIVED = "survived"
    CAUGHT = "caught"
    TOO_LONG = "caught by the clock only"


@dataclass(frozen=True)
class Mutant:
    module: Path
    """Below the package."""
    line: int
    what: str
    source: str
    """The whole module with the fault."""


def mutants_of(module: Path) -> Iterator[Mutant]:
    """Every fault that can be put into a module."""
    text = (PACKAGE / module).read_text("utf-8")
    count = sum(1 for _ in _places(ast.parse(text)))
    for at in range(count):
        tree = ast.parse(text)
        place = next(node for n, node in enumerate(_places(tree)) if n == at)
        line, what = place.lineno, _change(tree, place)
        yield Mutant(module, line, what, ast.unparse(ast.fix_missing_locations(tree)))


def _places(tree: ast.Module) -> Iterator[ast.Compare | ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            yield node
        elif isinstance(node, ast.FunctionDef):
            for line in ast.walk(node):
                is_text = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
                if isinstance(line, LEFT_OUT) and not is_text:
                    yield line


def _change(tree: ast.Module, place: ast.Compare | ast.stmt) -> str:
    before = ast.unparse(place)
    if isinstance(place, ast.Compare):
        place.ops[0] = TURNED[type(place.ops[0])]()
        return f"{before}  ->  {ast.unparse(place)}"
    for node in ast.walk(tree):
        for _, body in ast.iter_fields(node):
            if isinstance(body, list) and place in body:
                body[body.index(place)] = ast.Pass()
    return f"left out: {before}"


def fate_of(mutant: Mutant, environment: dict[str, str]) -> Fate:
    """Whether the quick tests notice it."""
    with TemporaryDirectory(prefix="minigam-mutant-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        (tree / "controller" / "minigam" / mutant.module).write_text(mutant.source, "utf-8")
        for tests in _tests(mutant.module):
            fate = _fate(tree, tests, environment)
            if fate is not Fate.SURVIVED:
                return fate
    return Fate.SURVIVED


def _tests(module: Path) -> tuple[tuple[str, ...], ...]:
    """What is run one after the other: the room's tests, its neighbours', and all."""
    room = module.parts[0]
    return (f"tests/{room}", f"controller/minigam/{module}"), ("tests",)


def _fate(tree: Path, tests: tuple[str, ...], environment: dict[str, str]) -> Fate:
    skip = (
        *("browser", "espeak", "gnubg", "micropython", "mosquitto", "networkmanager", "shim"),
        "systemd",
    )
    options = ("-x", "-q", "-m", "quick", "-p", "no:cacheprovider", *(f"--skip-{s}" for s in skip))
    paths = {"PYTHONPATH": f"{tree / 'controller'}:{tree}"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=tree,
            env={**environment, **paths},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Fate.TOO_LONG
    return Fate.CAUGHT if done.returncode else Fate.SURVIVED


def main() -> None:
    """Try random mutants; print who survives, and the share that was caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    modules = [
        path.relative_to(PACKAGE) for room in PURE for path in (PACKAGE / room).rglob("*.py")
    ]
    every = [mutant for module in sorted(modules) for mutant in mutants_of(module)]
    count = min(max(options.count, 1), len(every))
    tried = random.Random(options.seed).sample(every, count)
    unchanged = Mutant(Path("rules/game.py"), 0, "", (PACKAGE / "rules/game.py").read_text("utf-8"))
    with ThreadPoolExecutor(options.workers) as threads:
        fates = threads.map(lambda mutant: fate_of(mutant, dict(os.environ)), [unchanged, *tried])
        if next(fates) is not Fate.SURVIVED:
            threads.shutdown(cancel_futures=True)
            parser.error("expected the quick tests to pass without a fault: run `make test` first")
        caught = count
        for mutant, fate in zip(tried, fates, strict=True):
            caught -= fate is Fate.SURVIVED
            if fate is not Fate.CAUGHT:
                print(f"{fate.value}: {mutant.module}:{mutant.line}: {mutant.what}", flush=True)
    print(f"caught: {caught} of {count} ({100 * caught / count:.0f} %), seed {options.seed}")


if __name__ == "__main__":
    main()
