"""Every path of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from games.urls import websocket_urlpatterns

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="lobby"), name="home"),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(packages=["reversi_site"]), name="jsi18n"),
    path("admin/", admin.site.urls),
]

__all__ = ["urlpatterns", "websocket_urlpatterns"]
