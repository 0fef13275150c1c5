"""A catalogue as a file: what goes in comes out, and what is of no use is refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import Assignment, Case
from autograder.assignment.selection import selected
from autograder.errors import UntoldError
from autograder.judging.compare import CaseResult, Finding
from autograder.judging.observation import Observation, Observed
from autograder.judging.outcome import Fault, Returned
from autograder.judging.verdicts import Verdict
from autograder.teaching import catalogue
from autograder.teaching.catalogue import (
    Behaviour,
    Catalogue,
    Misconception,
    behaviour_of,
    digest,
    digests,
    dump,
    load,
    parse,
)
from autograder.teaching.diagnosis import diagnose
from autograder.trees.file import parse as parse_tree
from tests.small import ROOT

TREES = {
    "open": "tree: {A: {B: 1, C: 2}}",
    "closed": "tree: {A: {B: [1, 2], C: 2}}",
}
ASSIGNMENT = """\
title: Two trees
questions:
  - name: minimax
    points: {value: 1}
    trees: [open.yaml]
  - name: minimax
    points: {value: 1}
    trees: [closed.yaml]
    visibility: hidden
"""
words = st.text(st.characters(codec="utf-8"), max_size=8)
names = st.text("abc_1", min_size=1, max_size=4)
behaviours = st.builds(Behaviour, words, words, words)
catalogues = st.builds(
    Catalogue,
    st.dictionaries(names, words, max_size=2),
    st.lists(
        st.builds(
            Misconception,
            names,
            words,
            words,
            words,
            st.dictionaries(names, behaviours, max_size=2),
        ),
        unique_by=lambda known: known.name,
        max_size=3,
    ).map(tuple),
    st.dictionaries(
        st.tuples(names, names),
        st.tuples(*[st.text("0123456789abcdef", min_size=8, max_size=8)] * 4),
        max_size=2,
    ),
)


def behaviour(value: str) -> Behaviour:
    """What a search did on a tree."""
    return Behaviour(value, "0-2", "'B'")


KNOWN = Catalogue(
    {"open": "print of open", "closed": "print of closed"},
    (
        Misconception(
            "zero",
            "Starts at zero",
            "initial values",
            "One.\nTwo?",
            {"open": behaviour("2"), "closed": behaviour("77")},
        ),
        Misconception(
            "last",
            "Takes the last",
            "choices",
            "One.\nTwo?",
            {"open": behaviour("1"), "closed": behaviour("88")},
        ),
    ),
    {("zero", "last"): ("aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd")},
)


@given(catalogues)
def test_what_is_dumped_is_parsed(known: Catalogue) -> None:
    """Nothing is lost, and nothing changes by being written twice."""
    assert parse(dump(known)) == known
    assert dump(parse(dump(known))) == dump(known)


def test_a_line_holds_one_tree_or_one_pair() -> None:
    """A change of one is a change of one line, seen in review."""
    lines = [line.strip().rstrip(",") for line in dump(KNOWN).splitlines()]
    assert '"open": ["2", "0-2", "\'B\'"]' in lines
    assert '"zero + last": "aaaaaaaa bbbbbbbb cccccccc dddddddd"' in lines
    assert dump(KNOWN).endswith("}\n")


@pytest.mark.parametrize("question", ["minimax", "alpha_beta"])
def test_the_shipped_catalogues_are_as_they_would_be_dumped(question: str) -> None:
    """In the default assignment, and they fit its trees."""
    assignment = assignmentfile.load(ROOT / "test_trees")
    known = load(assignment, question)
    assert known is not None
    text = catalogue.path_of(assignment, question).read_text("utf-8")
    assert dump(known) == text
    assert set(known.fingerprints) == {
        case.tree_name for case in assignment.cases if case.question.name == question
    }
    assert all(
        set(k.behaviours) == set(known.fingerprints) for k in known.misconceptions
    )
    of_known = {misconception.name for misconception in known.misconceptions}
    assert all(of_known >= set(pair) for pair in known.pairs)


def assignment_with(folder: Path, content: str | None) -> Assignment:
    """An assignment on an open and a hidden tree, with this file beside its answers."""
    for name, text in TREES.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    (folder / "assignment.yaml").write_text(ASSIGNMENT, "utf-8")
    (folder / "answers").mkdir()
    assignment = assignmentfile.load(folder)
    if content is not None:
        catalogue.path_of(assignment, "minimax").write_text(content, "utf-8")
    return assignment


def fitting() -> Catalogue:
    """The catalogue with the fingerprints of the two trees."""
    prints = {name: parse_tree(text).fingerprint() for name, text in TREES.items()}
    return replace(KNOWN, fingerprints=prints)


def test_a_fitting_file_is_loaded(tmp_path: Path) -> None:
    """It stands beside the answers, under the question's name."""
    assignment = assignment_with(tmp_path, dump(fitting()))
    path = catalogue.path_of(assignment, "minimax")
    assert path == assignment.folder / "answers" / "minimax.misconceptions.json"
    assert load(assignment, "minimax") == fitting()


def test_without_a_file_there_is_none(tmp_path: Path) -> None:
    """An assignment need not have one."""
    assert load(assignment_with(tmp_path, None), "minimax") is None


def test_of_another_tree_it_is_stale(tmp_path: Path) -> None:
    """Where a tree has changed, or was added; and what to do is said."""
    for prints in ({"closed": "changed"}, {"closed": None}):
        kept = {**fitting().fingerprints, **prints}
        known = {name: text for name, text in kept.items() if text is not None}
        folder = tmp_path / str(len(known))
        folder.mkdir()
        left = fitting().of_visible(frozenset(known))
        content = dump(replace(left, fingerprints=known))
        with pytest.raises(UntoldError, match="stale; run `python -m autograder answ"):
            load(assignment_with(folder, content), "minimax")


@pytest.mark.parametrize("tree", ["open", "closed"])
def test_of_more_trees_than_are_asked_for_it_is_loaded(
    tmp_path: Path, tree: str
) -> None:
    """Where `--tree` chose among them; and then no diagnosis is made.

    With the one tree left out, the mistake `zero` would be told from what it did.
    """
    assignment = assignment_with(tmp_path, dump(fitting()))
    known = load(selected(assignment, None, tree), "minimax")
    assert known == fitting()
    results = [zero_on(case) for case in assignment.cases]
    chosen = [result for result in results if result.case.tree_name == tree]
    found = diagnose(results, known)
    assert found is not None
    assert found.key == "zero"
    assert diagnose(chosen, known) is None
    assert diagnose(chosen, known.of_visible(frozenset({tree}))) is not None


def zero_on(case: Case) -> CaseResult:
    """What the mistake `zero` does on a tree, which is wrong there."""
    value = {"open": 2, "closed": 77}[case.tree_name]
    calls = (
        Observation("max_value", "", Returned("number", value), case.tree.labels()[:3]),
        Observation("search", "", Returned("str", None, "B"), ()),
    )
    finding = Finding("value", Verdict.WRONG_VALUE, 0, 1, calls[0])
    return CaseResult(case, Verdict.WRONG_VALUE, (finding,), Observed(calls))


def broken_contents() -> dict[str, Any]:
    """Files that hold no catalogue, each for a reason of its own."""
    whole = json.loads(dump(fitting()))
    first = whole["misconceptions"]["zero"]
    without = {"open": first["behaviours"]["open"]}
    return {
        "no JSON": "{",
        "a list": [],
        "nothing": None,
        "no pairs": {key: whole[key] for key in ("fingerprints", "misconceptions")},
        "a number": {**whole, "misconceptions": 3},
        "two texts of three": {
            **whole,
            "misconceptions": {
                "zero": {**first, "behaviours": {**without, "closed": ["1", "0"]}}
            },
        },
        "a pair of one": {**whole, "pairs": {"zero": "a b c d"}},
        "a pair of strangers": {**whole, "pairs": {"zero + nobody": "a b c d"}},
        "too few digests": {**whole, "pairs": {"zero + last": "a"}},
        "a tree too few": {
            **whole,
            "misconceptions": {"zero": {**first, "behaviours": without}},
        },
    }


@pytest.mark.parametrize("name", broken_contents())
def test_a_broken_file_is_refused_with_the_remedy(tmp_path: Path, name: str) -> None:
    """What is wrong with it is found as it is loaded, not as a student is graded."""
    content = broken_contents()[name]
    text = content if isinstance(content, str) else json.dumps(content)
    assignment = assignment_with(tmp_path, text)
    with pytest.raises(UntoldError, match="run `python -m autograder answers`") as told:
        load(assignment, "minimax")
    assert str(catalogue.path_of(assignment, "minimax")) in str(told.value)


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    """It cannot be read."""
    assignment = assignment_with(tmp_path, None)
    catalogue.path_of(assignment, "minimax").mkdir()
    with pytest.raises(UntoldError, match="run `python -m autograder answers`"):
        load(assignment, "minimax")
    shutil.rmtree(tmp_path / "answers")


def test_nothing_is_left_of_hidden_trees() -> None:
    """Neither their names, nor what was done there, nor digests that hang on them."""
    left = KNOWN.of_visible(frozenset({"open"}))
    text = dump(left)
    for trace in ("closed", "77", "88", "aaaaaaaa", "bbbbbbbb"):
        assert trace not in text
    assert left.fingerprints == {"open": "print of open"}
    assert left.pairs == {("zero", "last"): ("cccccccc", "dddddddd") * 2}
    assert [m.behaviours for m in left.misconceptions] == [
        {"open": behaviour("2")},
        {"open": behaviour("1")},
    ]
    assert left.of_visible(frozenset({"open"})) == left


def test_the_behaviour_is_the_value_the_set_of_visits_and_the_action() -> None:
    """Nodes by their numbers in the tree, runs of them from the first to the last.

    Of the action only what it is worth counts: B, of 1 and 2, is worth 1 to MIN.
    """
    tree = parse_tree("tree: {A: {B: {D: 1, E: 2}, C: {F: 0.5, G: 4}}}")
    calls = (
        Observation(
            "max_value", "", Returned("number", 0.5), ("A", "C", "F", "B", "D")
        ),
        Observation("search", "", Returned("str", None, "B"), ("A",)),
    )
    found = behaviour_of(Observed(calls), tree)  # A B D E C F G are 0 to 6
    assert found == Behaviour("0.5", "0-2 4-5", "str worth 1")
    assert found.without_action() == Behaviour("0.5", "0-2 4-5", "")


@pytest.mark.parametrize(
    "outcome, text",
    [
        (Returned("number", 3), "3"),
        (Returned("number", 3.0), "3"),
        (Returned("number", 0.1 + 0.2), "0.3"),
        (Returned("number", -0.0), "0"),
        (Returned("none", None, "None"), "none"),
        (Returned("tuple", None, "(1, 'B')"), "tuple"),
        (Fault("crash", "whatever it says", "KeyError"), "crash KeyError"),
        (Fault("timeout"), "timeout"),
    ],
)
def test_values_are_told_without_the_noise(
    outcome: Returned | Fault, text: str
) -> None:
    """3 and 3.0 are the same; of what is no number the kind counts, not the words."""
    tree = parse_tree("tree: [1]")
    calls = (Observation("", "", outcome), Observation("", "", Returned("none")))
    assert behaviour_of(Observed(calls), tree).value == text


@given(st.dictionaries(names, behaviours, min_size=1, max_size=3))
def test_digests_tell_behaviours_apart(found: dict[str, Behaviour]) -> None:
    """Eight hexadecimal digits each; the second does not hang on the actions."""
    whole, bare = digests(found)
    assert len(whole) == len(bare) == 8
    assert digest(dict(reversed(found.items()))) == whole
    other = {t: replace(b, action=f"{b.action}!") for t, b in found.items()}
    assert digests(other)[0] != whole
    assert digests(other)[1] == bare
    for tree, known in found.items():
        changed = {**found, tree: replace(known, visits=f"{known.visits} 9")}
        assert digests(changed)[1] != bare
