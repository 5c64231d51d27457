"""Invitations to a friend: made with a press, accepted with a press, never by opening a link."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from games import services, store
from games.access import find_room, may_enter, room_path
from games.clocks import now_ms
from games.core.clock import TimeControl
from games.core.commands import Accept
from games.core.policy import Kind
from games.core.state import SIDES, RoomState
from games.messages import MESSAGES
from games.models import Room
from lobby.guests import ensure_person

ACTION_MS = 30_000
"""The time for each move of a game with a friend (SPEC 2.12)."""


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """Make an invitation and go to its room, to wait there for the friend."""
    if request.method != "POST":
        return redirect("lobby")
    host = store.person_of(ensure_person(request))
    control = TimeControl(action_ms=ACTION_MS)
    room = services.open_room(host, control, False, now_ms(), Kind.FRIEND)
    return redirect(room_path(room))


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Tell who invites to what, and take the seat when that is pressed."""
    room = find_room(code)
    if room is None or room.kind != Kind.FRIEND.value:
        raise Http404
    if not may_enter(room, request.GET.get("k", ""), request.user.pk):
        return render(request, "games/private.html", {"code": room.code}, status=403)
    if request.method != "POST":
        return _page(request, room, _why_not(services.look(room.pk).state, request))
    person = store.person_of(ensure_person(request))
    answer = services.act(room.pk, Accept(secrets.choice(SIDES)), person, now_ms())
    if answer.refused is None or answer.state.seat_of(person) is not None:
        return redirect(room_path(room))
    return _page(request, room, answer.refused, status=409)


def _why_not(state: RoomState, request: HttpRequest) -> str:
    """Return why this invitation can't be accepted now by who looks at it, empty if it can."""
    if state.closed_ms is not None:
        return "room_closed"
    if state.host is not None and state.host.id == request.user.pk:
        return "own_invitation"
    if state.game is not None:
        return "invitation_taken"
    return ""


def _page(request: HttpRequest, room: Room, refused: str, status: int = 200) -> HttpResponse:
    state = services.look(room.pk).state
    seated = request.user.is_authenticated and state.seat_of(store.person_of(request.user))
    context = {
        "code": room.code,
        "room_url": room_path(room),
        "host": state.host,
        "seconds": (state.control.action_ms or 0) // 1000,
        "refused": refused,
        "why": MESSAGES.get(refused, ""),
        "closed": state.closed_ms is not None,
        "seated": bool(seated),
        "askable": refused in ("", "inviter_away"),
    }
    return render(request, "lobby/invitation.html", context, status=status)
