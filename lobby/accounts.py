"""Signing up, in and out, and a forgotten password."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import presence, services, store
from games.broker import AWAY, client
from games.clocks import now_ms
from games.core.commands import Leave
from games.core.state import Person
from games.hub import identity_changed
from lobby import attempts
from lobby.account_forms import ForgottenForm, NewPasswordForm, SignInForm, SignUpForm
from lobby.email_links import ask_to_verify
from lobby.guests import BACKEND
from lobby.models import User
from lobby.names import name_key

if TYPE_CHECKING:
    from django.contrib.auth.forms import (
        AuthenticationForm,
        PasswordResetForm,
        SetPasswordForm,
    )


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who asks, None for anybody else."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def next_path(request: HttpRequest) -> str:
    """Return where the person was going, if that is a page of this site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return wanted
    return resolve_url(settings.LOGIN_REDIRECT_URL)


@never_cache
@csrf_protect
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account; a guest's identity becomes one, with its games and seats."""
    if request.user.is_authenticated and guest_of(request) is None:
        return redirect(next_path(request))
    guest = guest_of(request)
    form = SignUpForm(request.POST or None, guest=guest)
    if request.method == "POST" and form.is_valid():
        if not attempts.may_sign_up(request):
            form.add_error(None, _too_many())
        elif (person := _store_account(form, guest)) is not None:
            login(request, person, backend=BACKEND)
            if person.email:
                ask_to_verify(request, person)
            return redirect(next_path(request))
    context = {"form": form, "guest": guest, "next": next_path(request)}
    return render(request, "account/sign_up.html", context, status=400 if form.errors else 200)


def _too_many() -> ValidationError:
    return ValidationError(_("Too many attempts. Try again in an hour."), code="too_many")


def _store_account(form: SignUpForm, guest: User | None) -> User | None:
    """Store the account; None, and said in the form, if another has taken the name meanwhile."""
    person = User() if guest is None else User.objects.get(pk=guest.pk)
    person.name = form.cleaned_data["name"]
    person.email = form.cleaned_data["email"]
    person.is_guest = False
    person.set_password(form.cleaned_data["password"])
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        form.add_error("name", ValidationError(_("Somebody has just taken this name."), "taken"))
        return None
    if guest is not None:
        as_seen = store.person_of(person)
        services.become(as_seen, as_seen, now_ms())
        identity_changed(person.pk)
    return person


@method_decorator(never_cache, name="dispatch")
class SignIn(views.LoginView):
    """Sign in; the seat that one has as a guest goes over to the account."""

    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead on who is signed in already; a guest isn't."""
        if request.user.is_authenticated and guest_of(request) is None:
            return redirect(next_path(request))
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: "AuthenticationForm") -> HttpResponse:
        """Sign in, and take the guest's seat along."""
        guest, person = guest_of(self.request), form.get_user()
        if guest is None or not isinstance(person, User):
            return super().form_valid(form)
        # First the seat: should it fail, the guest is still signed in and can try again.
        went = services.become(store.person_of(guest), store.person_of(person), now_ms())
        answer = super().form_valid(form)
        identity_changed(guest.pk)
        if not went:
            text = _("You sit or play elsewhere already, so the guest's seat stays behind.")
            messages.warning(self.request, text)
        return answer

    def form_invalid(self, form: "AuthenticationForm") -> HttpResponse:
        """Say what is wrong, with a status that says so too."""
        answer = super().form_invalid(form)
        answer.status_code = 400
        return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. With a game going on it asks first: to sign out is to leave it (SPEC 2.7)."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return redirect("lobby")
    room = services.running_room_of(store.person_of(user))
    if request.method != "POST" or (room is not None and "sure" not in request.POST):
        return render(request, "account/sign_out.html", {"room": room})
    leave_rooms(user)
    logout(request)
    identity_changed(user.pk)
    return redirect("lobby")


def leave_rooms(user: User) -> None:
    """Give up every seat, reservation and running game of a person, and the role of host."""
    person = store.person_of(user)
    for room_id in services.rooms_of(person):
        services.act(room_id, Leave(), person, now_ms(), _roster(room_id))


def _roster(room_id: int) -> list[Person]:
    """Return who is there: one of them may become host."""
    try:
        return [Person(pk) for pk in presence.view(client(), room_id).people]
    except AWAY:
        return []


class Forgotten(views.PasswordResetView):
    """Send a link for a new password. The answer is the same whether somebody has the address."""

    template_name = "account/forgotten.html"
    form_class = ForgottenForm
    subject_template_name = "account/letters/reset_subject.txt"
    email_template_name = "account/letters/reset.txt"
    success_url = reverse_lazy("forgotten-sent")

    def form_valid(self, form: "PasswordResetForm") -> HttpResponse:
        """Send it, unless too many have been asked for."""
        if not attempts.may_write(self.request, form.cleaned_data["email"]):
            form.add_error(None, _too_many())
            return self.form_invalid(form)
        return super().form_valid(form)

    def form_invalid(self, form: "PasswordResetForm") -> HttpResponse:
        """Say what is wrong, with a status that says so too."""
        answer = super().form_invalid(form)
        answer.status_code = 400
        return answer


class ForgottenSent(views.PasswordResetDoneView):
    """Say where to look for the link."""

    template_name = "account/forgotten_sent.html"


class NewPassword(views.PasswordResetConfirmView):
    """Take a new password from who has followed the link."""

    template_name = "account/new_password.html"
    form_class = NewPasswordForm
    post_reset_login = True
    post_reset_login_backend = BACKEND
    success_url = reverse_lazy("lobby")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Store it and sign in."""
        guest = guest_of(self.request)
        if guest is not None:
            services.become(store.person_of(guest), store.person_of(form.user), now_ms())
            identity_changed(guest.pk)
        answer = super().form_valid(form)
        identity_changed(form.user.pk)
        messages.success(self.request, _("Your new password is stored, and you're signed in."))
        return answer


def axes_name(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """Return the name under which wrong passwords are counted, however it was spelled."""
    typed = (credentials or {}).get("username")
    if typed is None and request is not None:
        typed = request.POST.get("username")
    return name_key(str(typed or ""))[:64]


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: Any = None, *_: Any
) -> HttpResponse:
    """Answer somebody who has typed too many wrong passwords."""
    return render(request, "account/locked_out.html", status=429)
