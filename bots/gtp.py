"""The engine as a program that speaks GTP, the Go Text Protocol: lines in, answers out.

Version 2, draft 2 (https://www.lysator.liu.se/~gunnar/gtp/), with Othello in Go's place: squares
are named as on our boards, so that a1 is top left, and a pass is `PASS`, legal only without a move.
A controller may send forced passes or leave them out. When the game is over, both sides may pass.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from bots.engine import Level, choose
from games.rules.board import START_BOARD, Board, IllegalMove, Passed, Side, place, score
from games.rules.notation import NotationError, board_text, parse_square, square_name

PROTOCOL_VERSION = 2
NAME = "reversi-site"
VERSION = "1"
BOARD_SIZE = 8
PASS = "PASS"
COLOURS = {Side.DARK: "black", Side.LIGHT: "white"}
"""The sides as GTP calls them."""

_MOVER = {Side.DARK: "black (X)", Side.LIGHT: "white (O)", None: "nobody"}
_SIDES = {"b": Side.DARK, "black": Side.DARK, "w": Side.LIGHT, "white": Side.LIGHT}
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]{1,10}")


class GtpError(Exception):
    """A command that can't be carried out; the message says why."""


class _State(NamedTuple):
    """A board, and the side that was passed over on the way to it and hasn't said so itself."""

    board: Board
    unsaid_pass: Side | None


class Gtp:
    """One game at one level. `finished` becomes true with `quit`."""

    def __init__(self, level: Level, seed: int) -> None:
        self.finished = False
        self._level = level
        self._seed = seed
        self._history = [_State(START_BOARD, None)]
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: str(PROTOCOL_VERSION),
            "name": lambda _: NAME,
            "version": lambda _: f"{VERSION} ({self._level})",
            "known_command": self._known_command,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": self._showboard,
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
        }

    def answer(self, line: str) -> str:
        """The answer to a line, with the empty line that ends it; "" if it asks for nothing."""
        words = _CONTROL.sub("", line).partition("#")[0].replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if not words:
            return ""
        number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
        try:
            command = self._commands.get(words[0] if words else "")
            if command is None:
                raise GtpError("unknown command")
            mark, text = "=", command(words[1:])
        except GtpError as error:
            mark, text = "?", str(error)
        return f"{mark}{number} {text}".rstrip() + "\n\n"

    def _known_command(self, words: list[str]) -> str:
        (name,) = _expect(1, words)
        return "true" if name in self._commands else "false"

    def _quit(self, _: list[str]) -> str:
        self.finished = True
        return ""

    def _boardsize(self, words: list[str]) -> str:
        (size,) = _expect(1, words)
        if _number(size) != BOARD_SIZE:
            raise GtpError("unacceptable size")
        return self._clear_board([])

    def _clear_board(self, _: list[str]) -> str:
        self._history = [_State(START_BOARD, None)]
        return ""

    def _play(self, words: list[str]) -> str:
        colour, move = _expect(2, words)
        side = _side(colour)
        if move.upper() == PASS:
            self._pass(side)
            return ""
        try:
            square = parse_square(move)
        except NotationError:
            raise GtpError("syntax error") from None
        self._place(side, square)
        return ""

    def _genmove(self, words: list[str]) -> str:
        (colour,) = _expect(1, words)
        side = _side(colour)
        board = self._history[-1].board
        if board.to_move is not side:
            self._pass(side)
            return PASS
        square = choose(board.position, self._level, self._seed)
        self._place(side, square)
        return square_name(square).upper()

    def _place(self, side: Side, square: int) -> None:
        board = self._history[-1].board
        if board.to_move is not side:
            raise GtpError("illegal move")
        try:
            board, plies = place(board, square, 0)
        except IllegalMove:
            raise GtpError("illegal move") from None
        last = plies[-1]
        self._history.append(_State(board, last.side if isinstance(last, Passed) else None))

    def _pass(self, side: Side) -> None:
        board, unsaid_pass = self._history[-1]
        if unsaid_pass is not side and board.to_move is not None:
            raise GtpError("illegal move")
        self._history.append(_State(board, None))

    def _undo(self, _: list[str]) -> str:
        if len(self._history) == 1:
            raise GtpError("cannot undo")
        self._history.pop()
        return ""

    def _showboard(self, _: list[str]) -> str:
        board = self._history[-1].board
        text = board_text(board.dark, board.light)
        files = "  a b c d e f g h"
        rows = [
            f"{row + 1} {' '.join(text[8 * row : 8 * row + 8])} {row + 1}"
            for row in range(BOARD_SIZE)
        ]
        to_move = _MOVER[board.to_move]
        return "\n".join(("", files, *rows, files, f"to move: {to_move}"))

    def _final_score(self, _: list[str]) -> str:
        board = self._history[-1].board
        if board.to_move is not None:
            raise GtpError("cannot score")
        dark, light = score(board)
        if dark == light:
            return "0"
        return f"B+{dark - light}" if dark > light else f"W+{light - dark}"

    def _time_settings(self, words: list[str]) -> str:
        # Every level takes about a tenth of a second, whatever there is.
        for word in _expect(3, words):
            _number(word)
        return ""

    def _time_left(self, words: list[str]) -> str:
        colour, *numbers = _expect(3, words)
        _side(colour)
        for word in numbers:
            _number(word)
        return ""


def _expect(count: int, words: list[str]) -> list[str]:
    """The first `count` arguments. What follows them is left alone, as the draft wants it."""
    if len(words) < count:
        raise GtpError("syntax error")
    return words[:count]


def _side(colour: str) -> Side:
    try:
        return _SIDES[colour.lower()]
    except KeyError:
        raise GtpError("syntax error") from None


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise GtpError("syntax error")
    return int(word)
