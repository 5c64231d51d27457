"""`python -m tests.faults.hammer ROOM SEED TIMES`: one of several processes that hit one room.

It sends moves, resignations, pauses, reservations, removals, leave-takings and flags as fast as it
can, without regard for whose turn it is, and prints as JSON what came of it. Whatever isn't a
refusal ends it.
`python -m tests.faults.hammer new people` makes the room and prints its number; `new bot` makes one
in which a bot has the other seat, that can be reserved, and clocks run out after a moment.
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
from games.core.state import Bot, Person, RoomState  # noqa: E402
from games.rules.board import Side, legal_moves, squares  # noqa: E402
from lobby.models import User  # noqa: E402

NAMES = ("ana-hammer", "ben-hammer", "eve-hammer")


BOT = Bot("beginner")
MOMENT_MS = 300


def new_room(with_bot: bool) -> int:
    """Make a room in which ana and ben, or a bot, play, and return its number."""
    people = [store.person_of(User.objects.create(name=name, is_guest=True)) for name in NAMES]
    ana, ben, _ = people
    at_ms = now_ms()
    control = TimeControl(action_ms=MOMENT_MS if with_bot else 30_000)
    room = services.open_room(ana, control, True, at_ms)
    services.join(room.pk, ana, at_ms)
    services.act(room.pk, commands.Sit(Side.DARK), ana, at_ms)
    if with_bot:
        services.act(room.pk, commands.AddBot(Side.LIGHT, BOT.level), ana, at_ms)
    else:
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
        self.reasons: dict[int, str] = {}
        self.spent_ms: dict[tuple[int, int], int] = {}
        self.faults: list[str] = []

    def strike(self) -> None:
        """Look at the room, then ask for something."""
        state = services.look(self.room_id).state
        self._watch_clock(state)
        command, who = self._choose(state)
        if command is None:
            services.wake(self.room_id, now_ms(), witness_ms=now_ms())
            self.answers["wake"] += 1
            return
        answer = services.act(self.room_id, command, who, now_ms())
        self.answers[answer.refused or type(command).__name__] += 1

    def _watch_clock(self, state: RoomState) -> None:
        """What an action has used up to its last pause is never given back; a result stays."""
        if state.game is not None and state.game.outcome is not None:
            reason = state.game.outcome.reason.value
            if self.reasons.setdefault(state.game.number, reason) != reason:
                self.faults.append(f"game {state.game.number} has another result")
        game = state.running_game
        if game is None:
            return
        key = (game.number, game.ply)
        spent = game.clock.spent_ms
        if spent < self.spent_ms.get(key, 0):
            self.faults.append(f"the clock of {key} grew: {self.spent_ms[key]} to {spent} ms spent")
        self.spent_ms[key] = spent

    def _choose(self, state: RoomState) -> tuple[commands.PersonCommand | None, Person | Bot]:
        ana, ben, eve = (self.people[name] for name in NAMES)
        game = state.game
        assert game is not None
        player = self.chance.choice(game.players)
        ben_or_eve = self.chance.choice((ben, eve))
        if not game.running:
            free = next((side for side in Side if state.chair(side).who is None), Side.LIGHT)
            # Who has taken a bot's seat makes room for the next one.
            bots = state.control.action_ms == MOMENT_MS
            leaver = ben_or_eve if bots else eve
            return self.chance.choice(
                (
                    (commands.Rematch(game.number, True), player),
                    (commands.Start(), ana),
                    *[(commands.AddBot(free, BOT.level), ana)] * (3 if bots else 1),
                    (commands.Sit(free), ben_or_eve),
                    (commands.Stand(), leaver),
                )
            )
        dice = self.chance.random()
        if dice < 0.65 and game.board.to_move is not None:
            moves = list(squares(legal_moves(game.board.position)))
            place = commands.Place(self.chance.choice(moves), game.number, game.ply)
            return place, player
        if dice < 0.70:
            return commands.Pause(), ana
        if dice < 0.80:
            return commands.Resume(), ana
        if dice < 0.81:
            return self.chance.choice(
                ((commands.Resign(game.number), player), (commands.Leave(), ben_or_eve))
            )
        bot = next((side for side in Side if state.chair(side).who == BOT), Side.LIGHT)
        if dice < 0.87:
            return commands.Reserve(bot), ben_or_eve
        if dice < 0.94:
            chair = state.chair(bot)
            if chair.reserved_by is not None:
                return commands.Withdraw(), chair.reserved_by
            return commands.KeepBot(bot) if chair.leaving else commands.RemoveBot(bot), ana
        return None, ana


def main() -> None:
    """Make a room, or hammer one."""
    if sys.argv[1] == "new":
        print(new_room(with_bot=sys.argv[2] == "bot"))
        return
    room_id, seed, times = (int(word) for word in sys.argv[1:])
    hammer = Hammer(room_id, seed)
    for _ in range(times):
        hammer.strike()
    reasons = Counter(hammer.reasons.values())
    told = {"answers": hammer.answers, "reasons": reasons, "faults": hammer.faults}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
