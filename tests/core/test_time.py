"""SPEC 2.3–2.5, 2.8, 2.9, 2.11–2.13, 2.15: flags, pauses, absences, empty rooms, outages."""

import pytest

from games.core.clock import TimeControl
from games.core.events import GameEnded, OutageForgiven, RoomClosed
from games.core.evolve import evolve
from games.core.policy import Durations, Kind
from games.core.state import RoomState
from story import START_MS, bot_game, game, room


# --- flags -----------------------------------------------------------------------------------
def test_running_out_of_time_loses():
    story = game("30 server looks")
    assert story.ended == ("light", "time")
    assert story.ended_at == 30


def test_the_game_is_looked_at_when_the_flag_falls():
    assert game().wakes_at == 30
    assert game("10 alice plays e6").wakes_at == 40


def test_a_move_received_at_the_last_instant_counts():
    story = game("30 alice plays e6")
    assert story.state.phase == "playing"


def test_a_move_received_a_moment_too_late_does_not():
    story = game("30.001 alice plays e6 ! game_over")
    assert story.ended == ("light", "time")
    assert story.ended_at == 30


def test_a_move_received_in_time_and_stored_late_counts():
    story = game("0 eve comes", "30.1 eve sits dark ! seat_taken", "29.9 alice plays e6")
    assert story.game.ply == 1


def test_a_fallen_flag_beats_a_late_resignation_leaving_pause_or_end():
    assert game("31 bob resigns ! game_over").ended == ("light", "time")
    assert game("31 bob leaves").ended == ("light", "time")
    assert game("31 alice pauses ! game_over").ended == ("light", "time")
    assert game("31 alice ends ! game_over").ended == ("light", "time")


def test_a_late_sweep_does_not_change_the_instant_of_the_result():
    assert game("95 server looks").ended_at == 30


def test_the_clock_of_the_side_that_waits_never_falls():
    story = game("25 alice plays e6", "54 server looks")
    assert story.state.phase == "playing"
    assert story.tell("55 server looks").ended == ("dark", "time")


def test_a_total_falls_when_it_is_used_up():
    story = game("100 alice plays e6", "150 bob plays f4", control=TimeControl(total_ms=120_000))
    assert story.wakes_at == 170
    assert story.tell("170 server looks").ended == ("light", "time")


def test_in_a_room_where_nobody_may_be_a_flag_waits_for_a_witness():
    story = game("31 server looks unwitnessed")
    assert story.state.phase == "playing"
    assert story.tell("31 server looks").ended == ("light", "time")


# --- the host's pause ------------------------------------------------------------------------
def test_a_pause_keeps_exactly_what_was_left():
    story = game("12.345 alice pauses", "500 server looks", "600 alice resumes")
    assert story.left("dark", 600) == pytest.approx(17.655)
    assert story.wakes_at == pytest.approx(617.655)


def test_pausing_and_resuming_twice_are_refused():
    game("1 alice resumes ! not_paused", "1 alice pauses", "2 alice pauses ! already_paused")


def test_only_the_host_pauses_and_resumes():
    game("1 bob pauses ! not_host", "2 alice pauses", "3 bob resumes ! not_host")


def test_a_pause_stops_the_count_of_absence():
    story = game("10 alice plays e6", "20 alice pauses", "25 server sees bob gone since 15")
    assert story.tell("400 server looks").state.phase == "paused"
    story.tell("400 alice resumes")
    assert story.state.light.away_ms == START_MS + 395_000
    assert story.wakes_at == 420


def test_absence_that_begins_in_a_pause_counts_from_its_end():
    story = game("10 alice pauses", "30 server sees bob gone since 20", "100 alice resumes")
    assert story.state.light.away_ms == START_MS + 100_000


# --- absence ---------------------------------------------------------------------------------
def slow(*lines: str):
    """A game in which no flag falls before an absence is over."""
    return game(*lines, control=TimeControl(action_ms=900_000))


def test_a_player_away_for_two_minutes_loses_when_the_opponent_is_there():
    story = slow("20 server sees bob gone since 10", "129 server looks")
    assert story.state.phase == "playing"
    story.tell("130 server looks")
    assert story.ended == ("dark", "absent")
    assert story.ended_at == 130


def test_coming_back_in_time_ends_the_absence():
    story = slow("20 server sees bob gone since 10", "129 bob comes", "200 server looks")
    assert story.state.phase == "playing"
    assert story.state.light.away_ms is None


def test_the_clock_runs_on_while_a_player_is_away_and_the_flag_comes_first():
    story = game("20 server sees alice gone since 10", "500 server looks")
    assert story.ended == ("light", "time")
    assert story.ended_at == 30


def test_at_the_same_instant_the_flag_comes_before_the_absence():
    story = game("0 server sees alice gone since 0", control=TimeControl(action_ms=120_000))
    assert story.tell("200 server looks").ended == ("light", "time")


def test_with_both_players_away_and_only_spectators_there_nobody_wins():
    story = slow("0 eve comes", "20 server sees bob gone since 10")
    story.tell("60 server sees alice gone since 50", "169 server looks")
    assert story.state.phase == "playing"
    story.tell("170 server looks")
    assert story.ended == (None, "absent")


def test_the_first_of_two_who_comes_back_wins_over_the_one_who_does_not():
    story = slow("0 eve comes", "20 server sees bob gone since 10")
    story.tell("60 server sees alice gone since 50", "140 alice comes", "140 server looks")
    assert story.ended == ("dark", "absent")


def test_a_person_away_from_a_bot_loses_to_it_while_somebody_watches():
    story = bot_game("0 eve comes", "5 alice plays e6", "10 server sees alice gone since 6")
    story.tell("20 bot plays f4", "50 server looks")
    assert story.ended == ("light", "time")


def test_a_spectators_absence_is_not_counted():
    story = game("0 eve comes", "20 server sees eve gone since 10")
    assert story.wakes_at == 30


# --- nobody there ----------------------------------------------------------------------------
def test_a_deserted_club_room_pauses_at_the_last_heartbeat():
    story = game("20 server sees all gone since 12")
    assert story.state.phase == "paused"
    assert story.left("dark", 20) == 18
    assert story.wakes_at == 132


def test_somebody_back_in_time_lifts_that_pause():
    story = game("20 server sees all gone since 12", "100 bob comes")
    assert story.state.phase == "playing"
    assert story.left("dark", 100) == 18
    assert story.wakes_at == 118


def test_a_spectator_without_an_identity_is_somebody_too():
    story = game("20 server sees all gone since 12", "100 nobody comes")
    assert story.state.phase == "playing"


def test_the_hosts_own_pause_stays():
    story = game("5 alice pauses", "20 server sees all gone since 12", "100 alice comes")
    assert story.state.phase == "paused"
    assert story.tell("200 alice resumes").left("dark", 200) == 25


def test_a_bot_is_not_a_person():
    story = bot_game("20 server sees all gone since 12")
    assert story.state.phase == "paused"
    story.tell("21 bot plays d6 ! paused")


def test_what_a_bot_moved_after_the_last_heartbeat_leaves_the_whole_of_the_next_action():
    story = bot_game("5 alice plays e6", "7 bot plays f4", "16 server sees all gone since 6")
    assert story.left("dark", 16) == 30


def test_two_minutes_with_nobody_there_close_the_room_and_end_the_game_without_a_winner():
    story = game("20 server sees all gone since 12", "132 server looks")
    assert story.ended == (None, "room_closed")
    assert story.state.phase == "closed"
    assert len(story.happened(RoomClosed)) == 1


def test_a_room_in_which_no_game_has_begun_closes_too():
    story = room("10 server sees all gone since 5", "124 server looks")
    assert story.state.phase == "waiting"
    assert story.tell("125 server looks").state.phase == "closed"


def test_a_room_after_its_game_closes_too():
    story = game("1 bob resigns", "10 server sees all gone since 5", "125 server looks")
    assert story.ended == ("dark", "resign")
    assert story.state.phase == "closed"


def test_being_deserted_is_noticed_once():
    story = game("20 server sees all gone since 12", "25 server sees all gone since 24")
    assert story.state.empty_since_ms == START_MS + 12_000


def test_the_pause_of_an_empty_room_stops_the_count_of_absence():
    story = slow("20 server sees bob gone since 10", "40 server sees all gone since 30")
    story.tell("100 alice comes")
    assert story.state.light.away_ms == START_MS + 80_000


# --- the host's absence ----------------------------------------------------------------------
def test_a_host_away_for_two_minutes_loses_the_role_paused_or_not():
    for lines in ((), ("1 alice pauses",)):
        story = slow(*lines, "20 server sees alice gone since 10", "130 server looks")
        assert story.host == "bob"


def test_a_host_back_in_time_keeps_the_role():
    story = room("0 bob comes", "20 server sees alice gone since 10", "129 alice comes")
    assert story.tell("300 server looks").host == "alice"


def test_with_nobody_to_follow_the_room_has_no_host_until_somebody_comes():
    story = room("20 server sees alice gone since 10", "130 server looks")
    assert story.host is None
    assert story.tell("140 eve comes").host == "eve"


# --- two hours -------------------------------------------------------------------------------
def test_no_game_lasts_longer_than_two_hours_by_the_wall_clock():
    story = game("1 alice pauses", "7199 server looks")
    assert story.state.phase == "paused"
    story.tell("7200 server looks")
    assert story.ended == (None, "two_hours")


# --- not turning up --------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [Kind.QUICK, Kind.RANKED])
def test_who_loses_before_an_own_first_disc_in_a_queued_game_did_not_turn_up(kind):
    for lines in (("30 server looks",), ("1 alice plays e6", "31 server looks"), ("1 bob leaves",)):
        story = queued(kind, *lines)
        assert story.ended == (None, "void")


def test_later_or_by_resigning_it_is_a_loss():
    story = queued(Kind.RANKED, "1 alice plays e6", "2 bob plays f4", "32 server looks")
    assert story.ended == ("light", "time")
    assert queued(Kind.QUICK, "1 alice resigns").ended == ("light", "resign")


def test_in_friend_and_club_games_time_out_is_always_a_loss():
    assert queued(Kind.FRIEND, "30 server looks").ended == ("light", "time")
    assert game("30 server looks").ended == ("light", "time")


def test_with_nobody_there_a_queued_game_runs_on_and_the_flag_falls():
    story = queued(Kind.RANKED, "1 alice plays e6", "2 bob plays f4")
    story.tell("12 server sees all gone since 3", "32 server looks")
    assert story.ended == ("light", "time")
    assert story.tell("151 server looks").state.phase == "over"
    assert story.tell("152 server looks").state.phase == "closed"


def test_an_invitation_nobody_attends_closes_after_ten_minutes():
    story = room("10 server sees all gone since 0", "599 server looks", kind=Kind.FRIEND)
    assert story.state.phase == "waiting"
    assert story.tell("600 server looks").state.phase == "closed"


def queued(kind: Kind, *lines: str):
    """A game of a kind of room whose seats the server fills."""
    told = game()
    state: RoomState = told.state
    story = room(kind=kind)
    story.state = state
    return story.tell(*lines)


# --- outages ---------------------------------------------------------------------------------
def outage(story, from_s: float, to_s: float):
    story.state = evolve(
        story.state, OutageForgiven(START_MS + round(from_s * 1000), START_MS + round(to_s * 1000))
    )
    return story


def test_an_outage_costs_nobody_time_and_the_room_says_so():
    story = outage(game(), 10, 60)
    assert story.wakes_at == 80
    assert story.left("dark", 60) == 20
    assert story.state.notice_ms == 50_000
    assert story.tell("61 alice plays e6").state.notice_ms == 50_000
    assert story.tell("75 bob plays f4").state.notice_ms is None


def test_an_action_that_began_in_the_outage_begins_after_it():
    story = outage(game("20 alice plays e6"), 10, 60)
    assert story.wakes_at == 90


def test_an_outage_stops_the_counts_of_absence():
    story = outage(slow("20 server sees bob gone since 10"), 50, 80)
    assert story.wakes_at == 160


def test_an_outage_during_a_pause_leaves_the_clock_as_it_was():
    story = outage(game("10 alice pauses"), 20, 90)
    assert story.tell("100 alice resumes").left("dark", 100) == 20
    assert story.state.notice_ms is None


def test_an_outage_does_not_prolong_the_two_hours():
    story = outage(slow("1 alice pauses"), 100, 200)
    assert story.tell("7200 server looks").ended == (None, "two_hours")


# --- durations -------------------------------------------------------------------------------
def test_durations_can_be_shortened_by_name():
    assert Durations.from_text("empty_ms=2000, gone_ms=500").empty_ms == 2000
    assert Durations.from_text("") == Durations()


@pytest.mark.parametrize("text", ["empty=1", "empty_ms=-1", "empty_ms=0", "empty_ms=x", "nonsense"])
def test_a_duration_that_cannot_be_read_is_an_error(text):
    with pytest.raises(ValueError, match="DURATIONS"):
        Durations.from_text(text)


def test_no_result_comes_twice_however_much_is_due_at_once():
    story = game("20 server sees all gone since 12", "9000 server looks", "9001 server looks")
    assert len(story.happened(GameEnded)) == 1
