"""A page's modules as one script: a first visit needs a few requests, not one a module.

Only what this site's own modules do is understood: named imports from relative paths, and exports
of functions, classes and constants where they are defined. Anything else is an error, not a guess.
"""

import posixpath
import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_NOTHING = re.compile(r"^export \{\};\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
_COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|//.*\n)", re.MULTILINE)

Read = Callable[[str], str]
"""Returns the source of a module by its path below the static files."""


class NotUnderstood(ValueError):
    """A module that can't be put into a bundle; the message names it."""


def bundle(entry: str, read: Read) -> str:
    """Return the modules that `entry` imports, and then itself, as one script.

    Each is a function called once, whose result are its exports. Raises NotUnderstood.
    """
    modules: dict[str, str] = {}
    _add(entry, read, modules, ())
    return '"use strict";\n' + "".join(modules.values())


def _add(path: str, read: Read, modules: dict[str, str], importers: tuple[str, ...]) -> None:
    if path in modules:
        return
    if path in importers:
        raise NotUnderstood(f"{path} imports itself through {importers[-1]}")
    source = _COMMENTS.sub("", read(path))
    names: dict[str, str] = {}
    for imported in _IMPORT.finditer(source):
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), imported[2]))
        _add(other, read, modules, (*importers, path))
        names[imported[0]] = f"const {{{_destructured(imported[1])}}} = {_variable(other)};\n"
    exports = [found[2] for found in _EXPORT.finditer(source)]
    body = _IMPORT.sub(lambda imported: names[imported[0]], source)
    body = _NOTHING.sub("", _EXPORT.sub(r"\1 \2", body))
    left = _LEFT.search(body)
    if left:
        raise NotUnderstood(f"{path}: {left[0]}")
    returned = f"return {{ {', '.join(exports)} }};\n"
    modules[path] = f"const {_variable(path)} = (() => {{\n{body}{returned}}})();\n"


def _destructured(imports: str) -> str:
    """Write imported names, some as another, the way an object is taken apart."""
    return ",".join(each.replace(" as ", ":") for each in imports.split(","))


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path)
