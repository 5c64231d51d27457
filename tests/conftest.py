"""Fixtures for all suites: real sites, and a clean broker for tests inside this process."""

import contextlib
import os
from collections.abc import Callable, Generator

import pytest
import redis
from django.conf import settings
from django.test import override_settings

from tests import backends
from tests.running import Site

PLAIN_STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}

SiteFactory = Callable[..., Site]
"""Called with settings as keywords; see `serve_site`."""


@pytest.fixture(autouse=True, scope="session")
def _unhashed_static_files() -> Generator[None, None, None]:
    """Let pages be rendered in this process without collecting the static files first."""
    with override_settings(STORAGES={**settings.STORAGES, **PLAIN_STORAGES}):
        yield


@pytest.fixture(autouse=True)
def _empty_broker(request: pytest.FixtureRequest) -> None:
    """Forget who was present in the last test: rooms of the next have the same numbers."""
    if {"db", "transactional_db"} & set(request.fixturenames):
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.flushdb()


@pytest.fixture(scope="session")
def databases(
    tmp_path_factory: pytest.TempPathFactory,
) -> Generator[backends.Databases, None, None]:
    """Make databases for sites that run as processes."""
    made = backends.Databases(tmp_path_factory.mktemp("databases"))
    yield made
    made.drop_all()


@contextlib.contextmanager
def _sites(
    folders: pytest.TempPathFactory, databases: backends.Databases
) -> Generator[SiteFactory, None, None]:
    sites: list[Site] = []
    claimed: list[str] = []

    def make(start: bool = True, **environment: str) -> Site:
        data_dir = folders.mktemp("site")
        environment = {**databases.fresh(data_dir), **environment}
        if "REDIS_URL" in os.environ:
            claimed.append(backends.claim_redis(os.environ["REDIS_URL"]))
            environment.setdefault("REDIS_URL", claimed[-1])
        site = Site(data_dir, environment)
        sites.append(site)
        return site.start() if start else site

    try:
        yield make
    finally:
        for site in reversed(sites):
            site.end()
        for url in claimed:
            backends.release_redis(url)


@pytest.fixture(scope="module")
def serve_site(
    tmp_path_factory: pytest.TempPathFactory, databases: backends.Databases
) -> Generator[SiteFactory, None, None]:
    """Run sites with settings of their own: `serve_site(DURATIONS="absence_ms=1500")`.

    They last for the module. With `start=False` it is only made ready.
    """
    with _sites(tmp_path_factory, databases) as make:
        yield make


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, databases: backends.Databases
) -> Generator[Site, None, None]:
    """Return a running site with the product's own durations, shared by all tests."""
    with _sites(tmp_path_factory, databases) as make:
        yield make()
