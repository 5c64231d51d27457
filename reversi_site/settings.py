"""Settings, read from the environment. README.md lists the names and what they do.

Without any of them the site runs embedded: SQLite and a private broker under DATA_DIR.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from games import limits
from games.core.policy import Durations
from reversi_site.broker import celery_url, socket_path
from reversi_site.build import build_id

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / ".data"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)


def _kept_secret(path: Path) -> str:
    """Return the secret in `path`; the first caller makes it, readable by this user only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48))
    return path.read_text()


# --- where it runs ---------------------------------------------------------------------------
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
_seen_at = "127.0.0.1" if HOST in ("0.0.0.0", "::") else f"[{HOST}]" if ":" in HOST else HOST
PUBLIC_URL = env.str("PUBLIC_URL", default=f"http://{_seen_at}:{PORT}").rstrip("/")
SITE_NAME = env.str("SITE_NAME", default="Reversi")
ONLINE = env.bool("ONLINE", default=True)
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _kept_secret(DATA_DIR / "secret_key")

_public = urlsplit(PUBLIC_URL)
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS",
    default=sorted({"localhost", "127.0.0.1", "[::1]", _public.hostname or "localhost"}),
)
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]
if _public.scheme == "https":
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- the game's times ------------------------------------------------------------------------
ACTION_SECONDS: list[int] = env.list("ACTION_SECONDS", cast=int, default=[30, 60, 90])
DURATIONS = Durations.from_text(env.str("DURATIONS", default=""))

# --- applications ----------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "axes",
    "reversi_site",
    "games",
    "lobby",
    "bots",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "reversi_site.urls"
ASGI_APPLICATION = "reversi_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "reversi_site.context.site",
            ],
        },
    },
]

# --- storage ---------------------------------------------------------------------------------
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'reversi.sqlite3'}")
}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    _database["CONN_MAX_AGE"] = None
    _database["OPTIONS"] = {
        # A deferred transaction that turns into a writer fails at once when another writes.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    _database["CONN_MAX_AGE"] = 0
    _database["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": 12, "timeout": 10},
        # Planning the SELECT of a room takes longer than running it: prepared, it is planned once.
        "server_side_binding": True,
        "prepare_threshold": 3,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- broker: queues, live frames, presence ---------------------------------------------------
EMBEDDED_BROKER = not os.environ.get("REDIS_URL")
REDIS_URL = os.environ.get("REDIS_URL") or f"unix://{socket_path(DATA_DIR)}"
_broker_database = urlsplit(REDIS_URL).path.strip("/") if not EMBEDDED_BROKER else "0"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        # Publishing is shared by all of a server's databases: sites must not hear each other.
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"reversi{_broker_database}"},
    }
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
}
CELERY_BROKER_URL = celery_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Who sends a task is in the middle of somebody's move; what gets lost the sweep finds.
    # Without these a send waits six seconds for a broker that is gone, `retry=False` or not, and
    # for ever for one that is silent. How long a worker waits is set in `reversi_site.consumer`.
    "max_retries": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CONSUMER = "reversi_site.consumer:PromptConsumer"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": DURATIONS.sweep_ms / 1000,
        # A sweep nobody had time for is replaced by the next one.
        "options": {"expires": 5, "queue": "clock"},
    },
    "searches": {
        "task": "lobby.tasks.match_searches",
        "schedule": 1.0,
        "options": {"expires": 5, "queue": "clock"},
    },
    "bots' turns": {
        "task": "bots.tasks.find_lost_turns",
        "schedule": 0.5,
        "options": {"expires": 5, "queue": "clock"},
    },
}

# --- people ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "lobby.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
_validators: dict[str, dict[str, object]] = {
    "UserAttributeSimilarityValidator": {"user_attributes": ["name", "email"]},
    "MinimumLengthValidator": {},
    "CommonPasswordValidator": {},
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in _validators.items()
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = limits.WRONG_PASSWORDS
AXES_COOLOFF_TIME = timedelta(seconds=limits.WRONG_PASSWORDS_WAIT_S)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "lobby.accounts.axes_name"
AXES_LOCKOUT_CALLABLE = "lobby.accounts.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "lobby"
SESSION_ENGINE = "reversi_site.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 5

# --- languages -------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("pt-br", _("Brazilian Portuguese")),
    ("es", _("Spanish")),
    ("gl", _("Galician")),
]
LOCALE_PATHS = [BASE_DIR / "reversi_site" / "locale"]
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- what the browser gets -------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "reversi_site.storage.HashedStaticStorage"},
}
PAGE_SCRIPTS = [
    "js/site.js",
    "js/lobby.js",
    "js/game/room.js",
    "js/local/home.js",
    "js/local/engine_worker.js",
]
"""The modules that pages load; each is served with all that it imports as one file."""
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BUILD = build_id(
    STATIC_ROOT, LOCALE_PATHS, [BASE_DIR / "templates"], (SITE_NAME, ONLINE, [*dict(LANGUAGES)])
)
SILENCED_SYSTEM_CHECKS: list[str] = []

LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "one line": {"()": "reversi_site.logs.OneLine"},
        "no hang-ups": {"()": "reversi_site.logs.NoHangUps"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    # What a visitor does wrong is answered, and no news to who runs the site.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "asyncio": {"filters": ["no hang-ups"]},
        # A worker's own --loglevel is for what Celery says.
        "bots": {"level": LOG_LEVEL},
        # A broker that dies is no bug: it is told, and not at length.
        "channels_redis.pubsub": {"filters": ["one line"]},
        "celery.worker.consumer.consumer": {"filters": ["one line"]},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
