"""SPEC 1.3–1.6, 2.3, 2.4, 2.14: moves, passes, the end of a game."""

import json
from pathlib import Path

import pytest

from games.core.events import GameEnded, Moved
from games.core.snapshot import snapshot
from games.rules.board import Passed
from story import START_MS, game, room

FIXTURE = Path(__file__).parents[1] / "fixtures" / "edge_cases.json"
CASES = {
    name: case for name, case in json.loads(FIXTURE.read_text()).items() if "with_passes" in case
}


def test_a_move_turns_discs_and_gives_the_turn_to_the_other_side():
    story = game("1 alice plays e6")
    assert story.game.moves == "e6"
    assert story.game.ply == 1
    assert story.game.board.counts == (4, 1)
    assert story.left("light", 1) == 30


def test_a_move_out_of_turn_is_refused():
    game("1 bob plays e6 ! not_your_turn", "1 alice plays e6", "1 alice plays d6 ! not_your_turn")


def test_a_move_onto_a_disc_or_one_that_captures_nothing_is_refused():
    story = game("1 alice plays d4 ! occupied", "1 alice plays a1 ! captures_nothing")
    assert story.game.ply == 0


def test_a_move_for_an_old_ply_is_refused():
    game("1 alice plays e6", "1 bob plays f4", "1 alice plays d3 at 0 ! stale")


def test_a_move_sent_twice_is_made_once():
    story = game("1 alice plays e6", "1 alice plays e6 at 0 ! stale")
    assert story.game.moves == "e6"


def test_a_move_for_another_game_is_refused():
    story = game("1 bob resigns", "2 alice agrees", "2 bob agrees")
    story.tell("3 bob plays e6 in 1 ! stale", "3 bob plays e6")


def test_a_spectator_cannot_move_resign_pause_or_end():
    game(
        "1 eve plays e6 ! not_a_player",
        "1 eve resigns ! not_a_player",
        "1 eve pauses ! not_host",
        "1 eve ends ! not_host",
    )


def test_nothing_can_be_played_before_the_first_game_or_after_the_end():
    room("1 alice plays e6 ! no_game", "1 alice resigns ! no_game")
    game("1 bob resigns", "2 alice plays e6 ! game_over", "2 alice resigns ! game_over")


def test_nothing_can_be_played_while_paused_but_anyone_can_resign():
    story = game("1 alice pauses", "2 alice plays e6 ! paused", "3 bob resigns")
    assert story.ended == ("dark", "resign")


def test_a_forced_pass_is_a_ply_of_its_own_and_the_mover_goes_on_with_a_new_clock():
    case = CASES["pass_23_white_wipeout"]
    before, after = case["with_passes"].split("--", 1)
    story = game().play(5, before)
    assert story.game.ply == len(before) // 2 + 1
    assert story.game.moves == before + "--"
    mover = story.game.board.to_move
    assert story.game.clock.side is mover
    assert mover is not None
    assert story.left(mover.value, 5) == 30
    moved = story.happened(Moved)[-1]
    assert isinstance(moved, Moved)
    assert isinstance(moved.plies[-1], Passed)
    assert moved.plies[-1].side is mover.other
    story.play(6, after[:2])
    assert story.game.ply == len(before) // 2 + 2


@pytest.mark.parametrize("name", sorted(CASES))
def test_every_edge_case_is_played_to_its_end_in_a_room(name):
    case = CASES[name]
    story = game().play(5, case["transcript"])
    assert story.game.moves == case["with_passes"]
    assert list(story.game.board.counts) == case["discs"]
    if case["over"]:
        dark, light = case["discs"]
        winner = None if dark == light else "dark" if dark > light else "light"
        assert story.ended == (winner, "discs")
        assert len(story.happened(GameEnded)) == 1


def test_the_tray_of_the_side_that_has_placed_more_than_thirty_is_the_opponents():
    case = max(CASES.values(), key=lambda case: case["passes"])
    story = game().play(5, case["transcript"])
    trays = snapshot(story.state, START_MS)["game"]["trays"]
    assert sum(trays.values()) == 60 - case["moves"]
    assert max(story.game.placed) > 30
    assert trays["dark" if story.game.placed[0] > 30 else "light"] == 0


def test_resigning_gives_the_game_to_the_opponent_also_when_it_is_not_ones_turn():
    assert game("1 alice resigns").ended == ("light", "resign")
    assert game("1 bob resigns").ended == ("dark", "resign")


def test_a_resignation_meant_for_an_earlier_game_does_nothing():
    story = game("1 bob resigns", "2 alice agrees", "2 bob agrees", "3 bob resigns game 1 ! stale")
    assert story.state.phase == "playing"


def test_the_host_ends_a_game_without_a_winner():
    story = game("1 alice plays e6", "2 alice ends")
    assert story.ended == (None, "host_ended")


def test_ending_an_earlier_game_does_nothing():
    game("1 bob resigns", "2 alice starts", "3 alice ends game 1 ! stale")


def test_there_is_one_result_whatever_is_asked_for_at_once():
    story = game("1 bob resigns", "1 bob leaves", "1 alice resigns ! game_over")
    story.tell("1 alice ends ! game_over", "40 server looks")
    assert len(story.happened(GameEnded)) == 1
    assert story.ended == ("dark", "resign")


def test_leaving_during_a_game_loses_it_and_frees_the_seat():
    story = game("1 bob leaves")
    assert story.ended == ("dark", "left")
    assert story.seat("light") is None


def test_leaving_while_paused_loses_too():
    assert game("1 alice pauses", "2 alice leaves").ended == ("light", "left")


def test_a_spectator_who_leaves_changes_nothing():
    story = game("1 eve comes", "2 eve leaves")
    assert story.state.phase == "playing"
