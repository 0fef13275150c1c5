"""docs/errors.md is made from the code: what stands where an error is raised.

`python -m tests.renew errors` writes it anew.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from textwrap import fill
from types import ModuleType

from autograder.project import PROJECT

PAGE = PROJECT / "docs" / "errors.md"
HEAD = """\
# Errors

The sentences of the code, which say what to do. `…` stands for a name, a number, or
what was found; of a file, line and column come first. Search for a few words.
"""
SECTIONS = {  # by room
    "What is handed in": ("uploads",),
    "The command line": ("commands", "project"),
    "An assignment": ("adapters", "assignment", "answers", "authoring", "kinds"),
    "Tests of your own": ("testing",),
    "Trees and rule games": ("trees",),
    "A class": ("classroom",),
    "The grader and its machine": ("observing", "report", "sandbox", "venv"),
}
FIRST, LAST = (0, "{}"), (-1, "{}")
TELLS = {  # of what tells a user of a fault: which argument does, and behind what
    **dict.fromkeys(
        ("AssignmentError", "UntoldError", "GraderError", "Refused"), FIRST
    ),
    **dict.fromkeys(("BadGame", "LawError", "SetupError"), FIRST),
    **dict.fromkeys(("ArgumentTypeError", "UsageError"), FIRST),
    "ModuleError": (1, "…{}"),
    "OptionError": (1, "…: {}"),
    **dict.fromkeys(("Problem", "complain", "_complain", "problem", "_problem"), LAST),
    "new_pairs": LAST,
}
CALL = re.compile(rf"\b({'|'.join(TELLS)})\(")
OPEN, INDENT = "…", " " * 4
OTHERWISE, MANY, DEEP, FEW_WORDS = 3, 12, 4, 3


class Patterns:
    """The sentences that expressions of one function of a module may come to."""

    def __init__(self, module: ModuleType, function: ast.AST) -> None:
        self._module = module
        self._local: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._local.setdefault(node.targets[0].id, []).append(node.value)

    def of(self, node: ast.expr | None, depth: int = 0) -> list[str]:
        """The texts, with `…` for what only a run tells; at most MANY of them."""
        texts: list[str] = [OPEN]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts = [node.value]
        elif isinstance(node, ast.JoinedStr):
            texts = self._joined(node.values, depth)
        elif isinstance(node, ast.FormattedValue):
            texts = self.of(node.value, depth)
            texts = texts if len(texts) <= OTHERWISE else [OPEN]
        elif isinstance(node, ast.BinOp):
            texts = self._joined([node.left, node.right], depth)
        elif isinstance(node, ast.IfExp):
            texts = self.of(node.body, depth) + self.of(node.orelse, depth)
        elif isinstance(node, ast.Name | ast.Attribute) and depth < DEEP:
            texts = self._named(node, depth)
        elif isinstance(node, ast.Call) and depth < DEEP:
            texts = self._called(node, depth)
        return texts if len(texts) <= MANY else [OPEN]

    def _joined(self, parts: list[ast.expr], depth: int) -> list[str]:
        return ["".join(each) for each in product(*(self.of(p, depth) for p in parts))]

    def _named(self, node: ast.Name | ast.Attribute, depth: int) -> list[str]:
        name = ast.unparse(node)
        if name in self._local:
            return [t for v in self._local[name] for t in self.of(v, depth + 1)]
        value: object = self._module
        for part in name.split("."):
            value = getattr(value, part, None)
        return [value] if isinstance(value, str) else [OPEN]

    def _called(self, node: ast.Call, depth: int) -> list[str]:
        if isinstance(node.func, ast.Attribute):
            if node.func.attr != "format":
                return [OPEN]
            return [filled(text) for text in self.of(node.func.value, depth)]
        if ast.unparse(node.func) == "clean":
            return self.of(node.args[0], depth)
        name = ast.unparse(node.func)
        function = next((f for f in functions(self._module) if f.name == name), None)
        if function is None:
            return [OPEN]
        inside = Patterns(self._module, function)
        returned = [n.value for n in ast.walk(function) if isinstance(n, ast.Return)]
        return [text for value in returned for text in inside.of(value, depth + 1)]


@cache
def functions(module: ModuleType) -> list[ast.FunctionDef]:
    """All functions and methods of a module."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def filled(text: str) -> str:
    """A text with `…` in each of its fields."""
    parts = Formatter().parse(text)
    return "".join(said + (field is not None) * OPEN for said, field, _, _ in parts)


def sentences(module: ModuleType) -> Iterator[str]:
    """What a module tells its users, in its order."""
    for function in functions(module):
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        names = [ast.unparse(call.func).rpartition(".")[2] for call in calls]
        if TELLS.keys().isdisjoint(names):
            continue
        patterns = Patterns(module, function)
        for name, call in zip(names, calls, strict=True):
            place, form = TELLS.get(name, LAST)
            if name in TELLS and len(call.args) > place:
                for text in patterns.of(call.args[place]):
                    line = " ".join(form.format(text).split())
                    yield re.sub("(… ?)+…", OPEN, line)


def section(rooms: tuple[str, ...]) -> Iterator[str]:
    """A block for each module, of the sentences that have words of their own."""
    seen: set[str] = set()
    top = PROJECT / "autograder"
    for room in rooms:
        for path in sorted([*(top / room).rglob("*.py"), *top.glob(f"{room}.py")]):
            if not CALL.search(path.read_text(encoding="utf-8")):
                continue
            name = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            texts = dict.fromkeys(sentences(importlib.import_module(name)))
            new = [text for text in texts if text not in seen and has_words(text)]
            seen.update(new)
            if new:
                yield "\n".join(
                    fill(text, 84, subsequent_indent=INDENT) for text in new
                )


def has_words(text: str) -> bool:
    """Whether it says something, whatever `…` stands for."""
    return len(re.findall(r"[A-Za-z]{2,}", text)) >= FEW_WORDS


def content() -> str:
    """The page, as the code has it now."""
    parts = [HEAD]
    for title, rooms in SECTIONS.items():
        blocks = "\n\n".join(section(rooms))
        parts.append(f"\n## {title}\n\n```text\n{blocks}\n```\n")
    return "".join(parts)


def test_the_page_has_the_sentences_of_today() -> None:
    """Each as it stands in the code."""
    assert PAGE.read_text(encoding="utf-8") == content()


def test_what_users_met_is_there() -> None:
    """Sentences from constants, with choices, of a helper, and behind a path."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for sentence in (
        "is a damaged notebook (no JSON): save it again",
        "--tree …: no tree fits…",
        "…: not a usable zip (…); pack the zip again",
        "expected a whole number, found …",
        "… has no docstring: its first sentence is the law",
        "…: is no CSV (NUL bytes); save it as CSV UTF-8",
    ):
        assert sentence in page, sentence


def renew() -> None:
    """Write the page anew."""
    PAGE.write_text(content(), encoding="utf-8")
