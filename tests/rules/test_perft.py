"""The number of games from the start position, against the published counts.

Games are counted by layers of positions with the number of ways to reach each: transpositions
make a layer smaller than its count. A pass is a ply.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.rules.board import (
    START,
    Position,
    is_over,
    legal_moves,
    pass_turn,
    play,
    squares,
)
from games.rules.notation import parse_square

FIXTURES = Path(__file__).parents[1] / "fixtures"
ROWS: dict[int, dict[str, Any]] = {
    row["depth"]: row for row in json.loads((FIXTURES / "perft.json").read_text())["rows"]
}
FIRST_MOVES = 4
"""All alike: the start position has four symmetries, and they turn each first move into f5."""


class Layer(NamedTuple):
    """All games of one length: the ways to each position, passes as the last ply, earlier ends."""

    ways: Counter[Position]
    passes: int
    ended_earlier: int

    def ends(self) -> int:
        """How many of these games are over."""
        return sum(ways for position, ways in self.ways.items() if is_over(position))

    def following(self) -> "Layer":
        """The games one ply longer."""
        ways: Counter[Position] = Counter()
        passes = 0
        ended = self.ended_earlier
        for position, number in self.ways.items():
            moves = legal_moves(position)
            for square in squares(moves):
                ways[play(position, square)] += number
            if moves:
                continue
            if is_over(position):
                ended += number
            else:
                ways[pass_turn(position)] += number
                passes += number
        return Layer(ways, passes, ended)


@pytest.fixture(scope="module")
def layers() -> list[Layer]:
    """The games of 0 to 8 plies."""
    layers = [Layer(Counter({START: 1}), 0, 0)]
    for _ in range(8):
        layers.append(layers[-1].following())
    return layers


@pytest.mark.parametrize("depth", range(1, 9))
def test_every_game_of_up_to_eight_plies_is_counted(layers: list[Layer], depth: int) -> None:
    layer, row = layers[depth], ROWS[depth]
    games = layer.ways.total()
    assert games == row["exact_depth"]
    assert games + layer.ended_earlier == row["leaf_count"]
    assert layer.passes == row["pass_plies_at_depth"]
    assert layer.ends() == row["games_ended_right_after_this_ply"]
    assert layer.ended_earlier == row["ended_earlier"]


def test_the_first_passes_and_the_first_ends_come_at_the_ninth_ply() -> None:
    layer = Layer(Counter({play(START, parse_square("f5")): FIRST_MOVES}), 0, 0)
    for _ in range(8):
        layer = layer.following()
    ninth, tenth = ROWS[9], ROWS[10]
    assert layer.ways.total() == ninth["exact_depth"] == ninth["leaf_count"]
    assert layer.passes == ninth["pass_plies_at_depth"] == 24
    ended = layer.ends()
    assert ended == ninth["games_ended_right_after_this_ply"] == tenth["ended_earlier"]

    # The tenth layer is only counted, not built: its positions would take a gigabyte.
    games = passes = 0
    for position, ways in layer.ways.items():
        moves = legal_moves(position)
        games += ways * moves.bit_count()
        if not moves and not is_over(position):
            passes += ways
    assert games + passes == tenth["exact_depth"]
    assert games + passes + ended == tenth["leaf_count"]
    assert passes == tenth["pass_plies_at_depth"]
