"""docs/keys.md is made from the schemas, whose keys are those of the code.

`python -m tests.renew keys` writes it anew. A schema's `$comment` names the page that
says more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from autograder.project import PROJECT

DOCS = PROJECT / "docs"
PAGE = DOCS / "keys.md"
HEAD = """\
# Keys

From the schemas that editors read. [The assignment file](assignment.md) and [tree
files](trees.md) explain them. [Tables](tables.md#keys), [games](games.md#keys),
[programs that play](units/play.md) and [rule games](rule_games.md) have more keys. A
question of any kind has `name`, `kind`, `module`, `points`, `worth`, `parts`, `limits`,
`visibility`, `feedback` and `hints`; the others are a search's.
"""
TEXT = re.compile(r"(?P<meaning>.*?)\.?(?: Default: (?P<default>.*)\.)?")
NEEDED = " Needed."
NAMES = "a function's name"
ELSEWHERE = ("Of a table: ", "Of a game: ", "Of a program that plays: ")


def table(title: str, properties: Mapping[str, Any]) -> str:
    """A section, with a row for each key; its name leads to more."""
    lines = []
    for key, value in properties.items():
        text = value["description"].replace(NEEDED, " Default: needed.")
        if text.startswith(ELSEWHERE):
            continue
        told = TEXT.fullmatch(text)
        assert told is not None
        name = key if key == NAMES else f"`{key}`"
        if "$comment" in value:
            name = f"[{name}]({value['$comment']})"
        lines.append((name, told["meaning"], told["default"] or ""))
    columns = 3 if any(default for _, _, default in lines) else 2
    table = [("key", "meaning", "default"), ("---",) * 3, *lines]
    rows = ("| " + " | ".join(line[:columns]) + " |\n" for line in table)
    return f"\n## {title}\n\n{''.join(rows)}"


def content() -> str:
    """The page, as the schemas have it now."""
    assignment, tree = (
        json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))
        for name in ("assignment", "tree")
    )
    question = assignment["$defs"]["question"]["properties"]
    points = question["points"]
    (saved,) = points["patternProperties"].values()
    function = points["additionalProperties"]
    facets = {**points["properties"], "saved_50": saved, NAMES: function}
    parts = (
        ("An assignment", assignment["properties"]),
        ("A question", question),
        ("`points`", facets),
        ("`limits`", question["limits"]["properties"]),
        ("A tree file", {**of_the_tree(tree), **tree["properties"]}),
        ("`expect`", tree["properties"]["expect"]["properties"]),
    )
    return HEAD + "".join(table(title, keys) for title, keys in parts)


def of_the_tree(tree: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a tree that stands in the file, and that which names a game."""
    forms = tree["$defs"]
    both = {
        **forms["explicit"]["properties"],
        "game": forms["rules"]["properties"]["game"],
    }
    return {key: value for key, value in both.items() if "description" in value}


def test_the_page_has_the_keys_of_today() -> None:
    """Every key of the schemas that no other page explains, and its default."""
    assert PAGE.read_text(encoding="utf-8") == content()


def renew() -> None:
    """Write the page anew."""
    PAGE.write_text(content(), encoding="utf-8")
