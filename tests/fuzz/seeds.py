"""Seeds that the program's own formats need: `python -m tests.fuzz.seeds` writes them anew.

Other seeds are texts, written into the corpora by hand. What a fuzzer has found stands beside
them, under names that begin with `found-`.
"""

import io
import json
import random
import tarfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from minigam.board.profile import built_in_boards
from minigam.formats.id_games import record_at
from minigam.formats.ids import Moment
from minigam.formats.jsonfile import write_json
from minigam.hil.bench import built_in_benches
from minigam.hil.bench_report import CaseOutcome, CaseResult, Report, to_json
from minigam.hil.measuring import Figure
from minigam.journal.backup_file import FORMAT, MANIFEST
from minigam.journal.packing import pack
from minigam.journal.store import FILE_NAME
from minigam.link.codec import decode
from minigam.rules.actions import Action
from minigam.rules.cube import Cube
from minigam.rules.hash_chain import FIRST, encode_action, next_hash
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import Record
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RULE_SETS
from minigam.solver.rule_numbers import rule_numbers_of
from minigam.table.events import Opened
from minigam.table.trace import first_line
from tests.daemon.traces import FOLDER as TRACES
from tests.fuzz.targets import CORPUS
from tests.journal.corpus import FOLDER as JOURNALS
from tests.journal.corpus import load
from tests.link.vectors import jig_vectors, message_vectors, stream_vectors
from tests.table.random_games import CHOICES, Random, random_match, setup_of

Seeds = Mapping[str, bytes]
RACE = parse_position("---BDED----------dfc------", BACKGAMMON.layout)
BEAVERS = Moment(RACE, Side.BLACK, (5, 2), Cube(2, Side.BLACK), jacoby=True, beavers=True)


def _texts(**texts: str) -> Seeds:
    return {name.replace("_", "-"): text.encode() for name, text in texts.items()}


def _position() -> Seeds:
    starts = {name: format_position(rules.start, rules.layout) for name, rules in RULE_SETS.items()}
    return _texts(**starts)


def _json() -> Seeds:
    """Games' first actions alone, which is short; and one that begins elsewhere, with a cube."""
    games = {"minigam": 0, "dice": 11, "match": 4}
    records = {name: record_of(random_match(at, at)[0].game) for name, at in games.items()}
    begun = {name: write_json([_begun(record)]) for name, record in records.items()}
    return _texts(**begun, elsewhere=write_json([record_at(BEAVERS)]))


def _begun(record: Record) -> Record:
    """Its first actions, as if somebody had stopped there."""
    kept = record.actions[:6]
    return replace(
        record, actions=kept, roll=None, pawns=(), steps=(), result=None, ended_by="off", proof=None
    )


def _trace() -> Seeds:
    lines = (TRACES / "minigam.trace").read_text("utf-8").splitlines()
    return _texts(
        short="\n".join(lines[:12]),
        unknown=f"{first_line('sim')}\n0.000001 point-3/2 ?\n1.5 roll 1\n1.6 roll 0",
    )


def _frames() -> Seeds:
    told = {vector.message.lower(): vector.frame[1:-1] for vector in message_vectors()}
    streams = {f"stream-{n}": vector.stream for n, vector in enumerate(stream_vectors())}
    return {**told, **streams}


def _profile() -> Seeds:
    boards = ("quarter-buttons", "quarter-hall", "full-24-hall")
    whole = {name: built_in_boards()[name].read_text("utf-8") for name in boards}
    return _texts(**whole)


def _bench() -> Seeds:
    return _texts(**{name: file.read_text("utf-8") for name, file in built_in_benches().items()})


def _report() -> Seeds:
    figures = (Figure("touch to light", 10.5, "ms"), Figure("touches", 100))
    findings = (
        CaseResult("touch", "how long", CaseOutcome.PASSED, "", figures, 3.5),
        CaseResult("dark", "it is dark", CaseOutcome.FAILED, "expected <darkness>"),
    )
    return _texts(whole=to_json(Report("b", "sim", {"when": "now"}, findings)))


def _jig() -> Seeds:
    """Their payloads, as the others' in `_frames`."""
    return {vector.message.lower(): decode(vector.frame[1:-1]) for vector in jig_vectors()}


def _table() -> Seeds:
    header = {
        "rules": "minigam",
        "law": rule_numbers_of(MINIGAM)._asdict(),
        "positions": 1,
        "bound": 1e-10,
        "rounding": 1e-8,
        "made_by": "1.0",
        "classes": 1,
        "sections": {},
        "checksums": [16384, 0x6E5B4D2C],
    }
    names = ("codes", "by_code", "base", "mask", "class_of", "within", "rank", "values")
    kinds = ("q", "H", "i", "H", "H", "H", "h", "f")
    sections = {name: [kind, 0, 8] for name, kind in zip(names, kinds, strict=True)}
    checksum = zlib.crc32(zlib.crc32(bytes(16384)).to_bytes(4, "little"))
    whole = {**header, "checksums": [16384, checksum]}
    bodies = {"damaged": header, "hollow": whole, "whole": {**whole, "sections": sections}}
    return _texts(**{name: json.dumps(body) for name, body in bodies.items()})


def _backup() -> Seeds:
    empty, note = b"", b"volume = 30\n"
    members = {FILE_NAME: empty, "settings/sim.toml": note}
    sums = {name: sha256(content).hexdigest() for name, content in members.items()}
    manifest = json.dumps({"format": FORMAT, "minigam": "1.0", "files": sums}).encode()
    return {
        "whole": _tar({MANIFEST: manifest, **members}),
        "cut": _tar({MANIFEST: manifest, FILE_NAME: empty}),
        "manifest-last": _tar({FILE_NAME: empty, MANIFEST: manifest}),
    }


def _tar(members: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue().rstrip(b"\0") + bytes(1024)


def _journal() -> Seeds:
    chosen = {"minigam": 0, "cube": 8, "dice": 12, "hyper": 9}
    elsewhere = _lines(imported(record_at(BEAVERS)))
    rows = {name: _rows(number) for name, number in chosen.items()}
    ends = {name: _lines(load(JOURNALS / f"{name}.jsonl")) for name in ("taken-back", "on-time")}
    return _texts(elsewhere=elsewhere, **rows, **ends)


def _rows(choice: int) -> str:
    rules_id, options = CHOICES[choice]
    opening = Opened(setup_of(rules_id, options), started=True)
    game = Random(opening, random.Random(choice))
    game.go_on(40)
    return _lines(game.decided)


def _lines(actions: Sequence[Action]) -> str:
    return "\n".join(encode_action(action).decode() for action in actions)


def _packed() -> Seeds:
    at, body = "2026-01-31T19:05:00.000+00:00", '{"action":"confirm","v":1}'
    head = next_hash(FIRST, body.encode())
    return {
        "packed": pack([(at, body, head)]),
        "plain": json.dumps([[at, body], head]).encode(),
        "wrong": json.dumps([[at, body], FIRST]).encode(),
    }


SEEDS: Mapping[str, Callable[[], Seeds]] = {
    "position": _position,
    "json": _json,
    "trace": _trace,
    "frames": _frames,
    "jig": _jig,
    "profile": _profile,
    "bench": _bench,
    "report": _report,
    "table": _table,
    "backup": _backup,
    "journal": _journal,
    "packed": _packed,
}


def main() -> None:
    for target, seeds in SEEDS.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in seeds().items():
            (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
