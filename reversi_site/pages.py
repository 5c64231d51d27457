"""What belongs to the whole site: the front page, and what makes it work without a network."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.translation import (
    get_language,
    get_language_from_request,
    gettext,
    override,
)
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

YEAR_S = 365 * 24 * 3600
WORKER = "js/service_worker.js"
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@require_safe
@never_cache
@gzip_page
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: a game on this device."""
    return render(request, "home.html")


@require_safe
@gzip_page
def offline(request: HttpRequest) -> HttpResponse:
    """Show what stands in for a page that can't be reached; kept on the device."""
    return render(request, "offline.html")


@require_safe
def switched_off(request: HttpRequest, room: str = "") -> HttpResponse:
    """Say that this site has no online play (`ONLINE=off`), in the place of its pages."""
    return render(request, "switched_off.html", status=404)


def fault(request: HttpRequest) -> HttpResponse:
    """Say that something went wrong here, in the language of who asked.

    It stands on nothing that may be what went wrong: no database, no session, no collected files.
    """
    with override(get_language_from_request(request)):
        styles = [_address_of(name) for name in ("css/tokens.css", "css/base.css")]
        given = {"styles": [*filter(None, styles)], "online": settings.ONLINE}
        text = render_to_string("500.html", given)
    return HttpResponse(text, status=500)


def _address_of(name: str) -> str:
    try:
        return static(name)
    except ValueError:
        return ""


@require_safe
def favicon(_: HttpRequest) -> HttpResponse:
    """Lead browsers that look for an icon by its old name to the real one."""
    return redirect(static("img/mark.svg"))


@require_safe
def manifest(_: HttpRequest) -> HttpResponse:
    """Describe the site to a browser that wants to install it."""
    icons = [
        {
            "src": static(f"img/icon-{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    mark = {"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml"}
    described = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": gettext("Play Reversi at once: two people, or against the computer."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f2e9",
        "theme_color": "#2f7a55",
        "icons": [*icons, mark],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@never_cache
def service_worker(_: HttpRequest) -> HttpResponse:
    """Serve the worker from the root, so that it may answer for every page, with its build."""
    source = Path(str(finders.find(WORKER))).read_text()
    text = f"const BUILD = {json.dumps(settings.BUILD)};\n{source}"
    return HttpResponse(text, content_type="text/javascript")


@method_decorator(gzip_page, name="dispatch")
class Catalogue(JavaScriptCatalog):
    """The texts of the browser's code in one language; kept, as the build is in the address."""

    packages = ["reversi_site"]

    def get(
        self, request: HttpRequest, *args: object, language: str, build: str, **kwargs: object
    ) -> HttpResponse:
        """Return the catalogue of this language, whatever the person's own is."""
        if language not in dict(settings.LANGUAGES):
            raise Http404
        with override(language):
            response: HttpResponse = super().get(request, *args, **kwargs)
        if build == settings.BUILD != "dev":
            patch_cache_control(response, public=True, max_age=YEAR_S, immutable=True)
        return response
