"""A person at the admin: mouse and keyboard only, with every click and key counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 60_000
Parts = Sequence[tuple[str, dict[str, Any]]]
"""Effects or abilities: the words of each, and its fields by name."""


@dataclass
class Hand:
    """The hand of a user on a page; ``clicks`` and ``keys`` are what it has done."""

    page: Page
    url: str
    clicks: int = 0
    keys: int = 0
    steps: dict[str, tuple[int, int]] = field(default_factory=dict)

    def click(self, target: Locator) -> None:
        """Click once."""
        target.click()
        self.clicks += 1

    def choose(self, target: Locator, words: str) -> None:
        """Open a list and choose an entry: two clicks."""
        target.select_option(label=words)
        self.clicks += 2

    def write(self, target: Locator, text: str) -> None:
        """Click into a field, replace what it holds, and leave it."""
        self.click(target)
        target.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        self.keys += len(text) + 2

    def link(self, words: str, exact: bool = True) -> None:
        """Follow a link or press a button by its words."""
        target = self.page.get_by_role("link", name=words, exact=exact).or_(
            self.page.get_by_role("button", name=words, exact=exact)
        )
        self.click(target.locator("visible=true").first)

    def open(self, path: str) -> None:
        """Follow the visible link to a page of the admin."""
        self.click(self.page.locator(f'a[href^="/admin/{path}"]').locator("visible=true").first)

    def done(self, step: str) -> None:
        """Note what a step took, since the one before."""
        clicks = self.clicks - sum(one for one, _ in self.steps.values())
        keys = self.keys - sum(one for _, one in self.steps.values())
        self.steps[step] = (clicks, keys)

    def log_in(self, name: str, password: str) -> None:
        """Log in at the admin's own page."""
        self.page.goto(f"{self.url}/admin/login/?next=/admin/")
        self.write(self.page.locator("#id_username"), name)
        self.write(self.page.locator("#id_password"), password)
        self.page.locator("#id_password").press("Enter")
        self.keys += 1
        expect(self.page.get_by_role("link", name="Card sets").first).to_be_visible()

    # the form of a card

    def part(self, path: str) -> Locator:
        """Return the visible field of a card at a path; "" is the card."""
        whole = f"root.{path}" if path else "root"
        return self.page.locator(f'[data-schemapath="{whole}"]').locator("visible=true").first

    def fill(self, path: str, value: Any) -> None:
        """Fill a field: check boxes for a list, else a choice, or a typed value."""
        at = self.part(path)
        choices = at.locator("select:visible")
        if isinstance(value, list):
            for words in value:
                self.click(at.get_by_label(words, exact=True))
        elif isinstance(value, str) and choices.count():
            self.choose(choices.last, value)
        else:
            self.write(at.locator("input:visible").last, str(value))

    def more(self, path: str, words: str) -> None:
        """Add an optional field to a part."""
        at = self.part(path)
        opener = at.locator("button:visible", has_text="More fields").first
        self.click(opener)
        self.click(at.get_by_label(words, exact=True).locator("visible=true").first)
        self.click(opener)

    def add(self, path: str, noun: str, number: int, words: str, fields: dict[str, Any]) -> None:
        """Add an effect, an ability or another part, and fill its fields.

        The key "more" has the words of its optional fields, "do" the effects inside it.
        """
        self.click(self.part(path).get_by_role("button", name=f"Add: {noun}").last)
        here = f"{path}.{number}"
        if words:
            self.choose(self.part(here).locator("select:visible").first, words)
        for one in fields.get("more", ()):
            self.more(here, one)
        for name, value in fields.items():
            if name == "do":
                self.add_all(f"{here}.do", "Effect", value)
            elif name != "more":
                self.fill(f"{here}.{name}", value)

    def add_all(self, path: str, noun: str, parts: Parts, known: int = 0) -> None:
        """Add parts in order, after those that are there."""
        for number, (words, fields) in enumerate(parts[known:], known):
            self.add(path, noun, number, words, fields)

    def type(self, text: str) -> None:
        """Type into the field that has the focus, and leave it."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        self.keys += len(text) + 1
