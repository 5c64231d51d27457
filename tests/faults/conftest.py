"""People in front of browsers, as in `tests/live`, and the memory of a web server."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from tests.live.conftest import match, visit
from tests.processes import resident_mb
from tests.running import Site

__all__ = ["match", "visit"]

Flat = Callable[..., "contextmanager[None]"]


@pytest.fixture
def flat_memory() -> Flat:
    """Return a context in which a site's web server may not grow by more than `mb`.

    An allocator keeps what it once had, so a bound below some ten MB says nothing; what a test
    sends has to be several times more than its bound.
    """

    @contextmanager
    def watch(site: Site, mb: float) -> Generator[None, None, None]:
        pid = site.children()["web server"]
        before = resident_mb(pid)
        yield
        assert site.children()["web server"] == pid, "it has died meanwhile"
        grown = resident_mb(pid) - before
        assert grown < mb, f"grown by {grown:.1f} MB"

    return watch
