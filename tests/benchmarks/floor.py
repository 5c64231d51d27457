"""The floor of the benchmark: a bare consumer that broadcasts a frame and stores nothing.

It is what Channels' own tutorial builds, in a group of its own for each room, on the same layer
and behind the same Daphne. FLOOR_BYTES is the size of the frames.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")

import django

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.urls import path  # noqa: E402

PADDING = "x" * max(0, int(os.environ.get("FLOOR_BYTES", "1400")) - 40)


class Floor(AsyncWebsocketConsumer):
    """Sends what one socket says to everybody in the room."""

    async def connect(self) -> None:
        """Enter the room's group."""
        self.group = "floor." + self.scope["url_route"]["kwargs"]["code"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Broadcast the ply after the one that the frame names."""
        ply = (text_data or "").rpartition(":")[2].rstrip("}")
        frame = f'{{"t":"room","game":{{"ply":{int(ply) + 1}}},"x":"{PADDING}"}}'
        await self.channel_layer.group_send(self.group, {"type": "hand.on", "frame": frame})

    async def hand_on(self, message: dict[str, str]) -> None:
        """Send what the group was sent."""
        await self.send(text_data=message["frame"])


application = ProtocolTypeRouter(
    {
        "http": get_asgi_application(),
        "websocket": URLRouter([path("ws/r/<str:code>", Floor.as_asgi())]),
    }
)
