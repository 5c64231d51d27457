"""Rows of rooms and games. Only `games.services` writes them; `games.store` maps them to values.

Instants are milliseconds since the epoch, UTC. The constraints here are the last guard: a game
has one row a ply and one result, a room one row a side, a person one running game.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.policy import Kind
from games.core.state import Reason
from games.rules.board import Side

SIDE_CHOICES = [(Side.DARK.value, _("dark")), (Side.LIGHT.value, _("light"))]
KIND_CHOICES = [
    (Kind.CLUB.value, _("club")),
    (Kind.FRIEND.value, _("friend")),
    (Kind.QUICK.value, _("quick")),
    (Kind.RANKED.value, _("ranked")),
]
REASON_CHOICES = [
    (Reason.DISCS.value, _("discs counted")),
    (Reason.TIME.value, _("out of time")),
    (Reason.RESIGN.value, _("resigned")),
    (Reason.LEFT.value, _("left the game")),
    (Reason.ABSENT.value, _("away too long")),
    (Reason.HOST_ENDED.value, _("ended by the host")),
    (Reason.ROOM_CLOSED.value, _("room closed")),
    (Reason.TWO_HOURS.value, _("two hours passed")),
    (Reason.VOID.value, _("void")),
]
Milliseconds = models.BigIntegerField


class Room(models.Model):
    """A room: its settings, its host, and when something happens in it by itself."""

    code = models.CharField(max_length=8, unique=True)
    secret = models.CharField(max_length=32)
    """What the link of a room that isn't listed carries, 128 bits in hex."""
    kind = models.CharField(max_length=8, choices=KIND_CHOICES)
    listed = models.BooleanField(default=True)
    action_ms = Milliseconds(null=True)
    total_ms = Milliseconds(null=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="hosted_rooms"
    )
    host_since_ms = Milliseconds(default=0)
    host_away_ms = Milliseconds(null=True)
    game = models.OneToOneField("Game", models.PROTECT, null=True, related_name="+")
    """The running game, else the last one."""
    rematch = models.CharField(max_length=10, blank=True)
    """The sides that agree to a rematch, separated by a space."""
    created_ms = Milliseconds()
    empty_since_ms = Milliseconds(null=True)
    closed_ms = Milliseconds(null=True)
    outage_seen_ms = Milliseconds(default=0)
    notice_ms = Milliseconds(null=True)
    seq = models.PositiveIntegerField(default=0)
    last_ms = Milliseconds(default=0)
    wake_at_ms = Milliseconds(null=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        indexes = [
            models.Index(
                fields=["wake_at_ms"], name="room_wake", condition=Q(wake_at_ms__isnull=False)
            ),
            models.Index(
                fields=["-created_ms"],
                name="room_open",
                condition=Q(closed_ms__isnull=True, listed=True),
            ),
            models.Index(
                fields=["id"], name="room_not_closed", condition=Q(closed_ms__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """One of a room's two seats: a person, a bot, or nobody."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    side = models.CharField(max_length=5, choices=SIDE_CHOICES)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats"
    )
    bot_level = models.CharField(max_length=16, blank=True)
    since_ms = Milliseconds(default=0)
    away_ms = Milliseconds(null=True)
    reserved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="reservations"
    )
    reserver_away_ms = Milliseconds(null=True)
    leaving = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["room", "side"], name="one_seat_a_side"),
            models.UniqueConstraint(
                fields=["room", "person"],
                condition=Q(person__isnull=False),
                name="one_seat_a_person_in_a_room",
            ),
            models.UniqueConstraint(
                fields=["room"], condition=~Q(bot_level=""), name="one_bot_a_room"
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=True) | Q(bot_level=""), name="person_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.side}"


class Game(models.Model):
    """A game: where it stands. Its moves are rows of `Move`; how it ended is its `Result`."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    dark = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="games_as_dark"
    )
    light = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="games_as_light"
    )
    dark_bot = models.CharField(max_length=16, blank=True)
    light_bot = models.CharField(max_length=16, blank=True)
    board = models.CharField(max_length=64)
    turn = models.CharField(max_length=5, choices=SIDE_CHOICES, blank=True)
    """Who is to move on the board; empty when neither side can."""
    moves = models.CharField(max_length=256, blank=True)
    ply = models.PositiveSmallIntegerField(default=0)
    dark_placed = models.PositiveSmallIntegerField(default=0)
    light_placed = models.PositiveSmallIntegerField(default=0)
    last = models.PositiveSmallIntegerField(null=True)
    turned = models.CharField(max_length=16, default="0")
    """What the newest disc turned: a bitboard in hex."""
    action_ms = Milliseconds(null=True)
    total_ms = Milliseconds(null=True)
    clock_side = models.CharField(max_length=5, choices=SIDE_CHOICES)
    clock_spent_ms = Milliseconds(default=0)
    clock_since_ms = Milliseconds(null=True)
    dark_total_ms = Milliseconds(null=True)
    light_total_ms = Milliseconds(null=True)
    host_paused = models.BooleanField(default=False)
    empty_paused = models.BooleanField(default=False)
    stopped_ms = Milliseconds(null=True)
    started_ms = Milliseconds()
    ended_ms = Milliseconds(null=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_game_a_number"),
            models.CheckConstraint(
                condition=Q(dark__isnull=True) | Q(light__isnull=True) | ~Q(dark=models.F("light")),
                name="two_different_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Move(models.Model):
    """A ply: a disc on `square` (0–63, a1 to h8 by rows), or a pass where it is null."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="move_rows")
    ply = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=5, choices=SIDE_CHOICES)
    square = models.PositiveSmallIntegerField(null=True)
    from_opponent_tray = models.BooleanField(default=False)
    took_ms = Milliseconds()
    at_ms = Milliseconds()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="one_move_a_ply")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.ply}"


class Result(models.Model):
    """How a game ended. Inserting it is what ends the game, and can happen once."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="result")
    winner = models.CharField(max_length=5, choices=SIDE_CHOICES, blank=True)
    reason = models.CharField(max_length=12, choices=REASON_CHOICES)
    dark = models.PositiveSmallIntegerField()
    light = models.PositiveSmallIntegerField()
    dark_score = models.PositiveSmallIntegerField(null=True)
    light_score = models.PositiveSmallIntegerField(null=True)
    """Empties counted for the winner, as analysis does; only for games played to their end."""
    at_ms = Milliseconds()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")

    def __str__(self) -> str:
        return f"{self.game_id} {self.reason}"


class Playing(models.Model):
    """A person's one running game: made when it starts, removed by its result."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="playing"
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="playing")

    def __str__(self) -> str:
        return f"{self.person_id} {self.game_id}"


class RoomEvent(models.Model):
    """The audit log: what was asked, by whom, and what happened."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    at_ms = Milliseconds()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    """Who asked; null for the server and for bots."""
    command = models.CharField(max_length=16)
    events = models.JSONField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.room_id} {self.seq} {self.command}"


class Outage(models.Model):
    """A time in which nobody was served; no clock ran in it."""

    from_ms = Milliseconds(unique=True)
    to_ms = Milliseconds()

    def __str__(self) -> str:
        return f"{self.from_ms}–{self.to_ms}"
