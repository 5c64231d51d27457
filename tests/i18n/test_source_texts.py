"""The search for texts in the source, on samples of every way to ask for a translation."""

import pytest

from tests.i18n.source_texts import NotWrittenOut, Text, in_python, in_script, in_template


def test_python_texts_are_found_under_any_imported_name():
    source = """
from django.utils.translation import gettext_lazy as _, ngettext, pgettext_lazy as in_context
a = [_("One"), ngettext("%d disc", "%d discs", n), in_context("theme", "Da" "rk")]
"""
    assert set(in_python(source)) == {
        Text(None, "One", None),
        Text(None, "%d disc", "%d discs"),
        Text("theme", "Dark", None),
    }


def test_an_underscore_that_is_nobodys_translation_is_left_alone():
    assert not list(in_python("for _ in range(3): print(_)\n_ = str\n_('no text')"))


def test_a_python_text_that_is_not_written_out_is_an_error():
    source = "from django.utils.translation import gettext as _\n_(f'{n} discs')"
    with pytest.raises(NotWrittenOut, match=r"views\.py:2"):
        list(in_python(source, "views.py"))


def test_template_texts_are_found_in_tags_and_filters():
    source = """{% load i18n %}{% translate "It's here" %}{% translate "Dark" context "theme" %}
{% blocktranslate with code=room.code %}Room <b>{{ code }}</b>{% endblocktranslate %}
{% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}
{{ name|default:_("nobody") }}"""
    assert set(in_template(source)) == {
        Text(None, "It's here", None),
        Text("theme", "Dark", None),
        Text(None, "Room <b>%(code)s</b>", None),
        Text(None, "%(n)s seat", "%(n)s seats"),
        Text(None, "nobody", None),
    }


def test_script_texts_are_found_across_lines_and_with_either_quote():
    source = """gettext("Sit here"); const t = { a: gettext('It isn\\'t "his"') };
fill(ngettext("%(count)s disc",
  "%(count)s discs", count), { count }); pgettext("theme", "Dark");"""
    assert set(in_script(source)) == {
        Text(None, "Sit here", None),
        Text(None, 'It isn\'t "his"', None),
        Text(None, "%(count)s disc", "%(count)s discs"),
        Text("theme", "Dark", None),
    }


@pytest.mark.parametrize("call", ["gettext(text)", "gettext(`Room ${code}`)", "ngettext('a', b)"])
def test_a_script_text_that_is_not_written_out_is_an_error(call):
    with pytest.raises(NotWrittenOut, match=r"room\.js:2"):
        list(in_script(f"\n{call}", "room.js"))


def test_definitions_and_methods_of_that_name_are_no_texts():
    assert not list(in_script("function gettext(text) { return catalogue.gettext(text); }"))
