"""Whether something stays from one call to the next: found in every style of code.

The programs are graded as students' are, on a few trees of the default assignment.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Case
from autograder.errors import GraderError
from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search import observing
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.observing import Kept
from autograder.kinds.search.running import MOST_LATE
from autograder.kinds.search.stepwords import (
    FIRST_STEP,
    FIRST_VALUE,
    STEP_AFTER_VALUE,
    value_sentence,
)
from autograder.kinds.search.words import (
    headline,
    kept_in_few_words,
    kept_sentence,
    most_telling_check,
    wrong_step_sentence,
)
from autograder.observing.bench import Extra
from autograder.observing.observation import (
    Observation,
    Observed,
    value_and_action_requests,
)
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.report.plain import lines as lines_of
from autograder.sandbox.jobs import Call, Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node
from tests import asking, searched
from tests.searched import entry_of
from tests.small import ROOT

ASSIGNMENT = assignments.load(ROOT / "test_trees")
AIMA = "lectures/aima_fig_5_2"  # no position comes again
NIM = "lectures/toronto_ii_nim"  # (0,1)-A, (0,0)-A and others come again
DEEP = "mistakes/deep_cutoff"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


def opened(sandbox: Sandbox, text: str, module: str = "minimax") -> Grading:
    """A grading of a program, in place of the one before."""
    folder = Path(tempfile.mkdtemp(dir=sandbox.folder))
    shutil.rmtree(sandbox.folder / "submission", ignore_errors=True)
    (folder / f"{module}.py").write_text(text, "utf-8")
    return Grading.of(ASSIGNMENT, folder, sandbox)


def case_of(grading: Grading, tree: str, question: str = "minimax") -> Case:
    """The test of a question on a tree."""
    (case,) = [
        case
        for case in grading.assignment.cases
        if (case.question.name, case.tree_name) == (question, tree)
    ]
    return case


def graded(grading: Grading, tree: str, question: str = "minimax") -> CaseResult:
    """What it comes to."""
    return searched.graded(grading, case_of(grading, tree, question))


def told(result: CaseResult) -> str:
    """All that the row of a test says."""
    entry = entry_of(result, "")
    return "\n".join((entry.headline, *lines_of(entry.details)))


def assert_no_line_is_blamed(result: CaseResult) -> None:
    """Neither a first wrong value nor a first wrong step is told."""
    assert most_telling_check(result) is None
    assert not wrong_step_sentence(result)
    for words in (FIRST_VALUE, FIRST_STEP, STEP_AFTER_VALUE):
        assert words not in told(result)


SEARCH = """
def minimax_search(game, state):
    is_max = game.to_move(state) == "max"
    value = min_value if is_max else max_value
    pick = max if is_max else min
    return pick(game.successors(state), key=lambda pair: value(game, pair[1]))[0]
"""
TWO_FUNCTIONS = (
    """
{table}

def max_value(game, state{argument}):
    if {key} in {name}:
        return {name}[{key}]
    if game.is_terminal(state):
        return game.utility(state)
    {name}[{key}] = max(min_value(game, child) for _, child in game.successors(state))
    return {name}[{key}]

def min_value(game, state{argument}):
    if {key} in {name}:
        return {name}[{key}]
    if game.is_terminal(state):
        return game.utility(state)
    {name}[{key}] = min(max_value(game, child) for _, child in game.successors(state))
    return {name}[{key}]
"""
    + SEARCH
)
HELPER = (
    """
from functools import lru_cache

{decorator}
def value(game, state{more}):
    if game.is_terminal(state):
        return game.utility(state)
    worth = [{call} for _, child in game.successors(state)]
    return max(worth) if game.to_move(state) == "max" else min(worth)

def max_value(game, state):
    return value(game, state{first})

def min_value(game, state):
    return value(game, state{first})
"""
    + SEARCH
)
NEGAMAX = (
    """
table = {}

def negamax(game, state, colour):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return colour * game.utility(state)
    worth = [-negamax(game, child, -colour) for _, child in game.successors(state)]
    table[state] = max(worth)
    return table[state]

def max_value(game, state):
    return negamax(game, state, 1)

def min_value(game, state):
    return -negamax(game, state, -1)
"""
    + SEARCH
)
METHODS = (
    """
class Search:
    def __init__(self):
        self.known = {}

    def value(self, game, state):
        if game.is_terminal(state):
            return game.utility(state)
        if state not in self.known:
            pick = max if game.to_move(state) == "max" else min
            below = [self.value(game, child) for _, child in game.successors(state)]
            self.known[state] = pick(below)
        return self.known[state]

{search}

def max_value(game, state):
    return {instance}.value(game, state)

min_value = max_value
"""
    + SEARCH
)
PASSED_ON = (
    """
def search(game, state, known):
    if state in known:
        return known[state]
    if game.is_terminal(state):
        return game.utility(state)
    pick = max if game.to_move(state) == "max" else min
    worth = [search(game, child, known) for _, child in game.successors(state)]
    known[state] = pick(worth)
    return known[state]

def max_value(game, state):
    return search(game, state, {})

min_value = max_value
"""
    + SEARCH
)
EXACT_BOUNDS = """
table = {}

def max_value(game, state, alpha, beta):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    table[state] = v
    return v

def min_value(game, state, alpha, beta):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            break
        beta = min(beta, v)
    table[state] = v
    return v

def alpha_beta_search(game, state):
    is_max = game.to_move(state) == "max"
    value = min_value if is_max else max_value
    ends = float("-inf"), float("inf")
    worth = [value(game, child, *ends) for _, child in game.successors(state)]
    return game.actions(state)[worth.index((max if is_max else min)(worth))]
"""
TABLES = {
    "a global": TWO_FUNCTIONS.format(
        table="t = {}", argument="", name="t", key="state"
    ),
    "default arguments": TWO_FUNCTIONS.format(
        table="", argument=", known={}", name="known", key="state"
    ),
    "a global, by content": TWO_FUNCTIONS.format(
        table="t = {}", argument="", name="t", key="state.data"
    ),
    "lru_cache on a helper": HELPER.format(
        decorator="@lru_cache(None)", more="", first="", call="value(game, child)"
    ),
    "negamax": NEGAMAX,
    "a method, one object for all": METHODS.replace("{search}", "one = Search()")
    .replace("{instance}", "one"),
    "a method, an object a call": METHODS.replace("{search}", "")
    .replace("{instance}", "Search()"),
    "passed on to a helper": PASSED_ON,
}  # fmt: skip

WITHIN_A_CALL = ("a method, an object a call", "passed on to a helper")


@pytest.mark.parametrize("style", TABLES)
def test_a_table_is_told_in_every_style(sandbox: Sandbox, style: str) -> None:
    """Where positions come again, visits are missing; and nothing else is told."""
    result = graded(opened(sandbox, TABLES[style]), NIM)
    assert result.verdict is Verdict.WRONG_VISITS
    assert result.keeps_state
    assert result.kept is not None
    assert result.kept.is_by_position
    assert result.kept.positions is (style in WITHIN_A_CALL)
    told_in_row = ("from a table", kept_in_few_words(result.kept))
    assert any(words in headline(result) for words in told_in_row)
    assert kept_sentence(result.kept) in told(result)
    assert_no_line_is_blamed(result)


@pytest.mark.parametrize("style", TABLES)
def test_a_table_costs_nothing_where_no_position_comes_again(
    sandbox: Sandbox, style: str
) -> None:
    """All is asked for in one call; what a second would do, nobody asks."""
    if style == "a global, by content":
        pytest.skip("a tree without content has one for all states")
    grading = opened(sandbox, TABLES[style])
    result = graded(grading, AIMA)
    assert result.verdict is Verdict.CORRECT
    assert result.kept is None


def test_bounds_kept_as_exact_are_told(sandbox: Sandbox) -> None:
    """A window of another call left them; the second call takes what stands there."""
    grading = opened(sandbox, EXACT_BOUNDS, "alpha_beta")
    result = graded(grading, "nim/misere_1_2_2_min_first", "alpha_beta")
    assert result.verdict is not Verdict.CORRECT
    assert result.keeps_state
    assert result.kept is not None
    assert kept_sentence(result.kept) in told(result)
    assert_no_line_is_blamed(result)


WRONG_WITH_A_TABLE = (
    """
table = {{}}

def value(game, state):
    if {key} in table:
        return table[{key}]
    if game.is_terminal(state):
        return game.utility(state)
    table[{key}] = max(value(game, child) for _, child in game.successors(state))
    return table[{key}]

max_value = min_value = value
"""
    + SEARCH
)


def test_a_table_that_changes_nothing_hides_nothing(sandbox: Sandbox) -> None:
    """No position comes again: the value is wrong for another reason, which is told.

    By name, the search function finds what the value's call has left: there both count.
    """
    text = WRONG_WITH_A_TABLE.format(key="state")
    result = graded(opened(sandbox, text), AIMA)
    assert result.kept is not None
    assert result.kept.harmless
    assert not result.keeps_state
    assert (blamed := most_telling_check(result)) is not None
    assert (blamed.node.label, blamed.exact) == ("B", 3)
    assert value_sentence(blamed) in told(result)
    assert kept_sentence(result.kept) in told(result)
    assert graded(opened(sandbox, text), NIM).keeps_state
    text = WRONG_WITH_A_TABLE.format(key="str(state)")
    assert graded(opened(sandbox, text), AIMA).keeps_state


BEST = """
best = {start}

def max_value(game, state{argument}):
    global best
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        {name} = max({name}, min_value(game, child))
    return {name}

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))
"""
CUTS = """
alpha, beta = float("-inf"), float("inf")

def max_value(game, state):
    global alpha
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, child))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state):
    global beta
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, child in game.successors(state):
        v = min(v, max_value(game, child))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""
STATES = {
    "the best so far, in a global": (
        BEST.format(start="float('-inf')", argument="", name="best"),
        DEEP,
    ),
    "the best so far, in a default argument": (
        BEST.format(start="None", argument=", v=[float('-inf')]", name="v[0]"),
        DEEP,
    ),
    "bounds in globals": (CUTS, "mistakes/equal_losses"),
}


@pytest.mark.parametrize("style", STATES)
def test_who_answers_otherwise_when_asked_again_is_told(
    sandbox: Sandbox, style: str
) -> None:
    """By the two calls that should have been alike."""
    program, tree = STATES[style]
    result = graded(opened(sandbox, program + SEARCH), tree)
    assert result.kept is not None
    assert not result.kept.is_by_position
    assert not result.kept.positions
    assert kept_sentence(result.kept) in told(result)
    assert_no_line_is_blamed(result)


WRONG = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max({below})

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max({below})

def worth(game, state):
    value = max_value if game.to_move(state) == "max" else min_value
    return value(game, state)
"""
ONE_BY_ONE = "worth(game, child) for _, child in game.successors(state)"
FORGETFUL = {
    "no memory": WRONG.format(below=ONE_BY_ONE),
    "a module's generator of random numbers": "import random\n"
    + WRONG.format(below="worth(game, c) for _, c in shuffled(game, state)")
    + """
def shuffled(game, state):
    return random.sample(game.successors(state), len(game.successors(state)))
""",
    "a table that is emptied": "table = {}\n"
    + WRONG.format(below=f"[table.clear()] and [{ONE_BY_ONE}]"),
    "a count of nodes": "count = 0\n"
    + WRONG.format(below=ONE_BY_ONE).replace(
        "    if game.is", "    global count; count += 1\n    if game.is"
    ),
    "a table of what was asked anyway": "table = {}\n"
    + WRONG.format(below=f"table.setdefault(str(state), [{ONE_BY_ONE}])"),
}


@pytest.mark.parametrize("style", FORGETFUL)
@pytest.mark.parametrize("tree", [AIMA, NIM])
def test_who_is_wrong_and_keeps_nothing_is_told_where(
    sandbox: Sandbox, style: str, tree: str
) -> None:
    """The first wrong value stands there, as ever."""
    result = graded(opened(sandbox, FORGETFUL[style] + SEARCH), tree)
    assert result.verdict is Verdict.WRONG_VALUE
    assert result.kept is None
    assert (blamed := most_telling_check(result)) is not None
    assert value_sentence(blamed) in told(result)


HOSTILE = {
    "never ends in the second call": ("while len(seen) > 1: pass", True),
    "raises in the second call": ("if len(seen) > 1: raise ValueError", True),
    "ends the process in the second call": (
        "if len(seen) > 1: import os; os._exit(0)",
        True,
    ),
    "prints without end in the second call": (
        "while len(seen) > 1: print('x' * 1000)",
        False,
    ),
    "is killed in the second call": (
        "if len(seen) > 1: import os; os.kill(os.getpid(), 9)",
        False,
    ),
    "waits in the second call": (
        "if len(seen) > 1: import time; time.sleep(99)",
        False,
    ),
    "uses up the memory in the second call": (
        "while len(seen) > 1: seen.append(bytes(10**8))",
        False,
    ),
    "forges a result in the second call": (
        """if len(seen) > 1:
        import json, os, struct
        cells = game._fetch.__closure__
        pipes = dict(zip(game._fetch.__code__.co_freevars, cells))
        text = json.dumps({"returned": {"kind": "number", "number": 14}}).encode()
        frame = struct.pack("<BI", 4, len(text)) + text
        os.write(pipes["requests"].cell_contents, frame)""",
        None,
    ),
    "asks about a state that it was never given": (
        "if len(seen) > 1: state._view = None; state._handle ^= 1",
        False,
    ),
    "asks about the states of the first call": (
        "if len(seen) > 1: state = seen[0][1]",
        True,
    ),
    "keeps everything": ("everything.append(list(range(10**5)))", False),
}
HAUNTED = (
    """
seen, everything = [], []

def max_value(game, state):
    if str(state) == "A":
        seen.append((game, state))
    {trick}
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, child) for _, child in game.successors(state))

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_value(game, child) for _, child in game.successors(state))
"""
    + SEARCH
)


@pytest.mark.parametrize("trick", HOSTILE)
def test_what_a_second_call_does_spoils_nothing(sandbox: Sandbox, trick: str) -> None:
    """The verdict and the points stand; what is told is bounded, as all that is.

    What the machine may have done is nobody's memory.
    """
    text, expected = HOSTILE[trick]
    plain = graded(opened(sandbox, HAUNTED.format(trick="pass")), AIMA)
    grading = opened(sandbox, HAUNTED.format(trick=text))
    case = case_of(grading, AIMA)
    limits = replace(case.question.limits, seconds=0.3, memory_mb=256)
    question = replace(case.question, limits=limits)
    started = time.monotonic()
    result = searched.graded(grading, replace(case, question=question))
    assert time.monotonic() - started < 15
    assert (result.points, result.verdict) == (plain.points, Verdict.WRONG_VALUE)
    assert expected in (None, result.keeps_state)
    entry = entry_of(result, "")
    lines = lines_of(entry.details)
    assert all(line.isprintable() and len(line) < 1000 for line in lines)


def test_who_never_ends_when_asked_again_is_not_asked_for_ever(
    sandbox: Sandbox,
) -> None:
    """Two trees are enough: on each it costs a second."""
    grading = opened(sandbox, HAUNTED.format(trick=HOSTILE[next(iter(HOSTILE))][0]))
    seconds = replace(grading.assignment.cases[0].question.limits, seconds=0.3)
    late = []
    for case in grading.assignment.cases[:5]:
        question = replace(case.question, limits=seconds)
        late.append(
            searched.graded(grading, replace(case, question=question)).keeps_state
        )
    assert sum(late) == MOST_LATE


class Counting(Sandbox):
    """A sandbox that counts the jobs in which calls go on in the same game."""

    def __init__(self) -> None:
        super().__init__()
        self.repeated = 0
        self.fails = False

    def __enter__(self) -> Counting:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever."""
        if any(isinstance(c, Call) and c.continues for c in job.calls):
            self.repeated += 1
            if self.fails:
                raise GraderError("no process could be started")
        return super().run(job, then)


def test_a_right_program_pays_nothing() -> None:
    """It is called again only where something is wrong, and there is time."""
    right = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    wrong = FORGETFUL["no memory"] + SEARCH
    with Counting() as box:
        grading = opened(box, right)
        for tree in (AIMA, NIM, DEEP):
            assert graded(grading, tree).verdict is Verdict.CORRECT
        assert box.repeated == 0
        grading = opened(box, wrong)
        graded(grading, AIMA)
        assert box.repeated == 1
        grading.budget._left[Extra.REPEATED_CALLS] = 0.0
        graded(grading, NIM)
        assert box.repeated == 1


def test_what_is_kept_is_looked_for_no_longer_where_two_have_shown_nothing() -> None:
    """It is where one has."""
    forgets, keeps = FORGETFUL["no memory"] + SEARCH, TABLES["a global"]
    for code, times in ((forgets, 2), (keeps, 4)):
        with Counting() as box:
            grading = opened(box, code)
            for tree in (NIM, NIM, NIM, NIM):
                assert graded(grading, tree).verdict is not Verdict.CORRECT
            assert box.repeated == times


def test_a_fault_of_ours_costs_no_student_anything() -> None:
    """What cannot be looked for is not told."""
    with Counting() as box:
        box.fails = True
        result = graded(opened(box, TABLES["a global"]), NIM)
    assert (result.verdict, result.kept) == (Verdict.WRONG_VISITS, None)


def test_who_does_otherwise_each_time_keeps_nothing(sandbox: Sandbox) -> None:
    """A second run tells of chance; of memory nothing can be said then."""
    chance = "import os\n" + FORGETFUL["no memory"].replace(
        "return max(worth", "return os.urandom(7)[0] + max(worth"
    )
    result = graded(opened(sandbox, chance + SEARCH), AIMA)
    assert result.is_deterministic is False
    assert result.kept is None


# The calls, and what is read from them.


def test_each_call_is_made_twice_and_the_root_comes_last(sandbox: Sandbox) -> None:
    """On AIMA's tree min_value at D, the last inner node, and at B, a small one."""
    grading = opened(sandbox, "")
    case = case_of(grading, AIMA)
    asked = observing.calls_made_twice(case, searched.answers(grading)[AIMA])
    labels = [(r.function, case.tree.nodes[r.at].label) for r in asked]
    once = [("min_value", "D"), ("min_value", "B")]
    once += [("minimax_search", "A"), ("max_value", "A")]
    assert labels == [*once, *once]
    bare = asking.case_of(case.question, AIMA, case.tree, [("value", 1)])
    asked = observing.calls_made_twice(bare, searched.answers(grading)[AIMA])
    assert [r.function for r in asked] == ["minimax_search", "max_value"] * 2


LEAF = ("min", (), 1)
REPEATS = GameTree((
    Node("A", "max", (1, 2)),
    Node("B", *LEAF, content=[1]),
    Node("B#2", *LEAF, content=[1]),
))  # fmt: skip


def test_a_tree_with_repeated_positions_has_one_without() -> None:
    """The same in all else; a tree without any needs none."""
    unique = observing.with_unique_positions(REPEATS)
    assert unique is not None
    assert unique.labels() == ("A", "B", "B~2")
    assert [replace(n, label="") for n in unique.nodes] == [
        replace(n, label="") for n in REPEATS.nodes
    ]
    assert observing.with_unique_positions(unique) is None


def call(outcome: Outcome, *visited: str) -> Observation:
    """A call that visited these."""
    return Observation("max_value", "max_value(game, state)", outcome, visited)


ONE, TWO = Returned("number", 1), Returned("number", 2)


@pytest.mark.parametrize(
    "first, again, shows",
    [
        (call(ONE, "A", "B"), call(ONE, "A", "B"), False),
        (call(ONE, "A", "B"), call(TWO, "A", "B"), True),
        (call(ONE, "A", "B"), call(ONE, "A"), True),
        (call(ONE, "A", "B"), call(ONE), True),
        (call(ONE, "A", "B"), call(Fault("crash", type="ValueError"), "A", "B"), True),
        (call(ONE, "A", "B"), call(Fault("timeout"), "A", "B"), True),
        *[
            (call(ONE, "A"), call(Fault(kind), "A"), False)
            for kind in ("late", "killed", "flood", "memory", "violation", "grader")
        ],
        (call(ONE, "A"), call(Fault("crash", stage="unreached")), False),
    ],
)
def test_two_calls_that_differ_show_memory_unless_another_may_have_done_it(
    first: Observation, again: Observation, *, shows: bool
) -> None:
    """A value, the visits, or an end of the submission's own doing."""
    case = next(c for c in ASSIGNMENT.cases if c.tree_name == AIMA)
    request, _ = value_and_action_requests(case.question, case.tree)
    made = ((request, first), (request, again))
    found = observing.kept_by_calls(case, Observed((first, first)), made)
    assert (found is not None) is shows
    if shows:
        assert found == Kept(first, again, "A")


def test_the_first_call_of_the_process_counts_too() -> None:
    """Both calls of the game may have found what the one before it left."""
    case = next(c for c in ASSIGNMENT.cases if c.tree_name == AIMA)
    request = value_and_action_requests(case.question, case.tree)[0]
    fresh, later = call(ONE, "A", "B"), call(TWO, "A")
    made = ((request, later), (request, later))
    found = observing.kept_by_calls(case, Observed((fresh, fresh)), made)
    assert found == Kept(fresh, later, "A")


def test_what_a_table_is() -> None:
    """Nothing, or no more than the node itself, was asked for the same result."""
    whole = call(ONE, "A", "B")
    assert Kept(whole, call(ONE), "A").is_by_position
    assert Kept(whole, call(ONE, "A"), "A").is_by_position
    assert Kept(whole, call(TWO, "A"), "A", positions=True).is_by_position
    assert not Kept(whole, call(TWO), "A").is_by_position
    assert not Kept(whole, call(ONE, "A", "C"), "A").is_by_position
