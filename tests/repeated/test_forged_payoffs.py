"""Tuples of payoffs that a worker makes up: none crashes the grader, none earns points.

Each is told in one sentence. Values that a submission returns are tried in real
workers, and what no honest worker would send is tried on the pipes.
"""

from __future__ import annotations

import json
import math
import tempfile
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.answers import file as answers
from autograder.answers.file import Answers
from autograder.assignment.questions import Case, Limits
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.signatures import Sheet
from autograder.observing.observation import (
    Observation,
    Observed,
    observe,
    value_and_action_requests,
)
from autograder.observing.outcome import outcomes_of
from autograder.report import plain
from autograder.sandbox.jobs import Ended
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from tests.asking import earned_by
from tests.fuzzing import random_of
from tests.repeated.test_fuzz_protocol import READY, REQUEST, RESULT, VISIT, hear
from tests.searched import entry_of
from tests.small import ROOT, THOROUGH

PLAYERS = ROOT / "test_trees" / "players"
RIGHT = [1, 2, 6]  # AIMA 4e, Figure 5.4
SEARCH = (ROOT / "reference" / "max_n.py").read_text("utf-8")


@cache
def asked() -> tuple[Case, Answers]:
    """AIMA's three players, with the answers."""
    assignment = signatures.load(assignments.load(PLAYERS))
    (case,) = [c for c in assignment.cases if c.tree_name == "aima_three_players"]
    return case, answers.load(assignment, case.tree_name)


def assert_one_sentence(result: CaseResult) -> None:
    """The headline is one line of bounded length, and so is each detail."""
    entry = entry_of(result, "1")
    assert entry.headline
    for line in (entry.headline, *plain.lines(entry.details)):
        assert len(line) < 2000
        assert not {unicodedata.category(c) for c in line} & {"Cc", "Cf", "Cs"}


# On the pipes


def talk(value: bytes) -> CaseResult:
    """The grading of a worker that visits all and says this of its value."""
    case, found = asked()
    oracles = [
        Oracle(case.tree) for _ in value_and_action_requests(case.question, case.tree)
    ]
    for number, oracle in enumerate(oracles):
        oracle._bits = random_of(number).getrandbits
    action = json.dumps({"returned": {"kind": "str", "text": found_action(found)}})
    parts = [REQUEST.pack(READY, 0)]
    for number, payload in enumerate((value, action.encode())):
        parts += requests_for_all(case, oracles[number].root, random_of(number))
        parts += [REQUEST.pack(RESULT, len(payload)), payload]
    said, _, _ = hear(b"".join(parts), oracles)
    ended = Ended(said, "", 0, 0.01, late=False)
    outcomes = outcomes_of(ended, Path("submission"), Limits(), len(oracles))
    observations = tuple(
        Observation(
            *("max_n", "max_n(game, state)", outcome),
            tuple(case.tree.nodes[index].label for index in oracle.record.visited),
        )
        for outcome, oracle in zip(outcomes, oracles, strict=True)
    )
    return judge(Sheet(case, found), Observed(observations))


def found_action(found: Answers) -> str:
    """The right action."""
    (answer,) = found.questions["max_n"].values()
    return str(answer.action)


def requests_for_all(case: Case, root: int, bits: Random) -> Iterator[bytes]:
    """A visit of each node, by the handles that are foretold."""
    waiting = [(0, root)]
    while waiting:
        index, handle = waiting.pop()
        yield REQUEST.pack(VISIT, handle)
        children = case.tree.nodes[index].children
        waiting += [(child, bits.getrandbits(32)) for child in children]


def payload(numbers: Any, kind: Any = "tuple", text: Any = "(...)") -> bytes:
    """A result that tells of payoffs."""
    told = {"kind": kind, "text": text, "numbers": numbers}
    return json.dumps({"returned": told}).encode()


def test_right_payoffs_earn_full_marks() -> None:
    """A positive control; floats that are equal do as well."""
    full = dict(asked()[0].points.shares)
    for numbers in (RIGHT, [1.0, 2, 6.0000000000001]):
        assert earned_by(talk(payload(numbers))) == full


FORGED = {
    "too few": RIGHT[:2],
    "too many": [*RIGHT, 0],
    "none": [],
    "seventeen": [*RIGHT, *[0] * 14],
    "a hundred thousand": RIGHT * 33_333,
    "another": [6, 2, 1],
    "NaN": [1, 2, math.nan],
    "infinity": [1, 2, math.inf],
    "bools": [True, 2, 6],
    "texts": ["1", "2", "6"],
    "nested": [RIGHT],
    "nested in each": [[1], [2], [6]],
    "nulls": [None, None, None],
    "huge": [1, 2, 6 + 10**400],
    "beyond all floats": [1, 2, 2**53 + 1],
    "an object": {"0": 1, "1": 2, "2": 6},
    "a text": "126",
    "a number": 1,
    "true": True,
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_payoffs_earn_nothing(name: str) -> None:
    """Whatever stands in their place; the visits do not count without a value."""
    result = talk(payload(FORGED[name]))
    assert earned_by(result)["value"] == 0
    assert earned_by(result)["visits"] == 0
    assert_one_sentence(result)


@pytest.mark.parametrize(
    "told",
    [
        {"kind": "number", "number": RIGHT},
        {"kind": "number", "number": 1, "numbers": RIGHT},
        {"kind": ["tuple"], "text": "", "numbers": RIGHT},
        {"kind": "tuple", "numbers": RIGHT},
        {"kind": "tuple", "text": RIGHT, "numbers": RIGHT},
        {"kind": "tuple", "text": "(1, 2, 6)"},
        {"numbers": RIGHT},
        RIGHT,
        [{"numbers": RIGHT}],
        "(1, 2, 6)",
        None,
    ],
)
def test_payoffs_in_a_result_of_another_form_earn_nothing(told: Any) -> None:
    """The numbers are right, and no honest worker tells them like this."""
    result = talk(json.dumps({"returned": told}).encode())
    assert earned_by(result)["value"] == 0
    assert_one_sentence(result)


NUMBERS = (0, 1, 2, 6, -1, 0.5, 1e308, 2**53, 10**30, math.nan, -math.inf, True, "6")


def number_or_more(random: Random) -> Any:
    """Mostly a number, and now and then what holds some."""
    if random.random() < 0.05:
        return [number_or_more(random) for _ in range(random.randrange(3))]
    return random.choice(NUMBERS)


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=300 if THOROUGH else 100)
def test_no_numbers_but_the_right_ones_earn_points(seed: int) -> None:
    """Of any length; nearly right ones are among them."""
    random = random_of(seed)
    numbers = list(RIGHT)
    for _ in range(random.randrange(4)):
        place = random.randrange(len(numbers) + 1)
        numbers[place : place + random.randrange(2)] = [number_or_more(random)]
    kind = random.choice(("tuple", "list", "x" * 1000, "\ud800\x1b[2J"))
    result = talk(payload(numbers, kind, random.choice(("", "\u202e", "y" * 10_000))))
    are_numbers = all(type(number) in (int, float) for number in numbers)
    is_right = are_numbers and numbers == RIGHT and kind in ("tuple", "list")
    assert (earned_by(result)["value"] > 0) is is_right
    assert_one_sentence(result)


# From real submissions

CLASSES = """
class Tuple(tuple):
    def __eq__(self, other): return True
    def __iter__(self): return iter((1, 2, 6))
    def __len__(self): return 3
    def __repr__(self): raise SystemExit
class Float(float):
    def __eq__(self, other): return True
class Name:
    def __repr__(self): return "(1, 2, 6)"
"""
RETURNED = {
    "a million": "(0,) * 1_000_000",
    "a million in a list": "[right[0]] * 1_000_000",
    "too few": "right[:2]",
    "too many": "(*right, 0)",
    "nothing": "()",
    "NaN": "(1, 2, float('nan'))",
    "infinity": "(1, 2, float('inf'))",
    "bools": "(True, 2, 6)",
    "huge": "(1, 2, 10**5000)",
    "nested": "(right,)",
    "itself": "itself",
    "deeply nested": "deep",
    "a subclass of tuple": "Tuple((0, 0, 0))",
    "numbers of a subclass": "(Float(0), Float(0), Float(0))",
    "an object": "Name()",
    "a generator": "(n for n in right)",
    "a range": "range(1, 4)",
    "a dict": "dict(enumerate(right))",
    "a set": "{1, 2, 6}",
    "a text": "str(right)",
    "the first payoff alone": "right[0]",
    "its state": "state",
    "pairs with the state": "(right, state)",
}
CODE = """
itself = []
itself.append(itself)
deep = ()
for _ in range(100_000):
    deep = (deep,)

right_of = max_n
asked = []

def max_n(game, state):
    right = right_of_all(game, state)
    return {returned}

def right_of_all(game, state):
    global max_n
    mine, max_n = max_n, right_of
    try:
        return right_of(game, state)
    finally:
        max_n = mine
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


def seen(sandbox: Sandbox, code: str) -> CaseResult:
    """The grading of a submission in a real worker."""
    case, found = asked()
    folder = Path(tempfile.mkdtemp(dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "max_n.py").write_text(code)
    return judge(Sheet(case, found), observe(sandbox, folder, case.question, case.tree))


def code_of(returned: str) -> str:
    """A search that visits as it should, and returns this."""
    return SEARCH + CLASSES + CODE.replace("{returned}", returned)


@pytest.mark.parametrize(
    "returned", ["right", "list(right)", "tuple(map(float, right))"]
)
def test_what_is_right_in_a_worker_is_right(sandbox: Sandbox, returned: str) -> None:
    """A positive control: a list does, and floats do."""
    result = seen(sandbox, code_of(returned))
    assert earned_by(result)["value"] > 0
    assert earned_by(result)["visits"] > 0


@pytest.mark.parametrize("name", RETURNED)
def test_what_is_no_tuple_of_payoffs_earns_nothing(name: str, sandbox: Sandbox) -> None:
    """And is told in a sentence; the visits alone, which were right, earn nothing."""
    result = seen(sandbox, code_of(RETURNED[name]))
    assert earned_by(result)["value"] == 0
    assert earned_by(result)["visits"] == 0
    assert_one_sentence(result)
