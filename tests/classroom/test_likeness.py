"""Which code is alike: what renaming hides is found, what all have is left out."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from autograder.classroom import likeness
from autograder.classroom.course import Course
from autograder.classroom.likeness import EQUAL, PARTS, RENAMED, similar_submissions
from autograder.classroom.page import classpage, roll, slides
from autograder.classroom.page.roll import Likenesses, Roll
from autograder.uploads.notebooks import Cells
from tests.classroom.made_course import ANN, BOB, course, row
from tests.small import ROOT

RIGHT = (ROOT / "reference" / "alpha_beta.py").read_text("utf-8")
OTHERS = tuple(
    path.read_text("utf-8")
    for path in sorted((ROOT / "tests" / "programs").glob("*/*/alpha_beta.py"))
)
STUB = (ROOT / "student_template" / "alpha_beta.py").read_text("utf-8")
OWN = '''
def best_first(game, states, history):
    """Order states by how often they were cut."""
    ranked = []
    for place, state in enumerate(states):
        score = history.get(state, 0) * 17 - place
        ranked.append((score, place, state))
    ranked.sort(key=lambda each: (-each[0], each[1]))
    while len(ranked) > 12 and ranked[-1][0] < -4:
        ranked.pop()
    return [state for _, _, state in ranked if not game.is_terminal(state)]
'''


def found(*texts: str, stub: str = "") -> list[tuple[tuple[str, ...], str]]:
    """Which of these are alike, by letters, and how."""
    made = {chr(ord("a") + i): {"x.py": text} for i, text in enumerate(texts)}
    return [
        (each.names, each.how) for each in similar_submissions(made, {"x.py": stub})
    ]


def renamed(text: str) -> str:
    """The same with other names, other layout, and comments."""
    for name in ("value", "v", "state", "action", "game", "alpha", "beta"):
        text = re.sub(rf"\b{name}\b", f"my_{name}", text)
    return text.replace("    ", "\t").replace("\n\n", "\n\n\n# a comment\n")


def test_equal_files_are_one_group() -> None:
    """However many there are."""
    assert (("a", "c", "d"), EQUAL) in found(RIGHT, OTHERS[0], RIGHT, RIGHT)


def test_other_names_layout_and_comments_hide_nothing() -> None:
    """Nor do docstrings."""
    assert renamed(RIGHT) != RIGHT
    assert found(RIGHT, renamed(RIGHT)) == [(("a", "b"), RENAMED)]
    told = RIGHT.replace('"""', '"""Mine. ', 1)
    assert found(RIGHT, told) == [(("a", "b"), RENAMED)]


def test_another_literal_is_another_program() -> None:
    """A number is no name."""
    assert found("x = [1, 2, 3] * 4\n" * 9, "x = [1, 2, 5] * 4\n" * 9) == []


def test_a_long_part_is_found_in_other_surroundings() -> None:
    """With its lines in both."""
    one = f"import math\n{OWN}\nprint(math.pi)\n"
    other = f"TABLE = {{}}\nDEPTH = 4\n\n{renamed(OWN)}\n"
    (pair,) = similar_submissions({"a": {"x.py": one}, "b": {"y.py": other}}, {})
    assert (pair.names, pair.how) == (("a", "b"), PARTS)
    assert pair.share > 0.6
    (part,) = pair.parts[:1]
    assert one.splitlines()[part.one[1] - 1].startswith("def best_first")
    assert other.splitlines()[part.other[1] - 1].startswith("def best_first")
    assert (part.one[0], part.other[0]) == ("x.py", "y.py")


def test_a_part_ends_with_its_file() -> None:
    """Two files in a row that are shared are two parts, of lines that there are."""
    one = {"a.py": OWN, "b.py": OTHERS[0]}
    other = {"a.py": f"import math\n{OWN}", "b.py": f"{OTHERS[0]}\nprint(math.pi)\n"}
    (pair,) = similar_submissions({"a": one, "b": other}, {})
    assert [(part.one[0], part.other[0]) for part in pair.parts] == [
        ("a.py", "a.py"),
        ("b.py", "b.py"),
    ]
    for part in pair.parts:
        for (name, first, last), files in ((part.one, one), (part.other, other)):
            assert 1 <= first < last <= len(files[name].splitlines()), part


def test_of_equal_ones_under_other_names_two_are_shown() -> None:
    """File by file, and not two that are equal."""
    one, other = {"a.py": OWN, "b.py": RIGHT}, {"a.py": OWN, "b.py": renamed(RIGHT)}
    *_, group = similar_submissions({"a": one, "b": one, "c": other}, {})
    assert (group.names, group.how) == (("a", "c", "b"), RENAMED)
    assert [part.one for part in group.parts] == [
        ("a.py", 2, len(OWN.splitlines())),
        ("b.py", *lines(RIGHT)),
    ]
    assert group.parts[1].other == ("b.py", *lines(renamed(RIGHT)))


def lines(text: str) -> tuple[int, int]:
    """The first and the last line of a text that has something but a docstring."""
    found = [place for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    first = next(i for i, t in enumerate(text.splitlines(), 1) if t.startswith("from"))
    return first, found[-1]


def test_who_hands_in_the_stub_is_alike_to_nobody() -> None:
    """It is the same for all who have not begun, with comments or without."""
    begun = STUB.replace("raise NotImplementedError", "return  # later")
    assert found(STUB, STUB, f"# mine\n{STUB}", stub=STUB) == []
    assert found(f"# mine\n{STUB}", f"# yours\n\n{STUB}", stub=STUB) == []
    assert found(begun, begun, STUB, stub=STUB) == [(("a", "b"), EQUAL)]


def test_what_the_stub_has_is_nobodys() -> None:
    """Two who have left it as it is are equal, and share no more."""
    assert found(f"{STUB}\nx = 1\n", f"y = [2]\n{STUB}", stub=STUB) == []


def test_what_much_of_the_class_has_is_nobodys() -> None:
    """Beside it the part that only two have is found."""
    class_of = [f"{RIGHT}\nTABLE = {place}\n" * 1 for place in range(8)]
    assert found(*class_of) == []
    mine, yours = f"{OWN}{class_of[0]}", f"{class_of[1]}{OWN}"
    assert (("a", "b"), PARTS) in found(mine, yours, *class_of[2:])


def test_what_thousands_have_makes_no_pairs() -> None:
    """A part that 31 have is nobody's, though they are no tenth of the class."""
    class_of = [
        f"TABLE = [{', '.join(map(str, range(n, n + 20)))}]"
        for n in range(0, 40000, 100)
    ]
    thirty = [f"{OWN}{text}" for text in class_of[:30]]
    assert PARTS in {how for _, how in found(*thirty, *class_of[30:])}
    more = f"{OWN}{class_of[30]}"
    assert found(*thirty, more, *class_of[31:]) == []


def test_different_programs_of_one_algorithm_are_not_equal() -> None:
    """The programs of tests/programs: none is another under other names."""
    kinds = {how for _, how in found(*OTHERS)}
    assert not kinds & {EQUAL, RENAMED}


@pytest.mark.parametrize("text", ["", "def f(:\n", '"""never ends', "\tx\n y\n", "\0"])
def test_what_is_no_python_is_read_as_far_as_it_goes(text: str) -> None:
    """Nothing is raised."""
    assert found(text, RIGHT) == []


def test_texts_are_those_of_python_files() -> None:
    """What is no UTF-8 is marked."""
    content = {PurePosixPath("a.py"): b"x = '\xff'", PurePosixPath("b.txt"): b"b"}
    assert likeness.texts(content) == {"a.py": "x = '\ufffd'"}


def two() -> tuple[Course, Likenesses]:
    """Ann and Bob, who share a part."""
    made = course(row(ANN, 6, 4), row(BOB, 3, 2.5))
    sources = {"submission_11": {"x.py": OWN}, "submission_12": {"y.py": f"#\n{OWN}#"}}
    mine = {**sources, "submission_12": {"y.py": f"import math\n{OWN}"}}
    return made, Likenesses(similar_submissions(mine, {}), mine)


def test_a_part_of_a_notebook_is_told_by_cells() -> None:
    """From the first cell and line to the last; of a program by its lines."""
    made, likenesses = two()
    cells = Cells("x", "x.ipynb", begins=(1, 8), numbers=(2, 5))
    of_ann = replace(likenesses, cells={"submission_11": (cells,)})
    text = classpage.class_page_html(made, "", Roll(equal=of_ann))
    assert "submission_11, x.ipynb, cell 2, line 2 to cell 5, line" in text
    assert "submission_12, y.py, lines 3 to" in text


def test_the_page_shows_it_side_by_side() -> None:
    """With files and lines, and no verdict; on slides there is nothing of it."""
    made, likenesses = two()
    text = classpage.class_page_html(made, "", Roll(equal=likenesses))
    assert "Equal code" in text
    assert roll.TOLD in text
    assert "submission_11, x.py, lines 2 to" in text
    assert "submission_12, y.py, lines 3 to" in text
    assert text.count("def best_first(game, states, history):") == 2
    assert "Equal code" not in classpage.class_page_html(
        slides.course_under_pseudonyms(made)
    )
