"""An early pytest plugin: gives the tests a place of their own before Django's settings load.

A fresh DATA_DIR with a broker in it, or an empty database of the Redis that REDIS_URL names, and
the SQLite of Django's test runner or the Postgres that DATABASE_URL names. What was there before
is not touched. Sites that run as processes get more of the same: `tests.backends`.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import backends

SETTINGS = (
    *("HOST", "PORT", "PUBLIC_URL", "ALLOWED_HOSTS", "SITE_NAME", "ONLINE", "DEBUG"),
    *("SECRET_KEY", "EMAIL_URL", "DURATIONS", "ACTION_SECONDS", "LOG_LEVEL", "DATA_DIR"),
)
"""What a person may have set for their own site must not reach the tests."""
BROKER_START_S = 20.0


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Prepare everything. A wrapper runs before pytest-django, which loads the settings here."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    data_dir = Path(tempfile.mkdtemp(prefix="reversi-tests-"))
    early_config.add_cleanup(lambda: shutil.rmtree(data_dir, ignore_errors=True))
    (data_dir / "static").mkdir()
    os.environ["DATA_DIR"] = str(data_dir)
    if os.environ.get("REDIS_URL"):
        url = backends.claim_redis(os.environ["REDIS_URL"])
        early_config.add_cleanup(lambda: backends.release_redis(url))
        os.environ["REDIS_URL"] = url
    else:
        os.environ.pop("REDIS_URL", None)
        process = _start_broker(data_dir)
        early_config.add_cleanup(lambda: _stop(process))
    return (yield)


def _start_broker(data_dir: Path) -> subprocess.Popen[bytes]:
    """Start the embedded broker, as `manage.py serve` does."""
    from reversi_site.broker import server_command, socket_path
    from reversi_site.processes import spawn

    log = data_dir / "broker.log"
    process = spawn([*server_command(data_dir), "--logfile", str(log)])
    deadline_s = time.monotonic() + BROKER_START_S
    while not backends.answers(f"unix://{socket_path(data_dir)}"):
        if process.poll() is not None or time.monotonic() > deadline_s:
            _stop(process)
            raise pytest.UsageError(f"The broker didn't start: {log.read_text()}")
        time.sleep(0.02)
    return process


def _stop(process: subprocess.Popen[bytes]) -> None:
    from reversi_site.processes import end_group

    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        pass
    finally:
        end_group(process)
