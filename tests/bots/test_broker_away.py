"""Who moves isn't held up by a broker that can't take the call for the bot."""

import os
import socket
import subprocess
import sys

import pytest

from tests.backends import ROOT

AT_MOST_S = {"closed": 1.0, "silent": 3.0}
"""A thread of the database's stands still for so long, once for each change."""


@pytest.fixture
def port():
    """Return the port of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("broker", ["closed", "silent"])
def test_a_broker_that_is_away_holds_up_no_change_in_a_room(port, broker, tmp_path):
    if broker == "closed":
        # Nobody listens on a port that is held by a socket which only wants to be its client.
        holder = socket.socket()
        holder.bind(("127.0.0.1", 0))
        port = holder.getsockname()[1]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "reversi_site.settings",
        "DATA_DIR": str(tmp_path),
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bots.announce"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout and process.stderr
        took_s = [float(process.stdout.readline()) for _ in range(2)]
        process.kill()
        told = process.stderr.read()
    assert "A bot was not called" in told
    assert "A bot's seat was not given up at once" in told
    assert max(took_s) < AT_MOST_S[broker]
