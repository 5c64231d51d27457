"""Tell what happens in a room as a script with a time column.

A story is a club room opened by alice with 30 seconds for each action; bob opposes, eve only
watches. Each line is `seconds who does what`, optionally `! code` for a refusal:

    room("0 alice sits dark", "0 bob sits light", "1 alice starts", "2 eve resigns ! not_a_player")

`server looks` is the sweep; `server sees bob gone since 10` is what it finds in presence.
"""

from dataclasses import dataclass, field, replace

from games.core.clock import TimeControl
from games.core.commands import (
    Accept,
    AddBot,
    Arrive,
    Close,
    Command,
    Depart,
    Desert,
    EndGame,
    HandOver,
    KeepBot,
    Leave,
    Pause,
    Place,
    Rematch,
    RemoveBot,
    Reserve,
    Resign,
    Resume,
    Sit,
    Stand,
    Start,
    Void,
    Withdraw,
)
from games.core.events import QUIET, Event
from games.core.evolve import evolve_all
from games.core.policy import Durations, Kind, Policy, policy_of
from games.core.state import Bot, Game, Outcome, Person, RoomState
from games.core.step import step
from games.core.timers import due, wake_at
from games.rules.board import Side, legal_moves, squares
from games.rules.notation import parse_square

NAMES = ("alice", "bob", "eve", "dan", "finn")
PEOPLE = {name: Person(number, name) for number, name in enumerate(NAMES, start=1)}
START_MS = 1_000_000


@dataclass
class Story:
    """A room being told about. Times are seconds from its opening."""

    state: RoomState
    policy: Policy
    roster: list[Person] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    def tell(self, *lines: str) -> "Story":
        """Do what the lines say, checking each refusal, expected or not."""
        for line in lines:
            script, _, code = (part.strip() for part in line.partition("!"))
            seconds, who, *words = script.split()
            refused = self._do(who, words, START_MS + round(float(seconds) * 1000))
            assert (refused or "") == code, f"{line!r} was answered with {refused!r}"
        return self

    @property
    def game(self) -> Game:
        assert self.state.game is not None
        return self.state.game

    @property
    def outcome(self) -> Outcome:
        assert self.game.outcome is not None, "the game is still going on"
        return self.game.outcome

    @property
    def ended(self) -> tuple[str | None, str]:
        """The winner and the reason."""
        outcome = self.outcome
        return (outcome.winner and outcome.winner.value, outcome.reason.value)

    @property
    def ended_at(self) -> float:
        assert self.game.ended_ms is not None
        return (self.game.ended_ms - START_MS) / 1000

    @property
    def host(self) -> str | None:
        return self.state.host and PEOPLE_BY_ID[self.state.host.id]

    @property
    def wakes_at(self) -> float | None:
        at = wake_at(self.state, self.policy)
        return None if at is None else (at - START_MS) / 1000

    def seat(self, side: str) -> str | None:
        """Who sits there: a name, a bot's level, or None."""
        who = self.state.chair(Side(side)).who
        return PEOPLE_BY_ID[who.id] if isinstance(who, Person) else who.level if who else None

    def left(self, side: str, seconds: float) -> float | None:
        """Seconds that the side still has at that instant."""
        left = self.game.clock.left(Side(side), START_MS + round(seconds * 1000))
        return None if left is None else left / 1000

    def happened(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    def play(self, seconds: float, transcript: str) -> "Story":
        """Both sides play these squares, all at the same instant."""
        for at in range(0, len(transcript), 2):
            side = self.game.board.to_move
            assert side is not None
            who = self.game.players[0 if side is Side.DARK else 1]
            name = PEOPLE_BY_ID[who.id] if isinstance(who, Person) else "bot"
            self.tell(f"{seconds} {name} plays {transcript[at : at + 2]}")
        return self

    def _do(self, who: str, words: list[str], at_ms: int) -> str | None:
        if who == "server":
            return self._server(words, at_ms)
        person = PEOPLE.get(who)
        if words == ["comes"]:
            if person is not None and person not in self.roster:
                self.roster.append(person)
            return self._step(Arrive(), person, at_ms)
        if person is not None and person not in self.roster:
            self.roster.append(person)
        actor = Bot("expert") if who == "bot" else person
        refused = self._step(self._command(words), actor, at_ms)
        if words == ["leaves"] and refused is None and person is not None:
            self.roster.remove(person)
        return refused

    def _step(self, command: Command, actor: Person | Bot | None, at_ms: int) -> str | None:
        taken = step(self.state, command, actor, at_ms, self.policy, self.roster)
        self._apply(taken.settled, at_ms)
        self._apply(taken.events, at_ms)
        if taken.refused:
            self.refusals.append(taken.refused)
        return taken.refused

    def _apply(self, events: list[Event], at_ms: int) -> None:
        self.events += events
        public = any(not isinstance(event, QUIET) for event in events)
        self.state = evolve_all(self.state, events)
        self.state = replace(self.state, seq=self.state.seq + public)
        if events:
            self.state = replace(self.state, last_ms=max(self.state.last_ms, at_ms))

    def _server(self, words: list[str], at_ms: int) -> str | None:
        match words:
            case ["looks"]:
                self._apply(due(self.state, self.policy, at_ms, self.roster), at_ms)
                return None
            case ["looks", "unwitnessed"]:
                self._apply(due(self.state, self.policy, at_ms, self.roster, 0), at_ms)
                return None
            case ["sees", "all", "gone", "since", since]:
                self.roster.clear()
                return self._step(Desert(START_MS + round(float(since) * 1000)), None, at_ms)
            case ["sees", name, "gone", "since", since]:
                person = PEOPLE[name]
                self.roster = [one for one in self.roster if one != person]
                since_ms = START_MS + round(float(since) * 1000)
                return self._step(Depart(person.id, since_ms), None, at_ms)
            case ["closes"]:
                return self._step(Close(), None, at_ms)
            case ["voids"]:
                return self._step(Void(), None, at_ms)
        raise AssertionError(f"the server can't {' '.join(words)}")

    def _command(self, words: list[str]) -> Command:
        game = self.state.game
        number, ply = (game.number, game.ply) if game is not None else (0, 0)
        match words:
            case ["sits", side]:
                return Sit(Side(side))
            case ["stands"]:
                return Stand()
            case ["starts"]:
                return Start()
            case ["plays", "any"]:
                assert game is not None
                return Place(next(squares(legal_moves(game.board.position))), number, ply)
            case ["plays", square]:
                return Place(parse_square(square), number, ply)
            case ["plays", square, "at", old]:
                return Place(parse_square(square), number, int(old))
            case ["plays", square, "in", old]:
                return Place(parse_square(square), int(old), ply)
            case ["resigns"]:
                return Resign(number)
            case ["resigns", "game", old]:
                return Resign(int(old))
            case ["leaves"]:
                return Leave()
            case ["pauses"]:
                return Pause()
            case ["resumes"]:
                return Resume()
            case ["ends"]:
                return EndGame(number)
            case ["ends", "game", old]:
                return EndGame(int(old))
            case ["agrees"]:
                return Rematch(number, True)
            case ["agrees", "game", old]:
                return Rematch(int(old), True)
            case ["disagrees"]:
                return Rematch(number, False)
            case ["hands", "over", "to", name]:
                return HandOver(PEOPLE[name].id)
            case ["adds", level, side]:
                return AddBot(Side(side), level)
            case ["removes", side]:
                return RemoveBot(Side(side))
            case ["keeps", side]:
                return KeepBot(Side(side))
            case ["reserves", side]:
                return Reserve(Side(side))
            case ["withdraws"]:
                return Withdraw()
            case ["accepts", "against", side]:
                return Accept(Side(side))
        raise AssertionError(f"nobody can {' '.join(words)}")


PEOPLE_BY_ID = {person.id: name for name, person in PEOPLE.items()}


def room(
    *lines: str,
    kind: Kind = Kind.CLUB,
    control: TimeControl | None = None,
    durations: Durations | None = None,
) -> Story:
    """A room that alice opened at 0 and is in, and what the lines tell of it."""
    state = RoomState(
        code="K7M2QX4P",
        kind=kind,
        listed=True,
        control=control or TimeControl(action_ms=30_000),
        created_ms=START_MS,
        host=PEOPLE["alice"],
        host_since_ms=START_MS,
        last_ms=START_MS,
    )
    story = Story(state, policy_of(kind, durations or Durations()), [PEOPLE["alice"]])
    return story.tell(*lines)


def game(*lines: str, control: TimeControl | None = None) -> Story:
    """A game between alice (dark, host) and bob (light) that started at 0."""
    begun = room("0 alice sits dark", "0 bob sits light", "0 alice starts", control=control)
    return begun.tell(*lines)


def bot_game(*lines: str, control: TimeControl | None = None) -> Story:
    """A game between alice (dark, host) and the expert (light) that started at 0."""
    begun = room(
        "0 alice sits dark", "0 alice adds expert light", "0 alice starts", control=control
    )
    return begun.tell(*lines)
