"""The command that gives tokens with scopes that a player cannot take."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.players import access, services
from games.players.scopes import AUDIT_READ, DIRECT
from tests.games.tables import guest

pytestmark = pytest.mark.django_db


def test_a_token_of_any_scope_is_given_and_its_secret_reported_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    olga = guest("Olga")
    call_command("give_token", str(olga.pk), "--scope", DIRECT, "--scope", AUDIT_READ)
    found = access.find_stored(access.digest_of(capsys.readouterr().out.strip()))
    assert found is not None
    assert (found.player, set(found.scopes)) == (olga.pk, {DIRECT, AUDIT_READ})


def test_an_account_is_named_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    user = User.objects.create_user("ann")
    for _ in range(2):
        call_command("give_token", "ann", "--scope", DIRECT)
        found = access.find_stored(access.digest_of(capsys.readouterr().out.strip()))
        assert found is not None and found.player == services.player_for(user=user).pk


def test_there_is_none_for_nobody_or_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="no player"):
        call_command("give_token", str(uuid4()), "--scope", DIRECT)
    with pytest.raises(CommandError, match="no account is eve"):
        call_command("give_token", "eve", "--scope", DIRECT)
    with pytest.raises(CommandError, match="--scope"):
        call_command("give_token", str(guest("Olga").pk))
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("give_token", str(guest("Olga").pk), "--scope", "all")
    monkeypatch.setattr(services, "MAX_TOKENS", 1)
    with pytest.raises(CommandError, match="as many tokens"):
        call_command("give_token", str(guest("Olga").pk), "--scope", DIRECT)
