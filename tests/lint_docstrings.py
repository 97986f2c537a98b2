"""Lint the docstrings of the packages: short first lines, and one for every public name.

``tests.lint_words`` runs it. A method that overrides a documented one needs no docstring.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

PACKAGES: Final = ("bots", "cards", "config", "games")
FIRST_LINE_CHARACTERS: Final = 80
VIEW_METHODS: Final = {"get", "post", "put", "patch", "delete", "options"}
COMMAND_METHODS: Final = {"add_arguments", "handle"}
UNDOCUMENTED: Final = VIEW_METHODS | COMMAND_METHODS | {"Meta"}
"""Names without a docstring: the OpenAPI file or the framework documents them."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Classes = Mapping[str, tuple[set[str], set[str]]]
"""The bases and the documented methods of each class, by name."""


def python_sources(root: Path) -> dict[str, str]:
    """Return the text of every module of the packages by path, without migrations."""
    paths = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in paths
        if "migrations" not in path.parts
    }


def docstring_flaws(texts: Mapping[str, str]) -> list[str]:
    """Return the missing docstrings and the long first lines, each with its place."""
    trees = {path: ast.parse(text) for path, text in texts.items() if text.strip()}
    classes = documented_classes(trees.values())
    return [
        f"{path}:{flaw}"
        for path, tree in trees.items()
        for flaw in (*flaws_of(tree, 1, "module"), *flaws_inside(tree, classes))
    ]


def documented_classes(trees: Iterable[ast.Module]) -> Classes:
    """Return the bases and documented methods by class; classes of one name are merged."""
    classes: dict[str, tuple[set[str], set[str]]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            bases, methods = classes.setdefault(node.name, (set(), set()))
            bases |= {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}
            methods |= {one.name for one in definitions(node) if ast.get_docstring(one)}
    return classes


def inherited_methods(name: str, classes: Classes) -> set[str]:
    """Return the names of the documented methods of the bases of a class."""
    bases = {base for base in classes[name][0] if base in classes and base != name}
    own = {method for base in bases for method in classes[base][1]}
    return own.union(*(inherited_methods(base, classes) for base in bases))


def definitions(node: ast.AST) -> Iterator[Definition]:
    """Yield the functions and classes directly inside a module or class, or its blocks."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield child
        else:
            yield from definitions(child)


def flaws_inside(node: ast.AST, classes: Classes, is_private: bool = False) -> Iterator[str]:
    """Yield the flaws of all definitions inside a node; private ones need no docstring."""
    inherited = inherited_methods(node.name, classes) if isinstance(node, ast.ClassDef) else set()
    for one in definitions(node):
        private = is_private or one.name.startswith("_")
        exempt = private or one.name in UNDOCUMENTED or one.name in inherited
        yield from flaws_of(one, one.lineno, one.name, exempt)
        yield from flaws_inside(one, classes, private or not isinstance(one, ast.ClassDef))


def flaws_of(
    node: Definition | ast.Module, line: int, name: str, is_exempt: bool = False
) -> Iterator[str]:
    """Yield what is wrong with a docstring; one that is exempt may be missing."""
    text = ast.get_docstring(node)
    if not text and not is_exempt:
        yield f"{line}: {name} has no docstring"
    first = (text or "").split("\n")[0]
    if len(first) > FIRST_LINE_CHARACTERS:
        yield (
            f"{line}: the docstring of {name} has a first line of {len(first)} characters, "
            f"more than {FIRST_LINE_CHARACTERS}"
        )
