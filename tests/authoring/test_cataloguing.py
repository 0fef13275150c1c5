"""A catalogue as it is made: what mistakes do, worked out by hand, and its freshness.

The tree is Figure 5.2 of AIMA, 4th edition: at A MAX chooses among B (3, 12, 8),
C (2, 4, 6) and D (14, 5, 2), which are MIN's. Its nodes are numbered depth first: A 0,
B 1 to 4, C 5 to 8, D 9 to 12. Minimax visits 0-12; alpha-beta leaves 7 and 8 out.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.answers.faults import ModuleError
from autograder.answers.reading import signed
from autograder.answers.signatures import completed
from autograder.assignment.questions import Assignment, Question
from autograder.assignment.signature import Signature
from autograder.authoring import cataloguing, misconceptions, sources, styles
from autograder.authoring.cataloguing import (
    MistakenProgram,
    catalogue,
    is_fresh,
    made_for,
)
from autograder.authoring.runner import ProgramRunner
from autograder.kinds import all as assignments
from autograder.project import PROJECT
from autograder.teaching.behaviour import Behaviour
from autograder.teaching.catalogue import Catalogue, dump
from autograder.trees import file as treefile
from tests import mistaken
from tests.cases import for_each

FIGURE = "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
ASSIGNMENT = """\
questions:
  - name: alpha_beta
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {value: 1}
    trees: [figure.yaml]
"""
HIDDEN = """\
  - name: alpha_beta
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {value: 1}
    trees: [ahead.yaml]
    visibility: hidden
"""
FEW = (  # of the catalogue's mistakes
    "last_action",
    "max_never_cuts",
    "max_cuts_on_alpha",
    "min_cuts_on_beta",
    "window_reset",
)
Rows = dict[str, tuple[Question, tuple[MistakenProgram, ...]]]

ALL, CUT = "0-12", "0-6 9-12"
BEST = "str worth 3"
BY_HAND: dict[str, dict[str, tuple[Behaviour, ...]]] = {  # of each way to make it
    "minimax": {
        # every state is worth its largest child: 12, 6 and 14, and D is played
        "max_at_every_level": (Behaviour("14", ALL, "str worth 2", ALL),),
        # below A nobody but MIN moves, and at A `max_value` itself is asked
        "min_at_every_level": (),
        # 23/3, 4 and 7
        "average_at_min": (Behaviour("7.66666666667", ALL, BEST, ALL),),
        # 8, 6 and 2, of which A takes the last; the search chooses among them
        "last_child_value": (Behaviour("2", ALL, BEST, ALL),),
        # no payoff is below 0, so that B, C and D are worth 0 all
        "initial_zero_at_min": (Behaviour("0", ALL, BEST, ALL),),
        # nothing is below minus infinity
        "initial_infinity_at_min": (),
        "last_action": (Behaviour("3", ALL, "str worth 2", ALL),),
        # B is the first action and the best: here it is no mistake
        "first_action": (),
        "worst_action": (Behaviour("3", ALL, "str worth 2", ALL),),
        # B gives None, which MAX compares; the search compares B's with C's
        "no_return_at_min": (
            Behaviour(
                "crash TypeError max_value supported NoneType number",
                "0-4",
                "crash TypeError supported NoneType",
                "0-8",
            ),
        ),
    },
    "alpha_beta": {
        "min_never_cuts": (Behaviour("3", ALL, BEST, ALL),),
        "max_never_cuts": (),  # MAX moves at the root alone, where nothing is cut
        # the search function's own alpha is raised all the same, in both forms
        "alpha_not_raised": (Behaviour("3", ALL, BEST, CUT),) * 2,
        # MIN stops at the first child: 3, 2 and 14
        "min_cuts_on_beta": (
            Behaviour("14", "0-2 5-6 9-10", "str worth 2", "0-2 5-6 9-10"),
        ),
        # A stops at B, since 3 is more than minus infinity
        "max_cuts_on_alpha": (Behaviour("3", "0-4", BEST, CUT),),
        "alpha_is_v": (),  # at the root it may be
        "window_reset": (Behaviour("3", ALL, BEST, CUT),),
        "last_action": (
            # where the search chooses without a search, only A is looked at
            Behaviour("3", CUT, "str worth 2", "0"),
            # where it searches and keeps each, no window is narrowed: C is seen whole
            Behaviour("3", CUT, "str worth 2", ALL),
        ),
        "first_action": (Behaviour("3", CUT, BEST, "0"),),
    },
}


@cache
def made_on_figure(question: str) -> dict[str, tuple[Behaviour, ...]]:
    """What each mistake that shows does on the figure, in the reference's own style."""
    tree = treefile.parse(FIGURE)
    runner = ProgramRunner(mistaken.question(question), {"figure": tree})
    own = mistaken.styles(question)[:1]
    return by_name(cataloguing.mistaken(runner, own))


def by_name(made: Iterable[MistakenProgram]) -> dict[str, tuple[Behaviour, ...]]:
    """What each mistake does on the first tree, in each of the ways to make it."""
    found: dict[str, tuple[Behaviour, ...]] = {}
    for each in made:
        name = each.mistake.name
        found[name] = (*found.get(name, ()), each.behaviours[0])
    return found


@for_each(
    "question, name",
    [(question, name) for question, names in BY_HAND.items() for name in names],
)
def test_what_a_mistake_does_was_worked_out_by_hand(question: str, name: str) -> None:
    """Value, visits, what the action is worth; none where it does nothing wrong."""
    assert made_on_figure(question).get(name, ()) == BY_HAND[question][name]


def test_a_crash_of_one_style_is_no_sign_of_a_mistake_that_runs_in_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What mostly crashes tells of a mistake where it does so in each style alone."""
    for name in ("bounds_returned_swapped", "no_return"):
        shutil.copy(misconceptions.FOLDER / f"{name}.yaml", tmp_path)
    monkeypatch.setattr(misconceptions, "FOLDER", tmp_path)
    trees = {name: treefile.parse(FIGURE) for name in ("one", "two")}
    runner = ProgramRunner(mistaken.question("alpha_beta"), trees)
    made = [*cataloguing.mistaken(runner, mistaken.styles("alpha_beta"))]
    crashing = {
        each.mistake.name
        for each in made
        if each.behaviours[0].value.startswith("crash")
    }
    assert {each.mistake.name for each in made} - crashing == {
        "bounds_returned_swapped"
    }


def test_what_shows_is_what_no_accepted_style_does() -> None:
    """A strict search is no mistake where strict cuts are accepted, and one elsewhere.

    On max(min(3, 12), min(3, 4)) it looks at the 4; so does one that never cuts at MIN.
    """
    tree = treefile.parse("tree: [[3, 12], [3, 4]]")
    runner = ProgramRunner(mistaken.question("alpha_beta"), {"tie": tree})
    every = mistaken.styles("alpha_beta")
    equality = [style for style in every if style.name == "equality"]
    both = [style for style in every if style.name in ("equality", "strict")]

    def shown(accepted: list[styles.Style]) -> set[str]:
        found = cataloguing.mistaken(runner, accepted)
        return {m.mistake.name for m in found if m.style.name == "equality"}

    assert "min_never_cuts" in shown(equality)
    assert "min_never_cuts" not in shown(both)


# A whole catalogue, of a few mistakes


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Five of the mistakes, and no styles but the accepted ones."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name in FEW:
        shutil.copy(misconceptions.FOLDER / f"{name}.yaml", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(misconceptions, "FOLDER", folder)
        patch.setattr(styles, "FOLDER", folder / "none")
        yield


@cache
def signature() -> Signature:
    """What the reference of alpha-beta takes, in both conventions."""
    with TemporaryDirectory() as folder:
        (question,) = signed(written(Path(folder), ASSIGNMENT)).questions()
        return question.signature


def loaded(folder: Path, text: str = ASSIGNMENT, **trees: str) -> Assignment:
    """An assignment on the figure and these trees, with its signatures."""
    return completed(written(folder, text, **trees), {"alpha_beta": signature()})


def written(folder: Path, text: str, **trees: str) -> Assignment:
    """An assignment on the figure and these trees."""
    for name, tree in {"figure": FIGURE, **trees}.items():
        (folder / f"{name}.yaml").write_text(tree, "utf-8")
    (folder / "assignment.yaml").write_text(text, "utf-8")
    return assignments.load(folder)


def of(assignment: Assignment) -> tuple[Assignment, Question]:
    """An assignment and its question."""
    (question,) = assignment.questions()
    return assignment, question


@pytest.mark.usefixtures("few")
def test_a_catalogue_of_one_tree(tmp_path: Path) -> None:
    """A mistake's words, its place, and what it does in which styles.

    Without ties strict cuts do what others do. One that shows nowhere is left out, and
    of a few trees no two mistakes together are told.
    """
    made = catalogue(*of(loaded(tmp_path)))
    assert list(made.fingerprints) == ["figure"]
    assert made.pairs == {}
    found = {each.name: each for each in made.misconceptions}
    assert set(found) == {*FEW} - {"max_never_cuts"}
    for name, one in found.items():
        expected = [each.digest() for each in BY_HAND["alpha_beta"][name]]
        assert [variant.digests for variant in one.variants] == expected
        for variant in one.variants:
            assert variant.styles.split(" | ")[:2] == ["equality", "strict"]
    assert {name: each.place for name, each in found.items()} == {
        "last_action": "search",
        "max_cuts_on_alpha": "max",
        "min_cuts_on_beta": "min",
        "window_reset": "",
    }
    last = found["last_action"]
    assert last.title == "The search returns the last action"
    assert last.family == "the choice of the action"
    assert last.text.endswith("?")


@pytest.mark.usefixtures("few")
def test_visible_trees_come_first(tmp_path: Path) -> None:
    """So that what is left without the hidden ones is a beginning of it."""
    text = ASSIGNMENT.replace("questions:\n", f"questions:\n{HIDDEN}")
    assignment = loaded(tmp_path, text, ahead="tree: [[1, 2], [3, 4]]")
    made = catalogue(*of(assignment))
    assert [case.tree_name for case in assignment.cases] == ["ahead", "figure"]
    assert list(made.fingerprints) == ["figure", "ahead"]
    left = made.of_visible(frozenset({"figure"}))
    (one,) = [m for m in left.misconceptions if m.name == "min_cuts_on_beta"]
    (expected,) = BY_HAND["alpha_beta"]["min_cuts_on_beta"]
    assert one.variants[0].digests == expected.digest()


@pytest.mark.usefixtures("few")
def test_made_for_a_question_are_programs(tmp_path: Path) -> None:
    """Each mistake in each style in which it shows and each way, with what it does."""
    made = made_for(*of(loaded(tmp_path)))
    names = {each.style.name for each in made}
    assert names == {
        *("equality", "strict"),
        "equality at MAX, strict at MIN",
        "strict at MAX, equality at MIN",
    }
    assert len(made) == 4 * (4 + 1)  # the last action is returned in two ways
    shown = {name: BY_HAND["alpha_beta"][name] for name in {*FEW} - {"max_never_cuts"}}
    for name in names:
        assert by_name(each for each in made if each.style.name == name) == shown
    for each in made:
        assert len(each.behaviours) == 1
        assert each.program.is_complete()


@pytest.mark.usefixtures("few")
def test_large_trees_are_left_out(tmp_path: Path) -> None:
    """And where there is no other, there is nothing to tell; but it is fresh."""
    leaves = ", ".join("1" * 1000)
    text = ASSIGNMENT.replace("figure", "large")
    assignment, question = of(loaded(tmp_path, text, large=f"tree: [{leaves}]"))
    made = catalogue(assignment, question)
    assert (made.fingerprints, made.misconceptions, made.pairs) == ({}, (), {})
    assert made_for(assignment, question) == ()
    assert is_fresh(assignment, question, dump(made))


# Whether one is fresh


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that a catalogue is made from."""
    folder = tmp_path_factory.mktemp("project")
    left_out = shutil.ignore_patterns("__pycache__", "worker", "testing")
    for name in ("reference", "autograder"):
        shutil.copytree(PROJECT / name, folder / name, ignore=left_out)
    return folder


Changed = Callable[[Path], None]


@pytest.fixture(scope="module")
def asked(
    few: None,  # noqa: ARG001 - how it is made
    project: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Assignment, Question, str]]:
    """An assignment, its question, and the text of the catalogue made for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "PROJECT", project)
        assignment, question = of(loaded(tmp_path_factory.mktemp("figure")))
        yield assignment, question, dump(catalogue(assignment, question))


def test_what_was_just_made_is_fresh(asked: tuple[Assignment, Question, str]) -> None:
    """Told without making it again."""
    assert is_fresh(*asked)


@for_each(
    "path",
    [
        "reference/alpha_beta.py",
        "reference/conventions/strict.py",
        "reference/styles/alpha_beta/negamax.py",
        "reference/misconceptions/first_action.yaml",
        "autograder/rewriting/edits.py",
        "autograder/answers/products.py",
        "autograder/teaching/behaviour.py",
        "autograder/authoring/misconceptions.py",
    ],
)
def test_of_changed_sources_it_is_stale(
    asked: tuple[Assignment, Question, str], project: Path, path: str
) -> None:
    """Be it a comment; and fresh again when it is put back."""
    file = project / path
    before = file.read_text("utf-8")
    file.write_text(f"{before}# a word more\n", "utf-8")
    assert not is_fresh(*asked)
    file.write_text(before, "utf-8")
    assert is_fresh(*asked)


@pytest.mark.parametrize(
    "path",
    [
        "reference/misconceptions/another.yaml",
        "reference/styles/alpha_beta/another.py",
        "reference/conventions/another.py",
    ],
)
def test_of_a_new_source_it_is_stale(
    asked: tuple[Assignment, Question, str], project: Path, path: str
) -> None:
    """A new mistake, a new style."""
    file = project / path
    file.write_text("", "utf-8")
    assert not is_fresh(*asked)
    file.unlink()


@pytest.mark.parametrize(
    "path",
    ["reference/minimax.py", "reference/styles/minimax/new.py", "autograder/text.py"],
)
def test_what_has_no_part_in_it_may_change(
    asked: tuple[Assignment, Question, str], project: Path, path: str
) -> None:
    """Another question's files, words, pages."""
    file = project / path
    before = file.read_text("utf-8") if file.exists() else None
    file.write_text(f"{before}# a word more\n", "utf-8")
    assert is_fresh(*asked)
    if before is None:
        file.unlink()
    else:
        file.write_text(before, "utf-8")


@pytest.mark.parametrize(
    "before, after",
    [
        ('"source": "', '"source": "0'),
        ("The search returns the last action", "The search returns the last one"),
        ('"place": "search"', '"place": ""'),
        ("equality | strict", "equality"),
    ],
)
def test_what_was_edited_by_hand_is_stale(
    asked: tuple[Assignment, Question, str], before: str, after: str
) -> None:
    """Its words, its digests, or what it is said to be made from."""
    assignment, question, text = asked
    assert before in text
    assert not is_fresh(assignment, question, text.replace(before, after))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"source": ""}'])
def test_what_is_no_catalogue_is_not_fresh(
    asked: tuple[Assignment, Question, str], text: str
) -> None:
    """It is to be made."""
    assignment, question, _ = asked
    assert not is_fresh(assignment, question, text)


def test_of_another_assignment_it_is_stale(
    asked: tuple[Assignment, Question, str], tmp_path: Path
) -> None:
    """Another leaf, another visibility, other conventions; a title may change."""
    _, _, text = asked
    other = tmp_path / "other"
    other.mkdir()

    def fresh(said: str, **trees: str) -> bool:
        return is_fresh(*of(loaded(other, said, **trees)), text)

    assert fresh(f"title: Another\n{ASSIGNMENT}")
    assert fresh(ASSIGNMENT, figure=f"title: Another\n{FIGURE}")
    assert not fresh(ASSIGNMENT, figure=FIGURE.replace("14", "15"))
    assert not fresh(f"{ASSIGNMENT}    visibility: hidden\n")
    assert not fresh(ASSIGNMENT.replace("accept: [equality, strict]", "ties: any"))


def test_its_seal_tells_of_content_and_sources(
    asked: tuple[Assignment, Question, str],
) -> None:
    """Two digests: of what it is made from, and of what stands in it."""
    assignment, question, text = asked
    made: Catalogue = catalogue(assignment, question)
    from_sources, of_content = made.source.split()
    assert len(from_sources) == len(of_content) == sources.LETTERS
    prints = dict(made.fingerprints)
    assert from_sources == sources.digest(question, prints, 1)
    assert from_sources != sources.digest(question, prints, 0)
    asked_otherwise = replace(question, search="best")
    assert from_sources != sources.digest(asked_otherwise, prints, 1)
    assert dump(made) == text


# What does not end

ENDLESS = """\
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    while True:
        pass


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return game.actions(state)[0]
"""
SPINS = """\
title: MAX goes round for ever
family: loops
told: |
  Your code seems to go round for ever.

  What ends its loop?
edit: |
  @ max
  - for A, B in game.successors(state):
  -     ...
  + while True:
  +     pass
"""


@pytest.mark.parametrize(
    "file, text, said",
    [
        ("styles/minimax/endless.py", ENDLESS, "endless.py does not end: it takes"),
        (
            "misconceptions/a_spins.yaml",
            SPINS,
            "a_spins.yaml, made in textbook, does not end: it takes more than 1.03 s",
        ),
    ],
)
def test_what_does_not_end_is_ended_and_named(
    file: str, text: str, said: str, tmp_path: Path
) -> None:
    """A right program, or one with a mistake of the course's own."""
    path = tmp_path / "reference" / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (tmp_path / "figure.yaml").write_text(FIGURE)
    (tmp_path / "assignment.yaml").write_text(
        "questions:\n  - name: minimax\n    points: {value: 1}\n"
        "    limits: {seconds: 0.01}\n    trees: [figure.yaml]\n"
    )
    assignment = signed(assignments.load(tmp_path))
    (question,) = assignment.questions()
    with pytest.raises(ModuleError) as caught:
        catalogue(assignment, question)
    assert said in str(caught.value)
