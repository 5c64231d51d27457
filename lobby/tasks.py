"""What the lobby leaves to a worker."""

import logging

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail

from games.broker import AWAY
from games.clocks import now_ms
from games.uptime import FAILING
from lobby import queue

logger = logging.getLogger(__name__)


@shared_task(name="lobby.tasks.match_searches")  # type: ignore[untyped-decorator]
def match_searches() -> None:
    """Pair those who search, and end the searches that are over."""
    try:
        for kind in queue.KINDS:
            queue.match(kind, now_ms())
    except (*AWAY, *FAILING) as error:
        logger.warning("Nobody is matched: %s", error)


@shared_task(name="lobby.tasks.send_letter")  # type: ignore[untyped-decorator]
def send_letter(subject: str, text: str, to: str) -> None:
    """Send one letter. A mail server that is away is logged; the person can ask again."""
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    except OSError:
        logger.exception("A letter was not sent.")
