"""What a person may be called."""

import pytest
from django.core.exceptions import ValidationError

from lobby.names import composed, name_key, validate_name


@pytest.mark.parametrize("name", ["Ana", "joão-2", "Ánxela_R", "7up", "x" * 20, "Müller", "Niño"])
def test_latin_letters_digits_hyphens_and_underscores_make_a_name(name):
    validate_name(composed(name))


@pytest.mark.parametrize(
    "name",
    [
        *("", "ab", "x" * 21, "x" * 10_000, "-ana", "_ana", "a b c", "an\na", "ana\x00"),
        *("<b>ana</b>", "\u202eana", "ana\u200b", "аnа", "ａｎａ", "a.b.c", "ana@x", "%41na"),
        *("a\u0301\u0301\u0301", "名前名前"),
    ],
)
def test_anything_else_is_refused(name):
    with pytest.raises(ValidationError) as refused:
        validate_name(composed(name))
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize(
    "name",
    ["admin", "Adm1n", "ADMIN", "B0t", "deleted-7", "Deleted_7", "admın", "staff-", "my-mod"],
)
def test_names_of_the_site_and_what_looks_like_them_are_kept(name):
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == "reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ana", "ana"), ("Joao", "João"), ("Ian", "lan"), ("Will", "WiII"), ("B0b", "bob")),
        *(("a-b-c", "a_b_c"), ("Arnold", "Amold"), ("Weiß", "weiss"), ("vvalter", "walter")),
        *(("Bıll", "Bill"), ("ĸing", "king")),
    ],
)
def test_names_that_look_alike_have_one_key(one, other):
    assert name_key(one) == name_key(other)


def test_names_that_differ_have_two():
    names = ["ana", "ane", "anna", "ana-2", "ana2", "nana", "ben"]
    assert len({name_key(name) for name in names}) == len(names)


def test_a_name_typed_in_two_characters_is_the_same_as_in_one():
    assert composed(" Joa\u0303o ") == "João"
