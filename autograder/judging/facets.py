"""What is right on a tree, and the comparison of each facet with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autograder.answers.file import Answers
from autograder.assignment.questions import Case
from autograder.game import Number
from autograder.judging.bounds import FULL
from autograder.judging.outcome import Returned
from autograder.judging.verdicts import Verdict
from autograder.judging.visits import Compared, Labels, Rule, equal
from autograder.judging.visits import compare as compare_visits

NO_VISITS = Compared(right=True)


@dataclass(frozen=True, slots=True)
class Key:
    """What is right: the accepted values, the best actions, the visits by call."""

    values: tuple[Number, ...]
    actions: tuple[str, ...]
    visits: tuple[Rule, Rule]


def key_of(case: Case, answers: Answers) -> Key:
    """What is right in a test, from the answers on its tree."""
    question = case.question
    recorded = answers.questions[question.name]
    accepted = tuple(recorded[name] for name in question.accept)
    first = dict.fromkeys(a.action for a in accepted if a.action is not None)
    tie_is_fixed = question.ties == "first"
    window = case.tree.window if question.arguments else None
    return Key(
        tuple(answer.value for answer in accepted),
        tuple(first) if tie_is_fixed else answers.best_actions,
        (
            Rule(
                case.tree,
                answers.values,
                window,
                tuple(answer.visited() for answer in accepted),
                question.order == "any",
            ),
            Rule(
                case.tree,
                answers.values,
                FULL if question.arguments else None,
                tuple(answer.search_visited() for answer in accepted),
                question.order == "any",
            ),
        ),
    )


Judged = tuple[Verdict, tuple[str, ...], Compared]


def _value(_visited: Labels, returned: Returned, key: Key) -> Judged:
    expected = tuple(dict.fromkeys(map(str, key.values)))
    if returned.number is None:
        return Verdict.WRONG_TYPE, expected, NO_VISITS
    right = any(equal(returned.number, value) for value in key.values)
    return Verdict.CORRECT if right else Verdict.WRONG_VALUE, expected, NO_VISITS


def _action(_visited: Labels, returned: Returned, key: Key) -> Judged:
    if returned.kind != "str":
        return Verdict.WRONG_TYPE, key.actions, NO_VISITS
    right = returned.text in key.actions
    return (
        Verdict.CORRECT if right else Verdict.WRONG_ACTION,
        key.actions,
        NO_VISITS,
    )


def _visits(visited: Labels, returned: Returned, key: Key) -> Judged:
    if returned.number is None:
        return Verdict.WRONG_TYPE, (), NO_VISITS
    return _compare_visits(visited, key.visits[0])


def _search_visits(visited: Labels, _returned: Returned, key: Key) -> Judged:
    return _compare_visits(visited, key.visits[1])


def _compare_visits(visited: Labels, rule: Rule) -> Judged:
    found = compare_visits(visited, rule)
    verdict = Verdict.CORRECT if found.right else Verdict.WRONG_VISITS
    return verdict, found.expected, found


Compare = Callable[[Labels, Returned, Key], Judged]
OF_FACET: dict[str, tuple[int, Compare]] = {  # which call it is read from, and how
    "value": (0, _value),
    "action": (1, _action),
    "visits": (0, _visits),
    "search_visits": (1, _search_visits),
}
