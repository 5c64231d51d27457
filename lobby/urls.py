"""Paths of the lobby."""

from django.urls import path

from lobby import accounts, email_links, invitations, own, profiles, views
from lobby.consumers import SearchConsumer

websocket_urlpatterns = [path("ws/search", SearchConsumer.as_asgi())]
urlpatterns = [
    path("lobby", views.lobby_page, name="lobby"),
    path("lobby/rooms", views.room_list, name="lobby-rooms"),
    path("lobby/open", views.open_room, name="lobby-open"),
    path("lobby/code", views.enter_code, name="lobby-code"),
    path("invite", invitations.invite, name="invite"),
    path("i/<str:code>", invitations.invitation, name="invitation"),
    path("guest", views.become_guest, name="guest"),
    path("sign-up", accounts.sign_up, name="sign-up"),
    path("sign-in", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out", accounts.sign_out, name="sign-out"),
    path("forgotten", accounts.Forgotten.as_view(), name="forgotten"),
    path("forgotten/sent", accounts.ForgottenSent.as_view(), name="forgotten-sent"),
    path("forgotten/<uidb64>/<token>", accounts.NewPassword.as_view(), name="new-password"),
    path("verify/<str:token>", email_links.verify_email, name="verify-email"),
    path("@<str:name>", profiles.profile, name="profile"),
    path("top", profiles.leaderboard, name="leaderboard"),
    path("settings", own.settings_page, name="settings"),
    path("settings/name", own.change_name, name="settings-name"),
    path("settings/email", own.change_email, name="settings-email"),
    path("settings/password", own.change_password, name="settings-password"),
    path("settings/export", own.export, name="settings-export"),
    path("settings/leaderboard", own.change_leaderboard, name="settings-leaderboard"),
    path("settings/delete", own.delete, name="settings-delete"),
]
