"""Run the reference and its conventions on a tree, in this process: the answers."""

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

from autograder.answers import program
from autograder.answers.board import (
    Board,
    ModuleError,
    WrongOrderError,
    errors_as_module_errors,
    loaded_module,
    result_in_time,
)
from autograder.answers.file import Answer, Answers, End, Visit
from autograder.answers.program import Functions, Program
from autograder.assignment.questions import ESTIMATES, RECORDED, Assignment, Question
from autograder.assignment.signature import (
    USUAL,
    Argument,
    Fresh,
    Function,
    Product,
    Signature,
    argument_of,
    entries_of,
    json_arguments,
    start_arguments,
    window_of,
)
from autograder.errors import FileProblems, Problem
from autograder.game import MAX, MIN, State, Value
from autograder.project import REFERENCE
from autograder.sandbox.oracle import first_misorder
from autograder.text import listed
from autograder.trees.tree import GameTree, Window, deep_recursion
from autograder.trees.values import (
    best_actions,
    best_line,
    equal,
    exact_values,
    seen_by,
    standing_values,
    value_text,
)
from autograder.trees.visitrecord import ENOUGH, NEAR, rounds_of


def trusted_module(question: Question, convention: str) -> ModuleType:
    """The trusted module of a convention; ModuleError if it cannot be loaded."""
    if _product(question, convention) is None:
        return _module(convention_path(question, convention))
    return _module_of_product(question, convention)


@cache
def _module_of_product(question: Question, convention: str) -> ModuleType:
    return program_of(question, convention).module(f"{question.module}: {convention}")


def program_of(question: Question, convention: str) -> Program:
    """The functions of a convention; ModuleError if its file holds no program."""
    product = _product(question, convention)
    if product is None:
        return _read(convention_path(question, convention)).without_uncalled(
            *_called(question)
        )
    made = _multiplied(question, product)
    assert made is not None  # it would be no product
    return made


def convention_path(question: Question, convention: str) -> Path:
    """Where a convention stands: the reference has its own, a product its cut."""
    found = _product(question, convention)
    name = found.at_max if found else convention
    if name == own_convention(question):
        return reference_of(question)
    return question.places.trusted_path(f"conventions/{name}.py", REFERENCE)


def reference_of(question: Question) -> Path:
    """Where the reference of a question stands."""
    return question.places.trusted_path(f"{question.module}.py", REFERENCE)


def own_convention(question: Question) -> str:
    """The convention that the reference follows, as it says itself."""
    return str(getattr(_module(reference_of(question)), "CONVENTION", USUAL))


def products_of(question: Question) -> tuple[Product, ...]:
    """The products of a question's conventions, without these; or ModuleError."""
    own, named = own_convention(question), question.conventions
    entry = question.signature.entry
    roots = tuple(name for name in named if name != own and _is_root(question, name))
    cuts = tuple(name for name in named if name not in roots)
    # whether MAX and MIN have functions of their own
    is_split = {MAX, MIN} <= dict(entry).keys() and len(entries_of(entry)) == len(entry)
    every = (
        Product(at_max, at_min, root)
        for at_max, at_min in sorted(pairs(cuts, cuts), key=lambda p: p[0] != p[1])
        for root in ("", *roots)
        if is_split or at_max == at_min
    )
    return tuple(
        each
        for each in every
        if not (each.at_max == each.at_min and (not each.root or each.at_max == own))
        and _multiplied(question, each) is not None
    )


def conventions_with_different_cuts(question: Question) -> tuple[str, ...]:
    """The accepted conventions that find values in different ways; or ModuleError."""
    own = own_convention(question)
    return tuple(
        name
        for name in question.conventions
        if name in question.accept
        if name == own or not _is_root(question, name)
    )


def _called(question: Question) -> tuple[str, ...]:
    return (*question.entry_functions, question.search)


def _product(question: Question, convention: str) -> Product | None:
    """The product of that name; None where it is a module of its own."""
    known = question.recorded.products if question.recorded else ()
    return next((each for each in known if each.name == convention), None)


def _is_root(question: Question, convention: str) -> bool:
    """Whether a convention has another search function, and finds values as ours."""
    entries = question.entry_functions
    found = _read(convention_path(question, convention))
    own = _read(reference_of(question))
    changed = set(found.without_uncalled(*_called(question)).functions_that_differ(own))
    gone = set(own.functions_called_from(*entries)) - set(
        found.functions_called_from(*entries)
    )
    return not gone and not changed & set(found.functions_called_from(*entries))


def _multiplied(question: Question, made_of: Product) -> Program | None:
    """The program of a product; None where two parts differ in one function."""
    entries = question.entry_functions
    own = _read(reference_of(question))
    at_max, at_min = (
        _read(convention_path(question, name))
        for name in (made_of.at_max, made_of.at_min)
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
        root = _read(convention_path(question, made_of.root))
        chosen = set(root.functions_called_from(question.search)) - set(
            root.functions_called_from(*entries)
        )
        parts.append({name: root.functions[name] for name in chosen})
    found: dict[str, object] = {}
    for part in parts:
        if any(found.setdefault(name, each) is not each for name, each in part.items()):
            return None
    functions = {name: each for part in parts for name, each in part.items()}
    made = own.with_functions(functions, at_max, at_min, root)
    return made.without_uncalled(*_called(question))


def _part(
    program: Program, own: Program, entries: tuple[str, ...], but: str = ""
) -> Functions:
    """What a program has of its own in these functions, and in what they call."""
    changed = program.functions_that_differ(own)
    return {
        name: program.functions[name]
        for name in program.functions_called_from(*entries)
        if name in changed and name != but
    }


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
SECONDS_A_NODE = 500e-6  # fifty times what a call that is traced takes here


@dataclass(frozen=True, slots=True)
class Run:
    """What one call returned, its calls of the search's functions, its questions."""

    returned: Any = None
    calls: Sequence[TrustedCall] = ()
    visited: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()

    def visits(self) -> tuple[Visit, ...]:
        """Each visited label with the window in which it was searched."""
        windows = {str(call.state): call.window or () for call in self.calls}
        return tuple((label, *windows.get(label, ())) for label in self.visited)


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

    `watch` is told what is run next. Raises ModuleError where one fails, or is not
    right.
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
    watch(f"{question.name}, {convention}")
    module, path = (
        trusted_module(question, convention),
        convention_path(question, convention),
    )
    with errors_as_module_errors(path):
        run = value_run(tree, question, module)
        search = search_run(tree, question, module)
        right = _answer(tree, question, run, search)
    if question.wants_line_of_actions and question.has_action_to_choose(tree):
        line = search.returned
        begun = tuple(line) if isinstance(line, list | tuple) else ()
        best = best_line(tree, values, begun)
        if begun != best:
            told = f"{line!r}, but best play is {', '.join(best)}"
            raise ModuleError(path, f": {question.search} returned {told}")
    if {tree.nodes[index].label for index in tree.noisy_nodes} & {*run.estimated}:
        for facet in (*question.functions(), ESTIMATES):
            if convention in question.accept and facet in question.facets:
                told = f"{facet} earns points, and is not judged where one stands pat"
                raise ModuleError(path, f": {told}")
        values = standing_values(tree)
    for wrong in _wrong(tree, values, question, right, run.estimated):
        raise ModuleError(path, f": {wrong}")
    with errors_as_module_errors(path):
        return with_ties(tree, question, module, right)


def with_ties(
    tree: GameTree, question: Question, module: ModuleType, first: Answer
) -> Answer:
    """The answer, with the other ends of a search that alone tells what is best.

    Where actions are equal a trusted one takes the first. So it is run on the tree with
    others in front; which of equal ones is the second may matter, too.
    """
    if not question.is_only_source_of_best_actions(tree) or question.signature.prunes:
        return first
    given = start_arguments(question.signature.search, tree, question.value_of)

    @cache
    def end(*in_front: str) -> End:
        turned = tree.with_actions_first(in_front)
        run = _run(module, turned, question, question.search, given)
        return first_action(run.returned), run.visited

    actions, own = tree.root_actions(), (first.action, first.labels_visited_by_search())
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


def _wrong(
    tree: GameTree,
    values: Mapping[str, Value],
    question: Question,
    answer: Answer,
    estimated: Sequence[str],
) -> Iterator[str]:
    """What of value and action is not right; outside of a window a bound is."""
    entry, exact = (
        question.signature.function_for_mover(tree.root.to_move),
        values[tree.root.label],
    )
    viewpoint = entry.viewpoint(entry.start_arguments(tree), tree.root.to_move)
    worth, value = seen_by(viewpoint, exact), answer.value
    if not _is_value(value, worth):
        expected = "payoffs" if isinstance(worth, tuple) else "a number"
        yield f"{entry.name} returned {value!r}, expected {expected}"
    elif not equal(value, worth) and not entry.is_bound(tree, value, exact):
        told = f"{value_text(value)}, but the root is worth {value_text(worth)}"
        yield f"{entry.name} returned {told}"
    wrongly, missing = tree.wrong_estimates(answer.visited_labels(), estimated)
    noisy = {tree.nodes[index].label for index in tree.noisy_nodes}
    for label in (*(label for label in wrongly if label not in noisy), *missing)[:1]:
        yield f"{entry.name} takes other estimates than the horizon's, as at {label}"
    for name, calls in answer.alone.items():
        given = [argument for _, *arguments in calls for argument in arguments]
        odd = [a for a in given if type(a) not in (str, Fresh) and not _is_number(a)]
        if odd:
            yield f"{name} was called with {odd[0]!r}, expected a number or a text"
    if question.has_action_to_choose(tree):
        yield from _wrong_action(tree, values, question, answer)


def _is_value(value: object, expected: Value) -> bool:
    if not isinstance(expected, tuple):
        return _is_number(value)
    if not isinstance(value, tuple) or len(value) != len(expected):
        return False
    return all(map(_is_number, value))


def _wrong_action(
    tree: GameTree, values: Mapping[str, Value], question: Question, answer: Answer
) -> Iterator[str]:
    """What is wrong with the action; before all rounds the first is right."""
    actions, best = tree.root_actions(), best_actions(tree, values)
    in_time = question.deepens and tree.visits_allowed
    if in_time and len(rounds_of(answer.labels_visited_by_search())) == 1:
        best = actions[:1]
    if answer.action not in actions:
        said = f"{question.search} returned {answer.action!r}"
        yield f"{said}, expected an action: {listed(actions)}"
    elif answer.action not in best and question.visits != RECORDED:
        below = tree.children_by_move(tree.root)
        worths = {a: value_text(values[tree.nodes[i].label]) for a, i in below.items()}
        said = f"{question.search} chose {answer.action}, worth {worths[answer.action]}"
        yield f"{said}, but {listed(best)} is worth {worths[best[0]]}"


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and value == value  # noqa: PLR0124 - no NaN is


def answer(tree: GameTree, question: Question, module: ModuleType) -> Answer:
    """The observation that a trusted module leaves on a tree."""
    run = value_run(tree, question, module)
    return _answer(tree, question, run, search_run(tree, question, module))


def _answer(tree: GameTree, question: Question, run: Run, search: Run) -> Answer:
    chosen = search.returned
    return Answer(
        run.returned,
        first_action(chosen) if question.wants_line_of_actions else chosen,
        run.visits(),
        search.visits(),
        {name: _alone(tree, name, run) for name in question.functions()},
    )


def first_action(line: object) -> Any:
    """The first action of a line; what is no line is returned as it is."""
    return line[0] if isinstance(line, list | tuple) and line else line


def value_run(tree: GameTree, question: Question, module: ModuleType) -> Run:
    """What a trusted module does on a tree for the value."""
    entry = question.signature.function_for_mover(tree.root.to_move)
    return _run(module, tree, question, entry.name, entry.start_arguments(tree))


def search_run(tree: GameTree, question: Question, module: ModuleType) -> Run:
    """What it does to choose an action; nothing where none is to be chosen."""
    if not question.has_action_to_choose(tree):
        return Run()
    given = start_arguments(question.signature.search, tree, question.value_of)
    return _run(module, tree, question, question.search, given)


def _run(
    module: ModuleType,
    tree: GameTree,
    question: Question,
    function: str,
    arguments: tuple[Argument, ...],
) -> Run:
    repeats = question.entry_functions if question.repeats else ()
    board = Board(tree, repeats, question.ordering_function, peeks=question.peeks)
    deepens = question.deepens and function == question.search
    game, root, visited = board.fresh_game_root_and_visits(timed=deepens)
    seconds = max(question.limits.wall_seconds, len(tree.nodes) * SECONDS_A_NODE)
    with deep_recursion(tree.height()), _traced(module, question.signature) as calls:
        call = getattr(module, function)  # as a worker has it: no coming back is seen
        with board.watching_calls(vars(module)):
            returned = result_in_time(
                seconds, lambda: call(game, root, *json_arguments(arguments))
            )
    lost = first_misorder(board.first_call_without_its_actions, board.node_of)
    if lost is not None:
        raise WrongOrderError(lost.sentence(question.ordering_function))
    labels, estimated = board.labels, board.record.estimated
    return Run(
        returned,
        calls,
        tuple([labels[index] for index in visited]),
        tuple([labels[index] for index in estimated]),
    )


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


def _alone(tree: GameTree, function: str, run: Run) -> tuple[Visit, ...]:
    """Calls by which to judge a function alone, first those that cut something."""
    mine = [call for call in run.calls if call.function.name == function]
    calls = {str(call.state): call for call in reversed(mine)}
    inner: list[tuple[bool, Visit]] = []
    ends: dict[bool, Visit] = {}
    nodes, seen = tree.effective_tree.nodes, set(run.visited)
    for label in run.visited:
        call = calls.get(label)
        if call is None:
            continue
        children = nodes[tree.index_of[label]].children
        visit = (label, *call.function.with_depth_from_zero(call.arguments))
        if not children:
            ends.setdefault(tree.index_of[label] in tree.horizon, visit)
        elif call.window is None or call.window[0] < call.window[1]:
            whole = all(tree.nodes[child].label in seen for child in children)
            inner.append((whole, visit))
    inner.sort(key=lambda row: row[0])
    last = [ends[key] for key in sorted(ends)]
    return (*(visit for _, visit in inner[:MOST_CALLS]), *last)


def check_expectations(assignment: Assignment, name: str, answers: Answers) -> None:
    """FileProblems, at `expect`, where a tree's source says what is not so."""
    tree, wrong = assignment.trees()[name], list[str]()
    expected, computed = tree.expect.value, answers.values[tree.root.label]
    if expected is not None and not equal(expected, computed):
        wrong.append(f"value {value_text(expected)}, computed {value_text(computed)}")
    for question in assignment.questions_on(name):
        wrong += _wrong_search(tree, question, answers.questions[question.name])
    if wrong:
        path = assignment.file_of(name)
        text = f"expect says {'; and '.join(wrong)}"
        raise FileProblems((Problem(path, *tree.expect.mark, text),))


def _wrong_search(
    tree: GameTree, question: Question, computed: Mapping[str, Answer]
) -> Iterator[str]:
    """What is said of action and pruned nodes, where this question finds others."""
    expect, (first, *others) = tree.expect, question.conventions
    action = computed[first].action
    if question.search and expect.action not in (None, action):
        yield f"action {expect.action}, computed {action} ({question.name})"
    if question.prunes_by_window and expect.pruned is not None:
        left_out = pruned_labels(tree, computed[first])
        if set(expect.pruned) != set(left_out):
            said = [label for label in tree.labels() if label in expect.pruned]
            same = [c for c in others if {*pruned_labels(tree, computed[c])} == {*said}]
            why = FIRST.format(first, same[0]) if same else ""
            yield f"pruned [{', '.join(said)}], computed [{', '.join(left_out)}]{why}"


def pruned_labels(tree: GameTree, computed: Answer) -> tuple[str, ...]:
    """The labels of the nodes that a search leaves out."""
    visited, labels = set(computed.visited_labels()), tree.labels()
    return tuple(labels[i] for i in tree.reachable() if labels[i] not in visited)


Rows = Iterator[tuple[str, str]]  # a key of the tree's file, and what is wrong with it


def problems_of_deepening(tree: GameTree, question: Question, convention: str) -> Rows:
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


def tree_to_last_depth(tree: GameTree, question: Question) -> GameTree:
    """The tree with the depth of the last round of all; as it is for other searches."""
    if not question.deepens:
        return tree
    depth = len(_ends(tree, question, question.accept[0]))
    return replace(tree, limit=replace(tree.limit, depth=depth), visits_allowed=0)


def _ends(tree: GameTree, question: Question, convention: str) -> list[int]:
    """The visits after which each round ends, where there is time for all."""
    module, free = trusted_module(question, convention), replace(tree, visits_allowed=0)
    with errors_as_module_errors(convention_path(question, convention)):
        value_run(free, question, module)  # what fails there is told first
        visited = search_run(free, question, module).visited
    return [*accumulate(map(len, rounds_of(visited)))]


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
