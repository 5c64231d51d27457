"""Which build of the browser's files is served, so that a page can tell that it is an old one."""

import hashlib
from pathlib import Path


def build_id(static_root: Path) -> str:
    """Return a short name for the files collected in `static_root`; "dev" before that."""
    manifest = static_root / "staticfiles.json"
    if not manifest.exists():
        return "dev"
    return hashlib.sha256(manifest.read_bytes()).hexdigest()[:12]
