"""Throttles of what can be guessed by trying: by person first, so that a household can play."""

from django.core.cache import cache
from django.http import HttpRequest

from games.broker import AWAY

WINDOW_S = 60
TRIES_A_PERSON = 10
TRIES_AN_ADDRESS = 120
"""Thirty people behind one address may each mistype a code. There are 8·10¹¹ codes to guess."""


def may_try_code(request: HttpRequest) -> bool:
    """Count one attempt at a room's code; return whether it may be made."""
    person = request.user.pk
    address = request.META.get("REMOTE_ADDR", "")
    try:
        if person is not None and _count(f"person:{person}") > TRIES_A_PERSON:
            return False
        return _count(f"address:{address}") <= TRIES_AN_ADDRESS
    except AWAY:
        return False


def _count(who: str) -> int:
    key = f"code-attempts:{who}"
    cache.add(key, 0, WINDOW_S)
    try:
        return cache.incr(key)
    except ValueError:
        return 1  # The window ended between the two.
