"""Codes of rooms: eight characters that can be read out and typed."""

import secrets

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 and O, no 1 and I."""
LENGTH = 8


def new_code() -> str:
    """Return a code nobody can foresee."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """Return the code that was typed, in any case, with spaces or hyphens; None if it is none."""
    code = "".join(text.replace("-", "").split()).upper()
    if len(code) != LENGTH or any(letter not in LETTERS for letter in code):
        return None
    return code
