"""JUnit's XML, which other platforms and every CI read: what a student may see."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as ET

from autograder.report import plain
from autograder.report.entries import Entry, Report
from autograder.report.view import for_student
from autograder.text import points
from autograder.words.blocks import FAILED, UNJUDGED

UNFIT = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # for XML 1.0
REPORT = "report"  # the suite without tests, that has what is said of the whole
Node = ET.Element


def text(report: Report, seconds: float) -> str:
    """The whole file; `seconds` is how long all of it took."""
    view = for_student(report)
    root = Node("testsuites", {"name": _fit(view.title), **_counts(view.entries)})
    root.set("time", f"{seconds:.3f}")
    for group, members in groupby(view.entries, key=lambda entry: entry.group):
        entries = tuple(members)
        named = {"name": _fit(group), **_counts(entries)}
        suite = ET.SubElement(root, "testsuite", named)
        suite.set("time", f"{sum(entry.seconds or 0.0 for entry in entries):.3f}")
        suite.extend(map(_case, entries))
    if said := view.lines_above():
        counts = _counts(())
        suite = ET.SubElement(root, "testsuite", {"name": REPORT, **counts})
        suite.set("time", "0.000")
        ET.SubElement(suite, "system-out").text = _fit("\n".join(said))
    ET.indent(root, " ")
    declared = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{declared}{ET.tostring(root, encoding='unicode')}\n"


def _counts(entries: Iterable[Entry]) -> dict[str, str]:
    outcomes = [_outcome(entry) for entry in entries]
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    counts = {name: outcomes.count(kind) for name, kind in kinds.items()}
    return {name: str(n) for name, n in {"tests": len(outcomes), **counts}.items()}


def _outcome(entry: Entry) -> str:
    """The element that says what came of a test; "" where it was passed."""
    if entry.state == UNJUDGED:
        return "skipped" if entry.blame is None else "error"
    return "failure" if entry.state == FAILED else ""


def _case(entry: Entry) -> Node:
    named = {"classname": _fit(entry.group), "name": _fit(entry.name)}
    case = Node("testcase", {**named, "time": f"{entry.seconds or 0.0:.3f}"})
    properties = ET.SubElement(case, "properties")
    earned = {"points": entry.score, "max_points": entry.max_score}
    for name, number in earned.items():
        if number is not None:
            given = {"name": name, "value": points(number)}
            ET.SubElement(properties, "property", given)
    if outcome := _outcome(entry):
        told = ET.SubElement(case, outcome, {"message": _fit(entry.headline)})
        told.text = _fit("\n".join(plain.lines(entry.details)))
    if entry.printed:
        printed = ET.SubElement(case, "system-out")
        printed.text = _fit("\n".join(plain.lines([entry.printed])))
    return case


def _fit(text: str) -> str:
    """A text without what XML cannot hold; `clean` has left nothing else that acts."""
    return UNFIT.sub("�", text)
