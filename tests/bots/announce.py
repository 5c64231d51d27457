"""`python -m tests.bots.announce`: announce two changes in rooms as the writer does, and time it.

Prints the seconds that it took: a move that a bot is to answer, and a result for which somebody
has reserved a bot's seat. A process of its own, because each has one broker for good.
"""

import time

import django

django.setup()

from games.clocks import now_ms  # noqa: E402
from games.models import Room  # noqa: E402
from games.services import Advance  # noqa: E402
from games.signals import room_advanced  # noqa: E402
from tests.core.story import bot_game  # noqa: E402

for told in (["1 alice plays e6"], ["1 eve reserves light", "2 alice resigns"]):
    advance = Advance(1, bot_game(*told).state, 1, (), now_ms(), public=True)
    started_s = time.monotonic()
    room_advanced.send(sender=Room, advance=advance)
    print(f"{time.monotonic() - started_s:.2f}", flush=True)
