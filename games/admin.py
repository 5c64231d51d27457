"""The admin's view of rooms and games: everything can be seen, only the writer changes it."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import services, store
from games.clocks import now_ms
from games.core.commands import Close, Void
from games.models import Game, Move, Result, Room, RoomEvent, Seat
from games.rules.notation import PASS, square_name

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Any, Any]
    ModelAdmin = admin.ModelAdmin[Any]
else:
    TabularInline = admin.TabularInline
    ModelAdmin = admin.ModelAdmin


def instant(at_ms: int | None) -> str:
    """Return an instant as people read it, in UTC."""
    if at_ms is None:
        return "–"
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


class SeenOnly:
    """Rows that are looked at here and written elsewhere."""

    def has_add_permission(self, *_args: Any, **_options: Any) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, *_args: Any, **_options: Any) -> bool:
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, *_args: Any, **_options: Any) -> bool:
        """Nothing is deleted by hand."""
        return False


class SeatsInline(SeenOnly, TabularInline):
    """The two seats of a room."""

    model = Seat
    fields = ["side", "person", "bot_level", "reserved_by", "leaving", "away_ms"]
    extra = 0


class EventsInline(SeenOnly, TabularInline):
    """What has happened in a room."""

    model = RoomEvent
    fields = ["seq", "at", "actor", "command", "events"]
    readonly_fields = ["at"]
    extra = 0

    @admin.display(description=gettext_lazy("time"))
    def at(self, event: RoomEvent) -> str:
        """Return when it happened."""
        return instant(event.at_ms)


class ServiceAdmin(SeenOnly, ModelAdmin):
    """Actions go to the writer, as anybody's do, and are logged twice: here and in the room."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Return whether this administrator may interfere with games."""
        return request.user.has_perm("games.change_room")

    def ask(self, request: HttpRequest, rows: "QuerySet[Any]", command: Close | Void) -> None:
        """Ask the writer for `command` in the rooms of the rows, and tell how it went."""
        done = 0
        for row in rows:
            room_id = row.room_id if isinstance(row, Game) else row.pk
            actor = store.person_of(request.user)
            answer = services.act(room_id, command, actor, now_ms())
            if answer.refused is None:
                done += 1
                self._log(request, row, type(command).__name__)
        text = ngettext("%d was done.", "%d were done.", done) % done
        self.message_user(request, text, messages.SUCCESS if done else messages.WARNING)

    def _log(self, request: HttpRequest, row: Model, text: str) -> None:
        assert request.user.pk is not None
        LogEntry.objects.log_actions(
            request.user.pk, type(row)._default_manager.filter(pk=row.pk), CHANGE, text
        )


@admin.register(Room)
class RoomAdmin(ServiceAdmin):
    """Rooms, with their seats and their log."""

    list_display = ["code", "kind", "listed", "host", "created", "closed", "wakes"]
    list_filter = ["kind", "listed"]
    search_fields = ["code", "host__name"]
    list_select_related = ["host"]
    exclude = ["secret"]
    inlines = [SeatsInline, EventsInline]
    actions = ["close_rooms"]

    @admin.action(description=gettext_lazy("Close the rooms"), permissions=["act"])
    def close_rooms(self, request: HttpRequest, rows: "QuerySet[Room]") -> None:
        """Close rooms; running games end without a winner."""
        self.ask(request, rows, Close())

    @admin.display(description=gettext_lazy("created"), ordering="created_ms")
    def created(self, room: Room) -> str:
        """Return when the room was opened."""
        return instant(room.created_ms)

    @admin.display(description=gettext_lazy("closed"), ordering="closed_ms")
    def closed(self, room: Room) -> str:
        """Return when the room was closed."""
        return instant(room.closed_ms)

    @admin.display(description=gettext_lazy("next deadline"), ordering="wake_at_ms")
    def wakes(self, room: Room) -> str:
        """Return when something happens there by itself."""
        return instant(room.wake_at_ms)


@admin.register(Game)
class GameAdmin(ServiceAdmin):
    """Games, with the board and the moves."""

    list_display = ["id", "room", "number", "dark_player", "light_player", "ply", "started", "end"]
    list_filter = ["result__reason"]
    search_fields = ["room__code", "dark__name", "light__name"]
    list_select_related = ["room", "dark", "light", "result"]
    readonly_fields = ["picture", "transcript"]
    actions = ["void_games"]

    class Media:
        """The board is drawn by a style sheet."""

        css = {"all": ["css/admin-board.css"]}

    @admin.action(description=gettext_lazy("Stop the games as void"), permissions=["act"])
    def void_games(self, request: HttpRequest, rows: "QuerySet[Game]") -> None:
        """Stop running games without a winner; finished ones are left as they are."""
        running = rows.filter(result__isnull=True)
        self.ask(request, running, Void())

    @admin.display(description=gettext_lazy("dark"))
    def dark_player(self, game: Game) -> str:
        """Return who plays dark."""
        return str(game.dark or game.dark_bot)

    @admin.display(description=gettext_lazy("light"))
    def light_player(self, game: Game) -> str:
        """Return who plays light."""
        return str(game.light or game.light_bot)

    @admin.display(description=gettext_lazy("started"), ordering="started_ms")
    def started(self, game: Game) -> str:
        """Return when the game began."""
        return instant(game.started_ms)

    @admin.display(description=gettext_lazy("result"))
    def end(self, game: Game) -> str:
        """Return how the game ended."""
        result = getattr(game, "result", None)
        if result is None:
            return _("running")
        return f"{result.dark}–{result.light}, {result.get_reason_display()}"

    @admin.display(description=gettext_lazy("board"))
    def picture(self, game: Game) -> SafeString:
        """Return the board as a table."""
        rows = [game.board[at : at + 8] for at in range(0, 64, 8)]
        names = {"X": "dark", "O": "light", "-": "empty"}
        cells = [
            format_html_join("", '<td class="{}"></td>', ((names[disc],) for disc in row))
            for row in rows
        ]
        body = format_html_join(
            "", "<tr><th>{}</th>{}</tr>", ((number, row) for number, row in enumerate(cells, 1))
        )
        head = format_html_join("", "<th>{}</th>", ((letter,) for letter in "abcdefgh"))
        return format_html('<table class="admin-board"><tr><th></th>{}</tr>{}</table>', head, body)

    @admin.display(description=gettext_lazy("moves"))
    def transcript(self, game: Game) -> SafeString:
        """Return every ply with the time it took."""
        plies = ((_ply_text(move),) for move in game.move_rows.order_by("ply"))
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", plies))


def _ply_text(move: Move) -> str:
    where = PASS if move.square is None else square_name(move.square)
    return f"{move.get_side_display()} {where} ({move.took_ms / 1000:.1f} s)"


@admin.register(Seat)
class SeatAdmin(SeenOnly, ModelAdmin):
    """Seats of open and closed rooms."""

    list_display = ["room", "side", "person", "bot_level", "reserved_by", "leaving"]
    list_filter = ["side", "bot_level"]
    search_fields = ["room__code", "person__name"]
    list_select_related = ["room", "person", "reserved_by"]


@admin.register(Result)
class ResultAdmin(SeenOnly, ModelAdmin):
    """How games ended."""

    list_display = ["game", "winner", "reason", "dark", "light", "at"]
    list_filter = ["reason", "winner"]
    search_fields = ["game__room__code", "game__dark__name", "game__light__name"]
    list_select_related = ["game"]

    @admin.display(description=gettext_lazy("time"), ordering="at_ms")
    def at(self, result: Result) -> str:
        """Return when the game ended."""
        return instant(result.at_ms)
