"""The gallery shows what is printed and drawn today.

`python -m tests.renew` writes docs/gallery.md and its pictures anew; read
the difference before you commit it.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.drawing import picture
from autograder.notebook import grade
from tests.small import ROOT, run, without_layers
from tests.transcripts import agrees, shortened

DOCUMENT = ROOT / "docs" / "gallery.md"
CONSOLE = re.compile(r"```console\n\$ \./run_autograder ([^\n]+)\n(.*?)```", re.DOTALL)
TRANSCRIPTS = CONSOLE.findall(DOCUMENT.read_text(encoding="utf-8"))
PICTURES = {  # by file: submission, question and tree
    "shallow_cuts.svg": ("alpha_beta_shallow_cuts_only", "alpha_beta", "deep_cutoff"),
    "no_pruning.svg": ("alpha_beta_no_pruning", "alpha_beta", "aima_fig_5_2"),
}

TREES = {  # by file: the title of an example in docs/trees.md
    "chance.svg": "A loaded coin and a fair one",
    "players.svg": "Three players",
    "horizon.svg": "Two plies, and what is estimated there",
}


@pytest.mark.parametrize("arguments,shown", TRANSCRIPTS)
def test_a_transcript_is_what_is_printed(arguments: str, shown: str) -> None:
    """Each command, run in the project's folder, prints the lines below it."""
    done = run(*shlex.split(arguments))
    kept = without_layers(done.stdout)
    assert agrees(f"{without_layers(shown)}\n", f"{kept}\n")
    assert done.stderr == ""


def test_there_are_transcripts() -> None:
    """A changed page cannot silently lose what the test above reads."""
    assert len(TRANSCRIPTS) == 4


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_is_drawn(name: str) -> None:
    """Of the test that it stands for, in the state that it is in today."""
    stored = (DOCUMENT.parent / "gallery" / name).read_text(encoding="utf-8")
    assert stored == drawn(name)


def drawn(name: str) -> str:
    """The picture of a test as it is drawn today."""
    submission, question, tree = PICTURES[name]
    (entry,) = grade(ROOT / "tests" / "submissions" / submission, question, tree)
    assert entry.replay is not None
    return picture.svg(entry.replay.tree, entry.replay.marks) + "\n"


@pytest.mark.parametrize("name", TREES)
def test_a_picture_of_a_tree_is_what_is_drawn(name: str, tmp_path: Path) -> None:
    """As the command draws it from the file that docs/trees.md shows."""
    stored = (DOCUMENT.parent / "gallery" / name).read_text(encoding="utf-8")
    assert stored == drawn_tree(name, tmp_path)


def drawn_tree(name: str, folder: Path) -> str:
    """The picture of an example with its values, drawn in a folder."""
    text = (DOCUMENT.parent / "trees.md").read_text(encoding="utf-8")
    examples = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    title = f"title: {TREES[name]}\n"
    (example,) = [each for each in examples if each.startswith(title)]
    (folder / "tree.yaml").write_text(example, encoding="utf-8")
    done = run("show", folder / "tree.yaml", "--values", "--svg", folder / name)
    assert done.stderr == ""
    return (folder / name).read_text(encoding="utf-8")


def renew() -> None:
    """Write transcripts and pictures anew."""

    def renewed(found: re.Match[str]) -> str:
        done = run(*shlex.split(found[1]))
        printed = shortened(found[2], f"{without_layers(done.stdout)}\n")
        return f"```console\n$ ./run_autograder {found[1]}\n{printed}```"

    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(CONSOLE.sub(renewed, text), encoding="utf-8")
    for name in PICTURES:
        path = DOCUMENT.parent / "gallery" / name
        path.write_text(drawn(name), encoding="utf-8")
    for name in TREES:
        path = DOCUMENT.parent / "gallery" / name
        with TemporaryDirectory() as folder:
            path.write_text(drawn_tree(name, Path(folder)), encoding="utf-8")
