"""People and rooms in a real database, driven through the writer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from games import services, store, uptime
from games.clocks import now_ms
from games.core.clock import TimeControl
from games.core.commands import Command, Place, Sit, Start
from games.core.state import Person
from games.models import Game, Room
from games.rules.board import Side
from games.rules.notation import parse_square
from games.services import Answer
from lobby.models import User

START_MS = 1_700_000_000_000


@dataclass
class Table:
    """A room with a running clock of its own: every action takes a second unless told."""

    room: Room
    people: dict[str, Person]
    now_ms: int = START_MS
    roster: Sequence[Person] = field(default_factory=tuple)

    def act(self, name: str, command: Command, after_ms: int = 1000) -> Answer:
        self.now_ms += after_ms
        return services.act(self.room.pk, command, self.people[name], self.now_ms, self.roster)

    def wake(self, after_ms: int, witness_ms: int | None = None) -> Answer:
        self.now_ms += after_ms
        return services.wake(self.room.pk, self.now_ms, witness_ms, self.roster)

    def play(self, transcript: str, after_ms: int = 1000) -> Answer:
        answer = services.look(self.room.pk)
        for at in range(0, len(transcript), 2):
            game = answer.state.game
            assert game is not None
            side = game.board.to_move
            assert side is not None
            who = game.players[0 if side is Side.DARK else 1]
            self.now_ms += after_ms
            move = Place(parse_square(transcript[at : at + 2]), game.number, game.ply)
            answer = services.act(self.room.pk, move, who, self.now_ms)
            assert answer.refused is None, (transcript[at : at + 2], answer.refused)
        return answer

    @property
    def game(self) -> Game:
        return Game.objects.filter(room=self.room).latest("number")


@pytest.fixture
def people(db: None) -> dict[str, Person]:
    uptime.refresh()  # A process remembers outages; those of another test's database are no more.
    names = ("alice", "bob", "eve", "dan")
    rows = [User.objects.create(name=name, is_guest=name != "dan") for name in names]
    return {row.name: store.person_of(row) for row in rows}


@pytest.fixture
def open_table(people: dict[str, Person]) -> Callable[..., Table]:
    def opened(
        host: str = "alice", listed: bool = True, start_ms: int = START_MS, **control: int
    ) -> Table:
        limits = TimeControl(**control) if control else TimeControl(action_ms=30_000)
        room = services.open_room(people[host], limits, listed, start_ms)
        services.join(room.pk, people[host], start_ms)
        return Table(room, people, start_ms)

    return opened


@pytest.fixture
def table(open_table: Callable[..., Table]) -> Table:
    """A room that alice opened and is in."""
    return open_table()


@pytest.fixture
def playing(table: Table) -> Table:
    """A game of alice (dark) against bob that has just started."""
    return started(table)


@pytest.fixture
def playing_now(open_table: Callable[..., Table]) -> Table:
    """The same, for what reads the time by itself: it has just started by the real clock."""
    return started(open_table(start_ms=now_ms() - 3_000))


def started(table: Table) -> Table:
    table.act("alice", Sit(Side.DARK))
    table.act("bob", Sit(Side.LIGHT))
    assert table.act("alice", Start()).refused is None
    return table
