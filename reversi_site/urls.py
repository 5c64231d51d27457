"""Every path of the site."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from games.urls import websocket_urlpatterns


@require_safe
def favicon(_: HttpRequest) -> HttpResponse:
    """Lead browsers that look for an icon by its old name to the real one."""
    return redirect(static("img/mark.svg"))


urlpatterns = [
    path("favicon.ico", favicon),
    path("", RedirectView.as_view(pattern_name="lobby"), name="home"),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(packages=["reversi_site"]), name="jsi18n"),
    path("admin/", admin.site.urls),
]

__all__ = ["urlpatterns", "websocket_urlpatterns"]
