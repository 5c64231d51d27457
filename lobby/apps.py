"""The application of people and of what they see before a game."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Nothing to set up."""

    name = "lobby"
