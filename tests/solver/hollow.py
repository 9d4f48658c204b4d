"""Tables in a moment, for tests that only care that there is one: right outside, no values."""

import json
from pathlib import Path
from zlib import crc32

from minigam.rules.ruleset import rules_of_variant
from minigam.solver.rule_numbers import rule_numbers_of
from minigam.solver.tablebase import CHUNK, MAGIC, PAGE, SIZES, SUFFIX, aligned


def write_hollow(folder: Path, variant: str) -> Path:
    """A whole table of a game, as far as can be seen before a value is asked for."""
    rules = rules_of_variant(variant)
    header = {
        "rules": rules.id,
        "law": rule_numbers_of(rules)._asdict(),
        "positions": 1,
        "bound": 0.0,
        "rounding": 0.0,
        "made_by": "a test",
        "classes": 1,
        "sections": {},
        "checksums": (PAGE, crc32(bytes(4))),
    }
    text = json.dumps(header).encode()
    begin = MAGIC + SIZES.pack(len(text), crc32(text)) + text
    assert PAGE <= CHUNK
    path = folder / f"{variant}{SUFFIX}"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(begin.ljust(aligned(len(begin)), b"\0") + bytes(PAGE) + bytes(4))
    return path
