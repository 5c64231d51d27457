"""Static files under hashed names, imports inside JavaScript modules rewritten to match."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A changed module gets a new name, and so do all that import it: no stale mix."""

    support_js_module_import_aggregation = True
