"""The application of rooms and games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Connects the hub and the tasks to what the writer announces."""

    name = "games"

    def ready(self) -> None:
        """Connect the signals."""
        from games import hub, tasks

        hub.connect_signals()
        tasks.connect_signals()
