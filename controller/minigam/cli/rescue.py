"""`minigam rescue FOLDER`: what can be read of damaged games, as files."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from minigam.cli.common import add_data
from minigam.cli.output import path_to_write, write_file
from minigam.cli.stored_games import journal_of
from minigam.errors import ExistsError
from minigam.formats.formats import write
from minigam.journal.recovery import put_aside
from minigam.journal.rescue import Damaged, damaged, missing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = "where to write it; made, and must not be there yet"
    parser.add_argument("folder", type=path_to_write, metavar="FOLDER", help=text)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    folder: Path = options.folder
    if folder.exists():
        raise ExistsError(folder)
    written = 0
    with journal_of(options) as journal:
        written += _write(folder, damaged(journal))
        for aside in put_aside(journal.path.parent):
            found = missing(journal, aside.path)
            written += _write(folder / aside.path.parent.name, found)
    print(f"games written: {written}" if written else "no game is damaged or missing")
    return 0


def _write(folder: Path, games: Iterable[Damaged]) -> int:
    """Two files a game: its actions; and, to be imported, the game up to the damage."""
    written = 0
    for game in games:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        actions = [{"number": at, "at": when, "body": body} for at, when, body, _ in game.actions]
        content = {"game": game.number, "damage": game.damage, "actions": actions}
        raw = folder / f"game-{game.number}-actions.json"
        write_file(raw, json.dumps(content, indent=1).encode())
        print(f"{raw}: {len(actions)} actions; {game.damage}")
        if record := game.record:
            file = folder / f"game-{game.number}.json"
            write_file(file, write([record], "json").encode())
            print(f"{file}: the game as far as it can be replayed, for `minigam import`")
        written += 1
    return written
