"""Any finite number that stands for an infinity is read off what came back."""

from __future__ import annotations

import pytest

from autograder.judging.verdicts import Verdict
from autograder.teaching import startvalue
from autograder.teaching.causes import Foretold, Form
from autograder.teaching.diagnosis import diagnose
from tests.mistaken import catalogued
from tests.small import ROOT
from tests.teaching.test_diagnosis import results, submission

INF = float("inf")


def starting(question: str, at_max: str, at_min: str, more: str = "") -> str:
    """The reference's module, with these numbers for the infinities below the root."""
    text = (ROOT / "reference" / f"{question}.py").read_text("utf-8")
    text = text.replace("v = -inf", f"v = {at_max}").replace("v = inf", f"v = {at_min}")
    return text.replace(more, "") if more else text


@pytest.mark.parametrize("question", ["minimax", "alpha_beta"])
@pytest.mark.parametrize(
    "at_max, at_min, pair",
    [
        ("-999", "999", (-999, 999)),
        ("-10_000", "10_000", (-10_000, 10_000)),
        ("-2", "inf", (-2, INF)),
        ("-inf", "77", (-INF, 77)),
        ("2.2250738585072014e-308", "inf", (2.2250738585072014e-308, INF)),
    ],
)
def test_the_numbers_are_those_of_the_code(
    question: str, at_max: str, at_min: str, pair: startvalue.Starts
) -> None:
    """Of MAX, of MIN or of both; and it has a name, be it that of the number itself."""
    found = results(question, submission(starting(question, at_max, at_min)))
    assert startvalue.starts(found) == pair
    diagnosis = diagnose(found, catalogued(question))
    assert diagnosis is not None
    assert diagnosis.causes[0].family == "a finite number for infinity"


def test_only_values_are_foretold() -> None:
    """It is said on what ground the mistake is believed."""
    found = results("minimax", submission(starting("minimax", "-77", "77")))
    diagnosis = diagnose(found, catalogued("minimax"))
    assert diagnosis is not None
    assert (diagnosis.form, diagnosis.key) == (Form.ONE, startvalue.NAME)
    assert diagnosis.evidence.foretold is Foretold.NUMBERS


def test_something_else_may_be_wrong_besides() -> None:
    """Too many children are visited where the numbers change nothing."""
    text = starting("alpha_beta", "-77", "77", "        beta = min(beta, v)\n")
    diagnosis = diagnose(
        results("alpha_beta", submission(text)), catalogued("alpha_beta")
    )
    assert diagnosis is not None
    assert diagnosis.key == f"{startvalue.NAME} + ?"


@pytest.mark.parametrize(
    "old, new",
    [
        ("v = -inf", "v = -1e300"),  # as good as an infinity
        ("return game.utility(state)", "return game.utility(state) + 1"),
        ("v = max(v, value(game, child))", "v = value(game, child)"),
    ],
)
def test_other_values_come_of_no_start(old: str, new: str) -> None:
    """Nothing is read into what another mistake returns."""
    text = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    found = results("minimax", submission(text.replace(old, new)))
    assert startvalue.starts(found) is None


def test_right_values_have_no_start() -> None:
    """A right program is never asked."""
    text = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    found = results("minimax", submission(text))
    assert {result.verdict for result in found} == {Verdict.CORRECT}
    assert startvalue.starts(found) is None
