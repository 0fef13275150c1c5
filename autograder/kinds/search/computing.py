"""Read how each search is called, and compute what is right on each tree."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType

from autograder.answers import board, file
from autograder.answers.file import Answers
from autograder.assignment.questions import FACETS, ORDERS, Assignment, Case, Question
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
    call_text,
)
from autograder.errors import FileProblems, Problem
from autograder.files import text_of
from autograder.game import CHANCE, Value
from autograder.kinds.kind import TREES, Files, Onlooker, files_of_trees
from autograder.kinds.search import family, signatures, trusted, unseentrees
from autograder.kinds.search.signatures import place_of, with_given_signatures
from autograder.kinds.search.unseentrees import MOST_NODES, is_small, unseen_of
from autograder.kinds.search.visits import fewest_leaves
from autograder.kinds.search.walk import EQUALITY
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, forms_of, random_tree
from autograder.trees.marked import key_mark, unknown_key_sentence
from autograder.trees.openspiel import can_import_openspiel, unrolled_anew
from autograder.trees.rules import path_in
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
    return with_given_signatures(assignment, signatures)


@contextmanager
def blaming_the_module(assignment: Assignment, tree: str) -> Iterator[None]:
    """FileProblems, at the key that names the module that fails on a `tree`."""
    try:
        yield
    except board.ModuleError as fault:
        named = (
            place_of(assignment, question, _key(question, convention))
            for question in assignment.questions()
            for convention in question.conventions
            if trusted.convention_path(question, convention) == fault.path
        )
        place = next(named, (assignment.folder / FILE, 1, 1))
        problem = Problem(*place, f"{fault} (on the tree {tree})")
        raise FileProblems((problem,)) from None


def _key(question: Question, convention: str) -> str:
    return "module" if convention == trusted.own_convention(question) else "conventions"


def _faults(assignment: Assignment, question: Question) -> Iterator[tuple[str, str]]:
    """Keys of a question that name what there is not, and what is missing."""
    reference = trusted.reference_of(question)
    if not reference.is_file():
        from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

        names = question.places.files_by_name(".", reference.parent, "[a-z]*.py")
        near = get_close_matches(question.module, names, n=1, cutoff=CLOSE)
        meant = f"; did you mean {near[0]}?" if near else ""
        yield "module", f"{board.shown_path(reference)} does not exist{meant}"
        return
    try:
        own = trusted.own_convention(question)
    except board.ModuleError as fault:
        yield "module", str(fault)
        return
    names_any = "conventions" in question.marks
    for convention in question.conventions if names_any else (own,):
        path = trusted.convention_path(question, convention)
        if path.is_file():
            yield from _faults_of(assignment, question, convention)
        else:
            said = f"{board.shown_path(path)} does not exist; the reference is {own}"
            yield "conventions", said


def _faults_of(
    assignment: Assignment, question: Question, convention: str
) -> Iterator[tuple[str, str]]:
    """Keys that name what a trusted module has not, or what cannot be called."""
    where, of_module = (
        board.shown_path(trusted.convention_path(question, convention)),
        _key(question, convention),
    )
    try:
        has = _functions(trusted.trusted_module(question, convention))
    except board.ModuleError as fault:
        yield of_module, str(fault)
        return
    searched = {question.search: "search"} if question.search else {}
    is_reference = convention == trusted.own_convention(question)
    for name, named_by in (_keys(assignment, question) | searched).items():
        key = named_by if is_reference else of_module
        usual = named_by == "entry" and question.entry is None
        call = f"{name}({', '.join(has.get(name, ()))})"
        if name not in has and usual and name == OF_CHANCE:
            yield from _of_chance(assignment, question, where)
        elif usual and has and not {*question.entry_functions} & {*has}:
            if name == question.entry_functions[0]:
                yield key, OTHER_NAMES.format(where, ", ".join(has))
        elif name not in has:
            known = (*FACETS, *has) if named_by.startswith("points") else tuple(has)
            yield (
                key,
                f"{where} has no such function: {unknown_key_sentence(name, known)}",
            )
        elif has[name][: len(FIRST)] not in (FIRST, (FIRST[0], ROOT)):
            yield (key, f"{where}: expected {call_text(name, ('…',))}, found {call}")
        elif unknown := [a for a in has[name][len(FIRST) :] if a not in STARTS]:
            known_too = ", ".join(STARTS)
            yield (key, f"{where}: {call} takes {unknown[0]}; known: {known_too}")


def _of_chance(
    assignment: Assignment, question: Question, where: str
) -> Iterator[tuple[str, str]]:
    """The first tree with chance, for which a search has no function."""
    for case in assignment.cases_of(question.name):
        if CHANCE in (n.to_move for n in case.tree.nodes if n.children):
            lacks = f"chance moves there, and {where} has no {OF_CHANCE}"
            remedy = "ask it of a search that has one, such as expectimax, or leave it"
            yield "trees", f"{case.tree_name}: {lacks}; {remedy} out"
            return


def _functions(module: ModuleType) -> Functions:
    return {
        name: tuple(inspect.signature(function).parameters)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


def _keys(assignment: Assignment, question: Question) -> dict[str, str]:
    asked = assignment.cases_of(question.name)
    points = {n: f"points {n}" for case in asked for n in case.question.functions()}
    return points | {name: "entry" for _, name in _entry(assignment, question)}


def _entry(assignment: Assignment, question: Question) -> Entry:
    """The functions called at whose nodes, as the assignment or the textbook has it."""
    if question.entry is not None:
        return question.entry
    has = _functions(trusted.trusted_module(question, trusted.own_convention(question)))
    cases = assignment.cases_of(question.name)
    moving = {n.to_move for case in cases for n in case.tree.nodes if n.children}
    return tuple((who, f) for who, f in WITH_CHANCE if f in has or who in moving)


def _signature(assignment: Assignment, question: Question) -> Signature:
    """The signature that the reference has; each function with whose move it is."""
    convention = trusted.own_convention(question)
    module = trusted.trusted_module(question, convention)
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
    if "conventions" in question.marks:
        forms = forms_of(case.tree for case in assignment.cases_of(question.name))
        asked = replace(question, recorded=found)
        found = replace(found, products=_sensible(asked, forms))
    movers = _movers(assignment, replace(question, recorded=found), module)
    return replace(
        found, functions=tuple(replace(f, mover=movers[f.name]) for f in functions)
    )


def _sensible(question: Question, forms: Sequence[Form]) -> tuple[Product, ...]:
    """The products that search as their parts do, and are not one of them again.

    Two cuts need not go together: a strict one never cuts where the other player's
    values stop at the bound. So nothing may be visited that neither would visit. Nor do
    two ways of which each finds another value where nothing is cut.
    """
    products = trusted.products_of(question)
    signature = replace(question.signature, products=products)
    question = replace(question, recorded=signature)
    cuts = {name for each in products for name in (each.at_max, each.at_min)}
    mixed = tuple(each for each in products if each.at_max != each.at_min)
    names = (*cuts, *(each.name for each in mixed if not each.root))
    trees = tuple(map(question.tree_as_asked, _tried(tuple(forms))))
    seen = {name: _seen(question, name, trees) for name in names}
    sensible = {
        (each.at_max, each.at_min)
        for each in mixed
        if not each.root
        and all(seen[name] for name in (each.name, each.at_max, each.at_min))
        and _go_together(trees, seen[each.name], seen[each.at_max], seen[each.at_min])
    }
    return tuple(
        each
        for each in products
        if each.at_max == each.at_min or (each.at_max, each.at_min) in sensible
    )


def _seen(
    question: Question, name: str, trees: Sequence[GameTree]
) -> list[ValueAndNodes]:
    """What a convention finds on these trees; nothing where it fails on one."""
    try:
        module = trusted.trusted_module(question, name)
        answers = [trusted.answer(tree, question, module) for tree in trees]
        return [(each.value, frozenset(each.visited_labels())) for each in answers]
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


def _go_together(
    trees: Sequence[GameTree],
    product: Sequence[ValueAndNodes],
    one: Sequence[ValueAndNodes],
    other: Sequence[ValueAndNodes],
) -> bool:
    """Whether parts find the same values, and the product visits what they do."""
    rows = tuple(zip(product, one, other, strict=True))
    return (
        all(
            a == b or (None not in (a, b) and equal(a, b))
            for tree, (_, (a, _), (b, _)) in zip(trees, rows, strict=True)
            if tree.window == FULL
        )
        and all(mine[1] <= a[1] | b[1] for mine, a, b in rows)
        and any(mine not in (a, b) for mine, a, b in rows)
    )


def _movers(
    assignment: Assignment, question: Question, module: ModuleType
) -> dict[str, str]:
    """Of each function the player at whose inner nodes it is called, "" if several."""
    path = trusted.convention_path(question, question.conventions[0])
    at: dict[str, set[str]] = {name: set() for name in question.signature.names()}
    entry = question.signature.entry
    for mover, name in entry:
        at[name] |= {mover, *({mover, ""} if mover == EVERY else ())}
    if set(dict(entry).values()) != at.keys():  # else the entry tells
        for case in assignment.cases_of(question.name):
            moves = {n.label: n.to_move for n in case.tree.nodes if n.children}
            with (
                blaming_the_module(assignment, case.tree_name),
                board.errors_as_module_errors(path),
            ):
                calls = trusted.value_run(case.tree, question, module).calls
            for call in calls:
                at[call.function.name] |= {moves.get(str(call.state), "")} - {""}
    return {name: "".join(who) if len(who) == 1 else "" for name, who in at.items()}


_, FREE = ORDERS
SECONDS_A_VISIT = 40e-6  # four times what the reference needs in the sandbox
NONE_UNSEEN = (
    "{}: no tree at random was found on which all right programs agree; a table of "
    "the visible trees is not pointed out"
)
LARGE = "{}: {:,} nodes; adequacy leaves out what has more than {:,} within the horizon"
OUTSIDE = (
    "the value, {:g}, lies outside of the window; what is returned there depends on "
    "the order, which `order: any` leaves free"
)


def answer_files(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """Each file of answers with its text, trees that are unrolled first."""
    for name, tree in assignment.trees().items():
        if not is_small(tree):
            watch.tell(LARGE.format(name, len(tree.nodes), MOST_NODES))
    trees_at = {name: assignment.file_of(name) for name in assignment.trees()}
    unrolled = tuple(unrolled_anew(assignment.folder, trees_at))
    yield from unrolled
    if not can_import_openspiel():
        paths = (path_in(assignment.folder, name) for name in assignment.trees())
        yield from ((path, text_of(path)) for path in paths if path.is_file())
    if unrolled:  # and written, unless they are only compared
        assignment = _with_trees_of_today(assignment)
    assignment = with_signatures(assignment)
    for question in assignment.questions():
        path = signatures.signature_path(assignment, question.name)
        yield path, signatures.dump(question.signature)
    yield from _on_trees(assignment, watch)
    for question in assignment.questions():
        path = file.unseen_path(assignment, question.name)
        drawn = unseen_of(assignment, question)
        if not drawn:
            watch.tell(NONE_UNSEEN.format(question.name))
        yield path, file.unseen_json(drawn)
    for question in assignment.questions() if assignment.counterexample else ():
        path = family.family_path(assignment, question.name)
        own = [case.tree for case in assignment.cases_of(question.name)]
        text = text_of(path)
        if not family.is_fresh(question, own, text):
            watch.show(f"small trees of {question.name}")
            text = family.family_text(question, own)
        yield path, text


def _on_trees(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The answers on each tree; FileProblems, after all, where one is unfit."""
    trees, problems = assignment.trees(), list[Problem]()
    for place, (name, tree) in enumerate(trees.items(), start=1):
        questions = assignment.questions_on(name)

        def show(what: str, at: str = f"{place}/{len(trees)} {name}") -> None:
            watch.show(f"{at}: {what}")

        with blaming_the_module(assignment, name):
            _require_rounds(assignment, name)
            found = trusted.compute(tree, questions, show)
        try:
            _check(assignment, name, found)
        except FileProblems as fault:
            problems += fault.problems
            continue
        yield file.path_of(assignment, name), file.dump(found)
        for question in questions:
            for sentence in _hints(question, name, found):
                watch.tell(sentence)
    if problems:
        raise FileProblems(tuple(problems))


def _check(assignment: Assignment, name: str, right: Answers) -> None:
    trusted.check_expectations(assignment, name, right)
    tree, path = assignment.trees()[name], assignment.file_of(name)
    questions = assignment.questions_on(name)
    is_free = any(question.order == FREE for question in questions)
    (alpha, beta), value = tree.window, right.values[tree.root.label]
    if is_free and not isinstance(value, tuple) and not alpha < value < beta:
        place = key_mark(path, "window")
        raise FileProblems((Problem(path, *place, OUTSIDE.format(value)),))
    expected, prunes = (
        tree.expect.fewest,
        any(each.prunes_by_window for each in questions),
    )
    if expected is not None and prunes:
        fewest = fewest_leaves(tree, right.values, tree.window, EQUALITY)
        if fewest != expected:
            text = f"expect says fewest {expected}, computed {fewest}"
            raise FileProblems((Problem(path, *tree.expect.mark, text),))
    undecided = [
        Problem(assignment.folder / f"{name}.yaml", 1, 1, sentence)
        for question in questions
        for sentence in unseentrees.sentences_on_rounding(tree, question, right)
    ]
    if undecided:
        raise FileProblems(tuple(undecided))


def _require_rounds(assignment: Assignment, name: str) -> None:
    """Raises FileProblems where a tree leaves it open how far a search deepens."""
    tree, path = assignment.trees()[name], assignment.file_of(name)
    problems = [
        Problem(path, *key_mark(path, key), message)
        for question in assignment.questions_on(name)
        for key, message in trusted.problems_of_deepening(
            tree, question, question.accept[0]
        )
    ]
    if problems:
        raise FileProblems(tuple(problems))


def _with_trees_of_today(assignment: Assignment) -> Assignment:
    names = assignment.trees()
    trees = {name: treefile.load(assignment.file_of(name)) for name in names}
    tests = [
        replace(test, tree=trees[test.tree_name]) if isinstance(test, Case) else test
        for test in assignment.tests
    ]
    return replace(assignment, tests=tuple(tests))


def _hints(question: Question, name: str, answers: Answers) -> Iterator[str]:
    """The limits that a search needs which visits very many nodes."""
    recorded = answers.questions[question.name]
    each = (recorded[convention] for convention in question.accept)
    visits = max(len(answer.visits) + len(answer.search_visits) for answer in each)
    needed = visits * SECONDS_A_VISIT
    seconds = math.ceil(needed)
    if needed > question.limits.seconds:
        yield (
            f"{name}: {question.name} visits {visits:,} nodes; give its searches time "
            f"for that, `limits: {{seconds: {seconds}}}`"
        )


def files(assignment: Assignment) -> Files:
    """Trees and answers, of an assignment's questions and of no others."""
    folder, packed = f"{TREES}/{file.FOLDER}", tree_files(assignment)
    for name in assignment.trees():
        answers = file.load(assignment, name)
        asked = {
            question.name: {
                convention: answers.questions[question.name][convention]
                for convention in question.conventions
            }
            for question in assignment.questions_on(name)
        }
        text = file.dump(replace(answers, questions=asked))
        packed[f"{folder}/{name}.json"] = text.encode()
    for question in assignment.questions():
        name = f"{question.name}{signatures.SUFFIX}"
        packed[f"{folder}/{name}"] = signatures.dump(question.signature).encode()
    if assignment.counterexample:
        for question in assignment.questions():
            path = family.family_path(assignment, question.name)
            if path.is_file():
                packed[f"{folder}/{path.name}"] = path.read_bytes()
    return packed


def tree_files(assignment: Assignment) -> Files:
    """The files of the trees on which searches are asked."""
    trees = assignment.trees()
    paths = {name: assignment.file_of(name) for name in trees}
    return files_of_trees(assignment.folder, paths, trees)
