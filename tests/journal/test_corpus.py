"""Every game that was once stored comes to what it came to then."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from minigam.journal.importing import add_games
from minigam.journal.retention import summarize_and_pack
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.action_json import NAMES
from minigam.rules.actions import Begun
from minigam.rules.hash_chain import encode_action
from minigam.rules.ruleset import RULE_SETS
from tests.journal import corpus
from tests.journal.corpus import ENDING, FACTS, FOLDER, add, facts_of, load

FILES = sorted(FOLDER.glob(f"*{ENDING}"), key=lambda file: file.stem)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_game_comes_to_the_same_and_out_of_a_journal_as_it_was(
    file: Path, tmp_path: Path
) -> None:
    """From rows, and packed; byte by byte: else codes that players have noted would be others."""
    actions, facts = load(file), json.loads(FACTS.read_text("utf-8"))[file.stem]
    assert facts_of(actions) == facts
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        (number,) = add_games(journal, [("", actions)])
        for _ in range(2):
            assert journal.entries(number) == file.read_bytes().splitlines()
            assert facts_of(journal.actions(number)) == facts
            summarize_and_pack(journal, number)


def test_every_file_has_its_facts_and_every_kind_of_action_and_game_occurs() -> None:
    assert sorted(json.loads(FACTS.read_text("utf-8"))) == [file.stem for file in FILES]
    games = [load(file) for file in FILES]
    kinds = {json.loads(encode_action(action))["action"] for game in games for action in game}
    assert kinds == set(NAMES)
    firsts = [game[0] for game in games]
    assert {first.terms.rules_id for first in firsts if isinstance(first, Begun)} == set(RULE_SETS)


def test_games_are_only_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    monkeypatch.setattr(corpus, "FACTS", tmp_path / FACTS.name)
    one, other = load(FILES[0]), load(FILES[1])
    add("one", one)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(FileExistsError):
        add("one", other)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    add("other", other)
    assert load(tmp_path / f"one{ENDING}") == one
    assert set(json.loads((tmp_path / FACTS.name).read_text("utf-8"))) == {"one", "other"}
