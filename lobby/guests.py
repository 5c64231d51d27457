"""Guests: a readable name and a colour, made on a first action, never by merely looking."""

import secrets

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from lobby.models import User

MANNERS = (
    "agile bold brave breezy bright brisk calm clear clever cosy daring eager early fair fleet "
    "gentle glad grand happy keen kind lively lucky mellow merry mild neat noble patient placid "
    "proud quick quiet ready rosy sharp shy silent sly smart snug steady sunny swift tidy vivid "
    "warm wise witty"
).split()
ANIMALS = (
    "badger bear bison crane curlew deer dolphin eagle egret falcon finch fox gecko goose gull "
    "hare hawk heron ibex ibis jay kestrel koala lark lemur linnet lynx magpie marten mole moose "
    "newt orca otter owl panda petrel plover puffin quail raven robin seal shrew snipe stork "
    "swan swift tern thrush toad trout turtle vole wren"
).split()
TRIES = 20
BACKEND = "django.contrib.auth.backends.ModelBackend"
"""Of the two in the settings, the one that a session remembers."""


def ensure_person(request: HttpRequest) -> User:
    """Return who asks; somebody without an identity becomes a guest and is signed in as such."""
    if isinstance(request.user, User):
        return request.user
    guest = _new_guest()
    # Signing in makes a new token for forms, which is right for an account. A guest is made in
    # passing: the pages that are open in other tabs must stay good.
    token = request.META.get("CSRF_COOKIE")
    login(request, guest, backend=BACKEND)
    if token is not None:
        request.META["CSRF_COOKIE"] = token
    return guest


def _new_guest() -> User:
    for _ in range(TRIES):
        name = f"{secrets.choice(MANNERS)}-{secrets.choice(ANIMALS)}-{secrets.randbelow(900) + 100}"
        guest = User(name=name, is_guest=True, hue=secrets.randbelow(360))
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free guest name was found")
