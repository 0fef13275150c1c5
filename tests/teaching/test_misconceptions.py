"""Each misconception is the reference with one mistake, said plainly, and visible.

What is visible is checked against a minimax of its own, written here, and against the
visits of the reference and of the conventions that the default assignment accepts.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import pytest

from autograder.answers.trusted import local_game
from autograder.assignment import file as assignmentfile
from autograder.project import load_module
from autograder.trees.tree import GameTree
from tests.small import ROOT

REFERENCE = ROOT / "reference"
QUESTIONS = ("minimax", "alpha_beta")
SEARCHES = {"minimax": "minimax_search", "alpha_beta": "alpha_beta_search"}
CONVENTIONS = {
    "minimax": (REFERENCE / "minimax.py",),
    "alpha_beta": (
        REFERENCE / "alpha_beta.py",
        *sorted((REFERENCE / "conventions").glob("*.py")),
    ),
}
PATHS = {
    question: sorted((REFERENCE / "misconceptions" / question).glob("*.py"))
    for question in QUESTIONS
}
MODULES = [
    pytest.param(question, path, id=f"{question}-{path.stem}")
    for question in QUESTIONS
    for path in PATHS[question]
]
each_module = pytest.mark.parametrize("question, path", MODULES)

MOST_MODULES_OF_ONE_FAMILY = 10
LONGEST_TITLE = 70
MOST_CHANGED_LINES = 20  # removed and added: pairs change every return and every call
TREES = assignmentfile.load(ROOT / "test_trees").trees()

# Every line of the references that computes, compares, calls or returns has one of
# these; prose has none of them.
SIGNS_OF_CODE = re.compile(r"[=<>()\[\]{}`]|\w\.\w|\breturn v\b")
ORDERS = re.compile(
    r"\b(replace|instead write|change it|must be|fix|correct it)\b", re.IGNORECASE
)

Observation: TypeAlias = tuple[str, frozenset[int], str]  # value, visits, action


@cache
def module(path: Path) -> ModuleType:
    """The module, loaded once for all tests."""
    return load_module(path)


@cache
def docstring(path: Path) -> str:
    """What the student is told."""
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def code_lines(path: Path) -> list[str]:
    """The lines of a module but for its docstring, FAMILY and CONVENTION."""
    text = path.read_text("utf-8")
    body = text.split('"""\n', 1)[1]
    return re.sub(r'\n(FAMILY|CONVENTION) = ".*"\n', "", body, count=1).splitlines()


def changed_lines(question: str, path: Path) -> int:
    """How many lines a module has not from the reference, or has lost."""
    reference = code_lines(REFERENCE / f"{question}.py")
    found = difflib.ndiff(reference, code_lines(path))
    return sum(line[0] in "+-" for line in found)


def called(
    path: Path, function: str, tree: GameTree, *window: float
) -> tuple[str, frozenset[int]]:
    """What a call returns or raises, as a text, and the set of nodes visited."""
    game, root, visited = local_game(tree)
    try:
        returned = getattr(module(path), function)(game, root, *window)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        returned = type(error)
    shown = repr(returned + 0.0 if type(returned) in (int, float) else returned)
    return shown, frozenset(visited)


@cache
def observed(question: str, path: Path, name: str) -> Observation:
    """The value at the root, the set of nodes visited for it, and the action."""
    tree = TREES[name]
    window = tree.window if question == "alpha_beta" else ()
    returned, visited = called(path, f"{tree.root.to_move}_value", tree, *window)
    return returned, visited, called(path, SEARCHES[question], tree)[0]


@cache
def exact(name: str, index: int = 0) -> float:
    """The minimax value of a node, without any submission."""
    node = TREES[name].nodes[index]
    values = [exact(name, child) for child in node.children]
    best = max if node.to_move == "max" else min
    return best(values) if values else float(node.utility or 0)


def is_wrong_on(question: str, path: Path, name: str) -> bool:
    """Whether the observation on a tree is that of no convention, or loses points."""
    shown, visited, action = observed(question, path, name)
    nodes = TREES[name].nodes
    best = {
        repr(nodes[child].label)
        for child in nodes[0].children
        if exact(name, child) == exact(name)
    }
    accepted = {
        observed(question, convention, name)[:2] for convention in CONVENTIONS[question]
    }
    return (shown, visited) not in accepted or action not in best


def test_there_are_enough_to_name_what_goes_wrong() -> None:
    """At least 45 in all, of each question enough to compare; names tell them apart."""
    assert sum(len(paths) for paths in PATHS.values()) >= 45
    assert len(PATHS["minimax"]) >= 15
    assert len(PATHS["alpha_beta"]) >= 30


@pytest.mark.parametrize("question", QUESTIONS)
def test_titles_are_unique_and_families_are_families(question: str) -> None:
    """No two titles of a question are alike; no family is a heap."""
    titles = [docstring(path).partition("\n")[0] for path in PATHS[question]]
    assert len(set(titles)) == len(titles)
    families = Counter(module(path).FAMILY for path in PATHS[question])
    assert max(families.values()) <= MOST_MODULES_OF_ONE_FAMILY
    assert len(families) >= 8


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_convention_is_never_wrong(question: str) -> None:
    """A positive control: by the same measure the accepted ways are right."""
    for path in CONVENTIONS[question]:
        assert not any(is_wrong_on(question, path, name) for name in TREES)


@each_module
def test_it_is_the_reference_with_one_mistake(question: str, path: Path) -> None:
    """A few lines differ, all within a few functions; the interface is the stub's."""
    assert 1 <= changed_lines(question, path) <= MOST_CHANGED_LINES
    for name in ("max_value", "min_value", "value", SEARCHES[question]):
        mistaken, right = (
            inspect.signature(getattr(module(file), name))
            for file in (path, REFERENCE / f"{question}.py")
        )
        assert mistaken == right


@each_module
def test_it_tells_the_student_in_three_paragraphs(question: str, path: Path) -> None:
    """A short title, what the code seems to do and why not, and last a question."""
    title, _, rest = docstring(path).partition("\n\n")
    assert 0 < len(title) <= LONGEST_TITLE
    assert title.endswith(".")
    said, asked = rest.split("\n\n")
    assert "seem" in said, "it is what an observation suggests, not what is known"
    assert "?" in asked
    assert "?" not in said
    assert len(rest) <= 700, f"{question}: too long to be read"


@each_module
def test_it_never_shows_the_corrected_code(question: str, path: Path) -> None:
    """Neither anything that could be typed, nor an order of what to type."""
    text = docstring(path)
    assert not SIGNS_OF_CODE.search(text)
    assert not ORDERS.search(text)
    right = set(code_lines(REFERENCE / f"{question}.py")) - set(code_lines(path))
    assert not any(line.strip() and line.strip() in text for line in right)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_rule_sees_code(question: str) -> None:
    """A positive control: no statement of a reference's searches passes for prose."""
    for function in ("max_value", "min_value", SEARCHES[question]):
        source = inspect.getsource(getattr(module(CONVENTIONS[question][0]), function))
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.FunctionDef)
        for statement in definition.body[1:]:
            assert (
                SIGNS_OF_CODE.search(ast.unparse(statement))
                or statement is (definition.body[-1])
            )


@each_module
def test_it_names_its_family_after_the_imports(question: str, path: Path) -> None:
    """A short phrase in lower case, in the same place of every module."""
    family = module(path).FAMILY
    assert isinstance(family, str)
    assert 0 < len(family) <= 60
    assert family[0].islower()
    assert not family.endswith(".")
    body = ast.parse(path.read_text("utf-8")).body
    kinds = [type(statement) for statement in body]
    assert kinds.index(ast.Assign) == kinds.index(ast.FunctionDef) - 1, question
    assert kinds.index(ast.Assign) == kinds.index(ast.If) + 1


@each_module
def test_it_ends_in_the_same_way_each_time(question: str, path: Path) -> None:
    """On every tree it returns or raises an ordinary exception, always the same."""
    for name in TREES:
        first = observed(question, path, name)
        assert observed.__wrapped__(question, path, name) == first


@each_module
def test_it_is_visible(question: str, path: Path) -> None:
    """Some tree of the default assignment shows it, under every convention."""
    assert any(is_wrong_on(question, path, name) for name in TREES)


@pytest.mark.parametrize("question", QUESTIONS)
def test_most_are_told_apart(question: str) -> None:
    """Nine of ten pairs, and of modules, have observations of their own."""
    seen = {
        path: tuple(observed(question, path, name) for name in TREES)
        for path in PATHS[question]
    }
    pairs = list(combinations(seen.values(), 2))
    assert sum(one != other for one, other in pairs) >= 0.9 * len(pairs)
    alone = sum(count == 1 for count in Counter(seen.values()).values())
    assert alone >= 0.9 * len(seen)
