"""Django's sessions in the database, asked only for keys that it can have made."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A cookie can hold anything; a NUL in it would be an error of Postgres, and a 500."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and key.isascii() and key.isalnum() and 8 <= len(key) <= 40
