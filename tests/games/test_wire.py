"""Frames are read strictly: what isn't in the protocol is refused with a code."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import wire
from games.core import commands
from games.messages import MESSAGES
from games.rules.board import Side


@pytest.mark.parametrize(
    ("frame", "command"),
    [
        ({"t": "sit", "side": "dark"}, commands.Sit(Side.DARK)),
        ({"t": "stand"}, commands.Stand()),
        ({"t": "start", "id": 4}, commands.Start()),
        ({"t": "place", "sq": "e6", "game": 1, "ply": 0}, commands.Place(44, 1, 0)),
        ({"t": "place", "sq": "E6", "game": 1, "ply": 0}, commands.Place(44, 1, 0)),
        ({"t": "resign", "game": 2}, commands.Resign(2)),
        ({"t": "leave"}, commands.Leave()),
        ({"t": "pause"}, commands.Pause()),
        ({"t": "resume"}, commands.Resume()),
        ({"t": "end", "game": 1}, commands.EndGame(1)),
        ({"t": "rematch", "game": 1, "agree": False}, commands.Rematch(1, False)),
        ({"t": "hand_over", "person": 7}, commands.HandOver(7)),
        (
            {"t": "add_bot", "side": "light", "level": "expert"},
            commands.AddBot(Side.LIGHT, "expert"),
        ),
        ({"t": "remove_bot", "side": "light"}, commands.RemoveBot(Side.LIGHT)),
        ({"t": "keep_bot", "side": "light"}, commands.KeepBot(Side.LIGHT)),
        ({"t": "reserve", "side": "light"}, commands.Reserve(Side.LIGHT)),
        ({"t": "withdraw"}, commands.Withdraw()),
    ],
)
def test_every_command_is_read(frame, command):
    assert wire.command_of(wire.decode(json.dumps(frame))) == command


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_frame"),
        ("null", "bad_frame"),
        ("[]", "bad_frame"),
        ('"join"', "bad_frame"),
        ("{", "bad_frame"),
        ("{}", "bad_frame"),
        ('{"t":"dance"}', "unknown_type"),
        ('{"t":5}', "bad_frame"),
        ('{"t":"stand","x":1}', "bad_frame"),
        ('{"t":"sit"}', "bad_frame"),
        ('{"t":"sit","side":"left"}', "bad_frame"),
        ('{"t":"sit","side":null}', "bad_frame"),
        ('{"t":"place","sq":"e6","game":1}', "bad_frame"),
        ('{"t":"place","sq":"e6","game":"1","ply":0}', "bad_frame"),
        ('{"t":"place","sq":"e6","game":1.5,"ply":0}', "bad_frame"),
        ('{"t":"place","sq":"e6","game":-1,"ply":0}', "bad_frame"),
        ('{"t":"place","sq":"e6","game":1e400,"ply":0}', "bad_frame"),
        ('{"t":"place","sq":"e66","game":1,"ply":0}', "bad_frame"),
        ('{"t":"resign","game":' + "9" * 400 + "}", "bad_frame"),
        ('{"t":"add_bot","side":"dark","level":"<b>"}', "bad_frame"),
        ('{"t":"stand","id":"3"}', "bad_frame"),
        ("[" * 4000, "bad_frame"),
        ('{"t":"stand"}' + " " * 4096, "too_large"),
        ('{"t":"join","v":1,"secret":"' + "é" * 2100 + '"}', "too_large"),
        ("\ud800", "bad_frame"),
    ],
)
def test_what_cannot_be_read_has_a_code(text, code):
    with pytest.raises(wire.BadFrame) as bad:
        wire.decode(text)
    assert bad.value.code == code


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"t":"sit","id":7}', 7),
        ('{"t":"sit","side":"left","id":7}', 7),
        ('{"id":7,"t":"place","sq":"e6","game":"1","ply":0}', 7),
        ('{"t":"dance","id":7}', 7),
        ('{"id":0}', 0),
        ('{"t":"sit","id":-7}', None),
        ('{"t":"sit","id":"7"}', None),
        ('{"t":"sit"}', None),
        ('{"t":"sit","id":7', None),
        ("[7]", None),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_number_if_that_can_be(text, number):
    with pytest.raises(wire.BadFrame) as bad:
        wire.decode(text)
    assert bad.value.frame_id == number


@pytest.mark.parametrize("square", ["", "e", "i1", "a9", "a0", "--", "é1", "６ｅ"])
def test_a_square_that_is_none_has_a_code(square):
    frame = wire.decode(json.dumps({"t": "place", "sq": square, "game": 1, "ply": 0}))
    with pytest.raises(wire.BadFrame) as bad:
        wire.command_of(frame)
    assert bad.value.code == "not_a_square"


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_text_is_more_than_refused(text):
    try:
        frame = wire.decode(text)
    except wire.BadFrame as bad:
        assert bad.code in MESSAGES
    else:
        assert isinstance(frame, wire.Frame)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(["join", "ping", "sit", "place", "rematch"]),
    st.dictionaries(
        st.sampled_from(["v", "secret", "n", "seen", "side", "sq", "game", "ply", "agree", "id"]),
        json_values,
    ),
)
def test_no_fields_are_more_than_refused(kind, fields):
    try:
        wire.decode(json.dumps({"t": kind, **fields}))
    except wire.BadFrame as bad:
        assert bad.code in MESSAGES
