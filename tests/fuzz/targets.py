"""Every parser that reads what others wrote, as a function of bytes that only a fault can leave.

A target calls its parser and lets nothing pass but the errors that the parser documents. What can
be read must come back the same when it is written and read again.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.fuzz import files, talk, texts

Target = Callable[[bytes], None]
TARGETS: Mapping[str, Target] = {
    "position": texts.position,
    "xgid": texts.xgid,
    "gnubg-id": texts.gnubg_id,
    "play": texts.play,
    "mat": texts.mat_file,
    "sgf": texts.sgf_file,
    "json": texts.json_file,
    "pawns": texts.pawns,
    "trace": texts.trace,
    "frames": talk.frames,
    "jig": talk.jig,
    "gnubg": talk.gnubg,
    "engine": talk.engine,
    "http": talk.http,
    "profile": files.profile,
    "bench": texts.bench,
    "report": texts.report,
    "settings": files.settings,
    "table": files.table,
    "backup": files.backup,
    "journal": files.journal,
    "packed": files.packed,
}
CORPUS = Path(__file__).parent / "corpus"
"""A folder a target: seeds, and what was once found."""
