"""Which build of the browser's files is served, so that a page can tell that it is an old one."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def build_id(
    static_root: Path,
    locale_paths: Iterable[Path] = (),
    template_paths: Iterable[Path] = (),
    shaping: Iterable[object] = (),
) -> str:
    """Return a short name for what pages are made of; "dev" before files are collected.

    That is the collected files, the texts, the templates, and the settings that shape pages.
    """
    manifest = static_root / "staticfiles.json"
    if not manifest.exists():
        return "dev"
    digest = hashlib.sha256(manifest.read_bytes())
    digest.update(repr(tuple(shaping)).encode())
    for folder in locale_paths:
        _add(digest, folder, "*/LC_MESSAGES/*.mo")
    for folder in template_paths:
        _add(digest, folder, "**/*.html")
    return digest.hexdigest()[:12]


def _add(digest: "hashlib._Hash", folder: Path, pattern: str) -> None:
    for file in sorted(folder.glob(pattern)):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
