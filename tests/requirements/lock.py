"""`make lock`: what each set of packages is, with versions and hashes, into `requirements/`.

`python -m tests.requirements.lock [--upgrade]`: versions that still fit `pyproject.toml` stay,
unless all are to be renewed. All sets come from one solution, so that they fit beside each other.
Needs uv and the network.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.requirements.sets import FOLDER, SETS, Pin, Set, parse, pins

MADE_FROM = FOLDER / "made-from"
"""The hash of what was asked for when the files were written: tests compare, without a network."""
PROJECT = FOLDER.parent / "pyproject.toml"
HEADER = "# Written by `make lock` from pyproject.toml; see docs/dependencies.md.\n"
OLDEST = "3.11"
"""Python of Debian 12; what is for newer ones only has a marker."""


def main(arguments: list[str]) -> int:
    """Write every file; 1 where no solution was found."""
    parser = argparse.ArgumentParser(prog="make lock", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest of everything")
    upgrade = parser.parse_args(arguments).upgrade
    try:
        texts = lock(upgrade)
    except subprocess.CalledProcessError as fault:
        print(f"minigam: nothing was changed: {fault.stderr.strip()}", file=sys.stderr)
        return 1
    for name, text in texts.items():
        (FOLDER / f"{name}.txt").write_text(text, "ascii")
    MADE_FROM.write_text(f"{asked_for(PROJECT.read_text('utf-8'))}\n", "ascii")
    return 0


def asked_for(project: str) -> str:
    """A hash of all that the text of `pyproject.toml` says about packages and Pythons.

    Comments, order and everything else there may change without another lock.
    """
    table = tomllib.loads(project)
    own = table["project"]
    parts = {
        "python": own["requires-python"],
        "dependencies": sorted(own["dependencies"]),
        "extras": {name: sorted(each) for name, each in own["optional-dependencies"].items()},
        "groups": {name: sorted(each) for name, each in table["dependency-groups"].items()},
        "environments": table["tool"]["uv"]["environments"],
        "sets": {name: str(each) for name, each in SETS.items()},
    }
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def lock(upgrade: bool) -> dict[str, str]:
    """The text of each file, by its name."""
    with TemporaryDirectory() as folder:
        everything = Path(folder) / "everything.txt"
        everything.write_text("" if upgrade else _present(), "ascii")
        _compile([*map(_words, SETS.values()), ["--output-file", str(everything)]])
        wanted = {
            name: list(parse(_compile([_words(each), ["--constraints", str(everything)]])))
            for name, each in SETS.items()
        }
    return {name: _text(each, _own(name, wanted)) for name, each in SETS.items()}


def _present() -> str:
    """The versions that are locked now, which uv then prefers."""
    there = (name for name in SETS if (FOLDER / f"{name}.txt").exists())
    return "".join(f"{pin}\n" for pin in dict.fromkeys(pin for name in there for pin in pins(name)))


def _words(each: Set) -> list[str]:
    """How uv is asked for a set."""
    group = ["--group", f"{PROJECT}:{each.group}"] if each.group else []
    extra = ["--extra", each.extra] if each.extra.isidentifier() else []
    return [*group, *extra, *([str(PROJECT)] if each.extra else [])]


def _compile(words: Iterable[list[str]]) -> str:
    """What uv finds. Neither its header nor its comments, which name this machine's settings."""
    uv = str(Path(sys.executable).with_name("uv"))
    command = "pip compile --quiet --universal --generate-hashes --no-header --no-annotate"
    options = [*command.split(), "--python-version", OLDEST, *chain(*words)]
    done = subprocess.run([uv, *options], capture_output=True, text=True, check=True)
    # Without what is the same everywhere: Linux.
    return re.sub(r"( and| ;) sys_platform == 'linux'", "", done.stdout)


def _own(name: str, wanted: dict[str, list[Pin]]) -> list[Pin]:
    """What a set adds to the one that it builds on."""
    base = SETS[name].base
    return [pin for pin in wanted[name] if pin not in wanted.get(base, ())]


def _sources(each: Set) -> Iterator[str]:
    """The packages that may come as source in a set, those of its bases too."""
    if each.base:
        yield from _sources(SETS[each.base])
    yield from each.sources


def _text(each: Set, own: list[Pin]) -> str:
    options = [
        *([f"-r {each.base}.txt"] if each.base else []),
        # Source may run anything while it is installed, as whoever installs it.
        *([] if each == SETS["lgpio"] else ["--only-binary :all:"]),
        # Named again after the base's: ":all:" undoes what was allowed before it.
        *(f"--no-binary {name}" for name in _sources(each)),
    ]
    return HEADER + "".join(f"{line}\n" for line in (*options, *map(str, own)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
