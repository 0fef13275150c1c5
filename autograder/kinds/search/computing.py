"""Compute what is right on each tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.answers import file
from autograder.answers import file as answers
from autograder.answers.file import Answers
from autograder.assignment.questions import ORDERS, Assignment, Case, Question
from autograder.errors import FileProblems, Problem
from autograder.files import text_of
from autograder.kinds.kind import TREES, Files, Onlooker, files_of_trees
from autograder.kinds.search import family, signatures, ties, trusted
from autograder.kinds.search.matrix import MOST_NODES, is_small
from autograder.kinds.search.reading import blaming_the_module, with_signatures
from autograder.kinds.search.unseentrees import unseen_of
from autograder.kinds.search.visits import fewest_leaves
from autograder.kinds.search.walk import EQUALITY
from autograder.trees import file as treefile
from autograder.trees.marked import key_mark
from autograder.trees.openspiel import is_installed, unrolled_anew
from autograder.trees.rules import path_in

_, FREE = ORDERS
SECONDS_A_VISIT = 40e-6  # four times what the reference needs in the sandbox
NONE_UNSEEN = (
    "{}: no tree at random was found on which all right programs agree; a table of "
    "the visible trees is not pointed out"
)
OUTSIDE = (
    "the value, {:g}, lies outside of the window; what is returned there depends on "
    "the order, which `order: any` leaves free"
)


def computed(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """Each file of answers with its text, trees that are unrolled first.

    What is unrolled stays as it is without OpenSpiel.
    """
    for sentence in _of_large(assignment):
        watch.tell(sentence)
    trees_at = {name: assignment.file_of(name) for name in assignment.trees()}
    unrolled = tuple(unrolled_anew(assignment.folder, trees_at))
    yield from unrolled
    if not is_installed():
        yield from _unrolled_before(assignment)
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
        yield path, file.dump_unseen(drawn)
    yield from _families(assignment, watch)


def _on_trees(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The answers on each tree.

    Raises FileProblems where some trees are not fit to grade by: when all were tried,
    so that whoever has several sources wrong reads of all of them.
    """
    trees, problems = assignment.trees(), list[Problem]()
    for place, (name, tree) in enumerate(trees.items(), start=1):
        questions = assignment.questions_on(name)
        tree_told = f"{place}/{len(trees)} {name}"
        with blaming_the_module(assignment, name):
            _require_rounds(assignment, name)
            found = trusted.compute(tree, questions, partial(_next, watch, tree_told))
        try:
            _check(assignment, name, found)
        except FileProblems as fault:
            problems += fault.problems
            continue
        yield answers.path_of(assignment, name), answers.dump(found)
        for question in questions:
            for sentence in _hints(question, name, found):
                watch.tell(sentence)
    if problems:
        raise FileProblems(tuple(problems))


def _check(assignment: Assignment, name: str, right: Answers) -> None:
    """Raises FileProblems where the answers of a tree are not fit to grade by."""
    trusted.check_expectations(assignment, name, right)
    _require_within(assignment, name, right)
    _check_fewest(assignment, name, right)
    _require_decided(assignment, name, right)


def _check_fewest(assignment: Assignment, name: str, right: Answers) -> None:
    """Raises FileProblems where other leaves than expected are the fewest."""
    tree = assignment.trees()[name]
    expected, mark = tree.expect.fewest, tree.expect.mark
    prunes = any(question.leaves_out for question in assignment.questions_on(name))
    if expected is None or not prunes:
        return
    fewest = fewest_leaves(tree, right.values, tree.window, EQUALITY)
    if fewest != expected:
        text = f"expect says fewest {expected}, computed {fewest}"
        raise FileProblems((Problem(assignment.file_of(name), *mark, text),))


def _require_within(assignment: Assignment, name: str, right: Answers) -> None:
    """Raises FileProblems where the order of a search decides what it returns."""
    tree, path = assignment.trees()[name], assignment.file_of(name)
    free = any(question.order == FREE for question in assignment.questions_on(name))
    alpha, beta = tree.window
    value = right.values[tree.root.label]
    if not free or isinstance(value, tuple) or alpha < value < beta:
        return
    problem = Problem(path, *key_mark(path, "window"), OUTSIDE.format(value))
    raise FileProblems((problem,))


def _require_decided(assignment: Assignment, name: str, right: Answers) -> None:
    """Raises FileProblems where rounding decides what is visited on a tree."""
    tree, path = assignment.trees()[name], assignment.folder / f"{name}.yaml"
    sentences = [
        sentence
        for question in assignment.questions_on(name)
        for sentence in ties.undecided(tree, question, right)
    ]
    if sentences:
        raise FileProblems(tuple(Problem(path, 1, 1, each) for each in sentences))


def _require_rounds(assignment: Assignment, name: str) -> None:
    """Raises FileProblems where a tree leaves it open how far a search deepens."""
    tree, path = assignment.trees()[name], assignment.file_of(name)
    problems = [
        Problem(path, *key_mark(path, key), message)
        for question in assignment.questions_on(name)
        for key, message in trusted.undecided(tree, question, question.accept[0])
    ]
    if problems:
        raise FileProblems(tuple(problems))


def _unrolled_before(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    """Each file of a tree that was unrolled, as it is."""
    paths = (path_in(assignment.folder, name) for name in assignment.trees())
    yield from ((path, text_of(path)) for path in paths if path.is_file())


def _families(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The small trees of each question that are kept for where no reference is."""
    for question in assignment.questions() if assignment.counterexample else ():
        path = family.path_of(assignment, question.name)
        cases = assignment.cases
        own = [case.tree for case in cases if case.question.name == question.name]
        text = text_of(path)
        if not family.is_fresh(question, own, text):
            watch.show(f"small trees of {question.name}")
            text = family.family_file(question, own)
        yield path, text


def _with_trees_of_today(assignment: Assignment) -> Assignment:
    """The assignment, its trees read again."""
    names = assignment.trees()
    trees = {name: treefile.load(assignment.file_of(name)) for name in names}
    tests = [
        replace(test, tree=trees[test.tree_name]) if isinstance(test, Case) else test
        for test in assignment.tests
    ]
    return replace(assignment, tests=tuple(tests))


def _of_large(assignment: Assignment) -> Iterator[str]:
    """What whoever waits for the answers on large trees should know."""
    for name, tree in assignment.trees().items():
        if not is_small(tree):
            yield (
                f"{name}: {len(tree.nodes):,} nodes; adequacy leaves out what has "
                f"more than {MOST_NODES:,} within the horizon"
            )


def _hints(question: Question, name: str, answers: Answers) -> Iterator[str]:
    """The limits that a search needs which visits very many nodes."""
    of = (
        answers.questions[question.name][convention] for convention in question.accept
    )
    visits = max(len(answer.visits) + len(answer.search_visits) for answer in of)
    needed = visits * SECONDS_A_VISIT
    seconds = math.ceil(needed)
    if needed > question.limits.seconds:
        yield (
            f"{name}: {question.name} visits {visits:,} nodes; give its searches time "
            f"for that, `limits: {{seconds: {seconds}}}`"
        )


def _next(watch: Onlooker, tree: str, what: str) -> None:
    watch.show(f"{tree}: {what}")


def files(assignment: Assignment) -> Files:
    """Trees and answers, of an assignment's questions and of no others."""
    return {**tree_files(assignment), **_answers(assignment)}


def tree_files(assignment: Assignment) -> Files:
    """The files of the trees on which searches are asked."""
    trees = assignment.trees()
    paths = {name: assignment.file_of(name) for name in trees}
    return files_of_trees(assignment.folder, paths, trees)


def _answers(assignment: Assignment) -> Files:
    """The answers to the assignment's questions, and to no others."""
    files: Files = {}
    for name in assignment.trees():
        found = answers.load(assignment, name)
        asked = {
            question.name: {
                convention: found.questions[question.name][convention]
                for convention in question.conventions
            }
            for question in assignment.questions_on(name)
        }
        text = answers.dump(replace(found, questions=asked))
        files[f"{TREES}/{answers.FOLDER}/{name}.json"] = text.encode()
    return {
        **files,
        **_signatures(assignment),
        **_packed_families(assignment),
    }


def _packed_families(assignment: Assignment) -> Files:
    """The small trees that are kept for each question, if it looks for the smallest."""
    paths = [family.path_of(assignment, each.name) for each in assignment.questions()]
    return {
        f"{TREES}/{answers.FOLDER}/{path.name}": path.read_bytes()
        for path in paths
        if assignment.counterexample and path.is_file()
    }


def _signatures(assignment: Assignment) -> Files:
    """How the searches of the questions are called."""
    return {
        f"{TREES}/{answers.FOLDER}/{question.name}{signatures.SUFFIX}": signatures.dump(
            question.signature
        ).encode()
        for question in assignment.questions()
    }
