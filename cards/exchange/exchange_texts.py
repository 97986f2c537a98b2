"""The texts of imports and exports: problems of files, and the pages of the admin."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

CATALOG: Final = "cards/exchange"

PROBLEMS: Final = Texts(
    CATALOG,
    "import-problem",
    {
        "another-set": "this row belongs to the set {code}, and the words are those of {expected}",
        "column-missing": "the column {column} is missing",
        "column-twice": "the column {column} is given twice",
        "column-unknown": "there is no column {column}: {choices}",
        "copies": "{count} copies: a draft can have {most} of a card at most",
        "file-too-large": "the file has {size} bytes: {most} at most",
        "no-csv": "not CSV: {reason}",
        "no-rows": "the file has no rows",
        "not-text": "the file is not UTF-8 text (byte {at})",
        "too-many-rows": "more than {most} rows",
        "unknown-card": "the set has no card {code}",
        "unknown-word": "there is no word {field}: {choices}",
        "wide-row": "the row has more cells than the file has columns",
        "word-twice": "{code} has a row for {field} already",
    },
)
"""Why a file cannot be imported."""

PLACES: Final = Texts(
    CATALOG,
    "import-place",
    {
        "cell": "row {row}, column {column}",
        "file": "the file",
        "problem": "{place}: {reason}",
        "row": "row {row}",
    },
)
"""Where in a file a problem is."""

PAGE: Final = Texts(
    CATALOG,
    "exchange",
    {
        "changes": "What changes",
        "export": "Export as JSON",
        "exists": "There is a draft {code} here. It is not necessarily the same set. To keep it,"
        " import the file under another code.",
        "file": "File",
        "file-help": "The JSON of an export, of at most 2 MB.",
        "hash": "Hash",
        "import": "Import",
        "import-intro": "Nothing is stored before you have seen what changes. A set that the lint"
        " finds something about is not imported.",
        "import-new": "Import it as a new draft",
        "import-title": "Import a card set",
        "imported": "Imported: {name}.",
        "new-code": "Other code",
        "code-help": "To import it as another set: lower-case letters, digits and single hyphens.",
        "new-set": "There is no draft {code}: a new one is made.",
        "no-changes": "Nothing: the draft has exactly these cards already.",
        "normalized": "As a draft: a draft has its decks in the order of its cards, and lists no"
        " single copies.",
        "from-draft": "the draft",
        "from-file": "the file",
        "replace": "Replace my draft {code}",
        "set": "Set",
        "size": "{count} cards for {variant}",
    },
)
"""The pages that import and export sets."""

WORD_PROBLEMS: Final = Texts(
    CATALOG,
    "word-problem",
    {
        "changed-meanwhile": "another user has changed it meanwhile: {value}",
        "note": "a note has 300 characters at most, and no control characters",
    },
)
"""Why words cannot be changed."""

WORDS_PAGE: Final = Texts(
    CATALOG,
    "words",
    {
        "all": "All",
        "equal": "Missing, or the same as in English",
        "field-name": "name",
        "field-text": "text",
        "filter": "Show",
        "import": "Import words",
        "import-help": "CSV with the columns set, code, field, a column for each language,"
        " note and stale. What changes is shown first.",
        "intro": "A text replaces the one that is made of the effects. If the effects change, it is"
        " stale, and the made text is used again. Effects cannot be changed here.",
        "keep": "still right",
        "missing": "missing",
        "next": "Next",
        "no-rows": "No words to show.",
        "note": "Note",
        "nothing": "Nothing changes.",
        "previous": "Previous",
        "preview": "What changes",
        "refused": "Nothing is saved:",
        "same": "as in English",
        "save": "Save",
        "saved": "{count} saved.",
        "set-name": "The set",
        "export": "Words as CSV",
        "stale": "stale",
        "stale-only": "Stale",
        "title": "Words",
        "write": "Write these words",
    },
)
"""The page of the words of a set."""
