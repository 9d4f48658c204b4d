"""What a board writes by itself in a game between two boards, without its player's decision."""

from collections.abc import Sequence

from minigam.remote.derived_roll import derived_roll
from minigam.remote.replica import Replica
from minigam.rules.actions import Action, Promised, Shared
from minigam.rules.hash_chain import closed_action
from minigam.rules.position import Side


def due_action(replica: Replica, secrets: Sequence[bytes]) -> Action | None:
    """What this board has to write now; None while it waits for its player or the other board.

    Its promise, its share for the other side's roll, the roll once both have shared, and the
    closing. A player decides when to share for an own roll, and each one in the opening: see
    `own_share`. `secrets`: this board's for the game, as `shared_rolls.secrets_of` makes them.
    """
    game, side = replica.game, replica.side
    if not replica.may_write or game.closed:
        return None
    if game.has_ended:
        return closed_action(game, replica.log.entries)
    if side.of(game.promises) is None:
        return Promised(side, secrets[0].hex())
    if all(map(game.has_shared, Side)):
        return derived_roll(game)
    return own_share(replica, secrets) if game.has_shared(side.other) and game.side else None


def own_share(replica: Replica, secrets: Sequence[bytes]) -> Shared:
    """This board's secret for the coming roll; `secrets` as in `due_action`."""
    number = len(replica.game.rolls) + 1
    return Shared(replica.side, secrets[number].hex())
