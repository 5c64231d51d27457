"""Invitations to a friend: who may accept, and what comes of it (SPEC 2.12)."""

import pytest

from games.core.policy import Kind
from tests.core.story import room


def invited(*lines):
    return room(*lines, kind=Kind.FRIEND)


@pytest.mark.parametrize(("side", "other"), [("dark", "light"), ("light", "dark")])
def test_who_accepts_gets_the_side_that_was_not_drawn_and_the_game_begins(side, other):
    story = invited(f"10 bob accepts against {side}")
    assert (story.seat(side), story.seat(other)) == ("alice", "bob")
    assert story.game.number == 1
    assert story.left("dark", 10) == 30


def test_nobody_accepts_the_own_invitation_nor_one_that_was_accepted():
    story = invited("1 alice accepts against dark ! own_invitation", "2 bob accepts against dark")
    story.tell("3 eve accepts against dark ! invitation_taken")
    story.tell("3 bob accepts against dark ! invitation_taken")
    story.tell("4 bob resigns", "5 eve accepts against dark ! invitation_taken")


def test_an_invitation_waits_while_who_invites_is_away():
    story = invited(
        "20 server sees alice gone since 10", "21 bob accepts against dark ! inviter_away"
    )
    story.tell("22 alice comes", "23 bob accepts against dark")
    deserted = invited("20 server sees all gone since 10")
    deserted.tell("21 bob accepts against dark ! inviter_away")


def test_an_invitation_ends_when_who_invites_leaves_or_nobody_is_there_for_ten_minutes():
    invited("5 alice leaves", "6 bob accepts against dark ! room_closed")
    story = invited("10 server sees all gone since 0", "601 server looks")
    story.tell("602 bob accepts against dark ! room_closed")


def test_only_invitations_are_accepted_and_only_by_somebody():
    for kind in (Kind.CLUB, Kind.QUICK, Kind.RANKED):
        room("1 bob accepts against dark ! not_in_this_kind", kind=kind)
    invited("1 nobody accepts against dark ! no_identity")


def test_friends_play_again_with_the_seats_swapped():
    story = invited("1 bob accepts against dark", "2 bob resigns", "3 alice agrees", "4 bob agrees")
    assert story.game.number == 2
    assert (story.seat("dark"), story.seat("light")) == ("bob", "alice")
