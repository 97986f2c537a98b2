"""Drawing a PNG holds up no other request: it is drawn elsewhere, one at a time, and kept."""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.api import png_drawing
from games.api.http.problem_documents import RequestRefused
from games.api.png_drawing import MAX_DRAWINGS, Drawings
from games.api.streams.async_response import MEMBER, Handover
from tests.api.client import Caller, asked_of

SECONDS = 60


@dataclass
class Painter:
    """Draws when it is told to."""

    go: threading.Event = field(default_factory=threading.Event)
    drawn: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    def __call__(self, svg: str) -> bytes:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.go.wait(SECONDS)
        self.drawn.append(svg)
        self.at_once -= 1
        if svg == "broken":
            raise ValueError(svg)
        return svg.encode()


@pytest.fixture
def painter() -> Iterator[Painter]:
    made = Painter()
    yield made
    made.go.set()


def begin(drawings: Drawings, *pictures: str) -> list[Future[bytes]]:
    return [drawings.begin(one, one) for one in pictures]


def test_pictures_are_drawn_one_at_a_time_and_each_once(painter: Painter) -> None:
    drawings = Drawings(painter)
    begun = begin(drawings, "a", "b", "a", "c", "b")
    painter.go.set()
    assert [one.result(SECONDS) for one in begun] == [b"a", b"b", b"a", b"c", b"b"]
    assert [one.result(SECONDS) for one in begin(drawings, "c", "a")] == [b"c", b"a"]
    assert sorted(painter.drawn) == ["a", "b", "c"]
    assert painter.most_at_once == 1


def test_what_is_kept_is_bounded(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_drawing, "MAX_KEPT", 2)
    painter.go.set()
    drawings = Drawings(painter)
    for one in "abcabc":
        assert drawings.begin(one, one).result(SECONDS)
    assert painter.drawn == list("abcabc")


def test_few_drawings_wait_and_further_ones_are_refused(painter: Painter) -> None:
    drawings = Drawings(painter)
    begun = begin(drawings, *map(str, range(MAX_DRAWINGS)))
    with pytest.raises(RequestRefused) as refused:
        drawings.begin("one more", "one more")
    assert refused.value.code == "unavailable"
    assert refused.value.headers["Retry-After"]
    assert drawings.begin("0", "0") is begun[0]
    painter.go.set()
    assert begun[-1].result(SECONDS)
    assert drawings.begin("one more", "one more").result(SECONDS)


def test_a_drawing_that_fails_is_tried_again(painter: Painter) -> None:
    drawings = Drawings(painter)
    painter.go.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="broken"):
            drawings.begin("broken", "broken").result(SECONDS)
    assert painter.drawn == ["broken", "broken"]


def test_a_picture_is_drawn_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("resvg_py", "games.api.png_program"):  # A test of all modules imports them.
        monkeypatch.delitem(sys.modules, module, raising=False)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text>é</text></svg>'
    assert png_drawing.as_png(svg).startswith(b"\x89PNG")
    assert "resvg_py" not in sys.modules


async def finish(wait: Callable[[], Awaitable[None]]) -> None:
    async with asyncio.timeout(SECONDS):
        await wait()


@pytest.mark.django_db
def test_no_thread_waits_for_a_drawing_and_a_move_meanwhile_changes_nothing(
    painter: Painter, monkeypatch: pytest.MonkeyPatch, alice: Caller, bob: Caller, game: str
) -> None:
    monkeypatch.setattr(png_drawing, "_drawings", Drawings(painter))
    path, handover = f"/api/v1/games/{game}/picture.png", Handover()
    given: dict[str, Any] = {MEMBER: handover}
    first = alice.client.get(path, **given)
    assert handover.wait is not None and painter.drawn == []
    player, prompt, _ = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    painter.go.set()
    asyncio.run(finish(handover.wait))
    handover.has_waited = True
    environ = first.wsgi_request.META.items()
    given |= {name: value for name, value in environ if name.startswith("fairdeal.picture")}
    second = alice.client.get(path, **given)
    assert len(painter.drawn) == 1
    assert (second.content, second["ETag"]) == (painter.drawn[0].encode(), first["ETag"])
    now = alice.client.get(path)
    assert now["ETag"] != first["ETag"] and len(painter.drawn) == 2
