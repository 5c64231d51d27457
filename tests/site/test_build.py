"""The name of a build changes with whatever a page is made of, and with nothing else."""

import pytest

from reversi_site.build import build_id


@pytest.fixture
def made(tmp_path):
    """Collected files, texts and templates, as a build is made of them."""
    folders = {name: tmp_path / name for name in ("static", "locale", "templates")}
    (folders["locale"] / "gl" / "LC_MESSAGES").mkdir(parents=True)
    (folders["templates"] / "games").mkdir(parents=True)
    folders["static"].mkdir()
    (folders["static"] / "staticfiles.json").write_text("{}")
    (folders["locale"] / "gl" / "LC_MESSAGES" / "django.mo").write_text("texts")
    (folders["templates"] / "games" / "room.html").write_text("a room")
    return folders


def name_of(made, *shaping):
    return build_id(made["static"], [made["locale"]], [made["templates"]], shaping)


@pytest.mark.parametrize(
    "changed",
    [
        *("static/staticfiles.json", "locale/gl/LC_MESSAGES/django.mo"),
        *("templates/games/room.html", "templates/new.html"),
    ],
)
def test_a_changed_file_is_another_build(made, tmp_path, changed):
    before = name_of(made, "Reversi", True)
    assert name_of(made, "Reversi", True) == before
    (tmp_path / changed).write_text("changed")
    assert name_of(made, "Reversi", True) != before


@pytest.mark.parametrize("shaping", [("Othello", True), ("Reversi", False)])
def test_a_setting_that_shapes_pages_makes_another_build(made, shaping):
    assert name_of(made, *shaping) != name_of(made, "Reversi", True)


def test_before_files_are_collected_there_is_no_build(made):
    (made["static"] / "staticfiles.json").unlink()
    assert name_of(made) == "dev"
