"""What stands beside the tests: how a search is called, and what is right of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from autograder.answers import file
from autograder.assignment.questions import (
    ESTIMATES,
    FACETS,
    LINE,
    NO_SEARCH,
    OF_SEARCH,
    POSITIONS,
    RECORDED,
    ROUNDS,
    SAVED,
    Assignment,
    Case,
    Part,
    Points,
    Question,
)
from autograder.assignment.reading import FILE
from autograder.assignment.signature import (
    COLOR,
    FIRST,
    KILLERS,
    MARGIN,
    MOVER,
    STARTS,
    TABLE,
    VIEWPOINT,
    Function,
    Product,
    Signature,
    call_text,
    entries_of,
    function_at,
)
from autograder.errors import FileProblems, Problem, UntoldError
from autograder.files import content_of
from autograder.game import CHANCE
from autograder.project import answers_command
from autograder.text import few_names
from autograder.trees.marked import unknown_key_sentence

if TYPE_CHECKING:  # most submissions have none
    from autograder.kinds.search.family import Family

MOST_KEPT = 64  # judgements of a test that are kept for submissions that do the same

Made = TypeVar("Made")


class Sheet:
    """What is right in one test. It remembers, and tells nothing else of the past."""

    def __init__(self, case: Case, answers: file.Answers) -> None:
        self.case, self.answers = case, answers
        self._made: dict[Callable[[Sheet], Any], Any] = {}
        self._lately: dict[Hashable, Any] = {}
        self._just_now: tuple[object, Any] = None, None

    @property
    def answers_by_convention(self) -> Mapping[str, file.Answer]:
        """What each convention of its question does, by name."""
        return self.answers.questions[self.case.question.name]

    @property
    def first_accepted_answer(self) -> file.Answer:
        """What the first accepted convention does."""
        return self.answers_by_convention[self.case.question.accept[0]]

    def computed_once(self, make: Callable[[Sheet], Made]) -> Made:
        """What is made of this sheet alone: all submissions are held against that."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    def recent_judgement(self, done: Hashable, judge: Callable[[], Made]) -> Made:
        """The judgement on what was `done`, which says its kind and all it hangs on."""
        if done not in self._lately:
            if len(self._lately) >= MOST_KEPT:
                self._lately.clear()
            self._lately[done] = judge()
        judged: Made = self._lately[done]
        return judged

    def last_judgement(self, done: object, judge: Callable[[], Made]) -> Made:
        """The judgement on this very thing, which may be asked for twice in a row."""
        if self._just_now[0] is not done:
            self._just_now = done, judge()
        judged: Made = self._just_now[1]
        return judged


class Sheets:
    """The sheets of an assignment, each made when it is asked for."""

    def __init__(self, answers: Mapping[str, file.Answers]) -> None:
        self._answers = answers  # by tree
        self._sheets: dict[tuple[str, str], Sheet] = {}

    def sheet_of(self, case: Case) -> Sheet:
        """The sheet of a test; a test that was changed has one of its own."""
        name = case.question.name, case.tree_name
        sheet = self._sheets.get(name)
        if sheet is None or sheet.case is not case:
            sheet = self._sheets[name] = Sheet(case, self._answers[case.tree_name])
        return sheet


class AnswerBook:
    """The answers, and all that is remembered for one submission after the other."""

    def __init__(
        self, assignment: Assignment, by_tree: Mapping[str, file.Answers]
    ) -> None:
        self.assignment, self.answers = assignment, by_tree
        self.sheets = Sheets(by_tree)
        self._families: dict[str, Family | None] = {}
        self._unseen: dict[str, tuple[Sheet, ...]] = {}

    def family(self, name: str) -> Family | None:
        """The small trees that are kept for a question; None if none are."""
        from autograder.kinds.search import family  # noqa: PLC0415 - most have no need

        if name not in self._families:
            questions = {each.name: each for each in self.assignment.questions()}
            self._families[name] = family.load(self.assignment, questions[name])
        return self._families[name]

    @cached_property
    def secret(self) -> str:
        """What no student has: the secret of the answers.

        Where they are older, what all trees are: who lacks the hidden ones cannot tell.
        """
        path = file.secret_path(self.assignment)
        if path.is_file():
            return path.read_bytes().hex()
        return repr(sorted((n, each.fingerprint) for n, each in self.answers.items()))

    def unseen(self, question: Question) -> tuple[Sheet, ...]:
        """A question's trees that no submission has met; UntoldError if unusable."""
        if question.name not in self._unseen:
            self._unseen[question.name] = tuple(
                Sheet(each.case(question), each.answers)
                for each in file.load_unseen(self.assignment, question)
            )
        return self._unseen[question.name]


def load_answers(assignment: Assignment) -> dict[str, file.Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: file.load(assignment, name) for name in assignment.trees()}


SUFFIX = ".search.json"
OLDER = "it is missing, so that the answers beside it are of an older form"


def signature_path(assignment: Assignment, question: str) -> Path:
    """Where the signature of a question stands."""
    return assignment.folder / file.FOLDER / f"{question}{SUFFIX}"


def load(assignment: Assignment) -> Assignment:
    """The assignment with the signatures that stand beside its answers.

    UntoldError where one cannot be used, FileProblems where the assignment says
    another.
    """
    names = (question.name for question in assignment.questions())
    return with_given_signatures(
        assignment, {name: _load(assignment, name) for name in names}
    )


def _load(assignment: Assignment, question: str) -> Signature:
    path = signature_path(assignment, question)
    try:
        return parse(content_of(path).decode())
    except FileNotFoundError:
        found = OLDER if path.parent.is_dir() else "there are no answers"
    except OSError as fault:
        found = f"cannot be read ({fault.strerror})"
    except file.BROKEN as fault:
        found = f"not a signature ({type(fault).__name__})"
    raise UntoldError(f"{path}: {found}; run `{answers_command(assignment.folder)}`")


def with_given_signatures(
    assignment: Assignment, signatures: Mapping[str, Signature]
) -> Assignment:
    """The assignment with signatures by question; FileProblems where they disagree."""
    problems = [
        Problem(*place_of(assignment, question, key), message)
        for question in dict.fromkeys(case.question for case in assignment.cases)
        for key, message in _disagreements(
            question, signatures[question.name], answers_command(assignment.folder)
        )
    ]
    problems += [
        Problem(*place_of(assignment, case.question, key, case.part), message)
        for case in assignment.cases
        for key, message in misfits(case, signatures[case.question.name])
    ]
    if problems:
        raise FileProblems(tuple(dict.fromkeys(problems)))
    return replace(
        assignment,
        tests=tuple(
            _signed(test, signatures) if isinstance(test, Case) else test
            for test in assignment.tests
        ),
    )


def place_of(
    assignment: Assignment, question: Question, key: str, part: Part | None = None
) -> tuple[Path, int, int]:
    """Where a key stands, of a part first, or else the question: file, line, column."""
    marks = {**question.marks, **({} if part is None else part.marks)}
    place = marks.get(key) or question.marks.get("", (1, 1))
    return (assignment.folder / FILE, *place)


def _disagreements(
    question: Question, signature: Signature, remedy: str
) -> Iterator[tuple[str, str]]:
    """Each key of a question that says something else, and what is wrong with it."""
    known = (*FACETS, *signature.names())
    for facet in question.functions():
        if facet not in known:
            yield (
                f"points {facet}",
                f"{unknown_key_sentence(facet, known)}; or run `{remedy}`",
            )
    for facet in OF_SEARCH if not question.search else ():
        if facet in question.facets:
            yield f"points {facet}", f"search: {NO_SEARCH}, so that nobody chooses"
    if question.wants_line_of_actions and "action" in question.facets:
        yield "points action", f"{question.search} returns {LINE}, and no action alone"
    if question.entry not in (None, signature.entry):
        yield "entry", f"the answers have another entry; run `{remedy}`"
        return
    for name in entries_of(signature.entry):
        has = signature.function_named(name).arguments
        if question.arguments not in (None, has):
            said = ", ".join(question.arguments or ())
            yield "arguments", f"[{said}], but the reference has {call_text(name, has)}"
            return


def misfits(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    """Why such a search cannot be asked on a tree, and the key that asks it."""
    tree, name = case.tree, case.tree_name
    moving = dict.fromkeys(node.to_move for node in tree.nodes if node.children)
    for mover in moving:
        if not function_at(signature.entry, mover):
            known = ", ".join(entries_of(signature.entry))
            yield "trees", f"{name}: {mover} moves there, for whom none of {known} is"
    if tree.has_vectors and signature.prunes:
        yield "trees", f"{name}: with payoffs of several players nothing can be pruned"
    has_margin, takes_margin = tree.limit.margin is not None, MARGIN in signature.search
    if has_margin and not takes_margin:
        yield "trees", f"{name}: it has a margin, which the search does not take"
    if takes_margin and not has_margin:
        yield "trees", f"{name}: it has no margin, which the search takes"
    yield from _misfits_of_order(case, signature)
    yield from _misfits_of_viewpoint(case, signature)
    yield from _misfits_of_what_is_kept(case, signature)
    yield from _misfits_of_time(case)
    asked, given = signature.limiting_key, LIMITS[bool(tree.limit.rounds)]
    given = given if tree.limit else ""
    if asked and asked != given:
        yield "trees", f"{name}: it has no {asked}, which the search takes"
    if given and not asked:
        yield "trees", f"{name}: it has {given}, which the search does not take"
    if ESTIMATES in case.points.facets and not asked:
        yield f"points {ESTIMATES}", "the search has no limit, so it takes no estimates"


LIMITS = ("depth", "rounds")


def _misfits_of_what_is_kept(
    case: Case, signature: Signature
) -> Iterator[tuple[str, str]]:
    """Why a search cannot keep what it has found, or what it is to try first."""
    question = case.question
    given = {name for each in signature.functions for name in each.arguments}
    is_recorded = question.visits == RECORDED
    if TABLE in given and not question.may_keep_positions:
        yield "arguments", f"a {TABLE} is for a question with `remembers: {POSITIONS}`"
    if question.may_keep_positions and not is_recorded:
        key = "visits" if "visits" in question.marks else "remembers"
        yield key, f"`remembers: {POSITIONS}` goes with `visits: {RECORDED}`"
    if question.may_keep_positions and case.tree.limit:
        why = "it has a limit, and a value that is kept tells of no depth"
        yield "trees", f"{case.tree_name}: {why}"
    if KILLERS in given and not is_recorded:
        key = "visits" if "visits" in question.marks else "arguments"
        why = "what is tried first no window tells"
        yield key, f"{KILLERS} go with `visits: {RECORDED}`: {why}"


def _misfits_of_order(case: Case, signature: Signature) -> Iterator[tuple[str, str]]:
    tree, saved = case.tree, [f for f in case.points.facets if f in SAVED]
    if saved and not signature.prunes:
        yield f"points {saved[0]}", "without a window no order leaves anything out"
    elif saved and any(node.to_move == CHANCE for node in tree.nodes):
        told = "chance moves there; fewest leaves are counted of MAX and MIN"
        yield "trees", f"{case.tree_name}: {told}"
    below = tree.reachable()[1:] if case.question.peeks else ()
    nodes = (tree.nodes[index] for index in below)
    bare = tuple(node.label for node in nodes if node.worth_at_sight is None)
    if bare:
        told = f"peeks need estimates, and there is none of {few_names(bare, LABELS)}"
        yield "peeks", f"{case.tree_name}: {told}"


LABELS = 40  # characters of labels in a sentence


def _misfits_of_time(case: Case) -> Iterator[tuple[str, str]]:
    question, name = case.question, case.tree_name
    if case.tree.visits_allowed and not question.deepens:
        said = f"{name}: it has visits_allowed, and no search asks whether time is up"
        yield "trees", f"{said}; one that does has points for `{ROUNDS}`"
    if question.deepens and case.tree.root.to_move == CHANCE:
        yield "trees", f"{name}: chance moves first, and nobody goes by rounds"
    if question.deepens and "search_visits" in question.facets:
        told = f"the visits of a search in rounds are judged as `{ROUNDS}`"
        yield "points search_visits", told


def _misfits_of_viewpoint(
    case: Case, signature: Signature
) -> Iterator[tuple[str, str]]:
    """Why nobody's viewpoint can be taken on a tree, nor his whose turn it is."""
    tree, name = case.tree, case.tree_name
    given = {name for each in signature.functions for name in each.arguments}
    if VIEWPOINT in given:
        if signature.prunes:
            yield "arguments", "a viewpoint and a window do not go together"
        if tree.has_vectors:
            told = "a viewpoint is MAX's or MIN's, and players have names"
            yield "trees", f"{name}: {told}"
        elif tree.root.to_move == CHANCE:
            yield "trees", f"{name}: chance moves first, and has no viewpoint"
    if case.question.value_of != MOVER:
        if COLOR in given:
            yield "arguments", f"a color goes with `value_of: {MOVER}`"
        return
    if VIEWPOINT in given:
        yield "arguments", f"a viewpoint and `value_of: {MOVER}` do not go together"
    if tree.has_vectors:
        yield "trees", f"{name}: `value_of: {MOVER}` is of MAX and MIN, without names"
    elif any(node.to_move == CHANCE for node in tree.nodes):
        yield "trees", f"{name}: chance moves there, of which no value is"


def _signed(case: Case, signatures: Mapping[str, Signature]) -> Case:
    """The test with its question's signature, and products of conventions."""
    question = case.question
    signature = signatures[question.name]
    order = tuple(dict.fromkeys((*FACETS, *signature.names())))  # one may be `value`
    facets = tuple(facet for facet in order if facet in question.facets)
    shares = dict(case.points.shares)
    named, accepted = question.conventions, question.accept
    if question.marks and "conventions" not in question.marks:
        named = accepted = (signature.convention,)
    return replace(
        case,
        question=replace(
            question,
            recorded=signature.with_values_of(question.value_of),
            facets=facets,
            conventions=signature.conventions_and_products(named),
            accept=signature.conventions_and_products(accepted),
        ),
        points=Points(tuple([(f, shares[f]) for f in facets if f in shares])),
    )


def dump(signature: Signature) -> str:
    """The signature as a file."""
    functions = {
        each.name: {"arguments": list(each.arguments), "mover": each.mover}
        | ({"state": each.state} if each.state != FIRST[1] else {})
        for each in signature.functions
    }
    content = {
        "convention": signature.convention,
        "entry": dict(signature.entry),
        "functions": functions,
        "products": [[p.at_max, p.at_min, p.root] for p in signature.products],
        **({"search": list(signature.search)} if signature.search else {}),
    }
    return file.indented_json(content, "\n") + "\n"


def parse(text: str) -> Signature:
    """The signature of a file's text; one of BROKEN is raised if it holds none."""
    content = json.loads(text)
    signature = Signature(
        tuple((str(who), str(name)) for who, name in content["entry"].items()),
        tuple(
            Function(
                str(name),
                _arguments(row["arguments"]),
                str(row["mover"]),
                str(row.get("state", FIRST[1])),
            )
            for name, row in content["functions"].items()
        ),
        str(content["convention"]),
        tuple(Product(*map(str, row)) for row in content["products"]),
        _arguments(content.get("search", [])),
    )
    for _, name in signature.entry:
        if name not in signature.names():
            raise ValueError(name)
    return signature


def _arguments(names: Any) -> tuple[str, ...]:
    found = tuple(map(str, names))
    if not set(found) <= STARTS.keys():
        raise ValueError(found)
    return found
