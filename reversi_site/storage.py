"""Static files under hashed names; each page's modules in one of them.

Imports inside JavaScript modules are rewritten to the hashed names, so that there is no stale mix.
"""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from reversi_site.bundles import bundle


def bundle_name(entry: str) -> str:
    """Return the name of the script that holds a page's module and all that it imports."""
    return f"bundles/{entry.removeprefix('js/').replace('/', '-')}"


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A changed module gets a new name, and so does every bundle with it."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Write the bundles beside what was collected, then hash and compress all of it."""
        if not dry_run:
            for entry in settings.PAGE_SCRIPTS:
                name = bundle_name(entry)
                self.delete(name)
                self.save(name, ContentFile(bundle(entry, self._text).encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _text(self, path: str) -> str:
        with self.open(path) as file:
            return str(file.read().decode())
