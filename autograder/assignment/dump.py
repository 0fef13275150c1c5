"""Write an assignment as a file, which the students' zip needs for its public part."""

from __future__ import annotations

import glob
from dataclasses import asdict
from itertools import groupby
from typing import Any

import yaml

from autograder.assignment.questions import FACETS, Assignment, Question


def dump(assignment: Assignment) -> str:
    """An assignment as a file that reads back as the same one, tree by tree."""
    runs = groupby(
        assignment.cases, lambda case: (case.question, case.visibility, case.feedback)
    )
    questions = [
        {
            **_plain(question),
            "visibility": visibility,
            "feedback": feedback,
            "trees": [glob.escape(f"{case.tree_name}.yaml") for case in cases],
        }
        for (question, visibility, feedback), cases in runs
    ]
    content = {
        "title": assignment.title,
        "budget": assignment.budget,
        **(
            {"counterexample": searched}
            if (searched := assignment.counterexample)
            else {}
        ),
        "pictures": "svg" if assignment.pictures else "none",
        "questions": questions,
    }
    return yaml.safe_dump(content, sort_keys=False, width=80)


def _plain(question: Question) -> dict[str, Any]:
    """The fields of a question as YAML takes them; no arguments are left out."""
    rows = asdict(question)
    rows["points"] = dict(question.points) or {FACETS[0]: 0}
    lists = {key: list(v) for key, v in rows.items() if isinstance(v, tuple)}
    return {key: value for key, value in {**rows, **lists}.items() if value}
