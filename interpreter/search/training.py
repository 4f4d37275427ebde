"""Weights of an evaluation from games of a bot against itself: logistic regression over batches.

* A batch of random games tells how many actions each kind of piece gives the player who has it, by least squares. Pieces are
  first taken to be worth what they can do.
* Each further batch is played with the weights so far, by looks of one ply or two, with some random actions in between. The
  probability that a player wins from a position is taken to be logistic in its terms, and the weights are those that make what
  happened most likely (Buro, "From Simple Features to Sophisticated Evaluation Functions", 1998). A penalty keeps them near
  the first ones as long as little is known: the more terms there are for a game that was decided, the nearer. Later batches count more.
* How sure a weight is follows from how much the games pull at it, each as one observation, since all its positions have the same
  result (the sandwich of Huber, "The Behavior of Maximum Likelihood Estimates under Nonstandard Conditions", 1967, with games as
  clusters), and from how far it may be from the first guess, as the penalty has it. What never varied has no such error.
* Doubtful terms are left out of a fit where they are not sure to matter, and at the end, if they do not win games.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from interpreter.search.alphabeta import Measured
from interpreter.search.running import Clock
from interpreter.search.training_games import NOISE, SelfPlay, TrainingGame, TrainingGames, is_better
from interpreter.search.weights import SURE, Weights
from interpreter.shared.hashing import Random

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GAMES = 2_000  # of a batch, or as many as fit into its time
BATCH = 500  # games of a batch, where games are counted
_BATCH_SECONDS = 8.0
_FIRST_SECONDS = 1.0
_KEPT = 20_000  # positions that a fit looks at
_BATCHES = 12  # that a fit looks at
_FADE = 0.85  # what a batch counts, when the next one is there
_PENALTY = 4.0
_ALIKE = 25.0  # how much more is held down what would make two players' pieces differ in worth
_SAID = 4.0  # independent positions that a game counts as: most of its positions say the same
_STEPS = 8  # of Newton's method
_WORTH = 0.3  # logits of a piece of middling worth, before anything else is known


@dataclass(frozen=True)
class Progress:
    """How far training is: seconds, batches and games so far, and how well the last fit predicts results, in bits a position."""

    seconds: float
    batches: int
    games: int
    loss: float


@dataclass
class _Batch:
    """Positions by their terms; for each of them who acts, how many actions are legal, what every player got in the end, and how
    much the position says, and to which game it belongs. `decided`: games that were won and lost. `loss`: that of the fit behind this batch."""

    x: Floats
    movers: Floats
    counts: Floats
    returns: Floats
    shares: Floats
    owners: Ints
    games: int
    decided: int
    loss: float = 1.0


def train(
    found: Measured,
    seconds: float,
    seed: int = 0,
    on_batch: Callable[[Progress], None] = lambda progress: None,
    clock: Clock = perf_counter,
) -> Weights:
    """Learns for so many seconds by the clock, a second of random games included."""
    start, random = clock(), Random(seed)

    def games(weights: Weights, noise: int) -> list[TrainingGame]:
        left = seconds - (clock() - start)
        longest = min(_BATCH_SECONDS, left) if noise else min(_FIRST_SECONDS, left / 4)
        return _as_many_as_fit(SelfPlay(found, weights, noise), random, longest, clock)

    def told(progress: Progress) -> bool:
        on_batch(progress)
        return progress.seconds < seconds

    return _learn(found, games, told, clock)


def train_by_games(
    found: Measured,
    count: int,
    games: Callable[[TrainingGames, int], Iterable[TrainingGame]],
    seed: int = 0,
    on_batch: Callable[[Progress], None] = lambda progress: None,
) -> Weights:
    """Learns from so many games, which `games` has played wherever it does: for the same seed always the same."""
    done = 0

    def batch(weights: Weights, noise: int) -> Iterable[TrainingGame]:
        nonlocal done
        size = min(BATCH, count - done if noise else max(1, count // 4))
        spars = TrainingGames(found.game, weights, noise, (seed << 32) + done)
        done += size
        return games(spars, size)

    def told(progress: Progress) -> bool:
        on_batch(progress)
        return done < count

    return _learn(found, batch, told)


def _learn(
    found: Measured,
    games: Callable[[Weights, int], Iterable[TrainingGame]],
    goes_on: Callable[[Progress], bool],
    clock: Clock = perf_counter,
) -> Weights:
    """Batches of games with the weights so far, after each of which they are fitted anew, as long as `goes_on` says."""
    start = clock()
    none = Weights(tuple({} for _ in found.game.players), 0.0, 0)
    first = _batch(found, games(none, 0), 0)
    prior = _by_mobility(found, first) + _by_scores(found, first)
    weights, count = _weights(found, prior, 0.0, first.games), first.games
    batches: list[_Batch] = []
    while goes_on(Progress(clock() - start, len(batches), count, batches[-1].loss if batches else 1.0)):
        played = _batch(found, games(weights, NOISE), NOISE)
        count += played.games
        if len(played.x):
            batches = [*batches, played][-_BATCHES:]
            fit = _fit(found, batches, prior)
            batches[-1].loss = fit.loss
            weights = _learnt(found, batches, fit, count)
    if batches and any(weights.is_sure(t) for t in found.terms.terms if t.is_doubtful):
        doubtful = {t.template for t in found.terms.terms if t.is_doubtful}
        plain = _learnt(found, batches, _fitted(found, batches, prior, doubtful), count)
        weights = weights if is_better(found, weights, plain) else plain
    return weights


def _learnt(found: Measured, batches: list[_Batch], fit: "_Fit", count: int) -> Weights:
    """The weights of a fit to batches, behind so many games."""
    decided = sum(b.decided for b in batches)
    errors = _by_text(found, fit.errors) if decided else tuple({} for _ in found.game.players)
    return replace(_weights(found, fit.weights, fit.tempo, count), decided=decided, errors=errors)


def _as_many_as_fit(ring: SelfPlay, random: Random, seconds: float, clock: Clock) -> list[TrainingGame]:
    """Games for so many seconds, at least one."""
    played: list[TrainingGame] = []
    until = clock() + seconds
    while len(played) < _GAMES and (clock() < until or not played):
        played.append(ring.play(random.below(1 << 32)))
    return played


def _weights(found: Measured, values: Floats, tempo: float, games: int) -> Weights:
    """Weights from an array by player and term."""
    return Weights(_by_text(found, values), tempo, games, 0)


def _by_text(found: Measured, values: Floats) -> tuple[dict[str, float], ...]:
    """An array by player and term as it is kept: what is not 0, by the texts of terms."""
    texts = [t.text for t in found.terms.terms]
    return tuple({t: float(w) for t, w in zip(texts, row, strict=True) if w} for row in values)


def _batch(found: Measured, games: Iterable[TrainingGame], noise: int) -> _Batch:
    """Games as what can be fitted. Of those that nobody has ended only random ones count, by what was legal in them."""
    players, width = len(found.game.players), len(found.terms.terms) + 2
    rows, returns, shares = [np.zeros((0, width))], [np.zeros((0, players))], [np.zeros(0)]
    owners, count, decided = [np.zeros(0, np.int64)], 0, 0
    for spar in games:
        count += 1
        if noise and not spar.is_over:
            continue  # its result is not known
        decided += any(spar.returns)
        size = len(spar.positions)
        rows.append(spar.positions.astype(np.float64))
        returns.append(np.repeat([spar.returns], size, axis=0))
        owners.append(np.full(size, count - 1))
        shares.append(np.full(size, _SAID / max(1, size)))
    table = np.concatenate(rows)
    return _Batch(
        table[:, :-2],
        table[:, -2],
        table[:, -1],
        np.concatenate(returns),
        np.concatenate(shares),
        np.concatenate(owners),
        count,
        decided,
    )


def _by_mobility(found: Measured, batch: _Batch) -> Floats:
    """Weights by player and term: a piece is worth the actions that it adds for its player, and what others lose by that."""
    terms, players = found.terms.terms, len(found.game.players)
    prior = np.zeros((players, len(terms)))
    for p in range(players):
        own = [i for i, t in enumerate(terms) if t.is_material and t.player == p]
        is_own = batch.movers == p
        if not own or is_own.sum() < 10 * len(own):
            continue
        x = batch.x[np.ix_(is_own, own)]
        design = np.column_stack([np.ones(len(x)), x])
        ridge = design.T @ design + np.diag([1e-6, *np.full(len(own), 1.0)])
        prior[p, own] = np.maximum(np.linalg.solve(ridge, design.T @ batch.counts[is_own])[1:], 0.0)
    for p in range(players):
        known = prior[p][prior[p] > 0]
        if len(known):
            prior[p] *= _WORTH / np.median(known)
    teams = found.game.team_of
    return np.array(
        [sum((1 if q in teams(p) else -1) * prior[q] for q in range(players)) for p in range(players)], float
    )


def _by_scores(found: Measured, batch: _Batch) -> Floats:
    """Weights by player and term: a score that decides the result is worth a logit for each standard deviation in random games."""
    terms, players = found.terms.terms, len(found.game.players)
    prior = np.zeros((players, len(terms)))
    if not len(batch.x):
        return prior
    for i, term in enumerate(terms):
        spread = batch.x[:, i].std()
        if term.score and spread:
            for p in range(players):
                prior[p, i] = term.score / spread * (1 if term.player in found.game.team_of(p) else -1)
    return prior


@dataclass(frozen=True)
class _Fit:
    """The weights by player and term, their standard errors (0: nothing was learnt), what it is worth to act, and the loss in
    bits a position."""

    weights: Floats
    errors: Floats
    tempo: float
    loss: float


def _fit(found: Measured, batches: list[_Batch], prior: Floats) -> _Fit:
    """Weights from games; without the doubtful terms that are not sure to matter, as they would make others and themselves less sure."""
    doubtful = {t.template for t in found.terms.terms if t.is_doubtful}
    fit = _fitted(found, batches, prior, set())
    if not doubtful:
        return fit
    is_sure = (np.abs(fit.weights) > SURE * fit.errors) & (fit.errors > 0)
    sure = {t.template for i, t in enumerate(found.terms.terms) if is_sure[:, i].any()}
    return _fitted(found, batches, prior, doubtful - sure) if doubtful - sure else fit


def _fitted(found: Measured, batches: list[_Batch], prior: Floats, left_out: set[str]) -> _Fit:
    """Weights from games, without the terms of some templates."""
    share = np.concatenate([b.shares * _FADE**age for age, b in enumerate(reversed(batches))][::-1])
    x, movers = np.concatenate([b.x for b in batches]), np.concatenate([b.movers for b in batches])
    returns = np.concatenate([b.returns for b in batches])
    games = np.concatenate([b.owners for b in batches])
    games += np.repeat(np.cumsum([0, *(b.games for b in batches[:-1])]), [len(b.x) for b in batches])
    if len(x) > _KEPT:
        chosen = np.random.default_rng(len(x)).choice(len(x), _KEPT, replace=False)
        share, games = share[chosen] * (len(x) / _KEPT), games[chosen]
        x, movers, returns = x[chosen], movers[chosen], returns[chosen]
    games = np.unique(games, return_inverse=True)[1]
    basis, penalty = _basis(found)
    mixed = x @ basis
    spread = mixed.std(axis=0)
    is_left = np.array([t.template not in left_out for t in found.terms.terms], bool)
    varied = np.flatnonzero((spread > 0) & is_left)
    centre, spread = mixed.mean(axis=0)[varied], spread[varied]
    scaled = (mixed[:, varied] - centre) / spread
    few = max(1.0, len(varied) / max(1, sum(b.decided for b in batches)))  # less than a game for each weight
    penalties = np.concatenate([[1e-6, _PENALTY], few * penalty[varied]])
    fitted, tempos, losses = prior.copy(), list[float](), list[float]()
    errors = np.zeros_like(prior)
    for p in range(prior.shape[0]):
        acts = np.where(movers == p, 1.0, -1.0)
        design = np.column_stack([np.ones(len(x)), acts, scaled])
        own = np.linalg.solve(basis, prior[p])
        begin = np.concatenate([[0.0, 0.0], own[varied] * spread])
        solution, loss = _logistic(design, (returns[:, p] + 1) / 2, share, begin, penalties)
        own[varied] = solution[2:] / spread
        fitted[p] = basis @ own
        spreading = basis[:, varied] / spread
        chance = _chance(design @ solution)
        rest = (returns[:, p] + 1) / 2 - chance
        known = covariance(design, rest, chance, share, penalties, games)[2:, 2:]
        errors[p] = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", spreading, known, spreading), 0.0))
        tempos.append(float(solution[1]))
        losses.append(loss)
    return _Fit(fitted, errors, float(np.mean(tempos)), float(np.mean(losses)))


def _basis(found: Measured) -> tuple[Floats, Floats]:
    """What is fitted, as columns of terms, and how large weights are held down.

    Of two players the difference of what both have is fitted, and their sum only where much speaks for it: the same piece
    is then worth the same to both, unless their games differ.
    """
    terms = found.terms.terms
    basis, penalty = np.eye(len(terms)), np.full(len(terms), _PENALTY)
    if len(found.game.players) == 2:
        places = {(t.template, t.player): i for i, t in enumerate(terms)}
        for (template, player), i in places.items():
            j = places.get((template, 1))
            if player == 0 and j is not None:
                basis[j, i], basis[i, j] = -1.0, 1.0
                penalty[j] = _PENALTY * _ALIKE
    return basis, penalty


def _logistic(
    design: Floats, wanted: Floats, share: Floats, prior: Floats, penalty: Floats
) -> tuple[Floats, float]:
    """The most likely weights of a logistic model with a quadratic penalty, by Newton's method; and the loss in bits."""
    weights = prior.copy()
    for _ in range(_STEPS):
        chance = _chance(design @ weights)
        slope = design.T @ (share * (wanted - chance)) - penalty * (weights - prior)
        bend = (design * (share * chance * (1 - chance) + 1e-6)[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        weights = weights + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-3:
            break
    chance = np.clip(_chance(design @ weights), 1e-9, 1 - 1e-9)
    loss = -np.average(wanted * np.log2(chance) + (1 - wanted) * np.log2(1 - chance), weights=share)
    return weights, float(loss)


def covariance(
    design: Floats, rest: Floats, chance: Floats, share: Floats, penalty: Floats, games: Ints
) -> Floats:  # fmt: skip
    """How weights spread about true ones: `bend^-1 (pulls + penalty) bend^-1`.

    `rest`: what happened less its `chance`, by position; `games`: to which game each position belongs, from 0 on without gaps.
    Pulls are the gradients of the likelihood, added up by games: so it does not matter how alike positions of a game are. The
    penalty stands for true weights that are spread about the first ones with a variance of one by the penalty.
    """
    bend = (design * (share * chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
    count = int(games.max()) + 1
    pulls = np.zeros((count, design.shape[1]))
    np.add.at(pulls, games, design * (share * rest)[:, None])
    few = count / max(1, count - 1)  # as a variance of so many games is estimated
    inverse = np.linalg.inv(bend)
    made: Floats = inverse @ (few * pulls.T @ pulls + np.diag(penalty)) @ inverse
    return made


def _chance(logits: Floats) -> Floats:
    made: Floats = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return made
