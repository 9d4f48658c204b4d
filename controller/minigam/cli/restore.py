"""`minigam restore FILE`: games and settings as a backup has them."""

import argparse
from pathlib import Path

from minigam.cli.common import add_data, data_of
from minigam.journal.backup import restore_backup
from minigam.journal.backup_file import check_backup
from minigam.journal.data_folder import lock_data_folder
from minigam.journal.importing import lock_imports
from minigam.journal.schema import utc_now


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="as `minigam backup` wrote it")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    data = data_of(options)
    check_backup(options.file)
    with lock_data_folder(data), lock_imports(data):
        before = restore_backup(options.file, data, utc_now())
    print(f"restored into {data}")
    if before:
        print(f"what was there before is in {before}")
    return 0
