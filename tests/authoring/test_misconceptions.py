"""Each misconception is an edit that makes a mistake of a right program, said plainly.

Every file of `reference/misconceptions/` is read and looked at.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.answers import program
from autograder.answers.board import ModuleError
from autograder.authoring import edits, misconceptions
from autograder.authoring.misconceptions import Mistake, Right, all_misconceptions
from autograder.project import load_module
from autograder.report.plain import LONGEST_LINE
from tests.cases import for_each
from tests.mistaken import QUESTIONS
from tests.small import ROOT

REFERENCE = ROOT / "reference"
LONGEST_TITLE = 70
LONGEST_TEXT = 700

# Every line of the references that computes, compares, calls or returns has one of
# these; prose has none of them.
SIGNS_OF_CODE = re.compile(r"[=<>()\[\]{}`]|[a-z_]\.\w|\breturn v\b")
PRAISE = re.compile(r"\bseems? to be right\b|\b(stops in time|do(es)? well)\b")
OF_FUNCTIONS = re.compile(
    r"\byour (two )?functions\b|\bM(AX|IN)'s function\b", re.IGNORECASE
)
ORDERS = re.compile(
    r"\b(replace|instead write|change it|must be|fix|correct it)\b", re.IGNORECASE
)


# What each one says


def test_there_are_enough_to_name_what_goes_wrong() -> None:
    """Over a hundred; titles tell them apart."""
    assert len(all_misconceptions()) >= 100
    titles = [each.title for each in all_misconceptions()]
    assert len(set(titles)) == len(titles)


def test_a_mistake_is_known_by_the_name_of_its_file() -> None:
    """In the order of the names; folders hold those of functions without a game."""
    names = [each.name for each in all_misconceptions()]
    assert names == sorted(
        path.stem for path in (REFERENCE / "misconceptions").glob("*.yaml")
    )


def test_a_title_is_a_short_phrase() -> None:
    """A sentence without its full stop."""
    for mistake in all_misconceptions():
        assert 0 < len(mistake.title) <= LONGEST_TITLE, mistake.name
        assert mistake.title[0].isupper(), mistake.name
        assert not mistake.title.endswith("."), mistake.name


def test_it_tells_the_student_in_two_paragraphs() -> None:
    """What the code seems to do and why not; and last a question."""
    for mistake in all_misconceptions():
        said, asked = mistake.text.split("\n")
        # It is what an observation suggests, not what is known.
        assert "seem" in said, mistake.name
        assert "?" not in said, mistake.name
        assert asked.endswith("?"), mistake.name
        assert len(mistake.text) <= LONGEST_TEXT, mistake.name
        # A longer line is cut where a report is written.
        assert max(map(len, (said, asked))) <= LONGEST_LINE, mistake.name
        assert "  " not in mistake.text, mistake.name


def test_it_never_shows_the_corrected_code() -> None:
    """Neither anything that could be typed, nor an order of what to type."""
    for mistake in all_misconceptions():
        for text in (mistake.title, mistake.text):
            assert not SIGNS_OF_CODE.search(text), mistake.name
            assert not ORDERS.search(text), mistake.name


def test_it_holds_beside_another_mistake() -> None:
    """Two may be told at once: that all the rest is right is not known."""
    for mistake in all_misconceptions():
        assert not PRAISE.search(mistake.text), mistake.name


def test_it_holds_where_there_is_one_function() -> None:
    """For both players; nothing is said of one that belongs to MAX or to MIN."""
    for mistake in all_misconceptions():
        said = f"{mistake.title}. {mistake.text}"
        assert not OF_FUNCTIONS.search(said), mistake.name


def test_it_names_no_function() -> None:
    """A search may be one function for both players, whatever it is called."""
    for mistake in all_misconceptions():
        said = mistake.title + mistake.text
        assert not re.search(r"[a-z]_[a-z]", said), mistake.name


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_rule_sees_code(question: str) -> None:
    """A positive control: no statement of a reference's searches passes for prose."""
    module = load_module(REFERENCE / f"{question}.py")
    for function in ("max_value", "min_value", f"{question}_search"):
        source = inspect.getsource(getattr(module, function))
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.FunctionDef)
        for statement in definition.body[1:]:
            assert (
                SIGNS_OF_CODE.search(ast.unparse(statement))
                or statement is (definition.body[-1])
            )


SUM = program.parse("def value(): return 1 + 2\ndef search(): return value()")


def right(module: str = "sums") -> Right:
    """A right program that adds two numbers."""
    return Right(SUM, ("value",), "search", module)


def test_each_edit_that_fits_makes_a_program() -> None:
    """In their order; where none fits there is no program."""
    one, other, third = (
        edits.parse(text) for text in ("- 1 - A\n+ A", "- 1 + A\n+ A", "- A + B\n+ 0")
    )
    path = Path("nothing.yaml")
    mistake = Mistake(path, "t", "Why?", (one, other, third))
    values = [made.module("m").search() for made in mistake.programs(right())]
    assert values == [2, 0]
    assert not [*Mistake(path, "t", "Why?", (one,)).programs(right())]


def test_a_mistake_is_not_made_in_a_module_where_its_words_make_no_sense() -> None:
    """Though its edit would fit there."""
    mistake = Mistake(
        Path("nothing.yaml"), "t", "Why?", (edits.parse("- 1\n+ 2"),), not_in=("two",)
    )
    made = [[*mistake.programs(right(module))] for module in ("one", "two")]
    assert [len(each) for each in made] == [1, 0]


def test_an_edit_that_leaves_a_name_unknown_does_not_fit() -> None:
    """Such as a variable that the program has not: it would only crash."""
    assert right().edited(edits.parse("- 1\n+ nobody")) is None
    made = right().edited(edits.parse("- value()\n+ 3")) or right().edited(
        edits.parse("@ search\n- value()\n+ 3")
    )
    assert made is not None
    assert list(made.functions) == ["value", "search"], "it is asked for"


# Files that are none

WHOLE = {
    "title": "title: Adds one",
    "gravity": "gravity: step",
    "told": "told: |\n  It seems to add one.\n\n  Does it?",
    "edit": "edit: |\n  - v\n  + v + 1",
}
Read = Callable[..., tuple[Mistake, ...]]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Read a folder with one file, of these keys or of this text."""

    def read_one(text: str = "", **keys: str) -> tuple[Mistake, ...]:
        text = text or "\n".join((WHOLE | keys).values())
        (tmp_path / "adds.yaml").write_text(text, encoding="utf-8")
        monkeypatch.setattr(misconceptions, "FOLDER", tmp_path)
        monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
        misconceptions._of.cache_clear()
        return all_misconceptions()

    return read_one


def test_a_file_says_all_there_is(read: Read) -> None:
    """Paragraphs become lines; one edit or a list of them."""
    (one,) = read()
    assert (one.name, one.title) == ("adds", "Adds one")
    assert one.text == "It seems to add one.\nDoes it?"
    assert len(one.edits) == 1
    (more,) = read(edit="edit:\n  - |\n    - v\n    + w\n  - |\n    - w\n    + v")
    assert len(more.edits) == 2


@for_each(
    "keys, said",
    [
        ({"title": ""}, ": it has no title, which is what the code does, in a few"),
        (
            {"told": ""},
            ": it has no told, which is why that is not the algorithm, with",
        ),
        ({"edit": ""}, ": it has no edit, which is the edit that makes it, or"),
        ({"title": "title: 3"}, ": title is no text; it is what the code does"),
        ({"title": "title: [a, b]"}, ": title is no text; it is what the code does"),
        ({"edit": "edit: {a: b}"}, ": edit is no text; it is the edit that makes it"),
        ({"edit": "edit: []"}, ": edit is no text; it is the edit that makes it"),
        ({"edit": "edit: [3]"}, ": edit is no text; it is the edit that makes it"),
        ({"more": "more: a\nmany: b"}, ": unknown key 'many'"),
        ({"not_in": "not_in: max_n"}, ": not_in is no list of modules"),
        ({"not_in": "not_in: [3]"}, ": not_in is no list of modules"),
        ({"edit": "edit: |\n  v"}, ": edit: each line begins with -, + or a space"),
        (
            {"edit": "edit: |\n  @ nim\n  - v"},
            ": edit: unknown place 'nim'; known: max",
        ),
        ({"edit": "edit: |\n  - v = = 0"}, ": edit: invalid syntax: v = = 0"),
        ({"edit": "edit: |\n  + v"}, ": edit: no line is there to be found"),
        ({"edit": "edit: '- if'"}, ": edit: invalid syntax: if"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    read: Read, keys: dict[str, str], said: str
) -> None:
    """In one sentence, with the file's name."""
    with pytest.raises(ModuleError) as told:
        read(**keys)
    assert str(told.value).startswith(f"adds.yaml{said}")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "text, said",
    [
        ("title: [", "adds.yaml: cannot be read: while parsing a flow"),
        ("just a text", "adds.yaml: expected the keys title, told, edit"),
        ("# nothing", "adds.yaml: expected the keys title, told, edit"),
    ],
)
def test_what_is_no_misconception_at_all(read: Read, text: str, said: str) -> None:
    """Neither is a text that is no YAML."""
    with pytest.raises(ModuleError) as told:
        read(dedent(text))
    assert str(told.value).startswith(said)
