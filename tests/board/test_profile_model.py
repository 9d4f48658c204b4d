"""Every input of every board that comes along has its wire, and what a game uses has its light."""

import pytest

from minigam.board.profile import built_in_boards, load_profile
from minigam.board.profile_model import light_of, wanted_inputs, wire_of


@pytest.mark.parametrize("name", sorted(built_in_boards()))
def test_every_input_has_its_own_wire_and_a_game_uses_all_but_the_spare_ones(name: str) -> None:
    board = load_profile(name)
    wires = {wire_of(board, name) for name in board.input_names}
    assert len(wires) == len(board.input_names)
    wanted = wanted_inputs(board)
    spare = {name for name in board.input_names if name.startswith("spare/")}
    assert sorted(wanted) == sorted(set(board.input_names) - spare)
    assert all(light_of(board, name) for name in wanted)
    assert not any(light_of(board, name) for name in spare)
