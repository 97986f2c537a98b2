"""The settings, read by a process of their own from a given environment."""

import os
import re
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
OURS = {"DEBUG", "SECRET_KEY", "SIGNING_KEY", "LOG_KEY", "DATA_DIR"}
OURS |= {"DATABASE_URL", "REPLICA_URL", "REDIS_URL"}
KEY = "5e" * 32


def read_settings(data: Path, names: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a process prints that shows some settings under this environment."""
    code = f"from config import settings as s; print({names})"
    return run(data, "-c", code, **environment)


def run(data: Path, *what: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a process of Python does under this environment."""
    given = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, *what],
        cwd=ROOT,
        env=given | {"DATA_DIR": str(data)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("off", ["false", "0", "off"])
def test_without_debug_a_missing_secret_stops_the_start_with_one_sentence(
    tmp_path: Path, off: str
) -> None:
    given = {"SECRET_KEY": "long", "SIGNING_KEY": KEY, "LOG_KEY": KEY[::-1]}
    for name in given:
        (tmp_path / name.lower().replace("_", "-")).write_text("kept for the embedded default\n")
        others = {other: value for other, value in given.items() if other != name}
        ended = read_settings(tmp_path, "1", DEBUG=off, **others)
        assert ended.returncode != 0
        assert ended.stderr.count("\n") == 1
        assert ended.stderr.startswith(f"{name} is not set.")


def test_without_debug_the_given_secrets_are_enough(tmp_path: Path) -> None:
    shown = "s.DEBUG, s.SECRET_KEY, s.SIGNING_KEY"
    ended = read_settings(
        tmp_path, shown, DEBUG="false", SECRET_KEY="long", SIGNING_KEY=KEY, LOG_KEY=KEY[::-1]
    )
    assert ended.stdout == f"False long {KEY}\n"


def test_a_secret_may_be_in_a_file(tmp_path: Path) -> None:
    names = ("SECRET_KEY", "SIGNING_KEY", "LOG_KEY", "DATABASE_URL")
    values = ("long", KEY, KEY[::-1], "postgres://one:two@db.example/three")
    for name, value in zip(names, values, strict=True):
        (tmp_path / name).write_text(f"{value}\n")
    files = {f"{name}_FILE": str(tmp_path / name) for name in names}
    shown = "s.SECRET_KEY, s.SIGNING_KEY, s.DATABASES['default']['PASSWORD']"
    assert read_settings(tmp_path, shown, DEBUG="false", **files).stdout == f"long {KEY} two\n"
    files["LOG_KEY_FILE"] = str(tmp_path / "none")
    ended = read_settings(tmp_path, "1", DEBUG="false", **files)
    assert ended.stderr == "The file of LOG_KEY_FILE cannot be read: No such file or directory.\n"


WITNESS = "w.example/1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU"


def test_the_log_is_named_and_has_witnesses(tmp_path: Path) -> None:
    names = "s.LOG_ORIGIN, s.LOG_WITNESSES"
    assert read_settings(tmp_path, names).stdout == "localhost/fairdeal []\n"
    given = f"{WITNESS}  https://one.example/w, {WITNESS} http://two.example"
    shown = read_settings(tmp_path, "s.LOG_WITNESSES", LOG_WITNESSES=given).stdout
    assert shown == f"['{WITNESS} https://one.example/w', '{WITNESS} http://two.example']\n"


@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("LOG_ORIGIN", "a b", ""),
        ("LOG_ORIGIN", "a+b", ""),
        ("LOG_WITNESSES", WITNESS, ""),
        ("LOG_WITNESSES", "https://one.example", ""),
        ("LOG_WITNESSES", f"{WITNESS} one.example", ""),
        *((name, "5e" * 31, " is not a ") for name in ("SIGNING_KEY", "LOG_KEY", "LOG_KEY_BEFORE")),
        *(
            ("CORS_ORIGINS", f"https://good.example,{wrong}", f" names {wrong!r}, ")
            for wrong in ("cards.example", "https://cards.example/", "https://a b")
        ),
    ],
)
def test_a_wrong_value_stops_the_start_with_one_sentence(
    tmp_path: Path, name: str, wrong: str, said: str
) -> None:
    ended = read_settings(tmp_path, "1", **{name: wrong})
    assert ended.returncode == 3
    assert ended.stderr.startswith(name + said)
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("*", "True [] True"),
        ("https://cards.example,http://localhost:3000", "False 2 True"),
        ("", "False [] False"),
    ],
)
def test_the_origins_that_may_call_the_api(tmp_path: Path, given: str, shown: str) -> None:
    names = (
        "s.CORS_ALLOW_ALL_ORIGINS, len(s.CORS_ALLOWED_ORIGINS) or [],"
        " bool(s.re.match(s.CORS_URLS_REGEX, '/api/v1/'))"
    )
    assert read_settings(tmp_path, names, CORS_ORIGINS=given).stdout == f"{shown}\n"


def test_a_command_by_hand_uses_the_key_that_the_server_keeps(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("kept\n")
    assert read_settings(tmp_path, "s.SECRET_KEY").stdout == "kept\n"


def test_the_default_database_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    shown = read_settings(tmp_path, "s.DATABASES['default']['NAME']").stdout
    assert shown == f"{tmp_path / 'fairdeal.sqlite3'}\n"


def test_a_database_on_two_hosts_is_the_one_that_takes_writes(tmp_path: Path) -> None:
    url = "postgres://fairdeal:x@a:5432,b:5432/fairdeal?target_session_attrs=read-write"
    shown = "[s.DATABASES['default'][name] for name in ('HOST', 'PORT', 'OPTIONS')]"
    host, port, options = literal_eval(read_settings(tmp_path, shown, DATABASE_URL=url).stdout)
    assert (host, port) == ("a,b", "5432,5432")
    assert options["target_session_attrs"] == "read-write"


def test_a_host_that_vanishes_is_noticed_as_soon_as_the_settings_say(tmp_path: Path) -> None:
    shown = "s.DATABASES['default']['OPTIONS']"
    url = "postgres://a/fairdeal?connect_timeout=9"
    options = literal_eval(read_settings(tmp_path, shown, DATABASE_URL=url).stdout)
    assert options.pop("connect_timeout") == 9
    assert options == {
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
    }


def test_a_replica_is_a_standby_of_postgresql(tmp_path: Path) -> None:
    url = "postgres://fairdeal:x@a,b/fairdeal?target_session_attrs=prefer-standby"
    (tmp_path / "replica").write_text(f"{url}\n")
    shown = "[s.DATABASE_ROUTERS, [s.DATABASES['replica'][name] for name in ('HOST', 'OPTIONS')]]"
    files = {"REPLICA_URL_FILE": str(tmp_path / "replica")}
    found = read_settings(tmp_path, shown, DATABASE_URL="postgres://a/fairdeal", **files)
    routers, (host, options) = literal_eval(found.stdout)
    assert (routers, host) == (["games.replica.Router"], "a,b")
    assert options["target_session_attrs"] == "prefer-standby"
    assert (options["connect_timeout"], options["tcp_user_timeout"]) == (2, 3_000)
    ended = read_settings(tmp_path, "s.DATABASES", **files)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("REPLICA_URL is the standby of a PostgreSQL")


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("", "memory://localhost/"),
        ("redis://127.0.0.1:6379/3", "redis://127.0.0.1:6379/3"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
    ],
)
def test_the_broker_is_the_redis_as_celery_spells_it(tmp_path: Path, url: str, broker: str) -> None:
    assert read_settings(tmp_path, "s.CELERY_BROKER_URL", REDIS_URL=url).stdout == f"{broker}\n"


def test_a_task_sent_to_a_dead_broker_fails_at_once(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "waited = []\n"
        "time.sleep = waited.append\n"
        "import kombu.exceptions as e\n"
        "from config.celery import app\n"
        "try: app.send_task('bots.tasks.sweep')\n"
        "except e.OperationalError: print('refused', waited)\n"
    )
    ended = run(tmp_path, "-c", code, REDIS_URL=f"unix://{tmp_path}/none.sock")
    assert ended.stdout == "refused []\n", ended.stderr


def test_no_statement_with_its_values_is_ever_logged(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.db import connection\n"
        "connection.cursor().execute('SELECT %s', ['red-5 in a hand'])\n"
    )
    given = {"DEBUG": "true", "LOG_LEVEL": "DEBUG", "DJANGO_SETTINGS_MODULE": "config.settings"}
    ended = run(tmp_path, "-c", code, **os.environ | {"DATA_DIR": str(tmp_path)} | given)
    assert ended.returncode == 0, ended.stderr
    assert "red-5 in a hand" not in ended.stdout + ended.stderr


def modes(folder: Path) -> dict[str, int]:
    return {one.name: one.stat().st_mode & 0o777 for one in [folder, *folder.iterdir()]}


def test_the_folder_of_sqlite_is_closed_to_others_also_if_it_was_open(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    for name in ("fairdeal.sqlite3-wal", "secret-key", "notes.txt"):
        (data / name).touch()
        (data / name).chmod(0o644)
    assert read_settings(data, "1", REDIS_URL="").returncode == 0
    assert modes(data) == {
        "data": 0o700,
        "fairdeal.sqlite3": 0o600,
        "fairdeal.sqlite3-wal": 0o600,
        "secret-key": 0o600,
        "notes.txt": 0o644,
    }


def test_a_database_named_by_its_address_is_closed_to_others_and_its_folder_left(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    for end in ("", "-wal"):
        (tmp_path / f"own.sqlite3{end}").touch()
        (tmp_path / f"own.sqlite3{end}").chmod(0o644)
    given = {"DATABASE_URL": f"sqlite:///{tmp_path}/own.sqlite3"}
    assert read_settings(tmp_path / "none", "1", **given).returncode == 0
    assert modes(tmp_path) == {
        tmp_path.name: 0o755,
        "own.sqlite3": 0o600,
        "own.sqlite3-wal": 0o600,
    }


def test_a_folder_that_is_everybodys_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert read_settings(tmp_path, "1").returncode == 0
    assert modes(tmp_path) == {tmp_path.name: 0o777, "fairdeal.sqlite3": 0o600}


def test_sqlite_gives_its_other_files_the_mode_of_the_database(tmp_path: Path) -> None:
    ended = run(tmp_path, "manage.py", "shell", "--no-imports", "-c", WRITE)
    assert ended.stdout == "0o600 0o600 0o600\n"


WRITE = """
from django.conf import settings
from django.db import connection
connection.cursor().execute("CREATE TABLE some (thing)")
files = sorted(settings.DATA_DIR.glob("fairdeal.sqlite3*"))
print(*(oct(file.stat().st_mode & 0o777) for file in files))
"""


READ = r"""(?:env\.\w+\(|environ(?:ment)?(?:\.get\(|\[)|\$\{)\s*["']?([A-Z_]{4,})\b"""
NOT_FOR_OPERATORS = {"CONTENT_LENGTH", "DJANGO_SETTINGS_MODULE", "VENV"}
"""Of WSGI, set by the code itself, or for another environment of developers."""


def test_the_table_of_settings_is_complete() -> None:
    files = [ROOT / "requirements/install.sh", ROOT / "cards/native.py"]
    files += (ROOT / "config").rglob("*.py")
    read = {name for one in files for name in re.findall(READ, one.read_text())}
    page = (ROOT / "docs/running.md").read_text()
    table = page.partition("## Settings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", table, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"[A-Z_]+", row)]
    assert len(listed) == len(set(listed)) > 40
    assert read ^ set(listed) <= NOT_FOR_OPERATORS
