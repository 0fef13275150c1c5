"""Whoever makes a known mistake is told which; whoever makes none is told of none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from autograder.assignment.questions import Question
from autograder.authoring.misconceptions import Mistake
from autograder.judging.compare import CaseResult, judge
from autograder.judging.sheet import Sheet
from autograder.judging.verdicts import Verdict
from autograder.judging.visits import Compared
from autograder.kinds.searching import answerbook
from autograder.observing.observation import unobserved
from autograder.observing.outcome import Fault
from autograder.project import load_module
from autograder.report import plain
from autograder.rewriting.program import Program
from autograder.teaching.catalogue import Catalogue, dump
from autograder.teaching.causes import Evidence, Explained, Foretold, Form
from autograder.teaching.diagnosis import Conduct, diagnose
from autograder.words.findings import STARTS_FROM, details
from tests.cases import for_each
from tests.mistaken import (
    QUESTIONS,
    assignment,
    catalogued,
    mistakes,
    module_of,
    observe,
    shown,
    styles,
)
from tests.plainsearch import BOTH, AlphaBeta, as_visited, exact_values
from tests.small import ROOT, run

REFERENCE = ROOT / "reference"
DEFAULT = ROOT / "test_trees"
PAIRS = 50  # of each question
MINIMAX_TREES = 12 + 11 + 6 + 5  # lectures, mistakes, hidden, Nim
ALPHA_BETA_TREES = MINIMAX_TREES + 4  # those of the best and of the worst order


@cache
def answers() -> dict[str, Any]:
    """Its answers, by tree."""
    return answerbook.load_answers(assignment())


def results(
    question: str, module: ModuleType, **changes: object
) -> tuple[CaseResult, ...]:
    """What comes of a module on all trees of a question, with these rules changed."""
    found = []
    for case in assignment().cases:
        if case.question.name == question:
            changed: Question = replace(case.question, **changes)  # type: ignore[arg-type]
            asked = replace(case, question=changed)
            observed = observe(module, asked.question, asked.tree)
            found.append(judge(Sheet(asked, answers()[asked.tree_name]), observed))
    return tuple(found)


def diagnosed(question: str, module: ModuleType, **changes: object) -> Explained | None:
    """The diagnosis of a module."""
    return diagnose(results(question, module, **changes), catalogued(question))


def test_an_action_that_no_mistake_chooses_has_no_name() -> None:
    """The values are right, and the search returns what is no action at all."""
    module = load_module(REFERENCE / "minimax.py")
    module.minimax_search = lambda *_: "nowhere"  # type: ignore[attr-defined]
    assert diagnosed("minimax", module) is None


def listed(question: str) -> dict[str, Mistake]:
    """The misconceptions that show on some tree."""
    every = mistakes(question).items()
    return {name: one for name, (one, _) in every if name in shown(question)}


NEGAMAX = """
def negamax(game, state, alpha, beta, sign):
    if game.is_terminal(state):
        return sign * game.utility(state)
    v = float("-inf")
    for action in game.actions(state):
        child = game.result(state, action)
        v = max(v, -negamax(game, child, -beta, -alpha, -sign))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v

def max_value(game, state, alpha, beta):
    return negamax(game, state, alpha, beta, 1)

def min_value(game, state, alpha, beta):
    return -negamax(game, state, -beta, -alpha, -1)
"""
NO_V = """
def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        alpha = max(alpha, min_value(game, child, alpha, beta))
        if beta <= alpha:
            return beta
    return alpha

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        beta = min(beta, max_value(game, child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
"""
COMPREHENSION = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, child) for _, child in game.successors(state))

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))
"""
KEY = "game.successors(state),\n        key"
STYLES = {  # the question; what of the reference becomes what, or comes behind it
    "negamax": ("alpha_beta", "", NEGAMAX),
    "without v": ("alpha_beta", "", NO_V),
    "strict at MIN": ("alpha_beta", "v <= alpha", "v < alpha"),
    "strict at MAX": ("alpha_beta", "v >= beta", "v > beta"),
    "comprehension": ("minimax", "", COMPREHENSION),
    "last of ties": ("minimax", KEY, KEY.replace("(state)", "(state)[::-1]")),
}


def submission(text: str) -> ModuleType:
    """What a student hands in."""
    module = ModuleType("submission")
    exec(compile(text, "submission", "exec"), vars(module))  # noqa: S102 - written here
    return module


@pytest.mark.parametrize("style", STYLES)
def test_right_submissions_have_no_diagnosis(style: str) -> None:
    """In whatever style; they have all points."""
    question, old, new = STYLES[style]
    original = (REFERENCE / f"{question}.py").read_text("utf-8")
    text = original.replace(old, new) if old else original + new
    assert text != original
    found = results(question, submission(text))
    assert {result.verdict for result in found} == {Verdict.CORRECT}
    assert diagnose(found, catalogued(question)) is None


@for_each(
    "question, style",
    [(question, style.name) for question in QUESTIONS for style in styles(question)],
)
def test_right_styles_have_no_diagnosis(question: str, style: str) -> None:
    """The reference, every convention and product that is accepted, other shapes."""
    (program,) = [each.program for each in styles(question) if each.name == style]
    found = results(question, program.module(style))
    assert {result.verdict for result in found} == {Verdict.CORRECT}
    assert diagnose(found, catalogued(question)) is None


def test_any_order_has_no_diagnosis_where_any_may_be() -> None:
    """There searching from the right is as right as from the left."""
    module = module_of("alpha_beta", "right_to_left")
    found = results("alpha_beta", module, order="any")
    assert {result.verdict for result in found} == {Verdict.CORRECT}
    assert diagnose(found, catalogued("alpha_beta")) is None


@pytest.mark.parametrize("only", ["equality", "strict"])
def test_the_other_convention_is_not_taken_for_a_mistake(only: str) -> None:
    """Where one of both is accepted the other loses points, and is no misconception."""
    other = {"equality": "conventions/strict.py", "strict": "alpha_beta.py"}[only]
    found = results("alpha_beta", load_module(REFERENCE / other), accept=(only,))
    assert Verdict.WRONG_VISITS in {result.verdict for result in found}
    assert diagnose(found, catalogued("alpha_beta")) is None


def sample(question: str) -> list[tuple[Mistake, Mistake, Program]]:
    """Two mistakes at once, the same each time; such as can be made together."""
    known = listed(question)
    random = Random(question)  # noqa: S311 - the same each time
    made: dict[frozenset[str], tuple[Mistake, Mistake, Program]] = {}
    while len(made) < PAIRS:
        first, second = sorted(random.sample(sorted(known), 2))
        style = replace(styles(question)[0], program=mistakes(question)[first][1])
        program = known[second].made_in(style)
        if program is not None:
            pair = frozenset((first, second))
            made[pair] = known[first], known[second], program
    return list(made.values())


def does_the_same(
    question: str, found: Sequence[CaseResult], module: ModuleType
) -> bool:
    """Whether one mistake alone has the values and the visits that were found."""
    return all(
        a.observed.calls[0].outcome == b.observed.calls[0].outcome
        and set(a.observed.calls[0].visited) == set(b.observed.calls[0].visited)
        for a, b in zip(found, results(question, module), strict=True)
    )


def assert_shown(result: CaseResult, name: str) -> None:
    """Where the visits are wrong, and a number came back, the first step is told.

    It is confirmed by a search that is really made, in the submission's own order.
    """
    finding = next(f for f in result.findings if f.facet == "visits")
    if finding.verdict is not Verdict.WRONG_VISITS:
        return
    visited = finding.observation.visited
    visits: Compared = finding.visits
    if visits.step is None:
        assert visits.swapped, (name, result.case.name)
        return
    step = visits.step
    confirmed = []
    for stops in (BOTH, frozenset[str](), frozenset({"max"}), frozenset({"min"})):
        right = AlphaBeta(
            result.case.tree,
            as_visited(result.case.tree, visited),
            stops,
            prunes=bool(result.case.question.arguments),
        ).run(result.case.tree.window)
        made = set(visited)
        moment = next(m for m in right.moments if m.goes_on != (m.child in made))
        confirmed.append((moment.node, moment.child, moment.v, moment.known))
    exact = exact_values(result.case.tree)
    known = tuple((child.label, child.returned) for child in step.searched)
    assert all(child.exact == exact[child.label] for child in step.searched)
    assert (step.node, step.child, step.v, known) in confirmed, name


def test_no_diagnosis_where_a_test_is_missing() -> None:
    """Of a part of the tests too much would look the same."""
    module = module_of("minimax", "initial_zero")
    found = results("minimax", module)
    known = catalogued("minimax")
    assert diagnose(found, known) is not None
    for place in range(len(found)):
        assert diagnose((*found[:place], *found[place + 1 :]), known) is None
    assert diagnose((), known) is None


@pytest.mark.parametrize("kind", ["grader", "hurried", "module", "not_run"])
def test_no_diagnosis_where_a_test_was_not_made(kind: str) -> None:
    """A fault of the grader, or the end of the time, tells nothing of the code."""
    module = module_of("minimax", "initial_zero")
    first, *others = results("minimax", module)
    observed = unobserved(first.case.question, first.case.tree, Fault(kind))
    not_made = judge(Sheet(first.case, answers()[first.case.tree_name]), observed)
    assert diagnose((not_made, *others), catalogued("minimax")) is None


def test_of_two_families_both_are_named() -> None:
    """What mistakes of different kinds explain alike is not told as one of them."""
    known = catalogued("minimax")
    module = module_of("minimax", "initial_zero")
    found = results("minimax", module)
    (one,) = [m for m in known.misconceptions if m.name == "initial_zero"]
    twin = replace(one, name="twin", title="The twin", family=one.family)
    stranger = replace(twin, family="another kind of mistake")

    def among(*more: object) -> Catalogue:
        return replace(known, misconceptions=(*known.misconceptions, *more))  # type: ignore[arg-type]

    as_family = diagnose(found, among(twin))
    assert as_family is not None
    assert (as_family.form, as_family.key) == (Form.FAMILY, one.family)
    assert {one.title, "The twin"} <= {cause.title for cause in as_family.causes}
    as_two = diagnose(found, among(stranger))
    assert as_two is not None
    assert as_two.key == "initial_zero or twin"
    assert as_two.form is Form.EITHER
    assert {one.title, "The twin"} == {cause.title for cause in as_two.causes}
    many = [replace(stranger, name=f"twin{i}", family=f"{i}") for i in range(9)]
    assert diagnose(found, among(*many)) is None


def small_assignment(folder: Path, *, with_catalogue: bool) -> Path:
    """Eight trees of the default assignment, the one question, and its catalogue."""
    names = [n for n in assignment().trees() if n.startswith("mistakes/")][:8]
    for name in names:
        for path in (f"{name}.yaml", f"answers/{name}.json"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(DEFAULT / path, folder / path)
    shutil.copy(DEFAULT / "answers/minimax.search.json", folder / "answers")
    (folder / "assignment.yaml").write_text(
        "title: Small\nquestions:\n  - name: minimax\n"
        "    points: {value: 1, action: 1, visits: 1, max_value: 1, min_value: 1}\n"
        '    trees: ["mistakes/*.yaml"]\n'
    )
    if with_catalogue:
        part = replace(catalogued("minimax").of_visible(frozenset(names)), pairs={})
        beside = folder / "answers" / "minimax.misconceptions.json"
        beside.write_text(dump(part), "utf-8")
    return folder


def graded(trees: Path, submission: Path, folder: Path, *more: str) -> dict[str, Any]:
    """The results of the real command line."""
    given = ("--no-counterexample", *more)
    done = run(
        submission, "--assignment", trees, "--results", folder / "r.json", *given
    )
    assert "Traceback" not in done.stderr, done.stderr
    found: dict[str, Any] = json.loads((folder / "r.json").read_bytes())
    return found


ALTERNATING = """
def search(game, state, alpha, beta, is_max):
    if game.is_terminal(state):
        return game.utility(state)
    best = -1000 if is_max else 1000
    for action in game.actions(state):
        worth = search(game, game.result(state, action), alpha, beta, not is_max)
        if is_max:
            best = max(best, worth)
            alpha = max(alpha, best)
        else:
            best = min(best, worth)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best

def max_value(game, state, alpha, beta):
    return search(game, state, alpha, beta, True)

def min_value(game, state, alpha, beta):
    return search(game, state, alpha, beta, False)

def alpha_beta_search(game, state):
    best, move = -1000, None
    for action in game.actions(state):
        worth = search(game, game.result(state, action), best, 1000, False)
        if worth > best:
            best, move = worth, action
    return move
"""


def test_what_the_search_function_does_besides_is_not_foretold() -> None:
    """A style that nobody has listed: the values tell of a mistake, no action does."""
    found = diagnosed("alpha_beta", submission(ALTERNATING))
    assert found is not None
    assert found.key == "initial_1000"
    assert found.evidence == Evidence(
        Foretold.VALUES, ALPHA_BETA_TREES, ALPHA_BETA_TREES
    )


HUNDRED = """
INF = 100

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INF
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = INF
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def alpha_beta_search(game, state):
    alpha, beta, best = -INF, INF, None
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, child, alpha, beta)
            if v < beta:
                beta, best = v, action
    return best
"""


def test_one_number_in_all_functions_is_one_mistake() -> None:
    """The search function only repeats what the others do."""
    found = diagnosed("alpha_beta", submission(HUNDRED))
    assert found is not None
    assert found.key == "initial_100"
    assert found.form is Form.ONE


ONE_SIDED = """
def minimax_search(game, state):
    worth = {a: value(game, game.result(state, a)) for a in game.actions(state)[:1]}
    for action in game.actions(state)[1:]:
        worth[action] = value(game, game.result(state, action))
    return {action}
"""


def one_sided(best: str) -> list[CaseResult]:
    """Minimax with a search function of its own that plays for one side."""
    text = (REFERENCE / "minimax.py").read_text("utf-8")
    action = f"{best}(worth, key=worth.get)"
    module = submission(text + ONE_SIDED.replace("{action}", action))
    return list(results("minimax", module))


def with_a_visit_less(result: CaseResult, call: int) -> CaseResult:
    """The same verdict, and in one of the two calls a node less was visited."""
    calls = list(result.observed.calls)
    calls[call] = replace(calls[call], visited=calls[call].visited[:-1])
    return replace(result, observed=replace(result.observed, calls=tuple(calls)))


@pytest.mark.parametrize("best", ["min", "max"])
def test_what_the_search_does_is_ground_enough(best: str) -> None:
    """Where the value is found in a right way that none of the mistakes has."""
    first, *others = one_sided(best)
    found = diagnose(
        [with_a_visit_less(first, 0), *others],
        catalogued("minimax"),
    )
    assert found is not None
    assert found.key == f"root_is_always_{best}"
    assert found.evidence == Evidence(Foretold.CHOICES, MINIMAX_TREES, MINIMAX_TREES)


@pytest.mark.parametrize("best", ["min", "max"])
def test_actions_are_no_ground_where_the_visits_are_others(best: str) -> None:
    """On one tree the search did not look at all that the mistake looks at."""
    first, *others = one_sided(best)
    found = [with_a_visit_less(first, 1), *others]
    assert diagnose(found, catalogued("minimax")) is None


def test_visits_of_the_search_alone_blame_no_action() -> None:
    """All values and actions are right: what a search asks besides has no name."""
    text = (REFERENCE / "alpha_beta.py").read_text("utf-8")
    asks = "\nsearch = alpha_beta_search\n\ndef alpha_beta_search(game, state):\n"
    asks += "    for _, child in game.successors(state):\n"
    asks += "        for _, below in game.successors(child):\n"
    asks += "            game.successors(below)\n    return search(game, state)\n"
    found = results("alpha_beta", submission(text + asks))
    assert Verdict.WRONG_VISITS in {result.verdict for result in found}
    assert diagnose(found, catalogued("alpha_beta")) is None


def nearly(count: int, instead: Verdict) -> Explained | None:
    """Of a start from 0, where so many of the tests that fail went otherwise.

    They are right, or wrong in another way: the largest value is taken at MIN's, too.
    """
    other = {
        Verdict.CORRECT: load_module(REFERENCE / "minimax.py"),
        Verdict.WRONG_VALUE: module_of("minimax", "largest_in_both"),
    }
    found = list(results("minimax", module_of("minimax", "initial_zero")))
    elsewhere = results("minimax", other[instead])
    places = [
        i
        for i, (one, two) in enumerate(zip(found, elsewhere, strict=True))
        if one.verdict is Verdict.WRONG_VALUE
        and two.verdict is instead
        and one.observed.calls[0].outcome != two.observed.calls[0].outcome
    ]
    for place in places[:count]:
        found[place] = elsewhere[place]
    return diagnose(found, catalogued("minimax"))


def test_a_mistake_that_foretells_nearly_all_says_how_many() -> None:
    """Some tests went otherwise: the ground is told, and nothing more than it."""
    one, two = (nearly(count, Verdict.WRONG_VALUE) for count in (1, 2))
    assert one is not None
    assert two is not None
    assert one.key == two.key == "initial_zero"
    assert one.evidence == Evidence(Foretold.VALUES, MINIMAX_TREES - 1, MINIMAX_TREES)
    assert two.evidence == Evidence(Foretold.VALUES, MINIMAX_TREES - 2, MINIMAX_TREES)
    assert nearly(6, Verdict.WRONG_VALUE) is None


def test_what_is_right_contradicts_a_mistake_that_would_be_wrong_there() -> None:
    """All but one test went as foretold, and in that one no mistake was seen."""
    assert nearly(0, Verdict.CORRECT) is not None
    assert nearly(1, Verdict.CORRECT) is None


@pytest.mark.parametrize(
    "place, right, wrong, contradicted",
    [
        ("max", {"max"}, set(), True),
        ("max", set(), {"min"}, True),
        ("max", {"min"}, {"max"}, False),
        ("min", {"min"}, set(), True),
        ("", {"max"}, {"min"}, False),
        ("search", {"max"}, set(), False),
        ("max", {"max", "min"}, set(), False),  # it shows in what is handed down
    ],
)
def test_no_story_that_a_function_alone_contradicts(
    place: str, right: set[str], wrong: set[str], *, contradicted: bool
) -> None:
    """A mistake of MAX's function is none where that is right alone, or MIN's wrong."""
    conduct = Conduct(
        digests=(),
        whole="",
        bare="",
        failed=frozenset(),
        right=frozenset(right),
        wrong=frozenset(wrong),
    )
    mistake = catalogued("minimax").by_name["initial_zero"]
    assert conduct.contradicts(replace(mistake, place=place)) is contradicted


def test_no_story_of_the_choice_where_each_action_is_right() -> None:
    """What a search asks besides comes of something else."""
    conduct = Conduct(digests=("",), whole="", bare="", failed=frozenset({0}))
    mistake = catalogued("minimax").by_name["first_action"]
    assert conduct.contradicts(mistake)
    assert not replace(conduct, misplayed=frozenset({0})).contradicts(mistake)


CHILDREN_FIRST = """
def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for w in [value(game, s, alpha, beta) for _, s in game.successors(state)]:
        v = max(v, w)
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for w in [value(game, s, alpha, beta) for _, s in game.successors(state)]:
        v = min(v, w)
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""


def test_of_many_kinds_that_look_alike_the_plain_ones_are_told() -> None:
    """That bounds move outwards does as little as that nothing is ever cut."""
    text = (REFERENCE / "alpha_beta.py").read_text("utf-8") + CHILDREN_FIRST
    found = diagnosed("alpha_beta", submission(text))
    assert found is not None
    assert found.form is Form.EITHER
    assert found.key == "no_cuts or children_searched_first"


def test_of_two_the_plain_one_is_told_first() -> None:
    """A catalogue has its mistakes in the order of their names."""
    known = catalogued("minimax")
    found = results("minimax", module_of("minimax", "initial_zero"))
    one = known.by_name["initial_zero"]
    twin = replace(one, name="twin", family="another", plain=True)
    both = replace(known, misconceptions=(*known.misconceptions, twin))
    told = diagnose(found, both)
    assert told is not None
    assert told.key == "twin or initial_zero"


def test_what_several_mistakes_have_in_common_is_told() -> None:
    """Three kinds that look alike, all where MAX is to move."""
    found = diagnosed("alpha_beta", module_of("alpha_beta", "return_in_loop_at_max"))
    assert found is not None
    assert (found.form, len(found.causes), found.place) == (Form.SEVERAL, 3, "max")


@pytest.mark.parametrize(
    "start, told",
    [
        ("9999", "-9999"),
        ("9223372036854775807", "a negative integer of 63 bits"),
        ("inf", "-inf"),
    ],
)
def test_a_start_that_leaks_is_told_as_such(start: str, told: str) -> None:
    """Whatever number stands for infinity: that no play ends so, and what is wrong."""
    text = (REFERENCE / "minimax.py").read_text("utf-8")
    text = text.replace("v = -inf", f"v = -{start}").replace("v = inf", f"v = {start}")
    text = text.replace("        v = max(v, value", "        w = max(v, value")
    found = results("minimax", submission(text))
    lines = [line for result in found for line in plain.lines(details(result))]
    assert any(STARTS_FROM.format(told) in line for line in lines)
    diagnosis = diagnose(found, catalogued("minimax"))
    assert diagnosis is not None
    assert "wrong_variable_at_max" in [cause.name for cause in diagnosis.causes]
