"""The ASGI entry point: HTTP through Django, live rooms through Channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")
http_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  Django must be set up first
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from games.ticker import ticker  # noqa: E402
from reversi_site.urls import websocket_urlpatterns  # noqa: E402

ticker.start()

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
