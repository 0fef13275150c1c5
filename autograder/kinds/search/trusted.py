"""Run the reference and its conventions on a tree: this is where answers come from.

Trusted submissions run in this process. Their calls of one another are recorded,
which gives the window of every visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, wraps
from itertools import accumulate
from itertools import product as pairs
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.answers.board import Board
from autograder.answers.faults import (
    ModuleError,
    WrongOrderError,
    blaming,
    loaded_module,
    result_in_time,
)
from autograder.answers.file import Answer, Answers, End, Visit
from autograder.assignment.questions import ESTIMATES, RECORDED, Assignment, Question
from autograder.assignment.signature import (
    USUAL,
    Argument,
    Entry,
    Fresh,
    Function,
    Product,
    Signature,
    argument_of,
    entries_of,
    json_arguments,
    starts,
    window_of,
)
from autograder.errors import FileProblems, Problem
from autograder.game import MAX, MIN, State, Value
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Functions, Program
from autograder.sandbox.oracle import first_misorder
from autograder.text import listed
from autograder.trees.tree import GameTree, Window, deep_enough
from autograder.trees.values import (
    best_actions,
    best_line,
    equal,
    exact_values,
    seen_by,
    shown,
    standing_values,
)
from autograder.trees.visitrecord import ENOUGH, NEAR, rounds_of


def trusted_module(question: Question, convention: str) -> ModuleType:
    """The trusted module of a convention; ModuleError if it cannot be loaded."""
    if _product(question, convention) is None:
        return _module(path_of(question, convention))
    return _trusted_module(question, convention)


def program_of(question: Question, convention: str) -> Program:
    """The functions of a convention; ModuleError if its file holds no program."""
    found = _product(question, convention)
    if found is None:
        return _read(path_of(question, convention)).only(*_called(question))
    made = _multiplied(question, found)
    assert made is not None  # it would be no product
    return made


def path_of(question: Question, convention: str) -> Path:
    """Where a convention stands: the reference has its own, a product its cut."""
    found = _product(question, convention)
    name = found.at_max if found else convention
    if name == own_convention(question):
        return reference_of(question)
    return question.places.trusted(f"conventions/{name}.py", REFERENCE)


def reference_of(question: Question) -> Path:
    """Where the reference of a question stands."""
    return question.places.trusted(f"{question.module}.py", REFERENCE)


def own_convention(question: Question) -> str:
    """The convention that the reference follows, as it says itself."""
    return str(getattr(_module(reference_of(question)), "CONVENTION", USUAL))


def products_of(question: Question) -> tuple[Product, ...]:
    """The products of the conventions that a question names, but not these themselves.

    Raises ModuleError where one of them cannot be read.
    """
    own = own_convention(question)
    named = question.conventions
    roots = tuple(name for name in named if name != own and _is_root(question, name))
    cuts = tuple(name for name in named if name not in roots)
    every = (
        Product(at_max, at_min, root)
        for at_max, at_min in sorted(pairs(cuts, cuts), key=lambda p: p[0] != p[1])
        for root in ("", *roots)
        if _players(question.signature.entry) or at_max == at_min
    )
    return tuple(
        each
        for each in every
        if not (each.at_max == each.at_min and (not each.root or each.at_max == own))
        and _multiplied(question, each) is not None
    )


def cuts_of(question: Question) -> tuple[str, ...]:
    """The accepted conventions by whose names values are found in different ways.

    Raises ModuleError where one of them cannot be read.
    """
    own = own_convention(question)
    return tuple(
        name
        for name in question.conventions
        if name in question.accept
        if name == own or not _is_root(question, name)
    )


def _players(entry: Entry) -> bool:
    """Whether MAX and MIN have functions of their own."""
    who = {player for player, _ in entry}
    return {MAX, MIN} <= who and len(entries_of(entry)) == len(entry)


def _called(question: Question) -> tuple[str, ...]:
    return (*question.entries, question.search)


def _product(question: Question, convention: str) -> Product | None:
    """The product of that name; None where it is a module of its own."""
    known = question.recorded.products if question.recorded else ()
    return next((each for each in known if each.name == convention), None)


def _is_root(question: Question, convention: str) -> bool:
    """Whether a convention has another search function, and finds values as ours."""
    entries = question.entries
    found = _read(path_of(question, convention))
    own = _read(reference_of(question))
    changed = set(found.only(*_called(question)).differs_in(own))
    gone = set(own.calls(*entries)) - set(found.calls(*entries))
    return not gone and not changed & set(found.calls(*entries))


def _multiplied(question: Question, made_of: Product) -> Program | None:
    """The program of a product; None where two parts differ in one function."""
    entries = question.entries
    own = _read(reference_of(question))
    at_max, at_min = (
        _read(path_of(question, name)) for name in (made_of.at_max, made_of.at_min)
    )
    parts: list[Functions]
    if made_of.at_max == made_of.at_min:
        parts = [_part(at_max, own, entries)]
    else:
        of = dict(question.signature.entry)
        parts = [
            _part(at_max, own, (of[MAX],), but=of[MIN]),
            _part(at_min, own, (of[MIN],), but=of[MAX]),
        ]
    root = own
    if made_of.root:
        root = _read(path_of(question, made_of.root))
        chosen = set(root.calls(question.search)) - set(root.calls(*entries))
        parts.append({name: root.functions[name] for name in chosen})
    found: dict[str, object] = {}
    for part in parts:
        if any(found.setdefault(name, each) is not each for name, each in part.items()):
            return None
    functions = {name: each for part in parts for name, each in part.items()}
    made = own.taking(functions, at_max, at_min, root)
    return made.only(*_called(question))


def _part(
    program: Program, own: Program, entries: tuple[str, ...], but: str = ""
) -> Functions:
    """What a program has of its own in these functions, and in what they call."""
    changed = program.differs_in(own)
    return {
        name: program.functions[name]
        for name in program.calls(*entries)
        if name in changed and name != but
    }


@cache
def _trusted_module(question: Question, convention: str) -> ModuleType:
    return program_of(question, convention).module(f"{question.module}: {convention}")


@cache
def _read(path: Path) -> Program:
    try:
        return program.read(path)
    except SyntaxError as fault:
        raise ModuleError(path, f":{fault.lineno}: {fault.msg}") from None
    except (OSError, ValueError) as fault:
        raise ModuleError(path, f": {fault}") from None


@cache
def _module(path: Path) -> ModuleType:
    return loaded_module(path)


FIRST = (  # what is written of a tree whose source has another convention
    " by {0}, the first of `conventions`; {1} finds what expect says: name it first, "
    "and in `accept` what earns the points"
)
MOST_CALLS = 8  # of each function on one tree, that are judged alone
Searched = tuple[tuple[str, ...], tuple[str, ...], Any]
SECONDS_A_NODE = 500e-6  # fifty times what a call that is traced takes here


@dataclass(frozen=True, slots=True)
class TrustedCall:
    """One call of a function of a search: the state, and the arguments behind it."""

    function: Function
    state: State
    arguments: tuple[Argument, ...]

    @property
    def window(self) -> Window | None:
        """The (α, β) in which it searched, if it was given one."""
        return window_of(self.function.arguments, self.arguments)


def compute(
    tree: GameTree,
    questions: tuple[Question, ...],
    watch: Callable[[str], None] = lambda _: None,
) -> Answers:
    """Run the reference and every convention of the questions on a tree.

    `watch` is told what is run next. Raises ModuleError where one of them fails, or is
    not right itself.
    """
    values = exact_values(tree)
    return Answers(
        tree.fingerprint(),
        values,
        best_actions(tree, values),
        {
            question.name: {
                convention: _right_answer(tree, values, question, convention, watch)
                for convention in question.conventions
            }
            for question in questions
        },
    )


def _right_answer(
    tree: GameTree,
    values: Mapping[str, Value],
    question: Question,
    convention: str,
    watch: Callable[[str], None],
) -> Answer:
    """The answer of a convention, whose value and action are the exact ones."""
    watch(f"{question.name}, {convention}")
    module, path = trusted_module(question, convention), path_of(question, convention)
    with blaming(path):
        found, estimated, chosen = _answer(tree, question, module)
    for wrong in _wrong_line(tree, values, question, chosen):
        raise ModuleError(path, f": {wrong}")
    if bool({tree.nodes[index].label for index in tree.noise} & {*estimated}):
        for wrong in _wrong_where_it_stands(question, convention):
            raise ModuleError(path, f": {wrong}")
        values = standing_values(tree)
    for wrong in _wrong(tree, values, question, found, estimated):
        raise ModuleError(path, f": {wrong}")
    with blaming(path):
        return with_ties(tree, question, module, found)


def with_ties(
    tree: GameTree, question: Question, module: ModuleType, first: Answer
) -> Answer:
    """The answer, with the other ends of a search that alone tells what is best.

    Where actions are equal a trusted one takes the first. So it is run on the tree with
    others in front; which of equal ones is the second may matter, too.
    """
    if not question.tells_best_alone(tree) or question.signature.prunes:
        return first
    given = starts(question.signature.search, tree, question.value_of)

    @cache
    def end(*in_front: str) -> End:
        turned = tree.with_first(in_front)
        action, _, visited, _ = _observe(
            module, turned, question, question.search, given
        )
        return first_of(action), tuple(visited)

    actions, own = tree.actions(), (first.action, first.search_visited())
    equal_ones = [each for each in actions if _as_set(end(each)) != _as_set(own)]
    seconds = (*equal_ones, first.action) if equal_ones else ()
    pairs = [(a, b) for b in seconds for a in actions if a != b and b in actions]
    ends = (own, *map(end, equal_ones), *[end(*pair) for pair in pairs])
    different = {_as_set(each): each for each in reversed(ends) if each[0] in actions}
    different.pop(_as_set(own), None)
    return replace(first, ties=tuple(different.values()))


def _as_set(end: End) -> tuple[str | None, frozenset[str]]:
    """An end of a search; the order of what it visits is free."""
    return end[0], frozenset(end[1])


def _wrong_line(
    tree: GameTree, values: Mapping[str, Value], question: Question, line: Any
) -> Iterator[str]:
    """Why what the search function returned is not the line of best play."""
    if not question.asks_for_a_line or not question.chooses_on(tree):
        return
    begun = tuple(line) if isinstance(line, list | tuple) else ()
    best = best_line(tree, values, begun)
    if begun != best:
        yield f"{question.search} returned {line!r}, but best play is {', '.join(best)}"


def _wrong_where_it_stands(question: Question, convention: str) -> Iterator[str]:
    """Why points cannot be given for what is judged by the values without that."""
    if convention in question.accept:
        for facet in (*question.functions(), ESTIMATES):
            if facet in question.facets:
                yield f"{facet} earns points, and is not judged where one stands pat"


def _wrong(
    tree: GameTree,
    values: Mapping[str, Value],
    question: Question,
    answer: Answer,
    estimated: Sequence[str],
) -> Iterator[str]:
    """What of value and action is not right; outside of a window a bound is."""
    entry = question.signature.at(tree.root.to_move)
    viewpoint = entry.viewpoint(entry.start(tree), tree.root.to_move)
    exact = values[tree.root.label]
    worth = seen_by(viewpoint, exact)
    if not _is_value(answer.value, worth):
        expected = "payoffs" if isinstance(worth, tuple) else "a number"
        yield f"{entry.name} returned {answer.value!r}, expected {expected}"
    elif not equal(answer.value, worth) and not entry.is_bound(
        tree, answer.value, exact
    ):
        told = f"{shown(answer.value)}, but the root is worth {shown(worth)}"
        yield f"{entry.name} returned {told}"
    wrongly, missing = tree.wrong_estimates(answer.visited(), estimated)
    noisy = {tree.nodes[index].label for index in tree.noise}
    for label in (*(label for label in wrongly if label not in noisy), *missing)[:1]:
        yield f"{entry.name} takes other estimates than the horizon's, as at {label}"
    for name, calls in answer.alone.items():
        odd = [
            a
            for _, *given in calls
            for a in given
            if not (type(a) in (str, Fresh) or _is_number(a))
        ]
        if odd:
            yield f"{name} was called with {odd[0]!r}, expected a number or a text"
    if question.chooses_on(tree):
        yield from _wrong_action(tree, values, question, answer)


def _wrong_action(
    tree: GameTree, values: Mapping[str, Value], question: Question, answer: Answer
) -> Iterator[str]:
    """What is wrong with the action; before all rounds the first is right."""
    actions, best = tree.actions(), best_actions(tree, values)
    if is_before_all_rounds(tree, question, answer.search_visited()):
        best = actions[:1]
    if answer.action not in actions:
        said = f"{question.search} returned {answer.action!r}"
        yield f"{said}, expected an action: {listed(actions)}"
    elif answer.action not in best and question.visits != RECORDED:
        below = tree.below(tree.root)
        worths = {a: shown(values[tree.nodes[i].label]) for a, i in below.items()}
        chosen = worths[answer.action]
        said = f"{question.search} chose {answer.action}, worth {chosen}"
        yield f"{said}, but {listed(best)} is worth {worths[best[0]]}"


def is_before_all_rounds(
    tree: GameTree, question: Question, visited: Sequence[str]
) -> bool:
    """Whether time was up before a search that deepens had ended its first round."""
    in_time = question.deepens and tree.visits_allowed
    return bool(in_time) and len(rounds_of(visited)) == 1


def _is_value(value: object, expected: Value) -> bool:
    if not isinstance(expected, tuple):
        return _is_number(value)
    return (
        isinstance(value, tuple)
        and len(value) == len(expected)
        and all(map(_is_number, value))
    )


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and value == value  # noqa: PLR0124 - no NaN is


def answer(tree: GameTree, question: Question, module: ModuleType) -> Answer:
    """The observation that a trusted module leaves on a tree."""
    return _answer(tree, question, module)[0]


def _answer(
    tree: GameTree, question: Question, module: ModuleType
) -> tuple[Answer, tuple[str, ...], Any]:
    """The observation, the nodes of which an estimate was asked, and what was chosen.

    Where chance moves at the root, there is no action to be chosen.
    """
    signature = question.signature
    entry = signature.at(tree.root.to_move)
    value, steps, visited, estimated = _observe(
        module, tree, question, entry.name, entry.start(tree)
    )
    action, search_steps, searched = None, list[TrustedCall](), list[str]()
    if question.chooses_on(tree):
        given = starts(signature.search, tree, question.value_of)
        made = _observe(module, tree, question, question.search, given)
        action, search_steps, searched, _ = made
    found = Answer(
        value,
        first_of(action) if question.asks_for_a_line else action,
        _visits(visited, steps),
        _visits(searched, search_steps),
        {name: _alone(tree, name, visited, steps) for name in question.functions()},
    )
    return found, tuple(estimated), action


def first_of(line: object) -> Any:
    """The first action of a line; what is no line is returned as it is."""
    return line[0] if isinstance(line, list | tuple) and line else line


def steps_on(
    tree: GameTree, question: Question, module: ModuleType
) -> list[TrustedCall]:
    """The calls of a search's functions on a tree, in order."""
    entry = question.signature.at(tree.root.to_move)
    start = entry.start(tree)
    return _observe(module, tree, question, entry.name, start)[1]


def nodes_searched(tree: GameTree, question: Question, module: ModuleType) -> Searched:
    """The nodes visited for the value, those for the action, and that action."""
    entry = question.signature.at(tree.root.to_move)
    visited = _observe(module, tree, question, entry.name, entry.start(tree))[2]
    if not question.chooses_on(tree):
        return tuple(visited), (), None
    given = starts(question.signature.search, tree, question.value_of)
    action, _, searched, _ = _observe(module, tree, question, question.search, given)
    return tuple(visited), tuple(searched), action


def _observe(
    module: ModuleType,
    tree: GameTree,
    question: Question,
    function: str,
    arguments: tuple[Argument, ...] = (),
) -> tuple[Any, list[TrustedCall], list[str], list[str]]:
    """What a call returns, its recursive calls, the labels visited and estimated."""
    repeats = question.entries if question.repeats else ()
    board = Board(tree, repeats, question.orders, peeks=question.peeks)
    deepens = question.deepens and function == question.search
    game, root, visited = board.set_up(timed=deepens)
    with deep_enough(tree.height()), _traced(module, question.signature) as steps:
        call = getattr(module, function)  # as a worker has it: no coming back is seen
        with board.within(vars(module)):
            seconds = max(
                question.limits.wall_seconds, len(tree.nodes) * SECONDS_A_NODE
            )
            returned = result_in_time(
                seconds, lambda: call(game, root, *json_arguments(arguments))
            )
    lost = first_misorder(board.misordered, board.node_of)
    if lost is not None:
        raise WrongOrderError(lost.sentence(question.orders))
    labels = board.labels
    estimated = [labels[index] for index in board.record.estimated]
    return returned, steps, [labels[index] for index in visited], estimated


@contextmanager
def _traced(module: ModuleType, signature: Signature) -> Iterator[list[TrustedCall]]:
    """Record every call of the module's own functions while the context lasts."""
    steps: list[TrustedCall] = []

    def recording(function: Function, original: Any) -> Callable[..., Any]:
        @wraps(original)
        def wrapper(game: object, state: State, *given: Any, **named: Any) -> Any:
            names = function.arguments[len(given) :]
            rest = [named[name] for name in names if name in named]
            told = tuple(map(argument_of, (*given, *rest)))
            steps.append(TrustedCall(function, state, told))
            return original(game, state, *given, **named)

        return wrapper

    originals = {each: getattr(module, each.name) for each in signature.functions}
    for function, original in originals.items():
        setattr(module, function.name, recording(function, original))
    try:
        yield steps
    finally:
        for function, original in originals.items():
            setattr(module, function.name, original)


def _visits(visited: list[str], steps: list[TrustedCall]) -> tuple[Visit, ...]:
    """Each visited label with the window in which it was searched."""
    windows = {str(step.state): step.window or () for step in steps}
    return tuple((label, *windows.get(label, ())) for label in visited)


def _alone(
    tree: GameTree, function: str, visited: list[str], steps: list[TrustedCall]
) -> tuple[Visit, ...]:
    """Calls by which to judge a function alone: those in which something is cut first.

    The last are one in a terminal state, and one at the horizon, where there are such.
    The plies that are left are never less than none: some count on there, some do not.
    """
    index_of = {node.label: index for index, node in enumerate(tree.nodes)}
    seen = set(visited)
    mine = [step for step in steps if step.function.name == function]
    calls = {str(step.state): step for step in reversed(mine)}
    found: list[tuple[bool, Visit]] = []
    ends: dict[bool, Visit] = {}
    nodes = tree.searched.nodes
    for label in visited:
        step = calls.get(label)
        if step is None:
            continue
        children = nodes[index_of[label]].children
        call = (label, *step.function.from_zero(step.arguments))
        if not children:
            ends.setdefault(index_of[label] in tree.horizon, call)
        elif step.window is None or step.window[0] < step.window[1]:
            whole = all(tree.nodes[child].label in seen for child in children)
            found.append((whole, call))
    found.sort(key=lambda row: row[0])
    last = [ends[key] for key in sorted(ends)]
    return (*(call for _, call in found[:MOST_CALLS]), *last)


def check_expectations(assignment: Assignment, name: str, answers: Answers) -> None:
    """Compare what a tree's source says with what was computed.

    Raises FileProblems, at the line and column of `expect`, where they differ.
    """
    tree = assignment.trees()[name]
    found = [*_wrong_value(tree, answers)]
    for question in assignment.questions_on(name):
        found += _wrong_search(tree, question, answers.questions[question.name])
    if found:
        path = assignment.file_of(name)
        text = f"expect says {'; and '.join(found)}"
        raise FileProblems((Problem(path, *tree.expect.mark, text),))


def _wrong_value(tree: GameTree, answers: Answers) -> Iterator[str]:
    expected, computed = tree.expect.value, answers.values[tree.root.label]
    if expected is not None and not equal(expected, computed):
        yield f"value {shown(expected)}, computed {shown(computed)}"


def _wrong_search(
    tree: GameTree, question: Question, computed: Mapping[str, Answer]
) -> Iterator[str]:
    """What is said of action and pruned nodes, where this question finds others."""
    expect, (first, *others) = tree.expect, question.conventions
    action = computed[first].action
    if question.search and expect.action not in (None, action):
        yield f"action {expect.action}, {question.name}: {action}"
    if question.leaves_out and expect.pruned is not None:
        pruned = _pruned(tree, computed[first])
        if set(expect.pruned) != set(pruned):
            said = [label for label in tree.labels() if label in expect.pruned]
            same = [c for c in others if {*_pruned(tree, computed[c])} == {*said}]
            why = FIRST.format(first, same[0]) if same else ""
            yield f"pruned [{', '.join(said)}], computed [{', '.join(pruned)}]{why}"


def _pruned(tree: GameTree, computed: Answer) -> list[str]:
    """The labels of the nodes that a search leaves out."""
    visited, labels = set(computed.visited()), tree.labels()
    return [labels[i] for i in tree.reachable() if labels[i] not in visited]


Rows = Iterator[tuple[str, str]]  # a key of the tree's file, and what is wrong with it


def undecided(tree: GameTree, question: Question, convention: str) -> Rows:
    """What is wrong with a tree on which a search is to deepen."""
    if not question.deepens:
        return
    ends = _ends(tree, question, convention)
    allowed = tree.visits_allowed or ends[-1]
    if tree.visits_allowed:
        yield from _wrong_time(question, ends, allowed)
    done = sum(end <= allowed for end in ends)
    if tree.limit.depth != max(done, 1):
        last = f"the last round that {question.search} ends in time looks {done} deep"
        yield "depth", f"found {tree.limit.depth}, but {last}"


def to_the_end(tree: GameTree, question: Question) -> GameTree:
    """The tree with the depth of the last round of all; as it is for other searches."""
    if not question.deepens:
        return tree
    depth = len(_ends(tree, question, question.accept[0]))
    return replace(tree, limit=replace(tree.limit, depth=depth), visits_allowed=0)


def _ends(tree: GameTree, question: Question, convention: str) -> list[int]:
    """The visits after which each round ends, where there is time for all."""
    module = trusted_module(question, convention)
    with blaming(path_of(question, convention)):
        free = replace(tree, visits_allowed=0)
        without_end = nodes_searched(free, question, module)[1]
    return [*accumulate(map(len, rounds_of(without_end)))]


def _wrong_time(question: Question, ends: list[int], allowed: int) -> Rows:
    """Why so many visits do not decide, or decide by a hair."""
    if ends[-1] < ENOUGH * allowed:
        takes = f"all rounds of {question.search} take {ends[-1]} visits"
        told = f"{takes}, less than twice {allowed}"
        yield "visits_allowed", f"{told}: it ends before who never asks is stopped"
    for place, end in enumerate(ends, start=1):
        if abs(end - allowed) < NEAR:
            near = f"round {place} of {question.search} ends with visit {end}"
            why = "a search might ask one question earlier or later"
            yield "visits_allowed", f"{near}, too near to {allowed}: {why}"
