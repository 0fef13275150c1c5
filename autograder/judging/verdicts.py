"""The verdicts, and which of several decides."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from autograder.worker.protocol import LACKS, OF_COURSE


class Verdict(str, Enum):
    """What came of a facet or a test, the most serious first."""

    GRADER_ERROR = "grader_error"
    NOT_RUN = "not_run"
    MODULE_MISSING = "module_missing"
    FUNCTION_MISSING = "function_missing"
    WRONG_SIGNATURE = "wrong_signature"
    NOT_FILLED_IN = "not_filled_in"
    PRINTED_TOO_MUCH = "printed_too_much"
    TIMED_OUT = "timed_out"
    EXITED = "exited"
    BROKE_PROTOCOL = "broke_protocol"
    CRASHED = "crashed"
    WRONG_TYPE = "wrong_type"
    WRONG_VALUE = "wrong_value"
    BREAKS_A_LAW = "breaks_a_law"
    WRONG_ACTION = "wrong_action"
    WRONG_VISITS = "wrong_visits"
    WRONG_ROUNDS = "wrong_rounds"
    WRONG_PLAYOUTS = "wrong_playouts"
    WRONG_ESTIMATES = "wrong_estimates"
    WRONG_ORDER = "wrong_order"
    NOT_SEPARATED = "not_separated"
    CALLS_ITSELF = "calls_itself"
    CORRECT = "correct"


_ORDER = {verdict: rank for rank, verdict in enumerate(Verdict)}

DOES_RIGHT = (Verdict.CORRECT, Verdict.CALLS_ITSELF)  # whatever else was asked for
UNJUDGED = (Verdict.GRADER_ERROR, Verdict.NOT_RUN)  # which tell nothing of it

OF_FAULT: dict[str, Verdict] = {
    "grader": Verdict.GRADER_ERROR,
    OF_COURSE: Verdict.GRADER_ERROR,
    "not_run": Verdict.NOT_RUN,
    "module": Verdict.MODULE_MISSING,
    "no_function": Verdict.FUNCTION_MISSING,
    "not_callable": Verdict.FUNCTION_MISSING,
    LACKS: Verdict.FUNCTION_MISSING,
    "signature": Verdict.WRONG_SIGNATURE,
    "stub": Verdict.NOT_FILLED_IN,
    "flood": Verdict.PRINTED_TOO_MUCH,
    "timeout": Verdict.TIMED_OUT,
    "late": Verdict.TIMED_OUT,
    "hurried": Verdict.TIMED_OUT,
    "overrun": Verdict.TIMED_OUT,
    "exit": Verdict.EXITED,
    "ended": Verdict.EXITED,
    "violation": Verdict.BROKE_PROTOCOL,
}


def of_fault(kind: str) -> Verdict:
    """The verdict on a call that did not return; most kinds of fault are crashes."""
    return OF_FAULT.get(kind, Verdict.CRASHED)


def most_serious(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a whole test, of which these are the parts."""
    return min(verdicts, key=_ORDER.__getitem__, default=Verdict.CORRECT)


def first_wrong(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on parts of which the first that is wrong decides, as it is told."""
    wrong = (verdict for verdict in verdicts if verdict is not Verdict.CORRECT)
    return next(wrong, Verdict.CORRECT)
