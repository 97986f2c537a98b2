"""A server whose SECRET_KEY was replaced knows what was given out under the one before."""

from typing import Any

import pytest

from games.players.device_codes import issue_code, look_up_code
from games.players.services import create_guest
from games.tournaments.services import claim_code, claimed
from tests.tournaments.evenings import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def replaced(settings: Any) -> Any:
    def replace() -> None:
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"

    return replace


def test_slips_and_device_codes_still_count(replaced: Any) -> None:
    entrant, (player, token, _) = Evening(1).entrants[0], create_guest(name="Ada")
    slip, (code, _) = claim_code(entrant), issue_code(token=token.id)
    replaced()
    assert claim_code(entrant) == slip
    assert claimed(slip) == entrant
    assert look_up_code(code).token.user.player == player


def test_a_guest_who_is_made_again_has_the_same_token(client: Any, replaced: Any) -> None:
    asked = {"data": {"name": "Ada"}, "content_type": "application/json"}
    key = {"HTTP_IDEMPOTENCY_KEY": "0123456789abcdef"}
    made = client.post("/api/v1/players/", **asked, **key)
    replaced()
    again = client.post("/api/v1/players/", **asked, **key)
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == made.json()
