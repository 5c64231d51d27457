"""SPEC 2.11: the rematch."""

from games.core.events import GameStarted
from story import bot_game, game


def test_a_rematch_starts_by_itself_when_both_agree_with_seats_swapped():
    story = game("1 bob resigns", "2 alice agrees", "3 bob agrees")
    assert story.state.phase == "playing"
    assert story.game.number == 2
    assert (story.seat("dark"), story.seat("light")) == ("bob", "alice")
    assert story.left("dark", 3) == 30


def test_pressing_twice_agrees_once():
    story = game("1 bob resigns", "2 alice agrees", "2 alice agrees")
    assert story.state.phase == "over"
    assert len(story.state.rematch) == 1


def test_both_pressing_together_makes_one_game():
    story = game("1 bob resigns", "2 alice agrees", "2 bob agrees", "2 alice agrees ! game_running")
    assert len(story.happened(GameStarted)) == 2
    assert story.game.number == 2


def test_a_late_press_does_not_reach_the_next_game():
    story = game("1 bob resigns", "2 alice agrees", "2 bob agrees")
    story.tell("2 alice agrees game 1 ! stale", "3 bob resigns", "4 alice agrees game 1 ! stale")


def test_an_agreement_can_be_taken_back():
    story = game("1 bob resigns", "2 alice agrees", "3 alice disagrees", "4 bob agrees")
    assert story.state.phase == "over"


def test_a_bot_agrees_at_once():
    story = bot_game("1 alice resigns", "2 alice agrees")
    assert story.state.phase == "playing"
    assert (story.seat("dark"), story.seat("light")) == ("expert", "alice")


def test_only_the_two_who_played_can_agree():
    game("1 bob resigns", "2 eve agrees ! not_a_player")


def test_nobody_can_agree_while_the_game_runs_or_before_the_first():
    game("1 alice agrees ! game_running")


def test_with_somebody_new_on_a_seat_it_is_not_a_rematch():
    story = game("1 bob resigns", "2 alice agrees", "3 bob stands", "4 eve sits light")
    story.tell("5 eve agrees ! opponent_changed", "6 alice agrees ! opponent_changed")
    assert story.state.rematch == frozenset()


def test_a_rematch_waits_for_an_opponent_who_is_away():
    story = game("1 bob resigns", "2 bob agrees", "15 server sees bob gone since 3")
    story.tell("16 alice agrees ! player_away", "17 bob comes", "18 alice agrees")
    assert story.state.phase == "playing"


def test_after_leaving_there_is_no_rematch():
    story = game("1 bob leaves", "2 alice agrees ! opponent_changed", "2 bob agrees ! not_a_player")
    assert story.seat("light") is None
