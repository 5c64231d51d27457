"""Paths of rooms, and of their sockets."""

from django.urls import path, re_path

from games import views
from games.consumers import LobbyConsumer, NowhereConsumer, RoomConsumer

urlpatterns = [
    path("r/<str:code>", views.room_page, name="room"),
    path("r/<str:code>/qr.svg", views.room_qr, name="room-qr"),
    path("r/<str:code>/people", views.room_people, name="room-people"),
]
websocket_urlpatterns = [
    path("ws/r/<str:code>", RoomConsumer.as_asgi()),
    path("ws/lobby", LobbyConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
