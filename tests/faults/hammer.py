"""`python -m tests.faults.hammer ROOM SEED TIMES`: one of several processes that hit one room.

It sends moves, resignations, pauses, reservations and flags as fast as it can, without regard for
whose turn it is, and prints as JSON what came of it. Whatever isn't a refusal ends it.
`python -m tests.faults.hammer new` makes the room and prints its number.
"""

import json
import os
import random
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")

import django

django.setup()

from collections import Counter  # noqa: E402  Django must be set up first

from games import services, store  # noqa: E402
from games.clocks import now_ms  # noqa: E402
from games.core import commands  # noqa: E402
from games.core.clock import TimeControl  # noqa: E402
from games.core.state import Person, RoomState  # noqa: E402
from games.rules.board import Side, legal_moves, squares  # noqa: E402
from lobby.models import User  # noqa: E402

NAMES = ("ana-hammer", "ben-hammer", "eve-hammer")


def new_room() -> int:
    """Make a room in which ana and ben play, and return its number."""
    people = [store.person_of(User.objects.create(name=name, is_guest=True)) for name in NAMES]
    ana, ben, _ = people
    at_ms = now_ms()
    room = services.open_room(ana, TimeControl(action_ms=30_000), True, at_ms)
    services.join(room.pk, ana, at_ms)
    services.act(room.pk, commands.Sit(Side.DARK), ana, at_ms)
    services.act(room.pk, commands.Sit(Side.LIGHT), ben, at_ms)
    services.act(room.pk, commands.Start(), ana, at_ms)
    return int(room.pk)


class Hammer:
    """One process's share, and what it has seen."""

    def __init__(self, room_id: int, seed: int) -> None:
        self.room_id = room_id
        self.chance = random.Random(seed)
        people = store.people(
            list(User.objects.filter(name__in=NAMES).values_list("pk", flat=True))
        )
        self.people = {person.name: person for person in people}
        self.answers: Counter[str] = Counter()
        self.spent_ms: dict[tuple[int, int], int] = {}
        self.faults: list[str] = []

    def strike(self) -> None:
        """Look at the room, then ask for something."""
        state = services.look(self.room_id).state
        self._watch_clock(state)
        command, who = self._choose(state)
        if command is None:
            services.wake(self.room_id, now_ms())
            self.answers["wake"] += 1
            return
        answer = services.act(self.room_id, command, who, now_ms())
        self.answers[answer.refused or type(command).__name__] += 1

    def _watch_clock(self, state: RoomState) -> None:
        """What an action has used up to its last pause is never given back."""
        game = state.running_game
        if game is None:
            return
        key = (game.number, game.ply)
        spent = game.clock.spent_ms
        if spent < self.spent_ms.get(key, 0):
            self.faults.append(f"the clock of {key} grew: {self.spent_ms[key]} to {spent} ms spent")
        self.spent_ms[key] = spent

    def _choose(self, state: RoomState) -> tuple[commands.PersonCommand | None, Person]:
        ana, ben, eve = (self.people[name] for name in NAMES)
        player = self.chance.choice((ana, ben))
        game = state.game
        assert game is not None
        if not game.running:
            return self.chance.choice(
                (commands.Rematch(game.number, True), commands.Start())
            ), player
        dice = self.chance.random()
        if dice < 0.75 and game.board.to_move is not None:
            moves = list(squares(legal_moves(game.board.position)))
            place = commands.Place(self.chance.choice(moves), game.number, game.ply)
            return place, player
        if dice < 0.80:
            return commands.Pause(), ana
        if dice < 0.90:
            return commands.Resume(), ana
        if dice < 0.92:
            return commands.Resign(game.number), player
        if dice < 0.95:
            return commands.Reserve(Side.LIGHT), eve
        return None, ana


def main() -> None:
    """Make a room, or hammer one."""
    if sys.argv[1] == "new":
        print(new_room())
        return
    room_id, seed, times = (int(word) for word in sys.argv[1:])
    hammer = Hammer(room_id, seed)
    for _ in range(times):
        hammer.strike()
    print(json.dumps({"answers": hammer.answers, "faults": hammer.faults}))


if __name__ == "__main__":
    main()
