"""A search as `assignment.yaml` asks it: its keys are read, and written."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from autograder.assignment.questions import FACETS as OF_SEARCHES
from autograder.assignment.questions import (
    NO_SEARCH,
    OF_ANY_TREE,
    ORDERS,
    RECURSION,
    REMEMBERS,
    TIES,
    VISITS,
    Case,
    Part,
    Question,
    Shares,
)
from autograder.assignment.reading import MESSAGE, PARTS, Keys, Reader
from autograder.assignment.signature import (
    EVERY,
    STARTS,
    TEXTBOOK,
    USUAL,
    VALUES_OF,
    WITH_CHANCE,
    Entry,
    function_at,
)
from autograder.text import clean, listed
from autograder.trees import marked
from autograder.trees.tree import PLAYERS, common_window

KEYS: tuple[str, ...] = (
    *("search", "entry", "arguments", "conventions", "accept"),
    *("ties", "order", "repeats", "visits", "value_of", "recursion", "remembers"),
    "peeks",
)
ASKED = "trees"
PLAIN = ("name", "module", *KEYS, "limits")  # as they are written
FACETS: tuple[str, ...] = OF_SEARCHES  # of this kind, as `Form` has them
TRUTH = ("true", "false")
EXAMPLES = (*OF_ANY_TREE, *dict(TEXTBOOK).values())


def question(reader: Reader, node: marked.MarkedNode, keys: Keys) -> Question:
    """A search, whose keys are these."""
    get = partial(reader.read, keys)
    shared = reader.shared_fields(node, keys)
    conventions = get("conventions", reader.names, (USUAL,))
    search = get("search", reader.identifier, f"{shared['module']}_search")
    in_parts = PARTS in keys
    found = Question(
        **shared,
        search="" if search == NO_SEARCH else search,
        arguments=get("arguments", partial(_arguments, reader), None),
        conventions=conventions,
        accept=get(
            "accept", reader.names, conventions if in_parts else conventions[:1]
        ),
        ties=get("ties", reader.choice_reader(TIES), TIES[0]),
        order=get("order", reader.choice_reader(ORDERS), ORDERS[0]),
        entry=get("entry", partial(_entry, reader), None),
        repeats=get("repeats", reader.choice_reader(TRUTH), TRUTH[1]) == TRUTH[0],
        visits=get("visits", reader.choice_reader(VISITS), VISITS[0]),
        value_of=get("value_of", reader.choice_reader(VALUES_OF), VALUES_OF[0]),
        recursion=get("recursion", reader.choice_reader(RECURSION), RECURSION[0]),
        remembers=get("remembers", reader.choice_reader(REMEMBERS), REMEMBERS[0]),
        peeks=get("peeks", reader.choice_reader(TRUTH), TRUTH[1]) == TRUTH[0],
    )
    accepted = keys.get("accept")
    for item in accepted.items if isinstance(accepted, marked.MarkedList) else ():
        if isinstance(item, marked.Scalar) and item.text.strip() not in conventions:
            known = clean(listed(conventions), MESSAGE)
            name = clean(item.text, marked.SHOWN)
            reader.complain(item.mark, f"{name} is not a convention here: {known}")
    return found


def points(reader: Reader, _question: Question, node: marked.MarkedNode) -> Shares:
    """What facets earn; functions are known once there are answers."""
    return reader.points(node, FACETS, EXAMPLES)


def checked_tests(
    reader: Reader, node: marked.MarkedNode, keys: Keys, cases: Sequence[Case]
) -> list[Case]:
    """The tests of all parts, with what all their trees tell; complaints of movers."""
    _check_movers(reader, node, keys.get("entry"), cases)
    if not cases:
        return []
    entry, within = cases[0].question.entry, common_window(c.tree for c in cases)
    of_two = all({n.to_move for n in c.tree.nodes} <= {*PLAYERS} for c in cases)
    if entry is not None and dict(entry).keys() == {EVERY} and of_two:
        (_, name), *_ = entry  # one function for all is, where two play, that of both
        entry = tuple((player, name) for player in PLAYERS)
    asked = replace(cases[0].question, entry=entry, within=within)
    return [replace(case, question=asked) for case in cases]


def _arguments(reader: Reader, node: marked.MarkedNode) -> tuple[str, ...] | None:
    names = reader.names(node)
    for item in reader.fields.items(node) if names else ():
        if isinstance(item, marked.Scalar) and item.text.strip() not in STARTS:
            name, known = clean(item.text, marked.SHOWN), listed(tuple(STARTS))
            reader.complain(item.mark, f"{name} is no argument; there are {known}")
    return names


def _entry(reader: Reader, node: marked.MarkedNode) -> Entry | None:
    if isinstance(node, marked.Scalar):
        name = reader.identifier(node)
        return ((EVERY, name),) if name else None
    keys = reader.fields.mapping(node)
    if isinstance(node, marked.Mapping) and not node.pairs:
        reader.complain(node.mark, "expected a function, or one for each who moves")
    found = [(player, reader.identifier(name)) for player, name in keys.items()]
    order = {player: place for place, (player, _) in enumerate(WITH_CHANCE)}
    found.sort(key=lambda row: order.get(row[0], len(order)))
    return tuple((player, name) for player, name in found if name) or None


def _check_movers(
    reader: Reader,
    node: marked.MarkedNode,
    entry: marked.MarkedNode | None,
    cases: Sequence[Case],
) -> None:
    """Complain where a player moves in a tree and no function is called for him."""
    moving = {n.to_move for case in cases for n in case.tree.nodes if n.children}
    movers = tuple(sorted(moving))
    named = {who for who, _ in WITH_CHANCE}
    question = cases[0].question if cases else None
    if question is None or question.entry is None or entry is None:
        others = tuple(who for who in movers if who not in named)
        if others:
            told = f"{clean(listed(others), MESSAGE)} move in its trees"
            remedy = "say with `entry` which function is called for them"
            reader.complain(node.mark, f"{told}; {remedy}")
        return
    for key, _ in entry.pairs if isinstance(entry, marked.Mapping) else ():
        known = tuple(dict.fromkeys((*dict(WITH_CHANCE), *movers)))
        if key.text not in known:
            reader.complain(key.mark, marked.unknown_key_sentence(key.text, known))
    missing = [who for who in movers if not function_at(question.entry, who)]
    if missing:
        listing = listed(tuple(f"`{clean(who, marked.SHOWN)}`" for who in missing))
        reader.complain(entry.mark, f"an entry needs {listing} too")


def tests(
    reader: Reader, question: Question, part: Part, node: marked.MarkedNode
) -> list[Case]:
    """The tests of a part of a search, from the patterns of its trees."""
    return [
        Case(question, name, tree, part=part, file=path)
        for name, path, tree in reader.trees_of_part(node, question.name)
    ]


def question_keys(question: Question) -> dict[str, Any]:
    """The fields of a search as YAML takes them; what is as usual is left out."""
    rows = {key: getattr(question, key) for key in PLAIN}
    for key in ("conventions", "accept"):
        rows[key] = question.conventions_with_files(rows[key])
    entry = dict(question.entry or ())
    one_for_all = len({*entry.values()}) == 1 and {*entry} in ({EVERY}, {*PLAYERS})
    rows["entry"] = next(iter(entry.values())) if one_for_all else entry
    rows["limits"] = asdict(question.limits)
    lists = {key: list(v) for key, v in rows.items() if isinstance(v, tuple)}
    return {key: value for key, value in {**rows, **lists}.items() if value}


def subject_keys(cases: Sequence[Case]) -> list[str]:
    """The trees of a part as YAML takes them."""
    return [glob.escape(f"{case.about}.yaml") for case in cases]
