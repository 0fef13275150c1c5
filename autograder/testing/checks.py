"""An instructor's own tests: what their decorators say, and what came of each."""

from __future__ import annotations

import difflib
import functools
import inspect
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar

import pytest

from autograder.assignment.questions import HIDDEN, VISIBILITIES, VISIBLE, Limits
from autograder.assignment.signature import WINDOW
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.game import LARGEST, Value
from autograder.grading.grading import Grading
from autograder.observing.observation import CallRequest, CallsOnTree, Observation
from autograder.observing.outcome import Fault
from autograder.report import entries, plain
from autograder.sandbox.sandbox import DeadlineError
from autograder.text import clean, clean_lines
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.words import faults
from autograder.words.blocks import NOT_REACHED, Passage, Verbatim

SUBTEST = 100  # characters of a subtest's name


@dataclass(frozen=True, slots=True)
class Raised:
    """What a phase of a check raised, in words, and whose fault it is."""

    text: str
    blame: entries.Blame


def fault_of_check(error: BaseException, when: str) -> Raised:
    """A failed assertion is the student's; what breaks a check is not."""
    if isinstance(error, AssignmentError):
        return Raised(_text_of(error), AssignmentError)
    if isinstance(error, AutograderError):
        return Raised(_text_of(error), GraderError)
    if isinstance(
        error, (AssertionError, pytest.fail.Exception, pytest.skip.Exception)
    ):
        return Raised(_text_of(error) or "failed", None)
    name, text = type(error).__name__, _text_of(error)
    broken = when != "call" or isinstance(error, SystemExit)
    blame: entries.Blame = AssignmentError if broken else None
    return Raised(f"{name}: {text}" if text else name, blame)


def _text_of(error: BaseException) -> str:
    try:
        return str(error).strip()
    except Exception:  # noqa: BLE001 - an exception's own __str__ may raise anything
        return ""


def _subtest_name(report: Any) -> str:
    context = report.context
    parameters = ", ".join(f"{key}={value}" for key, value in context.kwargs.items())
    named = " ".join(part for part in (context.msg, parameters) if part)
    return clean(named or "a subtest", SUBTEST)


SET_BY_A_RUN = ("__score__", "__leaderboard_value__")
ORDERS = ("desc", "asc")  # gradescope-utils' own default first
LINES, WIDTH = 40, 200  # kept of a message or of what was printed
NAME, MOST_TAGS = 100, 20
MOST_POINTS = 1e6
FAULT = {
    AssignmentError: "a fault of this check, not yours",
    GraderError: "a fault of the grader, not yours",
}

Function = Callable[..., object]


def functions_wrapped(function: Function) -> Iterator[Function]:
    """A decorated function, and each one that it wraps."""
    layer: Any = function
    while layer is not None:
        yield layer
        layer = getattr(layer, "__wrapped__", None)


def decorator_attribute(function: Function, name: str) -> Any:
    """What the outermost decorator that says it says; None if none does."""
    found = (
        vars(layer)
        for layer in functions_wrapped(function)
        if hasattr(layer, "__dict__")
    )
    return next((names[name] for names in found if name in names), None)


def visibility_of(function: Function) -> str:
    """As decorated; what nobody can read as a visibility is hidden."""
    found = decorator_attribute(function, "__visibility__")
    if found is None:
        return VISIBLE
    return str(found) if found in VISIBILITIES else HIDDEN


def forget_last_run(function: Function) -> None:
    """Clear the score and the leaderboard value that an earlier call has set."""
    for layer in functions_wrapped(function):
        for name in SET_BY_A_RUN:
            with suppress(AttributeError):
                delattr(layer, name)


class Check:
    """One test of an instructor's; `pending` is its entry before it has run."""

    def __init__(self, name: str, function: Function, parameters: str = "") -> None:
        """Its title is the first line of the docstring, or the name."""
        self.function = function
        self.raised: Raised | None = None  # by the phase that has just ended
        self._failures: list[str] = []
        self._remarks: list[str] = []
        self._skipped: str | None = None
        self._surprise = self._printed = ""
        self._blame: entries.Blame = None
        self._faults: list[str] = []
        self._weight = self._points(decorator_attribute(function, "__weight__"))
        self._hidden_behind = decorator_attribute(function, "__hide_errors__")
        visibility = decorator_attribute(function, "__visibility__")
        if visibility is not None and visibility not in VISIBILITIES:
            expected = f"expected {', '.join(VISIBILITIES)}"
            self._faults.append(f"@visibility({_short_repr(visibility)}): {expected}")
        doc = (function.__doc__ or "").strip().split("\n")[0].strip()
        named = bool(doc and parameters)
        tags = decorator_attribute(function, "__tags__") or ()
        number = decorator_attribute(function, "__number__")
        self.pending = entries.Entry(
            name=clean(f"{doc} [{parameters}]" if named else doc or name, WIDTH),
            group=entries.CHECKS,
            headline=NOT_REACHED,
            max_score=self._weight,
            judged=False,
            number="" if number is None else clean(str(number), NAME),
            visibility=visibility_of(function),
            tags=tuple(clean(str(tag), NAME) for tag in tags[:MOST_TAGS]),
            blame=GraderError,
        )
        self._column = self._leaderboard_column()

    def note(self, report: pytest.TestReport) -> None:
        """Take in one phase, or one subtest, and what it has `raised`."""
        raised, self.raised = self.raised, None
        subtest = isinstance(report, pytest.SubtestReport)
        name = f"{_subtest_name(report)}: " if subtest else ""
        text = raised.text if raised else report.longreprtext.strip() or "failed"
        expected_failure = hasattr(report, "wasxfail")
        if report.failed or (raised is not None and raised.blame is not None):
            self._failures.append(name + text)
            self._blame = self._blame or (raised.blame if raised else None)
        elif report.skipped and subtest:
            self._remarks.append(f"skipped: {name}{text}")
        elif report.skipped and not (expected_failure and report.when == "call"):
            self._skipped = f"skipped: {text}"
        elif report.when == "call" and expected_failure and not subtest:
            wanted = "correct: failed, as expected"
            unexpected = "correct, although it was expected to fail"
            self._surprise = wanted if report.skipped else unexpected
        heading = f"Captured stdout {report.when}"
        self._printed += "".join(t for name, t in report.sections if name == heading)

    def entry(self) -> entries.Entry:
        """The entry after the test has run."""
        message = "\n".join(self._failures)
        if self._faults:
            return self._unjudged(AssignmentError, "; ".join(self._faults))
        if self._blame is not None:
            return self._unjudged(self._blame, message)
        if self._failures:
            if self._hidden_behind is not None:
                message = str(self._hidden_behind)
            first, *rest = _lines(message) or ["failed"]
            return self._judged(first, score=0.0, said=rest)
        if self._skipped is not None:
            first, *rest = _lines(self._skipped)
            return replace(
                self.pending,
                headline=first,
                details=_verbatim(rest),
                max_score=None,  # it asks nothing, so nobody can miss it
                blame=None,
            )
        return self._passed()

    def _passed(self) -> entries.Entry:
        score = decorator_attribute(self.function, "__score__")
        if score is not None and _finite(score) is None:
            fault = f"set_score({_short_repr(score)}): expected a number"
            return self._unjudged(AssignmentError, fault)
        return self._judged(
            self._surprise or "correct",
            score=self._weight
            if score is None
            else min(max(_finite(score) or 0.0, 0.0), self._weight or 0.0),
            passed=True,
            leaderboard=self._leaderboard(),
        )

    def _judged(
        self,
        headline: str,
        *,
        score: float | None,
        said: Iterable[str] = (),
        **more: Any,
    ) -> entries.Entry:
        said = (*said, *_lines("\n".join(self._remarks)))
        printed = self._printed if self._hidden_behind is None else ""
        shown = ("Printed:", *_lines(printed)) if printed.strip() else ()
        return replace(
            self.pending,
            headline=headline,
            score=None if self._weight is None else score,
            details=(*_verbatim(said), *_verbatim(shown)),
            judged=True,
            blame=None,
            **more,
        )

    def _unjudged(self, blame: type[AutograderError], message: str) -> entries.Entry:
        """The entry of a check that broke: no score, and no blame for the student."""
        first, *rest = _lines(message) or [""]
        told = f"{FAULT[blame]}: {first}"
        if self._hidden_behind is not None:
            told, rest = FAULT[blame], []
        said = _verbatim(rest)
        return replace(self.pending, headline=told, details=said, blame=blame)

    def _points(self, value: Any) -> float | None:
        if value is None:
            return None
        points = _finite(value)
        if points is None or not 0 <= points <= MOST_POINTS:
            found = f"@weight({_short_repr(value)})"
            self._faults.append(f"{found}: expected points, 0 or more")
            return None
        return points

    def _leaderboard_column(self) -> tuple[str, str] | None:
        column = decorator_attribute(self.function, "__leaderboard_column__")
        if column is None:
            return None
        order = (
            decorator_attribute(self.function, "__leaderboard_sort_order__")
            or ORDERS[0]
        )
        if order not in ORDERS:
            found = f"@leaderboard(…, {_short_repr(order)})"
            self._faults.append(f"{found}: expected 'desc' or 'asc'")
        return clean(str(column), NAME) or "leaderboard", str(order)

    def _leaderboard(self) -> entries.LeaderboardEntry | None:
        value = decorator_attribute(self.function, "__leaderboard_value__")
        if self._column is None or value is None:
            return None
        exact = type(value) in (int, float) and abs(value) <= LARGEST  # no NaN is
        shown = value if exact else clean(_safely(str, value), NAME)
        return entries.LeaderboardEntry(self._column[0], shown, self._column[1])


def _verbatim(lines: Iterable[str]) -> tuple[Passage, ...]:
    """A passage of lines as they are; none without a line."""
    kept = tuple(lines)
    return ((Verbatim(kept),),) if kept else ()


def unloaded_entry(name: str, message: str) -> entries.Entry:
    """The entry of a check file that could not be loaded."""
    text = f"could not be loaded, {FAULT[AssignmentError]}: {message}"
    return entries.Entry(
        clean(name, NAME),
        entries.CHECKS,
        clean(text, WIDTH),
        judged=False,
        blame=AssignmentError,
    )


def skipped_entry(name: str, reason: str) -> entries.Entry:
    """The entry of a check file that skips itself as a whole."""
    return entries.Entry(
        clean(name, NAME), entries.CHECKS, clean(reason, WIDTH), judged=False
    )


def _finite(value: Any) -> float | None:
    if isinstance(value, (str, bytes, bool)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _short_repr(value: object) -> str:
    return clean(_safely(repr, value), NAME)


def _safely(words: Callable[[object], str], value: object) -> str:
    try:
        return words(value) or repr(value)
    except Exception:  # noqa: BLE001 - a value's own words may raise anything
        return f"an object of class {type(value).__name__}"


def _lines(text: str) -> list[str]:
    """The lines of a text made safe to show, from the first that says something."""
    return clean_lines(text.lstrip("\n"), LINES, WIDTH)


AnyTree = GameTree | str | list[Any] | dict[str, Any]


class SubmissionFailed(AssertionError):  # noqa: N818 - the failure of a test
    """The submission did not return what a test can use; the text tells why."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a call returned (number, text, all payoffs), and the labels visited."""

    value: Value | str
    visited: tuple[str, ...]


USAGE = "submission.call(function, tree, *arguments, module=…)"
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _called_rightly(
    method: Callable[Parameters, Result],
) -> Callable[Parameters, Result]:
    """The method; AssignmentError, in place of a TypeError, for a call that misfits."""
    signature = inspect.signature(method)

    @functools.wraps(method)
    def call(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        try:
            signature.bind(*given, **named)
        except TypeError as fault:
            raise AssignmentError(f"expected {USAGE}: {fault}") from None
        return method(*given, **named)

    return call


def _require_sendable(function: object, arguments: tuple[object, ...]) -> None:
    """AssignmentError for what no worker can be told."""
    if not isinstance(function, str):
        raise AssignmentError(f"expected {USAGE}: {function!r:.50} is no name")
    for argument in arguments:
        if not isinstance(argument, (int, float, str)):
            raise AssignmentError(
                f"{function}: the argument {argument!r:.50} cannot be sent to a "
                "worker; expected a number or a text"
            )


class CallableSubmission:
    """The submission under test."""

    def __init__(self, grading: Grading) -> None:
        self._grading = grading

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AssignmentError(f"submission has no {name}, but {USAGE}")

    @_called_rightly
    def call(
        self, function: str, tree: AnyTree, *arguments: float, module: str
    ) -> Called:
        """Call a function with the game, the root of a tree, and the arguments.

        The tree is one of the assignment by its name, nested lists of leaves, a mapping
        with the key `tree` or `game` as a whole tree file has it, or any other mapping
        as a root. Raises SubmissionFailed, which fails the test with a sentence for the
        student, unless a number or a text comes back; and AssignmentError if the call
        itself is wrong.
        """
        _require_sendable(function, arguments)
        grading = self._grading
        game_tree = self._tree(tree)
        if lacking := grading.staged.lacks(module):
            raise SubmissionFailed(grading.staged.missing(lacking))
        if out_of_time := grading.out_of_time():
            raise SubmissionFailed(faults.not_run_sentence(out_of_time))
        others = [f"argument_{place}" for place, _ in enumerate(arguments, start=1)]
        names = tuple([*WINDOW, *others[len(WINDOW) :]][: len(arguments)])
        request = CallRequest(function, names, arguments)
        try:
            folder = grading.staged.folder
            workers = CallsOnTree(grading.sandbox, folder, module, game_tree)
            observed = workers.call((request,), Limits())
        except DeadlineError:
            over = grading.out_of_time()
            raise SubmissionFailed(
                faults.not_run_sentence(over) if over else ""
            ) from None
        except OSError as fault:
            raise GraderError(f"no worker could be had: {fault}") from None
        return _called(observed.calls[0], vectors=game_tree.has_vectors)

    def _tree(self, tree: AnyTree) -> GameTree:
        if isinstance(tree, GameTree):
            return tree
        if not isinstance(tree, str):
            return treefile.parse(_file_of(tree))
        known = self._grading.assignment.trees()
        if tree not in known:
            near = difflib.get_close_matches(tree, known, n=1, cutoff=0.0)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise AssignmentError(f"the assignment has no tree {tree!r}{hint}")
        return known[tree]


def _file_of(tree: list[Any] | dict[str, Any]) -> str:
    content: dict[str, Any] = {"tree": tree}
    if isinstance(tree, dict) and any(kind in tree for kind in treefile.KINDS):
        content = tree
    try:
        return "".join(
            f"{key}: {explicit.flow_yaml(v)}\n" for key, v in content.items()
        )
    except (RecursionError, TypeError) as fault:
        raise AssignmentError(f"this is no tree: {fault}") from None


def _called(observation: Observation, *, vectors: bool) -> Called:
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        lines = [faults.fault_sentence(outcome, observation)]
        lines += plain.lines([(faults.traceback(outcome),)]) if outcome.frames else []
        raise SubmissionFailed("\n".join(lines))
    if vectors and outcome.payoffs is not None:
        return Called(outcome.payoffs, observation.visited)
    if outcome.number is None and outcome.kind != "str":
        hint = faults.VALUE_HINTS.get(outcome.kind, "expected a number or a text")
        raise SubmissionFailed(f"{observation.function} returned {outcome}: {hint}")
    value = outcome.text if outcome.number is None else outcome.number
    return Called(value, observation.visited)
