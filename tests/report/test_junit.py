"""JUnit's XML: one suite a group, and of each test what a student may see."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import GraderError
from autograder.report.entries import Entry, Report
from autograder.report.platforms import junit_text as text
from autograder.words.blocks import FAILED, Facet, Quotation, earned_here
from autograder.words.faults import PRINTED
from tests.blocks import blocks_of

RIGHT = Entry("fig_5_2", "minimax", "correct", 0.5, 0.5, passed=True)
QUOTED = Quotation(PRINTED, ("at A",))
WRONG = Entry(
    *("fig_5_2", "alpha_beta", "visited C2, though cut", 0.25, 1),
    details=(
        (Facet(FAILED, "visits", 0, 0.75, "visited C2, though cut"),),
        (QUOTED,),
    ),
    printed=(QUOTED,),
)
BROKEN = replace(WRONG, name="b", score=None, judged=False, blame=GraderError)
SKIPPED = replace(BROKEN, name="c", blame=None, max_score=None, headline="no reason")
HIDDEN = replace(WRONG, name="secret", visibility="hidden")


def read(*entries: Entry, seconds: tuple[float, ...] = ()) -> ET.Element:
    """The root of the file of a report with these entries, which took 2.5 s in all."""
    report = Report("Minimax", {str(i): entry for i, entry in enumerate(entries)})
    report.seconds.update({str(i): each for i, each in enumerate(seconds)})
    return ET.fromstring(text(report, 2.5).encode())  # noqa: S314 - our own


def test_a_suite_for_each_group_counts_its_tests() -> None:
    """What failed, what could not be judged, and what was skipped are three things."""
    root = read(RIGHT, WRONG, BROKEN, SKIPPED)
    counts = ("name", "tests", "failures", "errors", "skipped")
    assert [root.get(each) for each in counts] == ["Minimax", "4", "1", "1", "1"]
    assert [[suite.get(each) for each in counts] for suite in root] == [
        ["minimax", "1", "0", "0", "0"],
        ["alpha_beta", "3", "1", "1", "1"],
        ["report", "0", "0", "0", "0"],  # which tells of the one that broke
    ]


def test_each_test_has_its_time_and_its_points() -> None:
    """In seconds; a suite took what its tests took, and the whole a while more."""
    root = read(WRONG, SKIPPED, seconds=(0.25, 1.5))
    assert root.get("time") == "2.500"
    assert [suite.get("time") for suite in root] == ["1.750"]
    (suite,) = root
    wrong, skipped = suite
    assert (wrong.get("time"), wrong.get("classname")) == ("0.250", "alpha_beta")
    given = {each.get("name"): each.get("value") for each in wrong.iter("property")}
    assert given == {"points": "0.25", "max_points": "1"}
    assert not [*skipped.iter("property")]


def test_what_is_wrong_is_told_as_in_plain_text() -> None:
    """The headline as the message, the details below it, what was printed apart."""
    (suite,) = read(WRONG)
    (failure,) = suite.iter("failure")
    assert failure.get("message") == "visited C2, though cut"
    assert failure.text == (
        f"✗ visits           0/0.75  visited C2, though cut\n\n{PRINTED}\n  | at A"
    )
    (printed,) = suite.iter("system-out")
    assert printed.text == f"{PRINTED}\n  | at A"


def test_nothing_of_a_hidden_test_is_told_but_what_the_others_earn() -> None:
    """Whoever runs this for a student hands the file on."""
    root = read(RIGHT, HIDDEN)
    assert "secret" not in ET.tostring(root, encoding="unicode")
    *_, notes = root
    (said,) = notes.iter("system-out")
    assert said.text == earned_here("0.5", "0.5")


@given(blocks_of(st.text()), st.text())
def test_any_text_makes_a_file_that_can_be_read(details: object, headline: str) -> None:
    """What XML cannot hold is replaced."""
    entry = replace(WRONG, headline=headline, details=details)  # type: ignore[arg-type]
    (suite,) = read(entry)
    assert len([*suite.iter("failure")]) == 1
