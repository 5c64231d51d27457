"""Every path of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from games.urls import websocket_urlpatterns as room_sockets
from lobby.urls import websocket_urlpatterns as lobby_sockets
from reversi_site import pages

online: list[URLPattern | URLResolver] = [
    path("", include("lobby.urls")),
    path("", include("games.urls")),
]
if not settings.ONLINE:
    online = [path("lobby", pages.switched_off), path("r/<path:room>", pages.switched_off)]

urlpatterns = [
    path("", pages.home, name="home"),
    path("offline", pages.offline, name="offline"),
    path("favicon.ico", pages.favicon),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("service-worker.js", pages.service_worker, name="service-worker"),
    path("texts/<str:language>/<str:build>.js", pages.Catalogue.as_view(), name="texts"),
    *online,
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler500 = pages.fault

# The rooms' come last: what leads nowhere is theirs.
websocket_urlpatterns = [*lobby_sockets, *room_sockets]

__all__ = ["handler500", "urlpatterns", "websocket_urlpatterns"]
