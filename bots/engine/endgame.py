"""Positions played out to the end: the exact result, for a board that is nearly full.

Results are disc differences for the side to move with the empty squares given to the winner, as
engines and analysis count them: even numbers from -64 to 64.
"""

from bots.engine.regions import ALL, CORNERS, LINES_THROUGH, MOST_PROMISING_FIRST
from games.rules.board import SQUARES, flips_of, moves_of

EXACT_EMPTIES = 10
"""From this many empty squares on, the expert plays by the exact result."""

BOUND = SQUARES + 1
"""Beyond every result."""

_FEW = 6
"""With so few empty squares left, sorting the moves and remembering results costs more than it
saves."""

_QUARTERS = (0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000)
_CORNER_BONUS = 4

_Line = tuple[int, dict[int, int]]
"""The squares of a line, once for the discs of either side (`own << 64 | foe`), and what turns on
it for each pattern of discs that has been met so far."""
_Empty = tuple[int, tuple[_Line, ...]]
"""An empty square's bit and the lines through it."""
_Reply = tuple[int, int, int, int, int]


def final_result(own: int, foe: int) -> int:
    """The result of a game that is over."""
    mine, theirs = own.bit_count(), foe.bit_count()
    if mine > theirs:
        return SQUARES - 2 * theirs
    return 2 * mine - SQUARES if mine < theirs else 0


def _in_odd_quarters(empties: int) -> int:
    odd = 0
    for quarter in _QUARTERS:
        part = empties & quarter
        if part.bit_count() & 1:
            odd |= part
    return odd


def by_parity(empties: int) -> tuple[int, ...]:
    """The bits of empty squares, lowest first, but quarters with an odd number of them first.

    Who plays first into an odd region also plays last there.
    """
    odd = _in_odd_quarters(empties)
    bits = []
    for part in (odd, empties ^ odd):
        while part:
            bit = part & -part
            bits.append(bit)
            part ^= bit
    return tuple(bits)


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


class Endgame:
    """What is found out about a position with few empty squares and those that come of it.

    It keeps the lowest and the highest possible result of positions, and what turns on a line: with
    few empty squares the same patterns of discs come again and again. Nothing outlives it.
    """

    def __init__(self, own: int, foe: int) -> None:
        self._results: dict[tuple[int, int], tuple[int, int]] = {}
        self._empties: tuple[_Empty, ...] = tuple(
            (bit, tuple((line << SQUARES | line, {}) for line in LINES_THROUGH[bit]))
            for bit in MOST_PROMISING_FIRST
            if not bit & (own | foe)
        )

    def result(self, own: int, foe: int, alpha: int, beta: int) -> int:
        """The exact result if it lies between `alpha` and `beta`, else a bound on that side of it.

        At most `alpha`: the result is no higher. At least `beta`: it is no lower.
        """
        empties = ~(own | foe) & ALL
        if not empties:
            return final_result(own, foe)
        if empties.bit_count() <= _FEW:
            return self._few(own, foe, alpha, beta, self._by_parity(empties), False)
        return self._many(own, foe, moves_of(own, foe), alpha, beta)

    def _by_parity(self, empties: int) -> list[_Empty]:
        """The empty squares, the most promising first, but those of odd quarters before others."""
        odd = _in_odd_quarters(empties)
        even = empties ^ odd
        return [empty for empty in self._empties if empty[0] & odd] + [
            empty for empty in self._empties if empty[0] & even
        ]

    def _many(self, own: int, foe: int, moves: int, alpha: int, beta: int) -> int:
        """`result` with sorted moves (`_replies`) and remembered results."""
        if not moves:
            moves = moves_of(foe, own)
            if not moves:
                return final_result(own, foe)
            return -self._many(foe, own, moves, -beta, -alpha)
        low, high = self._results.get((own, foe), (-BOUND, BOUND))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best = self._best_child(own, foe, moves, alpha, beta)
        if best <= alpha:
            self._results[own, foe] = low, best
        elif best >= beta:
            self._results[own, foe] = best, high
        else:
            self._results[own, foe] = best, best
        return best

    def _best_child(self, own: int, foe: int, moves: int, alpha: int, beta: int) -> int:
        empties = self._by_parity(~(own | foe) & ALL)
        few = len(empties) - 1 <= _FEW
        best = -BOUND
        for _, _, next_own, next_foe, answers in _replies(own, foe, moves, empties):
            floor = alpha if alpha > best else best
            if few:
                rest = self._by_parity(~(next_own | next_foe) & ALL)
                value = -self._few(next_own, next_foe, -beta, -floor, rest, False)
            elif floor > alpha:
                # A better move is known: ask first only whether this one is better still.
                value = -self._many(next_own, next_foe, answers, -floor - 1, -floor)
                if floor < value < beta:
                    value = -self._many(next_own, next_foe, answers, -beta, -value)
            else:
                value = -self._many(next_own, next_foe, answers, -beta, -floor)
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def _few(
        self, own: int, foe: int, alpha: int, beta: int, empties: list[_Empty], passed: bool
    ) -> int:
        """`result` over a handful of empty squares, tried in the order given."""
        if len(empties) == 1:
            return _last(own, foe, empties[0])
        discs = own << SQUARES | foe
        best = -BOUND
        for empty in empties:
            bit, lines = empty
            # This is `_turned`: a call would cost a tenth of the whole search here.
            turned = 0
            for squares, known in lines:
                pattern = discs & squares
                try:
                    turned |= known[pattern]
                except KeyError:
                    turned |= _learn(pattern, bit, known)
            if turned:
                rest = [other for other in empties if other is not empty]
                value = -self._few(foe ^ turned, own | turned | bit, -beta, -alpha, rest, False)
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
        return -self._few(foe, own, -beta, -alpha, empties, True)


def _turned(discs: int, empty: _Empty) -> int:
    """What a disc on an empty square turns."""
    bit, lines = empty
    turned = 0
    for squares, known in lines:
        pattern = discs & squares
        try:
            turned |= known[pattern]
        except KeyError:
            turned |= _learn(pattern, bit, known)
    return turned


def _learn(pattern: int, bit: int, known: dict[int, int]) -> int:
    """What a disc on the square turns on a line, from now on known."""
    turned = flips_of(pattern >> SQUARES, pattern & ALL, bit.bit_length() - 1)
    known[pattern] = turned
    return turned


def _answers(own: int, foe: int, empties: list[_Empty]) -> int:
    """The legal moves, of which only these squares can be one."""
    discs = own << SQUARES | foe
    answers = 0
    for bit, lines in empties:
        for squares, known in lines:
            pattern = discs & squares
            try:
                turned = known[pattern]
            except KeyError:
                turned = _learn(pattern, bit, known)
            if turned:
                answers |= bit
                break
    return answers


def _replies(own: int, foe: int, moves: int, empties: list[_Empty]) -> list[_Reply]:
    """Like `children`, sorted: own, foe, answers after each move, the fewest answers first."""
    discs = own << SQUARES | foe
    found = []
    for place, empty in enumerate(empties):
        bit = empty[0]
        if bit & moves:
            turned = _turned(discs, empty)
            next_own, next_foe = foe ^ turned, own | turned | bit
            rest = [other for other in empties if other is not empty]
            answers = _answers(next_own, next_foe, rest)
            left = answers.bit_count() + (answers & CORNERS).bit_count()
            if bit & CORNERS:
                left -= _CORNER_BONUS
            found.append((left, place, next_own, next_foe, answers))
    found.sort()
    return found


def _last(own: int, foe: int, empty: _Empty) -> int:
    """The result with one empty square: whoever can fill it does, the side to move first."""
    turned = _turned(own << SQUARES | foe, empty)
    if turned:
        return 2 * (own.bit_count() + turned.bit_count() + 1) - SQUARES
    turned = _turned(foe << SQUARES | own, empty)
    if turned:
        return 2 * (own.bit_count() - turned.bit_count()) - SQUARES
    return final_result(own, foe)
