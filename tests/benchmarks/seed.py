"""`python -m tests.benchmarks.seed ROOMS SECONDS PEOPLE`: rooms with people on their seats.

Prints JSON: for each room its code and the session cookies of the one or two guests who sit in it.
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402  Django must be set up first
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from games import services, store  # noqa: E402
from games.clocks import now_ms  # noqa: E402
from games.core import commands  # noqa: E402
from games.core.clock import TimeControl  # noqa: E402
from games.rules.board import Side  # noqa: E402
from lobby.models import User  # noqa: E402


def new_guest(name: str) -> tuple[User, str]:
    """Make a guest and return the row and the cookie that signs him in."""
    user = User.objects.create(name=name, is_guest=True)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return user, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def main() -> None:
    """Make so many rooms."""
    rooms, seconds, people = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    start = User.objects.count()
    made = []
    for number in range(start, start + rooms):
        dark, dark_cookie = new_guest(f"dark-{number}")
        at_ms = now_ms()
        host = store.person_of(dark)
        control = TimeControl(action_ms=int(seconds * 1000))
        room = services.open_room(host, control, True, at_ms)
        services.act(room.pk, commands.Sit(Side.DARK), host, at_ms)
        made.append({"code": room.code, "dark": dark_cookie})
        if people == 2:
            light, made[-1]["light"] = new_guest(f"light-{number}")
            services.act(room.pk, commands.Sit(Side.LIGHT), store.person_of(light), at_ms)
    print(json.dumps(made))


if __name__ == "__main__":
    main()
