"""`minigam backup`: games and settings as one file, such as on a USB stick."""

from __future__ import annotations

import argparse
from pathlib import Path

from minigam.cli.common import add_data

HELP = "write games and settings into one new file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    text = "where to write it, such as a USB stick (default: the current folder)"
    parser.add_argument("folder", type=Path, nargs="?", default=Path(), metavar="FOLDER", help=text)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """See `HELP`."""
    from minigam import __version__
    from minigam.daemon.config import default_data_folder
    from minigam.journal.backup import write_backup
    from minigam.journal.store import utc_now

    data = options.data or default_data_folder()
    options.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = write_backup(data, options.folder, __version__, utc_now())
    print(f"written and read again: {file}")
    return 0
