"""The trees that an assignment names by patterns, each file read once."""

from __future__ import annotations

from pathlib import Path

from autograder.errors import FileProblems, Problem
from autograder.text import clean
from autograder.trees import file as treefile
from autograder.trees.fields import Fields
from autograder.trees.marked import SHOWN, MarkedNode, Source
from autograder.trees.tree import GameTree

NOT_A_TREE = "assignment.yaml"
MESSAGE = 300  # characters of what Python says
BAD_PATTERN = (ValueError, NotImplementedError, IndexError, OSError, RecursionError)


class TreeSet:
    """The tree files below a folder; `problems` are those of the files read so far."""

    def __init__(self, source: Source, folder: Path) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self._folder = folder
        self._trees: dict[Path, GameTree | None] = {}
        self.problems: list[Problem] = []

    def name(self, path: Path) -> str:
        """By which the tree of a file is known."""
        return path.relative_to(self._folder).with_suffix("").as_posix()

    def matches(self, item: MarkedNode) -> list[Path]:
        """The tree files that a pattern names; a complaint where there are none."""
        pattern = self._fields.text(item)
        if pattern is None:
            return []
        shown = clean(pattern, SHOWN)
        if pattern[0] in "/~" or ".." in pattern.split("/") or pattern[1:2] == ":":
            self._complain(item.mark, f"{shown}: give a path below this folder")
            return []
        try:
            found = sorted(set(self._folder.glob(pattern)))
        except BAD_PATTERN as fault:
            reason = clean(getattr(fault, "strerror", None) or str(fault), MESSAGE)
            self._complain(item.mark, f"{shown}: not a pattern ({reason})")
            return []
        trees = [p for p in found if p.suffix == ".yaml" and p.name != NOT_A_TREE]
        if not trees:
            self._complain(item.mark, f"{shown}: no tree file (*.yaml) fits")
        return trees

    def tree(self, path: Path) -> GameTree | None:
        """The tree of a file, which is read once; its problems join ours."""
        if path not in self._trees:
            self._trees[path] = None
            try:
                self._trees[path] = treefile.load(path)
            except FileProblems as fault:
                self.problems.extend(fault.problems)
        return self._trees[path]
