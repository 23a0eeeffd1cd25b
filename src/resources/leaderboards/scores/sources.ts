import { laterOf } from '../../../kernel/local-time.ts';
// Where the values of leaderboards come from (engagement.md "Leaderboards").

import type { Read } from '../../../database/database.ts';
import { textsOf } from '../../../records/query.ts';
import { enrollmentOf } from '../../challenges/queries.ts';
import type { Fact, FactKind } from '../../facts/tables.ts';
import { hasOnePeriod } from '../periods.ts';
import type { LeaderboardRow, PeriodRow, RankBy } from '../record.ts';
import { longestIn, streakAfter, streakLengths } from './streaks.ts';

export interface Amount {
  readonly amount: number;
  readonly achievedAt: string;
}

/** Instants: the start of a period, and its end, which is exclusive. */
export type Span = Pick<PeriodRow, 'startsAt' | 'endsAt'>;

export interface ScoreSource {
  readonly kinds: readonly FactKind[];
  /** Whether a fact of these kinds counts here. */
  concerns?(read: Read, board: LeaderboardRow, fact: Fact): boolean;
  /** The instants of what it counts; by default the instants of the facts that move it. */
  instants?(read: Read, board: LeaderboardRow, clientId: string): string[];
  /** A fact may move the values of periods after its own. */
  readonly movesLater?: boolean;
  /** Counts it again from the facts of a client, in one period after another; undefined without a value. */
  counter(read: Read, board: LeaderboardRow, clientId: string): (span: Span) => Amount | undefined;
  /**
   * The amount after a new fact, from the one before it, without counting again; undefined where that is not possible.
   */
  add?(read: Read, board: LeaderboardRow, fact: Fact, before: Amount): Amount | undefined;
  valueOf(amount: number): number;
}

const IN_SPAN = `"clientId" = ? and "takenBackAt" is null and "at" >= ? and "at" < ?`;

/** A sum in a period; undefined of nothing. @param ownerId the client or the enrollment whose it is. */
const sumIn = (read: Read, sql: string, ownerId: string, { startsAt, endsAt }: Span): Amount | undefined => {
  const row = read.db
    .query<Amount | Record<keyof Amount, null>, string[]>(sql)
    .get(ownerId, startsAt, endsAt ?? '9999');
  return row === null || row.achievedAt === null ? undefined : row;
};

const sumOf =
  (sql: string): ScoreSource['counter'] =>
  (read, _board, clientId) =>
  (span) =>
    sumIn(read, sql, clientId, span);

/** Watched minutes are added up in millionths, as whole numbers, so that their order does not matter. */
const MILLION = 1_000_000;
/** The rounding errors of minutes that are added up, in millionths. */
const TOLERANCE = 1_000;

const attendance: ScoreSource = {
  kinds: ['visit'],
  counter: sumOf(`select count(*) "amount", max("at") "achievedAt" from "facts" where ${IN_SPAN} and "kind" = 'visit'`),
  add: (_read, _board, { at }, { amount, achievedAt }) => ({ amount: amount + 1, achievedAt: laterOf(achievedAt, at) }),
  valueOf: (amount) => amount,
};

const watchTime: ScoreSource = {
  kinds: ['watched_minutes'],
  counter: sumOf(`select sum(cast(round("value" * ${MILLION}) AS INTEGER)) "amount", max("at") "achievedAt"
    from "facts" where ${IN_SPAN} and "kind" = 'watched_minutes'`),
  add: (_read, _board, { at, value }, { amount, achievedAt }) => ({
    amount: amount + Math.round(value * MILLION),
    achievedAt: laterOf(achievedAt, at),
  }),
  valueOf: (amount) => Math.floor((amount + TOLERANCE) / MILLION),
};

const streak: ScoreSource = {
  kinds: ['visit'],
  movesLater: true,
  counter: (read, _board, clientId) => {
    const lengths = streakLengths(read, clientId);
    return (span) => longestIn(lengths, span);
  },
  add: (read, _board, fact, before) => streakAfter(read, fact, before),
  valueOf: (amount) => amount,
};

const BEST = (direction: 'desc' | 'asc') => `select "facts"."value" "amount", "facts"."at" "achievedAt"
  from "metricEntries" join "facts" on "facts"."sourceId" = "metricEntries"."id" and "facts"."kind" = 'metric_entry'
    and "facts"."kind" <> 'visit' and "facts"."takenBackAt" is null
  where "metricEntries"."clientId" = ? and "metricEntries"."contentEntryId" = ?
    and "metricEntries"."visibility" = 'leaderboard' and "facts"."at" >= ? and "facts"."at" < ?
  order by "facts"."value" ${direction}, "facts"."at" limit 1`;
const BESTS = { desc: BEST('desc'), asc: BEST('asc') };

const CONCERNS = `select 1 from "metricEntries" where "id" = ? and "contentEntryId" = ? and "visibility" = 'leaderboard'`;

const metric: ScoreSource = {
  kinds: ['metric_entry'],
  concerns: (read, { metricContentEntryId }, { sourceId }) =>
    read.db.query(CONCERNS).get(sourceId, metricContentEntryId) !== null,
  counter:
    (read, { order, metricContentEntryId }, clientId) =>
    ({ startsAt, endsAt }) =>
      read.db
        .query<Amount, [string, string | null, string, string]>(BESTS[order])
        .get(clientId, metricContentEntryId, startsAt, endsAt ?? '9999') ?? undefined,
  add(_read, { order }, { at, value }, before) {
    const isBetter = order === 'desc' ? value > before.amount : value < before.amount;
    if (isBetter || (value === before.amount && at < before.achievedAt)) return { amount: value, achievedAt: at };
    return before;
  },
  valueOf: (amount) => amount,
};

const GAINS = 'from "challengePoints" where "enrollmentId" = ? and "points" > 0';
const GAINED = `select sum("points") "amount", max("at") "achievedAt" ${GAINS} and "at" >= ? and "at" < ?`;
const GAINED_AT = `select "at" ${GAINS}`;

const ownEnrollment = (read: Read, { challengeId }: LeaderboardRow, clientId: string) =>
  challengeId === null ? undefined : enrollmentOf(read, challengeId, clientId);

/** The points of a challenge. Challenges say when they change, since a fact may move what other facts earn. */
const points: ScoreSource = {
  kinds: [],
  instants(read, board, clientId) {
    const enrollment = ownEnrollment(read, board, clientId);
    return enrollment === undefined ? [] : textsOf(read, GAINED_AT, enrollment.id);
  },
  counter(read, board, clientId) {
    const enrollment = ownEnrollment(read, board, clientId);
    if (enrollment === undefined) return () => undefined;
    const { id, pointsTotal, lastGainAt, enrolledAt } = enrollment;
    if (hasOnePeriod(board)) return () => ({ amount: pointsTotal, achievedAt: lastGainAt ?? enrolledAt });
    return (span) => sumIn(read, GAINED, id, span);
  },
  valueOf: (amount) => amount,
};

const SOURCES: Readonly<Record<RankBy, ScoreSource>> = { metric, points, attendance, watch_time: watchTime, streak };

export const sourceOf = ({ rankBy }: Pick<LeaderboardRow, 'rankBy'>): ScoreSource => SOURCES[rankBy];
