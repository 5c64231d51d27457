"""Programs started by hand, as in production: the dead stay dead until somebody starts them.

So it can be measured how soon a game goes on once a program does its work again.
"""

from contextlib import ExitStack

import pytest
import redis

from games import presence
from games.clocks import now_ms
from tests.faults.by_hand import BEAT, BROKER, SECOND_WEB, WEB, WORKER, ByHand
from tests.faults.tables import Table, Viewer
from tests.live.replay import real_games
from tests.processes import eventually

OUTAGE_MS = 1000
TICK_MS = 200
UNHURRIED_MS = 5000
"""Long enough for a table to be laid before something is killed, on a busy machine."""
STUCK_MS = 3000
"""No game may be past its deadline for longer after a restart."""
SOON_S = 10.0
"""Some heartbeats, on a busy machine."""
MOVES = real_games()[2].squares


@pytest.fixture(scope="module")
def programs(serve_site):
    """Two web servers, a worker, beat and a broker; an action lasts two seconds, five or thirty."""
    shortened = f"outage_ms={OUTAGE_MS},tick_ms={TICK_MS},beat_ms=500,gone_ms=2000"
    site = serve_site(start=False, ACTION_SECONDS="2,5,30", DURATIONS=shortened)
    with ByHand(site) as running:
        yield running


def over(room):
    return room["phase"] == "over"


def deadline(room):
    """When dark's clock runs out, by this picture."""
    return room["at"] + room["game"]["clock"]["dark"]["action_ms"]


@pytest.mark.parametrize("program", [WORKER, BEAT])
def test_a_flag_falls_within_three_seconds_of_the_clockworks_restart(programs, program):
    with ExitStack() as tabs:
        table = Table(programs.url(), tabs, [], seconds=2)
        programs.kill(program)
        deadline_ms = deadline(table.light.tab.room)
        assert eventually(lambda: now_ms() > deadline_ms + 500)
        assert table.light.tab.room["phase"] == "playing"
        programs.start(program)
        restarted_ms = now_ms()
        for viewer in table.viewers:
            room = viewer.sees(over)
            assert room["game"]["result"]["reason"] == "time"
            assert room["at"] - restarted_ms < STUCK_MS
        table.has_one_result_at_most()


@pytest.mark.parametrize("killed", [[WEB, SECOND_WEB], [BROKER]], ids=["web servers", "broker"])
def test_an_outage_moves_the_deadline_and_the_flag_falls_soon_after_that(programs, killed):
    with ExitStack() as tabs:
        table = Table(programs.url(), tabs, [], seconds=UNHURRIED_MS // 1000)
        deadline_ms = deadline(table.light.tab.room)
        for program in killed:
            programs.kill(program)
        assert now_ms() < deadline_ms - OUTAGE_MS
        assert eventually(lambda: now_ms() > deadline_ms + OUTAGE_MS)
        for program in killed:
            programs.start(program)
        restarted_ms = now_ms()
        told = table.dark.sees(lambda room: room["notice"] and room["game"]["clock"]["running"])
        moved_ms = deadline(told)
        # Further than the outage, if nobody came back for a while: then the empty room paused.
        # That pause begins with the last heartbeat, which may be a tick younger than the outage.
        assert moved_ms > deadline_ms + told["notice"]["ms"] - TICK_MS
        for viewer in table.viewers:
            room = viewer.sees(over)
            assert room["game"]["result"]["reason"] == "time"
            assert moved_ms <= room["at"] < max(moved_ms, restarted_ms) + STUCK_MS
        table.has_one_result_at_most()


def test_a_broker_that_was_long_away_finds_the_worker_at_once(programs):
    programs.kill(BROKER)
    killed_ms = now_ms()
    # By then a worker left to Celery's own pauses has tried twice, and does so next after 12 s.
    assert eventually(lambda: now_ms() > killed_ms + 7000)
    programs.start(BROKER)
    restarted_ms = now_ms()
    programs.wait_for(WORKER)
    assert now_ms() - restarted_ms < STUCK_MS


def test_one_web_server_of_two_can_die_and_its_viewers_come_back_through_the_other(programs):
    with ExitStack() as tabs:
        table = Table(programs.url(), tabs, MOVES)
        eve = Viewer(programs.url(SECOND_WEB), tabs, table.dark.path)
        table.play(3)
        eve.sees(lambda room: room["game"]["ply"] == 3)
        programs.kill(WEB)
        for viewer in table.viewers:
            viewer.moves_to(programs.url(SECOND_WEB))
        table.play(3)
        table.meet()
        picture = eve.sees(lambda room: room["game"]["ply"] == 6)
        assert picture["notice"] is None  # The site was there all the time.
        assert len(eve.frames) == 1
        programs.start(WEB)


def test_a_picture_that_was_lost_with_the_broker_reaches_the_viewers_of_every_server(programs):
    with ExitStack() as tabs:
        table = Table(programs.url(), tabs, MOVES)
        eve = Viewer(programs.url(SECOND_WEB), tabs, table.dark.path)
        eve.sees(lambda room: room["phase"] == "playing")
        programs.kill(BROKER)
        table.dark.tab.place(MOVES[0])  # Stored: an outage begins a second after the last tick.
        programs.start(BROKER)
        eve.tab.wait_for_room(lambda room: room["game"]["ply"] == 1, SOON_S)


def test_an_arrival_whose_news_was_lost_is_told_and_so_is_its_end(programs):
    with ExitStack() as tabs:
        table = Table(programs.url(), tabs, MOVES)

        def told(watching: int) -> None:
            table.eve.tab.wait_for_people(
                lambda frame: (len(frame["here"]), frame["watching"]) == (2, watching), SOON_S
            )

        told(1)
        room_id = table.eve.tab.room["game"]["id"]  # One game a room here: the numbers agree.
        stranger = presence.Socket(room_id, presence.ANONYMOUS, "stranger", now_ms())
        with redis.Redis.from_url(programs.redis_url) as broker:
            broker.hset(presence.room_key(room_id), stranger.field, f"{now_ms()}|{now_ms()}")
            broker.zadd(presence.DUE, {stranger.member: now_ms() + 2000})
        told(2)
        told(1)  # eve herself is there all the time.
