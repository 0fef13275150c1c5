"""The words: one sentence for every finding, and the details behind a result."""

from __future__ import annotations

from collections.abc import Callable

from autograder.compare import CaseResult, Finding
from autograder.observation import Observation
from autograder.outcome import Fault, Returned
from autograder.text import clean_lines, listed, points
from autograder.verdicts import Verdict

PRINTED_LINES, PRINTED_WIDTH = 20, 100
LONG_LIST = 60  # visits spelled out in the details


def headline(result: CaseResult) -> str:
    """One sentence on the whole test: what decided its verdict."""
    if result.verdict is Verdict.CORRECT:
        return "correct"
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
    return f"{finding.observation.function} chose {outcome}, the best is {best}"


def _wrong_visits(finding: Finding, _outcome: Returned) -> str:
    parts = []
    if finding.wrongly_visited:
        what = "though cut" if len(finding.expected) > 1 else "which are not needed"
        parts.append(f"visited {listed(finding.wrongly_visited)}, {what}")
    if finding.wrongly_skipped:
        parts.append(f"skipped {listed(finding.wrongly_skipped)}, though needed")
    return "; ".join(parts)


def _wrong_type(finding: Finding, outcome: Returned) -> str:
    hints = ACTION_HINTS if finding.facet == "action" else VALUE_HINTS
    expected = "an action" if finding.facet == "action" else "a number"
    hint = hints.get(outcome.kind, f"expected {expected}")
    shown = SHOWN.get(outcome.kind, "{}").format(outcome)
    return f"{finding.observation.function} returned {shown}: {hint}"


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
    "callable": "the callable {}",
    "iterator": "an iterator ({})",
}
VALUE_HINTS = {
    "none": "is a `return` missing?",
    "bool": "a truth value is not a number here",
    "nan": "not a number; was inf subtracted from inf?",
    "inf": "has the initial bound leaked out?",
    "huge": "beyond ±2**53, larger than any utility",
    "str": "expected a number",
    "tuple": "return the value alone",
    "list": "return the value alone",
    "state": "return its value, not the state",
    "iterator": "has `yield` taken the place of `return`?",
    "callable": "are the parentheses of a call missing?",
}
ACTION_HINTS = {
    "none": "is a `return` missing?",
    "number": "a value; return the action that leads to it",
    "inf": "a value; return the action that leads to it",
    "nan": "a value; return the action that leads to it",
    "state": "return the action that leads to it",
    "tuple": "return the action alone",
    "list": "return the action alone",
    "iterator": "has `yield` taken the place of `return`?",
    "callable": "are the parentheses of a call missing?",
}


def fault_sentence(fault: Fault, call: Observation) -> str:
    """One sentence on a call that did not return."""
    say = FAULTS.get(fault.kind, _crash)
    return say(fault, call)


def _place(fault: Fault) -> str:
    """Where it happened, as far as is known: `, in max_value (minimax.py:12)`."""
    if not fault.frames:
        return ""
    frame = fault.frames[-1]
    inside = f"in {frame.function} " if frame.function.isidentifier() else ""
    return f", {inside}({frame.file}:{frame.line})"


def _crash(fault: Fault, _call: Observation) -> str:
    message = f": {fault.message}" if fault.message else ""
    while_importing = " while importing" if fault.stage == "import" else ""
    return f"{fault.type}{message}{while_importing}{_place(fault)}"


def _stub(fault: Fault, call: Observation) -> str:
    function = fault.frames[-1].function if fault.frames else call.function
    return fault.message or f"write {function}"


def _timeout(fault: Fault, _call: Observation) -> str:
    return f"timed out{_place(fault)}"


def _late(fault: Fault, _call: Observation) -> str:
    return f"timed out waiting, not computing (sleep?){_place(fault)}"


def _no_function(fault: Fault, call: Observation) -> str:
    near = f"; is it {fault.near[0]}?" if fault.near else ""
    return f"there is no function {call.function}{near}"


def _signature(fault: Fault, call: Observation) -> str:
    return f"expected {call.signature}, found {call.function}{fault.message}"


def _killed(fault: Fault, _call: Observation) -> str:
    why = {
        "SIGSEGV": "Python itself crashed; is there an infinite recursion?",
        "SIGKILL": "the process was killed; was there too much memory in use?",
        "SIGXCPU": "the CPU time ran out",
    }
    reason = why.get(fault.message, "the process died")
    return f"{reason} [{fault.message}]{_place(fault)}"


FAULTS: dict[str, Callable[[Fault, Observation], str]] = {
    "grader": lambda f, _: f"a fault of the grader, not yours: {f.message}",
    "not_run": lambda f, _: f.message,
    "module": lambda f, _: f.message,
    "stub": _stub,
    "timeout": _timeout,
    "late": _late,
    "no_function": _no_function,
    "not_callable": lambda _, call: f"{call.function} is not a function",
    "signature": _signature,
    "killed": _killed,
    "flood": lambda _, call: f"{call.function} printed too much; remove the prints",
    "violation": lambda f, _: f"broke the grader's protocol: {f.message}",
    "ended": lambda _, call: f"{call.function} ended the process before it returned",
    "exit": lambda f, _: f"called sys.exit(){_place(f)}: return the result instead",
    "recursion": lambda f, _: f"recursion without end{_place(f)}",
    "memory": lambda f, _: f"out of memory{_place(f)}",
    "input": lambda f, _: f"waits for input, of which there is none{_place(f)}",
    "import": lambda f, _: f"{f.message}; the grader has Python's own modules only",
    "syntax": lambda f, _: f"{f.type}: {f.message}{_place(f)}",
}


def details(result: CaseResult) -> list[str]:
    """The lines below the headline: facets, visits, the traceback, the prints."""
    lines = [_facet_line(finding) for finding in result.findings]
    lines += _visit_lines(result)
    for fault in _faults(result):
        lines += ["", *traceback(fault)] if fault.frames else []
    if result.observed.printed.strip():
        printed = clean_lines(result.observed.printed, PRINTED_LINES, PRINTED_WIDTH)
        lines += ["", "Your program printed:", *(f"  | {line}" for line in printed)]
    return lines


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


def _faults(result: CaseResult) -> list[Fault]:
    """The faults of the calls, each once."""
    outcomes = (call.outcome for call in result.observed.calls)
    return list(dict.fromkeys(o for o in outcomes if isinstance(o, Fault)))


def traceback(fault: Fault) -> list[str]:
    """The student's own frames, as Python shows them."""
    lines = ["Traceback (your code only):"]
    for frame in fault.frames:
        lines.append(f"  {frame.file}, line {frame.line}, in {frame.function or '?'}")
        if frame.source:
            lines.append(f"    {frame.source}")
    return [*lines, f"{fault.type}: {fault.message}"] if fault.type else lines
