"""The words on where a search left the right way: a step, a value, what helps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from autograder.game import CHANCE, MAX, MIN, Value
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import judging, walk
from autograder.kinds.search.alone import AloneCheck
from autograder.observing.outcome import Fault, Returned
from autograder.observing.sources import OVER_TEST, TURN, UNASKED, UNCALLED
from autograder.text import clean, few_names
from autograder.trees.tree import FULL, INFINITY, Node, Window
from autograder.trees.values import TOLERANCE, equal, probability_texts, value_text
from autograder.words.faults import clue_sentence

WIDTH = 48  # characters of labels in a sentence
Children = Sequence[tuple[str, Value]]  # their labels, and what they are worth
LARGEST = 2**53  # beyond it a float has no digits behind the point
MOST_KNOWN = 4  # children that are listed with their values
NOT_JUDGED = "could not be judged alone"
FIRST_STEP, FIRST_VALUE = "First wrong step", "First wrong value"
STEP_AFTER_VALUE = "With right values, the first wrong step"
NAMES = {MAX: "MAX", MIN: "MIN", CHANCE: "a chance node"}


def number(value: Value) -> str:
    """A number as the field writes it: ∞, and integers, of a mean too, as such."""
    if isinstance(value, tuple):
        return value_text(value)
    if abs(value) == INFINITY:
        return "∞" if value > 0 else "-∞"
    whole = abs(value) < LARGEST and abs(value - round(value)) <= TOLERANCE
    return str(round(value)) if whole else value_text(value)


def node_kind_text(mover: str) -> str:
    """What a node is at which somebody moves: MAX, a chance node, A's."""
    return NAMES.get(mover) or f"{mover}'s"


def window_text(window: Window) -> str:
    """`(α, β)`, with the numbers in their places."""
    return f"({number(window[0])}, {number(window[1])})"


def step_sentence(
    step: walk.FirstWrongStep, *, values_too: bool = False, turns: bool = False
) -> str:
    """What was known when the search left the right way, and what follows from it.

    Where `values_too` are wrong, the numbers are those that it should have had. Where
    they `turn`, they are those of whoever moves at the node.
    """
    if turns and step.to_move == MIN:
        step = step.step_for_min()
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
    mover = node_kind_text(step.to_move)
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
        f"{start}, and {reason}: the rest below {step.node} cannot matter, "
        f"but your code went on to {step.child}."
    )


def _value_so_far(step: walk.FirstWrongStep) -> str:
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


def _sign(child: walk.SearchedChild) -> str:
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
    within = "" if check.window is None else f" in {window_text(check.window)}"
    value = outcome.value_if_of_kind(check.exact)
    returned = _shown(outcome) if value is None else number(value)
    worth = _worth(
        node, check.exact, check.children, check.viewpoint, horizon=check.horizon
    )
    first = FIRST_VALUE if check.values_known else "A wrong value"
    function = check.observation.function
    return f"{first}: {worth}; {function} returned {returned}{within}."


def return_sentence(wrong: judging.WrongReturn) -> str:
    """Where a value first goes wrong, of which nothing but a call's return is known."""
    worth = _worth(wrong.node, wrong.exact, wrong.children, "", horizon=wrong.horizon)
    return f"{FIRST_VALUE}: {worth}; your code found {number(wrong.returned)}."


def _worth(
    node: Node, exact: Value, children: Children, viewpoint: str, *, horizon: bool
) -> str:
    """What a node is worth to whom, and what that follows from."""
    of = f" to {node_kind_text(viewpoint)}" if viewpoint == MIN else ""
    value = f"worth {number(exact)}{of}"
    if horizon:
        return f"{node.label} is at the horizon and {value}, its estimate"
    if not node.children:
        return f"{node.label} is terminal and {value}"
    start = f"{node.label} is {node_kind_text(node.to_move)} and {value}"
    if node.to_move == CHANCE:
        chances = probability_texts(node.probabilities)
        pairs = zip(chances, children, strict=True)
        terms = [f"{chance} · {number(value)}" for chance, (_, value) in pairs]
        return f"{start}, the sum of {_last_few(terms)}"
    below = _last_few([f"{label} = {number(value)}" for label, value in children])
    if node.to_move not in OF_TWO:
        return f"{start}, the best for {node.to_move} of {below}"
    best = "largest" if node.to_move == (viewpoint or MAX) else "smallest"
    return f"{start}, the {best} of {below}"


OF_TWO = (MAX, MIN)


def _bound_of_the_other(step: walk.FirstWrongStep, bounds: walk.Bounds) -> str:
    """Who has something better already, and where on the path; or that all is tied."""
    if bounds.alpha == bounds.beta != step.v:
        return f"α and β are both {number(bounds.alpha)}, with nothing between them"
    if step.seen_by == MIN:  # of whom MAX has all that bounds it
        if not bounds.beta_set_at:
            return f"the search began with β = {number(bounds.beta)}"
        most, where = number(bounds.beta), bounds.beta_set_at
        return f"MAX leaves it no more than {most} at {where} (β)"
    end = walk.BETA if step.to_move == MAX else walk.ALPHA
    if end not in bounds.narrowed:
        return _has(end, bounds)
    more, bound, at = "more", bounds.beta, bounds.beta_set_at
    if end == walk.ALPHA:
        more, bound, at = "less", bounds.alpha, bounds.alpha_set_at
    return (
        f"{at}, a chance node, has no use for {more} than {number(bound)} "
        f"({LETTERS[end]})"
    )


def _has(end: str, bounds: walk.Bounds) -> str:
    """Who set an end of the window, and where."""
    player, bound, place = "MIN", bounds.beta, bounds.beta_set_at
    if end == walk.ALPHA:
        player, bound, place = "MAX", bounds.alpha, bounds.alpha_set_at
    if place:
        return f"{player} already has {number(bound)} at {place} ({LETTERS[end]})"
    return f"the search began with {LETTERS[end]} = {number(bound)}"


LETTERS = {walk.ALPHA: "α", walk.BETA: "β"}


def _out_of_reach(mean: walk.Mean, bounds: walk.Bounds) -> str:
    """Why no outcome that is left can bring a chance node back into its window."""
    end, left, more, comes_to = walk.BETA, mean.least, "less", mean.least_possible
    if mean.greatest_possible < bounds.alpha or equal(
        mean.greatest_possible, bounds.alpha
    ):
        end, left, more, comes_to = (
            walk.ALPHA,
            mean.greatest,
            "more",
            mean.greatest_possible,
        )
    return (
        f"were all that is left {number(left)}, it came to no {more} than "
        f"{number(comes_to)}, and {_has(end, bounds)}"
    )


def _matters(step: walk.FirstWrongStep) -> str:
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


def _unseparated(check: AloneCheck) -> str:
    """Why a function was not judged: others were to stand in, and it called none."""
    function = check.observation.function
    others = " or ".join("itself" if r == function else r for r in check.replaced)
    return f"{NOT_JUDGED}: your {function} does not call {others}"


def _alone_correct(check: AloneCheck) -> str:
    function = check.observation.function
    if not check.node.children:
        where = "at the horizon" if check.horizon else "where the game is over"
        return f"{function} is right at {check.node.label}, {where}"
    if not check.alone:
        return f"{function} is right at inner states, too"
    return f"{function} alone is right, given correct values below"


def _alone_value(check: AloneCheck) -> str:
    outcome, worth = check.observation.outcome, check.exact
    assert isinstance(outcome, Returned)
    value = outcome.value_if_of_kind(worth)
    assert value is not None
    of = " to MIN" if check.viewpoint == MIN else ""
    start = f"{_call(check)} returned {number(value)}, but {check.node.label} is worth"
    start = f"{start} {number(worth)}{of}"
    alpha, beta = check.window or FULL
    if isinstance(worth, tuple) or alpha <= worth <= beta:
        return start
    low, high = (worth, alpha) if worth <= alpha else (beta, worth)
    right = f"anything from {number(low)} to {number(high)} would be right"
    return f"{start}, so {right}"


def returned_none(check: AloneCheck) -> str:
    """That a function alone is known to return None, and where that is."""
    end = " at the horizon" if check.horizon else " where the game is over"
    where = "" if check.node.children else end
    return f"{check.observation.function} returned None{where}: is a `return` missing?"


def _alone_visits(check: AloneCheck) -> str:
    visits, passed, parts = check.visits, check.passed, []
    if visits.right and passed is not None:
        handed, expected = window_text(passed.handed), window_text(passed.expected)
        searched = f"{_call(check)} searched {passed.label} in the window {handed}"
        return f"{searched}; by then the window is {expected}"
    if visits.wrongly_visited:
        what = "which are not needed" if check.window is None else "though cut"
        parts.append(f"went on to {few_names(visits.wrongly_visited, WIDTH)}, {what}")
    if visits.wrongly_skipped:
        parts.append(
            f"left out {few_names(visits.wrongly_skipped, WIDTH)}, though needed"
        )
    return f"{_call(check)} {' and '.join(parts) or 'asked nothing about the state'}"


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
    return (
        f"{FIRST_STEP}: your code asked about {younger} before it had searched "
        f"{elder}. To ask about a state is to visit it, even if nothing below it is "
        "looked at."
    )


ALONE = {  # what one function did alone, with a correct other in its place
    Verdict.CORRECT: _alone_correct,
    Verdict.WRONG_VALUE: _alone_value,
    Verdict.WRONG_VISITS: _alone_visits,
    Verdict.WRONG_TYPE: _alone_type,
    Verdict.NOT_SEPARATED: _unseparated,
}


def _call(check: AloneCheck) -> str:
    """`max_value alone, at B in (3, ∞),`: the call as it was made."""
    within = "" if check.window is None else f" in {window_text(check.window)}"
    how = "alone, at" if check.alone else "called at"
    return f"{check.observation.function} {how} {check.node.label}{within},"


NEVER_ASKED = (
    "MIN moves at the root, and your code asks nowhere whose turn it is: does it take "
    "MAX for granted? game.to_move(state) tells"
)
PRINTED = (
    "None was returned, and your program printed {}: has `print` taken the place of "
    "`return`?"
)
OVER = "the game is over at {}, without actions: ask game.is_terminal(state) first"
NO_END = re.compile(r"utility\(.*\): (.+) is not a terminal state")
FIRST = "ask game.is_terminal(state) first"
LIMITED = (
    "the search stops at {0}, where the game goes on: game.evaluate(state) tells the "
    "estimate, game.utility(state) only what the end of a game is worth"
)
GOES_ON = (
    "the game goes on at {0}, which has no utility: which line asks for it without "
    "game.is_terminal(state)?"
)
OF_ANOTHER = (
    "{0} is an action at {1}, not at {2}: does a search of a state further down write "
    "the best action, too?"
)
A_STATE = (
    "{0} is the state to which the action '{1}' leads at {2}: game.actions(state) and "
    "game.successors(state) tell what actions are called"
)
OF_NOTHING = re.compile(
    r"(?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)"
)
OTHER_SIGN = (
    "{0} is worth {1}, and its negative came back: a value is what MAX gets, whoever "
    "moves; which line changes the sign?"
)
NONE = "NoneType"  # how Python names the class of None, in what it raises


def hints(result: judging.CaseResult) -> Iterator[str]:
    """What helps with a search that is not right."""
    yield from filter(None, map(clue_sentence, result.clues))
    wrong = (Verdict.WRONG_VALUE, Verdict.WRONG_ACTION)
    errs = any(f.verdict in wrong and f.alone is None for f in result.findings)
    if result.case.tree.root.to_move == MIN and errs and _is_unasked(TURN, result):
        yield NEVER_ASKED
    printed = _printed(result)
    if printed:
        yield PRINTED.format(printed)
    yield from _of_nothing(result)
    yield from dict.fromkeys(_of_no_end(result))
    yield from _of_another(result)
    right = judging.right_value_where_negated(result)
    if right is not None:
        yield OTHER_SIGN.format(result.case.tree.root.label, value_text(right))


def _is_unasked(name: str, result: judging.CaseResult) -> bool:
    return any(c.kind == UNASKED and c.name == name for c in result.clues)


def _printed(result: judging.CaseResult) -> str:
    """What was printed in a line alone, and was to be returned; "" if nothing."""
    lines = {line.strip() for line in result.observed.printed.splitlines()}
    right: list[str] = []
    for finding in result.findings:
        outcome = finding.observation.outcome
        if isinstance(outcome, Fault) and NONE in outcome.message:
            visited, nodes = {*finding.observation.visited}, result.case.tree.nodes
            ends = (n.utility for n in nodes if n.label in visited)
            right += [value_text(utility) for utility in ends if utility is not None]
        elif outcome.kind == "none":
            right += finding.expected
    return next((each for each in right if each in lines), "")


def _of_nothing(result: judging.CaseResult) -> Iterator[str]:
    """That the largest or smallest of nothing was asked for where the game is over."""
    for call in result.observed.calls:
        if isinstance(call.outcome, Fault) and OF_NOTHING.match(call.outcome.message):
            last, nodes = call.visited[-1:], result.case.tree.nodes
            if any((n.label,) == last and n.utility is not None for n in nodes):
                yield OVER.format(*last)
            return


def _of_no_end(result: judging.CaseResult) -> Iterator[str]:
    """What to ask where a utility was asked for, and the game goes on."""
    tree = result.case.tree
    horizon = {tree.nodes[index].label for index in tree.horizon}
    for call in result.observed.calls:
        outcome = call.outcome
        no_end = isinstance(outcome, Fault) and NO_END.search(outcome.message)
        is_told = any(clue.kind == UNCALLED for clue in result.clues)  # with its line
        if not no_end or is_told:
            continue
        if no_end[1] in horizon:
            yield LIMITED.format(no_end[1])
        elif _is_unasked(OVER_TEST, result):
            yield FIRST
        else:
            yield GOES_ON.format(no_end[1])


def _of_another(result: judging.CaseResult) -> Iterator[str]:
    """Whose action was returned, where it is none of the root's."""
    tree = result.case.tree
    for finding in result.findings:
        outcome = finding.observation.outcome
        if finding.facet != "action" or finding.verdict is not Verdict.WRONG_ACTION:
            continue
        if isinstance(outcome, Fault) or outcome.text in finding.legal:
            continue
        text, root = f"'{outcome.text}'", tree.root
        for action, child in tree.children_by_move(root).items():
            if outcome.text == tree.nodes[child].label:
                yield A_STATE.format(text, action, root.label)
                return
        for node in tree.nodes:
            if outcome.text in tree.moves_of(node):
                yield OF_ANOTHER.format(text, node.label, root.label)
                return
