"""What belongs to the whole site: the front page and what makes it work without a network."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from tests.backends import ROOT

pytestmark = pytest.mark.django_db


def test_the_front_page_makes_nobody_a_guest():
    client = Client()
    answer = client.get("/")
    assert answer.status_code == 200
    assert "sessionid" not in client.cookies


def test_the_manifest_is_in_the_language_of_who_asks():
    answer = Client().get("/manifest.webmanifest", headers={"accept-language": "gl"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert json.loads(answer.content)["lang"] == "gl"


def test_the_worker_knows_its_build_and_is_never_kept_by_a_cache():
    answer = Client().get("/service-worker.js")
    assert answer.content.decode().startswith(f'const BUILD = "{settings.BUILD}";')
    assert "no-cache" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/texts/xx/dev.js", "/texts/pt/dev.js", "/texts/en/"])
def test_there_are_texts_in_the_sites_languages_only(path):
    assert Client().get(path).status_code == 404


def test_texts_come_in_the_language_of_their_address():
    answer = Client().get("/texts/es/dev.js", headers={"accept-language": "gl"})
    assert "Siguiente ronda" in answer.content.decode()


@pytest.mark.parametrize("online", ["on", "off"])
def test_online_play_can_be_switched_off(online, tmp_path):
    script = """
import django; django.setup()
from django.core.management import call_command
from django.test import Client, override_settings
call_command("migrate", verbosity=0)
plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
with override_settings(STORAGES=plain):
    client = Client(SERVER_NAME="localhost")
    front = client.get("/").content.decode()
    print("switched off" in front, 'href="/lobby"' in front, client.get("/lobby").status_code)
"""
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    environment |= {"DJANGO_SETTINGS_MODULE": "reversi_site.settings", "ONLINE": online}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**environment, "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == (
        ["False", "True", "200"] if online == "on" else ["True", "False", "404"]
    )
