"""What every template knows."""

from django.conf import settings
from django.http import HttpRequest


def site(_: HttpRequest) -> dict[str, object]:
    """Return the site's name and whether online play is switched on."""
    return {"site_name": settings.SITE_NAME, "online": settings.ONLINE}
