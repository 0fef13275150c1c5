"""The sentences on a game that a student wrote: the shortest line that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from autograder.game import Content
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Shown, Wording, below_the_headline, facet_blocks
from autograder.kinds.game.judging import (
    UNLISTED,
    Count,
    Pair,
    PlayFinding,
    PlayResult,
    Wrong,
)
from autograder.kinds.game.observing import call_of, items_of
from autograder.kinds.game.question import (
    ACTION,
    ANSWERING,
    CANONICAL,
    GAME,
    ILLEGAL,
    OF_GAME,
    UNCHANGED,
    VALUE,
    Reached,
)
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault, Outcome
from autograder.observing.repairing import PartWords
from autograder.report.entries import TESTS
from autograder.sandbox.forms import ACTIONS, INITIAL, MOVER, RESULT, TERMINAL, UTILITY
from autograder.text import clean, count_text, few_names, listed
from autograder.trees.values import value_text as shown_number
from autograder.words import blocks
from autograder.words.faults import (
    VALUE_HINTS,
    ExpectedKind,
    brief,
    fault_sentence,
    wrong_type,
)

RIGHT = "with {{0}} in {{1}}, {} behind all lines of play that you see"
OF_FUNCTIONS = PartWords(
    "Each function is judged by itself, whatever the others say.",
    {
        **{facet: RIGHT.format(f"{facet} is right") for facet in OF_GAME},
        UNCHANGED: RIGHT.format("states stay as they are"),
        ILLEGAL: RIGHT.format("result refuses what is no action"),
    },
    needs=(INITIAL, RESULT, UNCHANGED),  # or nobody knows which states were given
    by_themselves=(INITIAL, UNCHANGED),
    beside={UTILITY: TERMINAL},  # both ask who has won
)
LONGEST_NAME = 60
LONGEST_GAME = 200
WIDTH = 8  # of a count
HEADING = "Lines of play by length, over or not: {}"
COLUMNS = f"plies  {'lines':>{WIDTH}}"
BOTH = f"plies  {'yours':>{WIDTH}}  {'right':>{WIDTH}}"
BY_ACTION = "Those of {} by first action:"
TOO_MANY = "{}: there are more than {:,} lines of {}, and no more are counted; {}"
NONE_FITS = "smaller options may help"
DIFFERS = " !"


def count_table_heading(game: str, columns: str = COLUMNS) -> str:
    """What is counted, above the table."""
    return f"{HEADING.format(clean(game, LONGEST_GAME))}\n\n{columns}"


def count_table_row(plies: int, *lines: int) -> str:
    """One length."""
    return "  ".join((f"{plies:>5}", *(f"{count:>{WIDTH}}" for count in lines)))


def by_action(plies: int, counts: Iterable[tuple[str, int]]) -> str:
    """The division of one length: a line for each first action."""
    rows = [f"{count:>{WIDTH}}  {clean(name, LONGEST_NAME)}" for name, count in counts]
    return "\n".join([f"\n{BY_ACTION.format(_long(plies))}\n", *rows])


def both_by_action(count: Count) -> str:
    """The division of one length of two games, marked where they differ."""
    heading = BY_ACTION.format(_long(count.plies))
    return "\n".join([f"\n{heading}\n", *map(_both, count.by_action)])


def count_comparison(counts: Sequence[Count]) -> Iterator[str]:
    """The lengths of two games, and the division of the last, line by line.

    Of many actions those that differ come alone, and of these the first. What is but
    one is not divided.
    """
    yield BOTH
    yield from (count_table_row(count.plies, *count.lines) for count in counts)
    last = counts[-1]
    wrong = [each for each in last.by_action if each[1][0] != each[1][1]]
    told = last.by_action if len(last.by_action) <= MOST_ACTIONS else wrong
    if len(last.by_action) < 2:
        return
    yield f"Those of {_long(last.plies)} by how they begin:"
    yield from map(_both, told[:MOST_ACTIONS])


def _both(row: tuple[str, Pair]) -> str:
    name, (said, right) = row
    told = f"{said:>{WIDTH}}  {right:>{WIDTH}}  {clean(name, LONGEST_NAME)}"
    return told if said == right else f"{told}{DIFFERS}"


def game_over_sentence(plies: int) -> str:
    """Why the table ends before the depth."""
    return f"\nNo line is longer than {_long(plies)}."


def too_many_lines_sentence(game: str, plies: int, most: int) -> str:
    """Why the table ends before the depth, and which depth does."""
    smaller = f"--depth {plies - 1} is the most here"
    remedy = smaller if plies > 1 else NONE_FITS
    shown, length = clean(game, LONGEST_GAME), _long(plies)
    return TOO_MANY.format(shown, most, length, remedy)


def _long(plies: int) -> str:
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


LINE, LIST, SAID = 160, 60, 80  # characters of a line, of actions, of a value
MOST_ACTIONS = 12  # of a line that are told
START = "at the start"
NOTHING = "none"
YOURS, RIGHT = "yours", "right"
AFTER = "after {}"
TURN = {"max": "MAX's", "min": "MIN's"}
OVER, ON = "the game is over", "the game goes on"
NOT_SO_FAR = "not judged: the walk did not come to what would tell"
OF_THE_FILE = ("stub", "no_function", "not_callable", "signature")  # faults
CHANGES = {
    ACTIONS: "{}, your actions changes its state, or answers otherwise when asked "
    "again",
    RESULT: "{}, your result changes the state it is given, or answers otherwise when "
    "asked again",
}
OTHERWISE = "a second run went otherwise"
TRUTH = ExpectedKind("True or False", {"none": VALUE_HINTS["none"]})
MOVER_WANTED = ExpectedKind('"max" or "min"', {"none": VALUE_HINTS["none"]})
LIST_WANTED = ExpectedKind(
    "a list of actions as the docstring has them",
    {
        "none": VALUE_HINTS["none"],
        "iterator": "return a list; list(…) makes one of it",
        "dict": "return a list; list(…) makes one of its keys",
    },
)
NUMBER_WANTED = ExpectedKind("an int or a float", VALUE_HINTS)


def line_phrase(line: Reached) -> str:
    """Behind which line of play: `after 2 of pile 1 and 1 of pile 2`."""
    return AFTER.format(line_text(line)) if line.actions else START


def line_text(line: Reached) -> str:
    """The actions of a line, as people have them; of a long one the last."""
    said = line.said[-MOST_ACTIONS:]
    told = clean(listed(said, len(said)), LINE)
    return f"… {told}" if len(said) < len(line.said) else told


def headline(result: PlayResult) -> str:
    """One sentence on the whole test: the shortest line that differs."""
    if result.verdict is Verdict.CORRECT:
        return f"correct; {OTHERWISE}" if result.differs_at else "correct"
    first = result.first_difference
    ended = result.observed.ended
    if isinstance(ended, Fault):
        return _broken(ended, result)
    return sentence_on(first) if first else NOT_SO_FAR


def _broken(ended: Fault, result: PlayResult) -> str:
    """How a walk ended that did not come to its end, and behind which line."""
    told = fault_sentence(ended, call_of(INITIAL))
    line = result.observed.broken
    if line is None or ended.stage == "import":
        return told
    return f"{line_phrase(line)}, the walk was ended: {told}"


def sentence(finding: PlayFinding, result: PlayResult) -> str:
    """One sentence on one facet."""
    if finding.wrong:
        told = sentence_on(finding.wrong[0])
        more = len(finding.wrong) - 1
        return f"{told} (and {count_text(more, 'more time')})" if more else told
    if finding.verdict is Verdict.CORRECT:
        return f"right on {count_text(finding.lines, 'line')}"
    ended = result.observed.ended
    return _broken(ended, result) if isinstance(ended, Fault) else NOT_SO_FAR


def sentence_on(wrong: Wrong) -> str:
    """What a function says behind a line, and what is right there."""
    return OF_FACET[wrong.facet](wrong)


def _call(wrong: Wrong) -> str:
    return f"{line_phrase(wrong.line)} your {wrong.called}"


def _called(wrong: Wrong, fault: Fault) -> Observation:
    """The call that failed: of a 7-tuple the function that returns it, or a part."""
    is_part = wrong.called != wrong.facet
    return call_of(GAME if is_part and fault.kind in OF_THE_FILE else wrong.called)


def _answered(
    wanted: ExpectedKind, kinds: tuple[str, ...], say: Callable[[Wrong, Outcome], str]
) -> Callable[[Wrong], str]:
    """What says what a function answered, where that is of a kind to be compared."""

    def told(wrong: Wrong) -> str:
        came = wrong.outcome
        if isinstance(came, Fault):
            why = fault_sentence(came, _called(wrong, came))
            return why if came.kind in OF_THE_FILE else f"{_call(wrong)} {why}"
        assert came is not None
        if came.kind not in kinds:
            return wrong_type(_call(wrong), came, wanted)
        return say(wrong, came)

    return told


def _on_found(wrong: Wrong) -> str:
    """What the search says that plays on the game."""
    came, where = wrong.outcome, line_phrase(wrong.line)
    assert came is not None
    if isinstance(came, Fault):
        told = fault_sentence(came, call_of(wrong.facet))
        return told if came.kind == "module" else f"{where}: {told}"
    finds = f"{where}, minimax on your game"
    if wrong.facet == VALUE:
        right = shown_number(wrong.expected)
        return f"{finds} finds the value {brief(came)}; it is {right}"
    best = _few(tuple(map(action_text, wrong.expected)))
    return f"{finds} chooses {brief(came)}; best is {best}"


def _on_actions(wrong: Wrong, came: Outcome) -> str:
    items = items_of(came)
    if items is None:
        return wrong_type(_call(wrong), came, LIST_WANTED)  # type: ignore[arg-type]
    missing, illegal, double = missing_wrong_and_repeated_actions(items, wrong.expected)
    told = [
        *([f"leaves out {_few(missing)}"] if missing else []),
        *([f"has {_few(illegal)}, not legal"] if illegal else []),
        *([f"has {_few(double)} more than once"] if double else []),
    ]
    return f"{_call(wrong)} {' and '.join(told)}"


def missing_wrong_and_repeated_actions(
    items: tuple[Content, ...], legal: tuple[Content, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Actions that are missing, that are none, and that are there more than once."""
    said, right = [*map(action_text, items)], [*map(action_text, legal)]
    missing = tuple(each for each in right if each not in said)
    illegal = tuple(dict.fromkeys(each for each in said if each not in right))
    double = tuple(
        dict.fromkeys(a for a in said if a in right and said.count(a) > 1),
    )
    return missing, illegal, double


def _few(actions: tuple[str, ...]) -> str:
    return few_names(actions, LIST)


def action_text(action: Content) -> str:
    """An action as Python writes it."""
    if isinstance(action, tuple):
        items = ", ".join(map(action_text, action))
        return f"({items},)" if len(action) == 1 else f"({items})"
    return repr(action).replace("\\\\", "\\")  # what acts is escaped already


def _on_state(wrong: Wrong) -> str:
    came = wrong.outcome
    if isinstance(came, Fault):
        before = _before(wrong)
        told = fault_sentence(came, _called(wrong, came))
        return told if came.kind in OF_THE_FILE else f"{before} {told}"
    if came is not None:
        return f"{_before(wrong)} returned None: is a `return` missing?"
    what = (
        f"the state {line_phrase(wrong.line)}"
        if wrong.line.actions
        else "the first state"
    )
    says = f"{listed(wrong.says)} say wrong things"
    return f"{what} is not the right one: {says} of it or of what follows"


def _before(wrong: Wrong) -> str:
    """The call that makes a state, and behind which line it is made."""
    if wrong.facet == INITIAL:
        return f"your {wrong.called}"
    *said, _ = wrong.line.said
    where = AFTER.format(clean(listed(tuple(said), len(said)), LINE)) if said else START
    return f"{where} your {wrong.called} for {action_text(wrong.action)}"


def _on_equality(wrong: Wrong) -> str:
    came = wrong.outcome
    line = wrong.line
    if isinstance(came, Fault):
        told = fault_sentence(came, call_of(INITIAL))
        return f"the state {line_phrase(line)} cannot be looked up in a dict: {told}"
    if wrong.expected == UNLISTED:
        return f"your states lack the one {line_phrase(line)}"
    if isinstance(wrong.expected, tuple):
        count, reached = wrong.expected
        return f"your states are {count}, of which {reached} can be reached"
    assert wrong.other is not None
    both = f"the positions after {_or_none(wrong.other)} and {_or_none(line)}"
    if wrong.expected:
        return f"{both} are the same, but your states differ"
    return f"{both} differ, but your states are equal"


def _or_none(line: Reached) -> str:
    return line_text(line) if line.actions else "nothing"


def _on_illegal(wrong: Wrong) -> str:
    came = wrong.outcome
    assert came is not None
    if isinstance(came, Fault):
        told = fault_sentence(came, call_of(RESULT))
    else:
        told = f"it returned {brief(came)}"
    takes = f"{line_phrase(wrong.line)}, your result takes {action_text(wrong.action)}"
    return f"{takes}, which is not legal: {told}; expected a ValueError"


OF_FACET: dict[str, Callable[[Wrong], str]] = {
    INITIAL: _on_state,
    RESULT: _on_state,
    MOVER: _answered(
        MOVER_WANTED,
        ("str",),
        lambda wrong, came: (
            f"{_call(wrong)} says {clean(str(came), SAID)}; "
            f"it is {TURN[wrong.expected]} turn"
        ),
    ),
    TERMINAL: _answered(
        TRUTH,
        ("bool",),
        lambda wrong, came: (
            f"{_call(wrong)} says {came}; {OVER if wrong.expected else ON}"
        ),
    ),
    UTILITY: _answered(
        NUMBER_WANTED,
        ("number",),
        lambda wrong, came: (
            f"{_call(wrong)} for {wrong.player} says {came}; "
            f"it is {shown_number(wrong.expected)}"
        ),
    ),
    ACTIONS: _answered(LIST_WANTED, ("list", "tuple", "set"), _on_actions),
    CANONICAL: _on_equality,
    ILLEGAL: _on_illegal,
    UNCHANGED: lambda wrong: CHANGES[wrong.says[0]].format(line_phrase(wrong.line)),
    VALUE: _on_found,
    ACTION: _on_found,
}


BRIEF = {
    Verdict.WRONG_TYPE: "something else than was asked for was returned",
    Verdict.WRONG_VALUE: "the game is another one behind some line of play",
}


def details(result: PlayResult) -> tuple[blocks.Passage, ...]:
    """What stands below the headline: functions, the traceback, the prints."""
    counts = tuple(count_comparison(result.counts)) if result.counts else ()
    first = result.first_difference
    passages = (
        facet_blocks(result, result.test.question.facet_title, sentence),
        (blocks.LineOfPlay(result.way, tuple(_answers(first))),) if first else (),
        (blocks.Verbatim(counts),) if counts else (),
        tuple(map(blocks.Sentence, _notes(result))),
    )
    return below_the_headline(result, passages, result.main_outcome)


def _answers(wrong: Wrong) -> Iterator[blocks.Answer]:
    """What a function said and what is right."""
    came = wrong.outcome
    if wrong.facet not in ANSWERING or came is None or isinstance(came, Fault):
        return
    items = items_of(came)
    said = str(came) if items is None else _few(tuple(map(action_text, items)))
    right = wrong.expected
    is_list = isinstance(right, tuple)
    told = _few(tuple(map(action_text, right))) if is_list else str(right)
    yield blocks.Answer(YOURS, clean(said, SAID) or NOTHING, _squares(items or ()))
    yield blocks.Answer(RIGHT, clean(told, SAID) or NOTHING, _squares(right))


def _squares(actions: Content) -> blocks.Squares:
    """Those of actions that are pairs of numbers; () where one is something else."""
    if not isinstance(actions, tuple):
        return ()
    pairs = [
        (action[0], action[1])
        for action in actions
        if isinstance(action, tuple) and len(action) == 2
        if type(action[0]) is int and type(action[1]) is int
    ]
    return tuple(pairs) if len(pairs) == len(actions) else ()


def _notes(result: PlayResult) -> Iterator[str]:
    """What is to be known beside what is right and wrong."""
    first = result.first_difference
    if first is not None and first.line.actions:
        line = clean(", ".join(map(action_text, first.line.actions)), LINE)
        yield f"The actions are {line}."
    if result.differs_at is not None:
        where = line_phrase(result.differs_at)
        told = "a second run said something else; is there something random?"
        yield f"{where[:1].upper()}{where[1:]}, {told}"


def _shown(result: PlayResult) -> Shown:
    """The shortest line that differs, as JSON has it; nothing where none does."""
    first = result.first_difference
    if first is None:
        return Shown()
    said = tuple(action_text(action) for action in first.line.actions)
    came = None if first.outcome is None else str(first.outcome)
    return Shown(came, visited=said)


WORDING = Wording(headline, BRIEF, details, _shown, TESTS)
