"""What a person may be called, and when two names look alike."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH, MAX_LENGTH = 3, 20
_CHARACTERS = r"A-Za-z0-9À-ÖØ-öø-ž"
_SHAPE = re.compile(rf"[{_CHARACTERS}][{_CHARACTERS}_-]{{{MIN_LENGTH - 1},{MAX_LENGTH - 1}}}")
"""Latin letters, digits, hyphens and underscores; the first is a letter or a digit."""
_PLAIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "l", "ł": "l"}
    | {"ŋ": "n", "þ": "p", "ŧ": "t", "ĸ": "k", "ĳ": "lj", "ŉ": "n"}
    | {"0": "o", "1": "l", "i": "l", "_": "-"}
)
"""What is left of a character once marks and case are gone, as far as a hurried eye can tell."""
_RESERVED = (
    "admin administrator moderator mod staff support help system server root official webmaster "
    "reversi othello guest anonymous nobody somebody everyone you me bot computer dark light "
    "player spectator host null undefined none deleted administrador administradora moderador "
    "moderadora soporte suporte ayuda ajuda axuda oficial sitio site sítio"
).split()
_NEVER_A_PART = (
    "admin administrator administrador moderator moderador mod staff official oficial support "
    "bot guest deleted"
).split()
"""Words that would speak for the site in a longer name, too: `reversi-staff`."""


def name_key(name: str) -> str:
    """Return what two names that look alike have in common; it is unique among people.

    Case, accents, and characters that are mistaken for each other (0 and o, 1, i and l, rn and m,
    vv and w, hyphen and underscore) make no difference.
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.translate(_PLAIN).replace("rn", "m").replace("vv", "w")


def composed(name: str) -> str:
    """Return a typed name in composed characters, without the spaces around it."""
    return unicodedata.normalize("NFC", name.strip())


def validate_name(name: str) -> None:
    """Raises ValidationError unless somebody may choose this name."""
    if not _SHAPE.fullmatch(name):
        raise ValidationError(
            _(
                "Use 3 to 20 letters, digits, hyphens or underscores, "
                "and begin with a letter or a digit."
            ),
            code="bad_name",
        )
    key = name_key(name)
    if key in _RESERVED_KEYS or not _PART_KEYS.isdisjoint(key.split("-")):
        raise ValidationError(_("This name is kept for the site. Choose another."), code="reserved")


_RESERVED_KEYS = frozenset(name_key(word) for word in _RESERVED)
_PART_KEYS = frozenset(name_key(word) for word in _NEVER_A_PART)
