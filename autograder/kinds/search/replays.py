"""A result as it can be replayed: its steps, its marks, and the first wrong one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.assignment.questions import OF_SEARCH, Case
from autograder.assignment.signature import MOVER
from autograder.drawing.nodes import within_horizon
from autograder.drawing.replay import Line, Marks, Own, Replay, Step
from autograder.game import CHANCE, MAX, MIN, Value
from autograder.judging.verdicts import DOES_RIGHT, Verdict
from autograder.kinds.entries import line_at
from autograder.kinds.search import words
from autograder.kinds.search.judging import CaseResult, key_of, wrong_return
from autograder.kinds.search.observing import Recording
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.visits import Compared, compare, rule_of
from autograder.kinds.search.walk import UNBOUNDED, Bounds, FirstWrongStep, better
from autograder.kinds.search.words import most_telling_check
from autograder.observing.observation import value_call
from autograder.observing.outcome import Fault, Frame, Returned
from autograder.observing.sources import Place, Sources
from autograder.trees.tree import FULL, GameTree, Node, Window
from autograder.trees.values import backed_up, best_path, seen_by, window_seen_by
from autograder.worker.watching import LETTERS

MOST_NODES = 2_000  # of a tree that is drawn


def replay_of(
    result: CaseResult, sheet: Sheet, *, unfinished: bool = False
) -> Replay | None:
    """The submission's search for the value beside the accepted one.

    None on trees that are too large to be looked at. One that did not end, or did not
    begin, has one only where `unfinished` searches are wanted.
    """
    case, (value_call, search_call) = result.case, result.observed.calls
    tree, visited, chosen = case.tree, value_call.visited, search_call.outcome
    has_ended = bool(visited) and not isinstance(value_call.outcome, Fault)
    drawn = within_horizon(tree, Marks(frozenset(visited)))
    if len(drawn.nodes) > MOST_NODES or not (has_ended or unfinished):
        return None
    if not has_ended:
        return _unfinished(result, sheet)
    finding = next((f for f in result.findings if f.facet == "visits"), None)
    visits = finding.visits if finding else Compared(right=True)
    keeps = result.keeps_state
    wrong_at, wrong = ("", None) if keeps else _first_wrong(visits, visited)
    made, expected = _steps_of(result), _nearest_visits(visited, visits, sheet)
    actions = [] if isinstance(chosen, Fault) or chosen.kind != "str" else [chosen.text]
    return Replay(
        tree=tree,
        submission=made,
        accepted=_accepted(case, expected, made),
        marks=Marks(
            visited=frozenset(visited),
            wrongly_visited=frozenset(visits.wrongly_visited),
            wrongly_skipped=frozenset(visits.wrongly_skipped),
            principal=principal_variation(tree, sheet.answers.values),
            wrong_at=wrong_at,
            chosen="".join(_led_to(tree, actions)),
            best=_led_to(tree, key_of(sheet).actions),
            counts=case.question.repeats,
        ),
        wrong=wrong,
        sentence="" if wrong is None else words.wrong_step_sentence(result),
    )


def _nearest_visits(
    visited: tuple[str, ...], visits: Compared, sheet: Sheet
) -> tuple[str, ...]:
    """Those of the accepted search that is nearest, though none may be asked for."""
    nearest = visits.expected or compare(visited, sheet.computed_once(rule_of)).expected
    return nearest or sheet.first_accepted_answer.visited_labels()


def _unfinished(result: CaseResult, sheet: Sheet) -> Replay:
    """The search as far as it came, with the line at which it broke off."""
    case, key, call = result.case, key_of(sheet), result.observed.calls[0]
    made, outcome = _steps_of(result) if call.visited else (), call.outcome
    frames = outcome.frames if made and isinstance(outcome, Fault) else ()
    return Replay(
        tree=case.tree,
        submission=made,
        accepted=_accepted(case, sheet.first_accepted_answer.visited_labels(), made),
        marks=Marks(
            visited=frozenset(call.visited) if made else None,
            best=_led_to(case.tree, key.actions),
            unfinished=True,
        ),
        wrong=len(call.visited) if made else None,
        sentence=words.headline(result)
        if made
        else words.expected_text(key.values[0], key.actions),
        line=line_at(frames[-1]) if frames else None,
    )


def _first_wrong(visits: Compared, visited: Sequence[str]) -> tuple[str, int | None]:
    """The node at which the search first went wrong, and the index of that step."""
    step = visits.step
    if visits.right:
        return "", None
    if visits.early:
        at = visits.early[0]
        return at if step else "", visited.index(at)
    if step is None:
        return "", None
    return step.node, visited.index(step.child) if step.visited else step.position


def _led_to(tree: GameTree, actions: Iterable[str]) -> tuple[str, ...]:
    below = tree.children_by_move(tree.root)
    return tuple([tree.nodes[below[each]].label for each in actions if each in below])


def principal_variation(tree: GameTree, values: Mapping[str, Value]) -> tuple[str, ...]:
    """The labels of best play from the root; () where chance moves first."""
    path = best_path(tree, values)
    return (tree.root.label, *path) if path or not tree.root.children else ()


def _steps_of(result: CaseResult) -> tuple[Step, ...]:
    """The submission's steps, with what it says of them."""
    case, call, recording = result.case, result.observed.calls[0], result.recording
    made = _from_viewpoint(case, call.visited)
    if recording is None:
        return made
    suspect, told = result.verdict not in DOES_RIGHT and not result.keeps_state, []
    for step in made:
        handed, own = recording.calls.get(step.label), None
        if handed is not None:
            own = Own(
                handed.alpha,
                handed.beta,
                handed.v,
                handed.returned,
                comparable=suspect and handed.is_entry,
            )
        line = line_at(recording.searched_from(step.label))
        stack = recording.stacks.get(step.label)
        told.append(replace(step, own=own, line=line, stack=stack))
    if told[0].label == case.tree.root.label:  # the grader itself has called it
        window, outcome = case.window, call.outcome
        if window is not None:
            window = value_call(case.question, case.tree).window
        alpha, beta = window or (None, None)
        returned: Value | str | None = None
        if isinstance(outcome, Returned):
            number = outcome.payoffs if outcome.number is None else outcome.number
            returned = outcome.text[:LETTERS] if number is None else number
        told[0] = replace(told[0], own=Own(alpha, beta, None, returned))
    return tuple(told)


def _accepted(
    case: Case, visited: Sequence[str], steps: Sequence[Step]
) -> tuple[Step, ...]:
    """The steps of an accepted search, with its stack where the submission has one."""
    accepted = _from_viewpoint(case, visited)
    if all(step.stack is None for step in steps):
        return accepted
    stack_of = stack_at_each_node(case.tree)
    return tuple(replace(step, stack=stack_of[step.label]) for step in accepted)


def stack_at_each_node(tree: GameTree) -> dict[str, tuple[str, ...]]:
    """A depth-first search's stack, from the bottom, when it meets each node."""
    nodes = tree.nodes
    found: dict[int, tuple[int, ...]] = {0: (0,)}
    for index, node in enumerate(nodes):  # parents stand first
        for place, child in enumerate(node.children):
            waiting = node.children[:place:-1]
            found[child] = (*found[index], *waiting, child)
    labels = tree.labels()
    return {labels[i]: tuple(labels[at] for at in lying) for i, lying in found.items()}


def _from_viewpoint(case: Case, visited: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a search, in numbers of the player whose payoff it asks for."""
    request, tree = value_call(case.question, case.tree), case.tree
    movers = {node.label: node.to_move for node in tree.nodes}
    above = {tree.nodes[i].label: n.to_move for n in tree.nodes for i in n.children}

    def turned(step: Step) -> Step:
        own, parents = request.viewpoint, request.viewpoint
        if request.turns:
            own, parents = movers[step.label], above.get(step.label, MAX)
        window = step.window
        if window is not None and request.turns:
            window = window_seen_by(own, window)
        return replace(
            step,
            window=window,
            v=None if step.v is None else seen_by(parents, step.v),
            worth=None if step.worth is None else seen_by(own, step.worth),
        )

    return tuple(map(turned, steps_with_windows(tree, visited, case.window)))


def steps_with_windows(
    tree: GameTree, visited: Sequence[str], window: Window | None
) -> tuple[Step, ...]:
    """Each visit with the window and the parent's v, as far as they were known then.

    Known is what the search's own visits below an elder sibling come to. Which window a
    chance node hands down it may choose, where the game has bounds: it is not known.
    """
    order, parents = [tree.index_of[label] for label in visited], tree.parents()
    worth = backed_up(tree.effective_tree, sorted(order))
    at: dict[int, Bounds | None] = {0: Bounds(*(window or FULL))}
    v: dict[int, Value] = {}
    elder: dict[int, int] = {}
    below_chance = UNBOUNDED if tree.bounds is None else None
    made = []
    for index in order:
        above = parents[index]
        if above >= 0:
            node = tree.nodes[above]
            is_players = node.to_move != CHANCE
            if is_players and above in elder and elder[above] in worth:
                value = worth[elder[above]]
                v[above] = better(tree, node, v.get(above), value)
                known = at[above]
                if known is not None and not isinstance(value, tuple):
                    at[above] = known.bounds_after_child(
                        node.to_move, node.label, value
                    )
            elder[above] = index
            at[index] = at[above] if is_players else below_chance
        label, bounds = tree.nodes[index].label, at[index]
        entered = bounds.window if window is not None and bounds else None
        best = v.get(above)
        made.append(Step(label=label, window=entered, v=best, worth=worth.get(index)))
    return tuple(made)


def line_of(result: CaseResult, folder: Path) -> Line | None:
    """The line to look at, if any is known; `folder` holds the staged submission.

    Where the time ran out it is the loop that may have no end. Of a wrong step it is
    the test that decides on it, or the call that handed on a wrong window; of a wrong
    value or action the line that makes it, or the head of the function; of another
    order of the children the loop; and a line that may keep something between calls.
    """
    place: Place | Frame | None = _of_a_loop(result, folder)
    place = place or _of_a_fault(result, folder)
    if place is None and result.keeps_state:
        place = Sources(folder).line_that_keeps(f"{result.case.question.module}.py")
    return line_at(place) if place else line_in_search(result, folder)


def line_in_search(result: CaseResult, folder: Path) -> Line | None:
    """The line at which a search that came to an end went wrong, if it is known."""
    if result.keeps_state:
        return None
    looks = (_of_the_step, _of_the_order, _of_the_value, _of_the_action)
    place = next(filter(None, (look(result, folder) for look in looks)), None)
    return line_at(place)


def _of_a_loop(result: CaseResult, folder: Path) -> Place | None:
    fault = _fault(result)
    if fault is None or result.verdict is not Verdict.TIMED_OUT:
        return None
    sources = Sources(folder)
    loops = (
        sources.head_of_while(each.file, each.line) for each in reversed(fault.frames)
    )
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
    visits = _of_wrong_visits(result)
    step = next((each.step for each in visits if each.step), None)
    if recording is None or step is None:
        return None
    if result.case.question.value_of != MOVER and _was_handed_wrongly(step, recording):
        return recording.calls[step.node].place
    nodes, child = result.case.tree.nodes, step.child
    (node,) = (each for each in nodes if each.label == step.node)
    children = [nodes[index].label for index in node.children]
    if not step.visited:  # it is the one after which the loop ended
        searched = [label for label in recording.visited if label in children]
        child = searched[-1] if searched else step.node
    handed, asked = recording.calls.get(child), recording.asked_at
    place = handed.place if handed else None
    place = place or asked.get(step.node) or asked.get(child)
    if place is None:
        return None
    if step.visited:
        return Sources(folder).loop_end_test(place)
    return Sources(folder).early_loop_end(
        place, before_the_last=children[-1:] == [step.child]
    )


def _of_wrong_visits(result: CaseResult) -> list[Compared]:
    wrong = (f for f in result.findings if f.verdict is not Verdict.CORRECT)
    facet = "search_visits" if result.has_no_value else "visits"
    return [finding.visits for finding in wrong if finding.facet == facet]


def _of_the_order(result: CaseResult, folder: Path) -> Place | None:
    """The head of the loop that goes through the children in another order."""
    swapped = (each.swapped for each in _of_wrong_visits(result))
    first, *_ = next(filter(None, swapped), ("",))
    place = result.recording.searched_from(first) if result.recording else None
    return Sources(folder).head_of_loop(place) if place else None


def _was_handed_wrongly(step: FirstWrongStep, recording: Recording) -> bool:
    """Whether a step is right in the window with which its node was called."""
    handed, v = recording.calls.get(step.node), step.v
    if handed is None or handed.place is None or step.bounds is None:
        return False
    if not handed.is_entry or not isinstance(v, int | float):
        return False
    if step.to_move not in (MAX, MIN):
        return False
    is_max = step.to_move == MAX
    bound, other = (handed.beta, handed.alpha)[:: 1 if is_max else -1]
    if bound is None and other is not None:
        return step.visited  # it was left out of the call: its default has no end
    if not isinstance(bound, int | float):
        return False
    within = v < bound if is_max else v > bound
    return within == step.visited


def _of_the_value(result: CaseResult, folder: Path) -> Place | None:
    """Where a value is made by the function that returned a wrong one, called alone."""
    check = most_telling_check(result)
    if check is None:
        return _of_the_return(result, folder)
    sources, module = Sources(folder), f"{result.case.question.module}.py"
    head = sources.definition_that_computes(module, check.observation.function)
    if head is None or not check.node.children:
        return head
    if check.node.to_move == CHANCE:
        return sources.line_that_averages(head)
    number = getattr(check.observation.outcome, "number", None)
    below = {value for _, value in check.children}
    if number is None or not below.isdisjoint((number, -number)):
        return sources.line_that_combines(head)
    return sources.line_with_number(head, number) or sources.line_that_combines(head)


def _of_the_return(result: CaseResult, folder: Path) -> Place | None:
    """Where children are searched of a state whose value is wrong, or it was called."""
    wrong, recording = wrong_return(result), result.recording
    if wrong is None or recording is None:
        return None
    sources, nodes = Sources(folder), result.case.tree.effective_tree.nodes

    def searched_at(node: Node) -> Place | None:
        calls = (recording.calls.get(nodes[child].label) for child in node.children)
        return next((call.place for call in calls if call and call.place), None)

    def function(place: Place) -> tuple[str, range]:
        return place.file, sources.lines_of_function(place.file, place.line)

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
    """The line that picks in the search function, or, for wrong visits, a head."""
    wrong = {f.facet for f in result.findings if f.verdict in NO_BEST}
    if not wrong.intersection(OF_SEARCH):
        return None
    question, function = result.case.question, result.case.question.search
    if "visits" in wrong and "action" not in wrong:
        function = value_call(question, result.case.tree).function
    sources = Sources(folder)
    head = sources.definition_that_computes(f"{question.module}.py", function)
    picks = function == question.search and "action" in wrong
    return sources.line_that_picks_best(head) if head and picks else head


NO_BEST = (Verdict.WRONG_ACTION, Verdict.WRONG_TYPE, Verdict.WRONG_VISITS)
