import type { Tx } from '../../../database/database.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { ChallengeEnrollment } from '../../challenges/record.ts';
import type { Fact } from '../../facts/tables.ts';
import type { FactMove, Reactions } from '../../reactions.ts';
import { hasOnePeriod, isClosed, makePeriods } from '../periods.ts';
import { lastPeriod, liveBoards, openPeriods, periodAt, scoreIn } from '../queries.ts';
import type { LeaderboardRow, PeriodRow } from '../record.ts';
import { participantOf } from './participants.ts';
import { storeScore } from './scores.ts';
import { type ScoreSource, sourceOf } from './sources.ts';

/** The period of a fact, unless it is closed. */
const openPeriodOf = (tx: Tx, board: LeaderboardRow, at: string): PeriodRow | undefined => {
  let period = periodAt(tx, board.id, at);
  if (period === undefined) {
    makePeriods(tx, board, epochOf(at));
    period = periodAt(tx, board.id, at);
  }
  return period === undefined || isClosed(period, tx.now) ? undefined : period;
};

/** Periods that have begun and are not closed. The period of a challenge has its participants before it begins. */
const changingPeriods = (tx: Tx, board: LeaderboardRow): PeriodRow[] => {
  if (!hasOnePeriod(board)) return openPeriods(tx, board.id);
  const period = lastPeriod(tx, board.id);
  return period === undefined || isClosed(period, tx.now) ? [] : [period];
};

/** Counts a client again in the periods of a leaderboard that are not closed. */
const recountClient = (tx: Tx, board: LeaderboardRow, clientId: string): void => {
  const participant = participantOf(tx, board, clientId);
  const count = participant.part === 'out' ? () => undefined : sourceOf(board).counter(tx, board, clientId);
  for (const period of changingPeriods(tx, board)) storeScore(tx, board, period, participant, count(period));
};

const moved = (tx: Tx, board: LeaderboardRow, source: ScoreSource, fact: Fact, isNew: boolean): void => {
  const period = openPeriodOf(tx, board, fact.at);
  const participant = participantOf(tx, board, fact.clientId);
  const row = period && scoreIn(tx, period.id, fact.clientId);
  if (participant.part === 'out' && row === undefined) return;
  if (period !== undefined && isNew && row !== undefined && row.value !== null) {
    const next = source.add?.(tx, board, fact, row);
    if (next !== undefined) {
      storeScore(tx, board, period, participant, next);
      return;
    }
  }
  if (source.movesLater) recountClient(tx, board, fact.clientId);
  else if (period !== undefined)
    storeScore(tx, board, period, participant, source.counter(tx, board, fact.clientId)(period));
};

const move = (tx: Tx, fact: Fact, isNew: boolean): void => {
  for (const board of liveBoards(tx)) {
    const source = sourceOf(board);
    if (!source.kinds.includes(fact.kind)) continue;
    if (source.concerns?.(tx, board, fact) ?? true) moved(tx, board, source, fact, isNew);
  }
};

function* openPeriodsOf(tx: Tx, board: LeaderboardRow, moves: readonly FactMove[]): Generator<void, PeriodRow[]> {
  const found = new Map<string, PeriodRow>();
  let last: PeriodRow | undefined;
  for (const { fact } of moves) {
    const isInLast = last !== undefined && last.startsAt <= fact.at && (last.endsAt === null || fact.at < last.endsAt);
    if (isInLast) continue;
    last = openPeriodOf(tx, board, fact.at);
    if (last !== undefined) found.set(last.id, last);
    yield;
  }
  return [...found.values()];
}

/** Counts once after all imported facts, on all boards of metrics: an entry that became private counts no more. */
function* countImported(tx: Tx, clientId: string, moves: readonly FactMove[]): Generator<void, void> {
  for (const board of liveBoards(tx)) {
    const source = sourceOf(board);
    const moving = moves.filter(({ fact }) => source.kinds.includes(fact.kind));
    if (moving.length === 0) continue;
    const periods = yield* openPeriodsOf(tx, board, moving);
    const participant = participantOf(tx, board, clientId);
    if (source.movesLater) recountClient(tx, board, clientId);
    else {
      const count = participant.part === 'out' ? () => undefined : source.counter(tx, board, clientId);
      for (const period of periods) {
        storeScore(tx, board, period, participant, count(period));
        yield;
      }
    }
    yield;
  }
}

/** Follows a change of a client: archived or restored, hidden or shown, of another home site. */
const followClient = (tx: Tx, clientId: string): void => {
  for (const board of liveBoards(tx)) recountClient(tx, board, clientId);
};

const followEnrollment = (tx: Tx, enrollmentId: string, follows: (board: LeaderboardRow) => boolean): void => {
  const enrollment = ChallengeEnrollment.rows.find(tx, enrollmentId);
  if (enrollment === undefined) return;
  const { challengeId, clientId } = enrollment;
  for (const board of liveBoards(tx)) {
    if (board.challengeId === challengeId && follows(board)) recountClient(tx, board, clientId);
  }
};

/** Moves the values of a member with their facts, their profile and their challenges. */
export const leaderboardReactions = {
  factRecorded: (tx, fact) => move(tx, fact, true),
  factTakenBack: (tx, fact) => move(tx, fact, false),
  factsImported: countImported,
  clientArchived: followClient,
  clientChanged: followClient,
  enrollmentChanged: (tx, enrollmentId) => followEnrollment(tx, enrollmentId, () => true),
  // The leaderboards by other values follow the fact itself.
  pointsChanged: (tx, enrollmentId) => followEnrollment(tx, enrollmentId, ({ rankBy }) => rankBy === 'points'),
} satisfies Partial<Reactions>;
