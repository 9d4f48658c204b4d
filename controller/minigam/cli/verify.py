"""`minigam verify GAME`: play a game again by the rules, and compare dice and end."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from minigam.cli.common import add_json, print_json
from minigam.cli.stored_games import add_game, journal_of
from minigam.errors import ExitStatus
from minigam.journal.verification import Verification, VerifyStatus, verify
from minigam.rules.hash_chain import parse_code
from minigam.rules.meeting import Meeting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_json(parser)
    text = "the code that was noted at the game's end, such as 0123-4567-89ab-cdef"
    parser.add_argument("--code", metavar="CODE", help=text)


def run(options: argparse.Namespace) -> int:
    """0: the game was played so. 1: it was not. 3: that is not known, or it came from a file."""
    noted = parse_code(options.code) if options.code is not None else ""
    with journal_of(options) as journal:
        found = verify(journal, options.game, noted, check_signed)
    if options.json:
        print_json(to_json(found))
    else:
        for line in lines(found):
            print(line)
    return status(found)


def check_signed(meeting: Meeting, entries: Sequence[bytes], kept: object) -> tuple[bool, str]:
    """As `check_kept`, whose library is loaded only for a game that has something to check."""
    from minigam.remote.kept import check_kept

    return check_kept(meeting, entries, kept)


def to_json(found: Verification) -> dict[str, Any]:
    """The verdict as JSON."""
    return {
        "game": found.game,
        "verdict": found.verdict.value.lower(),
        "reason": found.reason,
        "imported": found.imported,
        "code": found.code or None,
        "findings": [asdict(finding) for finding in found.findings],
    }


def status(found: Verification) -> int:
    """The exit status."""
    known = {VerifyStatus.YES: ExitStatus.OK, VerifyStatus.NO: ExitStatus.NEGATIVE}
    return known.get(found.verdict, ExitStatus.UNAVAILABLE)


def lines(found: Verification) -> Iterator[str]:
    """The verdict, then what was looked at."""
    marks = {True: "", False: "NO: ", None: "cannot tell: "}
    yield f"{found.verdict.value}: {found.reason}"
    for finding in found.findings:
        yield f"  {finding.about}: {marks[finding.ok]}{finding.text}"
    if found.code:
        yield f"  code: {found.code}"
