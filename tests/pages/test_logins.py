"""Logging in to the admin."""

import re
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import AsyncClient, Client
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from games.staff import logins

pytestmark = pytest.mark.django_db
HERE = "/admin/login/"
SECRET = "a long passphrase"


@pytest.fixture(autouse=True)
def _limit(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.create_superuser("root", password=SECRET)


def attempt(
    password: str, *, name: str = "root", address: str = "203.0.113.7", **headers: str
) -> HttpResponse:
    """The response to a login."""
    sent = {"username": name, "password": password}
    return Client(REMOTE_ADDR=address).post(HERE, sent, headers=headers)  # type: ignore[return-value]


def lock(**more: Any) -> HttpResponse:
    for _ in range(2):
        assert attempt("guess", **more).status_code == 200
    return attempt("guess", **more)


def test_a_right_password_logs_in() -> None:
    reply = attempt(SECRET)
    assert (reply.status_code, reply["Location"]) == (302, "/admin/")


FORMS = {
    "user/add/": ("username", "password1", "password2"),
    "user/{user}/change/": ("username", "first_name", "last_name", "email"),
    "user/{user}/password/": ("password1", "password2"),
    "group/add/": ("name",),
}


@pytest.mark.parametrize(("path", "fields"), FORMS.items())
def test_the_fields_of_users_and_groups_have_borders(path: str, fields: tuple[str, ...]) -> None:
    root = User.objects.get()
    client = Client()
    client.force_login(root)
    page = client.get(f"/admin/auth/{path.format(user=root.pk)}").content.decode()
    for field in fields:
        (tag,) = re.findall(rf'<input [^>]*name="{field}"[^>]*>', page)
        assert re.search(r'class="[^"]*\bborder\b', tag), tag


def test_a_user_is_added_and_changed_in_the_admin() -> None:
    client = Client()
    client.force_login(User.objects.get())
    sent = {"username": "helper", "password1": SECRET, "password2": SECRET}
    client.post("/admin/auth/user/add/", sent | {"usable_password": "true"})
    helper = User.objects.get(username="helper")
    assert helper.check_password(SECRET)
    sent = {"username": "helper", "first_name": "Hedy", "is_staff": "on", "is_active": "on"}
    sent |= {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    assert client.post(f"/admin/auth/user/{helper.pk}/change/", sent).status_code == 302
    assert User.objects.get(username="helper").first_name == "Hedy"


def test_after_some_failures_even_the_right_password_is_refused_in_plain_words() -> None:
    locked = lock()
    assert (locked.status_code, locked["Retry-After"]) == (429, "900")
    reply = attempt(SECRET)
    assert reply.status_code == 429
    assert "Too many failed attempts to log in. Try again in 15 minutes." in reply.content.decode()
    assert 'name="password"' in reply.content.decode(), "on the login page itself"


def test_the_lock_is_reported_by_an_asynchronous_server_too() -> None:
    lock(address="127.0.0.1")
    send = async_to_sync(AsyncClient().post)
    reply = send(HERE, {"username": "root", "password": SECRET})
    assert (reply.status_code, reply["Retry-After"]) == (429, "900")
    assert "Too many failed attempts" in reply.content.decode()


def test_the_lock_is_rendered_in_canadian_french() -> None:
    lock()
    page = attempt(SECRET, **{"Accept-Language": "fr-CA"}).content.decode()
    assert "Trop de tentatives de connexion échouées. Réessaie dans 15 minutes." in page


def test_only_the_username_and_the_address_together_are_locked() -> None:
    lock()
    assert attempt(SECRET, address="203.0.113.8").status_code == 302
    User.objects.create_superuser("other", password=SECRET)
    assert attempt(SECRET, name="other").status_code == 302


def test_a_lock_is_of_the_whole_network_of_ipv6() -> None:
    for number in range(3):
        attempt("guess", address=f"2001:db8::{number}")
    assert attempt(SECRET, address="2001:db8::ffff:3").status_code == 429
    assert attempt(SECRET, address="2001:db8:0:1::3").status_code == 302
    call_command("axes_reset_ip", "2001:db8::")
    assert attempt(SECRET, address="2001:db8::1").status_code == 302


def test_the_lock_ends() -> None:
    lock()
    for one in AccessAttempt.objects.all():
        one.attempt_time -= timedelta(minutes=16)
        one.save()
    assert attempt(SECRET).status_code == 302
    assert not AccessAttempt.objects.exists()


def test_an_attempt_while_it_is_locked_does_not_make_the_lock_longer() -> None:
    lock()
    until = AccessAttempt.objects.get().attempt_time
    attempt("guess")
    assert AccessAttempt.objects.get().attempt_time == until


def test_an_operator_lifts_the_lock() -> None:
    lock()
    call_command("axes_reset_username", "root")
    assert attempt(SECRET).status_code == 302


def test_success_resets_the_count() -> None:
    for _ in range(3):
        attempt("guess")
        attempt("guess")
        assert attempt(SECRET).status_code == 302


def test_without_proxies_a_forged_address_lifts_no_lock() -> None:
    lock()
    assert attempt(SECRET, **{"X-Forwarded-For": "198.51.100.2"}).status_code == 429


def test_behind_a_proxy_the_address_is_that_of_the_client(settings: Any) -> None:
    settings.API_PROXIES = 1
    lock(**{"X-Forwarded-For": "198.51.100.1"})
    assert attempt(SECRET, **{"X-Forwarded-For": "forged, 198.51.100.1"}).status_code == 429
    assert attempt(SECRET, **{"X-Forwarded-For": "198.51.100.2"}).status_code == 302


def test_an_address_that_is_none_is_counted_too(settings: Any) -> None:
    settings.API_PROXIES = 1
    lock(**{"X-Forwarded-For": "nonsense"})
    assert attempt(SECRET, **{"X-Forwarded-For": "garbage"}).status_code == 429


def failures(outcome: str) -> float:
    found = REGISTRY.get_sample_value("fairdeal_login_failures_total", {"outcome": outcome})
    return found or 0.0


def test_a_failure_is_logged_and_counted_without_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = failures("wrong")
    with capture_logs() as logs:
        monkeypatch.setattr(logins, "logger", logins.structlog.get_logger())
        attempt("hunter2-guess")
        attempt("x", name="hunter2-as-name")
    told = [one for one in logs if one["event"] == "login_failed"]
    assert [(one["user"], one["outcome"], one["address"]) for one in told] == [
        ("root", "wrong", "203.0.113.7"),
        (None, "wrong", "203.0.113.7"),
    ]
    assert failures("wrong") == before + 2
    output = capsys.readouterr()
    assert "hunter2" not in str(logs) + output.out + output.err
    assert "hunter2-guess" not in str(list(AccessAttempt.objects.values()))


def test_a_locked_attempt_is_reported_as_one() -> None:
    lock()
    before = failures("locked")
    attempt(SECRET)
    assert failures("locked") == before + 1


def test_a_locked_attempt_does_not_cost_a_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    lock()

    def hashed(*_: object, **__: object) -> bool:
        raise AssertionError("the password was checked")

    monkeypatch.setattr(User, "check_password", hashed)
    assert attempt(SECRET).status_code == 429
