"""The words: one sentence for every finding, and the details behind a result."""

from __future__ import annotations

from collections.abc import Callable

from autograder.compare import CaseResult, Finding
from autograder.faults import fault_sentence, hints, traceback
from autograder.game import position_of
from autograder.observation import Observation
from autograder.outcome import Fault, Returned
from autograder.repetition import Difference
from autograder.text import clean, clean_lines, few, listed, points, quoted
from autograder.verdicts import Verdict

PRINTED_LINES, PRINTED_WIDTH = 20, 100
WIDTH = 48  # characters of labels in a sentence
RETURNED = 80  # characters of what was returned in a sentence
LONG_LIST = 60  # visits spelled out in the details
OTHERWISE = "a second run went otherwise"
RANDOM = (
    "is there something random (random.SystemRandom, time, id(), a set of objects)?"
)


def headline(result: CaseResult) -> str:
    """One sentence on the whole test: what decided its verdict."""
    if result.verdict is Verdict.CORRECT:
        several = len(result.case.question.conventions) > 1
        named = several and result.convention
        correct = f"correct ({result.convention})" if named else "correct"
        return f"{correct}; {OTHERWISE}" if result.difference else correct
    sentences = (sentence(f) for f in result.findings if f.verdict is result.verdict)
    return next(sentences)


def sentence(finding: Finding) -> str:
    """One sentence on one facet."""
    outcome = finding.observation.outcome
    if isinstance(outcome, Fault):
        return fault_sentence(outcome, finding.observation)
    return SENTENCES[finding.verdict](finding, outcome)


def _correct(finding: Finding, outcome: Returned) -> str:
    if finding.facet in ("value", "action"):
        return f"{finding.observation.function} returned {outcome}, as it should"
    return f"visited the {len(finding.observation.visited)} nodes it should"


def _wrong_value(finding: Finding, outcome: Returned) -> str:
    expected = " or ".join(finding.expected)
    return f"{finding.observation.function} returned {outcome}, expected {expected}"


def _wrong_action(finding: Finding, outcome: Returned) -> str:
    best = " or ".join(finding.expected)
    function = finding.observation.function
    if outcome.text not in finding.legal:
        found = f"'{_brief(outcome)}', which is no action"
        return f"{function} returned {found}; the best is {best}"
    return f"{function} chose {outcome}, the best is {best}"


def _wrong_visits(finding: Finding, _outcome: Returned) -> str:
    if not finding.observation.visited:
        return f"{finding.observation.function} never asked the game about any state"
    if _took_repeats_from_a_table(finding):
        skipped = few(finding.wrongly_skipped, WIDTH)
        return f"took {skipped} from a table; search repeated positions again"
    if finding.swapped:
        first, second = finding.swapped
        order = f"tried {first} before {second}, against the game's order"
        count = len(finding.wrongly_visited) + len(finding.wrongly_skipped)
        return f"{order}; {count} visit{' differs' if count == 1 else 's differ'}"
    parts = []
    if finding.wrongly_visited:
        what = "though cut" if len(finding.expected) > 1 else "which are not needed"
        parts.append(f"visited {few(finding.wrongly_visited, WIDTH)}, {what}")
    if finding.wrongly_skipped:
        parts.append(f"skipped {few(finding.wrongly_skipped, WIDTH)}, though needed")
    return "; ".join(parts)


def _took_repeats_from_a_table(finding: Finding) -> bool:
    """Whether each position was visited once, and nothing but repeats was skipped."""
    visited = [position_of(label) for label in finding.observation.visited]
    skipped = {position_of(label) for label in finding.wrongly_skipped}
    once = len(set(visited)) == len(visited)
    return once and not finding.wrongly_visited and skipped <= set(visited)


def _wrong_type(finding: Finding, outcome: Returned) -> str:
    hints = ACTION_HINTS if finding.facet == "action" else VALUE_HINTS
    expected = "an action" if finding.facet == "action" else "an int or a float"
    hint = hints.get(outcome.kind, f"expected {expected}")
    shown = SHOWN.get(outcome.kind, "{}").format(_brief(outcome))
    return f"{finding.observation.function} returned {shown}: {hint}"


def _brief(outcome: Returned) -> str:
    """What was returned, for a sentence; a text cannot end the quotes it stands in."""
    text = outcome.text.replace("'", "\\'") if outcome.kind == "str" else str(outcome)
    return clean(text, RETURNED)


SENTENCES: dict[Verdict, Callable[[Finding, Returned], str]] = {
    Verdict.CORRECT: _correct,
    Verdict.WRONG_VALUE: _wrong_value,
    Verdict.WRONG_ACTION: _wrong_action,
    Verdict.WRONG_VISITS: _wrong_visits,
    Verdict.WRONG_TYPE: _wrong_type,
}

SHOWN = {
    "str": "the text '{}'",
    "tuple": "the tuple {}",
    "list": "the list {}",
    "state": "the state {}",
    "dict": "the dict {}",
    "set": "the set {}",
    "object": "an object of class {}",
    "complex": "the complex number {}",
    "callable": "a {}",
    "iterator": "an iterator ({})",
    "coroutine": "a {}",
    "like_int": "a {}, a subclass of int",
    "like_float": "a {}, a subclass of float",
    "like_str": "a {}, a subclass of str",
    "like_tuple": "a {}, a subclass of tuple",
}
VALUE_HINTS = {
    "none": "is a `return` missing?",
    "bool": "a truth value is not a number here",
    "nan": "not a number; was inf subtracted from inf?",
    "inf": "has the initial bound leaked out?",
    "huge": "beyond ±2**53, larger than any utility",
    "complex": "expected a real number",
    "tuple": "return the value alone",
    "list": "return the value alone",
    "state": "return its value, not the state",
    "like_int": "return int(…) of it",
    "like_float": "return float(…) of it",
    "like_tuple": "return the value alone",
    "iterator": "has `yield` taken the place of `return`?",
    "coroutine": "write `def` for `async def`",
    "callable": "are the parentheses of a call missing?",
}
ACTION_HINTS = {
    "none": "is a `return` missing, or was no action better than the first bound?",
    "number": "return the action itself, not its value or its index",
    "inf": "return the action itself, not its value",
    "nan": "return the action itself, not its value",
    "state": "return the action that leads to it",
    "tuple": "return the action alone",
    "list": "return the action alone",
    "like_int": "return the action itself, not its value or its index",
    "like_float": "return the action itself, not its value",
    "like_str": "return str(…) of it",
    "like_tuple": "return the action alone",
    "huge": "return the action itself, not its value",
    "iterator": "has `yield` taken the place of `return`?",
    "coroutine": "write `def` for `async def`",
    "callable": "are the parentheses of a call missing?",
}


def details(result: CaseResult) -> list[str]:
    """The lines below the headline: facets, visits, the traceback, the prints."""
    lines = _facet_lines(result) + _visit_lines(result)
    if result.difference:
        lines += ["", difference_sentence(result.difference)]
    for fault in _faults(result):
        lines += ["", *traceback(fault)] if fault.frames else []
        lines += [f"Hint: {text}" for text in hints(fault)]
    if result.observed.printed.strip():
        printed = clean_lines(result.observed.printed, PRINTED_LINES, PRINTED_WIDTH)
        lines += ["", "Your program printed:", *quoted(printed)]
    return lines


def _facet_lines(result: CaseResult) -> list[str]:
    """A line a facet; none where each would only repeat the headline."""
    if all(sentence(finding) == headline(result) for finding in result.findings):
        return []
    return [_facet_line(finding) for finding in result.findings]


def _facet_line(finding: Finding) -> str:
    mark = "✓" if finding.verdict is Verdict.CORRECT else "✗"
    earned = f"{points(finding.points)}/{points(finding.max_points)}"
    name = finding.facet.replace("_", " ")
    return f"{mark} {name:<13} {earned:>9}  {sentence(finding)}"


def _visit_lines(result: CaseResult) -> list[str]:
    """The nodes that were visited beside those that should be, where they differ."""
    wrong = [f for f in result.findings if f.verdict is Verdict.WRONG_VISITS]
    lines = []
    for finding in wrong:
        visited = listed(finding.observation.visited, LONG_LIST)
        lines += [
            "",
            f"{finding.observation.function} visited: {visited}",
            f"the accepted search visits: {listed(finding.expected, LONG_LIST)}",
        ]
    return lines


def difference_sentence(found: Difference) -> str:
    """One sentence on where a second run went otherwise than the first."""
    first, second = found.first, found.second
    if isinstance(first, str) and isinstance(second, str):
        place = f" after {found.after}" if found.after else " at first"
        visited = f"visited {second or 'nothing'}{place}"
        return f"A second run {visited}, the first {first or 'nothing'}: {RANDOM}"
    assert isinstance(first, Observation)
    assert isinstance(second, Observation)
    told = f"{_came_to(second)}, in the first it {_came_to(first)}"
    return f"In a second run {second.function} {told}: {RANDOM}"


def _came_to(call: Observation) -> str:
    outcome = call.outcome
    if isinstance(outcome, Fault):
        return f"did not return ({fault_sentence(outcome, call)})"
    text = _brief(outcome)
    return f"returned '{text}'" if outcome.kind == "str" else f"returned {text}"


def _faults(result: CaseResult) -> list[Fault]:
    """The faults of the calls, each place once; a stub is none to be traced."""
    outcomes = (call.outcome for call in result.observed.calls)
    faults = [o for o in outcomes if isinstance(o, Fault) and o.kind != "stub"]
    places = {(f.kind, f.message, f.frames[-1:]): f for f in reversed(faults)}
    return list(reversed(places.values()))
