"""Grade a submission case by case, within the time that all of them may take."""

from __future__ import annotations

import time
from pathlib import Path

from autograder import answers, staging
from autograder.answers import Answers
from autograder.assignment import Assignment, Case
from autograder.compare import CaseResult, judge
from autograder.errors import GraderError
from autograder.observation import Observed, observe, unobserved
from autograder.outcome import Fault
from autograder.sandbox import Sandbox


class Grading:
    """One submission under one assignment, graded in one sandbox.

    All answers are loaded at once, so that one that is missing or stale stops the
    grading before it has begun.
    """

    def __init__(
        self, assignment: Assignment, submission: Path, sandbox: Sandbox
    ) -> None:
        self.assignment = assignment
        self.sandbox = sandbox
        self._answers = load_answers(assignment)
        folder = sandbox.folder / "submission"
        self.staged = staging.stage(submission, folder, assignment.modules())
        self._deadline = time.monotonic() + assignment.budget

    def grade(self, case: Case) -> CaseResult:
        """The result of one test; a fault of the grader is one of its verdicts."""
        return judge(case, self._answers[case.tree_name], self._observe(case))

    def out_of_time(self) -> str:
        """Why no further test is run; "" while the budget lasts."""
        if time.monotonic() <= self._deadline:
            return ""
        budget = f"{self.assignment.budget:g}"
        return f"not run: the tests before used up the {budget} s for all"

    def _observe(self, case: Case) -> Observed:
        question, tree = case.question, case.tree
        if not self.staged.has(question.module):
            fault = Fault("module", self.staged.missing(question.module))
        elif self.out_of_time():
            fault = Fault("not_run", self.out_of_time())
        else:
            try:
                return observe(self.sandbox, self.staged.folder, question, tree)
            except (GraderError, OSError) as error:
                fault = Fault("grader", str(error))
        return unobserved(question, tree, fault)


def load_answers(assignment: Assignment) -> dict[str, Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: answers.load(assignment, name) for name in assignment.trees()}
