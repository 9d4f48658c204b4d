"""The corpus of stored games: what was once written must be read, and come to the same, for ever.

`tests/data/journals` has each game as JSON lines, one action a line as the journal stores it, and
in `games.json` what each comes to. This program only ever adds to them:

    python -m tests.journal.corpus NAME                 a whole game of that rule set
    python -m tests.journal.corpus NAME FOLDER NUMBER   a game of the journal in FOLDER
    python -m tests.journal.corpus NAME two-boards RULES SEED   a whole game between two boards
"""

import hashlib
import json
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from minigam.dice import provably_fair
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import (
    Action,
    Begun,
    Committed,
    Confirmed,
    NumberGiven,
    Revealed,
    Rolled,
    StepTakenBack,
)
from minigam.rules.game import Game
from minigam.rules.hash_chain import chain_head, closed_action, encode_action
from minigam.rules.pawntext import format_faces
from minigam.rules.position import Side, format_position
from minigam.rules.record_conversion import stepped
from minigam.rules.terms import Terms
from tests.rules.two_boards import MEETING, TwoBoards

FOLDER = Path(__file__).parents[1] / "data" / "journals"
FACTS = FOLDER / "games.json"
ENDING = ".jsonl"
NUMBERS = (1_769_886_303_476_922, 1_769_886_305_215_383)


def load(file: Path) -> list[Action]:
    """The actions of a game of the corpus."""
    return [action_from_json(json.loads(line)) for line in file.read_bytes().splitlines()]


def facts_of(actions: list[Action]) -> dict[str, Any]:
    """What a game comes to."""
    game = Game.of(actions)
    won, position = game.result, game.shown_position
    return {
        "position": format_position(position, game.rules.layout),
        "faces": format_faces(position) if position.pawns else None,
        "side": game.side.value if game.side else None,
        "score": list(game.score),
        "result": [won.winner_name, won.points, won.kind, game.ended_by] if won else None,
        "cube": [game.cube.value, game.cube.owner.value if game.cube.owner else None],
        "clock": [game.clock.left(side) for side in Side] if game.clock else None,
        "entries": len(game.entries),
        "actions": len(actions),
        "head": chain_head(map(encode_action, actions)),
    }


def add(name: str, actions: list[Action]) -> None:
    """Add a game; raise `FileExistsError` where there is one of that name."""
    facts: dict[str, Any] = json.loads(FACTS.read_text("utf-8")) if FACTS.exists() else {}
    if name in facts:
        raise FileExistsError(name)
    facts[name] = facts_of(actions)
    with (FOLDER / f"{name}{ENDING}").open("xb") as file:
        file.writelines(encode_action(action) + b"\n" for action in actions)
    lines = (f"{json.dumps(each)}: {json.dumps(facts[each])}" for each in sorted(facts))
    FACTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


# ---- Games to add --------------------------------------------------------------------------------


def played(terms: Terms) -> list[Action]:
    """A whole game at random, some of its steps taken back; always the same for the same terms."""
    chance, secret = Random(1), hashlib.sha256(b"corpus 1").digest()
    actions: list[Action] = [
        Begun(terms),
        Committed(provably_fair.commitment(secret)),
        *(NumberGiven(side, number) for side, number in zip(Side, NUMBERS, strict=True)),
    ]
    game = Game.of(actions)
    while not game.result:
        done = list[Action]()
        if not game.turn:
            roll = provably_fair.fair_roll(secret, NUMBERS, len(game.rolls) + 1, game.pawns_to_roll)
            one, other, *pawns = roll
            done.append(Rolled((one, other), tuple(pawns)))
        elif game.turn.next_steps:
            done.append(stepped(game.rules.layout, chance.choice(game.turn.next_steps)))
            if chance.random() < 0.05:
                done.append(StepTakenBack())
        else:
            done.append(Confirmed())
        game = game.follow(done)
        actions += done
    actions.append(Revealed(secret.hex()))
    game = Game.of(actions)
    return [*actions, closed_action(game, [encode_action(action) for action in actions])]


def main() -> None:
    """See above."""
    name, *place = sys.argv[1:]
    if place[:1] == ["two-boards"]:
        add(name, TwoBoards(Terms(place[1], meeting=MEETING), Random(int(place[2]))).play())
    elif place:
        with closing(Journal(Path(place[0]) / FILE_NAME)) as journal:
            add(name, journal.actions(int(place[1])))
    else:
        add(name, played(Terms(name)))


if __name__ == "__main__":
    main()
