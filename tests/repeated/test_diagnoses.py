"""Every misconception of the catalogue, and each two of a sample, is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judging.verdicts import Verdict
from autograder.teaching.causes import Foretold, Form
from autograder.teaching.diagnosis import diagnose
from tests import mistaken
from tests.mistaken import (
    QUESTIONS,
    catalogued,
    mistakes,
    module_of,
    styles,
)
from tests.teaching.test_diagnosis import (
    DEFAULT,
    PAIRS,
    assert_shown,
    does_the_same,
    graded,
    listed,
    results,
    sample,
    small_assignment,
)

OTHERWISE = {"minimax": "helper", "alpha_beta": "strict, root_separate"}
ALL = [
    pytest.param(question, style, name, id=f"{question}-{style or 'own'}-{name}")
    for question in QUESTIONS
    for style, step in (("", 1), (OTHERWISE[question], 4))
    for name in tuple(mistakes(question, style))[::step]
]


@pytest.mark.parametrize("question, style, name", ALL)
def test_each_misconception_is_diagnosed(question: str, style: str, name: str) -> None:
    """As itself, its family, or as one of those that do the same; and on what ground.

    Where it shows: searching from the right is as good as from the left in minimax.
    """
    mistake, program = mistakes(question, style)[name]
    found = results(question, program.module(name))
    diagnosis = diagnose(found, catalogued(question))
    if all(result.verdict is Verdict.CORRECT for result in found):
        assert diagnosis is None
        return
    assert diagnosis is not None
    assert diagnosis.evidence.count == diagnosis.evidence.tests == len(found)
    if diagnosis.key == name:
        assert diagnosis.form is Form.ONE
        assert [cause.text for cause in diagnosis.causes] == [mistake.text]
    else:
        assert diagnosis.key == mistake.family or name in diagnosis.key.split(" or ")
        assert mistake.title in {cause.title for cause in diagnosis.causes}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_shipped_catalogue_is_of_the_shipped_misconceptions(question: str) -> None:
    """One that was changed since is not told by what it did before."""
    every = {
        name: mistake
        for style in styles(question)
        for name, (mistake, _) in mistakes(question, style.name).items()
    }
    for each in catalogued(question).misconceptions:
        known = every[each.name]
        assert (each.title, each.family, each.text) == (
            known.title,
            known.family,
            known.text,
        )


@pytest.mark.parametrize("question", QUESTIONS)
def test_two_mistakes_are_named_or_shown_where_they_begin(question: str) -> None:
    """Of 100 pairs each is named, or has a right first wrong step wherever it shows."""
    named = 0
    for first, second, program in sample(question):
        found = results(question, program.module("both"))
        diagnosis = diagnose(found, catalogued(question))
        if diagnosis is None:
            for result in found:
                assert_shown(result, f"{first.name} + {second.name}")
            continue
        named += 1
        allowed = {first.name, second.name, first.family, second.family}
        allowed |= {f"{name} + ?" for name in (first.name, second.name)}
        allowed |= {f"{first.name} + {second.name}", f"{second.name} + {first.name}"}
        told = diagnosis.key.replace(" or ", " + ").split(" + ")
        alike = [
            name
            for name, known in listed(question).items()
            if name in told or known.family == diagnosis.key
        ]
        assert diagnosis.key in allowed or any(
            does_the_same(question, found, module_of(question, name))
            or diagnosis.evidence.foretold is not Foretold.ALL
            for name in alike
        ), (first.name, second.name, diagnosis.key)
    assert named >= PAIRS / 2


@pytest.mark.parametrize("name", ["min_calls_itself", "worst_action"])
def test_by_the_command_line(tmp_path: Path, name: str) -> None:
    """The diagnosis stands with the tests and in the report; no points change."""
    student = tmp_path / "student"
    mistaken.write("minimax", name, student)
    found = []
    for with_catalogue in (True, False):
        trees = tmp_path / f"trees-{with_catalogue}"
        trees.mkdir()
        small_assignment(trees, with_catalogue=with_catalogue)
        found.append(graded(trees, student, tmp_path))
    told, untold = found
    known, _ = mistakes("minimax")[name]
    keys = [test["extra_data"].get("diagnosis") for test in told["tests"]]
    assert set(keys) <= {known.name, known.family}
    assert {t["extra_data"].get("diagnosis") for t in untold["tests"]} == {None}
    assert [t["score"] for t in told["tests"]] == [t["score"] for t in untold["tests"]]
    assert known.title in told["output"] or known.family in told["output"]
    assert known.title not in untold["output"]


@pytest.mark.parametrize(
    "style, name",
    [
        ("alternating, strict", "no_terminal_test_at_min"),
        ("strict, root_separate", "alpha_overwritten"),
        ("helper", "max_cuts_below_beta"),
        ("dispatcher", "beta_moves_outwards"),
        ("pairs, strict", "max_moves_beta"),
        ("helper", "no_return_at_min"),
    ],
)
def test_functions_that_are_judged_alone_hide_no_name(
    tmp_path: Path, style: str, name: str
) -> None:
    """As graded: a function may be right alone where it is wrong at the end."""
    path = mistaken.write("alpha_beta", name, tmp_path / "student", style)
    found = graded(DEFAULT, path, tmp_path, "--question", "alpha_beta")
    keys = {test["extra_data"].get("diagnosis") for test in found["tests"]}
    family = mistakes("alpha_beta", style)[name][0].family
    assert keys - {None} in ({name}, {family})
