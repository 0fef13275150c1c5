"""The line of a submission to look at first: where it broke off, or went wrong."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment.questions import OF_SEARCH
from autograder.assignment.signature import MOVER
from autograder.drawing.replay import Line
from autograder.game import CHANCE, MAX, MIN
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import line_at
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.recording import Recording
from autograder.kinds.search.returns import wrong_return
from autograder.kinds.search.walk import WrongStep
from autograder.kinds.search.words import wrong_value
from autograder.observing.observation import value_call
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.trees.tree import Node


def line_of(result: CaseResult, folder: Path) -> Line | None:
    """That line, if any is known; `folder` holds the staged submission.

    Where the time ran out it is the loop that may have no end. Of a wrong step it is
    the test that decides on it, or the call that handed on a wrong window, if a
    recording tells that; of a wrong value the line that makes it, or the head of the
    function, and so of an action, but that which picks it; of another order of the
    children the loop; and
    where something stays from one call to the next, a line that may keep it.
    """
    place: Place | Frame | None = _of_a_loop(result, folder)
    place = place or _of_a_fault(result, folder)
    if place is None and result.keeps:
        place = Sources(folder).keeping(f"{result.case.question.module}.py")
    return line_at(place) if place else line_in_search(result, folder)


def line_in_search(result: CaseResult, folder: Path) -> Line | None:
    """The line at which a search that came to an end went wrong, if it is known."""
    if result.keeps:
        return None
    looks = (_of_the_step, _of_the_order, _of_the_value, _of_the_action)
    place = next(filter(None, (look(result, folder) for look in looks)), None)
    return line_at(place)


def _of_a_loop(result: CaseResult, folder: Path) -> Place | None:
    """The innermost `while` that was under way when the time had run out."""
    fault = _fault(result)
    if fault is None or result.verdict is not Verdict.TIMED_OUT:
        return None
    sources = Sources(folder)
    loops = (sources.waiting(each.file, each.line) for each in reversed(fault.frames))
    return next(filter(None, loops), None)


def _of_a_fault(result: CaseResult, folder: Path) -> Place | Frame | None:
    """Where what decided the verdict was raised; a trace tells no text of a line."""
    fault = _fault(result)
    if fault is None:
        return None
    last = fault.frames[-1]
    return last if last.source else Sources(folder).place(last.file, last.line)


def _fault(result: CaseResult) -> Fault | None:
    """What decided the verdict, where lines of the submission are known of it."""
    outcomes = [
        f.observation.outcome for f in result.findings if f.verdict is result.verdict
    ]
    faults = [o for o in outcomes if isinstance(o, Fault) and o.frames]
    return faults[0] if faults else None


def _of_the_step(result: CaseResult, folder: Path) -> Place | None:
    """The test that ended a loop too early, or did not end it."""
    recording = result.recording
    wrong = (f for f in result.findings if f.verdict is not Verdict.CORRECT)
    steps = (f.visits.step for f in wrong if f.facet == "visits")
    step = next((each for each in steps if each), None)
    if recording is None or step is None:
        return None
    if result.case.question.value_of != MOVER and _was_handed_wrongly(step, recording):
        return recording.calls[step.node].place
    place = _in_the_loop(step, _searched_last(step, result, recording), recording)
    if place is None:
        return None
    if step.visited:
        return Sources(folder).deciding(place)
    last = _children(step, result)[-1:] == [step.child]
    return Sources(folder).ending(place, before_the_last=last)


def _of_the_order(result: CaseResult, folder: Path) -> Place | None:
    """The head of the loop that goes through the children in another order."""
    wrong = (f for f in result.findings if f.verdict is not Verdict.CORRECT)
    swapped = (f.visits.swapped for f in wrong if f.facet == "visits")
    first, *_ = next(filter(None, swapped), ("",))
    place = result.recording.searched_from(first) if result.recording else None
    return Sources(folder).looping(place) if place else None


def _in_the_loop(step: WrongStep, child: str, recording: Recording) -> Place | None:
    """A line of the function that searched the children of a node.

    Where the calls are not known, it is where the node itself was asked about: a
    function begins with what it asks about its own state.
    """
    handed = recording.calls.get(child)
    if handed and handed.place:
        return handed.place
    asked = recording.asked_at
    return asked.get(step.node) or asked.get(child)


def _was_handed_wrongly(step: WrongStep, recording: Recording) -> bool:
    """Whether a step is right in the window with which its node was called.

    Then no test of its own is at fault, but what was handed to it.
    """
    handed = recording.calls.get(step.node)
    if handed is None or handed.place is None or step.bounds is None:
        return False
    if not handed.is_entry or not isinstance(step.v, int | float):
        return False
    if step.to_move not in (MAX, MIN):
        return False
    ends = (handed.beta, handed.alpha)
    bound, other = ends if step.to_move == MAX else ends[::-1]
    if bound is None and other is not None:
        return step.visited  # it was left out of the call: its default has no end
    if not isinstance(bound, int | float):
        return False
    within = step.v < bound if step.to_move == MAX else step.v > bound
    return within if step.visited else not within


def _searched_last(step: WrongStep, result: CaseResult, recording: Recording) -> str:
    """The child at whose search the loop went on, or after which it ended."""
    if step.visited:
        return step.child
    below = {*_children(step, result)}
    searched = [label for label in recording.visited if label in below]
    return searched[-1] if searched else step.node


def _children(step: WrongStep, result: CaseResult) -> list[str]:
    """The labels of the children of the node at which a step is wrong."""
    nodes = result.case.tree.nodes
    (node,) = (each for each in nodes if each.label == step.node)
    return [nodes[child].label for child in node.children]


def _of_the_value(result: CaseResult, folder: Path) -> Place | None:
    """Where a value is made by the function that returned a wrong one, called alone.

    Of what it returns where the game is over, it is the head; of a chance node the line
    that divides, if one does; of a number that no child is worth, where that stands.
    Where no function was called alone, what the submission tells of its calls shows it.
    """
    check = wrong_value(result)
    if check is None:
        return _of_the_return(result, folder)
    sources, module = Sources(folder), f"{result.case.question.module}.py"
    head = sources.computing(module, check.observation.function)
    if head is None or not check.node.children:
        return head
    if check.node.to_move == CHANCE:
        return sources.averaging(head)
    number = getattr(check.observation.outcome, "number", None)
    below = {value for _, value in check.children}
    if number is None or not below.isdisjoint((number, -number)):
        return sources.combining(head)
    return sources.naming(head, number) or sources.combining(head)


def _of_the_return(result: CaseResult, folder: Path) -> Place | None:
    """Where children are searched of a state for which a wrong value came back.

    Where another function does so than at the root, or than where the value of such a
    state is right, it is the line that called it.
    """
    wrong, recording = wrong_return(result), result.recording
    if wrong is None or recording is None:
        return None
    sources, nodes = Sources(folder), result.case.tree.searched.nodes

    def searched_at(node: Node) -> Place | None:
        calls = (recording.calls.get(nodes[child].label) for child in node.children)
        return next((call.place for call in calls if call and call.place), None)

    def function(place: Place) -> tuple[str, range]:
        return place.file, sources.function(place.file, place.line)

    own, call = searched_at(wrong.node), recording.calls.get(wrong.node.label)
    alike = [node for node in nodes if node.to_move == wrong.node.to_move]
    right = (
        alike[:1] if alike[0] is nodes[0] else [n for n in alike if n in wrong.right]
    )
    others = {function(place) for place in map(searched_at, right) if place}
    if own and (not others or function(own) in others):
        return own
    return call.place if call else None


def _of_the_action(result: CaseResult, folder: Path) -> Place | None:
    """The line that picks in the search function, where that has not found the best.

    Or the head of it, where its visits are wrong; where those for the value are wrong,
    too, that of the function that was called for it.
    """
    wrong = {f.facet for f in result.findings if f.verdict in NO_BEST}
    if not wrong.intersection(OF_SEARCH):
        return None
    question, function = result.case.question, result.case.question.search
    if "visits" in wrong and "action" not in wrong:
        function = value_call(question, result.case.tree).function
    sources = Sources(folder)
    head = sources.computing(f"{question.module}.py", function)
    picks = function == question.search and "action" in wrong
    return sources.picking(head) if head and picks else head


NO_BEST = (Verdict.WRONG_ACTION, Verdict.WRONG_TYPE, Verdict.WRONG_VISITS)
