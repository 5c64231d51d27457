"""Chance from a seed: the same number for the same position and seed, in any language.

Unsigned words of 32 bits only. `mixed` is the last step of MurmurHash3 (Austin Appleby, public
domain), which spreads every bit of a word over all of them.
"""

from games.rules.board import Position

_WORD = 0xFFFFFFFF


def draw(position: Position, seed: int, choices: int) -> int:
    """A number from 0 to `choices` - 1. The lower 32 bits of the seed count.

    The state is `mixed(seed)`, then `mixed(state ^ word)` for each word of the position: own
    squares a1 to h4, own a5 to h8, the same for foe. The result is the state modulo `choices`.
    """
    state = mixed(seed & _WORD)
    for bits in position:
        state = mixed(state ^ bits & _WORD)
        state = mixed(state ^ bits >> 32)
    return state % choices


def mixed(word: int) -> int:
    """A one-to-one jumble of the words of 32 bits. Products are taken modulo 2**32."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & _WORD
    word ^= word >> 13
    word = word * 0xC2B2AE35 & _WORD
    return word ^ word >> 16
