"""Fixtures for all suites: real sites, and a clean broker for tests inside this process."""

import contextlib
import os
import signal
from collections.abc import Callable, Generator
from pathlib import Path

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

_running: list[Site] = []
_data_dirs: list[Path] = []


def pytest_configure() -> None:
    """Under nohup a site started here would be deaf to a hangup: a handler isn't inherited."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failed test what the sites printed meanwhile."""
    report = yield
    for site in _running:
        printed = site.news()
        if report.failed and printed:
            report.sections.append((f"{site.url} printed", printed))
    return report


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
        if _data_dirs:
            backends.share_static_files(_data_dirs[0], data_dir)
        _data_dirs.append(data_dir)
        environment = {**databases.fresh(data_dir), **environment}
        if "REDIS_URL" in os.environ:
            claimed.append(backends.claim_redis(os.environ["REDIS_URL"]))
            environment.setdefault("REDIS_URL", claimed[-1])
        site = Site(data_dir, environment)
        sites.append(site)
        _running.append(site)
        return site.start() if start else site

    try:
        yield make
    finally:
        for site in reversed(sites):
            site.end()
            _running.remove(site)
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
