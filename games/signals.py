"""What the writer announces.

`game_ended` is sent inside the transaction that stores the result: what a receiver writes stands
or falls with it. `room_advanced` is sent after the commit.

game_ended(sender, game_id: int, outcome: core.state.Outcome)
room_advanced(sender, advance: services.Advance)
"""

from django.dispatch import Signal

game_ended = Signal()
room_advanced = Signal()
