"""The texts of imports and exports: problems of files, and the pages of the admin."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

CATALOG: Final = "cards/exchange"

PROBLEMS: Final = Texts(
    CATALOG,
    "import-problem",
    {
        "another-set": "this row belongs to the set {code}, and the file to {expected}",
        "cell-too-long": "the cell has {length} characters: {most} at most",
        "column-missing": "the column {column} is missing",
        "column-twice": "the column {column} is given twice",
        "column-unknown": "there is no column {column}: {choices}",
        "copies": "{count} copies: a draft can have {most} of a card at most",
        "date": "the cell holds a date: format it as text and write it again",
        "fault-in-sheet": "the cell holds the error {value}",
        "file-too-large": "the file has {size} bytes: {most} at most",
        "formula": "the cell holds a formula: write its value instead",
        "name-differs": "the sheet of cards calls it {name}",
        "no-archive": "the file cannot be read as a workbook or an archive: {reason}",
        "no-code": "the code of the set is missing",
        "no-format": "the file is neither JSON, CSV, XLSX nor an archive of CSV files",
        "no-json": "not JSON: {reason}",
        "no-rows": "the sheet has no rows",
        "no-set": "there is no draft with the code {code}, so the file needs the sheet {sheet}",
        "not-a-choice": "{value} is not possible here: {choices}",
        "not-a-number": "{value} is not a whole number",
        "not-text": "the file is not UTF-8 text (byte {at})",
        "one-row": "the sheet has one row, for the set itself",
        "sheet-twice": "the sheet {sheet} is given twice",
        "sheet-unknown": "there is no sheet {sheet}: {choices}",
        "sheets-none": "the file has none of the sheets {choices}",
        "too-many-columns": "more than {most} columns",
        "too-many-rows": "more than {most} rows",
        "unknown-card": "the set has no card {code}",
        "unknown-word": "there is no word {field}: {choices}",
        "unpacked-too-large": "the file unpacks to {size} bytes: {most} at most",
        "wide-row": "the row has more cells than the sheet has columns",
        "word-twice": "{code} has a row for {field} already",
    },
)
"""Why a file cannot be imported."""

PLACES: Final = Texts(
    CATALOG,
    "import-place",
    {
        "cell": "{sheet}, row {row}, column {column}",
        "column": "{sheet}, column {column}",
        "file": "the file",
        "problem": "{place}: {reason}",
        "row": "{sheet}, row {row}",
        "sheet": "{sheet}",
    },
)
"""Where in a file a problem is."""

PAGE: Final = Texts(
    CATALOG,
    "exchange",
    {
        "cancel": "Cancel",
        "changes": "What changes",
        "choose-code": "Give the other code: lower-case letters, digits and single hyphens.",
        "choose-what": "Choose what to do.",
        "code-taken": "There is a draft {code} already.",
        "csv": "CSV: an archive with a file for each sheet",
        "export": "Export",
        "export-help": "JSON is the exact form of an edition: its SHA-256 is the hash of the"
        " edition. A spreadsheet has the sheets set, cards, decks and words, and can be imported"
        " again without a loss.",
        "exists": "There is a draft {code} here. It is not necessarily the same set.",
        "file": "File",
        "file-help": "JSON, CSV, an archive of CSV files, or XLSX, of at most 2 MB. A spreadsheet"
        " may lack sheets of a set that is stored here: their content stays.",
        "hash": "Hash",
        "import": "Import",
        "import-as": "Import it under another code",
        "import-intro": "Nothing is stored before you have seen what changes. A set that the lint"
        " finds something about is not imported.",
        "import-new": "Import it as a new draft",
        "import-title": "Import a card set",
        "imported": "Imported: {name}.",
        "new-code": "Other code",
        "new-set": "There is no draft {code}: a new one is made.",
        "no-changes": "Nothing: the draft has exactly these cards already.",
        "normalized": "As a draft: a draft has its decks in the order of its cards, and lists no"
        " single copies.",
        "from-draft": "the draft",
        "from-file": "the file",
        "nothing-imported": "Nothing is imported:",
        "replace": "Replace my draft {code}",
        "set": "Set",
        "size": "{count} cards for {variant}",
        "what": "What to do",
        "words-csv": "Words only, as CSV",
        "words-xlsx": "Words only, as XLSX",
        "xlsx": "XLSX: a workbook",
        "json": "JSON: the exact form",
    },
)
"""The pages that import and export sets."""

WORD_PROBLEMS: Final = Texts(
    CATALOG,
    "word-problem",
    {
        "changed-meanwhile": "another user has changed it meanwhile: {value}",
        "note": "a note has 300 characters at most, and no control characters",
        "words-only": "here only the sheet of words can be imported",
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
        "import": "Import a sheet of words",
        "import-help": "CSV or XLSX with the columns set, code, field, a column for each language,"
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
        "sheet-csv": "Sheet as CSV",
        "sheet-xlsx": "Sheet as XLSX",
        "stale": "stale",
        "stale-only": "Stale",
        "title": "Words",
        "write": "Write these words",
    },
)
"""The page of the words of a set."""
