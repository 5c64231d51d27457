"""The application of the bots: they listen to rooms, and play by the writer."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Connects the bots to what the writer announces."""

    name = "bots"

    def ready(self) -> None:
        """Connect the signals."""
        from bots import receivers

        receivers.connect_signals()
