"""A page on another origin plays over the API from a browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PLAY = """async (api) => {
  const send = async (method, path, {body, token, ...headers} = {}) => {
    const reply = await fetch(api + path, {
      method, body: body && JSON.stringify(body),
      headers: {...headers, ...(body && {"Content-Type": "application/json"}),
                ...(token && {Authorization: `Bearer ${token}`})}});
    return {status: reply.status, headers: reply.headers,
            data: reply.status === 304 ? null : await reply.json()};
  };
  const guest = async (name) => (await send("POST", "players/", {body: {name}})).data.token.secret;
  const [ann, bea] = [await guest("Ann"), await guest("Bea")];
  const seats = [{kind: "me"}, {kind: "open"}];
  const made = await send("POST", "games/", {body: {variant: "avengers", seats}, token: ann});
  const game = `games/${made.data.id}/`;
  await send("POST", `${game}seats/`, {body: {}, token: bea});
  await send("POST", `${game}start/`, {body: {}, token: ann});
  for (const token of [ann, bea]) {
    const asked = await send("GET", `${game}prompts/`, {token, "Accept-Language": "fr-CA"});
    const options = asked.data.prompts[0].options;
    if (!options) continue;
    const etag = asked.headers.get("ETag");
    const move = {body: options[0].body, token, "If-Match": etag,
                  "Idempotency-Key": crypto.randomUUID()};
    const moved = await send("POST", `${game}moves/`, move);
    const again = await send("POST", `${game}moves/`, move);
    const stale = await send("POST", `${game}moves/`, {...move, "Idempotency-Key": "other"});
    const known = await fetch(`${api}${game}prompts/`,
      {headers: {Authorization: `Bearer ${token}`}});
    const same = await fetch(`${api}${game}prompts/`, {headers: {
      Authorization: `Bearer ${token}`, "If-None-Match": known.headers.get("ETag")}});
    const wrong = await send("GET", "me/", {token: "fd_wrong"});
    const headers = (reply, ...names) => names.map((one) => reply.headers.get(one));
    const shown = (reply, ...names) => [reply.status, ...headers(reply, ...names)];
    return {
      made: shown(made, "Location"), asked: etag,
      moved: shown(moved, "ETag", "Location"),
      again: shown(again, "Idempotent-Replayed"),
      stale: [...shown(stale, "ETag"), stale.data.code],
      known: [known.status, same.status],
      wrong: [...shown(wrong), wrong.data.code],
      limits: headers(moved, "RateLimit", "RateLimit-Policy", "X-Request-ID"),
      seq: moved.data.seq, id: made.data.id,
    };
  }
}"""


def test_a_page_on_another_origin_plays(
    editions: None, live_server: LiveServer, elsewhere: Page
) -> None:
    told: dict[str, Any] = elsewhere.evaluate(PLAY, f"{live_server.url}/api/v1/")
    seq, game = told["seq"], f"/api/v1/games/{told['id']}/"
    assert told["made"] == [201, game]
    assert re.fullmatch(rf'W/"{seq - 1}-seat:[01]-fr-CA"', told["asked"])
    assert told["moved"] == [201, f'W/"{seq}"', f"{game}events/{seq}/"]
    assert told["again"] == [201, "true"]
    assert told["stale"] == [412, f'W/"{seq}"', "stale_seq"]
    assert told["known"] == [200, 304]
    assert told["wrong"] == [401, "invalid_token"]
    assert all(told["limits"])


def test_no_cookie_crosses_origins_and_no_page_is_read_from_another(
    editions: None, live_server: LiveServer, elsewhere: Page
) -> None:
    def ask(path: str, credentials: str) -> str:
        told: str = elsewhere.evaluate(
            """([url, credentials]) => fetch(url, {credentials}).then(
                 (reply) => `${reply.status}`, (error) => error.name)""",
            [live_server.url + path, credentials],
        )
        return told

    assert ask("/api/v1/", "omit") == "200"
    assert ask("/api/v1/", "include") == "TypeError"
    assert [ask(path, "omit") for path in ("/audit/", "/healthz")] == ["TypeError"] * 2
