"""The words on one step of a search: where it left the right way, and why so."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import AloneCheck, Passed
from autograder.kinds.search.bounds import ALPHA, BETA, Bounds, Mean
from autograder.kinds.search.returns import WrongReturn
from autograder.kinds.search.visits import Compared
from autograder.kinds.search.walk import SearchedChild, WrongStep
from autograder.observing.outcome import Returned
from autograder.text import clean, few
from autograder.trees.numerals import probability_texts, shown
from autograder.trees.tree import INFINITY, Node, Window
from autograder.trees.values import TOLERANCE, equal

WIDTH = 48  # characters of labels in a sentence
Children = Sequence[tuple[str, Value]]  # their labels, and what they are worth
LARGEST = 2**53  # beyond it a float has no digits behind the point
MOST_KNOWN = 4  # children that are listed with their values
NOT_JUDGED = "could not be judged alone"
FIRST_STEP, FIRST_VALUE = "First wrong step", "First wrong value"
STEP_AFTER_VALUE = "With right values, the first wrong step"
EARLY = (
    "your code asked about {} before it had searched {}. To ask about a state is to "
    "visit it, even if nothing below it is looked at."
)
NAMES = {MAX: "MAX", MIN: "MIN", CHANCE: "a chance node"}


def number(value: Value) -> str:
    """A number as the field writes it: ∞, and integers without a point.

    What floats have left of an integer in a mean is one.
    """
    if isinstance(value, tuple):
        return shown(value)
    if abs(value) == INFINITY:
        return "∞" if value > 0 else "-∞"
    whole = abs(value) < LARGEST and abs(value - round(value)) <= TOLERANCE
    return str(round(value)) if whole else shown(value)


def kind(mover: str) -> str:
    """What a node is at which somebody moves: MAX, a chance node, A's."""
    return NAMES.get(mover) or f"{mover}'s"


def window_text(window: Window) -> str:
    """`(α, β)`, with the numbers in their places."""
    return f"({number(window[0])}, {number(window[1])})"


def step_sentence(
    step: WrongStep, *, values_too: bool = False, turns: bool = False
) -> str:
    """What was known when the search left the right way, and what follows from it.

    Where `values_too` are wrong, the numbers are those that it should have had. Where
    they `turn`, they are those of whoever moves at the node.
    """
    if turns and step.to_move == MIN:
        step = step.by_min()
    mover = kind(step.to_move)
    first = STEP_AFTER_VALUE if values_too else FIRST_STEP
    if step.horizon:
        return (
            f"{first}: {step.node} lies at the horizon, where the search stops and "
            f"takes the estimate, and your code went on to {step.child}."
        )
    if step.noisy and not step.visited:
        return (
            f"{first}: {step.node} is not quiet, so that the search goes on to each of "
            f"its children though no ply is left, and your code left {step.child} out."
        )
    whose = "to whom " if step.seen_by == MIN and step.searched else ""
    start = f"{first}: {step.node} is {mover}, {whose}{_value_so_far(step)}"
    if not step.visited:
        return f"{start}: {_matters(step)}, and your code left it out."
    assert step.bounds is not None, "minimax leaves nothing out"
    reason = (
        _bound_of_the_other(step, step.bounds)
        if step.mean is None
        else _out_of_reach(step.mean, step.bounds)
    )
    return (
        f"{start}, and {reason}: nothing more below {step.node} can matter, "
        f"and your code went on to {step.child}."
    )


def _value_so_far(step: WrongStep) -> str:
    """`v ≥ 3 after B = 3 and C = 2`: v is a bound until all children are known."""
    if not step.searched:
        return "none of its children known yet"
    after = [f"{c.label} {_sign(c)} {number(c.returned)}" for c in step.searched]
    if step.v is None:
        return f"{_last_few(after)} known"
    if step.to_move not in OF_TWO:
        return f"v = {number(step.v)} after {_last_few(after)}"
    bound = "≥" if step.to_move == step.seen_by else "≤"
    best = [child for child in step.searched if child.returned == step.v]
    sure = any(_sign(child) in ("=", bound) for child in best)
    return f"v {bound if sure else '='} {number(step.v)} after {_last_few(after)}"


def _sign(child: SearchedChild) -> str:
    """How a child's value is to what was returned for it, which may be a bound."""
    exact, returned = child.exact, child.returned
    if isinstance(exact, tuple) or isinstance(returned, tuple):
        return "="
    if equal(exact, returned):
        return "="
    return "≤" if exact < returned else "≥"


def _last_few(parts: Sequence[str]) -> str:
    """Children with their values, `B = 3, C ≤ 2`; of many the last."""
    left_out = len(parts) - MOST_KNOWN
    shown = ", ".join(parts[-MOST_KNOWN:])
    return f"{left_out} more and {shown}" if left_out > 0 else shown


def value_sentence(check: AloneCheck) -> str:
    """Where a value first goes wrong: a state whose children are known."""
    node, outcome = check.node, check.observation.outcome
    assert isinstance(outcome, Returned)
    what = kind(node.to_move) if node.children else "terminal"
    what = "at the horizon" if check.horizon else what
    within = "" if check.window is None else f" in {window_text(check.window)}"
    found = outcome.like(check.exact)
    told = _shown(outcome) if found is None else number(found)
    returned = f"{check.observation.function} returned {told}{within}"
    of = f" to {kind(check.viewpoint)}" if check.viewpoint == MIN else ""
    why = _why(node, check.children, check.viewpoint, horizon=check.horizon)
    worth = f"{node.label} is {what} and worth {number(check.exact)}{of}{why}"
    first = FIRST_VALUE if check.values_known else "A wrong value"
    return f"{first}: {worth}; {returned}."


def return_sentence(wrong: WrongReturn) -> str:
    """Where a value first goes wrong, of which nothing but a call's return is known."""
    node = wrong.node
    what = kind(node.to_move) if node.children else "terminal"
    what = "at the horizon" if wrong.horizon else what
    why = _why(node, wrong.children, MAX, horizon=wrong.horizon)
    worth = f"{node.label} is {what} and worth {number(wrong.exact)}{why}"
    return f"{FIRST_VALUE}: {worth}; your code found {number(wrong.returned)}."


def _why(node: Node, children: Children, viewpoint: str, *, horizon: bool) -> str:
    """What the value of a node follows from: its children, or its estimate."""
    if horizon:
        return ", its estimate"
    if not node.children:
        return ""
    if node.to_move == CHANCE:
        chances = probability_texts(node.probabilities)
        pairs = zip(chances, children, strict=True)
        terms = [f"{chance} · {number(value)}" for chance, (_, value) in pairs]
        return f", the sum of {_last_few(terms)}"
    below = _last_few([f"{label} = {number(value)}" for label, value in children])
    return f", the {_best(node.to_move, viewpoint)} of {below}"


def _best(mover: str, viewpoint: str) -> str:
    """What a player takes of values that are a player's."""
    if mover not in OF_TWO:
        return f"best for {mover}"
    return "largest" if mover == (viewpoint or MAX) else "smallest"


OF_TWO = (MAX, MIN)


def _bound_of_the_other(step: WrongStep, bounds: Bounds) -> str:
    """Who has something better already, and where on the path; or that all is tied."""
    if bounds.alpha == bounds.beta != step.v:
        return f"α and β are both {number(bounds.alpha)}, with nothing between them"
    mover = step.to_move
    if step.seen_by == MIN:  # of whom MAX has all that bounds it
        if not bounds.beta_at:
            return f"the search began with β = {number(bounds.beta)}"
        return (
            f"MAX leaves it no more than {number(bounds.beta)} at {bounds.beta_at} (β)"
        )
    end = BETA if mover == MAX else ALPHA
    if end in bounds.narrowed:
        return _no_use(end, bounds)
    if mover == MAX:
        return _has("MIN", "β", bounds.beta, bounds.beta_at)
    return _has("MAX", "α", bounds.alpha, bounds.alpha_at)


def _has(player: str, name: str, bound: Number, place: str) -> str:
    if place:
        return f"{player} already has {number(bound)} at {place} ({name})"
    return f"the search began with {name} = {number(bound)}"


def _no_use(end: str, bounds: Bounds) -> str:
    """Why a value beyond a bound does not matter to the chance node above."""
    if end == BETA:
        told = f"{bounds.beta_at}, a chance node, has no use for more than"
        return f"{told} {number(bounds.beta)} (β)"
    told = f"{bounds.alpha_at}, a chance node, has no use for less than"
    return f"{told} {number(bounds.alpha)} (α)"


def _out_of_reach(mean: Mean, bounds: Bounds) -> str:
    """Why no outcome that is left can bring a chance node back into its window."""
    if mean.most < bounds.alpha or equal(mean.most, bounds.alpha):
        has = _has("MAX", "α", bounds.alpha, bounds.alpha_at)
        left = f"were all that is left {number(mean.greatest)}"
        return f"{left}, it came to no more than {number(mean.most)}, and {has}"
    has = _has("MIN", "β", bounds.beta, bounds.beta_at)
    left = f"were all that is left {number(mean.least)}"
    return f"{left}, it came to no less than {number(mean.fewest)}, and {has}"


def _matters(step: WrongStep) -> str:
    if step.bounds is None:
        if step.to_move == CHANCE:
            return f"each outcome counts in a mean, {step.child} too"
        if step.of_two:
            return f"minimax looks at every child, so at {step.child} too"
        return f"nothing is cut here: every child counts, {step.child} too"
    if step.mean is not None:
        return f"what is left can still decide, so {step.child} can still matter"
    if step.bounds.alpha == step.bounds.beta:
        at_bound = step.v == step.bounds.alpha
        equal = "v only equals the bound" if at_bound else "the bounds tie"
        return f"{equal}, and a strict search goes on to {step.child}"
    window = window_text(step.bounds.window)
    return f"the window is {window}, so {step.child} can still matter"


def alone_sentence(check: AloneCheck) -> str:
    """What one function did alone, with a correct other in its place."""
    return ALONE[check.verdict](check)


def unseparated_sentence(check: AloneCheck) -> str:
    """Why a function was not judged: others were to stand in, and it called none."""
    function = check.observation.function
    others = ["itself" if name == function else name for name in check.replaced]
    called = " or ".join(others)
    return f"{NOT_JUDGED}: your {function} does not call {called}"


def _alone_correct(check: AloneCheck) -> str:
    function = check.observation.function
    if not check.node.children:
        where = "at the horizon" if check.horizon else "where the game is over"
        return f"{function} is right at {check.node.label}, {where}"
    if not check.alone:
        return f"{function} is right at inner states, too"
    return f"{function} alone is right, given correct values below"


def _alone_value(check: AloneCheck) -> str:
    outcome = check.observation.outcome
    assert isinstance(outcome, Returned)
    value = outcome.like(check.exact)
    assert value is not None
    found = f"{_call(check)} returned {number(value)}"
    return f"{found}, {_why_wrong(check)}"


def _why_wrong(check: AloneCheck) -> str:
    worth = check.exact
    of = " to MIN" if check.viewpoint == MIN else ""
    exact = f"{check.node.label} is worth {number(worth)}{of}"
    if check.window is None or isinstance(worth, tuple):
        return f"but {exact}"
    alpha, beta = check.window
    if alpha <= worth <= beta:
        return f"but {exact}"
    ends = (worth, alpha) if worth <= alpha else (beta, worth)
    low, high = map(number, ends)
    return f"but {exact}, so anything from {low} to {high} would be right"


def _alone_visits(check: AloneCheck) -> str:
    if check.visits.right and check.passed is not None:
        return _handed_on(check, check.passed)
    return f"{_call(check)} {_differs(check.visits, check.window is not None)}"


def _differs(visits: Compared, prunes: bool) -> str:  # noqa: FBT001 - one bit it is
    parts = []
    if visits.wrongly_visited:
        what = "though cut" if prunes else "which are not needed"
        parts.append(f"went on to {few(visits.wrongly_visited, WIDTH)}, {what}")
    if visits.wrongly_skipped:
        parts.append(f"left out {few(visits.wrongly_skipped, WIDTH)}, though needed")
    return " and ".join(parts) or "asked nothing about the state"


def returned_none(check: AloneCheck) -> str:
    """That a function alone is known to return None, and where that is."""
    end = " at the horizon" if check.horizon else " where the game is over"
    where = "" if check.node.children else end
    return f"{check.observation.function} returned None{where}: is a `return` missing?"


def _alone_type(check: AloneCheck) -> str:
    outcome = check.observation.outcome
    assert isinstance(outcome, Returned)
    expected = "payoffs" if isinstance(check.exact, tuple) else "a number"
    return f"{_call(check)} returned {_shown(outcome)}, expected {expected}"


def _shown(outcome: Returned) -> str:
    """What was returned in place of a number."""
    if outcome.kind == "str":  # which may read like the number that was due
        return f"the text {clean(repr(outcome.text), WIDTH)}"
    infinite = {"inf": "∞", "-inf": "-∞"} if outcome.kind == "inf" else {}
    return infinite.get(outcome.text, clean(str(outcome), WIDTH))


def early_sentence(early: tuple[str, ...]) -> str:
    """What is wrong with a visit before an elder sibling has been searched."""
    younger, elder = early
    return f"{FIRST_STEP}: {EARLY.format(younger, elder)}"


ALONE = {
    Verdict.CORRECT: _alone_correct,
    Verdict.WRONG_VALUE: _alone_value,
    Verdict.WRONG_VISITS: _alone_visits,
    Verdict.WRONG_TYPE: _alone_type,
}


def _call(check: AloneCheck) -> str:
    """`max_value alone, at B in (3, ∞),`: the call as it was made."""
    within = "" if check.window is None else f" in {window_text(check.window)}"
    how = "alone, at" if check.alone else "called at"
    return f"{check.observation.function} {how} {check.node.label}{within},"


def _handed_on(check: AloneCheck, passed: Passed) -> str:
    """Which window was handed to a child, and which should have been."""
    found, expected = window_text(passed.handed), window_text(passed.expected)
    searched = f"{_call(check)} searched {passed.label} in the window {found}"
    return f"{searched}; by then the window is {expected}"
