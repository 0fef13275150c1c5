"""A function without a game: rows of arguments, what it returns, laws that it keeps."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, ClassVar

import yaml

from autograder.answers import file
from autograder.assignment import questions
from autograder.assignment.questions import Shares
from autograder.assignment.reading import FILE, PARTS, UNIT, Keys, Reader
from autograder.game import Content, hashable_content
from autograder.project import LAWS as LAW_PLACE
from autograder.project import REFERENCE, TREES
from autograder.text import clean, listed
from autograder.trees import marked
from autograder.trees.marked import DEEPEST_LIST, INFINITE, Mark, MarkedNode, Scalar

KEYS: tuple[str, ...] = ("function", "compare", "tolerance", "laws", "unseen")
ASKED = "rows"
RESULT, LAWS = "result", "laws"
FACETS: tuple[str, ...] = (RESULT, LAWS)
COMPARE = NUMBER, SEQUENCE, SET = "number", "sequence", "set"
TOLERANCE = 1e-9  # relative, and absolute below 1
MOST_ROWS = 10_000  # of one question
SHOWN = 60  # characters of a call
ROW = ("of", "is")  # the keys of a row whose result is given
LAW_FOLDER = REFERENCE / LAW_PLACE
EACH = "each"  # the key of rows that are all combinations of some values


@dataclass(frozen=True, slots=True)
class Row:
    """One call: its arguments, the `result` where the file gives it, and its place."""

    arguments: tuple[Content, ...]
    result: Content = None
    mark: tuple[int, int] = field(default=(1, 1), compare=False)


Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Table(questions.AnyQuestion):
    """A function to be graded on rows of arguments."""

    kind: ClassVar[str] = "table"

    function: str
    compare: str = NUMBER  # what it returns
    tolerance: float = TOLERANCE  # of a number
    laws: tuple[str, ...] = ()  # kept by the results of a test's rows
    names: tuple[str, ...] = ()  # of its arguments, as the answers tell
    unseen: Rows = field(default=(), compare=False)  # earns nothing

    def functions_to_write(self) -> tuple[str, ...]:
        """The function."""
        return (self.function,)

    def asks_for(self, facet: str) -> bool:
        """Whether a facet is judged."""
        return facet in self.facets


@dataclass(frozen=True, slots=True)
class TableTest(questions.AnyTest):
    """One test: a function called on one row, or on those of a group."""

    question: Table
    rows: tuple[Row, ...]

    @property
    def size(self) -> int:
        """The number of its rows."""
        return len(self.rows)

    def call_text(self, row: Row) -> str:
        """A call of it, as people write it."""
        return call_text(self.question.function, row.arguments)


def call_text(function: str, arguments: Sequence[Content]) -> str:
    """A call as people write it."""
    return f"{function}({', '.join(map(value_as_written, arguments))})"


def value_as_written(value: Content) -> str:
    """A value as Python writes it, a list for what may be a list or a tuple."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(value_as_written, value))}]"
    return repr(value)


def question(reader: Reader, node: MarkedNode, keys: Keys) -> Table:
    """A table, whose keys are these, or those of the unit whose rows it asks."""
    keys = {**_keys_of_unit(reader, keys), **keys}
    get = partial(reader.read, keys)
    shared = reader.shared_fields(node, keys)
    name = shared["name"]
    tolerance = get("tolerance", reader.fields.number, TOLERANCE)
    if tolerance < 0:
        told = f"expected a tolerance of 0 or more, found {tolerance}"
        reader.complain(keys["tolerance"].mark, told)
    found = Table(
        **shared,
        function=get("function", reader.identifier, name),
        compare=get("compare", reader.choice_reader(COMPARE), NUMBER),
        tolerance=float(tolerance),
        laws=get("laws", reader.names, ()),
    )
    if "unseen" in keys:
        found = replace(found, unseen=_rows(reader, found, keys["unseen"]))
    reader.check_same_kind_of_question(node, name, f"{found.module}.{found.function}")
    if found.laws and found.compare != NUMBER:
        reader.complain(keys["laws"].mark, "laws are of functions that return numbers")
    laws = keys.get("laws")
    known = tuple(found.places.files_by_name(LAW_PLACE, LAW_FOLDER, "[a-z]*.py"))
    for item in laws.items if isinstance(laws, marked.MarkedList) else ():
        if isinstance(item, Scalar) and item.text.strip() not in known:
            law = clean(item.text, marked.SHOWN)
            there_are = listed(known) or "none"
            reader.complain(item.mark, f"there is no law {law}; there are {there_are}")
    return found


def tests(
    reader: Reader, question: Table, part: questions.Part, node: MarkedNode
) -> list[TableTest]:
    """The tests of a part of a table, from its rows."""
    groups = _groups(reader, question, node)
    if sum(map(len, groups.values())) > MOST_ROWS:
        reader.complain(node.mark, f"there are more than {MOST_ROWS:,} rows")
        return []
    return [TableTest(question, name, rows, part=part) for name, rows in groups.items()]


def points(reader: Reader, question: Table, node: MarkedNode) -> Shares:
    """What facets earn; complaints of those that there are not, or cannot be judged."""
    shares = reader.points_of_some(node, FACETS)
    if LAWS in dict(shares) and "laws" not in question.marks:
        reader.complain(node.mark, "points for laws need `laws`")
    return shares


def checked_tests(
    reader: Reader, _node: MarkedNode, keys: Keys, tests: Sequence[TableTest]
) -> list[TableTest]:
    """The tests of all parts; complaints of laws that earn nothing, and of rows met."""
    met = {row.arguments for test in tests for row in test.rows}
    for question in {test.question.name: test.question for test in tests}.values():
        if question.laws and not question.asks_for(LAWS):
            reader.complain(keys["laws"].mark, "laws need points for `laws`")
        for row in question.unseen:
            if row.arguments in met:
                told = clean(call_text(question.function, row.arguments), SHOWN)
                reader.complain(Mark(*row.mark), f"{told} is a row of a test, too")
    return [*tests]


def _groups(reader: Reader, question: Table, node: MarkedNode) -> dict[str, Rows]:
    """The rows of each test by its name: of a list, of groups, or of a unit."""
    if isinstance(node, Scalar) and node.text.startswith(UNIT):
        return _of_unit(reader, question, node)
    if isinstance(node, marked.Mapping):
        return _named_groups(reader, question, node)
    found: dict[str, Rows] = {}
    if question.laws:
        reader.complain(node.mark, "laws compare rows: give them in groups, by name")
    taken: Counter[str] = Counter()  # calls that were cut, and begin alike
    for row in _rows(reader, question, node):
        name = clean(call_text(question.function, row.arguments), SHOWN)
        taken[name] += 1
        if taken[name] > 1:
            name = f"{name} #{taken[name]}"
        if reader.is_new(Scalar(Mark(*row.mark), name), question.name, name):
            found[name] = (row,)
    return found


def _named_groups(
    reader: Reader, question: Table, node: marked.Mapping
) -> dict[str, Rows]:
    found: dict[str, Rows] = {}
    if not node.pairs:
        reader.complain(node.mark, "expected at least one group of rows")
    for key, rows in node.pairs:
        if not key.text.strip():
            reader.complain(key.mark, "a group needs a name")
        if reader.is_new(key, question.name, key.text):
            found[key.text] = _rows(reader, question, rows)
    return found


def _of_unit(reader: Reader, question: Table, node: Scalar) -> dict[str, Rows]:
    """All rows of a question of a unit, in its groups; complaints of where they are."""
    place = (node.mark.line, node.mark.column)
    there = _unit_question(reader, node)
    if there is None:
        return {}
    unit, keys = there
    groups: dict[str, Rows] = {}
    parts = unit.fields.items(keys[PARTS]) if PARTS in keys else []
    for each in [keys, *map(unit.fields.mapping, parts)]:
        if ASKED in each:
            groups |= _groups(unit, question, each[ASKED])
    reader.trees.problems.extend(unit.problems)
    return {
        name: tuple([replace(row, mark=place) for row in rows])
        for name, rows in groups.items()
        if reader.is_new(node, question.name, name)
    }


def _keys_of_unit(reader: Reader, keys: Keys) -> Keys:
    """What a unit says of the question whose rows are asked, but for its points."""
    rows = [keys.get(ASKED), *_rows_of_parts(keys)]
    texts = (each for each in rows if isinstance(each, Scalar))
    named = next((each for each in texts if each.text.startswith(UNIT)), None)
    there = None if named is None else _unit_question(reader, named)
    if there is None:
        return {}
    _, own = there
    usual = {"module": own["name"], "function": own["name"]}
    paid = getattr(keys.get("points"), "pairs", ())
    left_out = () if any(key.text == LAWS for key, _ in paid) else (LAWS,)
    taken = {key: own[key] for key in ("module", *KEYS) if key in own}
    return {k: v for k, v in {**usual, **taken}.items() if k not in left_out}


def _unit_question(reader: Reader, node: Scalar) -> tuple[Reader, Keys] | None:
    """The question that `unit:UNIT/QUESTION` names: its keys, and what reads them."""
    unit, _, name = node.text.removeprefix(UNIT).rpartition("/")
    path = TREES / unit / FILE
    names: list[str] = []
    if ".." not in unit and path.is_file():
        source = marked.Source(path)
        there = Reader(source, path.parent)
        root = marked.read(source)
        top = {} if root is None else there.fields.mapping(root)
        for item in there.fields.items(top["questions"]) if "questions" in top else ():
            keys = there.fields.mapping(item)
            if ASKED in keys or _rows_of_parts(keys):
                names.append(str(getattr(keys.get("name"), "text", "")))
                if names[-1] == name:
                    return there, keys
    has = f"; {unit} has {listed(tuple(names))}" if names else ""
    form = f"expected the rows of a unit's question, {UNIT}UNIT/QUESTION"
    reader.complain(node.mark, f"{clean(node.text, marked.SHOWN)}: {form}{has}")
    return None


def _rows_of_parts(keys: Keys) -> list[MarkedNode]:
    """What stands in the parts of a question, if it has any, for rows."""
    parts = keys.get(PARTS)
    items = parts.items if isinstance(parts, marked.MarkedList) else []
    pairs = (pair for part in items for pair in getattr(part, "pairs", ()))
    return [value for key, value in pairs if key.text == ASKED]


def _rows(reader: Reader, question: Table, node: MarkedNode) -> Rows:
    rows: dict[str, Row] = {}
    for item in reader.non_empty_items(node, "row"):
        for row in _row(reader, question, item):
            key = repr(row.arguments)
            if key in rows:
                told = clean(call_text(question.function, row.arguments), SHOWN)
                reader.complain(item.mark, f"{told} stands here twice")
            rows[key] = row
    return tuple(rows.values())


def _row(reader: Reader, question: Table, node: MarkedNode) -> Iterator[Row]:
    """The row of an item: its arguments, with its result, or many by combination."""
    mark = (node.mark.line, node.mark.column)
    if not isinstance(node, marked.Mapping):
        yield Row(_values(reader, node), mark=mark)
        return
    if any(key.text == EACH for key, _ in node.pairs):
        each = reader.fields.mapping(node, (EACH,))[EACH]
        lists = reader.non_empty_items(each, "argument")
        if not all(
            map(bool, [reader.non_empty_items(item, "value") for item in lists])
        ):
            return
        choices = [_values(reader, item) for item in lists]
        if math.prod(map(len, choices)) > MOST_ROWS:
            reader.complain(node.mark, f"there are more than {MOST_ROWS:,} rows")
            return
        yield from (Row(arguments, mark=mark) for arguments in product(*choices))
        return
    keys = reader.fields.mapping(node, ROW)
    if missing := [f"`{key}`" for key in ROW if key not in keys]:
        reader.complain(node.mark, f"a row needs {listed(tuple(missing))}")
        return
    result = _value(reader, keys["is"])
    if wrong := reason_unfit(question.compare, result):
        reader.complain(keys["is"].mark, wrong)
    yield Row(_values(reader, keys["of"]), result, mark)


def _values(reader: Reader, node: MarkedNode) -> tuple[Content, ...]:
    return tuple([_value(reader, item) for item in reader.fields.items(node)])


def _value(reader: Reader, node: MarkedNode, depth: int = 0) -> Content:
    """A number, which may be infinite, a text, a truth value, nothing, or a list."""
    if isinstance(node, marked.MarkedList):
        if depth == DEEPEST_LIST:
            deep = f"lists nest more than {DEEPEST_LIST} deep"
            reader.complain(node.mark, deep)
            return None
        return tuple([_value(reader, item, depth + 1) for item in node.items])
    if isinstance(node, Scalar) and node.plain and INFINITE.fullmatch(node.text):
        return reader.fields.number(node, infinite=True)
    return reader.fields.plain(node)


def reason_unfit(compare: str, result: Content) -> str:
    """Why a result is none that a table can hold; "" if it is."""
    if compare == NUMBER:
        fits = is_number(result) or is_infinite(result)
        return "" if fits else f"expected a number, found {result!r:.60}"
    if not isinstance(result, tuple):
        return f"expected a list, found {result!r:.60}"
    return (
        "" if _is_plain(result) else f"{value_as_written(result):.60}: it is not finite"
    )


def is_number(value: Content) -> bool:
    """Whether it is a finite number; a truth value is none."""
    return type(value) in (int, float) and math.isfinite(value)


def is_infinite(value: Content) -> bool:
    """Whether it is ∞ or −∞, which a row may return where the file says so."""
    return type(value) is float and math.isinf(value)


def _is_plain(value: Content) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return not isinstance(value, float) or math.isfinite(value)


def question_keys(question: Table) -> dict[str, Any]:
    """The fields of a table as YAML takes them; what is as usual is left out."""
    usual = asdict(Table("", "", ""))
    rows = {key: value for key, value in asdict(question).items() if key in PLAIN}
    given = {key: value for key, value in rows.items() if value != usual[key]}
    given["limits"] = asdict(question.limits)
    given["laws"] = list(question.laws)
    kept = {key: value for key, value in given.items() if value != []}
    return {"kind": Table.kind, **kept}


def subject_keys(tests: Sequence[TableTest]) -> dict[str, Any]:
    """The rows of a part as YAML takes them, in groups."""
    return {
        test.about: [
            _in_yaml(row.arguments)
            if row.result is None
            else {"of": _in_yaml(row.arguments), "is": _in_yaml(row.result)}
            for row in test.rows
        ]
        for test in tests
    }


PLAIN = ("name", "module", "function", "compare", "tolerance")


class Quoted(str):
    """A text that stands in quotes, so that nobody takes it for something else."""

    __slots__ = ()


TEXT = "tag:yaml.org,2002:str"
yaml.SafeDumper.add_representer(
    Quoted, lambda dumper, text: dumper.represent_scalar(TEXT, str(text), style='"')
)


def _in_yaml(value: Content) -> Any:
    if isinstance(value, tuple):
        return [*map(_in_yaml, value)]
    return Quoted(value) if isinstance(value, str) else value


def in_lists(value: Content) -> Any:
    """A value as a function gets it, with lists of its own."""
    return [*map(in_lists, value)] if isinstance(value, tuple) else value


Results = Mapping[str, tuple[Content, ...]]  # by the test's name, row by row


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """What is right."""

    names: tuple[str, ...]  # of the arguments
    results: Results  # by test
    unseen: tuple[Row, ...] = field(default=(), compare=False)  # with what is right


def dump_answers(answers: TableAnswers, tests: Iterable[TableTest]) -> str:
    """The answers as a readable file: a call and what it returns in a line."""
    content = {
        "names": list(answers.names),
        "results": {
            test.about: {
                test.call_text(row): in_lists(result)
                for row, result in zip(
                    test.rows, answers.results[test.about], strict=True
                )
            }
            for test in tests
            if test.about in answers.results
        },
    }
    return file.indented_json(content, "\n") + "\n"


def dump_unseen(rows: Iterable[Row]) -> str:
    """Rows that no submission has met, each with its result where that is asked."""
    return file.unseen_as_numbered_json(
        {"of": in_lists(row.arguments), "is": in_lists(row.result)} for row in rows
    )


def load_unseen(assignment: questions.Assignment, question: str) -> tuple[Row, ...]:
    """Those of a table; none where the file is not; UntoldError if it is stale."""

    def read(content: Any) -> Row:
        return Row(hashable_content([*content["of"]]), hashable_content(content["is"]))

    return file.load_unseen_with(read, assignment, question)


def parse_answers(text: str, tests: Sequence[TableTest]) -> TableAnswers:
    """The answers to these tests; StaleError for others, one of BROKEN for none."""
    content = json.loads(text)
    results = content["results"]
    for test in tests:
        if test.question.asks_for(RESULT):
            own, compare = results.get(test.about, {}), test.question.compare
            if [*own] != [test.call_text(row) for row in test.rows]:
                raise file.StaleError
            if any(
                reason_unfit(compare, hashable_content(value)) for value in own.values()
            ):
                raise file.StaleError
    return TableAnswers(
        tuple(map(str, content["names"])),
        {
            str(name): hashable_content([*found.values()])
            for name, found in results.items()
        },
    )


load_answers = partial(file.answers_parsed_by, parse_answers)
