"""The libraries that only a club's evening needs: the extra `club`."""

from importlib.util import find_spec

from minigam.errors import ProgramError

LIBRARIES = {"networkx": "networkx", "fpdf": "fpdf2"}
"""Each by the name that is imported, and its package's."""


def need_extra() -> None:
    """Raise `ProgramError` unless what pairs players and writes the PDF is installed.

    Call it at an evening's beginning too, rather than find out before its second round.
    """
    if missing := [package for name, package in LIBRARIES.items() if find_spec(name) is None]:
        verb = "is" if len(missing) == 1 else "are"
        raise ProgramError(
            f"{' and '.join(missing)} {verb} not installed, which a club's evening needs: "
            "pip install 'minigam[club]'"
        )
