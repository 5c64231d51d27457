"""Games between two players from given openings, each opening once with either colour."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple

from bots.openings import Opening, even_openings
from bots.players import Forfeit, Player, player_named
from games.rules.board import Board, IllegalMove, Placed, Ply, Side, place, score

WHOLE_BOARD = 64
"""The difference of discs that a forfeited game counts for."""


class Played(NamedTuple):
    """A finished game as the first player sees it.

    `discs` is the difference of discs on the board, `forfeit` the reason of one, or empty.
    """

    discs: int
    forfeit: str


Pair = tuple[Played, Played]
"""Both games from one opening: the first player dark, then light."""


class Terms(NamedTuple):
    """A match: two players as `player_named` knows them, and how they play.

    `move_s` is how long a program may take for any answer.
    """

    first: str
    second: str
    pairs: int
    openings: int
    seed: int
    move_s: float


def play_match(terms: Terms, jobs: int = 1) -> Iterator[Pair]:
    """The games of a match, in the order in which their openings were drawn.

    With more pairs than openings these come round again, with other seeds. Players are made anew
    for each pair, so that `jobs` processes can share the work and play the same games.
    """
    openings = tuple(islice(even_openings(terms.seed), terms.openings))
    rounds: Iterable[tuple[int, Opening]] = zip(
        range(terms.seed, terms.seed + 2 * terms.pairs, 2), cycle(openings), strict=False
    )
    if jobs == 1:
        yield from map(partial(_play_pair, terms), rounds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_play_pair, terms), rounds)


def _play_pair(terms: Terms, seed_and_opening: tuple[int, Opening]) -> Pair:
    seed, opening = seed_and_opening
    first, second = (player_named(name, terms.move_s) for name in (terms.first, terms.second))
    try:
        return (
            play_game(first, second, Side.DARK, opening, seed),
            play_game(first, second, Side.LIGHT, opening, seed + 1),
        )
    finally:
        first.close()
        second.close()


def play_game(first: Player, second: Player, side: Side, opening: Opening, seed: int) -> Played:
    """One game, in which the first player has `side`."""
    players = {side: first, side.other: second}
    try:
        board = _play_on(players, opening, seed)
    except Forfeit as forfeit:
        lost = forfeit.player is first
        reason = f"{forfeit.player.name} {forfeit.reason}"
        return Played(-WHOLE_BOARD if lost else WHOLE_BOARD, reason)
    dark, light = score(board)
    return Played(dark - light if side is Side.DARK else light - dark, "")


def _play_on(players: dict[Side, Player], opening: Opening, seed: int) -> Board:
    """Play from the opening to the end. Raises Forfeit."""
    for player in players.values():
        player.new_game(seed)
        for ply in opening.plies:
            _tell(player, ply)
    board = opening.board
    while board.to_move is not None:
        mover = players[board.to_move]
        square = mover.move(board.to_move, board.position)
        try:
            board, plies = place(board, square, 0)
        except IllegalMove as illegal:
            # Its board isn't ours any more.
            mover.close()
            raise Forfeit(mover, f"made an illegal move: {illegal}") from illegal
        for player in players.values():
            for ply in plies:
                if not (isinstance(ply, Placed) and player is mover):
                    _tell(player, ply)
    return board


def _tell(player: Player, ply: Ply) -> None:
    player.told(ply.side, ply.square if isinstance(ply, Placed) else None)
