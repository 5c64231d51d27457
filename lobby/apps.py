"""The application of people and of what they see before a game."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Connects the ratings to the results."""

    name = "lobby"

    def ready(self) -> None:
        """Connect the signals."""
        from games.signals import game_ended
        from lobby import queue, ratings

        queue.connect_signals()
        game_ended.connect(ratings.rate_game, dispatch_uid="lobby.ratings")
