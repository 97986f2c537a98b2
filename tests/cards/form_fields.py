"""Read the forms of pages, as a browser would send them."""

from html.parser import HTMLParser


class Fields(HTMLParser):
    """The fields of a form as a browser would send them, but for buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.name = self.select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        name = given.get("name", "")
        if tag == "input" and name and given.get("type") not in ("submit", "button"):
            is_box = given.get("type") in ("radio", "checkbox")
            if not is_box or "checked" in given:
                self.found[name] = given.get("value", "")
        elif tag == "textarea":
            self.name, self.found[name] = name, ""
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in given:
            self.found[self.select] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.name:
            self.found[self.name] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.found[self.name] = self.found[self.name].removeprefix("\n")
            self.name = ""
        elif tag == "select":
            self.select = ""
