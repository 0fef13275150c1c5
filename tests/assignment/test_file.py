"""The assignment file: every key, every error with its place, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.assignment.questions import (
    FEEDBACK,
    HINTS,
    OF_ANY_TREE,
    ORDERS,
    RECURSION,
    REMEMBERS,
    VISIBILITIES,
    VISITS,
    Assignment,
    Case,
    Limits,
    Part,
    Points,
    Question,
    points_per_test,
)
from autograder.errors import FileProblems, UntoldError
from autograder.kinds import all as assignments
from autograder.trees.tree import GameTree
from tests.asking import points_of
from tests.small import ROOT, examples

QUESTION = (
    "questions:\n  - name: minimax\n    points: {value: 1}\n    trees: [one.yaml]\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three trees, one of them in a folder of its own."""
    for name in ("one", "two", "more/three"):
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text("tree: [1, 2]")
    (tmp_path / "notes.txt").write_text("no tree")
    return tmp_path


def load(folder: Path, text: str) -> Assignment:
    """The assignment of a text."""
    (folder / "assignment.yaml").write_text(text)
    return assignments.load(folder)


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with it, file by file."""
    with pytest.raises(FileProblems) as caught:
        load(folder, text)
    lines = str(caught.value).replace(f"{folder}/", "").splitlines()
    return [line.removeprefix("assignment.yaml:") for line in lines]


def names(assignment: Assignment) -> list[str]:
    """The trees in order."""
    return [case.tree_name for case in assignment.cases]


# What files mean


def test_defaults(folder: Path) -> None:
    """A question needs a name, points and trees; all else follows."""
    found = load(folder, QUESTION)
    (case,) = found.cases
    assert (found.folder, found.title, found.budget) == (
        folder,
        "Game-tree search",
        480,
    )
    assert (found.counterexample, found.pictures) == (0, False)
    assert (case.tree_name, case.visibility) == ("one", "visible")
    assert case.feedback == "full"
    assert case.question == Question(
        "minimax",
        "minimax",
        "minimax_search",
        arguments=None,
        conventions=("textbook",),
        accept=("textbook",),
        ties="any",
        order="tree",
        recursion="any",
        remembers="nothing",
        facets=("value",),
        limits=Limits(2.0, 512, 256),
    )


def test_every_key(folder: Path) -> None:
    """Each is read, and facets come in the order of the report, before functions."""
    found = load(
        folder,
        """
title: Everything
budget: 90.5
counterexample: 2.5
pictures: svg
questions:
  - name: pruning
    module: alpha_beta
    search: best_move
    entry: {min: least, max: largest}
    arguments: [alpha, beta]
    conventions: [equality, strict]
    accept: [strict]
    ties: first
    order: any
    recursion: none
    remembers: positions
    points: {least: 6, largest: 5, search_visits: 4, visits: 3, action: 2.5, value: 1}
    limits: {seconds: 0.5, memory_mb: 64, output_kb: 8}
    visibility: after_published
    feedback: diagnosis
    hints: fix
    trees: ["more/*.yaml", "*.yaml"]
""",
    )
    question = Question(
        name="pruning",
        module="alpha_beta",
        search="best_move",
        arguments=("alpha", "beta"),
        conventions=("equality", "strict"),
        accept=("strict",),
        ties="first",
        order="any",
        recursion="none",
        remembers="positions",
        facets=("value", "action", "visits", "search_visits", "least", "largest"),
        limits=Limits(0.5, 64, 8),
        entry=(("max", "largest"), ("min", "least")),
    )
    assert (found.title, found.budget) == ("Everything", 90.5)
    assert (found.counterexample, found.pictures) == (2.5, True)
    assert [case.question for case in found.cases] == [question] * 3
    assert names(found) == ["more/three", "one", "two"]
    assert found.max_points() == 3 * 21.5
    assert {case.visibility for case in found.cases} == {"after_published"}
    assert {case.feedback for case in found.cases} == {"diagnosis"}
    assert {case.part.hints for case in found.cases} == {"fix"}
    assert found.modules() == ("alpha_beta",)


def test_names_that_follow_from_others(folder: Path) -> None:
    """The module is named as the question, the search as the module; first wins."""
    text = QUESTION.replace("points", "conventions: [a, b]\n    points")
    (case,) = load(folder, text.replace("minimax", "mine")).cases
    assert (case.question.module, case.question.search) == ("mine", "mine_search")
    assert case.question.accept == ("a",)


@pytest.mark.parametrize(
    "pattern, expected",
    [
        ("*.yaml", ["one", "two"]),
        ("*", ["one", "two"]),
        ("t*.yaml", ["two"]),
        ("more/*", ["more/three"]),
        ("**/*.yaml", ["more/three", "one", "two"]),
        ("[ot]*.yaml", ["one", "two"]),
    ],
)
def test_globs(folder: Path, pattern: str, expected: list[str]) -> None:
    """Sorted, tree files only, and never the assignment file itself."""
    assert expected == names(load(folder, QUESTION.replace("one.yaml", f"'{pattern}'")))


def test_a_tree_is_read_once_for_all_questions(folder: Path) -> None:
    """And its problems are told once."""
    (folder / "one.yaml").write_text("tree: [x]")
    text = QUESTION + QUESTION.removeprefix("questions:\n").replace("minimax", "other")
    expected = ["one.yaml:1:8: expected a number, found the text 'x'"]
    assert expected == problems(folder, text)


def test_the_default_assignment_is_worth_100_points() -> None:
    """Its hidden part is 40.5 points: 13.5 of minimax, 27 of alpha-beta, by hand.

    Of its 38 trees 22 are for minimax, and 33 for alpha-beta.
    """
    found = assignments.load(ROOT / "test_trees")
    hidden = [case for case in found.cases if case.visibility != "visible"]
    assert found.max_points() == pytest.approx(100)
    assert (len(found.trees()), len(found.cases)) == (38, 22 + 33)
    assert len(hidden) == 8 + 11
    assert sum(case.points.max_points for case in hidden) == pytest.approx(13.5 + 27)
    assert found.modules() == ("minimax", "alpha_beta")
    accepted = {case.question.accept for case in found.cases}
    cuts = ("equality", "strict", "fail_hard")
    roots = ("root_separate", "root_strict", "root_value_first")
    assert accepted == {("textbook",), (*cuts, *roots)}


# What is wrong with files

PROBLEMS = [
    ("", ["1:1: the file is empty"]),
    ("[]", ["1:1: expected a mapping, found a list"]),
    ("title: x", ["1:1: an assignment has a list of `questions`"]),
    ("questions: []", ["1:12: expected at least one question"]),
    ("questions: x", ["1:12: expected a list, found the text 'x'"]),
    ("questions: [x]", ["1:13: expected a mapping, found the text 'x'"]),
    ("questions: [{}]", ["1:13: a question needs `name`, `points` and `trees`"]),
    (
        "questions: [{name: x}]",
        ["1:13: a question needs `points` and `trees`"],
    ),
    (f"titel: x\n{QUESTION}", ["1:1: unknown key 'titel'; did you mean title?"]),
    (f"title: [x]\n{QUESTION}", ["1:8: expected a text, found a list"]),
    (f"budget: 0\n{QUESTION}", ["1:9: expected a number above 0, found 0"]),
    (f"budget: 1e3\n{QUESTION}", ["1:9: expected a number, found 1e3: YAML reads it "]),
    (f"budget: 86401\n{QUESTION}", ["1:9: expected at most 86400, found 86401"]),
    (f"counterexample: 0\n{QUESTION}", ["1:17: expected a number above 0, found 0"]),
    (f"counterexample: 61\n{QUESTION}", ["1:17: expected at most 60, found 61"]),
    (f"pictures: png\n{QUESTION}", ["1:11: expected none or svg, found png"]),
    ("questions: [a}", ["1:14: not YAML: "]),
]


@pytest.mark.parametrize("text, expected", PROBLEMS)
def test_problems_of_the_file(folder: Path, text: str, expected: list[str]) -> None:
    """Each has its line and column."""
    found = problems(folder, text)
    assert len(found) == len(expected)
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(start)


@pytest.mark.parametrize(
    "key, expected",
    [
        ("nmae: x", ["3: unknown key 'nmae'; did you mean name?"]),
        ("module: 3x", ["11: '3x' is not a name that Python knows"]),
        ("module: ../x", ["11: '../x' is not a name that Python knows"]),
        ("search: [x]", ["11: expected a text, found a list"]),
        ("search: 3", ["11: '3' is not a name that Python knows"]),
        (
            "arguments: [alpha, gamma]",
            ["22: gamma is no argument; there are alpha, beta, player, viewpoint,"],
        ),
        ("arguments: []", ["14: expected at least one name"]),
        ("conventions: []", ["16: expected at least one name"]),
        ("conventions: [a, a, a b]", ["20: a stands here twice", "23: 'a b' is not a"]),
        ("conventions: x", ["16: expected a list, found the text 'x'"]),
        (
            "accept: [strict, equality]",
            [
                "12: strict is not a convention here: textbook",
                "20: equality is not a convention here: textbook",
            ],
        ),
        ("ties: last", ["9: expected any or first, found last"]),
        ("order: mine", ["10: expected tree or any, found mine"]),
        (
            "remembers: all",
            ["14: expected nothing or positions, found all"],
        ),
        ("recursion: no", ["14: expected any or none, found no"]),
        (
            "feedback: some",
            ["13: expected full or diagnosis or none, found some"],
        ),
        (
            "visibility: no",
            [
                (
                    "15: expected visible or hidden or after_due_date or "
                    "after_published, found no"
                )
            ],
        ),
        ("limits: 3", ["11: expected a mapping, found the text '3'"]),
        ("limits: {second: 3}", ["12: unknown key 'second'; did you mean seconds?"]),
        ("limits: {seconds: -1}", ["21: expected a number above 0, found -1"]),
        ("limits: {seconds: 3601}", ["21: expected at most 3600, found 3601"]),
        ("limits: {memory_mb: 0.5}", ["23: expected a whole number, found 0.5"]),
        ("limits: {output_kb: 65537}", ["23: expected at most 65536, found 65537"]),
    ],
)
def test_problems_of_a_question(folder: Path, key: str, expected: list[str]) -> None:
    """All of a line's are told; the key here stands in column 3."""
    name, points, trees = "name: q", "points: {value: 1}", "trees: [one.yaml]"
    found = problems(folder, f"questions:\n- {name}\n  {key}\n  {points}\n  {trees}")
    assert len(found) == len(expected)
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(f"3:{start}")


@pytest.mark.parametrize(
    "points, expected",
    [
        ("3", "13: expected a mapping, found the text '3'"),
        (
            "{}",
            f"13: points for some of {', '.join(OF_ANY_TREE)}, max_value, min_value",
        ),
        ("{va-lue: 1}", "14: unknown key 'va-lue'; did you mean value?"),
        ("{value: -1}", "21: points cannot be negative, found -1"),
        ("{value: x}", "21: expected a number, found the text 'x'"),
        ("{value: .inf}", "21: expected a number, found .inf: it is not finite"),
    ],
)
def test_problems_of_points(folder: Path, points: str, expected: str) -> None:
    """Points are numbers of 0 or more, for facets that there are."""
    text = QUESTION.replace("{value: 1}", points)
    assert [f"3:{expected}"] == problems(folder, text)


@pytest.mark.parametrize(
    "trees, expected",
    [
        ("x", "12: expected a list, found the text 'x'"),
        ("[]", "12: expected at least one tree"),
        ("[3.yaml]", "13: 3.yaml: no tree file (*.yaml) fits"),
        ("[notes.txt]", "13: notes.txt: no tree file (*.yaml) fits"),
        ("[assignment.yaml]", "13: assignment.yaml: no tree file (*.yaml) fits"),
        ("[[x]]", "13: expected a text, found a list"),
        ("[../x.yaml]", "13: ../x.yaml: no tree file (*.yaml) fits"),
        ("[unit:none/*]", "13: unit:none/*: no tree file (*.yaml) fits"),
        ("['!b/*', one.yaml]", "13: !b/*: there is no such tree to leave out"),
        ("[/etc/*]", "13: /etc/*: give a path from this folder, or unit:… for"),
        ("[~/x.yaml]", "13: ~/x.yaml: give a path from this folder, or unit:… for"),
        ("['C:/x.yaml']", "13: C:/x.yaml: give a path from this folder, or unit:… for"),
        ('["a\\0b"]', "13: a\\x00b: no"),
        ("[.]", "13: .: no"),
        (f"[{'a/' * 3000}x]", "13: a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a…: no"),
        ("[one.yaml, '*.yaml']", "23: minimax asks one twice"),
    ],
)
def test_problems_of_trees(folder: Path, trees: str, expected: str) -> None:
    """A pattern fits tree files below the folder, each once for a question."""
    (problem,) = problems(folder, QUESTION.replace("[one.yaml]", trees))
    assert problem.startswith(f"4:{expected}")


def test_a_name_that_begins_with_a_dot_is_no_tree(folder: Path) -> None:
    """A Mac leaves such files beside others; also where one is named outright."""
    for name in ("._one.yaml", ".old/one.yaml", "__MACOSX/one.yaml"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"\0\5\26\7")
        (problem,) = problems(folder, QUESTION.replace("one.yaml", name))
        assert problem == f"4:13: {name}: no tree file (*.yaml) fits"
    trees = QUESTION.replace("one.yaml", "'**/one.yaml', '*one.yaml'")
    assert problems(folder, trees) == ["4:28: minimax asks one twice"]


def test_the_problems_of_all_files_are_told_at_once(folder: Path) -> None:
    """Those of the assignment's file, and those of each tree."""
    (folder / "one.yaml").write_text("tree: [x]")
    (folder / "two.yaml").unlink()
    (folder / "two.yaml").mkdir()
    text = QUESTION.replace("value", "va-lue").replace("one.yaml", "'*.yaml'")
    assert problems(folder, text) == [
        "3:14: unknown key 'va-lue'; did you mean value?",
        "one.yaml:1:8: expected a number, found the text 'x'",
        "two.yaml:1:1: cannot be read: Is a directory",
    ]


def test_a_folder_without_an_assignment(tmp_path: Path) -> None:
    """The file that is missing is named."""
    with pytest.raises(UntoldError) as caught:
        assignments.load(tmp_path / "none")
    assert str(caught.value) == (
        f"{tmp_path}/none/assignment.yaml: there is no such file; "
        f"`./run_autograder new {tmp_path}/none` writes one"
    )


# The way back

IDENTIFIERS = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)
POINTS = st.integers(0, 100) | st.floats(1e-6, 1e6)
PARTS = st.builds(
    Part,
    st.tuples(*[POINTS] * (len(OF_ANY_TREE) + 2)).map(
        lambda numbers: (
            points_of(
                pair
                for pair in zip((*OF_ANY_TREE, "one", "two"), numbers, strict=True)
                if pair[1]
            ).shares
        )
    ),
    worth=st.none() | st.integers(300, 10_000).map(lambda worth: worth / 100),
    visibility=st.sampled_from(VISIBILITIES),
    feedback=st.sampled_from(FEEDBACK),
    hints=st.sampled_from(HINTS),
).filter(lambda part: part.points or part.worth is None)  # else it shares nothing
QUESTIONS = st.builds(
    Question,
    name=IDENTIFIERS,
    module=IDENTIFIERS,
    search=IDENTIFIERS,
    arguments=st.sampled_from([None, ("player",), ("alpha", "beta", "depth")]),
    conventions=st.just(("a", "b", "c")),
    accept=st.sampled_from([("a",), ("c", "a")]),
    ties=st.sampled_from(["any", "first"]),
    order=st.sampled_from(ORDERS),
    entry=st.sampled_from(
        [
            None,
            (("max", "f"), ("min", "g")),
            (("max", "f"), ("min", "f")),
            (("max", "f"), ("min", "f"), ("chance", "f")),
        ]
    ),
    repeats=st.booleans(),
    visits=st.sampled_from(VISITS),
    recursion=st.sampled_from(RECURSION),
    remembers=st.sampled_from(REMEMBERS),
    limits=st.builds(
        Limits, st.floats(1e-6, 3600), st.integers(1, 65_536), st.integers(1, 65_536)
    ),
)


def asked_in(
    question: Question, part: Part, names: tuple[str, ...], tree: GameTree
) -> Iterator[Case]:
    """The tests of a part."""
    points = [Points(part.points)] * len(names)
    if part.worth is not None and part.points:
        points = [*points_per_test(part.worth, part.points, len(names))]
    for name, earned in zip(names, points, strict=True):
        yield Case(question, name, tree, part=part, points=earned)


@given(
    st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=20)
    .map(str.strip)
    .filter(bool),
    st.lists(QUESTIONS, min_size=1, max_size=3, unique_by=lambda q: q.name),
    st.data(),
)
@settings(
    max_examples=examples(50),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_an_assignment_reads_back_as_it_was_written(
    folder: Path, title: str, questions: list[Question], data: st.DataObject
) -> None:
    """Case by case, in order, whether or not others stand between its parts."""
    tree = load(folder, QUESTION).trees()["one"]
    parts = [
        (question, data.draw(PARTS), names)
        for question in questions
        for names in (("one", "more/three"), ("two",))
    ]
    cases = tuple(
        case
        for question, part, names in data.draw(st.permutations(parts))
        for case in asked_in(question, part, names, tree)
    )
    assignment = Assignment(
        folder=folder,
        title=title,
        tests=cases,
        budget=12.5,
        counterexample=data.draw(st.sampled_from([0.0, 0.5, 60.0])),
        pictures=data.draw(st.booleans()),
    )
    found = load(folder, assignments.dump(assignment))
    assert replace(found, tests=()) == replace(assignment, tests=())
    assert [*map(_bare, found.cases)] == [*map(_bare, cases)]


def _bare(case: Case) -> Case:
    """A test whose question does not know which facets its other parts have."""
    return replace(case, question=replace(case.question, facets=()))


def test_a_question_without_points_reads_back(folder: Path) -> None:
    """Trees may be asked for practice."""
    found = load(folder, QUESTION.replace("1}", "0}"))
    assert found.max_points() == 0
    assert found == load(folder, assignments.dump(found))


def test_a_tree_with_a_glob_in_its_name_reads_back(folder: Path) -> None:
    """Names are escaped, so that `[a]b.yaml` is no pattern."""
    (folder / "[a]b.yaml").write_text("tree: [1, 2]")
    found = load(folder, QUESTION.replace("one.yaml", '"[[]a]b.yaml"'))
    assert names(found) == ["[a]b"]
    assert found == load(folder, assignments.dump(found))


def test_questions_on_a_tree(folder: Path) -> None:
    """In the order of the file; and every tree once."""
    other = QUESTION.removeprefix("questions:\n").replace("minimax", "other")
    found = load(folder, QUESTION + other.replace("one.yaml", "'*.yaml'"))
    assert [q.name for q in found.questions_on("one")] == ["minimax", "other"]
    assert [q.name for q in found.questions_on("two")] == ["other"]
    assert list(found.trees()) == ["one", "two"]
    assert isinstance(found.trees()["one"], GameTree)
    assert found.cases[0].name == "minimax · one"


SNIPPETS = st.sampled_from(
    [
        *("questions:", "\n- ", "\n  ", "name: a", "points: ", "{value: 1}", "trees: "),
        *("[one.yaml]", "['*']", "limits: ", "accept: ", "[a]", "~", "..", "\\0", '"'),
        "**",
    ]
)


@given(st.lists(SNIPPETS | st.text(max_size=4), max_size=20).map("".join))
@settings(
    max_examples=examples(200),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_text_is_answered_by_a_traceback(folder: Path, text: str) -> None:
    """Any text is an assignment, or has problems."""
    (folder / "assignment.yaml").write_bytes(text.encode(errors="surrogatepass"))
    try:
        assignments.load(folder)
    except FileProblems as fault:
        found = fault
        assert_told(found)


def assert_told(fault: FileProblems) -> None:
    """There is something wrong, each thing in one line."""
    assert fault.problems
    assert all(problem.message.isprintable() for problem in fault.problems)
