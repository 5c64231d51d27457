"""Paths of the lobby."""

from django.urls import path

from lobby import views

urlpatterns = [
    path("lobby", views.lobby_page, name="lobby"),
    path("lobby/rooms", views.room_list, name="lobby-rooms"),
    path("lobby/open", views.open_room, name="lobby-open"),
    path("lobby/code", views.enter_code, name="lobby-code"),
    path("guest", views.become_guest, name="guest"),
]
