"""A person's own page: name, address, password, data, the end of the account."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games import services, store
from games.clocks import now_ms
from games.hub import identity_changed
from games.models import Game
from lobby.account_forms import DeleteForm, EmailForm, NameForm, OwnPasswordForm
from lobby.accounts import leave_rooms
from lobby.email_links import ask_to_verify
from lobby.models import Rating, User

View = Callable[[HttpRequest, User], HttpResponse]


def changes(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """For forms of the settings page: who loads their address gets the page."""

    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("settings")

    return checked


def registered(view: View) -> Callable[[HttpRequest], HttpResponse]:
    """Only for who has an account; others are asked to sign in, guests too."""

    @never_cache
    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and not request.user.is_guest:
            return view(request, request.user)
        return redirect(f"/sign-in?next={request.path if request.method == 'GET' else '/settings'}")

    return checked


@require_safe
@registered
def settings_page(request: HttpRequest, person: User) -> HttpResponse:
    """Show everything that one can change about one's account."""
    return _page(request, person)


@changes
@registered
def change_name(request: HttpRequest, person: User) -> HttpResponse:
    """Take another name; rooms in which one sits show it at once."""
    form = NameForm(person, request.POST)
    if not form.is_valid():
        return _page(request, person, name=form)
    before = person.name
    person.name = form.cleaned_data["name"]
    try:
        with transaction.atomic():
            person.save(update_fields=["name"])
    except IntegrityError:
        person.name = before
        form.add_error("name", ValidationError(_("Somebody has just taken this name."), "taken"))
        return _page(request, person, name=form)
    as_seen = store.person_of(person)
    services.become(as_seen, as_seen, now_ms())
    messages.success(request, _("Your name is %(name)s now.") % {"name": person.name})
    return redirect("settings")


@changes
@registered
def change_email(request: HttpRequest, person: User) -> HttpResponse:
    """Take another address, and send it a link; or forget it."""
    form = EmailForm(person, request.POST)
    if not form.is_valid():
        return _page(request, person, email=form)
    address = form.cleaned_data["email"]
    if address != person.email:
        person.email, person.email_verified = address, False
        person.save(update_fields=["email", "email_verified"])
    if not address:
        messages.success(request, _("Your address is forgotten."))
    elif not person.email_verified:
        ask_to_verify(request, person)
    return redirect("settings")


@changes
@sensitive_post_parameters()
@registered
def change_password(request: HttpRequest, person: User) -> HttpResponse:
    """Take another password; who is signed in elsewhere is signed out."""
    form = OwnPasswordForm(person, request.POST)
    if not form.is_valid():
        return _page(request, person, password=form)
    form.save()
    update_session_auth_hash(request, person)
    identity_changed(person.pk)
    messages.success(request, _("Your new password is stored. Other devices were signed out."))
    return redirect("settings")


@changes
@registered
def change_leaderboard(request: HttpRequest, person: User) -> HttpResponse:
    """Be in the leaderboard, or not."""
    person.in_leaderboard = "shown" in request.POST
    person.save(update_fields=["in_leaderboard"])
    messages.success(request, _("Stored."))
    return redirect("settings")


@require_safe
@registered
def export(request: HttpRequest, person: User) -> HttpResponse:
    """Return what is stored about a person, as a file."""
    mine = Game.objects.filter(Q(dark=person) | Q(light=person))
    games = mine.select_related("room", "dark", "light", "result").order_by("pk")
    rating = Rating.objects.filter(person=person).first()
    told = {
        "name": person.name,
        "email": person.email,
        "email_verified": person.email_verified,
        "joined": person.joined.isoformat(),
        "in_leaderboard": person.in_leaderboard,
        "rating": rating and [rating.rating, rating.deviation, rating.volatility],
        "last_sign_in": person.last_login and person.last_login.isoformat(),
        "games": [_told(game) for game in games],
    }
    answer = JsonResponse(told, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = f'attachment; filename="reversi-{person.pk}.json"'
    return answer


def _told(game: Game) -> dict[str, object]:
    result = getattr(game, "result", None)
    return {
        "id": game.pk,
        "room": game.room.code,
        "dark": game.dark.name if game.dark else game.dark_bot,
        "light": game.light.name if game.light else game.light_bot,
        "started_ms": game.started_ms,
        "ended_ms": game.ended_ms,
        "moves": game.moves,
        "winner": result and result.winner,
        "reason": result and result.reason,
        "discs": result and [result.dark, result.light],
    }


@changes
@sensitive_post_parameters("password")
@registered
def delete(request: HttpRequest, person: User) -> HttpResponse:
    """End the account. Its games stay for those who played them; its name and address don't."""
    form = DeleteForm(person, request.POST)
    if not form.is_valid():
        return _page(request, person, delete=form)
    leave_rooms(person)
    person.name = f"deleted-{person.pk}"
    person.email, person.email_verified, person.hue = "", False, 0
    person.is_active = person.is_staff = person.is_superuser = False
    person.set_unusable_password()
    person.save()
    logout(request)
    identity_changed(person.pk)
    messages.success(request, _("Your account is deleted."))
    return redirect("lobby")


def _page(request: HttpRequest, person: User, **refused: Form) -> HttpResponse:
    """Show the settings; a form that was refused stands there as it was filled in."""
    forms: dict[str, Form] = {
        "name": NameForm(person),
        "email": EmailForm(person),
        "password": OwnPasswordForm(person),
        "delete": DeleteForm(person),
        **refused,
    }
    room = services.running_room_of(store.person_of(person))
    context = {"forms": forms, "person": person, "room": room, "open": next(iter(refused), "")}
    return render(request, "account/settings.html", context, status=400 if refused else 200)
