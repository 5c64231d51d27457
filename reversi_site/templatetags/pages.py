"""What templates need to know of the site's own files."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static

from reversi_site.storage import HashedStaticStorage, bundle_name

register = template.Library()


@register.simple_tag
def page_script(entry: str) -> str:
    """Return the address of a page's script: its bundle, or the module where none was made."""
    hashed = isinstance(staticfiles_storage, HashedStaticStorage)
    return static(bundle_name(entry) if hashed else entry)
