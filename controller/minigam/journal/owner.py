"""Whose the files of a data folder are, where root writes into that of a service."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def give_to_owner(folder: Path, paths: Iterable[Path]) -> None:
    """What root has put into somebody's folder is theirs; raise `OSError` where that cannot be.

    What a link on the way to it leads out of the folder stays root's.
    """
    if os.geteuid() != 0:
        return
    owner, inside = folder.stat(), folder.resolve()
    for path in paths:
        if path.parent.resolve().is_relative_to(inside):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
