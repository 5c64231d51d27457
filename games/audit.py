"""Do the rows of a game agree with each other and with the rules? Read only."""

from collections.abc import Iterator, Sequence

from games.models import Game, Move, Playing, Result, RoomEvent
from games.rules.board import (
    START_BOARD,
    Board,
    IllegalMove,
    Passed,
    Placed,
    Score,
    Side,
    place,
)
from games.rules.notation import board_text, square_name, write_transcript


class Replayed:
    """A game played again from its move rows: the board, the plies, and what was wrong."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.board: Board = START_BOARD
        self.plies: list[Placed | Passed] = []
        self.placed = {Side.DARK: 0, Side.LIGHT: 0}
        self.faults: list[str] = []
        expected: list[Passed] = []
        for number, move in enumerate(moves, start=1):
            if move.ply != number:
                self.faults.append(f"ply {number} is stored as {move.ply}")
                return
            if move.square is None:
                if not expected or expected.pop().side.value != move.side:
                    self.faults.append(f"ply {number}: a pass by {move.side} that isn't forced")
                    return
                continue
            if expected:
                self.faults.append(f"ply {number}: the forced pass before it is missing")
                return
            played = self._place(number, move)
            if played is None:
                return
            expected = played
        if expected:
            self.faults.append(f"the forced pass after ply {len(moves)} is missing")

    def _place(self, number: int, move: Move) -> list[Passed] | None:
        side = self.board.to_move
        if side is None or side.value != move.side or move.square is None:
            self.faults.append(f"ply {number}: {move.side} moved, it was {side}'s turn")
            return None
        try:
            self.board, plies = place(self.board, move.square, self.placed[side])
        except IllegalMove as illegal:
            name = square_name(move.square)
            self.faults.append(f"ply {number}: {name} is illegal ({illegal.reason})")
            return None
        self.placed[side] += 1
        self.plies += plies
        disc = plies[0]
        if isinstance(disc, Placed) and disc.from_opponent_tray != move.from_opponent_tray:
            self.faults.append(f"ply {number}: the hand-over of a disc is wrong")
        return [ply for ply in plies if isinstance(ply, Passed)]


def faults(game: Game) -> Iterator[str]:
    """Yield what disagrees in the rows of one game, in words; nothing if all is well."""
    moves = list(game.move_rows.order_by("ply"))
    replayed = Replayed(moves)
    yield from replayed.faults
    if not replayed.faults:
        yield from _row_faults(game, replayed)
        yield from _result_faults(game, replayed.board)
    yield from _time_faults(game, moves)
    yield from _playing_faults(game)


def room_faults(room_id: int) -> Iterator[str]:
    """Yield what disagrees between a room's games and its audit log."""
    games = list(Game.objects.filter(room_id=room_id).order_by("number"))
    if [game.number for game in games] != list(range(1, len(games) + 1)):
        yield "its games are not numbered one after another"
    if sum(not _has_result(game) for game in games) > 1:
        yield "more than one of its games is running"
    happened = [
        event["event"] for row in RoomEvent.objects.filter(room_id=room_id) for event in row.events
    ]
    discs = Move.objects.filter(game__room_id=room_id, square__isnull=False).count()
    results = sum(_has_result(game) for game in games)
    for name, stored in (("GameStarted", len(games)), ("Moved", discs), ("GameEnded", results)):
        if happened.count(name) != stored:
            yield f"the log tells of {happened.count(name)} × {name}, stored are {stored}"


def _has_result(game: Game) -> bool:
    return Result.objects.filter(game=game).exists()


def _row_faults(game: Game, replayed: Replayed) -> Iterator[str]:
    board = replayed.board
    discs = [ply for ply in replayed.plies if isinstance(ply, Placed)]
    expected: dict[str, object] = {
        "board": board_text(board.dark, board.light),
        "turn": board.to_move.value if board.to_move else "",
        "moves": write_transcript(replayed.plies),
        "ply": len(replayed.plies),
        "dark_placed": replayed.placed[Side.DARK],
        "light_placed": replayed.placed[Side.LIGHT],
        "last": discs[-1].square if discs else None,
        "turned": f"{discs[-1].flipped if discs else 0:x}",
    }
    for column, value in expected.items():
        if getattr(game, column) != value:
            yield f"{column} is {getattr(game, column)!r}, the moves give {value!r}"


def _result_faults(game: Game, board: Board) -> Iterator[str]:
    result = Result.objects.filter(game=game).first()
    if (result is None) != (game.ended_ms is None):
        yield "it has an end without a result, or a result without an end"
    if result is None:
        if board.to_move is None:
            yield "neither side can move, but it has no result"
        return
    score = Score(*board.counts)
    if (result.dark, result.light) != board.counts:
        yield f"the result counts {result.dark}–{result.light}, the board {score}"
    if (result.reason == "discs") != (board.to_move is None):
        yield f"it ended by {result.reason}, which the board doesn't bear out"
    if result.reason == "discs":
        winner = score.winner.value if score.winner else ""
        if result.winner != winner:
            yield f"the winner is {result.winner!r}, the discs say {winner!r}"
        if (result.dark_score, result.light_score) != score.tournament:
            yield "the score with empties is wrong"


def _time_faults(game: Game, moves: Sequence[Move]) -> Iterator[str]:
    limit = game.action_ms
    last_ms = game.started_ms
    for move in moves:
        if move.took_ms < 0 or (limit is not None and move.took_ms > limit):
            yield f"ply {move.ply} took {move.took_ms} ms of {limit}"
        if move.at_ms < last_ms:
            yield f"ply {move.ply} was made before what it answers"
        last_ms = move.at_ms


def _playing_faults(game: Game) -> Iterator[str]:
    marked = set(Playing.objects.filter(game=game).values_list("person_id", flat=True))
    people = {pk for pk in (game.dark_id, game.light_id) if pk is not None}
    expected = set() if _has_result(game) else people
    if marked != expected:
        yield f"marked as playing it are {sorted(marked)}, not {sorted(expected)}"
