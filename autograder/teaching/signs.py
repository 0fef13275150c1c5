"""What the line looks like in which a named mistake stands, in whatever words.

No more is looked for than the field's words and Python's own: `beta`, `.utility(`,
`depth -= 1`. A sign shows a line only where exactly one fits; so it may fit many.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

BOUND = r"(?:\w{1,60}\.)?(?:%s)"
LOW, HIGH = BOUND % "alpha|α|lower|low|lo|a", BOUND % "beta|β|upper|high|hi|b"
PLIES = "depth|plies|rounds|limit|level|horizon|ply|n|d|k"
COMPARES = r"[<>=]=?"
END = r"\s*(?:#|$)"
CODE = r"[^#]*?"  # and no comment


class Where(Enum):
    """In which part of a module a line is looked for.

    Where it is known to stand in one player's function alone, that comes first.
    """

    MODULE = "anywhere"
    SEARCH = "in the search function"
    BELOW = "in all others"
    CHANCE = "where chance moves"


@dataclass(frozen=True, slots=True)
class Sign:
    """What a line begins with, or is to hold; None is a call of a function beside."""

    where: Where
    begins: re.Pattern[str] | None = None


def _sign(pattern: str, where: Where = Where.MODULE) -> Sign:
    return Sign(where, re.compile(pattern))


CALL, CALL_AT_ROOT = Sign(Where.BELOW), Sign(Where.SEARCH)
UTILITY, ESTIMATE = _sign(rf"{CODE}\.utility\("), _sign(rf"{CODE}\.evaluate\(")
STORES = _sign(r"\s*[\w.]+\[[^\]=]+\]\s*=(?!=)")
LIMIT = _sign(
    rf"\s*(?:(?:el)?if|return)\b{CODE}\b(?:{PLIES})\b{CODE}{COMPARES}"
    rf"|\s*(?:el)?if\b{CODE}{COMPARES}\s*\d"
)
SETS_A_BOUND = _sign(rf"\s*(?:{LOW}|{HIGH})\s*=\s*[\w.]+{END}")
ONE_LESS = _sign(r"\s*(?:--|([\w.]{1,60})\s*-=\s*1|([\w.]{1,60})\s*=\s*\2\s*-\s*1)")
NOTHING = _sign(
    rf"{CODE}(?:\bnot [\w.]+ or\b|\) or |[=(] ?\w+ or |\band\b{CODE}\) or )"
)
OTHER_PLAYER = _sign(
    rf"\s*(\w*(?:player|turn|max\w*))\s*=(?!=){CODE}(?:\bnot\b|min\b|\[\1\])"
)
LIKE = (  # the surest first; names without the player in whose function it stands
    (CALL_AT_ROOT, "root_is_always_max root_is_always_min"),
    (CALL_AT_ROOT, "search_takes_no_ply_off search_takes_two_off search_calls_chance"),
    (CALL_AT_ROOT, "search_takes_a_round_off action_of_the_same_player"),
    (
        _sign(rf"{CODE}-\s*{LOW}\s*,\s*-\s*{HIGH}\b"),
        "window_negated_unswapped bounds_swapped",
    ),
    (
        _sign(rf"{CODE}\b(?:p|prob\w*)\s*\*\s*[\w.]+\("),
        "max_after_chance window_through_chance window_not_narrowed_at_chance",
    ),
    (
        _sign(rf"{CODE}(?:\bkey\s*=|\.sort\(|\bsorted\()"),
        "sorted_by_estimates order_of_max_for_both order_of_min_for_both",
    ),
    (
        _sign(rf"\s*[\w.,: ]+=(?!=){CODE}\b(?:\d[\d_]{{2,}}|\d+e\d+)"),
        "initial_finite search_window_finite initial_100 initial_1000 initial_9999",
    ),
    (_sign(rf"{CODE}%\s*[\w(]"), "players_in_turn players_alternate"),
    (SETS_A_BOUND, "bounds_are_v alpha_is_v beta_is_v"),
    (CALL, "bounds_are_v chance_after_every_move min_follows_max max_follows_min"),
    (CALL, "depth_not_counted depth_counted_twice one_opponent_alone"),
    (CALL, "max_calls_itself min_calls_itself players_alternate role_of_the_root"),
    (CALL, "sign_turned_at_every_ply sign_kept color_kept window_kept_for_the_other"),
    (CALL, "bounds_swapped window_negated window_negated_unswapped window_reset"),
    (CALL, "window_swapped_unnegated alpha_not_handed_down beta_not_handed_down"),
    (
        Sign(Where.CHANCE),
        "max_after_chance depth_counted_at_chance window_through_chance",
    ),
    (UTILITY, "leaf_seen_by_max viewpoint_of_max utility_of_the_mover utility_of_min"),
    (UTILITY, "utility_of_who_begins utility_of_the_other utility_rounded"),
    (UTILITY, "utility_asked_everywhere"),
    (ESTIMATE, "estimate_for_the_mover estimate_for_min estimate_of_the_parent"),
    (_sign(rf"{CODE}\.is_quiet\("), "quiet_at_the_limit_alone quiet_or_deep"),
    (_sign(rf"{CODE}\.is_terminal\("), "zero_is_not_terminal"),
    (_sign(rf"{CODE}\.to_move\("), "turn_asked_of_the_parent"),
    (ONE_LESS, "depth_shrinks_in_the_loop depth_never_less"),
    (LIMIT, "stops_one_ply_early stops_one_ply_late stops_at_a_depth"),
    (_sign(r"\s*(?:global|nonlocal)\b"), "window_shared best_move_overwritten"),
    (_sign(rf"\s*(?:{LOW}|{HIGH})\s*=(?!=)"), "window_shared"),
    (NOTHING, "zero_is_nothing"),
    (_sign(rf"{CODE}(?:\.pop\(|\breversed\(|\[::-1\])"), "right_to_left"),
    (_sign(rf"{CODE}(?:\.append\(|\[\*)"), "line_backwards"),
    (
        _sign(rf"{CODE}(?:\b(?:f?mean|average)\s*\(|(?<!/)/(?!/))"),
        "mean_unweighted mean_divided_again",
    ),
    (_sign(rf"{CODE}(?:\bround\(|\bint\(|//)"), "mean_rounded"),
    (_sign(rf"{CODE}\+=?\s*(?:p|prob\w*)\s*\+"), "probability_added"),
    (_sign(rf"{CODE}(?:\[1:\]|\brange\(1\b|\bislice\()"), "first_child_skipped"),
    (_sign(rf"{CODE}(?:\[:-1\]|\blen\(\w+\)\s*-\s*1)"), "last_child_skipped"),
    (_sign(r"\s*return\s+\(?[\w.]+\s*,\s*\w+"), "returns_pairs"),
    (OTHER_PLAYER, "player_changes_with_each_child"),
    (_sign(rf"{CODE}\bmax\s*\(|\s*(?:el)?if\b{CODE}[<>]"), "whole_tuples_compared"),
    (STORES, "table_bound_kept_as_exact table_loop_ended_kept_as_exact"),
    (STORES, "table_without_windows"),
    (_sign(rf"\s*return\s+{LOW}{END}"), "max_cut_returns_alpha min_returns_alpha"),
    (_sign(rf"\s*return\s+{HIGH}{END}"), "min_cut_returns_beta max_returns_beta"),
    (_sign(rf"{CODE}<=?\s*{HIGH}\b"), "min_cuts_on_beta"),
    (_sign(rf"{CODE}>=?\s*{LOW}\b"), "max_cuts_on_alpha"),
    (_sign(rf"\s*{LOW}\s*=\s*[\w.]+{END}"), "alpha_overwritten"),
    (_sign(rf"\s*{HIGH}\s*=\s*[\w.]+{END}"), "beta_overwritten"),
    (_sign(rf"\s*{LOW}\s*=\s*min\("), "alpha_moves_outwards"),
    (_sign(rf"\s*{HIGH}\s*=\s*max\("), "beta_moves_outwards"),
    (_sign(rf"\s*{LOW}\s*=(?!=){CODE}\b{HIGH}\b"), "alpha_from_beta"),
    (_sign(rf"\s*{HIGH}\s*=(?!=){CODE}\b{LOW}\b"), "beta_from_alpha"),
    (
        _sign(rf"\s*\w+\s*=\s*\(?\s*{LOW}\s*-"),
        "window_not_divided rest_unweighted utility_bounds_swapped_in_the_window",
    ),
    (
        _sign(rf"\s*[\w.]+\s*(?:-=\s*[\w.]+|=\s*[\w.]+\s*-\s*p\w*){END}"),
        "rest_with_the_present",
    ),
    (
        _sign(rf"\s*[\w., ]+=(?!=){CODE}(?:\binf\b|\bfloat\()"),
        "infinity_of_the_other infinities_swapped infinity_at_chance",
    ),
    (_sign(rf"{CODE}\bif\b{CODE}[<>]"), "comparison_reversed"),
    (_sign(rf"{CODE}\.(?:append|extend|push)\("), "stack_window_at_push"),
    (_sign(rf"{CODE}\bstr\("), "table_keyed_by_name order_by_name"),
    (_sign(rf"{CODE}[<>=]=?\s*-?1\b"), "stops_at_one stops_at_exactly_one"),
    (
        _sign(rf"{CODE}\b(?:max|min)\s*\(", Where.CHANCE),
        "likeliest_outcome largest_at_chance smallest_at_chance",
    ),
    (_sign(rf"{CODE}-\s*(?:{PLIES})\b(?!\s*-)"), "utility_less_the_depth"),
    (_sign(rf"{CODE}[<>]=", Where.SEARCH), "tie_by_a_bound last_of_equals"),
    (
        _sign(rf"{CODE}\b(?:max|min|sorted|reduce)\s*\(", Where.SEARCH),
        "actions_compared_by_name worst_action",
    ),
    (
        _sign(r"\s*return\b\s*[^\s#]", Where.SEARCH),
        "index_for_action state_for_action value_for_action",
    ),
    (_sign(rf"{CODE}\.to_move\(", Where.SEARCH), "search_asks_the_next_player"),
    (_sign(r"\s*[\w.]+\s*=\s*[-+]?\d", Where.SEARCH), "search_starts_finite"),
)


def signs_of(mistake: str) -> tuple[Sign, ...]:
    """What its line may look like, the surest first; nothing where that is unknown."""
    alike = mistake.removesuffix("_at_max").removesuffix("_at_min")
    return tuple(sign for sign, names in LIKE if alike in names.split())
