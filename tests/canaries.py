"""An assignment each of whose tests has words and values of its own, to look for.

Whatever is made for students can be searched for those of what they may not see.
"""

from __future__ import annotations

import base64
import html
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.small import run

MARKS = {  # of each visibility: the word in all its names, and how its values begin
    "visible": ("zanzibar", "31"),
    "after_due_date": ("yttrium", "53"),
    "after_published": ("wolfram", "64"),
    "hidden": ("quokka", "79"),
}
TREE = """\
title: The {word} tree
source: the {word} book
tree:
  {word}A:
    {word}B: {{{word}D: {number}11, {word}E: {number}23}}
    {word}C: {{{word}F: {number}37, {word}G: {number}49}}
"""
SEARCH = """\
  - name: minimax
    points: {{value: 1, action: 1, visits: 1, max_value: 1, min_value: 1}}
    trees: [{word}.yaml]
    visibility: {visibility}
    feedback: {feedback}
"""
TABLE = """\
  - name: doubled
    kind: table
    points: {{result: 1}}
    rows:
      the {word} rows:
        - {{of: [{number}71], is: {number}83}}
    visibility: {visibility}
    feedback: {feedback}
"""
ALONE = """\
  - name: {word}_question
    module: minimax
    search: minimax_search
    points: {{value: 1, action: 1, visits: 1}}
    trees: [{word}.yaml]
    visibility: {visibility}
    feedback: {feedback}
"""
CHECK = '''\
"""Checks of the instructor's own."""

from gradescope_utils.autograder_utils.decorators import visibility, weight


@visibility("{visibility}")
@weight(1)
def test_{word}():
    """The {word} check."""
    print("printed by the {word} check")
    assert False, "the {word} check says {number}97"
'''
LOUD = '''\
"""Prints what it is asked about, and raises it."""


def minimax_search(game, state):
    print("searching", state, game.actions(state))
    raise ValueError(f"cannot search {state}: {game.actions(state)}")


def max_value(game, state):
    print("at", state, game.is_terminal(state) and game.utility(state))
    if game.is_terminal(state):
        return game.utility(state)
    values = [min_value(game, child) for _, child in game.successors(state)]
    return sum(values) / len(values)


def min_value(game, state):
    return max_value(game, state)
'''
LOUD_TABLE = '''\
"""Prints what it is asked about, and raises it."""


def doubled(x):
    print("doubling", x)
    raise ValueError(f"cannot double {x}")
'''


def make(folder: Path, feedback: str = "full", head: str = "") -> Path:
    """The assignment with its answers; of each visibility a test of each kind."""
    folder.mkdir()
    parts = [f"title: Canaries\n{head}questions:\n"]
    for visibility, (word, number) in MARKS.items():
        given = {"word": word, "number": number}
        told = {**given, "visibility": visibility, "feedback": feedback}
        (folder / f"{word}.yaml").write_text(TREE.format(**given))
        (folder / f"test_{word}.py").write_text(CHECK.format(**told))
        parts += [each.format(**told) for each in (SEARCH, TABLE, ALONE)]
    (folder / "assignment.yaml").write_text("".join(parts))
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    return folder


def loud(folder: Path) -> Path:
    """A submission that says all that it learns, in each way there is."""
    folder.mkdir()
    (folder / "minimax.py").write_text(LOUD)
    (folder / "doubled.py").write_text(LOUD_TABLE)
    return folder


def seen_in(content: bytes | str) -> set[str]:
    """The visibilities of whose tests something stands there, in whatever clothes."""
    texts = list(undressed(content if isinstance(content, str) else content.decode()))
    return {
        visibility
        for visibility, (word, number) in MARKS.items()
        if any(_is_in(word, number, text) for text in texts)
    }


def _is_in(word: str, number: str, text: str) -> bool:
    return (
        word in text or re.search(rf"(?<![\w.#]){number}\d\d(?!\w)", text) is not None
    )


def undressed(text: str) -> Iterator[str]:
    """The text, and what it has in HTML's, JSON's, and base64's dress."""
    yield text
    yield html.unescape(text)
    yield re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    for found in re.findall(r"[A-Za-z0-9+/]{16,}", text):
        for begin in range(4):  # whatever stands before it without a space
            part = found[begin : begin + (len(found) - begin) // 4 * 4]
            with suppress(UnicodeDecodeError):
                yield base64.b64decode(part).decode()


def files_below(path: Path) -> dict[str, bytes]:
    """All files of a folder, and of the zips in it, by their paths."""
    found = {}
    for each in sorted(path.rglob("*")):
        if each.is_file():
            found[each.relative_to(path).as_posix()] = each.read_bytes()
    for name, content in list(found.items()):
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as packed:
                found |= {f"{name}/{n}": packed.read(n) for n in packed.namelist()}
    return found
