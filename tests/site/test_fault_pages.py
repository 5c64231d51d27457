"""Pages that stand in for others: in the language of who asks, and with a way back that exists."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import RequestFactory

from reversi_site import pages
from tests.backends import ROOT

# No database here: the page of a fault stands on nothing that may have failed.
SAID = {
    "en": "Something went wrong here",
    "pt-br": "Algo deu errado aqui",
    "es": "Algo ha fallado aquí",
    "gl": "Algo fallou aquí",
}


@pytest.mark.parametrize("language", SAID)
def test_the_page_of_a_fault_is_in_the_language_of_who_asks(language):
    answer = pages.fault(RequestFactory().get("/", headers={"accept-language": language}))
    text = answer.content.decode()
    assert answer.status_code == 500
    assert SAID[language] in text
    assert f'<html lang="{language}"' in text


def test_the_page_of_a_fault_comes_though_files_were_never_collected(settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    answer = pages.fault(RequestFactory().get("/", headers={"accept-language": "es"}))
    assert SAID["es"] in answer.content.decode()


def test_a_fault_is_answered_with_that_page():
    from reversi_site import urls

    assert urls.handler500 is pages.fault
    assert set(SAID) == set(dict(settings.LANGUAGES))


WAYS = """
import django; django.setup()
from django.core.management import call_command
from django.test import Client, RequestFactory, override_settings
from django.views import defaults
from reversi_site import pages
call_command("migrate", verbosity=0)
plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
with override_settings(STORAGES=plain):
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    request = RequestFactory().get("/")
    request.user = type("Nobody", (), {"is_authenticated": False, "is_guest": False})()
    answers = [
        client.get("/nothing"),
        client.post("/i18n/setlang/"),
        defaults.bad_request(request, Exception()),
        defaults.permission_denied(request, Exception()),
        pages.fault(request),
    ]
    print(*(f"{it.status_code}:{'/lobby' in it.content.decode()}" for it in answers))
"""


@pytest.mark.parametrize("online", ["on", "off"])
def test_no_page_leads_to_a_lobby_that_is_switched_off(online, tmp_path):
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    environment |= {"DJANGO_SETTINGS_MODULE": "reversi_site.settings", "ONLINE": online}
    done = subprocess.run(
        [sys.executable, "-c", WAYS],
        cwd=ROOT,
        env={**environment, "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    led = online == "on"
    assert done.stdout.split() == [f"{code}:{led}" for code in (404, 403, 400, 403, 500)]
