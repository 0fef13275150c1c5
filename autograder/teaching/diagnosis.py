"""Name the misconception that explains all tests of a question, if there is one.

A diagnosis changes no points. It is made only where every test of the question was run,
and it has a ground: on how many tests a mistake foretold exactly what was seen. Where
all mistakes that fit are of one family it names that, where they are two it names both,
where they are a few it lists them, and where they are many it names none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from autograder.game import MAX, MIN
from autograder.judging.alone import AloneCheck
from autograder.judging.compare import CaseResult, finds_the_value
from autograder.judging.verdicts import DOES_RIGHT, Verdict
from autograder.observing.outcome import Fault
from autograder.teaching import startvalue
from autograder.teaching.behaviour import (
    LETTERS,
    OF_SEARCH,
    OF_VALUE,
    Behaviour,
    Reader,
)
from autograder.teaching.catalogue import (
    PARTED,
    Catalogue,
    Misconception,
    Variant,
    apart,
    digests,
    is_diagnosed,
)
from autograder.teaching.causes import (
    SEARCH,
    Evidence,
    Explained,
    Foretold,
    Form,
    Horizon,
    explained,
    one_of,
    together,
)
from autograder.teaching.horizon import horizon
from autograder.trees.tree import FULL, GameTree

# faults that tell nothing of the code, or not what it would have come to
NOT_OBSERVED = {"grader", "hurried", "module", "not_run"}
NEARLY = 0.85  # of all tests, that must be foretold where not all are
LEAST_TESTS = 6  # that tell of a mistake which does not foretell all of them

Both = tuple[Misconception, Misconception]
TREES = "trees"  # what the code was tried on
CHOICES = ("the choice of the action", "how the action is found")  # families
ROLES, RETURNS = "the roles of MAX and MIN", "what is returned"
SHARED = "one window for all states"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What a submission did on all trees, and what of it was right alone.

    `digests` are those of each tree, `whole` and `bare` those of all together. `failed`
    holds the places of the trees that failed, `valued` of those on which the value and
    its visits are right, and `misplayed` of those on which the action is not the best.
    `right` holds the players whose functions were right alone wherever they were judged
    so, `wrong` those of whom one was not. `misvalued` holds the places where the value
    is not right, `unchosen` those where the search function has returned None.
    """

    digests: tuple[str, ...]
    whole: str
    bare: str
    failed: frozenset[int]
    valued: frozenset[int] = field(default=frozenset())
    misplayed: frozenset[int] = field(default=frozenset())
    right: frozenset[str] = field(default=frozenset())
    wrong: frozenset[str] = field(default=frozenset())
    misvalued: frozenset[int] = field(default=frozenset())
    unchosen: frozenset[int] = field(default=frozenset())

    def contradicts(self, mistake: Misconception) -> bool:
        """Whether a function alone was seen to be right that would be wrong, or so.

        Where both are right alone, what is wrong is handed down, and shows nowhere. And
        where each action is right, nothing is wrong about the choice; where each value
        is, nobody plays in another's place; and who returns nothing returns None.
        """
        if mistake.family in CHOICES and not self.misplayed:
            return True
        if mistake.family == ROLES and not self.misvalued and not self.misplayed:
            return True
        if mistake.family == RETURNS and mistake.place == SEARCH:
            return not self.unchosen
        if mistake.place not in (MAX, MIN) or self.right >= {MAX, MIN}:
            return False
        other = MIN if mistake.place == MAX else MAX
        return mistake.place in self.right or other in self.wrong

    def is_foretold_by(self, mistake: Misconception) -> bool:
        """Whether all that was done is as this mistake foretells."""
        digests = "".join(self.digests)
        return any(variant.digests == digests for variant in mistake.variants)

    def is_partly_foretold_by(self, mistake: Misconception, part: slice) -> bool:
        """Whether a part of what was done is, on all trees."""
        return any(self._agrees(variant, part) for variant in mistake.variants)

    def does_on(self, places: Iterable[int], variant: Variant) -> bool:
        """Whether value and visits are on these trees as a variant foretells them."""
        return all(
            variant.on(place)[OF_VALUE] == self.digests[place][OF_VALUE]
            for place in places
        )

    def _agrees(self, variant: Variant, part: slice) -> bool:
        place = part.start or 0
        return all(
            variant.digests.startswith(digest[part], number * LETTERS + place)
            for number, digest in enumerate(self.digests)
        )

    def evidence(self, foretold: Foretold = Foretold.ALL) -> Evidence:
        """That so much was foretold on each of the trees."""
        return Evidence(foretold, len(self.digests), len(self.digests))


def explain(
    results: Sequence[CaseResult], catalogue: Catalogue
) -> Explained | Horizon | None:
    """What explains the results of all tests of a question; None if nothing does.

    Where no mistake of the catalogue does, it may be that the search stops too soon.
    """
    named = diagnose(results, catalogue)
    if named or any(result.keeps for result in results):
        return named
    small = [result for result in results if is_diagnosed(result.case.tree)]
    return horizon(small) if _are_whole(small, catalogue) else None


def diagnose(results: Sequence[CaseResult], catalogue: Catalogue) -> Explained | None:
    """The mistakes that explain the results of all tests; None if none do.

    Those of large trees are left out.
    """
    results = [result for result in results if is_diagnosed(result.case.tree)]
    if all(result.verdict in DOES_RIGHT for result in results):
        return None
    if _never_comes_back(results):
        return None
    keeping = [result.kept for result in results if result.kept and result.keeps]
    stays = not all(kept.positions for kept in keeping)
    if not _are_whole(results, catalogue):
        return None
    of = {result.case.tree_name: result for result in results}
    in_order = [of[name] for name in catalogue.fingerprints]
    if stays:
        return _of_a_shared_window(in_order, catalogue)
    if keeping:
        return _exactly(in_order, catalogue)
    return _explained_by(in_order, catalogue)


def _are_whole(results: Sequence[CaseResult], catalogue: Catalogue) -> bool:
    """Whether these are the tests that a catalogue knows, and each was observed."""
    names = {result.case.tree_name for result in results}
    return names == set(catalogue.fingerprints) and all(map(_is_observed, results))


def _never_comes_back(results: Sequence[CaseResult]) -> bool:
    """Whether each node is visited once, where right searches come back to some.

    Then it is another search, such as plain alpha-beta, and not one with a mistake.
    """
    question = results[0].case.question
    if not question.repeats or question.keeps_positions:
        return False
    own = [call.visited for result in results for call in result.observed.calls]
    right = [f.visits.expected for r in results for f in r.findings if f.visits]
    return any(map(_is_again, right)) and not any(map(_is_again, own))


def _is_again(visited: Sequence[str]) -> bool:
    """Whether a node was visited more than once."""
    return len({*visited}) < len(visited)


def _of_a_shared_window(
    results: Sequence[CaseResult], catalogue: Catalogue
) -> Explained | None:
    """That alpha and beta stand in one place for all, which stays between calls, too.

    A window that a tree begins with may never get there. Of whatever else stays it is
    told that it does, and no mistake is named.
    """
    conduct = _conduct(results)
    full = [i for i, result in enumerate(results) if result.case.tree.window == FULL]
    shared = [
        each
        for each in catalogue.misconceptions
        if each.family == SHARED
        if any(conduct.does_on(full, variant) for variant in each.variants)
    ]
    if len(full) < LEAST_TESTS:
        return None
    return _one_of(shared, Evidence(Foretold.VALUES, len(full), len(results)))


def _exactly(results: Sequence[CaseResult], catalogue: Catalogue) -> Explained | None:
    """The mistake that foretells all that was done: one may be to take two for one."""
    conduct = _conduct(results)
    foretelling = filter(conduct.is_foretold_by, catalogue.misconceptions)
    return _one_of(tuple(foretelling), conduct.evidence())


def _explained_by(
    results: Sequence[CaseResult], catalogue: Catalogue
) -> Explained | None:
    """What explains the results, in the order of the catalogue's trees."""
    conduct = _conduct(results)
    fitting = [m for m in catalogue.misconceptions if not conduct.contradicts(m)]
    if all(map(finds_the_value, results)):
        return _of_search(results, conduct, fitting, catalogue)
    if whole := tuple(filter(conduct.is_foretold_by, fitting)):
        return _one_of(whole, conduct.evidence())
    pairs = _pairs(catalogue, conduct, conduct.whole)
    fitting = [m for m in fitting if m.place != SEARCH]  # which makes no value wrong
    if values := [m for m in fitting if conduct.is_partly_foretold_by(m, OF_VALUE)]:
        with_one = [pair for pair in pairs if any(half in values for half in pair)]
        if len(with_one) == 1:
            return _together(with_one, conduct.evidence())
        return _one_of(values, conduct.evidence(Foretold.VALUES))
    if not pairs and (finite := _finite_start(results, conduct, catalogue)):
        return finite
    alike = _pairs(catalogue, conduct, conduct.bare)
    bare = [pair for pair in alike if SEARCH not in (half.place for half in pair)]
    return (
        _together(pairs, conduct.evidence())
        or _together(bare, conduct.evidence(Foretold.VALUES))
        or _nearly(conduct, fitting)
    )


def _finite_start(
    results: Sequence[CaseResult], conduct: Conduct, catalogue: Catalogue
) -> Explained | None:
    """That a finite number stands for an infinity, whichever it is."""
    mistake = catalogue.by_name.get(startvalue.NAME)
    pair = startvalue.starts(results) if mistake else None
    if mistake is None or pair is None:
        return None
    form = Form.ONE if startvalue.explain_all(pair, results) else Form.BESIDES
    return explained(form, [mistake], conduct.evidence(Foretold.NUMBERS), TREES)


def _of_search(
    results: Sequence[CaseResult],
    conduct: Conduct,
    fitting: Sequence[Misconception],
    catalogue: Catalogue,
) -> Explained | None:
    """What explains an action, where each value is right."""
    if whole := tuple(filter(conduct.is_foretold_by, fitting)):
        return _one_of(whole, conduct.evidence())
    if not conduct.misplayed:
        return None
    mistake = catalogue.by_name.get(startvalue.OF_SEARCH)
    if mistake and startvalue.begins_the_choice(results):
        evidence = conduct.evidence(Foretold.CHOICES)
        return explained(Form.ONE, [mistake], evidence, TREES, SEARCH)
    pairs = _pairs(catalogue, conduct, conduct.whole)
    alike = [
        mistake
        for mistake in fitting
        if mistake.place == SEARCH and conduct.is_partly_foretold_by(mistake, OF_SEARCH)
    ]
    return _together(pairs, conduct.evidence()) or _one_of(
        alike, conduct.evidence(Foretold.CHOICES)
    )


def _conduct(results: Sequence[CaseResult]) -> Conduct:
    behaviours = tuple(map(_behaviour, results))
    whole, bare = digests(behaviours)
    right, wrong = _alone(results)
    return Conduct(
        digests=tuple(each.digest() for each in behaviours),
        whole=whole,
        bare=bare,
        failed=_places(results, lambda result: result.verdict not in DOES_RIGHT),
        valued=_places(results, finds_the_value),
        misplayed=_places(results, _is_misplayed),
        misvalued=_places(results, _is_misvalued),
        unchosen=_places(results, startvalue.chose_nothing),
        right=right,
        wrong=wrong,
    )


def _behaviour(result: CaseResult) -> Behaviour:
    """What was done, read as what misconceptions do is read."""
    question = result.case.question
    functions = (*question.entries, question.search)
    reader = Reader(
        result.case.tree,
        functions,
        repeats=question.repeats,
        in_rounds=question.deepens,
    )
    return reader.behaviour(result.observed)


def _places(
    results: Sequence[CaseResult], is_meant: Callable[[CaseResult], bool]
) -> frozenset[int]:
    return frozenset(i for i, result in enumerate(results) if is_meant(result))


def _is_misplayed(result: CaseResult) -> bool:
    return any(
        finding.facet == "action" and finding.verdict is not Verdict.CORRECT
        for finding in result.findings
    )


def _is_misvalued(result: CaseResult) -> bool:
    """Whether the value is not known to be right."""
    return not any(
        finding.facet == "value" and finding.verdict is Verdict.CORRECT
        for finding in result.findings
    )


def _alone(results: Sequence[CaseResult]) -> tuple[frozenset[str], frozenset[str]]:
    """The players whose functions were right alone each time, and who were not.

    One that is wrong where the game is over is not right; but neither is it wrong:
    the test for the end may stand in a third function. Nor is one right that never
    called the other: above leaves many a mistake does not show. Nor is one wrong by
    itself that asked about leaves in the other's place: a helper may have done that.
    """
    judged: dict[str, list[bool]] = {MAX: [], MIN: []}
    ends: set[str] = set()
    separated: set[str] = set()
    wrong: set[str] = set()
    for result in results:
        signature = result.case.question.signature
        if result.wrong_end is not None:
            ends.add(signature.named(result.wrong_end.observation.function).mover)
        for finding in result.findings:
            if finding.alone is None or finding.verdict is Verdict.NOT_SEPARATED:
                continue
            mover = signature.named(finding.facet).mover
            telling = _is_telling(finding.alone, result.case.tree)
            if finding.alone.alone and telling and mover in judged:
                is_right = finding.verdict is Verdict.CORRECT
                judged[mover].append(is_right)
                if finding.alone.observation.standin_calls:
                    separated.add(mover)
                if not is_right and not _has_searched_below(finding.alone):
                    wrong.add(mover)
    right = {who for who in separated if all(judged[who])}
    return frozenset(right - ends), frozenset(wrong)


def _is_telling(check: AloneCheck, tree: GameTree) -> bool:
    """Whether what a function did alone is its own: not what a helper did below it."""
    nodes = tree.searched.nodes
    above_leaves = not any(nodes[child].children for child in check.node.children)
    return above_leaves or bool(check.observation.standin_calls)


def _has_searched_below(check: AloneCheck) -> bool:
    """Whether children were asked about with none of the other functions called."""
    alone = check.observation
    return not alone.standin_calls and {*alone.visited} > {check.node.label}


def _is_observed(result: CaseResult) -> bool:
    outcomes = [call.outcome for call in result.observed.calls]
    return not any(isinstance(o, Fault) and o.kind in NOT_OBSERVED for o in outcomes)


def _nearly(conduct: Conduct, fitting: Iterable[Misconception]) -> Explained | None:
    """The mistakes that foretell most values, where these are nearly all."""
    tests = len(conduct.digests)
    if tests < LEAST_TESTS:
        return None
    least = math.ceil(NEARLY * tests)
    score = {
        mistake: max(_foretold(conduct, v.digests, least) for v in mistake.variants)
        for mistake in fitting
    }
    most = max(score.values(), default=0)
    if not most:
        return None
    best = [mistake for mistake, count in score.items() if count == most]
    return _one_of(best, Evidence(Foretold.VALUES, most, tests))


def _foretold(conduct: Conduct, digests: str, least: int) -> int:
    """On how many tests value and visits are as foretold.

    0 if these are fewer than so many, or few of those that failed, or where something
    else is foretold of what the code does right: a second mistake would not mend that.
    """
    tests, differing = len(conduct.digests), list[int]()
    for place, digest in enumerate(conduct.digests):
        if not digests.startswith(digest[OF_VALUE], place * LETTERS):
            differing.append(place)
            if len(differing) > tests - least or place in conduct.valued:
                return 0
    failures = len(conduct.failed.difference(differing))
    return tests - len(differing) if 2 * failures >= len(conduct.failed) else 0


def _one_of(
    mistakes: Collection[Misconception], evidence: Evidence
) -> Explained | None:
    """One of these, with the place where all of them stand.

    Of many kinds that look alike the plain ones are named; of two a plain one first,
    and of those the one that can be made in more styles.
    """
    plain = [mistake for mistake in mistakes if mistake.plain]
    plain.sort(key=_styles, reverse=True)
    likely = [*plain, *(mistake for mistake in mistakes if not mistake.plain)]
    if plain and len(likely) > 2 and len({each.family for each in likely}) > 1:
        likely = plain
    places = {each.place for each in likely}
    return one_of(likely, evidence, TREES, places.pop() if len(places) == 1 else "")


def _styles(mistake: Misconception) -> int:
    """In how many styles a mistake can be made."""
    return sum(1 + variant.styles.count(PARTED) for variant in mistake.variants)


def _pairs(catalogue: Catalogue, conduct: Conduct, digest: str) -> list[Both]:
    """The pairs with that digest of which a half explains something by itself."""
    if digest not in catalogue.digests_of_pairs:
        return []
    place = 0 if digest == conduct.whole else 1
    pairs = [
        (catalogue.by_name[first], catalogue.by_name[second])
        for (first, second), text in catalogue.pairs.items()
        if digest in text and digest in apart(text)[place::2]
    ]
    return [pair for pair in pairs if _tells_something(pair, conduct)]


def _together(pairs: Sequence[Both], evidence: Evidence) -> Explained | None:
    """Both mistakes; but one where the search only repeats the other's, as a number.

    What stands in one line above all functions is one slip.
    """
    if len(pairs) == 1:
        (pair,) = pairs
        others = [half for half in pair if half.place != SEARCH]
        if len(others) == 1 and pair[0].family == pair[1].family:
            return explained(Form.ONE, others, evidence, TREES)
    return together(pairs, evidence, TREES)


def _tells_something(pair: Both, conduct: Conduct) -> bool:
    """Whether a half of it explains a test that failed, and nothing contradicts it."""
    if any(map(conduct.contradicts, pair)) and len({half.place for half in pair}) == 1:
        return False
    return any(
        variant.on(i)[OF_VALUE] == conduct.digests[i][OF_VALUE]
        for half in pair
        for variant in half.variants
        for i in conduct.failed
    )
