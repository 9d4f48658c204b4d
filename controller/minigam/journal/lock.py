"""One program at a time in a data folder."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from minigam.errors import BusyError, JournalError
from minigam.files.lock import file_locked
from minigam.files.ownership import give_to_owner
from minigam.journal.store import is_plain_file


@contextmanager
def data_locked(folder: Path, name: str, busy: str) -> Iterator[None]:
    """Hold a data folder's lock file of that name; the folder is made where there is none.

    Raises `BusyError`, in those words, where another program holds it, and `JournalError` for a
    folder that cannot be used.
    """
    with ExitStack() as held:
        try:
            for missing in (folder.parent, folder):  # a folder's mode is not for those above it
                missing.mkdir(parents=True, exist_ok=True, mode=0o700)
            is_plain_file(folder / name)
            held.enter_context(file_locked(folder / name, busy))
            give_to_owner(folder, [folder / name])
        except (BusyError, JournalError):
            raise
        except OSError as fault:
            raise JournalError(
                f"the data folder {folder} cannot be used: {fault.strerror}; give another with "
                "--data"
            ) from None
        yield
