"""`verify_games` finds what is wrong in the rows, and nothing where all is well."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.core.commands import Resign
from games.models import Game, Move, Playing, Result, RoomEvent

PASS_AFTER_12 = "f5d6c4g5d7c7h5d8b8b7b6a7"  # light passes after the twelfth disc


def verify() -> str:
    out = StringIO()
    call_command("verify_games", stdout=out)
    return out.getvalue()


def complaint(playing) -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", stdout=out)
    return out.getvalue()


def test_running_and_finished_games_are_found_in_order(playing):
    playing.play(PASS_AFTER_12)
    assert verify() == "1 games agree with their moves\n"
    playing.act("alice", Resign(1))
    assert verify() == "1 games agree with their moves\n"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda: Move.objects.filter(ply=5).delete(), "ply 5 is stored as 6"),
        (lambda: Move.objects.filter(square=None).delete(), "the forced pass after ply 12"),
        (lambda: Move.objects.filter(ply=3).update(square=0), "a1 is illegal (captures_nothing)"),
        (lambda: Move.objects.filter(ply=3).update(side="light"), "light moved"),
        (lambda: Move.objects.filter(ply=3).update(from_opponent_tray=True), "hand-over"),
        (lambda: Move.objects.filter(ply=3).update(took_ms=30_001), "took 30001 ms"),
        (lambda: Move.objects.filter(ply=3).update(at_ms=0), "before what it answers"),
        (lambda: Game.objects.update(board="-" * 64), "board is"),
        (lambda: Game.objects.update(moves="f5"), "moves is 'f5'"),
        (lambda: Game.objects.update(ply=F("ply") + 1), "ply is 14"),
        (lambda: Game.objects.update(turn=""), "turn is ''"),
        (lambda: Game.objects.update(ended_ms=1), "an end without a result"),
        (lambda: Playing.objects.all().delete(), "marked as playing"),
        (lambda: RoomEvent.objects.filter(command="Place").first().delete(), "× Moved"),
    ],
)
def test_what_was_spoilt_is_named(playing, spoil, told):
    playing.play(PASS_AFTER_12)
    spoil()
    assert told in complaint(playing)


def test_a_result_the_board_does_not_bear_out_is_named(playing):
    playing.play(PASS_AFTER_12)
    playing.act("alice", Resign(1))
    Result.objects.update(reason="discs", dark=1)
    told = complaint(playing)
    assert "the result counts 1" in told
    assert "ended by discs" in told
