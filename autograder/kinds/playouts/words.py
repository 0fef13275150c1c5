"""The words on a search by playouts: the first that is wrong, with its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from autograder.judging.verdicts import Verdict
from autograder.kinds import entries
from autograder.kinds.playouts import judging
from autograder.kinds.playouts.computing import CHOICE, END, EXPANSION, SELECTION
from autograder.kinds.playouts.question import ACTION, PLAYOUTS, WHOLE
from autograder.kinds.search.stepwords import number
from autograder.observing.outcome import CRASH, Fault, Returned
from autograder.observing.repairing import PartWords
from autograder.report.entries import TREES
from autograder.text import clean, count_text
from autograder.trees.tree import GameTree
from autograder.words import faults
from autograder.words.blocks import Passage, Sentence, WrongStep

LABEL = 40  # characters
FEWEST, MOST = 2, 9  # digits of a UCB1 behind the point, so that two can be told apart
FACET_NAMES = {PLAYOUTS: "playouts", WHOLE: "all playouts", ACTION: "action"}
OTHERWISE = "a second run went otherwise"
RANDOM = "a second run asked for other playouts; is there something random?"
FIRST = "the first untried comes first"
OF_EQUALS = "of equals the first is due"
NEVER_ASKED = "asked for no playout: game.playout(state) makes one, and it is counted"
OVER = "one was due from {}, where the game is over, and that counts, too"
AT_AN_END = "iteration {} is due at {}, where the game is over: it has no actions"
NEW_STATE = "a playout comes from the state that was added"
BRIEF = {
    Verdict.WRONG_TYPE: "something else than an action was returned",
    Verdict.WRONG_ACTION: "the action is wrong",
    Verdict.WRONG_PLAYOUTS: "a playout is wrong",
}
SLIPS = {
    "max": "each state the payoff of MAX",
    "root": "each state the payoff of the root's player",
    "mover": "each state the payoff of who is to move there",
    "leaf": "each state the same payoff: its sign does not turn on the way up",
    "alone": "the payoff to the last state alone, and to none above it",
    "wins": "wins, and no losses",
    "losses": "losses, and no wins",
    "min": "each state the payoff of MIN",
}


RIGHT = "with {{0}} in {{1}}, {} on {{3}} trees"
OF_STEPS = PartWords(
    "Each step is held against your own playouts before it, right or wrong.",
    {
        EXPANSION: RIGHT.format("expansion is right"),
        SELECTION: RIGHT.format("selection is right"),
        CHOICE: ("with {0} in {1}, the action has most playouts in all {3} choices"),
    },
    needs=(END,),
)


def headline(result: judging.PlayoutResult) -> str:
    """One sentence on the whole test: what decided its verdict."""
    if result.verdict is Verdict.CORRECT:
        return f"correct; {OTHERWISE}" if result.differs_at else "correct"
    wrong = next(f for f in result.findings if f.verdict is result.verdict)
    return sentence(wrong, result)


def sentence(finding: judging.PlayoutFinding, result: judging.PlayoutResult) -> str:
    """One sentence on one facet."""
    outcome = result.main_outcome
    if isinstance(outcome, Fault):
        return faults.fault_sentence(outcome, result.observed.call)
    if finding.facet == ACTION:
        return _of_the_action(finding, outcome, result.observed.call.function)
    if result.wrong is None:
        return f"all {len(result.played.playouts)} playouts are right"
    if finding.facet == WHOLE and result.wrong.credit is None:
        right = count_text(result.right, "playout")
        are = "is" if result.right == 1 else "are"
        return f"{right} {are} right, and iteration {result.wrong.iteration} is not"
    wrong, tree = result.wrong, result.test.tree
    assert wrong is not None
    credit = wrong.credit
    if credit is None:
        return playout_sentence(wrong, tree)
    added = f"iteration {credit.iteration} adds {number(credit.seen)} to U of"
    right = f"where {number(credit.wanted)} is right"
    later = f"so iteration {wrong.iteration} went astray"
    return f"{added} {_name(tree, credit.node)}, {right}: {later}"


def _of_the_action(
    finding: judging.PlayoutFinding, outcome: Returned, search: str
) -> str:
    if finding.verdict is Verdict.CORRECT:
        return f"returned {faults.brief(outcome)}"
    if finding.verdict is Verdict.WRONG_TYPE:
        return faults.wrong_type(search, outcome, faults.AN_ACTION)
    return faults.RETURNED.format(search, faults.brief(outcome), finding.expected)


def credit_sentence(credit: judging.WrongCredit, tree: GameTree) -> str:
    """Why that is wrong: whose payoff belongs there."""
    parent = tree.nodes[tree.parents()[credit.node]]
    name, mover = _name(tree, credit.node), parent.to_move.upper()
    return (
        f"{mover} moves into {name}, so U of {name} counts what {mover} gets. The "
        f"playout of iteration {credit.iteration} ended with {number(credit.payoff)} "
        f"for MAX. Your playouts are those of a search that gives {SLIPS[credit.slip]}."
    )


def playout_sentence(wrong: judging.WrongPlayout, tree: GameTree) -> str:
    """The first wrong playout: where it came from, and where it should."""
    name = partial(_name, tree)
    told = f"iteration {wrong.iteration}"
    if judging.NONE in (wrong.seen, wrong.wanted):
        if wrong.wanted == judging.NONE:
            most = count_text(tree.iterations, "iteration")
            return f"asked for a playout more than there are iterations: {most}"
        made = count_text(wrong.iteration - 1, "playout")
        few = f"ended after {made} of {tree.iterations}"
        if tree.nodes[wrong.wanted].utility is not None:
            few += f": {OVER.format(_name(tree, wrong.wanted))}"
        return NEVER_ASKED if wrong.iteration == 1 else few
    if wrong.values is not None:
        return f"{told}: {_selected(wrong, wrong.values, tree)}"
    if wrong.tried == judging.NONE:
        return (
            f"{told}: your search asked for a playout from {name(wrong.seen)}, where "
            f"{name(wrong.wanted)} was to be added: {NEW_STATE}"
        )
    if wrong.due == judging.NONE:
        return (
            f"{told}: your search asked for a playout from {name(wrong.seen)}, below "
            f"{name(wrong.wanted)}, which was due"
        )
    tried = "went on to" if wrong.after else "tried"
    why = f", where {name(wrong.due)} was not tried yet" if wrong.after else ""
    why = why or f" before {name(wrong.due)}: {FIRST}"
    return f"{told}: your search {tried} {name(wrong.tried)}{why}"


def step_sentence(wrong: judging.WrongPlayout, tree: GameTree) -> str:
    """The same as a sentence of its own."""
    return f"First wrong playout: {playout_sentence(wrong, tree)}."


def _selected(
    wrong: judging.WrongPlayout,
    values: tuple[judging.Tried, judging.Tried],
    tree: GameTree,
) -> str:
    """What selection took, and what was due, by their UCB1."""
    (tried, due), name = values, partial(_name, tree)
    at_tried, at_due = distinguishable_texts(tried.ucb1, due.ucb1)
    took = f"your search went on to {name(tried.index)}, where UCB1 is {at_tried}"
    if tried.ucb1 == due.ucb1:
        return f"{took}; {name(due.index)} has the same, and {OF_EQUALS}"
    at_both = [
        f"{count_text(each.playouts, 'playout')} and U = {number(each.utility)}"
        for each in (tried, due)
    ]
    return (
        f"{took}; {name(due.index)} was due with {at_due}: after iteration "
        f"{wrong.after} {name(tried.index)} has {at_both[0]}, {name(due.index)} "
        f"{at_both[1]}"
    )


def numbers_at_nodes(growth: judging.Growth) -> dict[str, str]:
    """What stands at each node of a tree of playouts, by label.

    Into the root nobody moves.
    """
    labels = growth.tree.labels()
    return {
        labels[index]: f"N {growth.playouts[index]}"
        + (f", U {number(utility)}" if index else "")
        for index, utility in growth.utility.items()
    }


def expected_texts(action: str, played: Sequence[str]) -> tuple[str, str]:
    """The action of a right search, and the nodes of its playouts, to be wrapped."""
    return f"expected action: {action}", f"expected playouts: {', '.join(played)}"


def distinguishable_texts(one: float, other: float) -> tuple[str, str]:
    """Two numbers with as many digits as it takes to see that they differ."""
    pairs = [(f"{one:.{d}f}", f"{other:.{d}f}") for d in range(FEWEST, MOST + 1)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])


def _name(tree: GameTree, index: int) -> str:
    return clean(tree.nodes[index].label, LABEL)


def details(result: judging.PlayoutResult) -> tuple[Passage, ...]:
    """What stands below the headline: facets, the first wrong playout, the prints."""
    tree = result.test.tree
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    facets = entries.facet_blocks(result, FACET_NAMES.__getitem__, sentence)
    wrong, steps = result.wrong, list[Sentence | WrongStep]()
    if wrong is not None and not isinstance(result.main_outcome, Fault):
        steps.append(WrongStep(step_sentence(wrong, tree)))
        if wrong.credit is not None:
            steps.append(Sentence(credit_sentence(wrong.credit, tree)))
    passages = (Sentence(entries.safe_name(title)), *facets), tuple(steps)
    notes = (Sentence(RANDOM),) if result.differs_at else ()
    hints = (_at_an_end(result),)
    return entries.below_the_headline(
        result, passages, result.main_outcome, hints, notes
    )


def _at_an_end(result: judging.PlayoutResult) -> str:
    """That a search broke off where the game is over; "" where it did not."""
    made, tree = result.observed.played, result.test.tree
    broke_off = (
        isinstance(result.main_outcome, Fault) and result.main_outcome.kind == CRASH
    )
    due = result.played.playouts[len(made) :][:1]
    if not broke_off or result.right < len(made) or not {*due} & {*made}:
        return ""
    if tree.nodes[due[0]].utility is None:
        return ""
    return AT_AN_END.format(len(made) + 1, _name(tree, due[0]))


MOST_PLAYOUTS = 1000  # labels kept in one entry


def _shown(result: judging.PlayoutResult) -> entries.Shown:
    """The action, and the nodes of the playouts, by their labels."""
    nodes = result.test.tree.nodes
    played = result.observed.played[:MOST_PLAYOUTS]
    outcome = result.main_outcome
    action = None if isinstance(outcome, Fault) else str(outcome)
    return entries.Shown(None, action, tuple(nodes[index].label for index in played))


WORDING = entries.Wording(headline, BRIEF, details, _shown, TREES)
