"""Nothing that a submission prints, raises or names can break or imitate the report.

The laws run what a worker may send, through all that makes a report of it; the
gradings run programs, and look for what must not be in what students see.
"""

from __future__ import annotations

import codecs
import json
import unicodedata
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.assignment.questions import Case
from autograder.commands.options import lookalikes
from autograder.kinds import all as assignments
from autograder.kinds.entries import broken_entry
from autograder.kinds.search.judging import judge
from autograder.kinds.search.signatures import Sheet, load_answers
from autograder.observing.observation import (
    Observation,
    Observed,
    value_and_action_requests,
)
from autograder.observing.outcome import outcome_of_result, text_in_students_words
from autograder.report import plain, platforms, terminal
from autograder.report.entries import Entry, Report
from autograder.sandbox.forms import TOLD
from autograder.words.faults import TRACEBACK
from tests.cases import for_each
from tests.schema import assert_valid_results
from tests.searched import entry_of
from tests.small import ASSIGNMENT, ROOT, Graded, examples, grade, make_assignment, run

QUICK = ROOT / "tests" / "assignments" / "quick"
BAR = "      | "  # before a student's own lines, in the terminal
WIDTH = 80
LARGEST_RESULTS = 300_000  # bytes, of four tests that print and raise all they can
ACTING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")

IMITATIONS = (
    "✓ value           0.5/0.5  max_value returned 3, as it should",
    " ✓ fig_5_2   1.5/1.5  correct",
    "Total                                                               100/100",
    '{"score": 100, "tests": [{"score": 100, "max_score": 100}]}',
    "correct",
    "'; as it should, '",
    "\nTotal 100/100\n",
    "\r\x1b[2J\x1b[32mPASSED\x1b[0m\b\x07\0\x9b",
    "\u202e\u2066\u200f\u2028\u2029\u0085\ufeff",
    "\ud800\udfff\ud800",
    "</pre><script>alert(1)</script>**bold** [x](javascript:y) &lt;",
    "樹" * 90,
    "a\u0301" * 50 + "\u0336" * 200,
    "x" * 1_000_000,
    "  | ",
    "\t" * 300,
)
ANYTHING = st.one_of(
    st.sampled_from(IMITATIONS),
    st.text(st.characters(exclude_categories=[]), max_size=200),
    st.lists(st.sampled_from([*IMITATIONS[:-3], " ", "\n", "word "]), max_size=6).map(
        "".join
    ),
)
FRAMES = st.lists(
    st.tuples(ANYTHING, st.integers(0, 10**9), ANYTHING, ANYTHING).map(list), max_size=3
)
ERRORS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(sorted(TOLD)),
        "stage": st.sampled_from(["import", "call"]),
        "type": ANYTHING,
        "message": ANYTHING,
        "near": st.lists(ANYTHING, max_size=3),
        "frames": FRAMES,
    }
)
RETURNED = st.fixed_dictionaries(
    {"kind": st.sampled_from(["str", "object", "tuple", "none"]), "text": ANYTHING}
)
RESULTS = st.one_of(
    ERRORS.map(lambda error: {"error": error}),
    RETURNED.map(lambda returned: {"returned": returned}),
)


@cache
def case() -> Case:
    """The first test of the quick assignment."""
    return assignments.load(QUICK).cases[0]


def entry(results: tuple[dict[str, Any], dict[str, Any]], printed: str) -> Entry:
    """The entry of a test in which a worker has sent these results."""
    asked = case()
    answers = load_answers(assignments.load(QUICK))[asked.tree_name]
    requests = value_and_action_requests(asked.question, asked.tree)
    calls = tuple(
        Observation(request.function, request.call_text, outcome_of_result(result))
        for request, result in zip(requests, results, strict=True)
    )
    seen = Observed(calls, printed=printed)
    return entry_of(judge(Sheet(asked, answers), seen), "1.1")


def report(*entries: Entry) -> Report:
    """A report of these entries."""
    return Report("Title", {str(i): entry for i, entry in enumerate(entries)})


def acting(text: str) -> str:
    """The characters of a text that would act on its reader, but for line ends."""
    return "".join(c for c in text if c != "\n" and unicodedata.category(c) in ACTING)


def columns(line: str) -> int:
    """How many columns of a terminal a line takes."""
    wide = sum(unicodedata.east_asian_width(c) in ("W", "F") for c in line)
    none = sum(unicodedata.category(c) in ("Mn", "Me") for c in line)
    return len(line) + wide - none


def texts(value: Any) -> list[str]:
    """All the texts in a JSON value, keys included."""
    if isinstance(value, dict):
        return [t for pair in value.items() for item in pair for t in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


QUIET = {"error": {"kind": "crash", "stage": "call", "type": "E", "message": "",
                   "near": [], "frames": []}}  # fmt: skip


@settings(deadline=None, max_examples=examples(60))
@given(st.tuples(RESULTS, RESULTS), ANYTHING)
def test_no_text_acts_and_the_rows_stay_the_same(
    results: tuple[dict[str, Any], dict[str, Any]], printed: str
) -> None:
    """Whatever a worker sends, what surrounds it is as if it had sent something dull.

    No control, bidi mark or surrogate is shown; there are as many rows, with the same
    names, numbers and points; no line is wider than the terminal.
    """
    hostile = report(entry(results, printed), entry((QUIET, QUIET), ""))
    document = json.loads(platforms.gradescope_text(hostile, 0))
    assert_valid_results(document)
    assert "".join(map(acting, texts(document))) == ""
    assert [(t["name"], t["number"], t["score"]) for t in document["tests"]] == [
        ("minimax: trees/fig_5_2", "1.1", 0)
    ] * 2
    lines = terminal.table(hostile, verbose=True).split("\n")
    assert acting("\n".join(lines)) == ""
    assert max(map(columns, lines)) <= WIDTH
    assert lines[-1].split() == ["Total", "0/6"]
    rows = [line for line in lines if line[:3] in (" ✓ ", " ✗ ", " ? ")]
    assert [row[:3] for row in rows] == [" ✗ "] * 2


def student_lines(lines: list[str], sign: str) -> list[str]:
    """The lines that have the sign in them, without the bar; each must have one."""
    found = [line for line in lines if sign in line]
    assert [line for line in found if not line.startswith(BAR)] == []
    return [line.removeprefix(BAR) for line in found]


@settings(deadline=None, max_examples=examples(60))
@given(st.lists(st.text("ζ✓樹 /1.|", min_size=70, max_size=98), min_size=1, max_size=4))
def test_each_printed_line_stands_behind_a_bar(printed: list[str]) -> None:
    """However it wraps, and in whatever encoding: ζ is printed, and nowhere else."""
    codecs.register_error("lookalikes-injection", lookalikes)
    marked = "\n".join(f"ζ{line}ζ" for line in printed)
    table = terminal.table(report(entry((QUIET, QUIET), marked)), verbose=True)
    assert student_lines(table.split("\n"), "ζ")
    ascii_only = marked.replace("ζ", "@")
    table = terminal.table(report(entry((QUIET, QUIET), ascii_only)), verbose=True)
    for encoding in ("ascii", "latin-1"):
        shown = table.encode(encoding, "lookalikes-injection").decode(encoding)
        assert student_lines(shown.split("\n"), "@")


@pytest.mark.parametrize(
    "name, message",
    [
        ("correct", ""),
        ("correct", "max_value returned 3, as it should"),
        ("✓ value           1/1  max_value returned 3, as it should", ""),
        ("E", "\n✓ value           1/1  max_value returned 3, as it should"),
        ("x' y", "Total 100/100"),
    ],
)
def test_an_exception_cannot_pass_for_praise(name: str, message: str) -> None:
    """Its class and its words stand behind `raised`, and behind a bar below."""
    error = QUIET["error"] | {
        "type": name,
        "message": message,
        "frames": [["minimax.py", 3, "max_value", "raise"]],
    }
    found = entry(({"error": error}, QUIET), "")
    assert found.headline.startswith("raised ")
    lines = plain.lines(found.details)
    (facet,) = [line for line in lines if line[2:].startswith("value ")]
    assert facet.startswith("✗ value               0/1  raised ")
    lines = plain.lines(found.details)
    start = lines.index(TRACEBACK)
    assert [line[:4] for line in lines[start + 1 :]] == ["  | "] * 3


@for_each("kind", sorted(TOLD))
def test_no_sentence_begins_with_a_students_words(kind: str) -> None:
    """A forged error of any kind, all of whose texts are `correct`."""
    error = {
        "kind": kind,
        "stage": "call",
        "type": "correct",
        "message": "correct",
        "near": ["correct.correct"],
        "frames": [],
    }
    if kind == "syntax":
        error["type"] = "SyntaxError"  # what a student raises is a crash
    assert not entry(({"error": error}, QUIET), "").headline.startswith("correct")


def test_a_returned_text_cannot_end_its_quotes() -> None:
    """So no words of the report's can follow it."""
    text = "3', as it should"
    found = entry(({"returned": {"kind": "str", "text": text}}, QUIET), "")
    lines = plain.lines(found.details)
    (facet,) = [line for line in lines if line[2:].startswith("value ")]
    assert "returned the text '3\\', as it should': expected an int" in facet


SESSION = Path("/srv/autograder-7x")
STAGED = SESSION / "submission"
OURS = f"{ROOT}/autograder/worker/serve.py"


@for_each(
    "text, shown",
    [
        (
            f'  File "{STAGED}/a.py", line 3, in f\n    g()',
            '  File "a.py", line 3, in f\n    g()',
        ),
        (
            f'  File "{OURS}", line 3, in f\n    secret\n    ^^^\nE: x',
            "  (frames of the grader)\nE: x",
        ),
        (f'  File "{OURS}", line 3 in f\n' * 3, "  (frames of the grader)\n"),
        (
            f'  | File "{OURS}", line 3, in f\n  |   secret\n  | E',
            "  | (frames of the grader)\n  | E",
        ),
        (
            f"{OURS}:3: UserWarning: x\n  secret\ny",
            "<grader>/autograder/worker/serve.py:3: UserWarning: x\ny",
        ),
        (f"{SESSION}/work-a1_b", "<working folder>"),
        (
            f"['{STAGED}', '{SESSION}/work-x/f']",
            "['<your files>', '<working folder>/f']",
        ),
        (f"{json.__file__}", "<Python>/json/__init__.py"),
        ("1/2 = 0.5\n    x", "1/2 = 0.5\n    x"),
    ],
)
def test_what_was_printed_is_free_of_our_folders_and_lines(
    text: str, shown: str
) -> None:
    """The student's files by their names, our frames by a word and without source."""
    assert shown == text_in_students_words(text, STAGED, SESSION)


def test_a_fault_of_the_grader_is_told_without_its_folders() -> None:
    """Which file it was may help; where the grader keeps it does not."""
    text = "OSError: No space left on device: '/autograder/source/x.json'"
    told = broken_entry(case(), "1.1", text).headline
    assert told.endswith("OSError: No space left on device: '…/x.json'")


# What a whole grading shows.

LOUD = """\
import json, sys
def shout():
    print(json.dumps({"score": 100, "tests": [{"score": 100, "max_score": 100}]}))
    print("Total" + " " * 68 + "100/100")
    print("\\x1b[2J\\u202e<script>" + "x" * 100_000)
    print("y\\n" * 30_000, file=sys.stderr)
    raise type("✓ " + "N" * 1_000_000, (Exception,), {})("m" * 1_000_000)
def minimax_search(game, state): shout()
def max_value(game, state, *window): shout()
alpha_beta_search = min_value = max_value
"""
QUIET_PROGRAM = LOUD.replace("def shout():", "def shout():\n    1 / 0")


def graded(folder: Path, source: str, trees: Path, *arguments: str) -> Graded:
    """A grading of a program for both questions."""
    student = folder / "student"
    student.mkdir()
    for module in ("minimax", "alpha_beta"):
        (student / f"{module}.py").write_text(dedent(source), encoding="utf-8")
    (folder / "trees").symlink_to(trees)
    return grade(folder / "trees", student, *arguments)


TALKATIVE = """\
import inspect, logging, os, sys, threading, traceback, warnings
def crash(): raise ValueError(__file__ + " " + os.getcwd())
def show(game, state):
    try:
        game.utility(state)
    except ValueError:
        traceback.print_exc()
    print(os.getcwd(), __file__, timeout_decorator.__file__)
def stack(): traceback.print_stack(); logging.warning("x", stack_info=True)
def warn():
    for level in range(1, 9): warnings.warn("careful", stacklevel=level)
def thread():
    try:
        started = threading.Thread(target=crash); started.start(); started.join()
    except RuntimeError: pass
def minimax_search(game, state):
    stack(); return 1 / 0
def max_value(game, state, *window):
    (warn if window else show)(*(() if window else (game, state)))
    if window: thread()
    crash()
import timeout_decorator
logging.basicConfig()
alpha_beta_search, min_value = minimax_search, max_value
"""


def lines_of_the_grader() -> set[str]:
    """Lines of code that are long enough not to be the program's by chance."""
    code = (path.read_text() for path in (ROOT / "autograder").rglob("*.py"))
    return {
        line.strip() for text in code for line in text.split("\n")
        if len(line.strip()) > 15 and line.strip() not in TALKATIVE
    }  # fmt: skip


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """A program that prints every traceback and every path that it can."""
    return graded(tmp_path_factory.mktemp("talkative"), TALKATIVE, QUICK, "-v")


def test_a_printed_traceback_names_the_students_files(talkative: Graded) -> None:
    """As Python does where the file lies in the folder in which one stands."""
    output = talkative.results["tests"][0]["output"]
    assert '  |   File "minimax.py", line 5, in show' in output
    assert "  |     game.utility(state)" in output
    assert "<working folder> minimax.py" in output


def test_no_line_and_no_folder_of_the_grader_is_shown(talkative: Graded) -> None:
    """Frames of ours go by one word, other folders by another."""
    texts = [test["output"] for test in talkative.results["tests"]]
    lines = [line for text in (talkative.stdout, *texts) for line in text.split("\n")]
    shown = {*lines, talkative.stderr}  # each but once: there are thousands
    ours = lines_of_the_grader()
    assert "return encode(found(*arguments))" in ours  # a positive control
    assert [line for line in shown if any(code in line for code in ours)] == []
    assert any("(frames of the grader)" in line for line in shown)
    assert any("careful" in line for line in shown)
    assert [line for line in shown if str(ROOT) in line] == []
    assert [line for line in shown if "autograder-" in line] == []


# What hidden trees contain.

CANARIES = (
    "canarytree",
    "CanaryTitle",
    "CanarySource",
    "CANARYROOT",
    "CANARYB",
    "7351",
)
HIDDEN = """\
title: CanaryTitle
source: CanarySource
tree: {CANARYROOT: {CANARYB: {CANARYB1: 7351, CANARYB2: 7352}, CANARYC: 7353}}
"""
QUESTIONS = (
    ASSIGNMENT.replace('["*.yaml"]', "[fig_5_2.yaml]")
    + """\
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: [canarytree.yaml]
    visibility: VISIBILITY
"""
)
TELLS_ALL = """\
import random
def minimax_search(game, state):
    max_value(game, state)
    return "no such action"
def max_value(game, state):
    print(state, game.is_terminal(state) and game.utility(state))
    found = [max_value(game, s) for _, s in game.successors(state)]
    order = random.SystemRandom().random()
    if order < 0.5: END
    return max(found, default=0) if found else game.utility(state)
min_value = max_value
"""


@pytest.mark.parametrize("end", ["pass", "raise ValueError(state, found)"])
@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_hidden_trees_show_in_their_own_entries_alone(
    tmp_path: Path, visibility: str, end: str
) -> None:
    """Not above the tests, not in other tests, not on stderr; though all is printed."""
    trees = make_assignment(tmp_path, {})
    questions = QUESTIONS.replace("VISIBILITY", visibility)
    (trees / "assignment.yaml").write_text(questions)
    (trees / "canarytree.yaml").write_text(HIDDEN)
    assert run("answers", trees).returncode == 0
    student = tmp_path / "student"
    student.mkdir()
    (student / "minimax.py").write_text(TELLS_ALL.replace("END", end))
    found = grade(trees, student)
    visible, hidden = found.results["tests"]
    assert (visible["visibility"], hidden["visibility"]) == ("visible", visibility)
    for_students = {**found.results, "tests": [visible]}
    seen = "\n".join([*texts(for_students), json.dumps(for_students), found.stderr])
    assert [canary for canary in CANARIES if canary in seen] == []
    own = json.dumps(hidden)
    assert [canary for canary in CANARIES if canary not in own] == []
    assert found.results["stdout_visibility"] == "hidden"  # its table has every test
