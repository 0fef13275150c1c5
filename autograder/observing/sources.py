"""Lines of a staged submission, read as text, and which of them decides a step."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from autograder.observing.outcome import Fault, Outcome
from autograder.text import NAME, SOURCE, clean
from autograder.uploads.adapters import functions_called_by_adapter
from autograder.worker.protocol import COURSE, is_own

LONGEST, MOST = 200, 5_000  # characters of a line, and lines, that are looked at
FUNCTION = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")
CLASS = re.compile(r"\s*class\s+(\w+)")
WHILE = re.compile(r"\s*while\b")
LOOP = re.compile(r"\s*(?:async\s+)?(?:for|while)\b")
TEST = re.compile(r"\s*(?:el)?if\b\s*((?=[^:]*[<>])[^:]*):\s*(.*)")
NO_CODE = re.compile(r"\s*(?:#|$)")
EMPTY = r"=\s*(?:\[|\{|(?:dict|list|set|defaultdict|Counter|OrderedDict)\()"
KEEPING = (  # a default argument, a cache, a global
    re.compile(rf"\s*(?:async\s+)?def\s+\w+\(.*?\b(\w+)\b\s*(?::[^=:]*)?{EMPTY}"),
    re.compile(r"\s*@(?:functools\.)?((?:lru_)?cache)\b"),
    re.compile(rf"(\w+)\s*(?::[^=]*)?{EMPTY}"),
    re.compile(r"\s*global\s+(\w+)"),
)
ENDS = re.compile(r"\s*(?:return|break)\b")
GOES_ON = re.compile(r"\s*(?:continue|pass)\b")
SHORTENED = re.compile(  # a loop that leaves out the last
    r"\s*(?:for|while)\b[^#]*?(\blen\(\w{1,60}\) ?- ?1\b|\[ ?: ?-1 ?\])"
)
HANDED_TO = re.compile(r"\s*return\b[^#]*?(?<![\w.])(?:\w{1,60}\([^()]*\)\.)?(\w+)\(")
CHOICE = re.compile(r"\s*(?:el)?if\b")
ALIAS = r"(?:\w+\s*=\s*){{0,3}}{0}\s*=\s*(?:\w+\s*=\s*){{0,3}}([A-Za-z_]\w*)\s*$"
COMBINES = re.compile(
    r"\s*(?:(?:return|\w+\s*=(?!=))[^#]*?\b(?:max|min|sum|sorted|reduce)\s*\("
    r"|[\w.]+\.sort\(|\w+\s*\+=)"
)
DIVIDES = re.compile(  # or takes the mean of what it has
    r"\s*(?:[\w.]+\s*/=|(?:return\b|[\w.]+\s*=(?!=))"
    r"[^#]*?(?:(?<!/)/(?!/)|\b(?:f?mean|average)\s*\())"
)
NUMBERS = re.compile(
    r"(?<![=<>!])[=,(]\s*([-+]?\d+(?:_\d+)*(?:\.\d+)?(?:[eE][-+]?\d+)?)"
)
RETURNS = re.compile(r"\s*return\b\s*[^\s#]")
FURTHEST = 3  # functions that only call another one


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a submission: its file, its number, and what stands there."""

    file: str
    line: int
    source: str
    start: int = 0  # the columns that matter,
    end: int = 0  # where these are one, all do


class Sources:
    """The lines of a submission's own files; no other file is read."""

    def __init__(self, folder: Path) -> None:
        paths = [p for p in folder.rglob("*.py") if p.is_file()]
        own = [path for path in paths if is_own(str(path), str(folder))]
        self._own = {path.relative_to(folder).as_posix(): path for path in own}
        modules = [path.stem for path in own]
        self._calls = {
            path.name: functions_called_by_adapter(path.read_bytes(), modules)
            for path in Path(f"{folder}{COURSE}").glob("*.py")
        }
        self._lines: dict[str, list[str]] = {}
        self._mentioned: dict[str, bool] = {}

    def place(self, name: str, line: int | None) -> Place | None:
        """A line of a file; None where there is no such line."""
        lines = self._lines_of(name)
        if line is None or not 1 <= line <= len(lines):
            return None
        return Place(clean(name, NAME), line, clean(lines[line - 1].strip(), SOURCE))

    def loop_end_test(self, place: Place) -> Place:
        """The test that ends the loop around a line, or that of its function."""
        lines, number = self._around(place)
        for pattern in (ENDS, GOES_ON):
            for at in _tests_around(lines, number, pattern):
                return self._part(place.file, at, TEST) or place
        return place

    def early_loop_end(self, place: Place, *, before_the_last: bool) -> Place:
        """What ends the loop around a line, though children are left.

        It is a return without a test; or, where the last alone is left, the head of a
        loop that does not come to it; or else the test that decides.
        """
        lines, number = self._around(place)
        loop = next(_above(lines, number, LOOP), None)
        if loop is not None:
            if before_the_last and SHORTENED.match(lines[loop][:LONGEST]):
                return self._part(place.file, loop, SHORTENED) or place
            end = _end_without_a_test(lines, loop)
            if end is not None:
                return self.place(place.file, end + 1) or place
        return self.loop_end_test(place)

    def head_of_while(self, name: str, line: int) -> Place | None:
        """The head of the `while` in which a line stands; None where it is in none."""
        return self._head(name, line, WHILE)

    def head_of_loop(self, place: Place) -> Place:
        """The head of the loop in which a line stands; the line without one."""
        return self._head(place.file, place.line, LOOP) or place

    def test_of_branch(self, place: Place) -> Place:
        """The test of the branch in which a line stands; the line without one."""
        return self._head(place.file, place.line, CHOICE) or place

    def _head(self, name: str, line: int, pattern: re.Pattern[str]) -> Place | None:
        lines = self._lines_of(name)
        at = next(_above(lines, line - 1, pattern), None)
        return None if at is None else self.place(name, at + 1)

    def _around(self, place: Place) -> tuple[list[str], int]:
        """The lines of a file, and the number of one in the loop that is meant."""
        lines = self._lines_of(place.file)
        number = place.line - 1
        if next(_above(lines, number, LOOP), None) is not None:
            return lines, number
        inside = self.lines_of_function(place.file, place.line)
        loops = [at for at in inside[:MOST] if LOOP.match(lines[at - 1][:LONGEST])]
        return lines, loops[0] if len(loops) == 1 else number

    def definition_that_computes(self, name: str, function: str) -> Place | None:
        """Where a function is defined, or the one to which it hands all its work."""
        place = self.definition(name, function)
        if place is not None and place.file != name:
            name, function = place.file, place.source[place.start : place.end]
        for _ in range(FURTHEST):
            handed = self._handed_to(name, function, place)
            further = self.definition(name, handed) if handed else None
            if further is None or handed == function:
                break
            function, place = handed, further
        return place

    def line_that_combines(self, head: Place) -> Place:
        """The one line of a function that makes a value of others, or its head."""
        return self._only(head, COMBINES.match) or head

    def line_that_picks_best(self, head: Place) -> Place:
        """The one line that takes the best of several, or compares two, or the head."""
        best = self._only(head, COMBINES.match)
        return best or self._only(head, TEST.match) or head

    def line_with_number(self, head: Place, number: float) -> Place | None:
        """The one line of a function that hands a number on, or sets something so."""

        def names(line: str) -> bool:
            code = line[:LONGEST].partition("#")[0]
            return any(float(found) == number for found in NUMBERS.findall(code))

        return self._only(head, names)

    def only_fitting_line(
        self, name: str, fits: Callable[[str], object], numbers: Iterable[int]
    ) -> Place | None:
        """The one line of a file, of those with these numbers, that fits; or None."""
        lines = self._lines_of(name)
        asked = (n for n in islice(numbers, MOST) if 1 <= n <= len(lines))
        found = [n for n in asked if fits(lines[n - 1][:LONGEST])]
        return self.place(name, found[0]) if len(found) == 1 else None

    def lines_inside_function(self, head: Place | None) -> range:
        """The numbers of the lines below the head of a function."""
        return self.lines_of_function(head.file, head.line)[1:] if head else range(0)

    def line_that_averages(self, head: Place) -> Place:
        """The one line of a function or file that takes a mean, or makes a value."""
        inside = self._only(head, DIVIDES.match)
        anywhere = self.only_fitting_line(
            head.file, DIVIDES.match, range(1, 1 + len(self._lines_of(head.file)))
        )
        return inside or anywhere or self.line_that_combines(head)

    def line_that_returns(self, head: Place) -> Place:
        """The one line with which a function returns something, or else its head."""
        return self._only(head, RETURNS.match) or head

    def _only(self, head: Place, fits: Callable[[str], object]) -> Place | None:
        """The one line of a function that fits; or None."""
        return self.only_fitting_line(head.file, fits, self.lines_inside_function(head))

    def _handed_to(self, name: str, function: str, head: Place | None) -> str:
        """What a function without loops and choices calls, or is another name of."""
        if head is None:
            alias = re.compile(ALIAS.format(re.escape(function[:NAME])))
            place = self.first_line_that_begins(name, alias)
            named = alias.match(place.source) if place else None
            return named[1] if named else ""
        lines = self._lines_of(name)
        inside = [
            lines[at - 1] for at in self.lines_of_function(name, head.line)[1:MOST]
        ]
        code = [line[:LONGEST] for line in inside if not NO_CODE.match(line)]
        if not code or any(LOOP.match(line) or CHOICE.match(line) for line in code):
            return ""
        called = HANDED_TO.match(code[-1])
        return called[1] if called else ""

    def definition(self, name: str, function: str) -> Place | None:
        """Where a file, or the student's for a course's, defines a function last."""
        if path := self._calls.get(name, {}).get(function):
            places = (self._method(file, path) for file in sorted(self._own))
            return next(filter(None, places), None)
        return self._method(name, (function,))

    def _method(self, name: str, path: tuple[str, ...]) -> Place | None:
        """Where a file defines a function, or a method of a class."""
        lines = self._lines_of(name)
        for number, line in reversed([*enumerate(lines)]):
            found = FUNCTION.match(line[:LONGEST])
            if found and found[1] == path[-1] and _class_of(lines, number, path[:-1]):
                return self._part(name, number, FUNCTION)
        return None

    def lines_of_function(self, name: str, line: int) -> range:
        """The numbers of the lines of the function around a line; else that of all."""
        lines = self._lines_of(name)
        head = next(_above(lines, line - 1, FUNCTION), None)
        end = len(lines) if head is None else _end_of(lines, head)
        return range((head or 0) + 1, end + 1)

    def first_line_that_begins(
        self, name: str, pattern: re.Pattern[str], within: range | None = None
    ) -> Place | None:
        """The first line of code in a file, or in some of its lines, that begins so."""
        found = next(self._matching(name, pattern, within), None)
        return None if found is None else self.place(name, found + 1)

    def all_lines_that_begin(
        self, name: str, pattern: re.Pattern[str], within: range | None = None
    ) -> tuple[Place, ...]:
        """All such lines; of each the first group of the pattern matters."""
        found = [*self._matching(name, pattern, within)]
        return tuple(filter(None, (self._part(name, at, pattern) for at in found)))

    def _matching(
        self, name: str, pattern: re.Pattern[str], within: range | None
    ) -> Iterator[int]:
        lines = self._lines_of(name)
        for number, line in enumerate(_without_texts(lines[:MOST])):
            inside = within is None or number + 1 in within
            if inside and pattern.match(line[:LONGEST]):
                yield number

    def is_mentioned(self, word: str) -> bool:
        """Whether a word stands in the code of any file."""
        if word not in self._mentioned:
            pattern = re.compile(rf"[^#]*\b{re.escape(word)}\b")
            places = (self.first_line_that_begins(name, pattern) for name in self._own)
            self._mentioned[word] = any(places)
        return self._mentioned[word]

    def line_that_keeps(self, name: str) -> Place | None:
        """A line of a file that may keep something from one call to the next."""
        lines = self._lines_of(name)
        for pattern in KEEPING:
            for number, line in enumerate(lines[:MOST]):
                if pattern.match(line[:LONGEST]):
                    return self._part(name, number, pattern)
        return None

    def _part(self, name: str, number: int, pattern: re.Pattern[str]) -> Place | None:
        """A line, of which the first group of a pattern matters."""
        line = self._lines_of(name)[number]
        found, place = pattern.match(line[:LONGEST]), self.place(name, number + 1)
        if found is None or place is None:
            return place
        before = _indent(line)
        start, end = found.start(1) - before, found.end(1) - before
        return Place(place.file, place.line, place.source, start, end)

    def _lines_of(self, name: str) -> list[str]:
        """The lines of a file; none of one that is not the submission's own."""
        if name not in self._own:
            return []
        if name not in self._lines:
            text = self._own[name].read_text(encoding="utf-8-sig", errors="replace")
            self._lines[name] = text.split("\n")
        return self._lines[name]


def _class_of(lines: Sequence[str], number: int, names: tuple[str, ...]) -> bool:
    """Whether a line stands in the class of this name; where there is none, it does."""
    depth = _indent(lines[number])
    for line in reversed(lines[:number]):
        if names and line.strip() and _indent(line) < depth:
            head = CLASS.match(line[:LONGEST])
            return head is not None and head[1] == names[-1]
    return not names


def _without_texts(lines: Sequence[str]) -> Iterator[str]:
    """The lines, empty where a text of several lines begins, goes on or ends."""
    within = False
    for line in lines:
        quotes = line.count('"""') + line.count("'''")
        yield "" if within or quotes else line
        within ^= quotes % 2 == 1


def _tests_around(
    lines: Sequence[str], number: int, ends: re.Pattern[str]
) -> Iterator[int]:
    """Tests that end the innermost loop around a line, those behind the line first."""
    loop = next(_above(lines, number, LOOP), None)
    if loop is None:
        return
    within = range(loop + 1, _end_of(lines, loop))
    behind = range(number, min(within.stop, number + MOST))
    for at in (*behind, *range(max(within.start, number - MOST), number)):
        if at in within and _ends_the_loop(lines, at, ends):
            yield at


def _end_without_a_test(lines: Sequence[str], loop: int) -> int | None:
    """The number of a line that ends a loop each time that it is come to."""
    inside = range(loop + 1, min(_end_of(lines, loop), loop + MOST))
    code = [at for at in inside if not NO_CODE.match(lines[at])]
    body = _indent(lines[code[0]]) if code else 0
    ends = (at for at in code if _indent(lines[at]) == body and ENDS.match(lines[at]))
    return next(ends, None)


def _above(lines: Sequence[str], number: int, head: re.Pattern[str]) -> Iterator[int]:
    """The heads of the blocks in which a line stands, up to its function's."""
    depth = _indent(lines[number]) if number < len(lines) else 0
    for at in range(min(number, len(lines) - 1), -1, -1):
        line = lines[at][:LONGEST]
        if not line.strip() or (_indent(line) >= depth and at != number):
            continue
        depth = _indent(line)
        if head.match(line):
            yield at
        if FUNCTION.match(line):
            return


def _end_of(lines: Sequence[str], head: int) -> int:
    """The number of the first line behind the block of a head."""
    depth = _indent(lines[head])
    for at in range(head + 1, len(lines)):
        if lines[at].strip() and _indent(lines[at]) <= depth:
            return at
    return len(lines)


def _ends_the_loop(lines: Sequence[str], number: int, ends: re.Pattern[str]) -> bool:
    """Whether a comparison is made in a line, and what ends a loop follows it."""
    test = TEST.match(lines[number][:LONGEST])
    if test is None:
        return False
    if test[2] and not test[2].startswith("#"):
        return bool(ends.match(test[2]))
    code = (line for line in lines[number + 1 :] if not NO_CODE.match(line))
    below = next(code, "")
    return bool(ends.match(below)) and _indent(below) > _indent(lines[number])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


ASSIGNED, UNCALLED, COMPARED, UNASKED = "assigned", "uncalled", "compared", "unasked"
UNBOUND = re.compile(r".*local variable '(\w+)' (?:referenced before|where it is not)")
NOT_CALLABLE = "object is not callable"
CALLED_NAME = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\(")
TARGET = (  # of an assignment or a loop, a parameter, or what `:=` names
    r"\s*(?:for\s+)?(?:[\w.]+\s*[,=]\s*){{0,4}}{0}\s*(?:,[\w\s,.]{{0,40}})?(?::\s*\w+\s*)?"
    r"(?:[-+*/]?=(?!=)|\bin\b)|\s*def\b.*[(,]\s*{0}\s*[,:=)]|.*\(\s*{0}\s*:="
)
TURN, OVER_TEST = "to_move", "is_terminal"
END_TESTS = ("is_terminal", "is_cutoff", "is_quiet")
CODE = r"(?:[^#'\"]|'[^']*'|\"[^\"]*\")*"  # no comment, and no part of a text
AS_CONDITION = (
    CODE + r"\b(?:if|elif|while|not|and|or)\s+\(*game\.{0}\b(?!\s*(?:[(.]|[!=]=|is\b))"
)
IN_COMPARISON = (
    CODE + r"(?:\bgame\.{0}\s*(?:[!=]=|in\b)|[!=]=\s*game\.{0}\b(?!\s*[(.]))"
)


@dataclass(frozen=True, slots=True)
class Clue:
    """A fact about the text: its kind, the name that it is about, and the line."""

    kind: str  # ASSIGNED, UNCALLED where it should decide, COMPARED, UNASKED
    name: str
    place: Place | None = None


def clues_in_text(
    outcomes: Iterable[Outcome], module: str, sources: Sources
) -> tuple[Clue, ...]:
    """What the text tells where calls of a module came to these outcomes."""
    faults = [each for each in outcomes if isinstance(each, Fault) and each.frames]
    found = [clue for fault in faults for clue in _assigned(fault, sources)]
    return tuple(dict.fromkeys((*found, *_of_the_game(f"{module}.py", sources))))


def names_called_in(fault: Fault) -> tuple[str, ...]:
    """The names called in the part of a line that failed, but for methods."""
    frame = fault.frames[-1]
    part = frame.source[frame.start : frame.end] or frame.source
    return tuple(dict.fromkeys(CALLED_NAME.findall(part)))


def _assigned(fault: Fault, sources: Sources) -> Iterator[Clue]:
    """The names of Python's own that the code has taken from itself."""
    for name in filter(is_builtin, _missed(fault)):
        pattern, frame = TARGET.format(name), fault.frames[-1]
        inside = sources.lines_of_function(frame.file, frame.line)
        place = sources.first_line_that_begins(frame.file, re.compile(pattern), inside)
        place = place or sources.first_line_that_begins(
            frame.file, re.compile(rf"(?!\s)(?:{pattern})")
        )
        if place is not None:
            yield Clue(ASSIGNED, name, place)


def is_builtin(name: str) -> bool:
    """Whether Python itself has a function or a class of that name."""
    return callable(vars(builtins).get(name))


def _missed(fault: Fault) -> tuple[str, ...]:
    """The names of which one could not be read, or not be called."""
    unbound = UNBOUND.match(fault.message)
    if unbound:
        return (unbound[1],)
    is_told = fault.type == "TypeError" and fault.message.endswith(NOT_CALLABLE)
    names = names_called_in(fault) if is_told else ()
    return names[:1] if fault.frames[-1].end else names


def _of_the_game(file: str, sources: Sources) -> Iterator[Clue]:
    """What the text has in place of asking the game."""
    looked_for = [(UNCALLED, name, AS_CONDITION) for name in END_TESTS]
    for kind, name, pattern in (*looked_for, (COMPARED, TURN, IN_COMPARISON)):
        place = sources.first_line_that_begins(file, re.compile(pattern.format(name)))
        if place is not None:
            yield Clue(kind, name, place)
    for name in (TURN, OVER_TEST):
        if not sources.is_mentioned(name):
            yield Clue(UNASKED, name)
