"""The lobby: rooms to join or watch, a form for a new one, and the identity of a guest."""

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import services, store
from games.access import find_room, room_path
from games.clocks import now_ms
from games.core.snapshot import occupant
from lobby.attempts import may_try_code
from lobby.forms import EnterCodeForm, OpenRoomForm
from lobby.guests import ensure_person
from lobby.rooms import room_views


@require_safe
@never_cache
@ensure_csrf_cookie
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show the open rooms and the forms."""
    return _lobby(request, OpenRoomForm(), EnterCodeForm())


@require_safe
@never_cache
def room_list(request: HttpRequest) -> HttpResponse:
    """Return the list alone, for a page that has been told that it changed."""
    return render(request, "lobby/_rooms.html", {"rooms": room_views()})


@require_http_methods(["POST", "GET", "HEAD"])
def open_room(request: HttpRequest) -> HttpResponse:
    """Open a club room and go there. Whoever loads the address of a form again gets the lobby."""
    if request.method != "POST":
        return redirect("lobby")
    form = OpenRoomForm(request.POST)
    if not form.is_valid():
        return _lobby(request, form, EnterCodeForm(), status=400)
    host = store.person_of(ensure_person(request))
    room = services.open_room(host, form.control(), form.cleaned_data["listed"], now_ms())
    return redirect(room_path(room))


@require_http_methods(["POST", "GET", "HEAD"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Go to the room whose code was typed; this also opens rooms that aren't listed."""
    if request.method != "POST":
        return redirect("lobby")
    form = EnterCodeForm(request.POST)
    if form.is_valid():
        if not may_try_code(request):
            text = _("Too many codes were tried. Wait a minute, then try again.")
            form.add_error("code", ValidationError(text, "too_many_codes"))
            return _lobby(request, OpenRoomForm(), form, status=429)
        room = find_room(form.cleaned_data["code"])
        if room is not None:
            return redirect(room_path(room))
        text = _("There is no room with this code. Check it and try again.")
        form.add_error("code", ValidationError(text, "unknown_room"))
    return _lobby(request, OpenRoomForm(), form, status=400)


@require_POST
def become_guest(request: HttpRequest) -> HttpResponse:
    """Return who asks, having made somebody without an identity a guest."""
    return JsonResponse(occupant(store.person_of(ensure_person(request))))


def _lobby(
    request: HttpRequest, form: OpenRoomForm, code_form: EnterCodeForm, status: int = 200
) -> HttpResponse:
    playing = None
    if request.user.is_authenticated:
        room = services.running_room_of(store.person_of(request.user))
        playing = None if room is None else {"code": room.code, "url": room_path(room)}
    context = {
        "rooms": room_views(),
        "form": form,
        "code_form": code_form,
        "playing": playing,
    }
    response = render(request, "lobby/lobby.html", context, status=status)
    refused = [error.code for each in (form, code_form) for error in _errors(each)]
    if refused:
        response.headers["Refused"] = str(refused[0])
    return response


def _errors(form: Form) -> list[ValidationError]:
    """Return what is wrong with a form that was sent, field by field."""
    if not form.is_bound:
        return []
    return [error for errors in form.errors.as_data().values() for error in errors]
