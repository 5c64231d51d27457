"""What the writer stores, in a real database."""

import json
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import services, uptime
from games.audit import faults, room_faults
from games.core.commands import (
    AddBot,
    Arrive,
    Close,
    Depart,
    Desert,
    Leave,
    Place,
    Rematch,
    RemoveBot,
    Reserve,
    Resign,
    Sit,
    Stand,
    Start,
)
from games.core.state import Bot, Outcome, Person, Reason
from games.models import Game, Move, Outage, Playing, Result, Room, RoomEvent, Seat
from games.rules.board import Side
from games.rules.notation import parse_square
from games.signals import game_ended, room_advanced

CASES = {
    name: case
    for name, case in json.loads(
        (Path(__file__).parents[1] / "fixtures" / "edge_cases.json").read_text()
    ).items()
    if "with_passes" in case
}
PASSES = CASES["pass_23_white_wipeout"]


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_stored_game_reads_back_as_it_was_played(playing, name):
    case = CASES[name]
    playing.play(case["transcript"])
    game = playing.game
    assert game.moves == case["with_passes"]
    assert Move.objects.filter(game=game).count() == case["plies"]
    assert Move.objects.filter(game=game, square__isnull=True).count() == case["passes"]
    assert list(faults(game)) == []
    assert list(room_faults(playing.room.pk)) == []
    if case["over"]:
        assert [game.result.dark, game.result.light] == case["discs"]
        assert [game.result.dark_score, game.result.light_score] == case["score_empties_to_winner"]


def test_a_move_is_one_row_and_a_pass_another_with_the_time_each_took(playing):
    before = PASSES["with_passes"].split("--")[0]
    playing.play(before, after_ms=1_234)
    last, passed = Move.objects.filter(game=playing.game).order_by("-ply")[:2][::-1]
    assert (last.square, last.took_ms) == (parse_square(before[-2:]), 1_234)
    assert (passed.square, passed.took_ms, passed.at_ms) == (None, 0, last.at_ms)


def statements(queries) -> list[str]:
    """What was asked of the database, without the marks of transactions."""
    marks = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    asked = [query["sql"] for query in queries.captured_queries]
    return [sql for sql in asked if not sql.startswith(marks)]


@pytest.mark.parametrize("done", [0, 40])
def test_a_move_costs_at_most_eight_statements_whatever_the_length_of_the_game(playing, done):
    squares = PASSES["transcript"]
    playing.play(squares[:done])
    with CaptureQueriesContext(connection) as queries:
        playing.play(squares[done : done + 2])
    looked = 1  # `play` itself looks at the room first
    assert len(statements(queries)) - looked <= 8


def test_the_last_move_of_a_game_costs_no_more_than_eight_either(playing):
    squares = CASES["shortest_game_9_black_wipeout"]["transcript"]
    playing.play(squares[:-2])
    with CaptureQueriesContext(connection) as queries:
        playing.play(squares[-2:])
    looked = 1
    assert len(statements(queries)) - looked <= 8


def test_a_refused_move_writes_nothing(playing):
    rows = RoomEvent.objects.count()
    answer = playing.act("bob", Place(parse_square("d3"), 1, 0))
    assert answer.refused == "not_your_turn"
    assert (Move.objects.count(), RoomEvent.objects.count()) == (0, rows)


def test_a_flag_found_by_a_late_move_is_stored_though_the_move_is_refused(playing):
    answer = playing.act("alice", Place(parse_square("e6"), 1, 0), after_ms=30_001)
    assert answer.refused == "game_over"
    assert (playing.game.result.reason, playing.game.result.winner) == ("time", "light")
    assert Move.objects.count() == 0


def test_the_sweep_leaves_a_moment_for_a_move_received_in_time(playing):
    started = playing.now_ms
    assert playing.wake(30_200).state.phase == "playing"
    answer = services.act(
        playing.room.pk, Place(parse_square("e6"), 1, 0), playing.people["alice"], started + 30_000
    )
    assert answer.refused is None
    assert Move.objects.get().took_ms == 30_000


def test_the_sweep_flags_who_is_out_of_time(playing):
    started = playing.now_ms
    assert playing.wake(30_251).state.phase == "over"
    assert playing.game.result.at_ms == started + 30_000


def test_a_flag_without_a_witness_waits(playing):
    started = playing.now_ms
    assert playing.wake(31_000, witness_ms=started + 29_000).state.phase == "playing"
    assert playing.wake(500, witness_ms=started + 30_000).state.phase == "over"


def test_the_room_says_when_it_must_be_looked_at_again(playing):
    room = Room.objects.get(pk=playing.room.pk)
    assert room.wake_at_ms == playing.now_ms + 30_000
    playing.act("alice", Resign(1))
    room.refresh_from_db()
    assert room.wake_at_ms is None


def test_a_game_has_one_result_however_it_ends(playing):
    playing.act("alice", Resign(1))
    assert playing.act("bob", Resign(1)).refused == "game_over"
    playing.act("bob", Leave())
    playing.wake(100_000)
    assert Result.objects.filter(game=playing.game).count() == 1


def test_the_schema_refuses_a_second_result_ply_seat_or_running_game(playing):
    playing.play("e6")
    move = Move.objects.get()
    game = playing.game
    alice = playing.people["alice"]
    Result.objects.create(
        game=Game.objects.create(
            room=playing.room, number=9, board="-" * 64, started_ms=0, clock_side="dark"
        ),
        reason="discs",
        dark=0,
        light=0,
        at_ms=0,
    )
    rows = [
        lambda: Move.objects.create(game=game, ply=move.ply, side="dark", took_ms=0, at_ms=0),
        lambda: Seat.objects.create(room=playing.room, side="dark"),
        lambda: Playing.objects.create(person_id=alice.id, game=game),
        lambda: Game.objects.create(
            room=playing.room, number=game.number, board="-" * 64, started_ms=0, clock_side="dark"
        ),
        lambda: Result.objects.create(
            game=Game.objects.get(number=9), reason="time", dark=0, light=0, at_ms=0
        ),
    ]
    for make in rows:
        with pytest.raises(IntegrityError), transaction.atomic():
            make()


def test_a_person_plays_one_game_at_a_time(playing, open_table):
    other = open_table(host="eve")
    other.now_ms = playing.now_ms
    assert other.act("alice", Sit(Side.DARK)).refused == "playing_elsewhere"
    playing.act("alice", Resign(1))
    assert other.act("alice", Sit(Side.DARK)).refused is None


def test_a_game_does_not_start_while_a_player_is_still_in_another(table, open_table):
    other = open_table(host="eve")
    for room in (table, other):
        room.act("bob", Sit(Side.LIGHT))
    table.act("alice", Sit(Side.DARK))
    other.act("eve", Sit(Side.DARK))
    assert table.act("alice", Start()).refused is None
    assert other.act("eve", Start()).refused == "opponent_elsewhere"
    table.act("bob", Resign(1))
    assert other.act("eve", Start()).refused is None


def test_a_rematch_says_which_of_the_two_is_still_in_another_game(playing, open_table):
    playing.act("bob", Resign(1))
    other = open_table(host="bob")
    other.now_ms = playing.now_ms
    other.act("bob", Sit(Side.DARK))
    other.act("eve", Sit(Side.LIGHT))
    assert other.act("bob", Start()).refused is None
    playing.act("bob", Rematch(1, True))
    assert playing.act("alice", Rematch(1, True)).refused == "opponent_elsewhere"
    assert playing.act("alice", Rematch(1, False)).refused is None
    assert playing.act("alice", Start()).refused == "opponent_elsewhere"
    other.act("eve", Resign(1))
    assert playing.act("alice", Rematch(1, True)).refused is None


@pytest.fixture
def bot_table(table):
    """A game of alice against an expert; eve watches."""
    table.act("alice", Sit(Side.DARK))
    table.act("alice", AddBot(Side.LIGHT, "expert"))
    assert table.act("alice", Start()).refused is None
    services.join(table.room.pk, table.people["eve"], table.now_ms)
    return table


@pytest.fixture
def eves_game(bot_table, open_table):
    """Return a function by which eve begins a game against bob elsewhere."""

    def begin():
        other = open_table(host="eve")
        other.now_ms = bot_table.now_ms
        other.act("eve", Sit(Side.DARK))
        other.act("bob", Sit(Side.LIGHT))
        assert other.act("eve", Start()).refused is None
        return other

    return begin


def light(table):
    return services.look(table.room.pk).state.light


def test_who_plays_elsewhere_reserves_no_seat(bot_table, eves_game):
    other = eves_game()
    assert bot_table.act("eve", Reserve(Side.LIGHT)).refused == "playing_elsewhere"
    other.act("bob", Resign(1))
    assert bot_table.act("eve", Reserve(Side.LIGHT)).refused is None


@pytest.mark.parametrize(
    ("ending", "seated"),
    [("wake", Bot("expert")), ("start", Bot("expert")), ("removed", None), ("flag", Bot("expert"))],
)
def test_who_begins_a_game_elsewhere_gets_no_seat_at_the_result(
    bot_table, eves_game, ending, seated
):
    assert bot_table.act("eve", Reserve(Side.LIGHT)).refused is None
    if ending == "removed":
        bot_table.act("alice", RemoveBot(Side.LIGHT))
    eves_game()
    if ending != "flag":
        bot_table.act("alice", Resign(1))
    if ending == "start":
        assert bot_table.act("alice", Start()).refused is None
    bot_table.wake(60_000 if ending == "flag" else 1_000)
    assert light(bot_table).who == seated
    assert light(bot_table).reserved_by is None


def test_the_reservation_is_free_for_another_once_its_owner_plays_elsewhere(bot_table, eves_game):
    assert bot_table.act("eve", Reserve(Side.LIGHT)).refused is None
    assert bot_table.act("dan", Reserve(Side.LIGHT)).refused == "already_reserved"
    eves_game()
    assert bot_table.act("dan", Reserve(Side.LIGHT)).refused is None
    bot_table.act("alice", Resign(1))
    assert bot_table.wake(1_000).state.light.who == bot_table.people["dan"]


def test_a_rematch_swaps_the_stored_seats(playing):
    playing.act("bob", Resign(1))
    playing.act("alice", Rematch(1, True))
    answer = playing.act("bob", Rematch(1, True))
    assert answer.refused is None
    seats = {seat.side: seat.person_id for seat in Seat.objects.filter(room=playing.room)}
    bob, alice = playing.people["bob"].id, playing.people["alice"].id
    assert seats == {"dark": bob, "light": alice}
    assert Game.objects.filter(room=playing.room).count() == 2
    assert services.look(playing.room.pk).state == answer.state


def test_a_bot_on_a_seat_is_stored_and_gives_it_up_at_the_result(table):
    table.act("alice", Sit(Side.DARK))
    table.act("alice", AddBot(Side.LIGHT, "expert"))
    table.act("alice", Start())
    services.join(table.room.pk, table.people["eve"], table.now_ms)
    assert table.act("eve", Reserve(Side.LIGHT)).refused is None
    playing = services.look(table.room.pk).state
    assert playing.light.who == Bot("expert")
    assert playing.light.reserved_by == table.people["eve"]
    table.act("alice", Resign(1))
    assert table.wake(1_000).state.light.who == table.people["eve"]
    assert table.game.light_bot == "expert"


def test_every_state_of_a_room_reads_back_as_it_was_written(playing):
    """What `act` returns comes from the events, what `look` returns from the rows."""
    room_id, people = playing.room.pk, playing.people
    steps = [
        lambda: playing.play("e6f4"),
        lambda: services.act(
            room_id, Depart(people["bob"].id, playing.now_ms), None, playing.now_ms
        ),
        lambda: services.act(room_id, Desert(playing.now_ms), None, playing.now_ms),
        lambda: services.join(room_id, people["bob"], playing.now_ms + 10),
        lambda: playing.act("alice", Resign(1)),
        lambda: playing.act("alice", Rematch(1, True)),
        lambda: playing.act("bob", Stand()),
        lambda: playing.act("alice", Leave()),
        lambda: services.act(room_id, Close(), None, playing.now_ms),
    ]
    for step in steps:
        answer = step()
        assert answer.refused is None
        assert services.look(room_id).state == answer.state


def test_an_arrival_that_changes_nothing_writes_nothing(playing):
    with CaptureQueriesContext(connection) as queries:
        services.join(playing.room.pk, playing.people["eve"], playing.now_ms)
    assert len(queries.captured_queries) == 1
    assert all(q["sql"].startswith("SELECT") for q in queries.captured_queries)


def test_a_room_that_stays_empty_closes_after_two_minutes(open_table):
    table = open_table()
    services.act(table.room.pk, Desert(table.now_ms), None, table.now_ms)
    assert table.wake(119_999).state.phase == "waiting"
    assert table.wake(500).state.phase == "closed"


def test_the_host_that_follows_has_a_name(table):
    table.roster = [Person(table.people["eve"].id)]
    answer = table.act("alice", Leave())
    assert answer.state.host is not None
    assert answer.state.host.name == "eve"


# --- what is announced -----------------------------------------------------------------------
def test_the_end_of_a_game_is_announced_inside_its_transaction(playing):
    def refuse(**_):
        raise RuntimeError("the rating could not be written")

    game_ended.connect(refuse)
    try:
        with pytest.raises(RuntimeError):
            playing.act("alice", Resign(1))
    finally:
        game_ended.disconnect(refuse)
    assert Result.objects.count() == 0
    assert services.look(playing.room.pk).state.phase == "playing"


def test_the_end_of_a_game_is_announced_with_its_row_and_outcome(playing):
    heard = []

    def listen(game_id, outcome, **_):
        heard.append((game_id, outcome))

    game_ended.connect(listen)
    try:
        playing.act("bob", Resign(1))
    finally:
        game_ended.disconnect(listen)
    assert heard == [(playing.game.pk, Outcome(Side.DARK, Reason.RESIGN, 2, 2))]


def test_every_public_change_is_announced_once_with_a_higher_number(
    playing, django_capture_on_commit_callbacks
):
    heard = []

    def listen(advance, **_):
        heard.append((advance.state.seq, advance.public))

    room_advanced.connect(listen)
    before = services.look(playing.room.pk).state.seq
    try:
        with django_capture_on_commit_callbacks(execute=True):
            playing.play("e6")
            playing.act("bob", Place(parse_square("a1"), 1, 1))
            services.act(
                playing.room.pk,
                Depart(playing.people["bob"].id, playing.now_ms),
                None,
                playing.now_ms,
            )
    finally:
        room_advanced.disconnect(listen)
    assert heard == [(before + 1, True), (before + 1, False)]


def test_nothing_is_announced_before_it_is_stored(playing, django_capture_on_commit_callbacks):
    heard = []

    def listen(advance, **_):
        heard.append(advance.state.game.moves)

    room_advanced.connect(listen)
    try:
        with django_capture_on_commit_callbacks() as callbacks:
            playing.play("e6")
        assert heard == []
        for callback in callbacks:
            callback()
    finally:
        room_advanced.disconnect(listen)
    assert heard == ["e6"]


# --- outages ---------------------------------------------------------------------------------
def test_time_in_which_the_site_was_away_is_given_back(playing):
    uptime.tick(playing.now_ms + 5_000)
    uptime.tick(playing.now_ms + 65_000)
    assert Outage.objects.count() == 1
    answer = playing.wake(70_000)
    assert answer.state.phase == "playing"
    assert answer.state.notice_ms == 60_000
    assert answer.state.game.clock.left(Side.DARK, playing.now_ms) == 20_000
    assert playing.act("alice", Place(parse_square("e6"), 1, 0)).refused is None


def test_a_move_after_an_outage_is_not_late(playing):
    uptime.tick(playing.now_ms + 5_000)
    uptime.tick(playing.now_ms + 65_000)
    answer = playing.act("alice", Place(parse_square("e6"), 1, 0), after_ms=70_000)
    assert answer.refused is None
    assert Move.objects.get().took_ms == 10_000


def test_short_gaps_are_no_outage(playing):
    for at in range(0, 30_000, 3_000):
        uptime.tick(playing.now_ms + at)
    assert Outage.objects.count() == 0
    assert playing.wake(31_000).state.phase == "over"


def test_an_absence_is_counted_from_the_end_of_an_outage(playing):
    uptime.tick(playing.now_ms)
    uptime.tick(playing.now_ms + 60_000)
    gone = Depart(playing.people["bob"].id, playing.now_ms)
    answer = services.act(playing.room.pk, gone, None, playing.now_ms + 70_000)
    assert answer.state.light.away_ms == playing.now_ms + 60_000


# --- seat secrets ----------------------------------------------------------------------------
def test_a_seat_secret_gives_back_that_seat_and_only_that_one(playing, open_table):
    room_id, alice, bob = playing.room.pk, playing.people["alice"], playing.people["bob"]
    state = services.look(room_id).state
    secret = services.seat_secret(room_id, state, alice)
    assert secret is not None
    assert services.seat_holder(room_id, state, secret) == alice
    forged = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    assert services.seat_holder(room_id, state, forged) is None
    assert services.seat_holder(room_id + 1, state, secret) is None
    assert services.seat_secret(room_id, state, bob) != secret


def test_a_seat_secret_ends_with_the_seat(playing):
    room_id, alice = playing.room.pk, playing.people["alice"]
    secret = services.seat_secret(room_id, services.look(room_id).state, alice)
    playing.act("alice", Resign(1))
    playing.act("alice", Stand())
    playing.act("alice", Sit(Side.DARK))
    assert services.seat_holder(room_id, services.look(room_id).state, secret) is None


def test_a_seat_secret_goes_along_to_the_other_side_in_a_rematch(playing):
    room_id, alice = playing.room.pk, playing.people["alice"]
    secret = services.seat_secret(room_id, services.look(room_id).state, alice)
    playing.act("bob", Resign(1))
    playing.act("bob", Rematch(1, True))
    playing.act("alice", Rematch(1, True))
    assert services.seat_holder(room_id, services.look(room_id).state, secret) == alice


def test_somebody_registered_needs_and_gets_no_secret(table):
    table.act("dan", Sit(Side.DARK))
    state = services.look(table.room.pk).state
    assert services.seat_secret(table.room.pk, state, table.people["dan"]) is None


def test_arriving_twice_is_arriving_once(table):
    services.act(table.room.pk, Desert(table.now_ms), None, table.now_ms)
    for _ in range(2):
        answer = services.act(table.room.pk, Arrive(), table.people["alice"], table.now_ms)
    assert answer.state.empty_since_ms is None
