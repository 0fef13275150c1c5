"""A test of your own, in pytest: 5 points beside those of the assignment's questions."""

from gradescope_utils.autograder_utils.decorators import number, weight


@weight(5)
@number("4")
def test_ten_more(submission):
    """10 more at each leaf of the lecture's tree are 10 more at its root"""
    raised = [[13, 22, 18], [12, 14, 16], [24, 15, 12]]
    called = submission.call("max_value", raised, module="minimax")
    assert called.value == 13
