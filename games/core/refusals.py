"""Refusals: a request that is answered with a code and changes nothing."""


class Refused(Exception):
    """The request can't be done. `code` is stable; its message is in `games.messages`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
