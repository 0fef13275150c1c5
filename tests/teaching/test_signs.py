"""What the line of a named mistake looks like: enough of it, and no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from autograder.teaching.causes import STOPS
from autograder.teaching.signs import LIKE, Where, signs_of
from tests.cases import for_each
from tests.small import ROOT

TEXTS = [  # nearly fit, over and over, or would
    *("(" * 180, "a or " * 36, "not a" * 36, "-a,-" * 45),
    *("alpha = v", "return beta", "depth -= 1", "p * f(s)", "v = max(v, 1)"),
]
KNOWN = {path.stem for path in (ROOT / "reference" / "misconceptions").glob("*.yaml")}


@for_each(
    "mistake, line, fits",
    [
        ("min_cut_returns_beta", "return beta", True),
        ("min_cut_returns_beta", "return self.beta  # MAX will not come here", True),
        ("min_cut_returns_beta", "return beta - 1", False),
        ("min_cuts_on_beta", "if v <= beta:", True),
        ("min_cuts_on_beta", "if v <= alpha:", False),
        ("alpha_overwritten", "alpha = v", True),
        ("alpha_overwritten", "alpha = max(alpha, v)", False),
        ("beta_moves_outwards", "beta = max(beta, best)", True),
        ("window_negated_unswapped", "v = max(v, -f(game, s, -alpha, -beta))", True),
        ("window_negated_unswapped", "v = max(v, -f(game, s, -beta, -alpha))", False),
        ("depth_shrinks_in_the_loop_at_max", "depth -= 1", True),
        ("depth_shrinks_in_the_loop", "tiefe = tiefe - 1", True),
        ("depth_shrinks_in_the_loop", "v = f(game, s, depth - 1)", False),
        ("stops_at_a_depth", "if depth >= MOST:", True),
        ("stops_one_ply_early", "if game.is_terminal(state):", False),
        ("zero_is_nothing", "if not best or v > best:", True),
        ("zero_is_nothing", "if best is None or v > best:", False),
        ("first_child_skipped", "for child in children[1:]:", True),
        ("mean_divided_again", "return total / len(outcomes)", True),
        ("mean_divided_again", "half = total // 2", False),
        ("utility_less_the_depth", "return score - depth", True),
        ("utility_less_the_depth", "return f(game, s, depth - 1)", False),
        ("leaf_seen_by_max", "return game.utility(state)", True),
        ("leaf_seen_by_max", "pass  # game.utility(state)", False),
        ("initial_1000", "MAX, MIN = 1000, -1000", True),
        ("initial_finite", "best: float = -1e6", True),
        ("initial_finite", "if best == 1000:", False),
    ],
)
def test_a_line_has_the_sign_of_a_mistake(
    mistake: str,
    line: str,
    fits: bool,  # noqa: FBT001
) -> None:
    """The surest of those that are read off its text."""
    patterns = [sign.begins for sign in signs_of(mistake) if sign.begins]
    assert bool(patterns[0].match(f"    {line}")) is fits, (mistake, line)


def test_each_sign_is_one_of_a_mistake_that_is_known() -> None:
    """By its name, with or without the player in whose function it stands."""
    named = {name for _, names in LIKE for name in names.split()}
    ends = ("", "_at_max", "_at_min")
    lost = {n for n in named if not KNOWN & {f"{n}{end}" for end in ends}}
    assert lost == {STOPS}


def test_what_has_no_sign_has_none() -> None:
    """Some mistakes may look like anything."""
    assert signs_of("halves_compared_wrongly") == ()
    assert signs_of("") == ()


def test_a_call_is_looked_for_where_it_stands() -> None:
    """At the root, at chance, or elsewhere."""
    (at_root,) = signs_of("root_is_always_max")
    assert (at_root.where, at_root.begins) == (Where.SEARCH, None)
    assert [sign.where for sign in signs_of("bounds_swapped_at_max")][-1] is Where.BELOW
    assert [sign.where for sign in signs_of("max_after_chance")][-1] is Where.CHANCE


@given(text=st.text(max_size=190) | st.sampled_from(TEXTS))
def test_no_comment_has_a_sign(text: str) -> None:
    """Whatever stands in it; and each pattern comes to an end."""
    for sign, names in LIKE:
        if sign.begins:
            assert not sign.begins.match(f"    # {text}"), names
