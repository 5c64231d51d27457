"""Which build of the browser's files is served, so that a page can tell that it is an old one."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def build_id(static_root: Path, locale_paths: Iterable[Path] = ()) -> str:
    """Return a short name for the collected files and the texts; "dev" before that."""
    manifest = static_root / "staticfiles.json"
    if not manifest.exists():
        return "dev"
    digest = hashlib.sha256(manifest.read_bytes())
    for folder in locale_paths:
        for catalogue in sorted(folder.glob("*/LC_MESSAGES/*.mo")):
            digest.update(catalogue.read_bytes())
    return digest.hexdigest()[:12]
