"""What both zips hold of searches: trees written out, answers, mistakes.

Neither needs `reference/`, but for the rules of games that are too large to be written
out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autograder.answers import file as answers
from autograder.answers import signatures, unseen
from autograder.assignment.questions import Assignment
from autograder.errors import AssignmentError
from autograder.kinds.kind import TREES, Files
from autograder.project import GAMES, TRUSTED
from autograder.teaching import catalogue, family
from autograder.trees import explicit, marked, openspiel
from autograder.trees.rules import games_near
from autograder.trees.tree import GameTree
from autograder.trees.unrolled import SUFFIX


def files(assignment: Assignment) -> Files:
    """Trees and answers, of an assignment's questions and of no others."""
    return {**tree_files(assignment), **_answers(assignment)}


def tree_files(assignment: Assignment) -> Files:
    """Tree files as they are, but rule games written out.

    Of those that are large, or go on beyond the horizon, there are the rules; of those
    of OpenSpiel what `answers` has unrolled.
    """
    files: Files = {}
    for name, tree in assignment.trees().items():
        path = assignment.file_of(name)
        game, content = _game_of(path), path.read_bytes()
        if game == openspiel.GAME:
            unrolled = openspiel.unrolled_file(assignment.folder, name, path)
            files[f"{TREES}/{answers.FOLDER}/{name}{SUFFIX}"] = unrolled
        elif game and (len(tree.nodes) > answers.LARGE or not explicit.is_whole(tree)):
            rules = games_near(path)[game]
            files[f"{TRUSTED}/{GAMES}/{rules.name}"] = rules.read_bytes()
        elif game:
            content = _written_out(path, tree)
        files[f"{TREES}/{name}.yaml"] = content
    return files


def _written_out(path: Path, tree: GameTree) -> bytes:
    try:
        return explicit.dump(tree).encode()
    except AssignmentError as fault:
        raise AssignmentError(f"{path}: {fault}") from None


def _game_of(path: Path) -> str:
    """The game that a tree file names in place of a tree; "" if it names none."""
    root = marked.read(marked.Source(path))
    pairs = root.pairs if isinstance(root, marked.Mapping) else ()
    found = {key.text: value for key, value in pairs}.get("game")
    return found.text if isinstance(found, marked.Scalar) else ""


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
        **_catalogues(assignment),
        **_families(assignment),
    }


def _families(assignment: Assignment) -> Files:
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


def _catalogues(assignment: Assignment) -> Files:
    """The catalogues of the questions, on the trees of this assignment alone."""
    files: Files = {}
    for question in assignment.questions():
        known = catalogue.load(assignment, question.name)
        if known is None:
            continue
        cases = catalogue.diagnosed(assignment).cases
        asked = (case for case in cases if case.question.name == question.name)
        trees = frozenset(case.tree_name for case in asked)
        part = known if trees == set(known.fingerprints) else known.of_visible(trees)
        name = catalogue.path_of(assignment, question.name).name
        files[f"{TREES}/{answers.FOLDER}/{name}"] = catalogue.dump(part).encode()
    return files


def unseen_files(assignment: Assignment) -> Files:
    """The trees that no submission has met, where there are any."""
    paths = (unseen.path_of(assignment, q.name) for q in assignment.questions())
    return {
        f"{TREES}/{answers.FOLDER}/{path.name}": path.read_bytes()
        for path in paths
        if path.is_file()
    }
