"""Who can play a match: a level of ours, or any program that speaks GTP.

Passes are the referee's affair: a player is told of them and never asked for one.
"""

from typing import NoReturn, Protocol

from bots.engine import LEVELS, Level, choose
from bots.gtp import COLOURS, PASS
from bots.gtp_program import Broken, GtpProgram, Refused
from games.rules.board import Position, Side
from games.rules.notation import NotationError, parse_square, square_name

_START_S = 30.0


class Forfeit(Exception):
    """`player` broke down or the rules, and loses the game for the reason given."""

    def __init__(self, player: "Player", reason: str) -> None:
        super().__init__(player, reason)
        self.player = player
        self.reason = reason


class Player(Protocol):
    """One side of a match. All methods but `close` may raise Forfeit."""

    name: str

    def new_game(self, seed: int) -> None:
        """Set the board up. Equal seeds make equal games, as far as the player can."""

    def told(self, side: Side, square: int | None) -> None:
        """Take note of a ply of either side that the player didn't choose; None is a pass."""

    def move(self, side: Side, position: Position) -> int:
        """Choose a square for `side`, which has a legal move, and take note of it."""

    def close(self) -> None:
        """End whatever was started."""


class LevelPlayer:
    """A level of the engine."""

    def __init__(self, level: Level) -> None:
        self.name: str = level
        self._level = level
        self._seed = 0

    def new_game(self, seed: int) -> None:
        """Draw from `seed` from now on."""
        self._seed = seed

    def told(self, side: Side, square: int | None) -> None:
        """Nothing to do: every position comes whole."""

    def move(self, side: Side, position: Position) -> int:
        """The level's choice."""
        return choose(position, self._level, self._seed)

    def close(self) -> None:
        """Nothing to end."""


class ProgramPlayer:
    """A GTP program, started anew for the next game when it has broken down."""

    def __init__(self, command: str, move_s: float) -> None:
        self.name = command
        self._move_s = move_s
        self._program: GtpProgram | None = None

    def new_game(self, seed: int) -> None:
        """Start the program if need be, and clear its board. It can't be given a seed."""
        if self._program is None:
            try:
                self._program = GtpProgram(self.name)
            except Broken as error:
                raise Forfeit(self, str(error)) from error
            self._ask("boardsize 8", _START_S)
        self._ask("clear_board", _START_S)

    def told(self, side: Side, square: int | None) -> None:
        """Send a `play`."""
        if square is not None:
            self._ask(f"play {COLOURS[side]} {square_name(square).upper()}", self._move_s)
            return
        # Some programs pass by themselves and refuse to be told.
        self._ask(f"play {COLOURS[side]} {PASS}", self._move_s, may_refuse=True)

    def move(self, side: Side, position: Position) -> int:
        """Send a `genmove`."""
        answer = self._ask(f"genmove {COLOURS[side]}", self._move_s)
        try:
            return parse_square(answer)
        except NotationError:
            self._give_up(f"answered {answer[:40]!r} where it had a move")

    def close(self) -> None:
        """End the program, if it runs."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _ask(self, command: str, limit_s: float, *, may_refuse: bool = False) -> str:
        if self._program is None:
            raise Forfeit(self, "isn't running")
        try:
            return self._program.ask(command, limit_s)
        except Refused as error:
            if may_refuse:
                return ""
            self._give_up(f"refused {command!r}: {error}")
        except Broken as error:
            self._give_up(str(error))

    def _give_up(self, reason: str) -> NoReturn:
        self.close()
        raise Forfeit(self, reason)


def player_named(name: str, move_s: float) -> Player:
    """The level of that name, else the program of that command line."""
    for level in LEVELS:
        if name == level:
            return LevelPlayer(level)
    return ProgramPlayer(name, move_s)
