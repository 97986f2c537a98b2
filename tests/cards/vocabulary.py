"""The texts of the 52 Ultimate cards, written in the language of cards."""

from pathlib import Path

from cards.language import decode_edition

VOCABULARY = decode_edition(Path(__file__).with_name("ultimate_vocabulary.json").read_bytes())
