"""The language of a socket's person: what was chosen, else what the browser asks for."""

from typing import Any

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def language_of(scope: Any) -> str:
    """Return one of the site's languages for an ASGI scope with cookies."""
    chosen = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    headers = dict(scope.get("headers", ()))
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    wanted = [chosen, *(code for code, _ in parse_accept_lang_header(accepted))]
    for code in wanted:
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
