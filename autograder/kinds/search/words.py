"""The words: one sentence for every finding, and the details behind a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from autograder.assignment.questions import ESTIMATES, LINE, OF_SEARCH, ORDER, SAVED
from autograder.assignment.signature import MOVER
from autograder.game import Number, Value, position_of
from autograder.judging.verdicts import Difference, Verdict
from autograder.kinds.entries import Shown, Wording, safe_name
from autograder.kinds.search import stepwords as clues
from autograder.kinds.search.alone import AloneCheck
from autograder.kinds.search.judging import CaseResult, Finding, wrong_return
from autograder.kinds.search.observing import Kept
from autograder.kinds.search.visits import Rounds, Savings
from autograder.observing.observation import NO_ACTION, Observation
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.report.entries import TREES
from autograder.text import count_text, few_names, listed, shortened
from autograder.words import blocks
from autograder.words.faults import (
    A_LINE,
    A_NUMBER,
    AN_ACTION,
    ASK,
    PAYOFFS,
    RETURNED,
    ExpectedKind,
    brief,
    fault_sentence,
    outcome_phrase,
    passages_with_faults,
    prints,
    wrong_type,
)

KEEPS = "something stays from one call to the next"
TAKES = "two places of one position are taken for one"
WHERE = "is there a global, a default argument such as [] or {}, a table, a cache?"
ELSEWHERE = "It shows on {}."
ASKED_AGAIN = "Asked about {} again after other calls"
TABLE = "is there a table, a cache, a set of what was seen?"


def sentence_of_a_keeper(finding: Finding, kept: Kept) -> str:
    """One sentence on a facet, which blames no line; "" where the usual is so."""
    outcome, visits = finding.observation.outcome, finding.visits
    if isinstance(outcome, Fault):
        return ""
    if finding.alone is not None:
        return (
            f"{clues.NOT_JUDGED}: {kept_in_few_words(kept)}"
            if _blames_memory(finding)
            else ""
        )
    if finding.verdict is Verdict.WRONG_TYPE:
        expected = expected_kind(finding).name
        return RETURNED.format(finding.observation.function, brief(outcome), expected)
    if finding.verdict is not Verdict.WRONG_VISITS:
        return ""
    if _took_from_a_table(finding, kept):
        skipped = few_names(visits.wrongly_skipped, WIDTH)
        return f"took {skipped} from a table; search repeated positions again"
    visited = _nodes(len(finding.observation.visited))
    return f"visited {visited}, not the {len(visits.expected)} it should"


def _blames_memory(finding: Finding) -> bool:
    """Whether nothing is said of a function alone but that something is kept."""
    is_judged = finding.verdict not in (Verdict.CORRECT, Verdict.NOT_SEPARATED)
    return finding.alone is not None and is_judged


def _took_from_a_table(finding: Finding, kept: Kept) -> bool:
    """Whether all that was skipped are positions that a table kept from elsewhere."""
    visits = finding.visits
    if (
        not kept.is_by_position
        or finding.alone
        or finding.verdict != Verdict.WRONG_VISITS
    ):
        return False
    met = set(map(position_of, finding.observation.visited))
    skipped = set(map(position_of, visits.wrongly_skipped))
    return bool(skipped) and skipped <= met and not visits.wrongly_visited


def kept_sentence(kept: Kept) -> str:
    """What shows that something is kept, and what it may be."""
    short, again = kept_in_few_words(kept), kept.again
    begin, function = f"{short[0].upper()}{short[1:]}", again.function
    if kept.elsewhere:
        return f"{begin}: {WHERE} {ELSEWHERE.format(kept.elsewhere)}"
    if kept.positions:
        here, otherwise = _differing(again, kept.first)
        shown = (
            f"{TABLE} In this tree {function} {here}; in the same tree without "
            f"repeated positions it {otherwise}. Search a position wherever it comes "
            "again."
        )
    else:
        came = f"{outcome_phrase(again)} without asking the game anything"
        if again.visited or isinstance(again.outcome, Fault):
            came = ", at first it ".join(_differing(again, kept.first))
        shown = (
            f"{TABLE if kept.is_by_position else WHERE} {ASKED_AGAIN.format(kept.at)}, "
            f"{function} {came}. What a call does must not depend on those before it."
        )
    harmless = " On this tree nothing else came of that." if kept.harmless else ""
    return f"{begin}: {shown}{harmless}"


def kept_in_few_words(kept: Kept) -> str:
    """What is kept, in a few words: within a call, it may be a table by position."""
    return TAKES if kept.positions else KEEPS


def _differing(one: Observation, other: Observation) -> tuple[str, str]:
    """What two calls came to, told by that in which they differ."""
    came = outcome_phrase(one), outcome_phrase(other)
    if came[0] != came[1]:
        return came
    if len(one.visited) != len(other.visited):
        visited = _nodes(len(one.visited)), _nodes(len(other.visited))
        return f"visited {visited[0]}", f"visited {visited[1]}"
    pairs = zip(one.visited, other.visited, strict=True)
    first, second = next(pair for pair in pairs if pair[0] != pair[1])
    return f"visited {first} before {second}", "did not"


def _nodes(count: int) -> str:
    return "1 node" if count == 1 else f"{count} nodes"


def expected_kind(finding: Finding) -> ExpectedKind:
    """What the call of a facet was to return."""
    if finding.facet in OF_SEARCH and not finding.by_value:
        return A_LINE if finding.line else AN_ACTION
    return PAYOFFS if finding.vectors else A_NUMBER


def savings_text(savings: Savings) -> str:
    """How many leaves were evaluated, of how many, and how much of that was saved."""
    peeked = f", {savings.peeked} of them at a peek alone" if savings.peeked else ""
    return (
        f"evaluated {savings.leaves} leaves{peeked}; the tree's order takes "
        f"{savings.in_tree_order}, the best {savings.fewest}: "
        f"{int(savings.percent)} % saved"
    )


MOST_CELLS = 40


def savings_bar(savings: Savings) -> str:
    """A line from the leaves of the tree's order to the fewest, and how far it goes."""
    cells = min(savings.most_leaves_saved, MOST_CELLS)
    gone = round(cells * savings.percent / 100)
    line = f"{'■' * gone}{'□' * (cells - gone)}"
    return (
        f"leaves: {savings.in_tree_order} {line} {savings.fewest}, yours "
        f"{savings.leaves}"
    )


def wrong_order_sentence(finding: Finding) -> str:
    """Why an order does not earn its points."""
    wrong, savings = finding.observation.misordered, finding.visits.savings
    if wrong is not None:
        return wrong.sentence(ORDER)
    assert savings is not None, "only an order that is one is held against savings"
    return f"{savings_text(savings)}, {SAVED[finding.facet]} % asked for"


def right_rounds_sentence(rounds: Rounds) -> str:
    """One sentence on rounds that are right."""
    if not rounds.needed:
        return "was stopped in its first round, as it should be"
    return f"finished the {count_text(rounds.needed, 'round')} that it should"


def wrong_rounds_sentence(rounds: Rounds | None) -> str:
    """One sentence on the first round that is wrong."""
    assert rounds is not None, "rounds are judged"
    if rounds.beyond:
        return (
            f"went on when time was up, for {count_text(rounds.beyond, 'visit')}: {ASK}"
        )
    if rounds.too_many:
        ended = count_text(rounds.needed, "round")
        return f"finished a round more than the {ended} that it should"
    if not (rounds.seen or rounds.wanted):
        ended = count_text(rounds.right, "round")
        return f"finished {ended}, and there was time for {rounds.needed}"
    if rounds.like:
        plies = "ply" if rounds.like == 1 else "plies"
        how = f"looked {rounds.like} {plies} ahead"
    elif rounds.seen and rounds.wanted:
        how = f"visited {rounds.seen}, where {rounds.wanted} comes"
    elif rounds.seen:
        how = f"visited {rounds.seen}, and should have ended"
    else:
        how = f"ended, and {rounds.wanted} was still to be visited"
    return f"round {rounds.right + 1} {how}"


MOST_KEPT = 2_000  # sentences
WIDTH = 48  # characters of labels in a sentence
LONG_LIST = 60  # visits spelled out in the details
FACET_NAMES = {
    "search_visits": "search visits",
    **{facet: f"{percent} % saved" for facet, percent in SAVED.items()},
}
ACCEPTED = "the accepted search visits: {}"
OTHERWISE = "a second run went otherwise"
RANDOM = (
    "is there something random (random.SystemRandom, time, id(), a set of objects)?"
)


def headline(result: CaseResult) -> str:
    """One sentence on the whole test: what decided its verdict."""
    if result.verdict is Verdict.CORRECT:
        named = result.tells_convention and result.convention
        correct = f"correct ({result.convention})" if named else "correct"
        return f"{correct}; {OTHERWISE}" if result.difference else correct
    if result.verdict is Verdict.CALLS_ITSELF:
        return recursion_sentence(result.observed.recursion)
    wrong = next(f for f in result.findings if f.verdict is result.verdict)
    is_fault = isinstance(wrong.observation.outcome, Fault)
    elsewhere = "" if wrong.alone else _none_below(result, wrong)
    misordered = (call.misordered for call in result.observed.calls)
    order = next(filter(None, misordered), None)
    if order and not (elsewhere or is_fault or wrong.alone):
        elsewhere = order.sentence(ORDER)
    sentence = elsewhere or _sentence(wrong, result)
    if result.kept is None or not result.keeps_state or is_fault:
        return sentence
    says_so = _blames_memory(wrong) or _took_from_a_table(wrong, result.kept)
    if says_so and not elsewhere:
        return sentence
    return f"{sentence}; {kept_in_few_words(result.kept)}"


def _sentence(finding: Finding, result: CaseResult) -> str:
    if result.observed.recursion and finding.verdict is Verdict.CORRECT:
        return recursion_sentence(result.observed.recursion)
    if result.kept is None or not result.keeps_state:
        return sentence(finding)
    return sentence_of_a_keeper(finding, result.kept) or sentence(finding)


def recursion_sentence(functions: tuple[str, ...]) -> str:
    """What calls itself, by way of which others, and what to do in its place."""
    first, *others = functions
    way = f" by way of {few_names(tuple(others), WIDTH)}" if others else ""
    instead = "keep the states that wait on a list, and take them off in a loop"
    return f"{first} calls itself{way}: {instead}"


def _none_below(result: CaseResult, deciding: Finding) -> str:
    """That a function returned None, where that shows only in what called it; or ""."""
    outcome = deciding.observation.outcome
    if isinstance(outcome, Fault):
        may_be_so = outcome.kind == "crash" and clues.NONE in outcome.message
    else:
        may_be_so = outcome.kind != "none" and deciding.verdict in WRONG_VALUES
    checks = (*[finding.alone for finding in result.findings], result.wrong_end)
    none = (c for c in checks if c and c.observation.outcome.kind == "none")
    first = next(none, None) if may_be_so else None
    return clues.returned_none(first) if first else ""


BRIEF = {
    Verdict.WRONG_TYPE: "something else than a number or an action was returned",
    Verdict.WRONG_VALUE: "the value is wrong",
    Verdict.WRONG_ACTION: "the action is not the best",
    Verdict.WRONG_VISITS: "the nodes visited are not those that are needed",
    Verdict.WRONG_ROUNDS: "the rounds are not those that there is time for",
    Verdict.WRONG_ESTIMATES: "other states were estimated than those at the horizon",
    Verdict.WRONG_ORDER: "the order of moves saves too few leaves",
    Verdict.NOT_SEPARATED: "a function could not be judged alone",
    Verdict.CALLS_ITSELF: "a function calls itself, where a loop was asked for",
}


@lru_cache(maxsize=MOST_KEPT)
def sentence(finding: Finding) -> str:
    """One sentence on one facet."""
    outcome = finding.observation.outcome
    if isinstance(outcome, Fault):
        return fault_sentence(outcome, finding.observation)
    if finding.alone is not None:
        return clues.ALONE[finding.verdict](finding.alone)
    told = SENTENCES[finding.verdict](finding, outcome)
    visits = finding.visits
    in_vain = visits.right and visits.expected and visits.savings is None
    if in_vain and finding.verdict is not Verdict.CORRECT:
        return f"{_visited(finding)}, but {told}"
    return told


def _visited(finding: Finding) -> str:
    if finding.visits.rounds is not None:
        return right_rounds_sentence(finding.visits.rounds)
    return f"visited the {len(finding.observation.visited)} nodes it should"


def _correct(finding: Finding, outcome: Returned) -> str:
    call = finding.observation
    if finding.facet == ESTIMATES:
        return f"estimated the {len(call.estimated)} states it should"
    if finding.visits.savings is not None:
        return savings_text(finding.visits.savings)
    if finding.visits.rounds is None and finding.facet in ("value", "action", LINE):
        return f"{call.function} returned {outcome}, as it should"
    return _visited(finding)


def _wrong_action(finding: Finding, outcome: Returned) -> str:
    function, best = finding.observation.function, " or ".join(finding.expected)
    if outcome.actions is not None and finding.facet == LINE:
        return f"{function} {_parting(outcome.actions, finding.expected)}"
    if outcome.text not in finding.legal:
        no_action = f"'{brief(outcome)}', which is no action"
        return f"{function} returned {no_action}; the best is {best}"
    return f"{function} chose {outcome}, the best is {best}"


def expected_text(value: Value, actions: tuple[str, ...]) -> str:
    """What a search should come to that has visited nothing yet."""
    action = f", and the action {' or '.join(actions)}" if actions else ""
    return f"To be found: the value {clues.number(value)}{action}."


def _parting(line: tuple[str, ...], expected: tuple[str, ...]) -> str:
    pairs = enumerate(zip(line, expected, strict=False))
    place = next((i for i, (a, b) in pairs if a != b), min(len(line), len(expected)))
    after = f"after {expected[place - 1]}" if place else "at the root"
    best = f"best play is {shortened(', '.join(expected), WIDTH)}"
    if place == len(expected):
        return f"goes on {after}, where the line ends; {best}"
    if place == len(line):
        return f"ends {after}; {best}" if line else f"returned no actions; {best}"
    return f"has {brief(Returned('str', text=line[place]))} {after}; {best}"


def _wrong_visits(finding: Finding, _outcome: Returned) -> str:
    visits, visited = finding.visits, {*finding.observation.visited}
    if not visited:
        return f"{finding.observation.function} never asked the game about any state"
    more = tuple(each for each in visits.wrongly_visited if each in visits.expected)
    less = tuple(each for each in visits.wrongly_skipped if each in visited)
    if more or less:  # visited, but not as often as it should be
        often = ((more, "more"), (less, "less"))
        return "; ".join(
            f"visited {few_names(labels, WIDTH)} {how} often than is needed"
            for labels, how in often
            if labels
        )
    parts = []
    if visits.swapped:
        first, second = visits.swapped
        parts.append(f"tried {first} before {second}, against the game's order")
        if visits.step is None:
            parts.append("the cuts are right in your order")
    if visits.met_before:
        parts.append(
            f"visited {few_names(visits.met_before, WIDTH)}, though met before"
        )
    if visits.first:
        state, action = visits.first
        parts.append(f"at {state}, {action} should come first")
    apart = {*visits.beyond, *visits.met_before}
    cut = tuple(each for each in visits.wrongly_visited if each not in apart)
    if cut:
        why = "cut" if visits.prunes else "not needed"
        parts.append(f"visited {few_names(cut, WIDTH)}, though {why}")
    if visits.beyond:
        parts.append(f"visited {few_names(visits.beyond, WIDTH)}, beyond the horizon")
    if visits.wrongly_skipped:
        parts.append(
            f"skipped {few_names(visits.wrongly_skipped, WIDTH)}, though needed"
        )
    return "; ".join(parts)


def wrong_estimates_sentence(finding: Finding) -> str:
    """Which states were asked for an estimate, and should not be, or the reverse."""
    wrongly, missing = finding.visits.wrongly_visited, finding.visits.wrongly_skipped
    parts = []
    if wrongly:
        parts.append(
            f"estimated {few_names(wrongly, WIDTH)}, which the search goes beyond"
        )
    if missing:
        parts.append(f"did not estimate {few_names(missing, WIDTH)}, where it stops")
    return "; ".join(parts)


SENTENCES: dict[Verdict, Callable[[Finding, Returned], str]] = {
    Verdict.CORRECT: _correct,
    Verdict.WRONG_VALUE: lambda finding, outcome: RETURNED.format(
        finding.observation.function, outcome, " or ".join(finding.expected)
    ),
    Verdict.WRONG_ACTION: _wrong_action,
    Verdict.WRONG_VISITS: _wrong_visits,
    Verdict.WRONG_ROUNDS: lambda finding, _: wrong_rounds_sentence(
        finding.visits.rounds
    ),
    Verdict.WRONG_ESTIMATES: lambda finding, _: wrong_estimates_sentence(finding),
    Verdict.WRONG_ORDER: lambda finding, _: wrong_order_sentence(finding),
    Verdict.WRONG_TYPE: lambda finding, outcome: wrong_type(
        finding.observation.function, outcome, expected=expected_kind(finding)
    ),
}


def details(result: CaseResult, title: str = "") -> tuple[blocks.Passage, ...]:
    """What stands below the headline: `title`, facets, visits, traceback, prints."""
    above = (blocks.Sentence(title),) if title else ()
    passages: list[blocks.Passage] = [(*above, *_facets(result)), _steps(result)]
    if result.kept:
        passages.append((blocks.Keeps(kept_sentence(result.kept)),))
    saved = (finding.visits.savings for finding in result.findings)
    passages += [
        (blocks.Sentence(savings_bar(s)),) for s in islice(filter(None, saved), 1)
    ]
    passages += _visits(result)
    if result.difference:
        passages.append((blocks.Sentence(difference_sentence(result.difference)),))
    told = passages_with_faults(_faults(result), [each for each in passages if each])
    start = tuple(map(blocks.Hint, (*_of_the_start(result), *clues.hints(result))))
    if start:
        told = [*told[:-1], (*(told[-1] if told else ()), *start)]
    printed = prints(result.observed.printed)
    return (*told, *([printed] if printed else []))


def _of_the_start(result: CaseResult) -> Iterator[str]:
    """That a value may be what the search starts from: no play of the tree ends so."""
    outcome, nodes = result.observed.calls[0].outcome, result.case.tree.nodes
    is_wrong = any(
        f.facet == "value" and f.verdict in WRONG_VALUES for f in result.findings
    )
    if result.keeps_state or isinstance(outcome, Fault) or not is_wrong:
        return
    # an estimate beyond the horizon is no start
    ends = [end for node in nodes for end in (node.utility, node.estimate)]
    payoffs = [abs(end) for end in ends if isinstance(end, int | float)]
    if not payoffs:
        return
    beyond = outcome.number is not None and abs(outcome.number) > max(payoffs)
    beyond &= not any(node.probabilities for node in nodes)  # a mean may be beyond them
    if beyond or outcome.kind in ("huge", "inf"):
        yield (
            f"no play of this tree ends in {outcome}: does your code start from that "
            "number, and return it where it finds nothing better?"
        )


def _facets(result: CaseResult) -> blocks.Passage:
    """What each facet earned; nothing where each would only repeat the headline."""
    facets = []
    for finding in result.findings:
        worth = result.case.points.earned([finding.facet])
        name = FACET_NAMES.get(finding.facet, finding.facet)
        state, sentence = _state(finding, result), _of_a_facet(finding, result)
        score = worth if state == blocks.PASSED else 0.0
        facets.append(blocks.Facet(state, name, score, worth, sentence))
    return () if {f.sentence for f in facets} == {headline(result)} else tuple(facets)


def _of_a_facet(finding: Finding, result: CaseResult) -> str:
    """One sentence on one facet; a function without a state here is told as such."""
    facet = finding.facet
    is_function = facet in result.case.question.entry_functions
    has_a_state = finding.alone or finding.observation.function == facet
    if has_a_state or not is_function or result.observed.recursion:
        return _sentence(finding, result)
    right = "right" if finding.verdict is Verdict.CORRECT else "wrong"
    return (
        f"{facet} has no state of its own in this tree, and goes with the value: that "
        f"is {right}"
    )


def _state(finding: Finding, result: CaseResult) -> str:
    """Whether a facet is right; of a function alone that may not be known."""
    if finding.verdict is Verdict.CORRECT:
        return blocks.FAILED if result.observed.recursion else blocks.PASSED
    unknown = finding.verdict is Verdict.NOT_SEPARATED or result.keeps_state
    returned = not isinstance(finding.observation.outcome, Fault)
    return blocks.UNJUDGED if finding.alone and unknown and returned else blocks.FAILED


def most_telling_check(result: CaseResult) -> AloneCheck | None:
    """The call of one function that shows best where a value first goes wrong.

    It is the smallest, whether or not the function is blamed; a terminal state comes
    last. There is none where something stays from one call to the next, nor a wrong
    step.
    """
    if result.keeps_state:
        return None
    wrong = [f for f in result.findings if f.verdict is not Verdict.CORRECT]
    checks = [f.alone for f in wrong if f.alone and f.alone.verdict in WRONG_VALUES]
    if checks:
        return min(checks, key=lambda check: check.size)
    end = result.wrong_end
    is_told = end and end.verdict in WRONG_VALUES
    return end if is_told and any(f.facet == "value" for f in wrong) else None


def wrong_step_sentence(result: CaseResult) -> str:
    """The sentence on the first wrong step; "" if each was right."""
    if result.keeps_state:
        return ""
    wrong = [f for f in result.findings if f.verdict is not Verdict.CORRECT]
    visits = [finding.visits for finding in wrong if finding.alone is None]
    if early := next((each.early for each in visits if each.early), ()):
        return clues.early_sentence(early)
    step = next((each.step for each in visits if each.step), None)
    if step is None:
        return ""
    turns = result.case.question.value_of == MOVER
    return clues.step_sentence(
        step, values_too=most_telling_check(result) is not None, turns=turns
    )


def _steps(result: CaseResult) -> blocks.Passage:
    check, step = most_telling_check(result), wrong_step_sentence(result)
    if check is None and not step and (returned := wrong_return(result)):
        return (blocks.WrongValue(clues.return_sentence(returned)),)
    broke_off = isinstance(result.observed.calls[0].outcome, Fault)
    is_seen = check and not (check.node.children and broke_off)
    value = (
        (blocks.WrongValue(clues.value_sentence(check)),) if check and is_seen else ()
    )
    return (*value, *((blocks.WrongStep(step),) if step else ()))


WRONG_VALUES = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE)


def _visits(result: CaseResult) -> Iterator[blocks.Passage]:
    wrong = [
        finding
        for finding in result.findings
        if finding.verdict is Verdict.WRONG_VISITS and finding.alone is None
    ]
    each = {finding.observation.visited: finding for finding in reversed(wrong)}
    for finding in reversed(each.values()):  # both calls may have visited the same
        visited = listed(finding.observation.visited, LONG_LIST)
        expected = listed(finding.expected, LONG_LIST)
        yield (
            blocks.Sentence(f"{finding.observation.function} visited: {visited}"),
            blocks.Sentence(ACCEPTED.format(expected)),
        )


def difference_sentence(difference: Difference) -> str:
    """One sentence on where a second run went otherwise than the first."""
    first, second = difference.first, difference.second
    if isinstance(first, str) and isinstance(second, str):
        place = f" after {difference.after}" if difference.after else " at first"
        visited = f"visited {second or 'nothing'}{place}"
        return f"A second run {visited}, the first {first or 'nothing'}: {RANDOM}"
    assert isinstance(first, Observation)
    assert isinstance(second, Observation)
    told = f"{outcome_phrase(second)}, in the first it {outcome_phrase(first)}"
    return f"In a second run {second.function} {told}: {RANDOM}"


def _faults(result: CaseResult) -> list[Fault]:
    """The faults of the calls, each place once; a stub is none to be traced."""
    outcomes = (call.outcome for call in result.observed.calls)
    faults = [o for o in outcomes if isinstance(o, Fault) and o.kind != "stub"]
    places = {(f.kind, f.message, f.frames[-1:]): f for f in reversed(faults)}
    return list(reversed(places.values()))


MOST_VISITS = 1000  # labels kept in one entry


def _details(result: CaseResult) -> tuple[blocks.Passage, ...]:
    tree = result.case.tree
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    return details(result, safe_name(title))


def _shown(result: CaseResult) -> Shown:
    value_call, search_call = result.observed.calls
    return Shown(
        _returned(value_call.outcome, vectors=result.case.tree.has_vectors),
        _returned(search_call.outcome, vectors=False),
        value_call.visited[:MOST_VISITS],
    )


def _returned(outcome: Outcome, *, vectors: bool) -> float | str | list[Number] | None:
    """What was returned: the payoffs of all players as a list, where that was asked."""
    if isinstance(outcome, Fault) or outcome == NO_ACTION:
        return None
    if vectors and outcome.payoffs is not None:
        return list(outcome.payoffs)
    return outcome.text if outcome.number is None else outcome.number


WORDING = Wording(
    headline=headline, brief=BRIEF, details=_details, shown=_shown, several=TREES
)
