"""The first wrong step of every misconception on every tree."""

from __future__ import annotations

from autograder.drawing.replay import Replay
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.replays import replay_of
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.stepwords import early_sentence, step_sentence
from autograder.kinds.search.walk import FirstWrongStep
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


def blamed(result: CaseResult) -> tuple[str, ...] | FirstWrongStep:
    """What the sentence is on: a visit that comes too early, or the first step."""
    wrong = [
        finding.visits
        for finding in result.findings
        if finding.verdict is not Verdict.CORRECT and finding.alone is None
    ]
    early = [visits.early for visits in wrong if visits.early]
    steps = [visits.step for visits in wrong if visits.step is not None]
    return early[0] if early else steps[0]


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
        replay = replay_of(result, Sheet(result.case, answers()[result.case.tree_name]))
        if replay is None or replay.wrong is None:
            assert replay is None or replay.sentence == ""
            continue
        labels = [step.label for step in replay.submission]
        before = labels[: replay.wrong]
        step = blamed(result)
        if isinstance(step, tuple):
            earlier += 1
            assert replay.sentence == early_sentence(step)
            assert_early(replay, *step)
            continue
        assert replay.sentence == step_sentence(step)
        assert replay.marks.wrong_at == step.node
        if step.visited:
            visits += 1
            assert labels[replay.wrong] == step.child
            assert step.child in replay.marks.wrongly_visited
        else:
            leavings += 1
            assert replay.marks.wrongly_skipped
        assert step.node in before
    assert visits > 100
    assert leavings > 100
    assert earlier > 10
