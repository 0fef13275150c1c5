"""Code that submissions share: which are equal, and which have long parts in common.

Fingerprints are chosen by winnowing (Schleimer, Wilkerson and Aiken: Winnowing, SIGMOD
2003, as MOSS does): of each WINDOW hashes of RUN tokens the least, so that any common
part of RUN + WINDOW - 1 tokens is noticed. What stands in a stub, or in much of the
class, is left out.
"""

from __future__ import annotations

import hashlib
import io
import keyword
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice
from pathlib import PurePosixPath

RUN, WINDOW = 16, 8  # tokens of a fingerprint, and of these the least is taken
SHARED = 0.4  # of the fingerprints of the shorter one, from which on a pair is listed
LEAST = 5  # fingerprints that they share, at least
COMMON = 0.1  # in that share of the class a part is common
FEW, MANY = 4, 30  # in no more it is never, in more it always is: pairs stay countable
MOST, MOST_TOKENS = 40, 20_000  # pairs; tokens of one submission
LAYOUT = {tokenize.NL, tokenize.COMMENT, tokenize.ENCODING, tokenize.ENDMARKER}
BEGINS = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
EQUAL, RENAMED, PARTS = "equal", "equal up to names, layout and comments", "parts"
Sources = Mapping[str, str]  # texts by the files' names


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is compared, with its file and line."""

    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """What two have in common: a file and its first and last line, of each."""

    one: tuple[str, int, int]
    other: tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Submissions by their names, how they are alike, and what the first two share."""

    names: tuple[str, ...]
    how: str
    share: float = 1.0  # of the fingerprints of the shorter one that are not common
    parts: tuple[Part, ...] = ()


def texts(content: Mapping[PurePosixPath, bytes]) -> Sources:
    """The Python files of a submission as texts; what is no UTF-8 is marked."""
    return {
        str(path): body.decode("utf-8", "replace")
        for path, body in sorted(content.items())
        if path.suffix == ".py"
    }


def tokens(sources: Sources) -> tuple[Token, ...]:
    """The tokens of all files; what is no Python has those before its fault."""
    found = (each for name in sorted(sources) for each in _tokens(name, sources[name]))
    return tuple(islice(found, MOST_TOKENS))


def _tokens(name: str, source: str) -> Iterator[Token]:
    before, line = tokenize.ENCODING, 1
    try:
        for each in tokenize.generate_tokens(io.StringIO(source).readline):
            is_told = each.type == tokenize.STRING and before in BEGINS  # a docstring
            if each.type not in LAYOUT:
                before = each.type
                if each.type != tokenize.DEDENT:  # which begins the line that follows
                    line = each.start[0]
                if not is_told and each.type != tokenize.NEWLINE:
                    yield Token(_plain(each), name, line)
    except (tokenize.TokenError, SyntaxError):
        return


def _plain(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
        return "N"
    if token.type in {tokenize.INDENT, tokenize.DEDENT}:
        return "+" if token.type == tokenize.INDENT else "-"
    return token.string


def fingerprints(of: Sequence[Token]) -> dict[int, int]:
    """The hashes that winnowing chooses, each with its last place among the tokens."""
    hashes = [
        zlib.crc32("\n".join(t.text for t in of[i : i + RUN]).encode())
        for i in range(len(of) - RUN + 1)
    ]
    chosen = {}
    for start in range(max(len(hashes) - WINDOW + 1, min(len(hashes), 1))):
        window = hashes[start : start + WINDOW]
        least = min(window)
        chosen[least] = start + max(i for i, h in enumerate(window) if h == least)
    return chosen


def similar_submissions(
    submissions: Mapping[str, Sources],
    stubs: Sources,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[Likeness, ...]:
    """The submissions that are alike, those that are equal first; () once stopped.

    Who has handed in nothing but stubs is alike to nobody.
    """
    given = {_digest(tokens({"": text})) for text in stubs.values()}
    files, plain, prints = {}, {}, {}
    for name, sources in submissions.items():
        if is_stopped():
            return ()
        if all(_digest(tokens({"": text})) in given for text in sources.values()):
            continue
        files[name] = hashlib.sha256(repr(sources).encode()).digest()
        read = tokens(sources)  # not kept: of thousands they take much room
        if len(read) >= RUN:
            plain[name] = _digest(read)
            prints[name] = frozenset(fingerprints(read))
    equal = [*_groups(files, EQUAL)]
    told = [set(each.names) for each in equal]
    renamed = (e for e in _groups(plain, RENAMED) if set(e.names) not in told)
    found = [*equal, *(_shown(each, submissions) for each in renamed)]
    first = {each: name for name, each in reversed(plain.items())}  # of equals
    common = frozenset(fingerprints(tokens(stubs)))
    own = _own({name: prints[name] for name in first.values()}, common)
    return (*found, *(_with_parts(each, own, submissions) for each in _pairs(own)))


def _digest(of: Iterable[Token]) -> bytes:
    """The same where the tokens are, whatever their lines."""
    return hashlib.sha256("\n".join(each.text for each in of).encode()).digest()


def _groups(contents: Mapping[str, bytes], how: str) -> Iterator[Likeness]:
    groups: defaultdict[bytes, list[str]] = defaultdict(list)
    for name, content in contents.items():
        groups[content].append(name)
    for names in groups.values():
        if len(names) > 1:
            yield Likeness(tuple(names), how)


def _shown(each: Likeness, submissions: Mapping[str, Sources]) -> Likeness:
    """A group that begins with two that are not equal, and all that they share."""
    first, *others = each.names
    other = next(n for n in others if submissions[n] != submissions[first])
    one, two = tokens(submissions[first]), tokens(submissions[other])
    starts = [  # where a file begins, of either
        (i, i)
        for i in range(len(one))
        if not i or any(of[i].file != of[i - 1].file for of in (one, two))
    ]
    rest = (name for name in others if name != other)
    return replace(each, names=(first, other, *rest), parts=_parts(one, two, starts))


def _own(
    prints: Mapping[str, frozenset[int]], of_stub: frozenset[int]
) -> dict[str, frozenset[int]]:
    """The fingerprints of each that are not common."""
    times = Counter(print_ for each in prints.values() for print_ in each)
    most = min(max(FEW, COMMON * len(prints)), MANY)
    common = {p for p, n in times.items() if n > most} | of_stub
    return {name: each - common for name, each in prints.items()}


def _pairs(own: Mapping[str, frozenset[int]]) -> list[Likeness]:
    having: defaultdict[int, list[str]] = defaultdict(list)
    for name, each in own.items():
        for print_ in each:
            having[print_].append(name)
    shared = Counter(
        p for names in having.values() for p in combinations(sorted(names), 2)
    )
    found = (
        Likeness(names, PARTS, often / min(len(own[name]) for name in names))
        for names, often in shared.items()
        if often >= LEAST
    )
    listed = [each for each in found if each.share >= SHARED]
    return sorted(listed, key=lambda each: (-each.share, each.names))[:MOST]


def _with_parts(
    each: Likeness,
    own: Mapping[str, frozenset[int]],
    submissions: Mapping[str, Sources],
) -> Likeness:
    first, second = each.names
    one, two = tokens(submissions[first]), tokens(submissions[second])
    prints, others = fingerprints(one), fingerprints(two)
    places = [(prints[p], others[p]) for p in own[first] & own[second]]
    return replace(each, parts=_parts(one, two, places))


def _parts(
    one: tuple[Token, ...], other: tuple[Token, ...], places: list[tuple[int, int]]
) -> tuple[Part, ...]:
    """The longest runs within one file of each around these places, in order."""
    found, seen = [], set()
    for place in sorted(places):
        if place in seen:
            continue
        start = next(n for n in count() if not _same(one, other, place, -n - 1))
        end = next(n for n in count(1) if not _same(one, other, place, n))
        i, j = place
        seen |= {(i + n, j + n) for n in range(end)}
        found.append(
            Part(
                (one[i].file, one[i - start].line, one[i + end - 1].line),
                (other[j].file, other[j - start].line, other[j + end - 1].line),
            )
        )
    return tuple(dict.fromkeys(found))


def _same(
    one: tuple[Token, ...], other: tuple[Token, ...], place: tuple[int, int], by: int
) -> bool:
    """Whether so far from a place there are tokens of the same files, and the same."""
    (i, j), k, m = place, place[0] + by, place[1] + by
    there = 0 <= k < len(one) and 0 <= m < len(other)
    return (
        there
        and one[k].text == other[m].text
        and one[k].file == one[i].file
        and other[m].file == other[j].file
    )
