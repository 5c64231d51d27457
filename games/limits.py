"""How much one socket may ask for. Everything that is limited is limited here."""

from dataclasses import dataclass

FRAMES_A_SECOND = 20.0
FRAMES_AT_ONCE = 100.0
FRAMES_WAITING = 100
"""So many frames of one socket may wait for their turn."""
REFUSALS_ONE_IN = 20
"""Of the frames that are too many, the first and then one in so many is answered."""
DROPPED_BEFORE_CLOSE = 300
"""A socket that goes on sending after so many refusals is closed."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `FRAMES_AT_ONCE` in a burst, `FRAMES_A_SECOND` in the long run."""

    tokens: float = FRAMES_AT_ONCE
    at_ms: int = 0
    dropped: int = 0

    def take(self, now_ms: int) -> bool:
        """Return whether one more frame may be read at `now_ms`."""
        passed = max(0, now_ms - self.at_ms) / 1000 if self.at_ms else 0.0
        self.at_ms = now_ms
        self.tokens = min(FRAMES_AT_ONCE, self.tokens + passed * FRAMES_A_SECOND)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def hopeless(self) -> bool:
        """Whether the sender ignores the refusals."""
        return self.dropped >= DROPPED_BEFORE_CLOSE
