"""`minigam backup`: games and settings as one file, such as on a USB stick."""

import argparse
import sys
from pathlib import Path

from minigam import __version__
from minigam.cli.common import add_data, data_of
from minigam.errors import BackupError
from minigam.journal.backup import write_backup
from minigam.journal.data_folder import finish_restore
from minigam.journal.schema import utc_now

SAME_DISK = (
    "minigam: this backup is on the same disk as the games, and may be lost with them; "
    "where it should be on a stick, mount that first"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = "where to write it, such as a USB stick (default: the current folder)"
    parser.add_argument("folder", type=Path, nargs="?", default=Path(), metavar="FOLDER", help=text)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    data = data_of(options)
    if not options.folder.is_dir():  # not made: a stick that is not mounted would be missed
        raise BackupError(
            f"expected a folder to write into, found none at {options.folder}: "
            "mount the stick, or make the folder"
        )
    finish_restore(data)
    file = write_backup(data, options.folder, __version__, utc_now())
    print(f"written and read again: {file}")
    if file.parent.stat().st_dev == data.stat().st_dev:  # an overlay gives files another number
        print(SAME_DISK, file=sys.stderr)
    return 0
