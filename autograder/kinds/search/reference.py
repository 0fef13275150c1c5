"""Read from the reference how the search of each question is called."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from autograder.answers.faults import ModuleError, blaming, shown
from autograder.answers.file import BROKEN, FOLDER, REMEDY, Answer, indented_json
from autograder.assignment.questions import (
    ESTIMATES,
    FACETS,
    LINE,
    NO_SEARCH,
    OF_SEARCH,
    POSITIONS,
    RECORDED,
    ROUNDS,
    SAVED,
    Assignment,
    Case,
    Part,
    Question,
)
from autograder.assignment.reading import FILE
from autograder.assignment.signature import (
    COLOR,
    EVERY,
    FIRST,
    KILLERS,
    MARGIN,
    MOVER,
    ROOT,
    STARTS,
    TABLE,
    VIEWPOINT,
    WITH_CHANCE,
    Entry,
    Function,
    Product,
    Signature,
    call_of,
    entries_of,
    function_at,
)
from autograder.errors import FileProblems, Problem, UntoldError
from autograder.files import content_of
from autograder.game import CHANCE, Value
from autograder.kinds.search.trusted import (
    answer,
    own_convention,
    path_of,
    products_of,
    reference_of,
    steps_on,
    trusted_module,
)
from autograder.text import few
from autograder.trees.drawn import Form, forms_of, random_tree
from autograder.trees.marked import unknown_key
from autograder.trees.tree import FULL, GameTree
from autograder.trees.values import equal

SUFFIX = ".search.json"
OLDER = "it is missing, so that the answers beside it are of an older form"


def signature_path(assignment: Assignment, question: str) -> Path:
    """Where the signature of a question stands."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def load(assignment: Assignment) -> Assignment:
    """The assignment with the signatures that stand beside its answers.

    Raises UntoldError where one cannot be used, FileProblems where it says something
    else than the assignment.
    """
    names = (question.name for question in assignment.questions())
    return completed(assignment, {name: _load(assignment, name) for name in names})


def _load(assignment: Assignment, question: str) -> Signature:
    path = signature_path(assignment, question)
    try:
        return parse(content_of(path).decode())
    except FileNotFoundError:
        found = OLDER if path.parent.is_dir() else "there are no answers"
    except OSError as fault:
        found = f"cannot be read ({fault.strerror})"
    except BROKEN as fault:
        found = f"not a signature ({type(fault).__name__})"
    raise UntoldError(f"{path}: {found}; {REMEDY}")


def completed(
    assignment: Assignment, signatures: Mapping[str, Signature]
) -> Assignment:
    """The assignment with these signatures by question.

    Raises FileProblems, with line and column, where the two disagree.
    """
    problems = [
        Problem(*place_of(assignment, question, key), message)
        for question in dict.fromkeys(case.question for case in assignment.cases)
        for key, message in _disagreements(question, signatures[question.name])
    ]
    problems += [
        Problem(*place_of(assignment, case.question, key, case.part), message)
        for case in assignment.cases
        for key, message in misfits(case, signatures[case.question.name])
    ]
    if problems:
        raise FileProblems(tuple(dict.fromkeys(problems)))
    return replace(
        assignment,
        tests=tuple(
            _signed(test, signatures) if isinstance(test, Case) else test
            for test in assignment.tests
        ),
    )


def place_of(
    assignment: Assignment, question: Question, key: str, part: Part | None = None
) -> tuple[Path, int, int]:
    """Where a key stands, of a part first, or else the question: file, line, column."""
    marks = {**question.marks, **({} if part is None else part.marks)}
    place = marks.get(key) or question.marks.get("", (1, 1))
    return (assignment.folder / FILE, *place)


def _disagreements(
    question: Question, signature: Signature
) -> Iterator[tuple[str, str]]:
    """Each key of a question that says something else, and what is wrong with it."""
    known = (*FACETS, *signature.names())
    for facet in question.functions():
        if facet not in known:
            yield f"points {facet}", f"{unknown_key(facet, known)}; or {REMEDY}"
    for facet in OF_SEARCH if not question.search else ():
        if facet in question.facets:
            yield f"points {facet}", f"search: {NO_SEARCH}, so that nobody chooses"
    if question.asks_for_a_line and "action" in question.facets:
        yield "points action", f"{question.search} returns {LINE}, and no action alone"
    if question.entry not in (None, signature.entry):
        yield "entry", f"the answers have another entry; {REMEDY}"
        return
    for name in entries_of(signature.entry):
        has = signature.named(name).arguments
        if question.arguments not in (None, has):
            said = ", ".join(question.arguments or ())
            yield "arguments", f"[{said}], but the reference has {call_of(name, has)}"
            return


def misfits(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why such a search cannot be asked on a tree, and the key that asks it."""
    tree, name = case.tree, case.tree_name
    moving = dict.fromkeys(node.to_move for node in tree.nodes if node.children)
    for mover in moving:
        if not function_at(signature.entry, mover):
            known = ", ".join(entries_of(signature.entry))
            yield "trees", f"{name}: {mover} moves there, for whom none of {known} is"
    if tree.has_vectors and signature.prunes:
        yield "trees", f"{name}: with payoffs of several players nothing can be pruned"
    has_margin, takes_margin = tree.limit.margin is not None, MARGIN in signature.search
    if has_margin and not takes_margin:
        yield "trees", f"{name}: it has a margin, which the search does not take"
    if takes_margin and not has_margin:
        yield "trees", f"{name}: it has no margin, which the search takes"
    yield from _misfits_of_order(case, signature)
    yield from _misfits_of_viewpoint(case, signature)
    yield from _misfits_of_mover(case, signature)
    yield from _misfits_of_table(case, signature)
    yield from _misfits_of_killers(case, signature)
    yield from _misfits_of_time(case)
    asked, given = signature.limited_by, LIMITS[bool(tree.limit.rounds)]
    given = given if tree.limit else ""
    if asked and asked != given:
        yield "trees", f"{name}: it has no {asked}, which the search takes"
    if given and not asked:
        yield "trees", f"{name}: it has {given}, which the search does not take"
    if ESTIMATES in case.points.facets and not asked:
        yield f"points {ESTIMATES}", "the search has no limit, so it takes no estimates"


LIMITS = ("depth", "rounds")


def _misfits_of_table(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why a search cannot keep what it has found of positions."""
    question = case.question
    takes = any(TABLE in each.arguments for each in signature.functions)
    if takes and not question.keeps_positions:
        yield "arguments", f"a {TABLE} is for a question with `remembers: {POSITIONS}`"
    if question.keeps_positions and question.visits != RECORDED:
        key = "visits" if "visits" in question.marks else "remembers"
        yield key, f"`remembers: {POSITIONS}` goes with `visits: {RECORDED}`"
    if question.keeps_positions and case.tree.limit:
        why = "it has a limit, and a value that is kept tells of no depth"
        yield "trees", f"{case.tree_name}: {why}"


def _misfits_of_killers(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why it cannot be told which action a search is to try first."""
    question = case.question
    if not any(KILLERS in each.arguments for each in signature.functions):
        return
    if question.visits != RECORDED:
        key = "visits" if "visits" in question.marks else "arguments"
        why = "what is tried first no window tells"
        yield key, f"{KILLERS} go with `visits: {RECORDED}`: {why}"


def _misfits_of_order(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why an order of moves can save nothing on a tree, or nothing be peeked at."""
    tree, saved = case.tree, [f for f in case.points.facets if f in SAVED]
    if saved and not signature.prunes:
        yield f"points {saved[0]}", "without a window no order leaves anything out"
    elif saved and any(node.to_move == CHANCE for node in tree.nodes):
        told = "chance moves there; fewest leaves are counted of MAX and MIN"
        yield "trees", f"{case.tree_name}: {told}"
    bare = tree.without_estimates() if case.question.peeks else ()
    if bare:
        told = f"peeks need estimates, and there is none of {few(bare, LABELS)}"
        yield "peeks", f"{case.tree_name}: {told}"


LABELS = 40  # characters of labels in a sentence


def _misfits_of_time(case: Case) -> Iterator[tuple[str, str]]:
    """Why a search cannot be stopped, or its rounds not be told apart."""
    question, name = case.question, case.tree_name
    if case.tree.visits_allowed and not question.deepens:
        said = f"{name}: it has visits_allowed, and no search asks whether time is up"
        yield "trees", f"{said}; one that does has points for `{ROUNDS}`"
    if question.deepens and case.tree.root.to_move == CHANCE:
        yield "trees", f"{name}: chance moves first, and nobody goes by rounds"
    if question.deepens and "search_visits" in question.facets:
        told = f"the visits of a search in rounds are judged as `{ROUNDS}`"
        yield "points search_visits", told


def _misfits_of_viewpoint(
    case: Case, signature: Signature
) -> Iterator[tuple[str, str]]:
    """Why nobody's viewpoint can be taken on a tree."""
    tree, name = case.tree, case.tree_name
    if not any(VIEWPOINT in each.arguments for each in signature.functions):
        return
    if signature.prunes:
        yield "arguments", "a viewpoint and a window do not go together"
    if tree.has_vectors:
        yield "trees", f"{name}: a viewpoint is MAX's or MIN's, and players have names"
    elif tree.root.to_move == CHANCE:
        yield "trees", f"{name}: chance moves first, and has no viewpoint"


def _misfits_of_mover(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why a value cannot be that of whose turn it is."""
    tree, name = case.tree, case.tree_name
    colored = any(COLOR in each.arguments for each in signature.functions)
    if colored and case.question.value_of != MOVER:
        yield "arguments", f"a color goes with `value_of: {MOVER}`"
    if case.question.value_of != MOVER:
        return
    if any(VIEWPOINT in each.arguments for each in signature.functions):
        yield "arguments", f"a viewpoint and `value_of: {MOVER}` do not go together"
    if tree.has_vectors:
        yield "trees", f"{name}: `value_of: {MOVER}` is of MAX and MIN, without names"
    elif any(node.to_move == CHANCE for node in tree.nodes):
        yield "trees", f"{name}: chance moves there, of which no value is"


def _signed(case: Case, signatures: Mapping[str, Signature]) -> Case:
    """The test with the signature of its question, points in the order of functions.

    Its conventions come with their products. Where the assignment names none, it has
    that of the reference.
    """
    question = case.question
    signature = signatures[question.name]
    order = tuple(dict.fromkeys((*FACETS, *signature.names())))  # one may be `value`
    facets = tuple(facet for facet in order if facet in question.facets)
    named, accepted = question.conventions, question.accept
    if question.marks and "conventions" not in question.marks:
        named = accepted = (signature.convention,)
    return replace(
        case,
        question=replace(
            question,
            recorded=signature.valued(question.value_of),
            facets=facets,
            conventions=signature.made_of(named),
            accept=signature.made_of(accepted),
        ),
        points=case.points.in_order(facets),
    )


def dump(signature: Signature) -> str:
    """The signature as a file."""
    functions = {
        each.name: {"arguments": list(each.arguments), "mover": each.mover}
        | ({"state": each.state} if each.state != FIRST[1] else {})
        for each in signature.functions
    }
    content = {
        "convention": signature.convention,
        "entry": dict(signature.entry),
        "functions": functions,
        "products": [[p.at_max, p.at_min, p.root] for p in signature.products],
        **({"search": list(signature.search)} if signature.search else {}),
    }
    return indented_json(content, "\n") + "\n"


def parse(text: str) -> Signature:
    """The signature of a file's text; one of BROKEN is raised if it holds none."""
    content = json.loads(text)
    functions = tuple(
        _function(str(name), row) for name, row in content["functions"].items()
    )
    signature = Signature(
        tuple((str(who), str(name)) for who, name in content["entry"].items()),
        functions,
        str(content["convention"]),
        tuple(Product(*map(str, row)) for row in content["products"]),
        _arguments(content.get("search", [])),
    )
    for _, name in signature.entry:
        if name not in signature.names():
            raise ValueError(name)
    return signature


def _function(name: str, row: Mapping[str, Any]) -> Function:
    state = str(row.get("state", FIRST[1]))
    return Function(name, _arguments(row["arguments"]), str(row["mover"]), state)


def _arguments(names: Any) -> tuple[str, ...]:
    found = tuple(map(str, names))
    if not set(found) <= STARTS.keys():
        raise ValueError(found)
    return found


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
