"""`python -m tests.faults.duels SEED TIMES`: two deeds at the same moment, again and again.

Each duel has one outcome of a few, whichever deed comes first. Prints as JSON how often each came
about and what was wrong.
"""

import json
import os
import random
import sys
import threading

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")

import django

django.setup()

from collections import Counter  # noqa: E402  Django must be set up first
from collections.abc import Callable  # noqa: E402
from concurrent.futures import ThreadPoolExecutor  # noqa: E402
from pathlib import Path  # noqa: E402

from django.conf import settings  # noqa: E402

from games import services, store  # noqa: E402
from games.clocks import now_ms  # noqa: E402
from games.core import commands  # noqa: E402
from games.core.clock import TimeControl  # noqa: E402
from games.core.state import Game as GameState  # noqa: E402
from games.core.state import RoomState  # noqa: E402
from games.models import Game, Move, Result  # noqa: E402
from games.rules.board import Side, legal_moves, squares  # noqa: E402
from games.rules.notation import parse_square  # noqa: E402
from games.services import Answer  # noqa: E402
from lobby.models import User  # noqa: E402

CASES = json.loads((Path(__file__).parents[1] / "fixtures" / "edge_cases.json").read_text())
NINE_DISCS = CASES["shortest_game_9_black_wipeout"]["transcript"]
CLOSE_MS = 5
"""A move and the flag are at most so far apart."""
FLAGS = 4
"""So many of them for one of each other duel."""
Deed = Callable[[], Answer]


class Duels:
    """A room in which ana (host, dark) and ben (light) meet, while eve watches."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pool = ThreadPoolExecutor(2)
        names = ("ana", "ben", "eve")
        self.people = {
            name: store.person_of(User.objects.create(name=f"{name}-{seed}", is_guest=True))
            for name in names
        }
        self.outcomes: Counter[str] = Counter()
        self.at_ms = now_ms()
        host = self.people["ana"]
        control = TimeControl(action_ms=30_000)
        self.room_id = services.open_room(host, control, True, self.at_ms).pk
        services.join(self.room_id, host, self.at_ms)
        self.act("ana", commands.Sit(Side.DARK))
        self.act("ben", commands.Sit(Side.LIGHT))

    # --- doing -------------------------------------------------------------------------------
    def deed(self, name: str, command: commands.PersonCommand, at_ms: int | None = None) -> Deed:
        """Return a deed of somebody, to be done at an instant of the room's."""
        when = self.at_ms if at_ms is None else at_ms
        return lambda: services.act(self.room_id, command, self.people[name], when)

    def act(self, name: str, command: commands.PersonCommand) -> None:
        """Do something that has to succeed, by itself."""
        self.at_ms += 1
        answer = self.deed(name, command)()
        assert answer.refused is None, (command, answer.refused)

    def at_once(self, *deeds: Deed) -> list[str | None]:
        """Do two things at the same moment; return with what code each was refused."""
        gate = threading.Barrier(len(deeds))

        def through_the_gate(deed: Deed) -> str | None:
            gate.wait()
            return deed().refused

        return list(self.pool.map(through_the_gate, deeds))

    def state(self) -> RoomState:
        """Return the room as it is stored."""
        return services.look(self.room_id).state

    def game(self) -> GameState:
        """Return its game."""
        game = self.state().game
        assert game is not None
        return game

    def begin(self) -> GameState:
        """Have a game begin, ana being dark and ben light."""
        state = self.state()
        if state.game is not None and state.game.running:
            self.act("ana", commands.Resign(state.game.number))
        for name in ("ana", "ben"):
            if self.state().seat_of(self.people[name]) is not None:
                self.act(name, commands.Stand())
        self.act("ana", commands.Sit(Side.DARK))
        self.act("ben", commands.Sit(Side.LIGHT))
        self.act("ana", commands.Start())
        return self.game()

    def some_move(self, game: GameState) -> commands.Place:
        """Return a legal move."""
        moves = list(squares(legal_moves(game.board.position)))
        return commands.Place(self.chance.choice(moves), game.number, game.ply)

    # --- the duels ---------------------------------------------------------------------------
    def move_and_flag(self) -> str:
        """A move received within 5 ms of the deadline, and a sweep that looks just there."""
        game = self.begin()
        flag_at = game.clock.flag_at()
        assert flag_at is not None
        received_ms = flag_at + self.chance.randint(-CLOSE_MS, CLOSE_MS)
        seen_ms = flag_at + self.chance.randint(-CLOSE_MS, CLOSE_MS)
        swept_ms = seen_ms + settings.DURATIONS.late_ms
        refused, _ = self.at_once(
            self.deed("ana", self.some_move(game), received_ms),
            lambda: services.wake(self.room_id, swept_ms, witness_ms=flag_at + 1000),
        )
        self.at_ms = swept_ms
        after = self.game()
        if refused is None:
            assert received_ms <= flag_at and after.ply == 1 and after.running
            return "moved"
        assert refused in ("game_over", "stale")
        assert after.ply == 0 and after.outcome is not None
        assert after.outcome.winner is Side.LIGHT
        if received_ms <= flag_at:
            # Only a sweep that had already left its quarter of a second comes before it.
            assert seen_ms >= flag_at
            return "swept"
        return "too late"

    def two_starts(self) -> str:
        """Two tabs of the host press start."""
        number = self.begin().number
        self.act("ben", commands.Resign(number))
        start = self.deed("ana", commands.Start())
        refused = self.at_once(start, start)
        assert sorted(refused, key=str) == [None, "game_running"], refused
        assert self.game().number == number + 1 and self.game().running
        return "one game"

    def two_on_one_seat(self) -> str:
        """Ben and eve want the same seat."""
        number = self.begin().number
        self.act("ben", commands.Resign(number))
        self.act("ben", commands.Stand())
        sit = commands.Sit(Side.LIGHT)
        refused = self.at_once(self.deed("ben", sit), self.deed("eve", sit))
        assert sorted(refused, key=str) == [None, "seat_taken"], refused
        winner = ("ben", "eve")[refused.index(None)]
        assert self.state().light.who == self.people[winner]
        self.act(winner, commands.Stand())
        return winner

    def two_rematches(self) -> str:
        """Both press rematch."""
        number = self.begin().number
        self.act("ben", commands.Resign(number))
        agree = commands.Rematch(number, True)
        refused = self.at_once(self.deed("ana", agree), self.deed("ben", agree))
        assert refused == [None, None], refused
        game = self.game()
        assert game.number == number + 1 and game.running
        assert game.players == (self.people["ben"], self.people["ana"])
        return "swapped"

    def leave_and_last_move(self) -> str:
        """Ben leaves, or resigns, at the moment of the disc that ends the game."""
        game = self.begin()
        discs = [NINE_DISCS[at : at + 2] for at in range(0, len(NINE_DISCS), 2)]
        for disc in discs[:-1]:
            name = "ana" if game.board.to_move is Side.DARK else "ben"
            self.act(name, commands.Place(parse_square(disc), game.number, game.ply))
            game = self.game()
        assert game.board.to_move is Side.DARK
        last = commands.Place(parse_square(discs[-1]), game.number, game.ply)
        going = self.chance.choice((commands.Leave(), commands.Resign(game.number)))
        moved, gone = self.at_once(self.deed("ana", last), self.deed("ben", going))
        outcome = self.game().outcome
        assert outcome is not None and outcome.winner is Side.DARK
        assert moved in (None, "game_over") and gone in (None, "game_over")
        reason = str(outcome.reason)
        assert (moved is None) == (reason == "discs"), (moved, reason)
        if isinstance(going, commands.Resign):
            assert (moved is None) != (gone is None)
        return reason

    def fight(self, times: int) -> None:
        """Fight each duel so often, then look at what is stored."""
        duels = (
            *[self.move_and_flag] * FLAGS,
            self.two_starts,
            self.two_on_one_seat,
            self.two_rematches,
            self.leave_and_last_move,
        )
        for _ in range(times):
            for duel in duels:
                self.outcomes[f"{duel.__name__}: {duel()}"] += 1
        for game in Game.objects.filter(room_id=self.room_id):
            plies = list(
                Move.objects.filter(game=game).order_by("ply").values_list("ply", flat=True)
            )
            assert len(plies) == len(set(plies)) == (max(plies) - min(plies) + 1 if plies else 0)
            assert Result.objects.filter(game=game).count() <= 1


def main() -> None:
    """Fight."""
    seed, times = (int(word) for word in sys.argv[1:])
    duels = Duels(seed)
    duels.fight(times)
    print(json.dumps(duels.outcomes))
    duels.pool.shutdown()


if __name__ == "__main__":
    main()
