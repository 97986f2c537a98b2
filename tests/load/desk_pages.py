"""The desk of a tournament in a browser, whose pages are read while it goes on."""

import asyncio
import http.client
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from urllib.parse import urlencode

from tests.load import proxy, wire
from tests.load.stack import ROOT, Stack

PAGES = ("", "standings/", "desk/", "wall/", "why/1/", "now/", "clock/")
"""The pages that are read, one after the other; that of the standings is of the API."""

INVITE = """
from games.tournaments.services import invitation, tournament_by_code
print(invitation(tournament_by_code({code!r}), "head"))
"""


class Desk:
    """The session of a head judge in a browser, which reads the pages."""

    def __init__(self, stack: Stack) -> None:
        self.stack, self.cookies = stack, dict[str, str]()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[str] = Counter()

    @property
    def headers(self) -> dict[str, str]:
        """The headers of its requests."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def join(self, code: str) -> None:
        """Become a head judge by a link."""
        words = [sys.executable, "manage.py", "shell", "-v0", "-c", INVITE.format(code=code)]
        done = subprocess.run(words, env=self.stack.env, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        path = f"/t/staff/{done.stdout.split()[-1]}/"
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)', self._ask("GET", path))
        assert token is not None
        self._ask("POST", path, {"csrfmiddlewaretoken": token[1], "called": "Desk"})

    def _ask(self, method: str, path: str, form: dict[str, str] | None = None) -> str:
        """Ask the web server itself, as the proxy does."""
        made = http.client.HTTPConnection("127.0.0.1", self.stack.moves, timeout=60)
        named = {"Host": proxy.HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
        named |= {"Referer": f"https://{proxy.HOST}/", **self.headers}
        named |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        made.request(method, path, urlencode(form) if form else None, named)
        reply = made.getresponse()
        text = reply.read().decode()
        assert reply.status in (200, 302), (path, reply.status, text[:500])
        for one in reply.headers.get_all("Set-Cookie", []):
            name, _, value = one.partition(";")[0].partition("=")
            self.cookies[name] = value
        made.close()
        return text

    async def read(self, code: str, pause: float) -> None:
        """Read the pages, one after the other, until it is cancelled."""
        while True:
            for page in PAGES:
                path = f"/t/{code}/{page}"
                if page == "standings/":
                    path = f"/api/v1/tournaments/{code}/{page}"
                began = time.perf_counter()
                try:
                    reply = await wire.ask(self.stack.server, "GET", path, self.headers)
                except wire.Lost:
                    self.statuses["lost"] += 1
                else:
                    self.statuses[str(reply.status)] += 1
                    took = time.perf_counter() - began
                    self.seconds[f"page {page.strip('/') or 'tournament'}"].append(took)
                await asyncio.sleep(pause)
