"""Throttles of what can be guessed by trying: by person first, so that a household can play."""

from django.core.cache import cache
from django.http import HttpRequest

from games.broker import AWAY
from games.limits import CODES_A_MINUTE_AND_ADDRESS, CODES_A_MINUTE_AND_PERSON

WINDOW_S = 60


def may_try_code(request: HttpRequest) -> bool:
    """Count one attempt at a room's code; return whether it may be made."""
    person = request.user.pk
    address = request.META.get("REMOTE_ADDR", "")
    try:
        if person is not None and _count(f"person:{person}") > CODES_A_MINUTE_AND_PERSON:
            return False
        return _count(f"address:{address}") <= CODES_A_MINUTE_AND_ADDRESS
    except AWAY:
        return False


def _count(who: str) -> int:
    key = f"code-attempts:{who}"
    cache.add(key, 0, WINDOW_S)
    try:
        return cache.incr(key)
    except ValueError:
        return 1  # The window ended between the two.
