"""A language of the copy: what a person would write to add one, in short."""

from collections.abc import Mapping

from cards.language.cards import CardDef
from cards.language.spoken.english import English

COLORS = {"red": "ruĝa", "blue": "blua", "green": "verda", "yellow": "flava", "purple": "purpura"}


class Esperanto(English):
    """Renders the text of a card in Esperanto, and the parts that it lacks in English."""

    tag = "eo"
    endonym = "Esperanto"
    decimal_sign = ","

    @staticmethod
    def color_name(code: str) -> str:
        return COLORS.get(code, code)

    @classmethod
    def definite_color(cls, code: str) -> str:
        return f"la {cls.color_name(code)}"

    @staticmethod
    def definite_name(card: CardDef, name: str) -> str:
        return name if name == card.name else f"la {name}"

    @staticmethod
    def filled(text: str, params: Mapping[str, object]) -> str:
        return text.replace("de la {", "de l’{").format_map(params)

    def plain_number(self) -> str:
        return "Numera karto: ĝi konvenas per koloro aŭ nombro."


SPEECH = Esperanto
