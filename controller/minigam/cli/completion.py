"""`minigam completion SHELL`: what switches completion on in a shell."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import argcomplete
from argcomplete.completers import DirectoriesCompleter, FilesCompleter
from argcomplete.shell_integration import shellcode

from minigam.board.profile import built_in_boards
from minigam.errors import MinigamError
from minigam.rules.ruleset import RULE_SETS
from minigam.web.language import Languages

SHELLS = ("bash", "zsh", "fish")
MOST_GAMES = 100
"""So many of the newest games are offered."""
_ToComplete = Callable[..., Iterable[str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    print(shellcode(["minigam"], shell=options.shell))
    return 0


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer the shell, and end the program."""
    for action in _actions(parser):
        if action.choices is None:  # by what it is for, else by what it is called in the help
            found = _BY_DEST.get(action.dest) or _BY_METAVAR.get(str(action.metavar))
            vars(action)["completer"] = found or nothing  # where argcomplete looks for it
    argcomplete.autocomplete(parser, always_complete_options=False)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def nothing(**_: Any) -> tuple[str, ...]:
    """For what can only be typed; argcomplete's own SuppressCompleter would hide the option too."""
    return ()


def boards(prefix: str, **more: Any) -> list[str]:
    """The built-in profiles, and files that end in .toml."""
    return [*sorted(built_in_boards()), *FilesCompleter(["toml"])(prefix, **more)]


def benches(prefix: str, **more: Any) -> list[str]:
    """The built-in benches, and files that end in .toml."""
    from minigam.hil.bench import built_in_benches

    return [*sorted(built_in_benches()), *FilesCompleter(["toml"])(prefix, **more)]


def cases(**_: Any) -> list[str]:
    """What can be tried on a bench."""
    from minigam.hil.cases import CASES

    return [case.name for case in CASES]


def games(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """The newest games in the data folder; none where they cannot be read."""
    from minigam.cli.stored_games import journal_of

    try:
        with journal_of(parsed_args) as journal:
            return [str(number) for number in journal.numbers()[-MOST_GAMES:]]
    except (MinigamError, OSError):
        return []


def rule_options(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Each option of the rules with each of its values."""
    rules = RULE_SETS[getattr(parsed_args, "rules", None) or "minigam"]
    return [f"{option.name}={value}" for option in rules.options for value in option.values]


def settings(**_: Any) -> list[str]:
    """A board's settings, to be given a value."""
    from minigam.daemon.settings import AS_USUAL
    from minigam.daemon.settings_store import PIN

    return [f"{name}=" for name in (*AS_USUAL.listed(), PIN)]


def languages(**_: Any) -> list[str]:
    """Those that the page can speak."""
    return [language.tag for language in Languages()]


_BY_DEST: dict[str, _ToComplete] = {
    "board": boards,
    "bench": benches,
    "case": cases,
    "game": games,
    "option": rule_options,
    "changes": settings,
    "clock": lambda **_: ("off", "usual"),
    "language": languages,
}
_BY_METAVAR: dict[str, _ToComplete] = {
    "DIR": DirectoriesCompleter(),
    "FOLDER": DirectoriesCompleter(),
    "FILE": FilesCompleter(),
    "FILE.zip": FilesCompleter(["zip"]),
    "FILE.py": FilesCompleter(["py"]),
}
