"""Who plays in one room may be host of another: a host needs no seat (docs/protocol.md)."""

import pytest

from games import services
from games.core.commands import AddBot, HandOver, Leave, Resign, Sit, Start
from games.core.policy import Durations
from games.rules.board import Side


@pytest.fixture
def room(open_table):
    """Alice's room, in which eve is too, who plays against bob in a room of her own."""
    table, other = open_table(), open_table(host="eve")
    other.act("eve", Sit(Side.DARK))
    other.act("bob", Sit(Side.LIGHT))
    assert other.act("eve", Start()).refused is None
    services.join(table.room.pk, table.people["eve"], table.now_ms)
    table.roster = [table.people["alice"], table.people["eve"]]
    table.elsewhere = other
    return table


def host(table):
    return services.look(table.room.pk).state.host


@pytest.mark.parametrize(
    "made", [HandOver, Leave], ids=["by the host before", "as the one longest in the room"]
)
def test_who_plays_elsewhere_becomes_host_and_does_what_an_unseated_host_may(room, made):
    eve = room.people["eve"]
    assert room.act("alice", made(eve.id) if made is HandOver else made()).refused is None
    assert host(room) == eve
    assert room.act("eve", AddBot(Side.LIGHT, "corner")).refused is None
    assert room.act("eve", Sit(Side.DARK)).refused == "playing_elsewhere"
    assert room.act("eve", Start()).refused == "host_not_seated"
    room.elsewhere.act("eve", Resign(1))
    assert room.act("eve", Sit(Side.DARK)).refused is None
    assert room.act("eve", Start()).refused is None


def test_who_plays_elsewhere_keeps_nobody_who_sits_from_starting(room):
    eve, dan = room.people["eve"], room.people["dan"]
    room.act("alice", HandOver(eve.id))
    for person, side in (("alice", Side.DARK), ("dan", Side.LIGHT)):
        room.act(person, Sit(side))
    room.roster = [room.people["alice"], eve, dan]
    room.wake(Durations().host_outside_ms)
    assert host(room) == room.people["alice"]
    assert room.act("alice", Start()).refused is None
