"""`manage.py serve` as its users meet it: real processes, real signals."""

import os
import signal
import socket
import sys
import time

import httpx
import pytest

from tests.conftest import SiteFactory
from tests.processes import command_of, eventually
from tests.running import Site, SiteDied

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PROGRAMS = {"web server", "worker", "bots", "beat"}
POOL = 1 + min(4, os.cpu_count() or 1)
"""Processes of the two workers besides their own."""


@pytest.fixture(scope="module")
def serving(serve_site: SiteFactory) -> Site:
    """Return a running site for tests that leave it as they found it."""
    return serve_site()


@pytest.fixture
def programs(serving: Site) -> set[str]:
    """Return the programs it runs: a broker too, unless REDIS_URL names one."""
    return PROGRAMS if "REDIS_URL" in serving.environment else PROGRAMS | {"broker"}


def answer(site: Site) -> int:
    return httpx.get(f"{site.url}/lobby", timeout=30).status_code


def all_run(site: Site, programs: set[str]) -> bool:
    return set(site.children()) == programs and len(site.everything()) >= len(programs) + 1 + POOL


def test_it_says_where_it_is_and_answers_there(serving: Site) -> None:
    assert answer(serving) == 200
    assert sum("is at" in line for line in serving.output) == 1
    assert "Traceback" not in "".join(serving.output)


def test_static_files_have_hashed_names(serving: Site) -> None:
    manifest = serving.data_dir / "static" / "staticfiles.json"
    assert manifest.exists()


@pytest.mark.parametrize("name", ["web server", "worker", "bots", "beat", "broker"])
def test_a_program_that_dies_is_started_again(serving: Site, programs: set[str], name: str) -> None:
    if name not in programs:
        pytest.skip("this back end is not started by serve")
    assert eventually(lambda: all_run(serving, programs))
    before = serving.children()

    os.kill(before[name], signal.SIGKILL)

    line = serving.wait_for_output(f"{name} ended (signal SIGKILL); starting it again")
    assert line.count("\n") == 1
    assert eventually(lambda: all_run(serving, programs))
    after = serving.children()
    assert {other for other in programs if before[other] != after[other]} == {name}
    assert answer(serving) == 200


def test_who_comes_while_the_web_server_is_away_waits_for_it(serving: Site) -> None:
    assert eventually(lambda: "web server" in serving.children())
    os.kill(serving.children()["web server"], signal.SIGKILL)
    assert answer(serving) == 200


def test_a_second_site_in_the_same_folder_is_refused(serving: Site) -> None:
    second = Site(serving.data_dir, {**serving.environment, "PORT": ""})
    second.launch()
    with pytest.raises(SiteDied, match=rf"already runs on .* \(process {serving.pid}\)"):
        second.wait_for_output("is at")
    assert second.process.wait(10) == 1
    assert answer(serving) == 200


def test_a_port_that_is_taken_is_named(serve_site: SiteFactory) -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        port = squatter.getsockname()[1]
        site = serve_site(start=False, PORT=str(port))
        site.launch()
        with pytest.raises(SiteDied, match=f"Port {port} on 127.0.0.1 is taken"):
            site.wait_for_output("is at")
    assert site.process.wait(10) == 1
    assert "Traceback" not in "".join(site.output)


def test_a_database_without_tables_is_refused(serve_site: SiteFactory) -> None:
    site = serve_site(start=False)
    site.environment["DATABASE_URL"] = f"sqlite:///{site.data_dir / 'empty.sqlite3'}"
    site.launch()
    with pytest.raises(SiteDied, match=r"lacks \d+ migrations.*manage.py migrate"):
        site.wait_for_output("is at")
    assert site.process.wait(10) == 1


def test_ctrl_c_ends_everything(serve_site: SiteFactory) -> None:
    site = serve_site()
    assert eventually(lambda: all_run(site, set(site.children()) | PROGRAMS))
    assert_it_ends(site, signal.SIGINT)


def test_ctrl_c_twice_ends_everything_at_once(serve_site: SiteFactory) -> None:
    site = serve_site()
    site.process.send_signal(signal.SIGINT)
    site.wait_for_output("Stopping.")
    # Further apart than one press of the keys, sooner than the programs stop by themselves.
    time.sleep(0.4)
    assert_it_ends(site, signal.SIGINT)


@pytest.mark.parametrize(
    ("signum", "after"), [(signal.SIGHUP, 2), (signal.SIGTERM, 4), (signal.SIGINT, 5)]
)
def test_a_signal_during_the_start_ends_everything(
    serve_site: SiteFactory, signum: signal.Signals, after: int
) -> None:
    """`after` is the number of processes that stand when it comes."""
    site = serve_site(start=False)
    site.launch()
    assert eventually(lambda: len(site.everything()) >= after)
    assert_it_ends(site, signum)


def assert_it_ends(site: Site, signum: signal.Signals) -> None:
    assert site.stop(signum) == 0
    assert eventually(lambda: not site.everything(), 2)
    assert "Traceback" not in "".join(site.output)


def test_kill_9_takes_the_programs_along(serve_site: SiteFactory) -> None:
    site = serve_site()
    assert eventually(lambda: all_run(site, set(site.children()) | PROGRAMS))
    commands = {pid: command_of(pid) for pid in site.everything()}
    assert site.stop(signal.SIGKILL) == -signal.SIGKILL
    assert eventually(lambda: not site.everything(), 5), commands

    site.start()  # Nothing that was left lying about is in the way.
    assert answer(site) == 200
