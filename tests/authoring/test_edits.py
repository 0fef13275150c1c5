"""Edits: what a pattern finds, where it looks, and what stands there afterwards."""

from __future__ import annotations

import ast
import re
from textwrap import dedent

import pytest

from autograder.answers.program import parse
from autograder.authoring import edits
from autograder.authoring.edits import EditError
from tests.cases import for_each
from tests.small import ROOT

SEARCH = """
def search(game, state):
    if game.to_move(state) == 'max':
        return best_for_max(game, state)
    return -1

def best_for_max(game, state):
    return pick(value(game, state), 0)

def pick(a, b):
    return max(a, b)
"""


def edited(edit: str, code: str, search: str = SEARCH) -> str | None:
    """The functions of a code that an edit has changed; None where it does not fit.

    The values are found by `value` and what it calls.
    """
    program = parse(dedent(code) + search)
    made = edits.parse(dedent(edit)).applied(program, ("value",), "search")
    if made is None:
        return None
    changed = made.functions_that_differ(program)
    return "\n".join(ast.unparse(made.functions[name]) for name in changed)


def text(code: str) -> str:
    """A code as Python writes it."""
    return ast.unparse(ast.parse(dedent(code)))


def in_value(edit: str, body: str) -> str | None:
    """The body of a function `value` after an edit."""
    lines = dedent(body).strip().splitlines()
    made = edited(edit, "def value():\n" + "".join(f"    {line}\n" for line in lines))
    return None if made is None else dedent(made.partition("\n")[2])


# What a pattern finds


@for_each(
    "before, after",
    [
        ("alpha = max(alpha, v)", "alpha = v"),
        ("alpha = max(alpha, f(v, 3))", "alpha = f(v, 3)"),
        ("alpha = max(alpha, -v if w else 0)", "alpha = -v if w else 0"),
        ("alpha = max(alpha)", None),
        ("alpha = max(alpha, v, w)", None),
        ("alpha = max(beta, v)", None),
        ("alpha = min(alpha, v)", None),
        ("alpha += max(alpha, v)", None),
    ],
)
def test_a_name_in_capitals_stands_for_any_expression(
    before: str, after: str | None
) -> None:
    """The rest must be as it is written."""
    assert in_value("- alpha = max(alpha, V)\n+ alpha = V", before) == after


@pytest.mark.parametrize(
    "before, after",
    [("f(v, v)", "v"), ("f(g(1), g(1))", "g(1)"), ("f(v, w)", None)],
)
def test_where_a_name_recurs_it_stands_for_the_same(
    before: str, after: str | None
) -> None:
    """As often as it is written."""
    assert in_value("- f(X, X)\n+ X", before) == after


@pytest.mark.parametrize(
    "before, after",
    [
        ("f(child)", "g(child)"),
        ("f(child, alpha, beta)", "g(child, alpha, beta)"),
        ("f(child, beta=3)", None),
        ("f()", None),
    ],
)
def test_a_starred_name_stands_for_the_rest_of_the_arguments(
    before: str, after: str | None
) -> None:
    """None of them, or any number; not those that are given by name."""
    assert in_value("- f(CHILD, *ARGS)\n+ g(CHILD, *ARGS)", before) == after


def test_what_is_starred_itself_is_found_as_it_stands() -> None:
    """Only a name in capitals stands for others."""
    edit = "- [A, *rest(B)]\n+ [B, *rest(A)]"
    assert in_value(edit, "[x, *rest(y)]") == "[y, *rest(x)]"
    assert in_value(edit, "[x, *more(y)]") is None
    assert in_value("- [A, *R]\n+ [*R, A]", "[x, *rest(y), z]") == "[*rest(y), z, x]"


def test_what_stands_behind_the_rest_is_found_at_the_end() -> None:
    """A starred name may stand anywhere among the arguments."""
    edit = "- f(CHILD, *ARGS, not who)\n+ f(CHILD, *ARGS, who)"
    assert in_value(edit, "f(c, not who)") == "f(c, who)"
    assert in_value(edit, "f(c, a, b, not who)") == "f(c, a, b, who)"
    assert in_value(edit, "f(not who)") is None
    assert in_value(edit, "f(c, not who, a)") is None


def test_between_two_starred_names_is_found_wherever_it_stands() -> None:
    """A window has a player before it here and a depth behind it there."""
    edit = "- f(CHILD, *P, alpha, beta, *A)\n+ f(CHILD, *P, beta, alpha, *A)"
    assert in_value(edit, "f(c, alpha, beta)") == "f(c, beta, alpha)"
    assert in_value(edit, "f(c, p, alpha, beta)") == "f(c, p, beta, alpha)"
    assert in_value(edit, "f(c, alpha, beta, d)") == "f(c, beta, alpha, d)"
    assert in_value(edit, "f(c, p, q, alpha, beta, d, e)") == (
        "f(c, p, q, beta, alpha, d, e)"
    )
    assert in_value(edit, "f(alpha, beta, d)") is None
    assert in_value(edit, "f(c, alpha, p, beta)") is None


def test_the_argument_of_a_lambda_may_have_any_name() -> None:
    """And what comes has it."""
    edit = "- max(A, key=lambda X: f(X[1]))\n+ min(A, key=lambda X: -f(X[1]))"
    assert in_value(edit, "max(a, key=lambda pair: f(pair[1]))") == (
        "min(a, key=lambda pair: -f(pair[1]))"
    )
    assert in_value(edit, "max(a, key=lambda pair: f(a[1]))") is None


def test_an_expression_is_looked_for_within_lines() -> None:
    """In each of them, in whatever stands around it; all places are edited."""
    body = """
        if is_terminal(s):
            return utility(s)
        return [utility(c) for c in below(s) if utility(c) > 0]
    """
    assert in_value("- utility(S)\n+ utility(S, 'min')", body) == text(
        """
        if is_terminal(s):
            return utility(s, 'min')
        return [utility(c, 'min') for c in below(s) if utility(c, 'min') > 0]
        """
    )


def test_a_match_is_not_searched_again() -> None:
    """So that an edit ends whose result has what it looks for."""
    assert in_value("- f(X)\n+ f(f(X))", "f(1)") == "f(f(1))"


def test_a_statement_is_looked_for_in_every_block() -> None:
    """Each match is replaced, by none, one or several."""
    body = """
        v = 0
        while v:
            v = 0
        else:
            v = 0
    """
    assert in_value("- v = 0", body) == text("while v:\n    pass\nelse:\n    pass")
    assert in_value("- v = 0\n+ v = 1\n+ w = v", "v = 0") == "v = 1\nw = v"


def test_dots_stand_for_any_statements() -> None:
    """As few as there are until the rest fits; they are put back where dots stand."""
    edit = """
    - for T in CHILDREN:
    -     ...
    -     return v
    + for T in CHILDREN[:-1]:
    +     ...
    """
    body = """
        for child in children:
            w = f(child)
            v += w
            return v
    """
    assert in_value(dedent(edit), body) == text(
        """
        for child in children[:-1]:
            w = f(child)
            v += w
        """
    )
    assert in_value(dedent(edit), "for child in children:\n    w = 1") is None


def test_dots_may_stand_for_nothing() -> None:
    """Where what is around them follows at once."""
    edit = "  a = 0\n- ...\n- return a\n+ ...\n+ return 1"
    assert in_value(edit, "a = 0\nreturn a") == "a = 0\nreturn 1"
    assert in_value(edit, "a = 0\nb = 0\nreturn a") == "a = 0\nb = 0\nreturn 1"


def test_statements_must_follow_one_another() -> None:
    """Without dots nothing may stand between them."""
    edit = "- v = 0\n- w = 0\n+ v = w = 0"
    assert in_value(edit, "v = 0\nw = 0") == "v = w = 0"
    assert in_value(edit, "v = 0\nprint()\nw = 0") is None


def test_lines_that_stay_are_put_back() -> None:
    """They only say where; what a name stands for there may be used."""
    edit = "  v = max(v, X)\n+ print(X)"
    assert in_value(edit, "v = max(v, f(3))") == "v = max(v, f(3))\nprint(f(3))"


# Strict and not


@pytest.mark.parametrize(
    "before, after",
    [
        ("if v >= beta:\n    return v", "if v >= alpha:\n    return v"),
        ("if v > beta:\n    return v", "if v > alpha:\n    return v"),
        ("if v <= beta:\n    return v", None),
        ("if v == beta:\n    return v", None),
    ],
)
def test_a_cut_may_be_strict_and_stays_so(before: str, after: str | None) -> None:
    """`>=` of a pattern finds both, and what comes is as strict as what went."""
    assert in_value("- v >= beta\n+ v >= alpha", before) == after


def test_all_comparisons_that_come_are_strict_then() -> None:
    """Also those the other way round, and of statements."""
    edit = "- if v <= alpha:\n-     ...\n+ if v <= alpha or v >= beta:\n+     ..."
    assert in_value(edit, "if v < alpha:\n    return v") == text(
        "if v < alpha or v > beta:\n    return v"
    )
    assert in_value(edit, "if v <= alpha:\n    return v") == text(
        "if v <= alpha or v >= beta:\n    return v"
    )


def test_each_place_is_as_strict_as_it_was() -> None:
    """One strict cut does not make the next one strict."""
    body = "a = v > beta\nb = v >= beta"
    edit = "- v >= beta\n+ w >= beta"
    assert in_value(edit, body) == "a = w > beta\nb = w >= beta"


def test_a_strict_pattern_finds_strict_comparisons_alone() -> None:
    """`w > v` keeps the better child, and `>=` there is something else."""
    assert in_value("- w > v\n+ w < v", "a = w > v") == "a = w < v"
    assert in_value("- w > v\n+ w < v", "a = w >= v") is None


# Where it is looked for

BOTH = """
def value():
    return max_value() + min_value()

def max_value():
    return pick(v, 0)

def min_value():
    return pick(v, 0)
"""


def test_without_a_place_all_that_finds_values_is_edited() -> None:
    """And nothing that the search function alone calls."""
    assert edited("- pick(A, B)\n+ A", BOTH) == (
        "def max_value():\n    return v\ndef min_value():\n    return v"
    )


@pytest.mark.parametrize("player", ["max", "min"])
def test_the_place_of_a_player(player: str) -> None:
    """The part of the other one is left alone."""
    made = edited(f"@ {player}\n- pick(A, B)\n+ A", BOTH)
    assert made == f"def {player}_value():\n    return v"


def test_the_place_of_the_search() -> None:
    """What chooses the action and what it alone calls."""
    assert edited("@ search\n- pick(A, B)\n+ A", BOTH) == (
        "def best_for_max(game, state):\n    return value(game, state)"
    )
    assert edited("@ search max\n- pick(A, B)\n+ A", BOTH) is not None
    assert edited("@ search min\n- pick(A, B)\n+ A", BOTH) is None
    assert edited("@ search min\n- return -1\n+ return 1", BOTH) == (
        "def search(game, state):\n    if game.to_move(state) == 'max':\n"
        "        return best_for_max(game, state)\n    return 1"
    )


def test_what_both_call_finds_values() -> None:
    """A helper of the search that `value` calls as well is no part of the search."""
    assert edited("@ search\n- max(A, B)\n+ A", BOTH) is None
    assert edited("- max(A, B)\n+ A", BOTH) == "def pick(a, b):\n    return a"


# Several hunks


def test_each_hunk_must_be_found() -> None:
    """One after the other, in what the one before has left."""
    edit = "- a = 0\n+ b = 0\n\n- b = 0\n+ c = 0"
    assert in_value(edit, "a = 0") == "c = 0"
    assert in_value(edit, "b = 0") is None
    assert in_value("- a = 0\n+ a = 1\n\n- d = 0", "a = 0") is None


def test_a_hunk_of_context_alone_is_a_guard() -> None:
    """It changes nothing, and the rest fits only where it does."""
    edit = "  turn(X)\n\n- pick(X)\n+ 0"
    assert in_value(edit, "turn(1)\npick(1)") == "turn(1)\n0"
    assert in_value(edit, "pick(1)") is None


def test_the_names_of_a_hunk_are_its_own() -> None:
    """X may stand for something else in the next one."""
    edit = "- f(X)\n+ X\n\n- g(X)\n+ X"
    assert in_value(edit, "f(1)\ng(2)") == "1\n2"


def test_the_program_that_is_edited_stays_as_it_was() -> None:
    """What an edit leaves is shared, what it changes is new."""
    program = parse("def value():\n    v = 0\n    return v\n" + SEARCH)
    before = program.text()
    made = edits.parse("- v = 0\n+ v = 1").applied(program, ("value",), "search")
    assert made is not None
    assert program.text() == before
    assert made.functions["search"] is program.functions["search"]
    assert made.module("made").value() == 1


def test_a_mistake_in_the_reference() -> None:
    """By eye: MAX's cut of AIMA's Figure 5.7, on the wrong bound."""
    text = (ROOT / "reference" / "alpha_beta.py").read_text("utf-8")
    program = parse(text)
    entries, search = ("max_value", "min_value"), "alpha_beta_search"
    edit = edits.parse("@ max\n- V >= beta\n+ V >= alpha")
    made = edit.applied(program, entries, search)
    assert made is not None
    assert made.functions_that_differ(program) == ("max_value",)
    changed = ast.unparse(made.functions["max_value"])
    before = ast.unparse(program.functions["max_value"])
    assert changed == before.replace("if v >= beta:", "if v >= alpha:")


# What is no edit


@for_each(
    "edit, said",
    [
        ("@ nim\n- a\n+ b", "unknown place 'nim'; known: max, min, search"),
        ("a = 0", "each line begins with -, + or a space"),
        ("+ a = 0", "no line is there to be found"),
        ("- a = 0\n\n+ a = 1", "no line is there to be found"),
        ("- if a:\n+ b", "expected an indented block after 'if' statement"),
        ("- a = = 0", "invalid syntax: a = = 0"),
        ("", "no line is there to be found"),
        ("@ max", "no line is there to be found"),
    ],
)
def test_what_is_no_edit(edit: str, said: str) -> None:
    """Each fault is told in a sentence."""
    with pytest.raises(EditError, match=re.escape(said)):
        edits.parse(edit)
