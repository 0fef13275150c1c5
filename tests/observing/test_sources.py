"""Lines of a submission, and which of them decides what a search does next."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.observing.sources import Place, Sources
from tests.cases import for_each
from tests.small import examples

CODE = dedent("""\
    def max_value(game, state, alpha, beta):
        if game.is_terminal(state) or alpha > 100: return 0
        v = -float("inf")
        for action, child in game.successors(state):
            worth = min_value(game, child, alpha, beta)
            if worth > v:
                v = worth

            if v >= beta:
                # nobody lets it come here
                return v
            alpha = max(alpha, v)
        return v

    def min_value(game, state, alpha, beta):
        while beta > alpha:
            beta = max_value(game, state, alpha, beta)
        for child in game.successors(state):
            if child: break
            if beta <= alpha: break
            beta = max_value(game, child, alpha, beta)
        for child in game.successors(state):
            max_value(game, child, alpha, beta)
""")


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """Those of a submission of one module, and of a file that is no module."""
    (tmp_path / "alpha_beta.py").write_text(CODE)
    (tmp_path / "notes.txt").write_text("if v >= beta:\n    return v\n")
    return Sources(tmp_path)


@for_each(
    "line, deciding",
    [
        (5, (9, "v >= beta")),  # behind the call, not the test that keeps the best
        (21, (20, "beta <= alpha")),  # before it; a test without a comparison is none
        (17, (17, "")),  # the loop ends by itself
        (23, (23, "")),  # nothing ends this one
        (2, (9, "v >= beta")),  # in no loop: of the one that its function has
    ],
)
def test_the_test_that_ends_the_loop_decides(
    sources: Sources, line: int, deciding: tuple[int, str]
) -> None:
    """The one behind the line comes first; where there is none it is the line."""
    place = sources.place("alpha_beta.py", line)
    assert place is not None
    found = sources.loop_end_test(place)
    assert (found.line, found.source[found.start : found.end]) == deciding


ENDINGS = dedent("""\
    def search(game, state, player):
        for i in range(len(state) - 1):
            v = search(game, state[i], player)
            if v > 3:
                return v
        while state[:-1]:
            v = search(game, state[0], player)
            return v
        for child in state[:-1]:
            v = search(game, child, player)
            if v > 3:
                continue
            v = 3

    def max_value(game, state):
        game.hello = 3
        return Search(game, 3).maximum(state, search(game, state, 3))

    class Search:
        def maximum(self, state, v):
            worths = []
            for child in state:
                worths.append(self.maximum(child, v))
            return max(worths)

    def min_value(game, state):
        if game.is_terminal(state):
            return search(game, state, 0)
        return search(game, state, 1)

    exp_value = value = min_value
""")


@for_each(
    "line, left, ending",
    [
        (3, 1, (2, "len(state) - 1")),
        (3, 2, (4, "v > 3")),  # a loop that begins too late, or a test
        (7, 1, (6, "[:-1]")),
        (7, 2, (8, "")),  # a return without a test
        (10, 2, (11, "v > 3")),  # a test that goes on where it should end
        (23, 1, (23, "")),  # nothing ends it
    ],
)
def test_what_ends_a_loop_though_children_are_left(
    tmp_path: Path, line: int, left: int, ending: tuple[int, str]
) -> None:
    """A head that leaves out the last, a return, or else the test."""
    (tmp_path / "a.py").write_text(ENDINGS)
    sources = Sources(tmp_path)
    place = sources.place("a.py", line)
    assert place is not None
    found = sources.early_loop_end(place, before_the_last=left == 1)
    assert (found.line, found.source[found.start : found.end]) == ending


@for_each(
    "function, head, makes",
    [
        ("max_value", 20, 24),  # by way of a method, which makes one line of all
        ("search", 1, 1),
        ("min_value", 26, 26),  # it asks something itself
        ("exp_value", 26, 26),  # another name
        ("star_value", None, None),
    ],
)
def test_where_a_value_is_made(
    tmp_path: Path, function: str, head: int | None, makes: int | None
) -> None:
    """In the function that another only calls, and there in one line, if it is one."""
    (tmp_path / "a.py").write_text(ENDINGS)
    sources = Sources(tmp_path)
    found = sources.definition_that_computes("a.py", function)
    assert (found.line if found else None) == head
    assert (sources.line_that_combines(found).line if found else None) == makes


@for_each(
    "line, head",
    [
        (16, 16),  # the head itself
        (17, 16),
        (5, None),  # a `for` comes to its end
        (19, None),  # below the loop
        (99, None),
    ],
)
def test_the_loop_that_may_have_no_end(line: int, head: int | None) -> None:
    """It is a `while`: where the time ran out may be a line of what it calls."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "alpha_beta.py").write_text(CODE)
        found = Sources(Path(folder)).head_of_while("alpha_beta.py", line)
    assert (found.line if found else None) == head


def test_a_function_is_found_by_its_name(sources: Sources) -> None:
    """The columns are those of the name."""
    found = sources.definition("alpha_beta.py", "min_value")
    assert found == Place(
        "alpha_beta.py", 15, "def min_value(game, state, alpha, beta):", 4, 13
    )
    assert sources.definition("alpha_beta.py", "exp_value") is None
    assert sources.definition("minimax.py", "max_value") is None


@for_each(
    "code, kept",
    [
        ("def f(x, memo={}):", "memo"),
        ("def f(x, memo: dict[str, int] = {}):", "memo"),
        ("values = []", "values"),
        ("    values = []", None),  # of one call
        ("@lru_cache(maxsize=None)\ndef f(x):", "lru_cache"),
        ("def f(x):\n    global best, alpha", "best"),
        ("BEST = {'max': max}\ndef f(x, seen=set()):", "seen"),  # the likelier first
        ("table = defaultdict(int)", "table"),
        ("x = 3", None),
    ],
)
def test_what_may_keep_something_is_found(
    tmp_path: Path, code: str, kept: str | None
) -> None:
    """A default argument, a cache, a global."""
    (tmp_path / "a.py").write_text(code)
    found = Sources(tmp_path).line_that_keeps("a.py")
    assert (found.source[found.start : found.end] if found else None) == kept
    assert Sources(tmp_path).line_that_keeps("b.py") is None


@for_each(
    "file, line",
    [("alpha_beta.py", 0), ("alpha_beta.py", 99), ("notes.txt", 1), ("/etc/passwd", 1)],
)
def test_no_other_line_is_read(sources: Sources, file: str, line: int) -> None:
    """None beyond the end of a file, and none of a file that is no module."""
    assert sources.place(file, line) is None


TEXT = st.lists(
    st.sampled_from(
        ("def f():", "  for x in y:", "    if a > b:", "      return", "\t", "x" * 999)
    )
    | st.text(max_size=20),
    max_size=20,
).map("\n".join)


@settings(max_examples=examples(100))
@given(TEXT, st.integers(1, 20))
def test_any_text_has_a_line_that_decides(
    tmp_path_factory: pytest.TempPathFactory, text: str, line: int
) -> None:
    """Whatever is in the file, it is one of its own."""
    folder = tmp_path_factory.mktemp("any")
    (folder / "a.py").write_text(text, encoding="utf-8", errors="replace", newline="")
    sources = Sources(folder)
    place = sources.place("a.py", line)
    if place is not None:
        found = sources.loop_end_test(place)
        assert sources.place("a.py", found.line) is not None
        assert 0 <= found.start <= found.end <= len(found.source)


@for_each(
    "body, line",
    [
        ("return total / len(outcomes)", 3),
        ("return statistics.fmean(values)", 3),
        ("self.total /= 2", 3),
        ("half = total // 2", 2),  # rounds, and takes no mean
        ("return total  # / 2", 2),
        ("a = total / 2; b = 1\n    return a / b", 2),  # there are two
    ],
)
def test_where_a_mean_is_taken(tmp_path: Path, body: str, line: int) -> None:
    """In the one line that divides, or else where the values are put together."""
    text = f"def exp_value(game, state):\n    total += value(game, state)\n    {body}\n"
    (tmp_path / "a.py").write_text(text)
    sources = Sources(tmp_path)
    head = sources.definition_that_computes("a.py", "exp_value")
    assert head is not None
    assert sources.line_that_averages(head).line == line


def test_a_mean_may_be_taken_in_another_function(tmp_path: Path) -> None:
    """In the one line of the file that divides."""
    (tmp_path / "a.py").write_text(
        "def mean(self):\n    return self.sum / self.count\n"
        "def exp_value(game, state):\n    return collected(game, state).mean()\n"
    )
    sources = Sources(tmp_path)
    head = sources.definition_that_computes("a.py", "exp_value")
    assert head is not None
    assert sources.line_that_averages(head).line == 2


@for_each("last, line", [("pass", 2), ("return 2", 1)])
def test_the_line_that_returns(tmp_path: Path, last: str, line: int) -> None:
    """Of a function on rows, where there is but one."""
    text = f"def f(x):\n    return x\n    {last}\n"
    (tmp_path / "a.py").write_text(text)
    sources = Sources(tmp_path)
    head = sources.definition_that_computes("a.py", "f")
    assert head is not None
    assert sources.line_that_returns(head).line == line


@for_each(
    "body, line",
    [
        ("best = 0", 3),
        ("best, move = -1, 0", 3),
        ("best: float = 0.0  # to begin with", 3),
        ("return max(values, default=0)", 3),
        ("return reduce(max, values, 0)", 3),
        ("best = 10", None),  # another number
        ("best == 0", None),
        ("if best <= 0:\n        return best", None),
        ("pass  # best = 0", None),
        ("best = 0\n    move = 0", None),  # there are two
    ],
)
def test_where_a_number_stands_that_came_back(
    tmp_path: Path, body: str, line: int | None
) -> None:
    """In the one line that sets something to it, or hands it on."""
    text = f"def max_value(game, state):\n    values = below(state)\n    {body}\n"
    (tmp_path / "a.py").write_text(text)
    sources = Sources(tmp_path)
    head = sources.definition_that_computes("a.py", "max_value")
    assert head is not None
    found = sources.line_with_number(head, 0)
    assert (found.line if found else None) == line


@given(text=st.text(max_size=80), number=st.sampled_from([0, 1e9, -1]))
def test_no_text_keeps_a_number_from_being_looked_for(
    tmp_path_factory: pytest.TempPathFactory, text: str, number: float
) -> None:
    """Digits of any script, however long, and of no end."""
    folder = tmp_path_factory.mktemp("any")
    code = f"def f(x):\n    a = {text}\n    b = {number}{'1' * 400}e9\n"
    (folder / "a.py").write_text(code, encoding="utf-8", errors="replace")
    sources = Sources(folder)
    head = sources.definition_that_computes("a.py", "f")
    assert head is not None
    sources.line_with_number(head, number)
