"""The tables of results and of each kind's keys and facets are made from the schemas.

`python -m tests.renew reference_tables` writes them anew. A table is found by its page
and by its head; what stands around it is written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from autograder.kinds.all import KINDS
from autograder.kinds.table.question import FACETS as OF_TABLES
from autograder.project import PROJECT

DOCS = PROJECT / "docs"
RESULTS, ASSIGNMENT, TREE = (
    json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))["$defs"]
    for name in ("results", "assignment", "tree")
)
QUESTION = ASSIGNMENT["question"]["properties"]
OF_THE_WHOLE = RESULTS["graded"]["properties"]
OF_A_TEST = RESULTS["tree_test"]["properties"]
VERDICTS = OF_A_TEST["verdict"]
ENDS = re.compile(r" (?P<what>Default|Points): (?P<text>[^:]*)\.$| Needed\.$")
Row = tuple[str, ...]


def row(key: str, told: str, *, prefix: str = "", last: str = "") -> Row:
    """A key, what its description says, and what stands behind that, or `last`."""
    told = told.removeprefix(prefix)
    end = ENDS.search(told)
    told = (told[: end.start()] if end else told).removesuffix(".")
    behind = (end["text"] or "needed") if end else last
    return f"`{key}`", told[:1].upper() + told[1:], behind


def rows(
    properties: Mapping[str, Any], *, prefix: str = "", last: str = ""
) -> list[Row]:
    """A row for each property whose description begins with the prefix."""
    return [
        row(key, value["description"], prefix=prefix, last=last)
        for key, value in properties.items()
        if value.get("description", "").startswith(
            prefix or value.get("description", "-")
        )
    ]


def of_kind(name: str) -> list[Row]:
    """The keys that questions of one kind alone have."""
    return rows(QUESTION, prefix=f"Of {name}: ", last="none")


def points(name: str) -> list[Row]:
    """The facets of a kind."""
    return rows(ASSIGNMENT[f"{name}_points"]["properties"])


VERDICT_ROWS = [
    row(*each)
    for each in zip(VERDICTS["enum"], VERDICTS["enumDescriptions"], strict=True)
]
OPTIONS = {
    game["if"]["properties"]["game"]["const"]: rows(game["then"]["properties"])
    for game in TREE["rules"]["allOf"]
}
TABLES: dict[tuple[str, Row], list[Row]] = {
    ("results", ("key of results.json", "")): rows(OF_THE_WHOLE),
    ("results", ("key of the whole's `extra_data`", "")): rows(
        OF_THE_WHOLE["extra_data"]["properties"]
    ),
    ("results", ("key of a test", "")): rows(RESULTS["test"]["properties"]),
    ("results", ("key of `extra_data`", "")): rows(OF_A_TEST),
    ("results", ("verdict", "it means", "points")): VERDICT_ROWS,
    ("tables", ("key", "meaning", "default")): of_kind("a table"),
    ("tables", ("facet", "what earns the points")): points("table"),
    ("games", ("key", "meaning", "default")): of_kind("a game"),
    ("games", ("key of a group", "", "default")): rows(
        ASSIGNMENT["lines"]["additionalProperties"]["properties"], last="none"
    ),
    ("games", ("facet", "what earns the points")): points("game"),
    ("units/play", ("key", "meaning", "default")): of_kind("a program that plays"),
    ("units/play", ("key of a game", "", "default")): rows(
        ASSIGNMENT["games"]["additionalProperties"]["properties"], last="none"
    ),
    ("units/play", ("facet", "what earns the points")): points("match"),
    ("units/monte_carlo", ("facet", "what earns the points")): points("playouts"),
    ("openspiel", ("key", "meaning", "default")): OPTIONS.pop("openspiel"),
    **{
        ("rule_games", (f"option of `{game}`", "meaning", "default")): told
        for game, told in OPTIONS.items()
    },
}


def line(cells: Sequence[str]) -> str:
    """A row of Markdown."""
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def with_tables(page: str) -> str:
    """A page, each of whose tables says what the schemas say now."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    up = "../" * page.count("/")
    for (place, head), told in TABLES.items():
        if place == page:
            made = [line(cells[: len(head)]) for cells in told]
            whole = "\n".join((line(head), f"|{'---|' * len(head)}", *made))
            whole = re.sub(r"\]\((?=\w)", f"]({up}", whole)
            old = re.compile(rf"^{re.escape(line(head))}\n(\|.*\n)+", re.MULTILINE)
            (span,) = [found.span() for found in old.finditer(text)]
            text = f"{text[: span[0]]}{whole}\n{text[span[1] :]}"
    return text


def test_the_tables_are_those_of_the_schemas() -> None:
    """Each row, in the order of the schema."""
    for page in {page for page, _ in TABLES}:
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        assert text == with_tables(page), page


def test_every_key_of_the_results_is_described() -> None:
    """So each has a row: that of the whole, of a test, and of both `extra_data`."""
    of_tests = [RESULTS[name]["properties"] for name in ("test", "tree_test")]
    for keys in (OF_THE_WHOLE, OF_THE_WHOLE["extra_data"]["properties"], *of_tests):
        assert [key for key, value in keys.items() if "description" not in value] == []


def test_the_schemas_have_the_facets_of_the_code() -> None:
    """Of each kind, in the order in which reports tell them."""
    of_kinds = {
        "table": OF_TABLES,
        **{name: KINDS[name].form.FACETS for name in ("game", "playouts", "match")},
    }
    for name, facets in of_kinds.items():
        assert tuple(ASSIGNMENT[f"{name}_points"]["properties"]) == facets, name


def renew() -> None:
    """Write the tables anew."""
    for page in {page for page, _ in TABLES}:
        (DOCS / f"{page}.md").write_text(with_tables(page), encoding="utf-8")
