"""The bots' tasks with a real database and a real broker: lost, repeated, too late."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from bots import tasks
from bots.turns import HURRY_MS, turn_of
from games import services, uptime
from games.broker import client
from games.clocks import now_ms
from games.core.commands import AddBot, Pause, Place, Reserve, Resign, Resume, Sit, Start
from games.models import Move
from games.rules.board import Side, legal_moves
from games.rules.notation import parse_square, read_transcript
from games.tasks import swap_seats
from reversi_site.celery import app
from tests.live.replay import real_games


@pytest.fixture(autouse=True)
def empty_queue(db):
    """Each test finds its own messages in the queue only."""
    client().delete("bots", "clock")
    uptime.tick(now_ms())  # Nothing is decided while no web server serves.
    yield
    client().delete("bots", "clock")


@pytest.fixture
def against_bot(open_table):
    """Alice, dark, against an expert; it has begun by the real clock."""
    table = open_table(start_ms=now_ms() - 3_000)
    table.act("alice", Sit(Side.DARK), 100)
    table.act("alice", AddBot(Side.LIGHT, "expert"), 100)
    assert table.act("alice", Start(), 100).refused is None
    return table


def play(table, square="e6"):
    table.now_ms = now_ms() - 1_000
    state = services.look(table.room.pk).state
    move = Place(parse_square(square), state.game.number, state.game.ply)
    assert table.act("alice", move, 0).refused is None


def state(table):
    return services.look(table.room.pk).state


def call(table, number=1, ply=1, late_ms=0):
    """Have the bot play, as the queue does."""
    tasks.play_turn(table.room.pk, number, ply, now_ms() - late_ms)


def queued():
    """Return how many turns wait in the queue."""
    return client().llen("bots")


def test_a_move_of_a_person_calls_the_bot(against_bot, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        play(against_bot)
    assert queued() == 1


def test_the_bot_plays_a_legal_move_once_however_often_it_is_called(against_bot):
    play(against_bot)
    before = state(against_bot).game.board
    for _ in range(3):
        call(against_bot)
    placed = Move.objects.filter(game=against_bot.game, side="light")
    assert len(placed) == 1
    assert legal_moves(before.position) >> placed[0].square & 1


def test_it_takes_its_time_and_no_more_than_it_must(against_bot):
    play(against_bot)
    since_ms = state(against_bot).game.clock.since_ms
    call(against_bot)
    assert state(against_bot).game.clock.since_ms - since_ms >= 600


def test_a_call_that_stood_in_the_queue_is_answered_with_less_thought_and_that_is_logged(
    against_bot, caplog
):
    caplog.set_level("INFO", logger="bots")
    play(against_bot)
    call(against_bot, late_ms=HURRY_MS + 100)
    assert state(against_bot).game.ply == 2
    (told,) = caplog.messages
    assert f"The expert in room {against_bot.room.pk} plays ply 1 as corner" in told


def test_a_turn_that_began_long_ago_but_was_called_now_is_thought_about(against_bot, caplog):
    caplog.set_level("INFO", logger="bots")
    play(against_bot)
    game = against_bot.game
    game.clock_since_ms -= 5_000
    game.save(update_fields=["clock_since_ms"])
    call(against_bot)
    assert state(against_bot).game.ply == 2
    assert not caplog.messages


def test_after_a_pause_the_bot_is_called_for_what_is_left_of_its_manners(against_bot):
    play(against_bot)
    against_bot.act("alice", Pause(), 500)
    against_bot.now_ms = now_ms()
    against_bot.act("alice", Resume(), 0)
    turn = turn_of(state(against_bot))
    tasks.ask_for_turn(against_bot.room.pk, turn, turn.since_ms)
    (message,) = client().lrange("bots", 0, -1)
    called = json.loads(base64.b64decode(json.loads(message)["body"]))[0]
    assert called == [against_bot.room.pk, 1, 1, turn.since_ms + 100]


@pytest.mark.parametrize(("number", "ply"), [(1, 0), (1, 2), (0, 1), (2, 1)])
def test_a_call_for_another_position_does_nothing(against_bot, number, ply):
    play(against_bot)
    call(against_bot, number, ply)
    assert state(against_bot).game.ply == 1


def test_a_call_for_a_room_that_is_gone_does_nothing(db):
    tasks.play_turn(123_456_789, 1, 1, now_ms())


def test_while_paused_the_bot_stands_still_and_goes_on_afterwards(
    against_bot, django_capture_on_commit_callbacks
):
    play(against_bot)
    against_bot.act("alice", Pause())
    call(against_bot)
    assert state(against_bot).game.ply == 1
    with django_capture_on_commit_callbacks(execute=True):
        against_bot.act("alice", Resume())
    assert queued() == 1
    call(against_bot)
    assert state(against_bot).game.ply == 2


def test_who_thought_before_a_pause_does_not_keep_the_turn_after_it(against_bot):
    play(against_bot)
    turn = turn_of(state(against_bot))
    assert tasks._claim("thinks", against_bot.room.pk, turn, tasks.CLAIM_MS)
    against_bot.act("alice", Pause())
    against_bot.now_ms += 50
    against_bot.act("alice", Resume())
    call(against_bot)
    assert state(against_bot).game.ply == 2


def overdue(table, late_ms):
    """Play, and let that be so long ago that the bot's answer is late."""
    play(table)
    game = table.game
    game.clock_since_ms = now_ms() - settings.DURATIONS.bot_ms - late_ms
    game.save(update_fields=["clock_since_ms"])


def test_a_turn_nobody_answers_is_found_again_and_asked_for_once(against_bot):
    overdue(against_bot, tasks.LOST_MS // 2)
    tasks.find_lost_turns()
    assert queued() == 0
    game = against_bot.game
    game.clock_since_ms -= tasks.LOST_MS // 2
    game.save(update_fields=["clock_since_ms"])
    for _ in range(3):
        tasks.find_lost_turns()
    assert queued() == 1
    assert state(against_bot).game.ply == 1


def test_a_turn_that_nobody_is_left_to_think_about_is_played_by_who_finds_it(against_bot):
    overdue(against_bot, tasks.TAKEN_OVER_MS)
    for _ in range(2):
        tasks.find_lost_turns()
    assert state(against_bot).game.ply == 2


def test_a_turn_that_somebody_thinks_about_is_not_taken_from_them(against_bot):
    overdue(against_bot, tasks.TAKEN_OVER_MS)
    turn = turn_of(state(against_bot))
    assert tasks._claim("thinks", against_bot.room.pk, turn, tasks.CLAIM_MS)
    tasks.find_lost_turns()
    assert state(against_bot).game.ply == 1


@pytest.mark.django_db(transaction=True)
def test_two_processes_with_one_turn_make_one_move(against_bot):
    play(against_bot)
    with ThreadPoolExecutor(2) as processes:
        jobs = [processes.submit(call, against_bot) for _ in range(2)]
        for job in jobs:
            job.result()
    assert Move.objects.filter(game=against_bot.game).count() == 2


def test_who_has_reserved_takes_the_seat_by_the_task_and_once(against_bot):
    room = against_bot.room.pk
    services.join(room, against_bot.people["eve"], now_ms())
    against_bot.act("eve", Reserve(Side.LIGHT))
    against_bot.act("alice", Resign(1))
    for _ in range(2):
        swap_seats(room)
    assert state(against_bot).light.who == against_bot.people["eve"]


def test_the_task_gives_the_seat_over_at_the_very_moment_of_the_result(against_bot):
    room = against_bot.room.pk
    services.join(room, against_bot.people["eve"], now_ms())
    against_bot.act("eve", Reserve(Side.LIGHT))
    services.act(room, Resign(1), against_bot.people["alice"], now_ms())
    swap_seats(room)
    assert state(against_bot).light.who == against_bot.people["eve"]


def test_a_reservation_ends_at_once_when_its_owner_begins_a_game_elsewhere(
    against_bot, open_table, django_capture_on_commit_callbacks
):
    room = against_bot.room.pk
    services.join(room, against_bot.people["eve"], now_ms())
    assert against_bot.act("eve", Reserve(Side.LIGHT)).refused is None
    elsewhere = open_table("eve", start_ms=now_ms() - 1_000)
    elsewhere.act("eve", Sit(Side.DARK))
    elsewhere.act("eve", AddBot(Side.LIGHT, "beginner"))
    with django_capture_on_commit_callbacks(execute=True):
        assert elsewhere.act("eve", Start()).refused is None
    (message,) = client().lrange("clock", 0, -1)
    (called,) = json.loads(base64.b64decode(json.loads(message)["body"]))[0]
    assert called == room
    swap_seats(called)
    assert state(against_bot).light.reserved_by is None


def test_an_unknown_level_is_refused(table):
    assert table.act("alice", AddBot(Side.LIGHT, "grandmaster")).refused == "unknown_level"


def test_turns_go_to_their_own_queue_so_that_nothing_due_waits_for_them():
    assert app.conf.task_default_queue == "clock"
    assert app.conf.beat_schedule["bots' turns"]["options"]["queue"] == "clock"


def before_two_passes(who):
    """Return a real game up to the disc after which `who` passes for the first of two turns."""
    for game in real_games():
        for placed in game.passes:
            text = "".join(game.squares[:placed])
            board = read_transcript(text).board
            if placed + 1 in game.passes and board.to_move is who.other:
                return text
    raise AssertionError("no such game")


@pytest.mark.parametrize(("passes", "calls"), [(Side.DARK, 1), (Side.LIGHT, 0)])
def test_of_two_turns_in_a_row_the_bot_is_called_for_its_own_and_for_no_other(
    against_bot, django_capture_on_commit_callbacks, passes, calls
):
    text = before_two_passes(passes)
    against_bot.now_ms = now_ms()
    against_bot.play(text[:-2], 0)
    for _ in range(2):
        client().delete("bots")
        with django_capture_on_commit_callbacks(execute=True):
            against_bot.play(text[-2:], 0)
        game = state(against_bot).game
        assert game.moves.endswith("--")
        assert game.board.to_move is passes.other
        assert queued() == calls
        text = following(text)
    call(against_bot, game.number, game.ply)
    assert (state(against_bot).game.ply > game.ply) is bool(calls)


def following(text):
    """Return the same real game with one disc more."""
    whole = next("".join(g.squares) for g in real_games() if "".join(g.squares).startswith(text))
    return whole[: len(text) + 2]
