"""The room's page and what belongs to it. The live part is in `games.consumers`."""

from io import BytesIO

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import presence, services, store
from games.access import find_room, invitation_path, may_enter, room_path
from games.broker import AWAY, client
from games.clocks import now_ms
from games.core.policy import Kind
from games.core.snapshot import occupant
from games.models import Room


@require_safe
@never_cache
def room_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the room as it stands; the page joins it by its socket."""
    room = _room(code)
    if not _admitted(request, room):
        return render(request, "games/private.html", {"code": room.code}, status=403)
    user = request.user
    path = room_path(room)
    picture = services.look(room.pk).picture(now_ms())
    inviting = room.kind == Kind.FRIEND.value and picture["phase"] == "waiting"
    context = {
        "code": room.code,
        "inviting": inviting,
        "room_url": settings.PUBLIC_URL + (invitation_path(room) if inviting else path),
        "qr_path": path.replace(f"/r/{room.code}", f"/r/{room.code}/qr.svg"),
        "snapshot": picture,
        "you": occupant(store.person_of(user)) if user.is_authenticated else None,
        "ws_path": f"/ws{path}",
    }
    return render(request, "games/room.html", context)


@require_safe
@never_cache
def room_qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the room's link as a QR code (SVG)."""
    room = _room(code)
    if not _admitted(request, room):
        raise Http404
    image = BytesIO()
    inviting = room.kind == Kind.FRIEND.value and room.game_id is None
    link = settings.PUBLIC_URL + (invitation_path(room) if inviting else room_path(room))
    segno.make(link, error="m").save(image, kind="svg", scale=4, border=4, light="#fff")
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


@require_safe
@never_cache
def room_people(request: HttpRequest, code: str) -> HttpResponse:
    """Tell the host who is in the room, for handing over the role."""
    room = _room(code)
    if not request.user.is_authenticated or room.host_id != request.user.pk:
        return JsonResponse({"code": "not_host"}, status=403)
    try:
        view = presence.view(client(), room.pk)
    except AWAY:
        return JsonResponse({"code": "unavailable"}, status=503)
    return JsonResponse([occupant(person) for person in store.people(view.people)], safe=False)


def _room(code: str) -> Room:
    room = find_room(code)
    if room is None:
        raise Http404(_("There is no such room. Check the code or the link."))
    return room


def _admitted(request: HttpRequest, room: Room) -> bool:
    return may_enter(room, request.GET.get("k", ""), request.user.pk)
