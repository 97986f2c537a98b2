"""Django settings; what differs between machines is read from the environment.

docs/running.md lists the variables with their defaults.
"""

import logging
import os
import re
import sys
import tomllib
from datetime import timedelta
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

import environ
from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.core.management.utils import get_random_secret_key
from django.templatetags.static import static
from environ.fileaware_mapping import FileAwareMapping

from bots.queues import BOTS, OTHERS, PEOPLE
from cards.language import LANGUAGES as TAGS
from cards.language import endonym
from config.api_text import API_TAGS, API_TEXT
from config.beat import Every
from config.logs import configure_structlog, logging_settings
from config.private import make_private_file, make_private_folder

BASE_DIR = Path(__file__).resolve().parent.parent

# The released version; CHANGELOG.md lists what each has. What pip has installed has no such file.
_PROJECT = BASE_DIR / "pyproject.toml"
RELEASE: str = (
    tomllib.loads(_PROJECT.read_text())["project"]["version"]
    if _PROJECT.exists()
    else version("fairdeal")
)


def stop_the_start(reason: str) -> NoReturn:
    """Print the reason and exit without a traceback.

    Gunicorn does not restart a worker that exits with this code.
    """
    print(reason, file=sys.stderr)
    sys.exit(3)


class SecretFiles(FileAwareMapping):  # type: ignore[misc]
    """The environment, in which NAME_FILE names a file that has the value of NAME."""

    def __getitem__(self, name: str) -> str:
        """Return a value, without the blanks and the end of the line around it in a file."""
        try:
            return str(super().__getitem__(name)).strip()
        except OSError as error:
            stop_the_start(f"The file of {name}_FILE cannot be read: {error.strerror}.")


env = environ.Env()
env.ENVIRON = SecretFiles()

DATA_DIR = Path(env.str("DATA_DIR", default="") or BASE_DIR / "var").expanduser().resolve()
DEBUG = env.bool("DEBUG", default=True)


def secret_key() -> str:
    """Return the key of the environment or of `make run`, else a random one.

    With DEBUG off only the environment is used.
    """
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    if not DEBUG:
        stop_the_start(
            "SECRET_KEY is not set. With DEBUG off, put a long random text "
            "into the environment variable SECRET_KEY."
        )
    stored = DATA_DIR / "secret-key"
    return stored.read_text().strip() if stored.is_file() else get_random_secret_key()


SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])


def secret_of(name: str, given: str) -> str:
    """Return a secret key of the server; "" selects the one stored in DATA_DIR.

    With DEBUG off only the environment is used.
    """
    if not given and not DEBUG:
        stop_the_start(
            f"{name} is not set. With DEBUG off, put 64 random hexadecimal digits "
            f"(openssl rand -hex 32) into the environment variable {name}."
        )
    return checked_key(name, given)


def checked_key(name: str, given: str) -> str:
    """Return a key of the environment, or nothing."""
    if given and not is_key(given):
        stop_the_start(f"{name} is not a key: it has 64 hexadecimal digits, in small letters.")
    return given


def is_key(text: str) -> bool:
    """Whether a text is the hexadecimal form of a key of 32 bytes."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


SIGNING_KEY = secret_of("SIGNING_KEY", env.str("SIGNING_KEY", default=""))
LOG_KEY = secret_of("LOG_KEY", env.str("LOG_KEY", default=""))
if LOG_KEY and LOG_KEY == SIGNING_KEY:
    stop_the_start("LOG_KEY is SIGNING_KEY. The log needs another key, which outlives it.")
LOG_KEY_BEFORE = checked_key("LOG_KEY_BEFORE", env.str("LOG_KEY_BEFORE", default=""))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "games.api.http.problem_documents.csrf_failure"

# Behind a proxy that terminates HTTPS. Probes reach the server directly, over HTTP.
if env.bool("HTTPS", default=False):
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True


def cors_origins() -> list[str]:
    """Return the origins that may call the API: "*" for all, [] for none."""
    given: list[str] = env.list("CORS_ORIGINS", default=["*"])
    if wrong := [one for one in given if one != "*" and not is_origin(one)]:
        stop_the_start(
            f"CORS_ORIGINS names {wrong[0]!r}, which is not an origin such as"
            " https://cards.example: scheme, host and port, without a path."
        )
    return given


def is_origin(text: str) -> bool:
    """Whether a text is an origin: scheme, host and an optional port."""
    return re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/?#@\s]+", text) is not None


# Pages of any origin may call the API with a bearer token; cookies are never allowed.
CORS_ORIGINS = cors_origins()
CORS_ALLOW_ALL_ORIGINS = "*" in CORS_ORIGINS
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else CORS_ORIGINS
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/api/" if CORS_ORIGINS else r"(?!)"
# Chromium caches a preflight for two hours at most.
CORS_PREFLIGHT_MAX_AGE = 7200
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "cache-control",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "move-signature",
    "pragma",
    "prefer",
    "traceparent",
    "tracestate",
    "x-request-id",
    "x-requested-with",
]
CORS_EXPOSE_HEADERS = [
    "Content-Disposition",
    "Content-Language",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Server-Time",
    "Sunset",
    "X-Request-ID",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "django_structlog",
    "django_prometheus",
    "axes",
    "cards",
    "games",
    "games.players",
    "games.officials",
    "games.proofs",
    "games.search",
    "games.tournaments",
    "games.webhooks",
    "games.staff",
    "bots",
    "bots.studio",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "games.api.http.compression.Gzip",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.logs.RequestLog",
    "config.page_middleware.Pages",
    "django.middleware.common.CommonMiddleware",
    "config.request_metrics.RequestMetrics",
    "games.api.http.throttling.Limits",
]
# Requests to the API and to the log skip these; a page passes them where Pages stands.
PAGE_MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.pages.limits.PageLimits",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.page_middleware.Policies",
    "simple_history.middleware.HistoryRequestMiddleware",
    "games.staff.logins.Lockouts",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.wording.page_texts.site_frame",
            ]
        },
    }
]

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_REDIRECT_URL = "admin:index"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Pages load and run files of this server only. The theme of the admin has inline styles, and
# evaluates attributes as code (Alpine).
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
ADMIN_SECURITY_POLICY = {
    "script-src": [SELF, UNSAFE_EVAL],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "font-src": [SELF],
}

# --- Database -------------------------------------------------------------------------------------


def sqlite() -> dict[str, Any]:
    """Return an SQLite database in DATA_DIR."""
    make_private_folder(DATA_DIR)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "fairdeal.sqlite3",
    }


# What notices that the host of PostgreSQL has vanished, which closes no connection.
LOST_HOST = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
# The primary answers instead.
LOST_REPLICA = {"connect_timeout": 2, "tcp_user_timeout": 3_000}


def database() -> dict[str, Any]:
    """Return the database of DATABASE_URL, else SQLite in DATA_DIR.

    With these options several processes can write to SQLite without "database is locked".
    """
    given = env.str("DATABASE_URL", default="")
    found: dict[str, Any] = env.db_url() if given else sqlite()
    options = found.setdefault("OPTIONS", {})
    if found["ENGINE"].endswith("sqlite3"):
        if found["NAME"] != ":memory:":
            make_private_file(Path(found["NAME"]))
        options |= {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
                "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON;"
            ),
        }
        return found
    if found["ENGINE"].endswith("postgresql"):
        found["ENGINE"] = "config.postgresql"
        found["OPTIONS"] = options = LOST_HOST | options
    pool = env.int("DATABASE_POOL", default=0)
    if pool:
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": 10}
    else:
        found["CONN_MAX_AGE"] = 60
    return found


def replica() -> dict[str, Any]:
    """Return the standby of REPLICA_URL, which takes no writes."""
    found: dict[str, Any] = env.db_url("REPLICA_URL")
    engines = (DATABASES["default"]["ENGINE"], found["ENGINE"])
    if engines != ("config.postgresql", "django.db.backends.postgresql"):
        stop_the_start("REPLICA_URL is the standby of a PostgreSQL, whose primary is DATABASE_URL.")
    found["OPTIONS"] = LOST_HOST | LOST_REPLICA | found.get("OPTIONS", {})
    # Not in a pool, which would keep a connection to a standby that was promoted.
    return found | {"CONN_MAX_AGE": 60, "TEST": {"MIRROR": "default"}}


DATABASES = {"default": database()}
REPLICA_URL = env.str("REPLICA_URL", default="")
# If the standby is further behind, all is read from the primary.
REPLICA_LAG_SECONDS = env.float("REPLICA_LAG_SECONDS", default=5.0)
if REPLICA_URL:
    DATABASES["replica"] = replica()
    DATABASE_ROUTERS = ["games.replica.Router"]

# /readyz fails if the disk of SQLite has less free space.
MIN_FREE_MB = env.int("MIN_FREE_MB", default=64)

# --- Redis: cache, wake-ups, broker ---------------------------------------------------------------

REDIS_URL: str = env.str("REDIS_URL", default="")


def cache() -> dict[str, Any]:
    """Return the cache in Redis, else in memory (tests, management commands)."""
    if not REDIS_URL:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "config.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": env.str("CACHE_PREFIX", default="fairdeal"),
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    }


def broker_url() -> str:
    """Return REDIS_URL in Celery's form, else a broker in process memory."""
    if not REDIS_URL:
        return "memory://localhost/"
    if REDIS_URL.startswith("unix://"):
        return "redis+socket://" + REDIS_URL.removeprefix("unix://")
    return REDIS_URL


CACHES = {"default": cache()}

# --- Celery ---------------------------------------------------------------------------------------

CELERY_BROKER_URL = broker_url()
CELERY_TASK_IGNORE_RESULT = True
# Without results there are none to delete, by a task at a time of the day (see config.beat).
CELERY_RESULT_EXPIRES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 25
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 150_000
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CONSUMER = "config.worker:Consumer"
# A request does not wait for the broker: the sweeper repeats tasks that are lost.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the longest task, which would run twice otherwise; the next two apply it promptly.
    "visibility_timeout": 40,
    "unacked_restore_throttle": 1,
    "unacked_restore_interval": 5,
    "socket_connect_timeout": 1,
    "socket_timeout": 3,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
    "queue_order_strategy": "bots.queues:PeopleFirst",
}
# A worker started without -Q consumes all of these. The queues of bots that think are named with
# -Q, for workers of their own: a choice of such a bot takes a hundred times as long.
CELERY_TASK_DEFAULT_QUEUE = OTHERS
CELERY_TASK_ROUTES = {"games.tournaments.tasks.tend_tables": {"queue": PEOPLE}}
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {PEOPLE: {}, BOTS: {}, OTHERS: {}}
# Tasks reuse the database connection; config.celery closes broken and old ones.
CELERY_DB_REUSE_MAX = 1_000_000
CELERY_TIMEZONE = "UTC"


# --- The log of games: docs/log.md ----------------------------------------------------------------

CHECKPOINT_SECONDS = env.float("CHECKPOINT_SECONDS", default=60.0)


def log_origin() -> str:
    """Return the name of the log, which is the name of its key too."""
    given: str = env.str("LOG_ORIGIN", default="localhost/fairdeal")
    if re.fullmatch(r"[^\s+]+", given) is None:
        stop_the_start(
            "LOG_ORIGIN is not the name of a log, such as fairdeal.example/log: it has no spaces"
            " and no plus sign."
        )
    return given


def log_witnesses() -> list[str]:
    """Return the witnesses that cosign: a vkey, a space and an address each."""
    given = [" ".join(one.split()) for one in env.list("LOG_WITNESSES", default=[])]
    for one in given:
        if re.fullmatch(r"[^\s+]+\+[0-9a-f]{8}\+\S+ https?://\S+", one) is None:
            stop_the_start(
                f"LOG_WITNESSES names {one!r}, which is not a witness: the form is VKEY URL, and"
                " a comma separates two of them."
            )
    return given


LOG_ORIGIN = log_origin()
LOG_WITNESSES = log_witnesses()

# --- Webhooks -------------------------------------------------------------------------------------

# Whether they may be on this machine, without TLS: for development.
WEBHOOKS_LOOPBACK = env.bool("WEBHOOKS_LOOPBACK", default=False)

# --- Tasks at intervals ---------------------------------------------------------------------------

# After how long without a sign of its host a table of the lobby passes to the next player, and
# after how long in which nothing happened at it, it is closed.
HOST_AWAY_SECONDS = env.float("HOST_AWAY_SECONDS", default=60.0)
TABLE_IDLE_SECONDS = env.float("TABLE_IDLE_SECONDS", default=1800.0)
# How long players have to open the shares that they are bound to, when a game starts.
SHARE_SECONDS = env.float("SHARE_SECONDS", default=60.0)
# If the clock of the games did not run for longer than this, the time counts for no player.
CLOCK_GAP_SECONDS = env.float("CLOCK_GAP_SECONDS", default=10.0)
# How often finished games are sent to be audited.
AUDIT_SECONDS = 60.0
# After how many days guests without a game are deleted; 0: never.
GUEST_DAYS = env.int("GUEST_DAYS", default=30)
CELERY_BEAT_SCHEDULE = {
    "openings": {
        "task": "games.tasks.close_openings",
        "schedule": Every(3.0, work="openings"),
        "options": {"expires": 3},
    },
    "tables": {
        "task": "games.tasks.tend_tables",
        "schedule": Every(HOST_AWAY_SECONDS / 6, work="tables"),
        "options": {"expires": HOST_AWAY_SECONDS / 6},
    },
    # Twice a second, so that the clock moves within a second of a deadline; at rest often enough
    # that there is no gap before the next game.
    "clocks": {
        "task": "games.tasks.run_clocks",
        "schedule": Every(0.5, work="clocks", at_rest=CLOCK_GAP_SECONDS / 3),
        "options": {"expires": 1, "queue": PEOPLE},
    },
    "sweep": {
        "task": "bots.tasks.sweep",
        "schedule": Every(3.0, work="sweep"),
        "options": {"expires": 3, "queue": PEOPLE},
    },
    # A row that opens or pauses tables sends a task at once; ends are told within five seconds.
    "tournaments": {
        "task": "games.tournaments.tasks.tend_tournaments",
        "schedule": Every(5.0, work="tournaments"),
        "options": {"expires": 5, "queue": PEOPLE},
    },
    "webhooks": {
        "task": "games.webhooks.tasks.sweep_webhooks",
        "schedule": Every(2.0, work="webhooks"),
        "options": {"expires": 2},
    },
    "old-deliveries": {
        "task": "games.webhooks.tasks.tidy_webhooks",
        "schedule": Every(60.0),
        "options": {"expires": 60},
    },
    "rehearsals": {
        "task": "bots.tasks.sweep_rehearsals",
        "schedule": Every(15.0),
        "options": {"expires": 15},
    },
    "checkpoint": {
        "task": "games.proofs.tasks.make_checkpoint",
        "schedule": Every(CHECKPOINT_SECONDS),
        "options": {"expires": CHECKPOINT_SECONDS},
    },
    "guests": {
        "task": "games.tasks.delete_guests",
        "schedule": Every(60.0),
        "options": {"expires": 60},
    },
    # Each game is a task of its own in the queue of other work, by turns with the moves of bots.
    "audits": {
        "task": "games.tasks.audit_finished",
        "schedule": Every(AUDIT_SECONDS),
        "options": {"expires": AUDIT_SECONDS},
    },
    "index": {
        "task": "games.search.tasks.index_games",
        "schedule": Every(60.0),
        "options": {"expires": 60},
    },
}

# --- Cards ----------------------------------------------------------------------------------------

# Whether a draft must be approved by another user before it is published.
CARDS_REVIEW = env.bool("CARDS_REVIEW", default=True)

# --- Bots -----------------------------------------------------------------------------------------

# How long a task plays a game before it queues the next one, and when a bot's turn counts as lost.
BOT_TASK_SECONDS = env.float("BOT_TASK_SECONDS", default=0.1)
BOT_OVERDUE_SECONDS = env.float("BOT_OVERDUE_SECONDS", default=3.0)

# How many processes think for bots, here and elsewhere, and for how many seats at a time.
THINKING_PROCESSES = env.int("THINKING_PROCESSES", default=2)
THINKING_SEATS = env.int("THINKING_SEATS", default=10 * THINKING_PROCESSES)

# How long a task plays games of a rehearsal before it queues the next one, and when it counts as
# lost.
REHEARSAL_TASK_SECONDS = env.float("REHEARSAL_TASK_SECONDS", default=1.0)
REHEARSAL_OVERDUE_SECONDS = env.float("REHEARSAL_OVERDUE_SECONDS", default=60.0)

# --- Languages, times, static files ---------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [(tag.lower(), endonym(tag)) for tag in TAGS]
# The words of the admin's theme that its package does not translate.
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]
USE_TZ = True
TIME_ZONE = "UTC"


def static_version() -> str:
    """Return a digest of the static files, and of the packages that have others."""
    found = (*BASE_DIR.glob("*/static/**/*"), *BASE_DIR.glob("requirements/base.txt"))
    digest = sha256()
    for path in sorted(path for path in found if path.is_file()):
        digest.update(path.relative_to(BASE_DIR).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


# WhiteNoise serves static files from the installed packages: collectstatic is not needed. Their
# addresses change with their content, so browsers keep them; modules that import each other by
# relative addresses need no other names.
STATIC_URL = f"/static/{static_version()}/"
WHITENOISE_IMMUTABLE_FILE_TEST = f"^{STATIC_URL}"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

# --- Logs -----------------------------------------------------------------------------------------

LOGGING = logging_settings(
    plain=env.str("LOG_FORMAT", default="plain" if DEBUG else "json") == "plain",
    level=env.str("LOG_LEVEL", default="INFO"),
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
# Log one line for a request, when it ends.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
configure_structlog()

# --- Errors to Sentry, traces to OpenTelemetry ----------------------------------------------------


def telemetry(setting: str, module: str) -> Any:
    """Return a module that needs the packages of requirements/telemetry.txt."""
    try:
        return import_module(module)
    except ImportError as error:
        stop_the_start(
            f"{setting} is set, but not all that it needs is installed ({error})."
            " Install it: sh requirements/install.sh telemetry"
        )


if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    try:
        telemetry("SENTRY_DSN", "config.error_reports").report_errors(SENTRY_DSN, RELEASE)
    except ValueError:
        stop_the_start("SENTRY_DSN is not the address (DSN) of a project of Sentry.")

# The packages read the variables themselves, the headers excepted, which may be in a file.
TRACED = bool(
    os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    or os.environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
)
TRACES_HEADERS = env.str("OTEL_EXPORTER_OTLP_HEADERS", default="")
if TRACED:
    telemetry("OTEL_EXPORTER_OTLP_ENDPOINT", "config.traces")

# --- The API --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.http.authentication.TokenAuthentication",
        "games.api.http.session_authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.http.permissions.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.http.throttling.Buckets"],
    "DEFAULT_SCHEMA_CLASS": "games.api.openapi.operation.Operation",
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.http.negotiation.Negotiation",
    "EXCEPTION_HANDLER": "games.api.http.problem_documents.problem_response",
    "URL_FORMAT_OVERRIDE": None,
}
API_BODY_LIMIT = 64 * 1024
# The units that the requests of one caller may cost in a time window, by bucket.
API_RATES = {
    "reads": env.str("RATE_READS", default="6000/min"),
    "writes": env.str("RATE_WRITES", default="600/min"),
    "moves": env.str("RATE_MOVES", default="6000/min"),
    "guests": env.str("RATE_GUESTS", default="600/min"),
    "pages": env.str("RATE_PAGES", default="1200/min"),
    "codes": env.str("RATE_CODES", default="10/min"),
    "logins": env.str("RATE_LOGINS", default="30/min"),
}
# How many times as much all players of one address may use together.
API_ADDRESS_TIMES = max(1, env.int("RATE_ADDRESS_TIMES", default=5))
# The number of running games with bots, and of bots only, by player and by address; 0: no limit.
API_BOT_GAMES = {
    "bot-games-player": env.int("BOT_GAMES_PER_PLAYER", default=50),
    "bot-games-address": env.int("BOT_GAMES_PER_ADDRESS", default=200),
    "bot-tables-player": env.int("BOT_TABLES_PER_PLAYER", default=10),
    "bot-tables-address": env.int("BOT_TABLES_PER_ADDRESS", default=20),
}
# The number of tables that have not begun, by host and address, and of seats at them, by player and
# by the address that took them from the lobby; 0: no limit.
API_WAITING = {
    "tables-player": env.int("OPEN_TABLES_PER_PLAYER", default=3),
    "tables-address": env.int("OPEN_TABLES_PER_ADDRESS", default=10),
    "seats-player": env.int("WAITING_SEATS_PER_PLAYER", default=3),
    "seats-address": env.int("WAITING_SEATS_PER_ADDRESS", default=10),
}
# The number of open streams of a player, and of an address with or without tokens.
API_STREAMS = {
    "player": env.int("STREAMS_PER_PLAYER", default=20),
    "address": env.int("STREAMS_PER_ADDRESS", default=200),
}
# The number of trusted proxies in front of the server, which add the address of the client.
API_PROXIES = env.int("PROXIES", default=0)


def metrics_networks() -> list[str]:
    """Return the networks that may read /metrics."""
    given: list[str] = env.list("METRICS_NETWORKS", default=["127.0.0.0/8", "::1/128"])
    for one in given:
        try:
            ip_network(one)
        except ValueError as error:
            stop_the_start(f"METRICS_NETWORKS contains an invalid network: {error}.")
    return given


METRICS_NETWORKS = metrics_networks()
SPECTACULAR_SETTINGS = {
    "TITLE": "Fairdeal",
    "VERSION": RELEASE,
    "OAS_VERSION": "3.1.0",
    "PATH_CONVERTER_OVERRIDES": {"id": UUID},
    "DESCRIPTION": API_TEXT,
    "TAGS": API_TAGS,
    "SERVERS": [{"url": "/", "description": "This server"}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SORT_OPERATION_PARAMETERS": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/favicon.ico",
    "REDOC_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "defaultModelsExpandDepth": 0,
        "docExpansion": "list",
        "displayRequestDuration": True,
        "persistAuthorization": False,
        "validatorUrl": None,
    },
    "REDOC_UI_SETTINGS": {
        "expandResponses": "200,201",
        # The page reads a short form (games.api.openapi.short_form); readers download the full one.
        "downloadUrls": [
            {"title": "YAML", "url": "/api/v1/schema/?format=yaml"},
            {"title": "JSON", "url": "/api/v1/schema/?format=json"},
        ],
    },
    "POSTPROCESSING_HOOKS": [],
    "COMPONENT_SPLIT_PATCH": False,
}
REST_KNOX: dict[str, Any] = {
    "TOKEN_PREFIX": "fd_",
    "TOKEN_TTL": timedelta(days=env.int("TOKEN_DAYS", default=90)),
    "AUTH_HEADER_PREFIX": "Bearer",
}
KNOX_TOKEN_MODEL = "players.Token"

# --- The admin ------------------------------------------------------------------------------------

UNFOLD = {
    "SITE_TITLE": "Fairdeal",
    "SITE_HEADER": "Fairdeal",
    "LOGIN": {"form": "games.staff.logins.LoginForm"},
    "STYLES": [lambda request: static("cards/admin.css")],
    "DASHBOARD_CALLBACK": "bots.studio.admin_pages.start_page.start_page",
}
# Sessions are shorter than the two weeks of Django, because of the permissions of staff.
SESSION_COOKIE_AGE = int(timedelta(hours=env.int("SESSION_HOURS", default=12)).total_seconds())
SILENCED_SYSTEM_CHECKS = [
    # games.staff.logins.Lockouts replaces the middleware of axes; the checks do not find what is in
    # PAGE_MIDDLEWARE.
    "axes.W002",
    "admin.E408",
    "admin.E409",
    "admin.E410",
    "security.W002",
    "security.W003",
    # Whether subdomains use HTTPS is for the owner of the domain to set, in the proxy.
    "security.W005",
    "security.W021",
]
# Failed logins are counted in the database by username and address, and lead to a lockout.
AXES_FAILURE_LIMIT = env.int("LOGIN_FAILURES", default=5)
AXES_COOLOFF_TIME = timedelta(minutes=env.int("LOGIN_LOCK_MINUTES", default=15))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "games.staff.logins.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
