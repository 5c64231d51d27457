"""Positions played out to the end: the exact result, for a board that is nearly full.

Results are disc differences for the side to move with the empty squares given to the winner, as
engines and analysis count them: even numbers from -64 to 64.
"""

from bots.engine.regions import ALL, CORNERS
from games.rules.board import SQUARES, flips_of, moves_of

EXACT_EMPTIES = 10
"""From this many empty squares on, the expert plays by the exact result."""

BOUND = SQUARES + 1
"""Beyond every result."""

_FEW = 5
"""With so few empty squares left, sorting the moves and remembering results costs more than it
saves."""

_QUARTERS = (0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000)
_CORNER_BONUS = 4

Results = dict[tuple[int, int], tuple[int, int]]
"""What a search has found: the lowest and the highest possible result of a position."""


def final_result(own: int, foe: int) -> int:
    """The result of a game that is over."""
    mine, theirs = own.bit_count(), foe.bit_count()
    if mine > theirs:
        return SQUARES - 2 * theirs
    return 2 * mine - SQUARES if mine < theirs else 0


def result(own: int, foe: int, alpha: int, beta: int, found: Results) -> int:
    """The exact result if it lies between `alpha` and `beta`, else a bound on that side of it.

    At most `alpha`: the result is no higher. At least `beta`: it is no lower. `found` is empty at
    first, and may be handed on to further searches in the same game.
    """
    empties = ~(own | foe) & ALL
    if empties.bit_count() <= _FEW:
        return _few(own, foe, alpha, beta, by_parity(empties), False)
    return _many(own, foe, moves_of(own, foe), alpha, beta, found)


def by_parity(empties: int) -> tuple[int, ...]:
    """The bits of empty squares, lowest first, but quarters with an odd number of them first.

    Who plays first into an odd region also plays last there.
    """
    odd = 0
    for quarter in _QUARTERS:
        if (empties & quarter).bit_count() & 1:
            odd |= quarter
    bits = []
    for part in (empties & odd, empties & ~odd):
        while part:
            bit = part & -part
            bits.append(bit)
            part ^= bit
    return tuple(bits)


def _many(own: int, foe: int, moves: int, alpha: int, beta: int, found: Results) -> int:
    """`result` with sorted moves: those that leave the opponent fewest answers first."""
    if not moves:
        moves = moves_of(foe, own)
        if not moves:
            return final_result(own, foe)
        return -_many(foe, own, moves, -beta, -alpha, found)
    low, high = found.get((own, foe), (-BOUND, BOUND))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    best = _best_child(own, foe, moves, alpha, beta, found)
    if best <= alpha:
        found[own, foe] = low, best
    elif best >= beta:
        found[own, foe] = best, high
    else:
        found[own, foe] = best, best
    return best


def _best_child(own: int, foe: int, moves: int, alpha: int, beta: int, found: Results) -> int:
    empties = ~(own | foe) & ALL
    few = empties.bit_count() - 1 <= _FEW
    best = -BOUND
    for _, _, next_own, next_foe, answers, bit in sorted(children(own, foe, moves, empties)):
        floor = max(alpha, best)
        if few:
            rest = by_parity(empties ^ bit)
            value = -_few(next_own, next_foe, -beta, -floor, rest, False)
        elif floor > alpha:
            # A better move is known: ask first only whether this one is better still.
            value = -_many(next_own, next_foe, answers, -floor - 1, -floor, found)
            if floor < value < beta:
                value = -_many(next_own, next_foe, answers, -beta, -value, found)
        else:
            value = -_many(next_own, next_foe, answers, -beta, -floor, found)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


def children(
    own: int, foe: int, moves: int, empties: int
) -> list[tuple[int, int, int, int, int, int]]:
    """(answers left, place in the order, own, foe, answers, bit) after each move.

    `own` and `foe` are seen by the opponent. The first two, both integers, are what to sort by.
    """
    found = []
    for place, bit in enumerate(by_parity(empties)):
        if bit & moves:
            turned = flips_of(own, foe, bit.bit_length() - 1)
            next_own, next_foe = foe ^ turned, own | turned | bit
            answers = moves_of(next_own, next_foe)
            left = answers.bit_count() + (answers & CORNERS).bit_count()
            if bit & CORNERS:
                left -= _CORNER_BONUS
            found.append((left, place, next_own, next_foe, answers, bit))
    return found


def _few(own: int, foe: int, alpha: int, beta: int, empties: tuple[int, ...], passed: bool) -> int:
    """`result` over a handful of empty squares, tried in the order given."""
    if len(empties) == 1:
        return _last(own, foe, empties[0])
    best = -BOUND
    for bit in empties:
        turned = flips_of(own, foe, bit.bit_length() - 1)
        if turned:
            rest = tuple([other for other in empties if other != bit])
            value = -_few(foe ^ turned, own | turned | bit, -beta, -alpha, rest, False)
            if value > best:
                best = value
                if best >= beta:
                    return best
                if best > alpha:
                    alpha = best
    if best > -BOUND:
        return best
    if passed:
        return final_result(own, foe)
    return -_few(foe, own, -beta, -alpha, empties, True)


def _last(own: int, foe: int, bit: int) -> int:
    """The result with one empty square: whoever can fill it does, the side to move first."""
    square = bit.bit_length() - 1
    turned = flips_of(own, foe, square)
    if turned:
        return 2 * (own.bit_count() + turned.bit_count() + 1) - SQUARES
    turned = flips_of(foe, own, square)
    if turned:
        return 2 * (own.bit_count() - turned.bit_count()) - SQUARES
    return final_result(own, foe)
