"""People, and what they see before a game."""
