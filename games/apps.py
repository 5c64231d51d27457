"""The application of rooms and games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Connects the hub to what the writer announces."""

    name = "games"

    def ready(self) -> None:
        """Connect the signals."""
        from games import hub

        hub.connect_signals()
