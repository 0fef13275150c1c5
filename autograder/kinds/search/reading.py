"""Read from the reference how the search of each question is called."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType

from autograder.answers.faults import ModuleError, blaming, shown
from autograder.answers.file import Answer
from autograder.assignment.questions import (
    FACETS,
    Assignment,
    Question,
)
from autograder.assignment.reading import FILE
from autograder.assignment.signature import (
    EVERY,
    FIRST,
    ROOT,
    STARTS,
    WITH_CHANCE,
    Entry,
    Function,
    Product,
    Signature,
    call_of,
)
from autograder.errors import FileProblems, Problem
from autograder.game import CHANCE, Value
from autograder.kinds.search.signatures import completed, place_of
from autograder.kinds.search.trusted import (
    answer,
    own_convention,
    path_of,
    products_of,
    reference_of,
    steps_on,
    trusted_module,
)
from autograder.trees.drawn import Form, forms_of, random_tree
from autograder.trees.marked import unknown_key
from autograder.trees.tree import FULL, GameTree
from autograder.trees.values import equal

CLOSE = 0.6  # how near a name must come to be meant
OF_CHANCE = dict(WITH_CHANCE)[CHANCE]  # the textbook's function
OTHER_NAMES = (
    "{} has neither max_value nor min_value: say which function is called, as in "
    "`entry: value`; it has {}"
)
TRIED = 200  # trees at random on which products are tried; 60 missed some
Functions = Mapping[str, tuple[str, ...]]  # the names of all arguments, by function


def with_signatures(assignment: Assignment) -> Assignment:
    """The assignment with the signatures that the reference has.

    Raises FileProblems, with line and column, where the reference lacks a function or
    has one that cannot be called, and where the assignment says something else.
    """
    problems = tuple(
        Problem(*place_of(assignment, question, key), message)
        for question in assignment.questions()
        for key, message in _faults(assignment, question)
    )
    if problems:
        raise FileProblems(problems)
    signatures = {q.name: _signature(assignment, q) for q in assignment.questions()}
    return completed(assignment, signatures)


@contextmanager
def blaming_the_module(assignment: Assignment, tree: str) -> Iterator[None]:
    """Raises FileProblems, at the key that names the module, for a ModuleError.

    `tree` is the name of the one on which the module runs.
    """
    try:
        yield
    except ModuleError as fault:
        place = _place_of(assignment, fault.path)
        problem = Problem(*place, f"{fault} (on the tree {tree})")
        raise FileProblems((problem,)) from None


def _place_of(assignment: Assignment, path: Path) -> tuple[Path, int, int]:
    """Where the assignment names a module of the reference."""
    named = (
        place_of(assignment, question, _key(question, convention))
        for question in assignment.questions()
        for convention in question.conventions
        if path_of(question, convention) == path
    )
    return next(named, (assignment.folder / FILE, 1, 1))


def _key(question: Question, convention: str) -> str:
    """The key that names the module of a convention."""
    return "module" if convention == own_convention(question) else "conventions"


def _faults(assignment: Assignment, question: Question) -> Iterator[tuple[str, str]]:
    """Keys of a question that name what there is not, and what is missing."""
    reference = reference_of(question)
    if not reference.is_file():
        near = _meant(question, reference.parent)
        yield "module", f"{shown(reference)} does not exist{near}"
        return
    try:
        own = own_convention(question)
    except ModuleError as fault:
        yield "module", str(fault)
        return
    for convention in question.conventions if _names_any(question) else (own,):
        path = path_of(question, convention)
        if path.is_file():
            yield from _faults_of(assignment, question, convention)
        else:
            said = f"{shown(path)} does not exist; the reference is {own}"
            yield "conventions", said


def _meant(question: Question, folder: Path) -> str:
    """A question whether a module with a name like it was meant; or ""."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    names = question.places.every(".", folder, "[a-z]*.py")
    near = get_close_matches(question.module, names, n=1, cutoff=CLOSE)
    return f"; did you mean {near[0]}?" if near else ""


def _names_any(question: Question) -> bool:
    """Whether the assignment says which conventions there are."""
    return "conventions" in question.marks


def _faults_of(
    assignment: Assignment, question: Question, convention: str
) -> Iterator[tuple[str, str]]:
    """Keys that name what a trusted module has not, or what cannot be called."""
    where, of_module = shown(path_of(question, convention)), _key(question, convention)
    try:
        has = _functions(trusted_module(question, convention))
    except ModuleError as fault:
        yield of_module, str(fault)
        return
    searched = {question.search: "search"} if question.search else {}
    is_reference = convention == own_convention(question)
    for name, named_by in (_keys(assignment, question) | searched).items():
        key = named_by if is_reference else of_module
        usual = named_by == "entry" and question.entry is None
        if name not in has and usual and name == OF_CHANCE:
            yield from _of_chance(assignment, question, where)
        elif usual and has and not {*question.entries} & {*has}:
            if name == question.entries[0]:
                yield key, OTHER_NAMES.format(where, ", ".join(has))
        elif name not in has:
            known = (*FACETS, *has) if named_by.startswith("points") else tuple(has)
            yield key, f"{where} has no such function: {unknown_key(name, known)}"
        elif has[name][: len(FIRST)] not in (FIRST, (FIRST[0], ROOT)):
            yield (
                key,
                f"{where}: expected {call_of(name, ('…',))}, found {_call(has, name)}",
            )
        elif unknown := [a for a in has[name][len(FIRST) :] if a not in STARTS]:
            known_too = ", ".join(STARTS)
            yield (
                key,
                f"{where}: {_call(has, name)} takes {unknown[0]}; known: {known_too}",
            )


def _of_chance(
    assignment: Assignment, question: Question, where: str
) -> Iterator[tuple[str, str]]:
    """The first tree with chance, for which a search has no function."""
    for case in assignment.cases:
        moving = (n.to_move for n in case.tree.nodes if n.children)
        if case.question.name == question.name and CHANCE in moving:
            lacks = f"chance moves there, and {where} has no {OF_CHANCE}"
            remedy = "ask it of a search that has one, such as expectimax, or leave it"
            yield "trees", f"{case.tree_name}: {lacks}; {remedy} out"
            return


def _functions(module: ModuleType) -> Functions:
    """The functions that a module defines, in order, with their arguments."""
    return {
        name: tuple(inspect.signature(function).parameters)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


def _call(has: Functions, name: str) -> str:
    return f"{name}({', '.join(has[name])})"


def _keys(assignment: Assignment, question: Question) -> dict[str, str]:
    """The functions of a search, each with the key that names it."""
    asked = [c.question for c in assignment.cases if c.question.name == question.name]
    points = {name: f"points {name}" for each in asked for name in each.functions()}
    return points | {name: "entry" for _, name in _entry(assignment, question)}


def _entry(assignment: Assignment, question: Question) -> Entry:
    """The functions called at whose nodes, as the assignment or the textbook has it.

    Of the textbook's those that the reference has, and those that a tree needs.
    """
    if question.entry is not None:
        return question.entry
    has = _functions(trusted_module(question, own_convention(question)))
    cases = [c for c in assignment.cases if c.question.name == question.name]
    moving = {n.to_move for case in cases for n in case.tree.nodes if n.children}
    return tuple((who, f) for who, f in WITH_CHANCE if f in has or who in moving)


def _signature(assignment: Assignment, question: Question) -> Signature:
    """The signature that the reference has; each function with whose move it is.

    A function that stands for one player in the entry is called at that player's
    nodes; for others it is told by where the reference calls them.
    """
    convention = own_convention(question)
    module = trusted_module(question, convention)
    named, has = _keys(assignment, question), _functions(module)
    functions = tuple(
        Function(
            name,
            arguments[len(FIRST) :],
            state=arguments[1],
            value_of=question.value_of,
        )
        for name, arguments in has.items()
        if name in named
    )
    entry = _entry(assignment, question)
    search = has.get(question.search, FIRST)[len(FIRST) :]
    found = Signature(entry, functions, convention, search=search)
    if _names_any(question):
        cases = [c for c in assignment.cases if c.question.name == question.name]
        forms = forms_of(case.tree for case in cases)
        asked = replace(question, recorded=found)
        found = replace(found, products=_sensible(asked, forms))
    movers = _movers(assignment, replace(question, recorded=found), module)
    return replace(
        found, functions=tuple(replace(f, mover=movers[f.name]) for f in functions)
    )


def _sensible(question: Question, forms: Sequence[Form]) -> tuple[Product, ...]:
    """The products that search as their parts do, and are not one of them again.

    Two cuts need not go together: a strict one never cuts where the other player's
    values stop at the bound. So nothing may be visited that neither would visit. Nor
    do two ways of which each finds another value where nothing is cut.
    """
    products = products_of(question)
    signature = replace(question.signature, products=products)
    question = replace(question, recorded=signature)
    cuts = {name for each in products for name in (each.at_max, each.at_min)}
    mixed = tuple(each for each in products if each.at_max != each.at_min)
    names = (*cuts, *(each.name for each in mixed if not each.root))
    trees = tuple(map(question.drawn, _tried(tuple(forms))))
    seen = {name: _seen(question, name, trees) for name in names}
    sensible = {
        (each.at_max, each.at_min)
        for each in mixed
        if not each.root
        and all(seen[name] for name in (each.name, each.at_max, each.at_min))
        and _agree(trees, seen[each.at_max], seen[each.at_min])
        and _is_between(seen[each.name], seen[each.at_max], seen[each.at_min])
    }
    return tuple(
        each
        for each in products
        if each.at_max == each.at_min or (each.at_max, each.at_min) in sensible
    )


def _seen(
    question: Question, name: str, trees: Sequence[GameTree]
) -> list[ValueAndNodes]:
    """What a convention finds on these trees; nothing where it fails on one.

    Of a product that is no wonder: its parts may keep other things in a table. What is
    wrong with a convention of a file is told when its own answers are computed.
    """
    try:
        module = trusted_module(question, name)
        return [_value_and_nodes(answer(tree, question, module)) for tree in trees]
    except Exception:  # noqa: BLE001 - it may raise anything
        return []


@lru_cache(maxsize=1)
def _tried(forms: tuple[Form, ...]) -> tuple[GameTree, ...]:
    """Trees of these forms, half of them with a window, on which cuts are compared."""
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    return tuple(
        random_tree(chance, forms[i % len(forms)], windowed=i % 2 == 1)
        for i in range(TRIED)
    )


ValueAndNodes = tuple[Value, frozenset[str]]  # the value, and the nodes visited for it


def _value_and_nodes(answer: Answer) -> ValueAndNodes:
    return answer.value, frozenset(answer.visited())


def _agree(
    trees: Sequence[GameTree],
    one: Sequence[ValueAndNodes],
    other: Sequence[ValueAndNodes],
) -> bool:
    """Whether both find the same values, except for bounds outside of a window."""
    rows = zip(trees, one, other, strict=True)
    return all(
        a[0] == b[0] or (None not in (a[0], b[0]) and equal(a[0], b[0]))
        for tree, a, b in rows
        if tree.window == FULL
    )


def _is_between(
    searches: Sequence[ValueAndNodes],
    one: Sequence[ValueAndNodes],
    other: Sequence[ValueAndNodes],
) -> bool:
    rows = tuple(zip(searches, one, other, strict=True))
    return all(mine[1] <= a[1] | b[1] for mine, a, b in rows) and any(
        mine not in (a, b) for mine, a, b in rows
    )


def _movers(
    assignment: Assignment, question: Question, module: ModuleType
) -> dict[str, str]:
    """Of each function the player at whose inner nodes it is called, "" if several."""
    path = path_of(question, question.conventions[0])
    at: dict[str, set[str]] = {name: set() for name in question.signature.names()}
    entry = question.signature.entry
    for mover, name in entry:
        at[name] |= {mover, *({mover, ""} if mover == EVERY else ())}
    if set(dict(entry).values()) != at.keys():  # else the entry tells
        for case in assignment.cases:
            if case.question.name == question.name:
                moves = {n.label: n.to_move for n in case.tree.nodes if n.children}
                with blaming_the_module(assignment, case.tree_name), blaming(path):
                    steps = steps_on(case.tree, question, module)
                for step in steps:
                    at[step.function.name] |= {moves.get(str(step.state), "")} - {""}
    return {name: "".join(who) if len(who) == 1 else "" for name, who in at.items()}
