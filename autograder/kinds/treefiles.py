"""The trees that both zips hold: neither needs `reference/` for them.

But for the rules of games that are too large to be written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from autograder.answers.file import FOLDER, LARGE
from autograder.errors import AssignmentError
from autograder.kinds.kind import TREES, Files
from autograder.project import GAMES, TRUSTED
from autograder.trees import explicit, marked, openspiel
from autograder.trees.rules import SUFFIX, games_near
from autograder.trees.tree import GameTree


def written(
    folder: Path, paths: Mapping[str, Path], trees: Mapping[str, GameTree]
) -> Files:
    """Files of trees by their names, as they are, but rule games written out.

    Of those that are large, or go on beyond the horizon, there are the rules; of those
    of OpenSpiel what `answers` has unrolled.
    """
    files: Files = {}
    for name, tree in trees.items():
        path = paths[name]
        game, content = _game_of(path), path.read_bytes()
        if game == openspiel.GAME:
            unrolled = openspiel.unrolled_file(folder, name, path)
            files[f"{TREES}/{FOLDER}/{name}{SUFFIX}"] = unrolled
        elif game and (len(tree.nodes) > LARGE or not explicit.is_whole(tree)):
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
