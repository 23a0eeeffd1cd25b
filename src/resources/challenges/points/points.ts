// What the facts of a member earn in a challenge (engagement.md "Challenges").

import type { Tx } from '../../../database/database.ts';
import { moveScore } from '../../../records/ranks.ts';
import type { Fact } from '../../facts/tables.ts';
import type { Reactions } from '../../reactions.ts';
import { dateAt } from '../calendar.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type Part, type PointsRules } from '../record.ts';
import type { PointsRow } from '../tables.ts';

const OF_DAY = 'select * from "challengePoints" where "enrollmentId" = ? and "day" = ? order by "at", "factId"';
const INSERT = `insert into "challengePoints"
  ("enrollmentId", "day", "at", "factId", "part", "sourceId", "base", "points") values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing`;
const KEY = '"enrollmentId" = ? and "day" = ? and "at" = ? and "factId" = ?';
const UPDATE = `update "challengePoints" set "points" = ? where ${KEY}`;
const REMOVE = `delete from "challengePoints" where ${KEY}`;
const LAST_GAIN = 'select max("at") "at" from "challengePoints" where "enrollmentId" = ? and "points" > 0';

/** What the facts of a day earn, in their order, within the caps of the day. */
const earned = (rows: readonly PointsRow[], { maxAttendancePerDay, dailyCap }: PointsRules): number[] => {
  let visits = 0;
  let left = dailyCap ?? Number.POSITIVE_INFINITY;
  return rows.map(({ part, base }) => {
    if (part === 'attendance') visits += 1;
    const points = part === 'attendance' && visits > maxAttendancePerDay ? 0 : Math.min(base, left);
    left -= points;
    return points;
  });
};

type Deltas = Record<Part, number>;

const lastGain = (tx: Tx, enrollmentId: string): string | null =>
  tx.db.query<{ at: string | null }, [string]>(LAST_GAIN).get(enrollmentId)?.at ?? null;

/**
 * Stores the totals of a member, and the rank while the member takes part.
 * @param isMoved the enrollment has come from another studio as it was changed last.
 */
const addToTotals = (tx: Tx, enrollmentId: string, deltas: Deltas, isMoved: boolean): void => {
  const row = ChallengeEnrollment.rows.find(tx, enrollmentId);
  if (row === undefined) throw new Error(`there is no enrolment '${enrollmentId}'`);
  const pointsTotal = row.pointsTotal + deltas.attendance + deltas.goals + deltas.assessments + deltas.articles;
  ChallengeEnrollment.rows.update(tx, enrollmentId, {
    pointsTotal,
    attendancePoints: row.attendancePoints + deltas.attendance,
    goalsPoints: row.goalsPoints + deltas.goals,
    assessmentsPoints: row.assessmentsPoints + deltas.assessments,
    articlesPoints: row.articlesPoints + deltas.articles,
    lastGainAt: lastGain(tx, enrollmentId),
    ...(isMoved ? {} : { updatedAt: tx.now }),
  });
  if (row.status !== 'withdrawn') moveScore(tx, row.challengeId, row.pointsTotal, pointsTotal);
};

/** Adds to `deltas`. Returns whether any fact earns another amount: then totals were reached at another time. */
const settleDay = (tx: Tx, challenge: ChallengeRow, enrollmentId: string, day: string, deltas: Deltas): boolean => {
  const rows = tx.db.query<PointsRow, [string, string]>(OF_DAY).all(enrollmentId, day);
  const points = earned(rows, Challenge.view(challenge).pointsRules);
  let isChanged = false;
  for (const [index, row] of rows.entries()) {
    const now = points[index] ?? 0;
    if (now === row.points) continue;
    tx.db.query(UPDATE).run(now, enrollmentId, day, row.at, row.factId);
    deltas[row.part] += now - row.points;
    isChanged = true;
  }
  return isChanged;
};

export type Moving = Pick<Reactions, 'pointsChanged'>;

interface Counted {
  readonly fact: Pick<Fact, 'id' | 'at' | 'sourceId'>;
  readonly part: Part;
  /** What it is worth without the caps of the day. */
  readonly base: number;
}

interface Changed {
  readonly challenge: ChallengeRow;
  readonly days: Set<string>;
  readonly deltas: Deltas;
  hasVisits: boolean;
}

/** Facts that count, or do so no more, until `settle` stores what they earn: once for each day and enrollment. */
export class ChangedPoints {
  readonly #enrollments = new Map<string, Changed>();
  readonly #tx: Tx;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /**
   * Counts a fact in a challenge. It can also change what later facts of the day earn. A fact that moves to another record of its
   * member is counted already where the challenge is closed.
   */
  count(challenge: ChallengeRow, enrollmentId: string, { fact, part, base }: Counted): void {
    const day = dateAt(fact.at, challenge);
    this.#tx.db.query(INSERT).run(enrollmentId, day, fact.at, fact.id, part, fact.sourceId, base, 0);
    const changed = this.#changed(challenge, enrollmentId, day);
    if (part === 'attendance') changed.hasVisits = true;
  }

  /** Counts a fact no more. */
  uncount(challenge: ChallengeRow, { enrollmentId, day, at, factId, part, points }: PointsRow): void {
    this.#tx.db.query(REMOVE).run(enrollmentId, day, at, factId);
    this.#changed(challenge, enrollmentId, day).deltas[part] -= points;
  }

  /**
   * The steps of storing what the facts earn, and of the reactions to it.
   * @param isImport what a member did in the challenge itself has come with the enrollment.
   */
  *settle(reactions: Moving, isImport = false): Generator<void, void> {
    const tx = this.#tx;
    for (const [enrollmentId, { challenge, days, deltas, hasVisits }] of this.#enrollments) {
      let isChanged = Object.values(deltas).some((delta) => delta !== 0);
      for (const day of days) {
        if (settleDay(tx, challenge, enrollmentId, day, deltas)) isChanged = true;
        yield;
      }
      if (!isChanged) continue;
      addToTotals(tx, enrollmentId, deltas, isImport && !hasVisits);
      reactions.pointsChanged(tx, enrollmentId);
      yield;
    }
    this.#enrollments.clear();
  }

  #changed(challenge: ChallengeRow, enrollmentId: string, day: string): Changed {
    const existing = this.#enrollments.get(enrollmentId);
    const changed = existing ?? {
      challenge,
      days: new Set<string>(),
      deltas: { attendance: 0, goals: 0, assessments: 0, articles: 0 },
      hasVisits: false,
    };
    if (existing === undefined) this.#enrollments.set(enrollmentId, changed);
    changed.days.add(day);
    return changed;
  }
}
