"""Letters to people: written here, sent by a worker (`lobby.tasks`)."""

import logging
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from kombu.exceptions import OperationalError

from games.broker import AWAY
from lobby.tasks import send_letter

logger = logging.getLogger(__name__)


def send(subject_template: str, text_template: str, context: dict[str, Any], to: str) -> bool:
    """Hand a letter to a worker; return whether it could be handed over."""
    # Not the clocks' queue: no flag may wait for a mail server.
    context = {**context, "site_name": settings.SITE_NAME, "public_url": settings.PUBLIC_URL}
    subject = " ".join(render_to_string(subject_template, context).split())
    text = render_to_string(text_template, context)
    try:
        send_letter.apply_async(args=[subject, text, to], queue="bots", retry=False)
    except (OperationalError, *AWAY) as error:
        logger.error("A letter could not be handed to a worker: %s", error)
        return False
    return True
