"""The line of a submission to look at first: where it broke off, or went wrong."""

from __future__ import annotations

from pathlib import Path

from autograder.drawing.replay import Line
from autograder.judging.compare import CaseResult
from autograder.judging.verdicts import Verdict
from autograder.judging.walk import WrongStep
from autograder.kinds.searching.replays import line_at
from autograder.observing.outcome import Fault, Frame
from autograder.observing.recording import Recording
from autograder.observing.sources import Place, Sources
from autograder.words.findings import wrong_value


def line_of(result: CaseResult, folder: Path) -> Line | None:
    """That line, if any is known; `folder` holds the staged submission.

    Of a wrong step it is the test that decides on it, if a recording tells that, of a
    wrong value the head of the function that returned it; and where something stays
    from one call to the next, a line that may keep it.
    """
    place: Place | Frame | None = _of_a_fault(result)
    if place is None and result.keeps:
        place = Sources(folder).keeping(f"{result.case.question.module}.py")
    return line_at(place) if place else line_in_search(result, folder)


def line_in_search(result: CaseResult, folder: Path) -> Line | None:
    """The line at which a search that came to an end went wrong, if it is known."""
    if result.keeps:
        return None
    place = _of_the_step(result, folder) or _of_the_value(result, folder)
    return line_at(place) if place else None


def _of_a_fault(result: CaseResult) -> Frame | None:
    """Where what decided the verdict was raised."""
    outcomes = [
        f.observation.outcome for f in result.findings if f.verdict is result.verdict
    ]
    faults = [o for o in outcomes if isinstance(o, Fault) and o.frames]
    return faults[0].frames[-1] if faults else None


def _of_the_step(result: CaseResult, folder: Path) -> Place | None:
    """The test that ended a loop too early, or did not end it."""
    recording = result.recording
    wrong = (f for f in result.findings if f.verdict is not Verdict.CORRECT)
    steps = (f.visits.step for f in wrong if f.facet == "visits")
    step = next((each for each in steps if each), None)
    if recording is None or step is None:
        return None
    place = recording.searched_from(_searched_last(step, result, recording))
    return Sources(folder).deciding(place) if place else None


def _searched_last(step: WrongStep, result: CaseResult, recording: Recording) -> str:
    """The child at whose search the loop went on, or after which it ended."""
    if step.visited:
        return step.child
    nodes = result.case.tree.nodes
    (node,) = (each for each in nodes if each.label == step.node)
    below = {nodes[child].label for child in node.children}
    searched = [label for label in recording.visited if label in below]
    return searched[-1] if searched else step.node


def _of_the_value(result: CaseResult, folder: Path) -> Place | None:
    """The head of the function that returned a wrong value, though called alone."""
    check = wrong_value(result)
    if check is None:
        return None
    module = f"{result.case.question.module}.py"
    return Sources(folder).definition(module, check.observation.function)
