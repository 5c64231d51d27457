"""SPEC 2.1, 2.2, 2.10, 2.11: seats, the host, and when a game starts."""

from games.core.events import GameStarted
from games.core.policy import Kind
from story import game, room


def test_a_room_is_born_with_nobody_seated_and_its_creator_as_host():
    story = room()
    assert (story.seat("dark"), story.seat("light"), story.host) == (None, None, "alice")
    assert story.state.phase == "waiting"


def test_anyone_in_the_room_may_sit_on_a_free_seat_and_stand_up_again():
    story = room("1 eve sits light", "2 eve stands", "3 bob sits light")
    assert story.seat("light") == "bob"


def test_a_seat_is_taken_once():
    story = room("1 bob sits dark", "1 eve sits dark ! seat_taken")
    assert story.seat("dark") == "bob"


def test_one_person_has_one_seat_in_a_room():
    room("1 alice sits dark", "1 alice sits light ! already_seated")


def test_who_has_no_seat_cannot_stand_up():
    room("1 eve stands ! not_seated")


def test_standing_up_has_to_wait_for_the_result():
    game("1 alice stands ! game_running", "2 bob resigns", "3 alice stands")


def test_the_game_starts_when_the_seated_host_says_so():
    story = room("0 alice sits dark", "0 bob sits light", "5 alice starts")
    assert story.state.phase == "playing"
    assert story.happened(GameStarted) == [GameStarted(1, 1_005_000)]
    assert story.left("dark", 5) == 30


def test_two_presses_of_start_make_one_game():
    story = game("0 alice starts ! game_running")
    assert story.game.number == 1


def test_a_game_needs_both_seats():
    room("0 alice sits dark", "1 alice starts ! seats_empty")


def test_only_the_host_starts():
    room("0 alice sits dark", "0 bob sits light", "1 bob starts ! not_host")


def test_a_host_without_a_seat_can_hand_the_role_over_and_nothing_else():
    story = room("0 bob sits dark", "0 eve sits light", "1 alice starts ! host_not_seated")
    story.tell("2 bob pauses ! not_host", "3 alice hands over to bob", "4 bob starts")
    assert (story.host, story.state.phase) == ("bob", "playing")


def test_a_host_without_a_seat_cannot_pause_resume_or_end():
    story = game("1 eve comes", "1 alice hands over to eve")
    for command in ("pauses", "resumes", "ends"):
        story.tell(f"2 eve {command} ! host_not_seated")


def test_a_host_without_a_seat_adds_and_removes_the_bot():
    story = room("0 bob sits dark", "1 alice adds corner light", "2 alice removes light")
    assert story.seat("light") is None


def test_the_role_goes_to_somebody_who_is_in_the_room():
    story = room("1 alice hands over to finn ! not_in_room", "2 finn comes")
    story.tell("3 alice hands over to finn", "4 alice hands over to bob ! not_host")
    assert story.host == "finn"


def test_the_host_cannot_hand_the_role_to_herself():
    room("1 alice hands over to alice ! already_host")


def test_a_host_who_has_no_seat_for_a_minute_loses_the_role_to_who_sat_down_first():
    story = room("10 eve sits light", "20 bob sits dark", "79 server looks")
    assert story.host == "alice"
    assert story.wakes_at == 80
    assert story.tell("80 server looks").host == "eve"


def test_the_minute_counts_from_the_handing_over():
    story = game("50 alice hands over to finn ! not_in_room", "55 finn comes")
    story.tell("56 alice hands over to finn", "85 server looks")
    assert story.host == "finn"


def test_a_host_who_sits_down_in_time_keeps_the_role():
    story = room("0 bob sits dark", "0 eve sits light", "30 eve stands", "31 alice sits light")
    assert story.tell("120 server looks").host == "alice"


def test_when_the_host_leaves_the_role_goes_to_a_seated_person():
    story = room("1 eve comes", "2 bob sits dark", "3 alice leaves")
    assert story.host == "bob"


def test_else_it_goes_to_who_has_been_in_the_room_longest():
    story = room("1 eve comes", "2 bob comes", "3 alice leaves")
    assert story.host == "eve"


def test_a_room_without_a_host_gives_the_role_to_who_comes_next():
    story = room("1 alice leaves")
    assert story.host is None
    assert story.tell("2 bob comes").host == "bob"


def test_who_is_away_cannot_be_made_to_play():
    story = room("0 alice sits dark", "0 bob sits light", "5 server sees bob gone since 0")
    story.tell("15 alice starts ! player_away", "16 bob comes", "17 alice starts")


def test_a_seat_is_freed_after_two_minutes_of_absence_before_a_game():
    story = room("0 alice sits dark", "0 bob sits light", "20 server sees bob gone since 10")
    assert story.wakes_at == 130
    assert story.tell("129 server looks").seat("light") == "bob"
    assert story.tell("130 server looks").seat("light") is None


def test_coming_back_in_time_keeps_the_seat():
    story = room("0 bob sits light", "20 server sees bob gone since 10", "129 bob comes")
    assert story.tell("200 server looks").seat("light") == "bob"


def test_the_next_game_is_played_by_whoever_sits_with_the_seats_as_they_are():
    story = game("1 bob resigns", "2 bob stands", "3 eve sits light", "4 alice starts")
    assert story.game.number == 2
    assert (story.seat("dark"), story.seat("light")) == ("alice", "eve")


def test_seats_of_rooms_filled_by_the_server_are_not_taken_by_sitting_down():
    for kind in (Kind.FRIEND, Kind.QUICK, Kind.RANKED):
        room("0 bob sits dark ! not_in_this_kind", "0 alice starts ! not_in_this_kind", kind=kind)


def test_in_a_closed_room_nothing_can_be_done():
    story = room("0 alice sits dark", "1 server closes")
    for words in ("sits light", "stands", "starts", "plays e6", "leaves", "agrees"):
        story.tell(f"2 bob {words} ! room_closed")


def test_somebody_without_an_identity_can_only_watch():
    for words in ("sits dark", "leaves", "starts", "reserves dark", "withdraws"):
        room(f"1 nobody {words} ! no_identity")
    game("1 nobody plays e6 ! no_identity", "1 nobody resigns ! no_identity")
