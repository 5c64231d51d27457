"""Which texts the source asks to have translated, found without GNU gettext.

The catalogues are made by `makemessages`, which needs xgettext; a newcomer's machine may not have
it. Python is read as a tree, templates by Django's own `templatize`, JavaScript by its calls. A
call whose text isn't written out can't be extracted by anybody and is an error.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]


class Text(NamedTuple):
    """A text to translate. Its plural is None where it has only one form."""

    context: str | None
    text: str
    plural: str | None


class NotWrittenOut(Exception):
    """A text that can't be extracted, at the file and line that the exception tells."""


def site_texts() -> set[Text]:
    """Return the texts of Python and of the templates."""
    packages = [file.parent for file in ROOT.glob("*/__init__.py")]
    python = (file for package in packages for file in package.rglob("*.py"))
    places = [ROOT / "templates", *packages]
    pages = (
        file for place in places for kind in ("html", "txt") for file in place.rglob(f"*.{kind}")
    )
    found = {text for file in python for text in in_python(file.read_text(), str(file))}
    return found | {text for file in pages for text in in_template(file.read_text())}


def browser_texts() -> set[Text]:
    """Return the texts of the browser's code."""
    scripts = sorted((ROOT / "static" / "js").rglob("*.js"))
    return {text for file in scripts for text in in_script(file.read_text(), str(file))}


def in_python(source: str, name: str = "") -> Iterator[Text]:
    """Find calls of the functions that are imported from Django's translation module."""
    tree = ast.parse(source)
    functions = {
        alias.asname or alias.name: alias.name.removesuffix("_lazy")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if "gettext" in alias.name
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        function = functions.get(node.func.id)
        if function is None:
            continue
        try:
            yield _text(function, [ast.literal_eval(one) for one in node.args[: _count(function)]])
        except ValueError:
            raise NotWrittenOut(f"{name}:{node.lineno}") from None


_PYTHON_STRING = r"""u?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_TEMPLATE_CALL = re.compile(
    rf"(?<![\w.])(_|n?p?gettext)\(\s*({_PYTHON_STRING}(?:\s*,\s*{_PYTHON_STRING})*)"
)


def in_template(source: str) -> Iterator[Text]:
    """Find what the tags and filters of a template translate."""
    for function, strings in _TEMPLATE_CALL.findall(templatize(source)):
        name = "gettext" if function == "_" else function
        yield _text(name, list(ast.literal_eval(f"({strings},)")))


_SCRIPT_STRING = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_SCRIPT_CALL = re.compile(
    rf"(?<![\w.])(?<!function )(n?p?gettext)\(\s*({_SCRIPT_STRING}(?:\s*,\s*{_SCRIPT_STRING})*)?"
)


def in_script(source: str, name: str = "") -> Iterator[Text]:
    """Find calls of the catalogue's functions. A method of that name is somebody else's."""
    for call in _SCRIPT_CALL.finditer(source):
        function, strings = call.groups()
        written = [_unquoted(one) for one in re.findall(_SCRIPT_STRING, strings or "")]
        if len(written) < _count(function):
            line = source.count("\n", 0, call.start()) + 1
            raise NotWrittenOut(f"{name}:{line}")
        yield _text(function, written)


def _unquoted(literal: str) -> str:
    if literal.startswith("'"):
        inner = literal[1:-1].replace("\\'", "'")
        literal = '"' + re.sub(r'(?<!\\)"', '\\"', inner) + '"'
    return str(json.loads(literal))


def _count(function: str) -> int:
    return {"gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}[function]


def _text(function: str, strings: list[str]) -> Text:
    if not all(isinstance(one, str) for one in strings):
        raise ValueError(strings)
    left = list(strings)
    context = left.pop(0) if "p" in function.removesuffix("gettext") else None
    return Text(context, left[0], left[1] if function.startswith("n") else None)
