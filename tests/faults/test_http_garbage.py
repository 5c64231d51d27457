"""Garbage and floods by HTTP: never a 500, never held in memory (SPEC 12)."""

import http.client
import socket
from contextlib import closing

import pytest

from games.limits import MAX_BODY_BYTES

MB = 1_000_000
FORMS = ("/lobby/open", "/lobby/code", "/guest", "/i18n/setlang/", "/admin/login/")
PAGES = (
    "/",
    "/offline",
    "/service-worker.js",
    "/manifest.webmanifest",
    "/lobby",
    "/lobby/rooms",
    "/r/K7M2QX4P",
    "/r/K7M2QX4P/qr.svg",
    "/texts/en/dev.js",
    "/nothing",
)
METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "SHOUT", "get")
TYPES = (
    "",
    "nonsense",
    "application/json",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "x" * 300,
    "multipart/form-data; boundary=\xff",
    "text/plain; charset=\x01",
)
HEADERS = {
    "Cookie": [
        "sessionid=" + "x" * 4000,
        "csrftoken=\xff",
        ";;=;",
        "django_language=\x7f",
        'sessionid="abcdefgh\\000ij"',
        'csrftoken="abcdefgh\\000ij"; django_language="\\000"',
    ],
    "Accept-Language": ["x" * 4000, "en;q=\xff", ",;q=,", "*"],
    "Host": ["nowhere.example", "x" * 300, "[", ""],
    "X-Forwarded-For": ["nonsense", "1.2.3.4, " * 300],
    "Content-Length": ["-1", "1e9", "x"],
    "Range": ["bytes=9-1", "x"],
    "If-None-Match": ["\xff"],
}


def status_of(site, method, path, body=None, headers=None, chunked=False) -> int:
    """What one request is answered with, by a connection of its own."""
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)) as connection:
        connection.request(method, path, body, headers or {}, encode_chunked=chunked)
        return connection.getresponse().status


def chunks(size):
    """A body of a length that isn't told beforehand."""
    return (b"x" * 100_000 for _ in range(size // 100_000))


def test_a_body_that_is_too_long_is_refused_and_not_kept(site, flat_memory):
    status_of(site, "POST", "/lobby/open", b"x" * 3 * MB)
    with flat_memory(site, 24):
        for path in (*FORMS, "/r/K7M2QX4P", "/nothing"):
            assert status_of(site, "POST", path, b"x" * (MAX_BODY_BYTES + 1)) == 413
            assert status_of(site, "POST", path, b"a=" + b"x" * 40 * MB) == 413
            headers = {"Transfer-Encoding": "chunked"}
            assert status_of(site, "POST", path, chunks(20 * MB), headers, chunked=True) == 413
    assert status_of(site, "GET", "/lobby") == 200


@pytest.mark.parametrize("path", [*FORMS, *PAGES])
def test_whatever_is_asked_of_a_page_the_answer_is_no_500(site, path):
    long = path + "?next=" + "x" * 10_000
    assert status_of(site, "GET", long) < 500
    assert status_of(site, "GET", path + "?%00=%ff&k=%f0&" + "a&" * 2000) < 500
    for method in METHODS:
        assert status_of(site, method, path) < 500
    for content_type in TYPES:
        headers = {"Content-Type": content_type} if content_type else {}
        for body in (b"", b"\xff\x00", b"--x\r\n" * 50, b"a=1&" * 5000):
            assert status_of(site, "POST", path, body, headers) < 500


HANG_UPS = 200


def raw(site, *lines: str) -> bytes:
    """The first line of the answer to a request that a library wouldn't send."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        return connection.makefile("rb").readline()


@pytest.mark.parametrize("name", sorted(HEADERS))
def test_headers_of_nonsense_are_no_500(site, name):
    for value in HEADERS[name]:
        host = [] if name == "Host" else [f"Host: 127.0.0.1:{site.port}"]
        answer = raw(site, "GET /lobby HTTP/1.1", *host, f"{name}: {value}", "Connection: close")
        assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4")), (value, answer)


@pytest.mark.parametrize(
    "line",
    ["GET", "GET /lobby", "GET  HTTP/1.1", "GET /\xff HTTP/1.1", "\x00 / HTTP/1.1", "x" * 99_999],
)
def test_a_request_line_of_nonsense_is_no_500(site, line):
    answer = raw(site, line, f"Host: 127.0.0.1:{site.port}", "Connection: close")
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer


def test_who_hangs_up_before_the_answer_is_no_error(site):
    for _ in range(HANG_UPS):
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
            connection.sendall(
                f"GET /lobby HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode()
            )
    assert status_of(site, "GET", "/lobby") == 200


def test_nothing_of_it_was_an_error_of_the_site(site):
    assert status_of(site, "GET", "/lobby") == 200
    printed = "".join(site.output)
    assert "Traceback" not in printed and "ERROR" not in printed
