"""Hints from the text of a submission, and from what it printed and visited."""

from __future__ import annotations

import re
from collections.abc import Iterator

from autograder.game import MIN
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.returns import turned_sign
from autograder.observing.clues import (
    OVER_TEST,
    TURN,
    UNASKED,
    UNCALLED,
)
from autograder.observing.outcome import Fault
from autograder.trees.numerals import shown
from autograder.words.faults import of_clue

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


def hints(result: CaseResult) -> Iterator[str]:
    """What helps with a search that is not right."""
    yield from filter(None, map(of_clue, result.clues))
    if _is_unasked(TURN, result) and _errs_at_min(result):
        yield NEVER_ASKED
    printed = _printed(result)
    if printed:
        yield PRINTED.format(printed)
    yield from _of_nothing(result)
    yield from dict.fromkeys(_of_no_end(result))
    yield from _of_another(result)
    right = turned_sign(result)
    if right is not None:
        yield OTHER_SIGN.format(result.case.tree.root.label, shown(right))


def _is_unasked(name: str, result: CaseResult) -> bool:
    """Whether the text asks the game nowhere for this."""
    unasked = (clue.name for clue in result.clues if clue.kind == UNASKED)
    return name in unasked


def _errs_at_min(result: CaseResult) -> bool:
    """Whether something else was found for MIN than is best, at the root."""
    wrong = (Verdict.WRONG_VALUE, Verdict.WRONG_ACTION)
    found = any(f.verdict in wrong and f.alone is None for f in result.findings)
    return result.case.tree.root.to_move == MIN and found


def _printed(result: CaseResult) -> str:
    """What was printed in a line of its own, and was to be returned; "" if nothing was.

    Of a call that broke off since something was None, it is the worth of some leaf.
    """
    lines = {line.strip() for line in result.observed.printed.splitlines()}
    right: list[str] = []
    for finding in result.findings:
        outcome = finding.observation.outcome
        if isinstance(outcome, Fault) and NONE in outcome.message:
            visited, nodes = {*finding.observation.visited}, result.case.tree.nodes
            ends = (n.utility for n in nodes if n.label in visited)
            right += [shown(utility) for utility in ends if utility is not None]
        elif outcome.kind == "none":
            right += finding.expected
    return next((each for each in right if each in lines), "")


def _of_nothing(result: CaseResult) -> Iterator[str]:
    """That the largest or smallest of nothing was asked for where the game is over."""
    for call in result.observed.calls:
        if isinstance(call.outcome, Fault) and OF_NOTHING.match(call.outcome.message):
            last, nodes = call.visited[-1:], result.case.tree.nodes
            if any((n.label,) == last and n.utility is not None for n in nodes):
                yield OVER.format(*last)
            return


def _of_no_end(result: CaseResult) -> Iterator[str]:
    """What to ask where a utility was asked for, and the game goes on."""
    tree = result.case.tree
    horizon = {tree.nodes[index].label for index in tree.horizon}
    for call in result.observed.calls:
        outcome = call.outcome
        no_end = isinstance(outcome, Fault) and NO_END.search(outcome.message)
        if not no_end:
            continue
        if any(clue.kind == UNCALLED for clue in result.clues):
            continue  # it is told already, with its line
        if no_end[1] in horizon:
            yield LIMITED.format(no_end[1])
        elif _is_unasked(OVER_TEST, result):
            yield FIRST
        else:
            yield GOES_ON.format(no_end[1])


def _of_another(result: CaseResult) -> Iterator[str]:
    """Whose action was returned, where it is none of the root's."""
    tree = result.case.tree
    for finding in result.findings:
        outcome = finding.observation.outcome
        if finding.facet != "action" or finding.verdict is not Verdict.WRONG_ACTION:
            continue
        if isinstance(outcome, Fault) or outcome.text in finding.legal:
            continue
        text, root = f"'{outcome.text}'", tree.root
        for action, child in tree.below(root).items():
            if outcome.text == tree.nodes[child].label:
                yield A_STATE.format(text, action, root.label)
                return
        for node in tree.nodes:
            if outcome.text in tree.moves_of(node):
                yield OF_ANOTHER.format(text, node.label, root.label)
                return
