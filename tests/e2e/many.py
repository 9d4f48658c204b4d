"""A journal with very many games, made in little time."""

from contextlib import closing
from pathlib import Path

from minigam.journal.retention import summarize_and_pack
from minigam.journal.store import FILE_NAME, Journal
from tests.docs.sample import finished, unfinished


def write_games(data: Path, count: int) -> None:
    """So many finished games, two at least, packed as the daemon leaves them; one more goes on."""
    data.mkdir()
    finished().keep(data)
    with closing(Journal(data / FILE_NAME)) as journal:
        summarize_and_pack(journal, 1)
        with journal.writing() as db:
            others = (
                "WITH RECURSIVE other (id) AS"
                " (SELECT 2 UNION ALL SELECT id + 1 FROM other WHERE id < ?)"
            )
            db.execute(
                f"INSERT INTO game (id, opened_at, packed, board) {others}"
                " SELECT other.id, opened_at, packed, board FROM other, game"
                " WHERE game.id = 1",
                (count,),
            )
            db.execute(
                f"INSERT INTO summary {others} SELECT other.id, opened_at, body"
                " FROM other, summary WHERE game = 1",
                (count,),
            )
    unfinished().keep(data)
