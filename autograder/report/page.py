"""One self-contained HTML page: what is wrong first, all tests, and their replays."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from html import escape
from importlib import resources
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any

from autograder.drawing import nodes, picture
from autograder.drawing.nodes import (
    LEAF,
    kind_of,
    move_names,
    mover_text,
    nodes_beyond_horizon,
    numeral,
    part_around_label,
    sentence_on_part,
    within_horizon,
)
from autograder.drawing.picture import BOARDS_STYLE, MORE_STYLE, STYLE
from autograder.drawing.replay import Line, Replay, Step
from autograder.files import write_text
from autograder.game import CHANCE, MAX, Value
from autograder.report.entries import CHECKS, Entry, View, sums_as_shown
from autograder.report.plain import SIGNS, earned_text, labelled_line, note_lines
from autograder.text import clean, count_text
from autograder.trees.tree import GameTree
from autograder.words import blocks
from autograder.words.blocks import FAILED, PASSED, UNJUDGED, Block, Passage

MOST_LINES, LONGEST_LINE = 400, 1000  # of one test's details
NUMBER = re.compile(r"[\w.-]{1,40}", re.ASCII)
BREAKABLE = re.compile(r"(?<=[_/.,])(?=\w)")  # where a long name may go on below
WINDOW = (
    '<li class="wide"><span class="sample">(α,&nbsp;β)</span>'
    "the window in which a node is searched</li>"
)
RETURNED = (
    '<li><svg class="gt-tree" width="32" height="20" viewBox="-2 -3 32 20" '
    'aria-hidden="true"><path class="gt-shape" d="M0,15L14,-3L28,15Z"/><text '
    'class="gt-inside" x="14" y="13">3</text></svg>what its call returned</li>'
)
HANDED_ON = (
    '<li class="wide"><span class="sample">v</span>the best value so far at a node</li>'
    '<li class="wide"><span class="sample">yours</span>what your code handed on and '
    'got back</li><li class="wide"><span class="sample">known</span>what follows from '
    "the nodes that your code had visited by then</li>"
    '<li class="wide"><span class="sample departs">yours</span>it is not what was '
    "known</li>"
)
COUNTED = (
    '<li class="wide"><span class="sample">N</span>how many of these playouts came '
    'from a node, or from below it</li><li class="wide"><span class="sample">U</span>'
    "what they came to for the player who moved into it, rightly counted</li>"
)
FILTER = (  # hides what passed, where that leaves something, but not all
    '<p class="filter"><label><input type="checkbox" id="only-failed"> '
    "Show only what failed</label></p>"
)
LOOK = "Look here first: "
ROOM = 34.0  # below a tree, for what is said of a leaf
OPEN = {PASSED: "", FAILED: " open", UNJUDGED: " open"}
SPOKEN = {  # a state in words, for those who do not see its sign
    PASSED: "passed",
    FAILED: "failed",
    UNJUDGED: "not judged",
}


def write(path: Path, view: View) -> None:
    """Write the page in one step; OSError, which names the file, if it cannot be."""
    write_text(path, html(view))


def html(view: View) -> str:
    """The page, the same bytes for the same view; nothing else of a report is in it."""
    entries = list(view.entries)
    script = _part("page.js")
    passed = sum(entry.passed for entry in entries)
    return Template(_part("page.html")).substitute(
        title=_shown(view.title),
        warning=(
            f'<p class="warning"><strong>{_shown(view.warning)}</strong></p>'
            if view.warning
            else ""
        ),
        style=_style(),
        script=script,
        digest=_digest(script),
        total=sums_as_shown([*_by_group(entries).values()])[-1],
        count=f"{passed} of {count_text(len(entries), 'test')} passed",
        first=_first(entries, view.first_wrong),
        notes="\n".join(_notes((*view.notes, *map(blocks.Note, view.remarks)))),
        filter=FILTER if 0 < passed < len(entries) else "",
        legend=_legend(entries),
        groups="\n".join(_groups(entries, view.first_wrong)),
        sandbox=(
            f"<footer>\n<p>{_shown(view.sandbox)}</p>\n</footer>"
            if view.sandbox
            else ""
        ),
    )


SHARED = "page.css", "page.js"  # files beside pages that are `linked`
LINK = '<link rel="stylesheet" href="page.css">'
SCRIPT = '<script src="page.js"></script>'
INLINE = "style-src 'unsafe-inline'; script-src '{}'"
BESIDE = "style-src 'self' file: 'unsafe-inline'; script-src 'self' file:"


def shared_files() -> dict[str, str]:
    """What pages that are `linked` take from files beside them, by their names."""
    return dict(zip(SHARED, (_style(), _part("page.js")), strict=True))


def linked_page(page: str) -> str:
    """A page of ours, made by this version, that has style and script beside it."""
    style, script = (
        f"<style>\n{_style()}</style>",
        f"<script>{_part('page.js')}</script>",
    )
    inline = INLINE.format(_digest(_part("page.js")))
    parts = ((style, LINK), (script, SCRIPT), (inline, BESIDE))
    for text, other in parts:
        page = page.replace(text, other, 1)
    return page


def _style() -> str:
    return _part("page.css") + STYLE + MORE_STYLE + BOARDS_STYLE


def _digest(script: str) -> str:
    return (
        f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"
    )


@cache
def _part(name: str) -> str:
    return (
        resources.files("autograder.report").joinpath(name).read_text(encoding="utf-8")
    )


def _shown(text: str) -> str:
    """Foreign text as HTML: one line, in which nothing acts."""
    return escape(clean(text, LONGEST_LINE))


def _first(entries: list[Entry], entry: Entry | None) -> str:
    """Above all tests: what is wrong with this one, beside the line of the code."""
    if entry is None:
        return ""
    name = f"{_shown(f'{entry.group}: {entry.number}'.rstrip())} {_row_name(entry)}"
    link = f'<a href="#{_identities(entries)[entry]}">{name}</a>'
    step = entry.went_wrong
    parts = (
        '<section class="first" aria-labelledby="first">',
        f'<h2 id="first">{LOOK}{link}</h2>',
        f'<p class="headline">{_shown(entry.headline)}</p>',
        *_code(entry.line),
        *(block_parts(step) if step else ()),
        "</section>",
    )
    return "\n".join(parts)


def _code(line: Line | None) -> Iterator[str]:
    """A line of the reader's own code, where one is to be looked at."""
    if line:
        where, before, part, after = map(escape, _place(line))
        marked = f"<mark>{part}</mark>" if part else ""
        yield (
            f'<p class="line"><span class="where">{where}</span> '
            f"<code>{before}{marked}{after}</code></p>"
        )


def _notes(notes: Iterable[blocks.Note]) -> Iterator[str]:
    for note in notes:
        first, *more = map(escape, note_lines(note) or [""])
        head = f"<strong>{first}</strong>" if note.lines else first
        yield f'<p class="note">{"<br>".join((head, *more))}</p>'


def _legend(entries: Iterable[Entry]) -> str:
    replays = [entry.replay for entry in entries if entry.replay]
    trees = [within_horizon(replay.tree, replay.marks) for replay in replays]
    if not trees:
        return ""
    samples = picture.samples(trees)
    keys = "".join(f"<li>{drawn}{words}</li>" for drawn, words in samples)
    steps = [step for each in replays for step in (*each.accepted, *each.submission)]
    more = ""  # what stands beside nodes
    if not steps or any(step.payoff is None for step in steps):
        window = WINDOW if any(step.window for step in steps) else ""
        more = RETURNED + window + HANDED_ON
    if any(step.payoff is not None for step in steps):
        more += COUNTED
    return Template(_part("legend.html")).substitute(keys=keys, more=more)


def _groups(entries: list[Entry], first: Entry | None) -> Iterator[str]:
    """The questions, which open; one of which all was passed is closed."""
    names = _identities(entries)
    groups = _by_group(entries)
    sums = sums_as_shown([*groups.values()])[:-1]
    for (group, rows), sum_ in zip(groups.items(), sums, strict=True):
        states = {entry.state for entry in rows}
        state = next(each for each in (FAILED, UNJUDGED, PASSED) if each in states)
        folders = []  # each is named once, above all that are in it
        for folder, tests in groupby(rows, key=lambda entry: _split(entry)[0]):
            told = [_test(each, names[each], is_first=each is first) for each in tests]
            title = f"<h3>{_name(folder)}</h3>\n" if folder else ""
            shown = "\n".join(told)
            folders.append(f'<div class="folder">{title}{shown}</div>')
        body = "\n".join((*_purposes(rows), *folders))
        yield (
            f'<details class="group {state}"{OPEN[state]}><summary>'
            f'<span class="mark" {_spoken(state)}</span><h2>{_shown(group)} '
            f'<span class="points">{sum_}</span></h2></summary>\n'
            f"{body}\n</details>"
        )


def _by_group(entries: list[Entry]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.group, []).append(entry)
    return groups


def _purposes(entries: list[Entry]) -> Iterator[str]:
    """What the points of a question are for, a line a purpose, and what was earned."""
    by_purpose: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.purpose:
            by_purpose.setdefault(entry.purpose, []).append(entry)
    *sums, _ = sums_as_shown([*by_purpose.values()])
    rows = (
        f'<li>{_shown(purpose)} <span class="points">{earned}</span></li>'
        for purpose, earned in zip(by_purpose, sums, strict=True)
    )
    if by_purpose:
        yield f'<ul class="purposes">{"".join(rows)}</ul>'


def _split(entry: Entry) -> tuple[str, str]:
    """The folder of a tree, and its name there; an instructor's own test has none."""
    if entry.group == CHECKS:
        return "", entry.name
    folder, _, name = entry.name.rpartition("/")
    return (folder, name) if folder and name else ("", entry.name)


def _row_name(entry: Entry) -> str:
    return _name(_split(entry)[1])


def _name(text: str) -> str:
    """A name, which is long enough to need a place at which to break."""
    return "<wbr>".join(map(escape, BREAKABLE.split(clean(text, LONGEST_LINE))))


def _identities(entries: list[Entry]) -> dict[Entry, str]:
    """What stands behind the # of an address: the number, where it can, once each."""
    found: dict[str, Entry] = {}
    for place, entry in enumerate(entries, start=1):
        name = f"test-{entry.number}"
        if name in found or not NUMBER.fullmatch(entry.number):
            name = f"test-at-{place}"
        found[name] = entry
    return {entry: name for name, entry in found.items()}


def _test(entry: Entry, name: str, *, is_first: bool) -> str:
    """A row of the table, which opens. Without the script, what failed is open."""
    first = " data-first" if is_first else ""
    state = entry.state
    number = f'<span class="number">{_shown(entry.number)}</span> '
    return (
        f'<details class="test {state}" id="{name}"{first}{OPEN[state]}><summary>'
        f'<span class="mark" {_spoken(state)}</span>'
        f'<span class="name">{number if entry.number else ""}'
        f"{_row_name(entry)}</span> "
        f'<span class="points">{entry.earned_text}</span> '
        f'<span class="headline">{_shown(entry.headline)}</span>'
        f"</summary>\n{_body(entry)}\n</details>"
    )


def _spoken(state: str) -> str:
    """The rest of an element that shows a sign, which is read out as a word."""
    return f'role="img" aria-label="{SPOKEN[state]}">{SIGNS[state]}'


def _body(entry: Entry) -> str:
    """What each facet earned, the replay, and then the rest of the details."""
    first = entry.details[0] if entry.details else ()
    count = all(type(block) in (blocks.Sentence, blocks.Facet) for block in first)
    rest = entry.details[count:]  # without the tree's title and its facets
    parts = [*_laid_out(entry.details[:count])]
    parts += _code(entry.line)
    if entry.replay:
        parts += _replay(entry.replay, entry.name)
        if bool(entry.replay.sentence) and not entry.replay.marks.unfinished:
            rest = tuple(
                tuple(b for b in p if type(b) is not blocks.WrongStep) for p in rest
            )
    parts += _laid_out(rest)
    if not parts:
        return '<p class="body nothing">Nothing more to tell.</p>'
    return "\n".join(('<div class="body">', *parts, "</div>"))


def _laid_out(details: Iterable[Passage]) -> Iterator[str]:
    for passage in details:
        for kind, members in groupby(passage, key=type):
            if kind is blocks.Facet:
                yield '<table class="facets">'
            for block in members:
                yield from block_parts(block)
            if kind is blocks.Facet:
                yield "</table>"


def block_parts(block: Block) -> Iterator[str]:
    """The elements of one block, of facets the row of a table."""
    if isinstance(block, blocks.Facet):
        yield (
            f'<tr class="{block.state}"><td><span {_spoken(block.state)}</span></td>'
            f'<th scope="row">{_shown(block.name)}</th>'
            f"<td>{_shown(earned_text(block))}</td>"
            f"<td>{_shown(block.sentence)}</td></tr>"
        )
    elif isinstance(block, blocks.Quotation):
        yield f"<p>{_shown(block.title)}</p>"
        yield _preformatted("quoted", block.lines)
    elif isinstance(block, blocks.Verbatim):
        yield _preformatted("drawn", block.lines)
    elif isinstance(block, blocks.LineOfPlay):
        yield '<div class="play">'
        for action, position in block.way:
            yield _position(action or nodes.START, position)
        yield "</div>"
        if block.answers:
            yield '<div class="play answers">'
            last = block.way[-1][1]
            for answer in block.answers:
                told = f"{answer.whose}: {answer.text}"
                yield _position(told, last if answer.squares else "", answer.squares)
            yield "</div>"
    else:
        is_hint = isinstance(block, blocks.Hint | blocks.Named)
        css = ' class="hint"' if is_hint else ""
        yield f"<p{css}>{_shown(labelled_line(block))}</p>"


def _position(title: str, position: str, marked: blocks.Squares = ()) -> str:
    """A board below its title, or another position as a text."""
    drawn = nodes.board_svg(position, marked) or _shown(position)
    return f"<figure><figcaption>{_shown(title)}</figcaption>{drawn}</figure>"


def _preformatted(kind: str, lines: tuple[str, ...]) -> str:
    return f'<pre class="{kind}">{chr(10).join(map(_shown, lines[:MOST_LINES]))}</pre>'


def _replay(replay: Replay, name: str) -> Iterator[str]:
    if replay.sentence:
        yield f'<p class="sentence">{_shown(replay.sentence)}</p>'
    label = _shown(f"The tree of {name}, scrollable")
    drawn = picture.replay_svg(replay, ROOM)
    tree = within_horizon(replay.tree, replay.marks)
    count = sentence_on_part(
        part_around_label(tree, replay.marks, replay.label_to_show), tree
    )
    if count:
        yield f'<p class="count-drawn">{_shown(count)}</p>'
    yield (
        f'<figure class="tree"><div class="scroll" tabindex="0" role="group" '
        f'aria-label="{label}">{drawn}</div></figure>'
    )
    data = script_json(replay)
    yield f'<script type="application/json">{data}</script>'


LONGEST_LABEL, LONGEST_SENTENCE, LONGEST_TOLD = 200, 2000, 16
# Inside <script> only these could end it, or open a comment that hides its end.
ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def script_json(replay: Replay) -> str:
    """The replay as ASCII JSON for a script: nodes by index, numbers as text."""
    encoded = json.dumps(
        _content(replay), ensure_ascii=True, allow_nan=False, separators=(",", ":")
    )
    return encoded.translate(ESCAPES)


def number(value: Value | None) -> str:
    """A value as people write it: 3, −0.25, ∞, (1, 2); a dash where there is none."""
    return "–" if value is None else numeral(value).replace("-", "−")


def _content(replay: Replay) -> dict[str, Any]:
    tree = within_horizon(replay.tree, replay.marks)  # as it is drawn
    nodes = tree.nodes
    index = {node.label: i for i, node in enumerate(nodes)}
    moves, lines = move_names(tree), dict[Line, int]()

    def top_first(stack: tuple[str, ...] | None) -> list[int]:
        return [index[label] for label in reversed(stack or ()) if label in index]

    return {
        "nodes": [
            [
                clean(node.label, LONGEST_LABEL),
                _role(tree, i),
                list(node.children),
                *([clean(moves[i], LONGEST_LABEL)] if i in moves else []),
            ]
            for i, node in enumerate(nodes)
        ],
        "beyond": sorted(nodes_beyond_horizon(tree)),
        "submission": [
            [*_step(step, index), *_own(step, lines)] for step in replay.submission
        ],
        "accepted": [_step(step, index) for step in replay.accepted],
        "stacks": _by_step(replay, "stack", top_first),
        "payoffs": _by_step(replay, "payoff"),
        "signs": _signs(tree),
        "wrong": replay.wrong,
        "line": _line(replay.line, lines),
        "lines": [_place(line) for line in lines],
        "unfinished": replay.marks.unfinished,
        "chosen": index.get(replay.marks.chosen),
        "best": _indices(replay.marks.best, index),
        "sentence": clean(replay.sentence, LONGEST_SENTENCE),
        "wronglyVisited": _indices(replay.marks.wrongly_visited, index),
        "wronglySkipped": _indices(replay.marks.wrongly_skipped, index),
    }


def _role(tree: GameTree, index: int) -> str:
    """What to know of a node: who moves, or how the game or search ends."""
    node = tree.nodes[index]
    if kind_of(node) == LEAF:
        return f"leaf, utility {number(node.utility)}"
    name = clean(mover_text(node), LONGEST_LABEL)
    role = "chance" if node.to_move == CHANCE else f"{name} to move"
    role += "" if node.quiet else ", not quiet"
    if index in tree.horizon:
        return f"{role}, at the horizon, estimate {number(node.estimate)}"
    return role


def _step(step: Step, index: Mapping[str, int]) -> list[Any]:
    """A row: node, α, β, v at its parent, and what it came to."""
    known = (*(step.window or (None, None)), step.v, step.worth)
    return [index[step.label], *map(number, known)]


def _by_step(
    replay: Replay, name: str, shown: Callable[[Any], Any] = lambda value: value
) -> list[list[Any]]:
    """By search what is known by this name at each step; [] where nothing is."""
    searches = (replay.submission, replay.accepted)
    rows = [[getattr(step, name) for step in steps] for steps in searches]
    if all(each is None for row in rows for each in row):
        return []
    return [[shown(each) for each in row] for row in rows]


def _signs(tree: GameTree) -> list[int]:
    """By node 1 where MAX moves into it, and else -1; nobody moves into the root."""
    signs = [0] * len(tree.nodes)
    for node in tree.nodes:
        for child in node.children:
            signs[child] = 1 if node.to_move == MAX else -1
    return signs


def _own(step: Step, lines: dict[Line, int]) -> list[Any]:
    """What the submission says of a step, where that departs, and its line of code."""
    line, own = _line(step.line, lines), step.own
    if own is None:
        return [] if line is None else [None, line]
    values = [getattr(own, name) for name in OWN]
    told = [
        clean(value, LONGEST_TOLD)
        if isinstance(value, str)
        else clean(number(value), LONGEST_LABEL)
        for value in values
    ]
    departs = [OWN.index(name) for name in step.differing_fields()]
    return [[*told, departs], line]


OWN = ("alpha", "beta", "v", "returned")


def _line(line: Line | None, lines: dict[Line, int]) -> int | None:
    """The place of a line among those that the replay has."""
    return None if line is None else lines.setdefault(line, len(lines))


def _place(line: Line) -> list[str]:
    """Where a line stands, and its source, parted before and behind what matters."""
    where = f"{clean(line.file, LONGEST_LABEL)}, line {line.number}"
    source = clean(line.source, LONGEST_LABEL)
    start, end = sorted((line.start, line.end))
    return [where, source[:start], source[start:end], source[end:]]


def _indices(labels: Iterable[str], index: Mapping[str, int]) -> list[int]:
    return sorted(index[label] for label in labels)
