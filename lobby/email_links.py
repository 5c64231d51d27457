"""Links by mail that show that an address is somebody's."""

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lobby import attempts, mail
from lobby.models import User

SALT = "lobby.verify"
GOOD_FOR_S = 3 * 24 * 3600


def ask_to_verify(request: HttpRequest, person: User) -> None:
    """Send the link to the person's address, and say what happens next."""
    if not attempts.may_write(request, person.email):
        messages.warning(request, _("Too many letters were sent to that address. Try again later."))
        return
    token = signing.dumps([person.pk, person.email], salt=SALT)
    context = {"person": person, "path": reverse("verify-email", args=[token])}
    letter = ("account/letters/verify_subject.txt", "account/letters/verify.txt")
    if mail.send(*letter, context, person.email):
        messages.info(request, _("A link was sent to your address. Open it within three days."))
    else:
        messages.warning(
            request, _("No letter could be sent just now. Ask for another in your settings.")
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def verify_email(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, since mail programs open links by themselves; then note that the address is theirs."""
    person = _who(token)
    if person is None:
        return render(request, "account/bad_link.html", status=410)
    if request.method != "POST":
        return render(request, "account/verify.html", {"person": person})
    User.objects.filter(pk=person.pk, email=person.email).update(email_verified=True)
    messages.success(request, _("Thanks. A forgotten password can now be replaced by mail."))
    return redirect("lobby")


def _who(token: str) -> User | None:
    """Return whose link this is, if it is good and the address still the person's."""
    try:
        pk, email = signing.loads(token, salt=SALT, max_age=GOOD_FOR_S)
    except (signing.BadSignature, ValueError):
        return None
    return User.objects.filter(pk=pk, email=email, is_active=True).first()
