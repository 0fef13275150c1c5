"""The first wrong step of every misconception on every tree."""

from __future__ import annotations

import re

from autograder.drawing.replay import Replay
from autograder.judging.compare import CaseResult, judge
from autograder.judging.sheet import Sheet
from autograder.kinds.searching.replays import replay_of
from tests.kinds.test_lessons import answers, assignment
from tests.mistaken import mistakes, module_of, observe


def all_results() -> list[CaseResult]:
    """What every misconception does on every tree of its question."""
    found = []
    for case in assignment().cases:
        for name in mistakes(case.question.name):
            module = module_of(case.question.name, name)
            observed = observe(module, case.question, case.tree)
            found.append(judge(Sheet(case, answers()[case.tree_name]), observed))
    return found


EARLY = re.compile(
    r"First wrong step: your code asked about (\S+) before it had searched (\S+)\. "
    r"To ask about a state is to visit it, even if nothing below it is looked at\."
)


def assert_early(replay: Replay, younger: str, elder: str) -> None:
    """The wrong visit is that of the younger, at their parent; the elder's are to come.

    The mark stands where the sentence says that the search went wrong.
    """
    nodes, labels = replay.tree.nodes, [step.label for step in replay.submission]
    family = {n.label: [nodes[child].label for child in n.children] for n in nodes}
    (parent,) = (label for label, below in family.items() if elder in below)
    assert younger in family[parent]
    assert labels[replay.wrong or 0] == younger
    assert {parent, elder} <= set(labels[: replay.wrong])
    assert set(family[elder]) & set(labels[replay.wrong or 0 :])
    assert replay.marks.wrong_at in (parent, younger)


def test_wrong_points_at_the_step_that_the_sentence_names() -> None:
    """Of every misconception on every tree: the visit, or the place where one lacks."""
    visits = leavings = earlier = 0
    for result in all_results():
        replay = replay_of(result, answers()[result.case.tree_name])
        if replay is None or replay.wrong is None:
            assert replay is None or replay.sentence == ""
            continue
        labels = [step.label for step in replay.submission]
        before = labels[: replay.wrong]
        sentence = replay.sentence
        if early := EARLY.fullmatch(sentence):
            earlier += 1
            assert_early(replay, *early.groups())
            continue
        node = sentence.removeprefix("First wrong step: ").partition(" is M")[0]
        assert replay.marks.wrong_at == node
        if "went on to " in sentence:
            visits += 1
            child = sentence.rpartition("went on to ")[2].rstrip(".")
            assert labels[replay.wrong] == child
            assert child in replay.marks.wrongly_visited
        else:
            leavings += 1
            assert "left it out" in sentence
            assert replay.marks.wrongly_skipped
        assert node in before
    assert visits > 100
    assert leavings > 100
    assert earlier > 10
