"""What both zips hold of searches: trees written out, and answers."""

from __future__ import annotations

from dataclasses import replace

from autograder.answers import file as answers
from autograder.assignment.questions import Assignment
from autograder.kinds.kind import TREES, Files
from autograder.kinds.search import family, signatures
from autograder.kinds.treefiles import written


def files(assignment: Assignment) -> Files:
    """Trees and answers, of an assignment's questions and of no others."""
    return {**tree_files(assignment), **_answers(assignment)}


def tree_files(assignment: Assignment) -> Files:
    """The files of the trees on which searches are asked."""
    trees = assignment.trees()
    paths = {name: assignment.file_of(name) for name in trees}
    return written(assignment.folder, paths, trees)


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
