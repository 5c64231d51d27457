"""The sweep and presence, with a real broker and a real database."""

import asyncio

import pytest

from games import presence, services, uptime
from games.broker import async_client, client
from games.clocks import now_ms
from games.core.commands import Resign, Sit
from games.heartbeats import Heartbeats
from games.models import Room
from games.rules.board import Side
from games.tasks import reconcile, sweep


def beat(room_id: int, who: str, at_ms: int, name: str = "s1", arrived_ms: int = 0) -> bool:
    async def send() -> bool:
        broker = async_client()
        try:
            socket = presence.Socket(room_id, who, name, arrived_ms or at_ms)
            return await Heartbeats(broker).beat(socket, at_ms)
        finally:
            await broker.aclose()

    return asyncio.run(send())


def close(room_id: int, who: str, at_ms: int, name: str = "s1") -> None:
    async def send() -> None:
        broker = async_client()
        try:
            await Heartbeats(broker).leave(presence.Socket(room_id, who, name, at_ms), at_ms)
        finally:
            await broker.aclose()

    asyncio.run(send())


def view(room_id: int) -> presence.View:
    return presence.view(client(), room_id)


@pytest.fixture(autouse=True)
def _serving(db, _empty_broker):
    """A web process has just said that it serves."""
    uptime.tick(now_ms())


def out_of_time(table) -> None:
    """Have the clock of the running game run out a second ago."""
    Room.objects.filter(pk=table.room.pk).update(wake_at_ms=1)
    game = table.game
    game.clock_since_ms -= 31_000
    game.save()


@pytest.fixture
def here(playing_now):
    """A running game whose two players are connected now."""
    for name in ("alice", "bob"):
        beat(playing_now.room.pk, str(playing_now.people[name].id), playing_now.now_ms)
    return playing_now


def state(table):
    return services.look(table.room.pk).state


# --- presence --------------------------------------------------------------------------------
def test_tabs_of_one_person_count_once_and_the_newest_beat_counts(db):
    beat(7, "1", 1000, "a")
    beat(7, "1", 5000, "b")
    beat(7, presence.ANONYMOUS, 2000, "c")
    beat(7, presence.ANONYMOUS, 3000, "d")
    seen = view(7)
    assert seen.people == [1]
    assert len(seen.present) == 3
    assert seen.present[0] == presence.Present(1, 1000, 5000)
    assert seen.witness_ms == 5000


def test_a_first_beat_is_told_from_a_later_one(db):
    assert beat(7, "1", 1000)
    assert not beat(7, "1", 2000)


def test_who_does_not_beat_for_ten_seconds_is_gone_from_the_last_beat_on(db):
    beat(7, "1", 1000)
    assert presence.claim_gone(client(), 10_999) == []
    assert presence.claim_gone(client(), 11_000) == [presence.Gone(7, 1, 1000)]
    assert presence.claim_gone(client(), 11_000) == []
    assert view(7).present == ()


def test_a_closed_tab_is_gone_after_three_seconds(db):
    beat(7, "1", 1000)
    close(7, "1", 2000)
    assert presence.claim_gone(client(), 4_999) == []
    assert presence.claim_gone(client(), 5_000) == [presence.Gone(7, 1, 2000)]


def test_who_beats_again_meanwhile_is_not_taken(db):
    beat(7, "1", 1000)
    beat(7, "1", 9000)
    assert presence.claim_gone(client(), 12_000) == []


# --- the sweep -------------------------------------------------------------------------------
def test_the_sweep_flags_who_is_out_of_time_when_somebody_saw_it(here):
    out_of_time(here)
    sweep()
    assert state(here).phase == "over"
    assert here.game.result.reason == "time"


def test_a_room_that_cannot_be_read_stops_no_flag_in_another(here, open_table, caplog):
    broken = open_table("dan", start_ms=here.now_ms)
    Room.objects.filter(pk=broken.room.pk).update(wake_at_ms=0, kind="odd")
    out_of_time(here)
    sweep()
    assert state(here).phase == "over"
    sweep()
    assert caplog.text.count(f"Room {broken.room.pk} could not be swept") == 1


def test_a_flag_waits_for_a_heartbeat_after_it_fell(here):
    game = here.game
    game.clock_since_ms = now_ms() - 29_500
    game.save()
    flag_at = game.clock_since_ms + 30_000
    Room.objects.filter(pk=here.room.pk).update(wake_at_ms=1)
    assert services.wake(
        here.room.pk, flag_at + 1000, view(here.room.pk).witness_ms
    ).state.phase == ("playing")
    beat(here.room.pk, str(here.people["bob"].id), flag_at)
    assert services.wake(
        here.room.pk, flag_at + 1000, view(here.room.pk).witness_ms
    ).state.phase == ("over")


def test_a_player_who_is_gone_is_marked_away_and_back_again(here):
    bob = here.people["bob"]
    at = here.now_ms - 20_000
    beat(here.room.pk, str(bob.id), at)
    sweep()
    assert state(here).light.away_ms == at
    beat(here.room.pk, str(bob.id), now_ms())
    reconcile(here.room.pk)
    assert state(here).light.away_ms is None


def test_a_second_tab_keeps_a_player_here(here):
    bob = str(here.people["bob"].id)
    beat(here.room.pk, bob, here.now_ms - 20_000, "old tab")
    sweep()
    assert state(here).light.away_ms is None


def test_a_room_everybody_has_left_pauses_at_the_last_heartbeat(here):
    last = here.now_ms + 500
    for name, at in (("alice", last - 300), ("bob", last)):
        close(here.room.pk, str(here.people[name].id), at)
    for gone in presence.claim_gone(client(), last + 3_000):
        assert gone.room_id == here.room.pk
    reconcile(here.room.pk, {here.people["alice"].id: last - 300, here.people["bob"].id: last})
    room = state(here)
    assert room.phase == "paused"
    assert room.empty_since_ms == last
    assert room.game.clock.left(Side.DARK, last + 60_000) == 30_000 - (last - here.now_ms)


def test_a_broker_that_has_lost_its_memory_does_not_lose_the_game(here):
    client().flushdb()
    reconcile(here.room.pk)
    assert state(here).phase == "paused"
    assert beat(here.room.pk, str(here.people["bob"].id), now_ms())
    services.join(here.room.pk, here.people["bob"], now_ms())
    assert state(here).phase == "playing"


def test_nothing_is_decided_while_no_web_process_serves(here):
    uptime.tick(now_ms() - 10_000)
    out_of_time(here)
    sweep()
    assert state(here).phase == "playing"


def test_nothing_is_decided_before_a_broker_without_memory_has_been_told_who_serves(here):
    client().flushdb()
    out_of_time(here)
    sweep()
    assert state(here).phase == "playing"


def test_an_outage_is_known_to_who_served_before_it_even_if_the_broker_forgot(here):
    before_ms = now_ms() - 60_000
    client().flushdb()
    uptime.tick(now_ms(), own_ms=before_ms)
    out_of_time(here)
    sweep()
    assert state(here).phase == "playing"
    assert uptime.known()[-1].from_ms == before_ms


def test_an_outage_seen_by_two_web_servers_is_forgiven_once(here):
    ends_ms = now_ms()
    for begins_ms in (ends_ms - 60_000, ends_ms - 59_400):
        client().flushdb()
        uptime.tick(ends_ms, own_ms=begins_ms)
        ends_ms += 200
    left_ms = here.game.clock_since_ms
    services.wake(here.room.pk, ends_ms, witness_ms=0)
    assert here.game.clock_since_ms - left_ms <= 60_200


def test_after_an_outage_nobody_counts_as_gone_before_one_expiry_has_passed(here):
    beat(here.room.pk, str(here.people["bob"].id), here.now_ms - 60_000)
    uptime.tick(now_ms() - 60_000)
    uptime.tick(now_ms())
    sweep()
    assert state(here).light.away_ms is None


def test_a_room_that_is_gone_is_no_trouble(db):
    beat(987, "1", 1000)
    sweep()
    assert presence.claim_gone(client(), now_ms()) == []


def test_a_run_that_is_repeated_changes_nothing_more(here):
    here.act("alice", Resign(1))
    here.act("eve", Sit(Side.LIGHT))
    before = state(here)
    sweep()
    sweep()
    assert state(here).seq == before.seq
