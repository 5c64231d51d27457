"""What every template knows."""

from django.conf import settings
from django.http import HttpRequest


def site(_: HttpRequest) -> dict[str, object]:
    """Return the site's name, its build, and whether online play is switched on."""
    return {"site_name": settings.SITE_NAME, "build": settings.BUILD, "online": settings.ONLINE}
