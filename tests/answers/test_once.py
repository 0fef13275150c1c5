"""What is made of the answers on a tree is made once, and is not kept for ever."""

from __future__ import annotations

from autograder.answers.file import MOST_MADE, Answers


def test_the_same_question_is_answered_once() -> None:
    """Known again by being the same object: one that is equal is another."""
    answers = Answers("0f", {"A": 1}, (), {})
    asked: list[str] = []

    def make(about: list[int], found: Answers) -> int:
        assert found is answers
        asked.append(str(about))
        return about[0]

    three, other = [3], [3]
    assert [answers.once(three, make) for _ in range(2)] == [3, 3]
    assert asked == ["[3]"]
    assert answers.once(other, make) == 3
    assert asked == ["[3]", "[3]"]


def test_what_is_made_for_thousands_is_forgotten() -> None:
    """Tests may be made for one program each, and thrown away."""
    answers = Answers("0f", {"A": 1}, (), {})
    for number in range(1000):
        assert answers.once([number], lambda about, _: about[0]) == number
    assert len(answers._made) <= MOST_MADE
