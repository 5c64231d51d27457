"""Boards with ten empty squares on which the exact end once took longest, X to move.

Found among thousands of `tests.benchmarks.thinking`; no game need lead to them.
"""

from games.rules.board import Position
from tests.bots.positions import position_of

HARD_ENDS: list[Position] = [
    position_of(text)
    for text in (
        "X-XX--OXXOXOOXXXO-XXOOXOXOXOOXX-OO--XOOOOXXX-XX-XO-XOXOOOXXOXOOX",
        "XXXOOOXOOOOOXOOOOO-OO--XO-XOOXOOX-OXXOXOOOXOO-X-OXOOO-OOOO-OXOO-",
        "XO--OXO-OXXOXX-XOOXO-OXXOOXXOX-X-OOXXXXXXXXOXOO-X-OXXXXXXOXO-XXO",
        "O-OXXOOOXXXOOOXXOOO-XXOOX--X-XO-XXOXOOOXOXXOOO-OOX--XOOOXO-OOXXO",
        "-OXXXX--X-XXXOOO-OXOXOOXOOOXXXO-OOOOOOXO-OOOOOOXOXXOOOOXXX-O--OX",
    )
]
