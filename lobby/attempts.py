"""Throttles of what can be guessed or flooded: by person first, so that a household can play."""

from django.core.cache import cache
from django.http import HttpRequest

from games.broker import AWAY
from games.limits import (
    ACCOUNTS_AN_HOUR_AND_ADDRESS,
    CODES_A_MINUTE_AND_ADDRESS,
    CODES_A_MINUTE_AND_PERSON,
    LETTERS_AN_HOUR_AND_ADDRESS,
    LETTERS_AN_HOUR_AND_RECEIVER,
)

MINUTE_S, HOUR_S = 60, 3600


def may_try_code(request: HttpRequest) -> bool:
    """Count one attempt at a room's code; return whether it may be made."""
    person = request.user.pk
    try:
        if person is not None:
            tried = _count(f"code:person:{person}", MINUTE_S)
            if tried > CODES_A_MINUTE_AND_PERSON:
                return False
        return _count(f"code:{_address(request)}", MINUTE_S) <= CODES_A_MINUTE_AND_ADDRESS
    except AWAY:
        return False


def may_sign_up(request: HttpRequest) -> bool:
    """Count one new account; return whether it may be made."""
    try:
        return _count(f"sign-up:{_address(request)}", HOUR_S) <= ACCOUNTS_AN_HOUR_AND_ADDRESS
    except AWAY:
        return False


def may_write(request: HttpRequest, receiver: str) -> bool:
    """Count one letter to an address; return whether it may be sent."""
    try:
        of_sender = _count(f"letter:{_address(request)}", HOUR_S)
        of_receiver = _count(f"letter-to:{receiver.lower()}", HOUR_S)
    except AWAY:
        return False
    return of_sender <= LETTERS_AN_HOUR_AND_ADDRESS and of_receiver <= LETTERS_AN_HOUR_AND_RECEIVER


def _address(request: HttpRequest) -> str:
    return f"address:{request.META.get('REMOTE_ADDR', '')}"


def _count(what: str, window_s: int) -> int:
    key = f"attempts:{what}"
    cache.add(key, 0, window_s)
    try:
        return cache.incr(key)
    except ValueError:
        return 1  # The window ended between the two.
