"""How searches are called: read from the reference, written down, and held against.

The names and arguments expected here are read off the references by eye.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers.board import ModuleError
from autograder.answers.file import BROKEN
from autograder.assignment.questions import Assignment
from autograder.assignment.signature import (
    STARTS,
    TEXTBOOK,
    Function,
    Product,
    Signature,
    textbook,
    window_of,
)
from autograder.errors import FileProblems, UntoldError
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures, trusted
from autograder.kinds.search.computing import with_signatures
from autograder.observing.observation import value_and_action_requests
from autograder.trees import file as treefile
from tests.cases import for_each
from tests.small import ROOT, run
from tests.unitgrading import unit, unit_as_read

SHAPES = "shapes"
DISPATCHER = Signature(
    (("max", "value"), ("min", "value")),
    (
        Function("value"),
        Function("max_value", (), "max"),
        Function("min_value", (), "min"),
    ),
)
WINDOW = ("alpha", "beta")
ALPHA_BETA = Signature(
    TEXTBOOK,
    (Function("max_value", WINDOW, "max"), Function("min_value", WINDOW, "min")),
    "equality",
)
Write = Callable[[str], Assignment]


@pytest.fixture
def assigned(tmp_path: Path) -> Write:
    """Write an assignment of one question on one tree, and load it."""

    def write(question: str) -> Assignment:
        (tmp_path / "one.yaml").write_text("tree: [[3, 12], [2, 4]]\n")
        text = dedent(question).strip().replace("\n", "\n    ")
        whole = f"questions:\n  - {text}\n    trees: [one.yaml]\n"
        (tmp_path / "assignment.yaml").write_text(whole)
        return assignments.load(tmp_path)

    return write


def told(action: Callable[[Assignment], object], assignment: Assignment) -> list[str]:
    """Line, column and message of each problem."""
    with pytest.raises(FileProblems) as caught:
        action(assignment)
    assert {problem.path.name for problem in caught.value.problems} <= {
        "assignment.yaml"
    }
    return [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]


# What is read from the reference


def test_the_textbooks_functions() -> None:
    """Two questions of the default assignment: without a window, and with one."""
    assignment = unit_as_read("")
    found = {q.name: q.signature for q in assignment.questions()}
    assert found["minimax"] == textbook()
    assert replace(found["alpha_beta"], products=()) == ALPHA_BETA
    assert [s.prunes for s in found.values()] == [False, True]


def test_a_dispatcher_and_a_single_function() -> None:
    """Whose functions the helpers are is told by where the reference calls them."""
    assignment = unit_as_read(SHAPES)
    found = {q.name: q.signature for q in assignment.questions()}
    single = Signature(
        (("max", "df_minimax"), ("min", "df_minimax")),
        (Function("df_minimax", ("player",)),),
    )
    assert (found["dispatcher"], found["df_minimax"]) == (DISPATCHER, single)


def test_what_must_be_visited_where_a_window_is_handed_on() -> None:
    """What matters in it, unless the assignment says that bounds are carried alone."""
    assignment = unit_as_read(SHAPES)
    found = {
        q.name: (q.prunes_by_window, q.has_window_without_pruning)
        for q in assignment.questions()
    }
    assert found["alpha_beta_pruning"] == (True, False)
    assert found["bounded_minimax"] == (False, True)
    assert found["df_minimax"] == (False, False)
    windows = {
        case.question.name: case.window
        for case in assignment.cases
        if case.tree_name == "games/ii_nim"
    }
    assert windows["alpha_beta_pruning"] == (-1, 1)
    assert windows["bounded_minimax"] is None


def test_a_question_may_keep_to_one_window() -> None:
    """All of Brown's trees have (-1, +1), and no payoff beyond; others have none."""
    questions = unit(SHAPES).questions()
    within = {question.name: question.within for question in questions}
    assert within["alpha_beta_pruning"] == within["bounded_minimax"] == (-1, 1)
    assert within["dispatcher_alpha_beta"] is None


def test_who_gives_way_to_a_function_alone() -> None:
    """All others; where there is none, the function itself, below its first call."""
    value, largest, smallest = DISPATCHER.functions
    assert DISPATCHER.other_functions("max_value") == (value, smallest)
    assert DISPATCHER.function_for_mover("min") == value
    single = Function("df_minimax", ("player",))
    assert Signature((), (single,)).other_functions("df_minimax") == (single,)
    assert [largest.mover, smallest.mover, value.mover] == ["max", "min", ""]


def test_what_arguments_start_with() -> None:
    """The window of the tree, and who moves at its root; by name, in any order."""
    tree = treefile.parse("players: [min, max]\nwindow: [-1, 5]\ntree: [[1, 2], 3]")
    assert Function("f", ("player", "beta", "alpha")).start_arguments(tree) == (
        "min",
        5,
        -1,
    )
    assert window_of(("beta", "player", "alpha"), (5, "min", -1)) == (-1, 5)
    assert window_of(("player",), ("min",)) is None
    assert window_of(("alpha", "beta"), ("low", 5)) is None
    assert Function("f", ("viewpoint", "beta")).start_arguments(tree) == ("min", 5)
    assert Function("f", ("viewpoint", "beta")).viewpoint(("min", 5), "max") == "min"
    assert Function("f", ("player",)).viewpoint(("min",), "min") == ""
    assert Function("f", ("color",)).viewpoint((-1,), "max") == "min"
    assert Function("f", value_of="mover").viewpoint((), "min") == "min"


def test_a_search_of_the_root_alone_and_one_that_nobody_chooses_by() -> None:
    """A stack: the state is called `root`, and there is no search function."""
    assignment = unit_as_read("stacks")
    found = {q.name: q for q in assignment.questions()}
    (function,) = found["alpha_beta_dfs"].signature.functions
    assert function == Function("alpha_beta_dfs", WINDOW, "", "root")
    case = assignment.cases[0]
    assert (case.question.search, case.question.signature.search) == ("", ())
    (call,) = value_and_action_requests(case.question, case.tree)
    assert call.call_text == "minimax_dfs(game, root)"
    assert not case.question.has_action_to_choose(case.tree)


def test_calls_of_single_functions_hold_all_arguments() -> None:
    """A function with a player is called at each node with whoever moves there."""
    assignment = unit_as_read(SHAPES)
    (case,) = [
        case
        for case in assignment.cases
        if (case.question.name, case.tree_name) == ("df_minimax", "cuts/deep_cutoff")
    ]
    question = replace(case.question, facets=("value", "df_minimax"))
    computed = trusted.compute(case.tree, (question,)).questions["df_minimax"]
    assert computed["textbook"].alone["df_minimax"] == (
        *(("A", "max"), ("B", "min"), ("C", "min"), ("D", "max")),
        *(("E", "min"), ("F", "min"), ("G", "max"), ("H", "min")),
        ("B1", "max"),
    )


@for_each(
    "question, expected",
    [
        (
            "name: minimax\npoints: {value: 1, max_valeu: 1}",
            (
                "3:24: reference/minimax.py has no such function: "
                "unknown key 'max_valeu'; did you mean max_value?"
            ),
        ),
        (
            "name: minimax\nentry: {max: largest, min: min_value}\npoints: {value: 1}",
            (
                "3:5: reference/minimax.py has no such function: "
                "unknown key 'largest'; "
                "known: minimax_search, value, max_value, min_value"
            ),
        ),
        (
            "name: viewpoint\npoints: {value: 1}",
            (
                "2:5: reference/viewpoint.py has neither max_value nor min_value: say "
                "which function is called, as in `entry: value`; it has "
                "viewpoint_search, value"
            ),
        ),
        (
            "name: minimax\nsearch: best\npoints: {value: 1}",
            (
                "3:5: reference/minimax.py has no such function: "
                "unknown key 'best'; known: minimax_search, value, max_value, min_value"
            ),
        ),
        (
            "name: minmax\npoints: {value: 1}",
            "2:5: reference/minmax.py does not exist; did you mean minimax?",
        ),
        (
            "name: minimax\nmodule: other\npoints: {value: 1}",
            "3:5: reference/other.py does not exist",
        ),
        (
            "name: other\npoints: {value: 1}",
            "2:5: reference/other.py does not exist",
        ),
        (
            "name: minimax\nconventions: [textbook, b]\npoints: {value: 1}",
            "3:5: reference/conventions/b.py does not exist; the reference is textbook",
        ),
        (
            "name: minimax\narguments: [alpha, beta]\npoints: {value: 1}",
            "3:5: [alpha, beta], but the reference has max_value(game, state)",
        ),
        (
            "name: alpha_beta\narguments: [beta, alpha]\npoints: {value: 1}",
            (
                "3:5: [beta, alpha], but the reference has "
                "max_value(game, state, alpha, beta)"
            ),
        ),
        (
            "name: minimax\nsearch: none\npoints: {value: 1, action: 1}",
            "4:24: search: none, so that nobody chooses",
        ),
        (
            "name: minimax\nsearch: none\npoints: {value: 1, search_visits: 1}",
            "4:24: search: none, so that nobody chooses",
        ),
        (
            "name: minimax\npoints: {action: 1, principal_variation: 1}",
            "3:14: minimax_search returns principal_variation, and no action alone",
        ),
    ],
)
def test_the_assignment_is_held_against_the_reference(
    assigned: Write, question: str, expected: str
) -> None:
    """Whatever disagrees is told with its line and column."""
    assert told(with_signatures, assigned(question)) == [expected]


def test_functions_that_cannot_be_called(
    assigned: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes no state, and one with an argument nobody knows the start of."""
    code = """
        def odd_search(game, state): pass
        def max_value(state): pass
        def min_value(game, state, lam): pass
    """
    (tmp_path / "odd.py").write_text(dedent(code))
    monkeypatch.setattr(trusted, "REFERENCE", tmp_path)
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    question = "name: odd\nentry: {max: max_value, min: min_value}\npoints: {value: 1}"
    assert told(with_signatures, assigned(question)) == [
        "3:5: odd.py: expected max_value(game, state, …), found max_value(state)",
        (
            "3:5: odd.py: min_value(game, state, lam) takes lam; "
            f"known: {', '.join(STARTS)}"
        ),
    ]


def test_a_viewpoint_and_a_window_do_not_go_together(
    assigned: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose window it is changes with the viewpoint, and nothing says how."""
    code = """
        def odd_search(game, state): pass
        def value(game, state, viewpoint, alpha, beta): pass
    """
    (tmp_path / "odd.py").write_text(dedent(code))
    monkeypatch.setattr(trusted, "REFERENCE", tmp_path)
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    question = "name: odd\nentry: value\npoints: {value: 1}"
    assert told(with_signatures, assigned(question)) == [
        "2:5: a viewpoint and a window do not go together"
    ]


def test_the_line_of_a_reference_is_read_to_its_end(
    assigned: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that begins well and leaves the other player out teaches nobody."""
    path = ROOT / "reference" / "principal_variation.py"
    text = path.read_text("utf-8")
    end = "    return line\n"
    assert text.count(end) == 1
    copy = tmp_path / path.name
    copy.write_text(text.replace(end, "    return line[:1]\n"), "utf-8")
    monkeypatch.setattr(trusted, "REFERENCE", tmp_path)
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    question = (
        "name: principal_variation\nsearch: principal_variation\nentry: minimax\n"
        "points: {value: 1, principal_variation: 1}"
    )
    assignment = with_signatures(assigned(question))
    with pytest.raises(ModuleError, match=r"returned .*, but best play is B, D$"):
        trusted.compute(assignment.trees()["one"], assignment.questions())


@pytest.mark.parametrize(
    "conventions, first, accept",
    [
        ("", "equality", "equality"),
        ("conventions: [strict, equality]", "strict", "strict"),
        ("conventions: [equality, strict]\naccept: [strict]", "equality", "strict"),
    ],
)
def test_the_first_convention_means_what_it_says(
    assigned: Write, conventions: str, first: str, accept: str
) -> None:
    """It is the module of that name; left out, what the reference says of itself.

    On max(min(3, 12), min(3, 4)), a strict search visits the second 4, for 3 = α.
    """
    tie = "tree: {A: {B: {D: 3, E: 12}, C: {F: 3, G: 4}}}\n"
    question = f"name: alpha_beta\n{conventions}\npoints: {{value: 1, visits: 1}}"
    assignment = assigned(question.replace("\n\n", "\n"))
    (assignment.folder / "one.yaml").write_text(tie)
    assignment = with_signatures(assignments.load(assignment.folder))
    (asked,) = assignment.questions()
    assert (asked.conventions[0], asked.accept) == (first, (accept,))
    computed = trusted.compute(assignment.trees()["one"], (asked,))
    visits = {
        n: a.visited_labels() for n, a in computed.questions["alpha_beta"].items()
    }
    assert ("G" in visits[first]) is (first == "strict")
    assert ("G" in visits[accept]) is (accept == "strict")


def test_a_name_without_a_module_is_refused_wherever_it_stands(
    assigned: Write,
) -> None:
    """Also as the first, which was a mere label once."""
    question = "name: alpha_beta\nconventions: [textbook, strict]\npoints: {value: 1}"
    missing = "reference/conventions/textbook.py does not exist"
    expected = [f"3:5: {missing}; the reference is equality"]
    assert told(with_signatures, assigned(question)) == expected


# Products of conventions


def test_a_question_comes_with_the_products_of_its_conventions(assigned: Write) -> None:
    """Behind the conventions that are named; accepted where each part is accepted."""
    question = (
        "name: alpha_beta\n"
        "conventions: [equality, strict, root_separate]\n"
        "accept: [equality, strict]\n"
        "points: {value: 1}"
    )
    assignment = assigned(question)
    written(assignment)
    for found in (with_signatures(assignment), signatures.load(assignment)):
        (asked,) = found.questions()
        assert asked.accept == (
            *("equality", "strict"),
            "equality at MAX, strict at MIN",
            "strict at MAX, equality at MIN",
        )
        assert asked.conventions == (
            *("equality", "strict", "root_separate"),
            "strict, root_separate",
            "equality at MAX, strict at MIN",
            "equality at MAX, strict at MIN, root_separate",
            "strict at MAX, equality at MIN",
            "strict at MAX, equality at MIN, root_separate",
        )


@pytest.mark.parametrize(
    "conventions",
    ["", "conventions: [equality]\n", "conventions: [strict]\n"],
)
def test_one_convention_has_no_products(assigned: Write, conventions: str) -> None:
    """Nor has an assignment that names none."""
    assignment = with_signatures(
        assigned(f"name: alpha_beta\n{conventions}points: {{value: 1}}")
    )
    (asked,) = assignment.questions()
    assert asked.signature.products == ()
    assert asked.accept == asked.conventions
    assert len(asked.accept) == 1


# What is written beside the answers


AT_THE_ROOT = Signature(
    (("max", "dfs"), ("min", "dfs")), (Function("dfs", (), "", "root"),)
)
MULTIPLIED = replace(
    ALPHA_BETA,
    products=(
        Product("strict", "strict", "root_separate"),
        Product("equality", "strict"),
        Product("strict", "equality", "root_strict"),
    ),
)


@pytest.mark.parametrize(
    "signature", [textbook(), ALPHA_BETA, DISPATCHER, MULTIPLIED, AT_THE_ROOT]
)
def test_a_signature_reads_back(signature: Signature) -> None:
    """As the same one, the functions and the products in order."""
    assert signatures.parse(signatures.dump(signature)) == signature


def test_a_product_is_a_line() -> None:
    """The cut at MAX, that at MIN, and the root, or nothing for the reference's own."""
    lines = [
        line.strip().rstrip(",") for line in signatures.dump(MULTIPLIED).split("\n")
    ]
    assert '["strict", "strict", "root_separate"]' in lines
    assert '["equality", "strict", ""]' in lines


@given(st.data(), st.sampled_from([DISPATCHER, MULTIPLIED]))
def test_a_broken_file_is_one(data: st.DataObject, whole: Signature) -> None:
    """A text with a part cut out is a signature, or one of the known errors."""
    text = signatures.dump(whole)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    try:
        found = signatures.parse(text[:begin] + text[end:])
    except BROKEN:
        return
    assert {name for _, name in found.entry} <= set(found.names())


def answered(assignment: Assignment) -> Path:
    """Compute the answers; where the signature of the question stands."""
    done = run("answers", assignment.folder)
    assert done.returncode == 0, done.stderr
    (question,) = assignment.questions()
    return signatures.signature_path(assignment, question.name)


def written(assignment: Assignment) -> Path:
    """Write the signature of the question alone; where it stands."""
    (question,) = with_signatures(assignment).questions()
    path = signatures.signature_path(assignment, question.name)
    path.parent.mkdir()
    path.write_text(signatures.dump(question.signature), encoding="utf-8")
    return path


def test_grading_reads_what_answers_wrote(assigned: Write) -> None:
    """The reference is not asked again."""
    assignment = assigned("name: alpha_beta\npoints: {value: 1}")
    written(assignment)
    (question,) = signatures.load(assignment).questions()
    assert question.signature == ALPHA_BETA
    assert question.arguments is None


@pytest.mark.parametrize(
    "question, expected",
    [
        (
            "name: alpha_beta\narguments: [player]\npoints: {value: 1}",
            "3:5: [player], but the reference has max_value(game, state, alpha, beta)",
        ),
        (
            "name: alpha_beta\nentry: value\npoints: {value: 1}",
            "3:5: the answers have another entry; run `./run_autograder answers {}`",
        ),
        (
            "name: alpha_beta\npoints: {value: 1, max_valeu: 1}",
            (
                "3:24: unknown key 'max_valeu'; did you mean max_value?; or "
                "run `./run_autograder answers {}`"
            ),
        ),
    ],
)
def test_an_assignment_that_was_changed_is_held_against_the_answers(
    assigned: Write, question: str, expected: str
) -> None:
    """As before against the reference, which need not be there."""
    written(assigned("name: alpha_beta\npoints: {value: 1}"))
    assignment = assigned(question)
    said = expected.format(assignment.folder)
    assert told(signatures.load, assignment) == [said]


def test_a_function_in_the_textbooks_entry_may_earn_points_at_once(
    assigned: Write,
) -> None:
    """But its calls are not in the answers yet, which are stale then: status 2."""
    answered(assigned("name: minimax\npoints: {value: 1}"))
    assignment = assigned("name: minimax\npoints: {value: 1, min_value: 1}")
    signatures.load(assignment)
    done = run("reference", "--assignment", assignment.folder)
    assert (done.returncode, done.stdout) == (2, "")
    remedy = f"run `./run_autograder answers {assignment.folder}`"
    assert f"these are stale; {remedy}" in done.stderr


def test_answers_of_an_older_form(assigned: Write) -> None:
    """Those without signatures: status 2, and what to do."""
    assignment = assigned("name: minimax\npoints: {value: 1}")
    path = answered(assignment)
    path.unlink()
    done = run("reference", "--assignment", assignment.folder)
    assert done.returncode == 2
    assert done.stderr == (
        f"{path}: it is missing, so that the answers beside it are of an older form; "
        f"run `./run_autograder answers {assignment.folder}`\n"
    )


@pytest.mark.parametrize(
    "content, said",
    [
        ("[]", "not a signature (TypeError)"),
        ("{}", "not a signature (KeyError)"),
        ("{", "not a signature (JSONDecodeError)"),
        (
            (
                '{"convention": "c", "entry": {"max": "f"}, '
                '"functions": {}, "products": []}'
            ),
            "not a signature (ValueError)",
        ),
        (
            '{"convention": "c", "entry": {}, "functions": {}}',
            "not a signature (KeyError)",  # as it was before there were products
        ),
        (
            '{"convention": "c", "entry": {}, "functions": {}, "products": [["a"]]}',
            "not a signature (TypeError)",
        ),
    ],
)
def test_a_signature_that_cannot_be_used(
    assigned: Write, content: str, said: str
) -> None:
    """An error as of the answers, which only the instructor is told."""
    assignment = assigned("name: minimax\npoints: {value: 1}")
    path = written(assignment)
    path.write_text(content)
    with pytest.raises(UntoldError) as caught:
        signatures.load(assignment)
    remedy = f"run `./run_autograder answers {assignment.folder}`"
    assert str(caught.value) == f"{path}: {said}; {remedy}"


def test_answers_that_are_not_there(assigned: Write) -> None:
    """Where there are none at all, that is said."""
    assignment = assigned("name: minimax\npoints: {value: 1}")
    with pytest.raises(UntoldError, match="there are no answers; run"):
        signatures.load(assignment)
