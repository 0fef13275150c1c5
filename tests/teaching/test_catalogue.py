"""A catalogue as a file: what goes in comes out, and what is of no use is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.questions import Assignment, Case
from autograder.assignment.selection import selected
from autograder.authoring import misconceptions
from autograder.errors import UntoldError
from autograder.judging.compare import CaseResult, Finding
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Returned
from autograder.teaching import catalogue
from autograder.teaching.behaviour import LETTERS, Behaviour
from autograder.teaching.catalogue import (
    DIGESTS,
    MOST_BEYOND,
    MOST_NODES,
    PARTED,
    Catalogue,
    Misconception,
    Variant,
    apart,
    digests,
    dump,
    is_diagnosed,
    load,
    parse,
    reach,
)
from autograder.teaching.diagnosis import diagnose
from autograder.trees.file import parse as parse_tree
from tests import mistaken
from tests.mistaken import QUESTIONS
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
REMEDY = "run `./run_autograder answers`"
words = st.text(st.characters(codec="utf-8"), max_size=8)
names = st.text("abc_1", min_size=1, max_size=4)
behaviours = st.builds(Behaviour, words, words, words, words)
catalogues = st.builds(
    Catalogue,
    words,
    st.dictionaries(names, words, max_size=2),
    st.lists(
        st.builds(
            Misconception,
            *(names, words, words, words, words),
            st.lists(
                st.builds(Variant, words, words),
                unique_by=lambda variant: variant.digests,
                max_size=3,
            ).map(tuple),
        ),
        unique_by=lambda known: known.name,
        max_size=3,
    ).map(tuple),
    st.dictionaries(st.tuples(names, names), words, max_size=3),
)


def behaviour(value: str) -> Behaviour:
    """What a search did on a tree: B is worth 1 in both."""
    return Behaviour(value, "0-2", "str worth 1", "")


def variant(styles: str, *values: str) -> Variant:
    """What was done in some styles: these values, one a tree."""
    return Variant("".join(behaviour(each).digest() for each in values), styles)


ZERO = Misconception(
    *("zero", "Starts at zero", "initial values", "One.\nTwo?", ""),
    (variant("equality | strict", "2", "77"), variant("negamax", "2", "3")),
)
LAST = Misconception(
    *("last", "Takes the last", "choices", "One.\nTwo?", "search"),
    (variant("equality", "1", "88"),),
)
PRINTS = {name: parse_tree(text).fingerprint() for name, text in TREES.items()}
KNOWN = Catalogue(
    "source and content",
    PRINTS,
    (ZERO, LAST),
    {
        ("zero", "last"): "aaaaaabbbbbbccccccdddddd111111222222333333444444"
    },  # two styles
)


# What goes in comes out


@given(catalogues)
def test_what_is_dumped_is_parsed(known: Catalogue) -> None:
    """Nothing is lost, and nothing changes by being written twice."""
    assert parse(dump(known)) == known
    assert dump(parse(dump(known))) == dump(known)


def test_a_line_holds_what_is_done_in_some_styles_or_one_pair() -> None:
    """A change of one is a change of one line, seen in review."""
    lines = [line.strip().rstrip(",") for line in dump(KNOWN).splitlines()]
    digest = behaviour("2").digest() + behaviour("77").digest()
    assert f'"{digest}": "equality | strict"' in lines
    assert '"last": "aaaaaabbbbbbccccccdddddd111111222222333333444444"' in lines
    assert '"place": "search"' in lines
    assert dump(KNOWN).endswith("}\n")


def test_a_mistake_more_changes_no_line_of_others() -> None:
    """Its own are added, wherever it stands; but for commas and the digest of all."""
    middle = replace(LAST, name="middle", title="Takes the one between", text="Three?")
    pairs = {("middle", "last"): "e" * 24, ("zero", "middle"): "f" * 24}
    more = replace(
        KNOWN,
        source="another",
        misconceptions=(ZERO, middle, LAST),
        pairs={**KNOWN.pairs, **pairs},
    )
    before, after = (
        [line.rstrip(",") for line in dump(each).splitlines()] for each in (KNOWN, more)
    )
    changes = [line for line in unified_diff(before, after, n=0) if line[0] in "+-"][2:]
    assert [line for line in changes if line[0] == "-"] == [
        '- "source": "source and content"'
    ]
    assert sum("zero" in line for line in changes) == 0


def test_a_variant_tells_of_each_tree() -> None:
    """By its place among the trees; or of some of them."""
    one = variant("equality", "1", "2", "3")
    assert one.on(1) == behaviour("2").digest()
    assert len(one.digests) == 3 * LETTERS
    assert one.of((0, 1), first=True) == variant("equality", "1", "2")
    assert one.of((0, 2), first=False) == variant("equality", "1", "3")


@given(st.lists(behaviours, min_size=1, max_size=3))
def test_digests_of_all_trees(found: list[Behaviour]) -> None:
    """Six letters each; the second does not tell what the search did."""
    whole, bare = digests(found)
    assert len(whole) == len(bare) == 6
    assert apart(whole + bare) == (whole, bare)
    searched = [replace(b, search_visits=f"{b.search_visits} 9") for b in found]
    chosen = [replace(b, action=f"{b.action}!") for b in found]
    for other in (searched, chosen):
        assert digests(other)[0] != whole
        assert digests(other)[1] == bare
    for place, known in enumerate(found):
        changed = [*found]
        changed[place] = replace(known, visits=f"{known.visits} 9")
        assert digests(changed)[1] != bare


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_shipped_catalogues_are_as_they_would_be_dumped(question: str) -> None:
    """In the default assignment, and they fit its trees, the visible ones first."""
    assignment = assignments.load(ROOT / "test_trees")
    known = mistaken.catalogued(question)
    text = catalogue.path_of(assignment, question).read_text("utf-8")
    assert dump(known) == text
    cases = [case for case in assignment.cases if case.question.name == question]
    assert set(known.fingerprints) == {case.tree_name for case in cases}
    visible = [case.visibility == "visible" for case in cases]
    assert list(known.fingerprints)[: sum(visible)] == [
        case.tree_name for case in cases if case.visibility == "visible"
    ]
    styles = {style.name for style in mistaken.styles(question)}
    made_otherwise = {each.name for each in misconceptions.every() if each.also}
    for one in known.misconceptions:
        named = [name for v in one.variants for name in v.styles.split(PARTED)]
        assert set(named) <= styles
        if one.name not in made_otherwise:
            assert len(set(named)) == len(named), "in a style it does one thing"
        assert one.place in ("", "max", "min", "search")
    order = [each.name for each in known.misconceptions]
    assert order == sorted(order)
    for (first, second), text in known.pairs.items():
        assert order.index(first) < order.index(second)
        assert len(apart(text)) % DIGESTS == 0


# Files that are read


def assignment_with(folder: Path, content: str | None) -> Assignment:
    """An assignment on an open and a hidden tree, with this file beside its answers."""
    for name, text in TREES.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    (folder / "assignment.yaml").write_text(ASSIGNMENT, "utf-8")
    (folder / "answers").mkdir()
    assignment = assignments.load(folder)
    if content is not None:
        catalogue.path_of(assignment, "minimax").write_text(content, "utf-8")
    return assignment


def test_a_fitting_file_is_loaded(tmp_path: Path) -> None:
    """It stands beside the answers, under the question's name."""
    assignment = assignment_with(tmp_path, dump(KNOWN))
    path = catalogue.path_of(assignment, "minimax")
    assert path == assignment.folder / "answers" / "minimax.misconceptions.json"
    assert load(assignment, "minimax") == KNOWN


def test_without_a_file_there_is_none(tmp_path: Path) -> None:
    """An assignment need not have one."""
    assert load(assignment_with(tmp_path, None), "minimax") is None


@pytest.mark.parametrize("prints", [{"closed": "changed"}, {"closed": None}])
def test_of_another_tree_it_is_stale(
    tmp_path: Path, prints: dict[str, str | None]
) -> None:
    """Where a tree has changed, or was added; and what to do is said."""
    kept = {name: text for name, text in (PRINTS | prints).items() if text is not None}
    content = dump(replace(KNOWN.of_visible(frozenset(kept)), fingerprints=kept))
    with pytest.raises(UntoldError, match=f"these are stale; {REMEDY}"):
        load(assignment_with(tmp_path, content), "minimax")


def test_a_large_tree_needs_no_diagnosis(tmp_path: Path) -> None:
    """Thousands of programs are not run on it, and its fingerprint is not asked for."""
    leaves = ", ".join("1" * MOST_NODES)
    assignment = assignment_with(tmp_path, dump(KNOWN.of_visible(frozenset({"open"}))))
    (tmp_path / "closed.yaml").write_text(f"tree: [{leaves}]", "utf-8")
    assignment = assignments.load(assignment.folder)
    found = load(assignment, "minimax")
    assert found is not None
    assert set(found.fingerprints) == {"open"}


def test_what_lies_beyond_the_horizon_makes_no_tree_large() -> None:
    """Only if it is very much: few mistakes go there, and each of these to its end."""
    wide = ", ".join("1" * MOST_NODES)
    beyond = f"depth: 1\nevaluate: {{A: 0, B: 4}}\ntree: {{A: {{B: [{wide}]}}}}"
    tree = parse_tree(beyond)
    assert len(tree.nodes) == MOST_NODES + 2
    assert reach(tree) == 2
    assert is_diagnosed(tree)
    assert not is_diagnosed(parse_tree(beyond.removeprefix("depth: 1\n")))
    far = ", ".join("1" * MOST_BEYOND)
    assert not is_diagnosed(parse_tree(beyond.replace(wide, far)))


def zero_on(case: Case) -> CaseResult:
    """What the mistake `zero` does on a tree, which is wrong there."""
    value = {"open": 2, "closed": 77}[case.tree_name]
    calls = (
        Observation("max_value", "", Returned("number", value), case.tree.labels()[:3]),
        Observation("search", "", Returned("str", None, "B"), ()),
    )
    finding = Finding("value", Verdict.WRONG_VALUE, calls[0])
    return CaseResult(case, Verdict.WRONG_VALUE, (finding,), Observed(calls))


@pytest.mark.parametrize("tree", ["open", "closed"])
def test_of_more_trees_than_are_asked_for_it_is_loaded(
    tmp_path: Path, tree: str
) -> None:
    """Where `--tree` chose among them; and then no diagnosis is made.

    With the one tree left out, the mistake `zero` would be told from what it did.
    """
    assignment = assignment_with(tmp_path, dump(KNOWN))
    known = load(selected(assignment, None, tree), "minimax")
    assert known == KNOWN
    results = [zero_on(case) for case in assignment.cases]
    chosen = [result for result in results if result.case.tree_name == tree]
    found = diagnose(results, known)
    assert found is not None
    assert found.key == "zero"
    assert diagnose(chosen, known) is None
    assert diagnose(chosen, known.of_visible(frozenset({tree}))) is not None


# Files that are of no use


def broken_contents() -> dict[str, Any]:
    """Files that hold no catalogue, each for a reason of its own."""
    whole = json.loads(dump(KNOWN))
    first = whole["misconceptions"]["zero"]
    of_trees = {"open": ["2", "0-2", "'B'"], "closed": ["77", "0-2", "'B'"]}
    told = {key: first[key] for key in ("title", "family", "text")}
    short = {"variants": {behaviour("2").digest(): "equality"}}
    return {
        "no JSON": "{",
        "a list": [],
        "nothing": None,
        "no pairs": {key: whole[key] for key in whole if key != "pairs"},
        "no source": {key: whole[key] for key in whole if key != "source"},
        "a number": {**whole, "misconceptions": 3},
        "the form before there were styles": {
            "fingerprints": whole["fingerprints"],
            "misconceptions": {"zero": {**told, "behaviours": of_trees}},
            "pairs": {"zero + last": "aaaaaaaa bbbbbbbb cccccccc dddddddd"},
        },
        "no place": {**whole, "misconceptions": {"zero": {**told, **short}}},
        "a tree too few": {**whole, "misconceptions": {"zero": {**first, **short}}},
        "pairs by place": {**whole, "pairs": {"0 1": "a b c d"}},
        "a pair of a stranger": {**whole, "pairs": {"zero": {"first": "a" * 24}}},
        "a pair of strangers": {**whole, "pairs": {"first": {"last": "a" * 24}}},
        "a pair of one": {**whole, "pairs": {"zero": "a" * 24}},
        "digests too few": {**whole, "pairs": {"zero": {"last": "a" * 18}}},
        "no digests": {**whole, "pairs": {"zero": {"last": ""}}},
        "digests of no text": {**whole, "pairs": {"zero": {"last": ["a" * 24]}}},
    }


@pytest.mark.parametrize("name", broken_contents())
def test_a_broken_or_older_file_is_refused_with_the_remedy(
    tmp_path: Path, name: str
) -> None:
    """What is wrong with it is found as it is loaded, not as a student is graded."""
    content = broken_contents()[name]
    text = content if isinstance(content, str) else json.dumps(content)
    assignment = assignment_with(tmp_path, text)
    with pytest.raises(UntoldError) as told:
        load(assignment, "minimax")
    assert str(told.value).startswith(f"{catalogue.path_of(assignment, 'minimax')}: ")
    assert str(told.value).endswith(f"; {REMEDY}")
    assert told.value.exit_status == 2


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    """It cannot be read."""
    assignment = assignment_with(tmp_path, None)
    catalogue.path_of(assignment, "minimax").mkdir()
    with pytest.raises(UntoldError, match=REMEDY):
        load(assignment, "minimax")


# Before hidden tests are told


def test_nothing_is_left_of_hidden_trees() -> None:
    """Neither their names, nor what was done there, nor digests that hang on them."""
    left = KNOWN.of_visible(frozenset({"open"}))
    text = dump(left)
    hidden = [behaviour(value).digest() for value in ("77", "88", "3")]
    for trace in ("closed", PRINTS["closed"], "aaaaaa", "bbbbbb", *hidden):
        assert trace not in text
    assert left.fingerprints == {"open": PRINTS["open"]}
    assert left.pairs == {
        ("zero", "last"): 2 * ("c" * 6 + "d" * 6) + 2 * ("3" * 6 + "4" * 6)
    }
    zero, last = left.misconceptions
    assert zero.variants == (variant("equality | strict", "2"), variant("negamax", "2"))
    assert last.variants == (variant("equality", "1"),)
    assert left.of_visible(frozenset({"open"})) == left


def test_of_other_trees_than_the_first_nothing_is_known_of_two_mistakes() -> None:
    """Their digests were made of the visible trees, which come first."""
    left = KNOWN.of_visible(frozenset({"closed"}))
    assert left.fingerprints == {"closed": PRINTS["closed"]}
    assert left.pairs == {}
    zero, last = left.misconceptions
    assert zero.variants == (
        variant("equality | strict", "77"),
        variant("negamax", "3"),
    )
    assert last.variants == (variant("equality", "88"),)
