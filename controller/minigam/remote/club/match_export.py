"""Every match of an evening as a file, from the records of its games: `.mat`, or else JSON."""

from collections.abc import Mapping, Sequence

from minigam.errors import CannotHoldError, ClubError
from minigam.formats.jsonfile import write_json
from minigam.formats.mat import write_mat
from minigam.remote.club.contest import ClubMatch
from minigam.remote.club.evening import Evening
from minigam.remote.club.transliteration import file_words
from minigam.rules.match import Score, added
from minigam.rules.record import Record


def match_files(evening: Evening, records: Mapping[str, Sequence[Record]]) -> dict[str, str]:
    """The text of a file for each match of which a game has ended, by the file's name.

    It is `.mat` where that format has room for the games, and minigam's JSON for all others.
    `records`: by meeting, each match's games in their order, as the journals of the boards have
    them. Colours may have changed: each file has the players in the order of its first game. Raises
    `ClubError` where they are not the games of the evening.
    """
    return dict(
        match_file(match, records.get(match.meeting, ()))
        for match in evening.matches
        if match.games
    )


def stem_of(match: ClubMatch) -> str:
    """What a match's file is called before its ending: the same on every file system.

    >>> from minigam.remote.club.contest import RoundTerms
    >>> from dataclasses import replace
    >>> terms = replace(RoundTerms(3).agreed("backgammon", ()), names=("Zo\\u00eb", "Bob"))
    >>> stem_of(ClubMatch(12, 2, 4, "0" * 32, (1, 2), terms))
    'round-2-table-4-zoe-bob'
    """
    players = "-".join(map(file_words, match.names))
    return f"round-{match.round}-table-{match.table}-{players}"


def match_file(match: ClubMatch, records: Sequence[Record]) -> tuple[str, str]:
    """Name and text of a match's file; raise as `match_files` does."""
    expected = [game.score for game in match.games]
    if [_score(match, record) for record in records] != expected:
        raise ClubError(
            f"expected the records of the {len(expected)} games of match {match.number}, "
            f"{' - '.join(match.names)}, got others, or not all of them: ask its boards for their "
            "journals"
        )
    try:
        return f"{stem_of(match)}.mat", write_mat(records)
    except CannotHoldError:
        return f"{stem_of(match)}.json", write_json(records)


def _score(match: ClubMatch, record: Record) -> Score | None:
    """The score after a record's game, in the order of the match's players; None for another's."""
    names = record.terms.names
    if record.result is None or {*names} != {*match.names}:
        return None
    white, black = added(record.terms.rules, record.terms.score, record.result)
    return (white, black) if names == match.names else (black, white)
