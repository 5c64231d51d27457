"""The expert's two searches, against the plainest there can be."""

import itertools
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine import choose
from bots.engine.endgame import BOUND, EXACT_EMPTIES, Endgame
from bots.engine.evaluate import evaluate, weights_for
from bots.engine.midgame import INFINITY, Search
from bots.engine.reference import EXPERT_POSITIONS, EXPERT_WINDOW, best
from bots.engine.regions import stable_edges
from games.rules.board import (
    START,
    Position,
    legal_moves,
    pass_turn,
    play,
    squares,
)
from games.rules.notation import parse_square
from tests.bots.hard_ends import HARD_ENDS
from tests.bots.positions import (
    brute_result,
    human_positions,
    mirrored,
    position_of,
    reachable,
    turned_round,
)

NO_LIMIT = 10**9


def moves_to_result(position: Position) -> dict[int, int]:
    return {each: -brute_result(play(position, each)) for each in squares(legal_moves(position))}


def plain_value(position: Position, depth: int, empties: int) -> int:
    """Minimax without any cuts, valued as the search values what it sees."""
    moves = legal_moves(position)
    if not moves:
        if not legal_moves(pass_turn(position)):
            return 200 * brute_result(position)
        return -plain_value(pass_turn(position), depth, empties)
    if depth == 0:
        return evaluate(*position, moves, weights_for(empties))
    return max(-plain_value(play(position, each), depth - 1, empties) for each in squares(moves))


@pytest.mark.parametrize(("empties", "games"), [(1, 300), (4, 200), (6, 60), (8, 8), (10, 1)])
def test_the_last_squares_are_played_perfectly(empties: int, games: int) -> None:
    positions = human_positions(empties)[:games]
    assert len(positions) == games
    for position in positions:
        results = moves_to_result(position)
        assert results[choose(position, "expert", 3)] == max(results.values())


@settings(deadline=None, max_examples=50)
@given(reachable(), st.integers(-64, 64), st.integers(1, 30))
def test_an_endgame_result_is_exact_or_a_true_bound(
    position: Position, alpha: int, width: int
) -> None:
    # Random games get there by themselves only now and then.
    while (position.own | position.foe).bit_count() < 57 and legal_moves(position):
        position = play(position, min(squares(legal_moves(position))))
        if not legal_moves(position):
            position = pass_turn(position)
    if (position.own | position.foe).bit_count() < 57:
        return
    exact = brute_result(position)
    own, foe = position
    assert Endgame(own, foe).result(own, foe, -BOUND, BOUND) == exact
    found = Endgame(own, foe).result(own, foe, alpha, alpha + width)
    if found <= alpha:
        assert exact <= found
    elif found >= alpha + width:
        assert exact >= found
    else:
        assert found == exact


def test_the_exact_end_begins_at_ten_empty_squares() -> None:
    assert EXACT_EMPTIES == 10
    differs = 0
    for position in human_positions(10)[:12]:
        assert len(best(position)) == 1
        search = Search(*position, EXPERT_POSITIONS)
        differs += search.values(0, 2)[0].square != best(position)[0]
    # Else the test of perfect play would prove nothing.
    assert differs


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_search_sees_what_minimax_sees(depth: int) -> None:
    for empties in (54, 40, 20):
        position = human_positions(empties)[depth]
        plain = {
            each: -plain_value(play(position, each), depth - 1, empties)
            for each in squares(legal_moves(position))
        }
        search = Search(*position, NO_LIMIT)
        ranked = search.values(EXPERT_WINDOW, depth)
        assert search.depth == depth
        best_value = max(plain.values())
        assert ranked[0].value == best_value
        for move in ranked:
            if plain[move.square] >= best_value - EXPERT_WINDOW:
                assert move.value == plain[move.square]
            else:
                assert plain[move.square] <= move.value < best_value - EXPERT_WINDOW


def test_seeds_vary_only_between_moves_within_the_window() -> None:
    varied = 0
    for position in [human_positions(empties)[game] for empties, game in ((54, 9), (44, 12))]:
        search = Search(*position, EXPERT_POSITIONS)
        search.values(EXPERT_WINDOW, 60)
        exact = Search(*position, NO_LIMIT).values(2 * INFINITY, search.depth)
        least = exact[0].value - EXPERT_WINDOW
        equals = {move.square for move in exact if move.value >= least}
        assert set(best(position)) == equals
        varied += len(equals) > 1
    assert varied


def test_the_expert_knows_that_all_first_moves_are_the_same() -> None:
    assert {choose(START, "expert", seed) for seed in range(8)} == set(squares(legal_moves(START)))


@pytest.mark.parametrize("limit", [1, 600])
def test_a_search_ends_with_its_positions_but_finishes_its_first_depth(limit: int) -> None:
    for position in [human_positions(empties)[1] for empties in (50, 24)]:
        search = Search(*position, limit)
        ranked = search.values(EXPERT_WINDOW, 60)
        assert {move.square for move in ranked} == set(squares(legal_moves(position)))
        assert search.depth >= 1
        first = legal_moves(position).bit_count()
        assert search.seen <= max(limit + 1, 2 * first)


def test_a_search_never_looks_beyond_the_last_square() -> None:
    for position in human_positions(4)[:20]:
        search = Search(*position, NO_LIMIT)
        ranked = search.values(0, 60)
        assert search.depth == 4
        assert ranked[0].value == 200 * brute_result(position)


def test_a_game_that_neither_can_go_on_with_ends_the_search() -> None:
    # With any of O's last discs turned, nobody can move, and 40 squares stay empty.
    position = position_of(
        "--------"
        "-XXXXX--"
        "-XXXXXX-"
        "-XXXXX--"
        "-XXXOX--"
        "-XX-----"
        "--------"
        "--------"
    )  # fmt: skip
    search = Search(*position, NO_LIMIT)
    ranked = search.values(0, 60)
    assert ranked[0].value == 200 * 64
    assert brute_result(play(position, ranked[0].square)) == -64


@settings(deadline=None, max_examples=100)
@given(reachable())
def test_a_position_is_worth_the_same_turned_or_mirrored(position: Position) -> None:
    weights = weights_for(30)
    values = {
        evaluate(*each, legal_moves(each), weights)
        for each in (position, turned_round(position), mirrored(position))
    }
    assert len(values) == 1


@settings(deadline=None, max_examples=100)
@given(reachable(most_discs=55), st.lists(st.integers(0, 33), min_size=20, max_size=20))
def test_stable_edges_never_turn_again(position: Position, choices: list[int]) -> None:
    own, stable = position.own, stable_edges(position.own)
    mine = True
    for choice in choices:
        moves = list(squares(legal_moves(position)))
        if not moves:
            position, mine = pass_turn(position), not mine
            continue
        position, mine = play(position, moves[choice % len(moves)]), not mine
        own = position.own if mine else position.foe
        assert stable & ~own == 0


def test_edges_are_stable_only_if_joined_to_a_corner() -> None:
    joined = ["a1", "b1", "c1", "a2", "h8", "h7"]
    loose = ["e1", "f1", "a4", "d8", "b2", "h5"]
    bits = {name: 1 << parse_square(name) for name in itertools.chain(joined, loose)}
    assert stable_edges(sum(bits.values())) == sum(bits[name] for name in joined)
    assert stable_edges(sum(bits[name] for name in loose)) == 0


def cpu_s(work: Callable[[], object]) -> float:
    """The processor's time for a piece of work, the best of three."""

    def once() -> float:
        started_s = time.process_time()
        work()
        return time.process_time() - started_s

    return min(once() for _ in range(3))


@pytest.mark.parametrize("hard", range(len(HARD_ENDS)))
def test_no_end_takes_longer_than_five_million_additions(hard: int) -> None:
    # Which is 0.2 to 0.35 s on two cores that other work keeps busy; a move takes about half of it.
    def additions() -> int:
        total = 0
        for number in range(5_000_000):
            total += number
        return total

    assert cpu_s(lambda: choose(HARD_ENDS[hard], "expert", 1)) < cpu_s(additions)


def test_an_end_on_a_board_that_no_game_leads_to_is_exact() -> None:
    chance = random.Random(1)
    for _ in range(20):
        places = chance.sample(range(64), 57)
        own = sum(1 << each for each in places if chance.random() < 0.5)
        position = Position(own, sum(1 << each for each in places) & ~own)
        if legal_moves(position):
            results = moves_to_result(position)
            assert results[choose(position, "expert", 3)] == max(results.values())
