"""The file that keeps whom this board has asked for a game, until there is an answer.

It is beside the board's own key, and no backup holds it.
"""

import json
import logging
from pathlib import Path

from minigam.daemon.board_secrets import FOLDER
from minigam.errors import MinigamError
from minigam.files.small_files import small_text, write_whole
from minigam.journal.store import is_plain_file
from minigam.json_text import parse_json

NAME = f"{FOLDER}/joining.json"
log = logging.getLogger(__name__)


class JoiningFile:
    """What `JoiningSession.stored` gives, on disk."""

    def __init__(self, data: Path) -> None:
        """It need not exist."""
        self._data = data
        self.body = self._load()
        """JSON values; None: nothing is kept."""

    def _load(self) -> object:
        path = self._data / NAME
        try:
            return parse_json(small_text(path)) if is_plain_file(path) else None
        except (MinigamError, OSError, ValueError) as fault:
            log.warning("whom this board has asked for a game cannot be read: %s", fault)
            return None

    def save(self, body: object) -> None:
        """Keep something else, or nothing. Where that fails, the board asks all the same."""
        if body == self.body:
            return
        try:
            if body is None:
                (self._data / NAME).unlink(missing_ok=True)
            else:
                write_whole(self._data, NAME, json.dumps(body))
        except OSError as fault:
            log.warning("whom this board has asked for a game cannot be kept: %s", fault)
        self.body = body
