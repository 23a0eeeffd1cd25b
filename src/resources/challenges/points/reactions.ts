import type { Tx } from '../../../database/database.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { unpackList } from '../../../records/json.ts';
import type { Fact, FactKind } from '../../facts/tables.ts';
import type { FactFamily } from '../../reactions.ts';
import { isClosed, spansOf } from '../queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow, type Part } from '../record.ts';
import type { PointsRow } from '../tables.ts';
import { ChangedPoints, type Moving } from './points.ts';

/** Counts a visit at a site of a challenge in which the member took part at its instant. */
export const countVisitIn = (
  points: ChangedPoints,
  challenge: ChallengeRow,
  enrollment: Pick<EnrollmentRow, 'id' | 'spans'>,
  fact: Pick<Fact, 'id' | 'at' | 'siteId' | 'sourceId'>,
): void => {
  const { at, siteId } = fact;
  // What happens in the instant of withdrawing counts, whichever of both came first.
  if (!spansOf(enrollment).some(([from, until]) => from <= at && (until === null || at <= until))) return;
  const sites = unpackList<string>(challenge.siteIds);
  if (sites.length > 0 && !sites.includes(siteId)) return;
  const base = Challenge.view(challenge).pointsRules.perAttendance;
  points.count(challenge, enrollment.id, { fact, part: 'attendance', base });
};

const VISITED = `select e."id", e."challengeId", e."spans" from "challengeEnrollments" e
  join "challenges" c on c."id" = e."challengeId"
  where e."clientId" = ?1 and e."status" <> 'completed' and c."archivedAt" is null
    and c."startsAt" <= ?2 and c."endsAt" > ?2 and c."closesAt" > ?3`;

interface Visited {
  readonly id: string;
  readonly challengeId: string;
  readonly spans: string;
}

/** Counts a visit in each challenge in which the member took part at its instant, and which has its site. */
const countVisit = (tx: Tx, points: ChangedPoints, fact: Fact): void => {
  const { clientId, at } = fact;
  for (const row of tx.db.query<Visited, [string, string, string]>(VISITED).all(clientId, at, tx.now)) {
    const challenge = Challenge.rows.find(tx, row.challengeId);
    if (challenge !== undefined) countVisitIn(points, challenge, row, fact);
  }
};

/** The facts of challenges themselves: their part, and the table of their sources. Their value is what they are worth. */
const OWN: Partial<Record<FactKind, readonly [part: Part, table: string]>> = {
  goal_submission: ['goals', 'challengeGoalEntries'],
  assessment: ['assessments', 'challengeAssessmentSubmissions'],
  article_read: ['articles', 'challengeArticleReads'],
};

const challengeOf = (tx: Tx, enrollmentId: string): ChallengeRow | undefined => {
  const enrollment = ChallengeEnrollment.rows.find(tx, enrollmentId);
  return enrollment && Challenge.rows.find(tx, enrollment.challengeId);
};

const countOwn = (tx: Tx, points: ChangedPoints, fact: Fact, [part, table]: readonly [Part, string]): void => {
  const source = `select "enrollmentId" from "${table}" where "id" = ?`;
  const row = tx.db.query<{ enrollmentId: string }, [string]>(source).get(fact.sourceId);
  const challenge = row === null ? undefined : challengeOf(tx, row.enrollmentId);
  if (row === null || challenge === undefined) return;
  points.count(challenge, row.enrollmentId, { fact, part, base: fact.value });
};

const COUNTED = 'select * from "challengePoints" where "factId" = ?';

const add = (tx: Tx, points: ChangedPoints, fact: Fact): void => {
  if (fact.kind === 'visit') countVisit(tx, points, fact);
  const own = OWN[fact.kind];
  if (own !== undefined) countOwn(tx, points, fact, own);
};

const remove = (tx: Tx, points: ChangedPoints, fact: Fact): void => {
  for (const row of tx.db.query<PointsRow, [string]>(COUNTED).all(fact.id)) {
    const challenge = challengeOf(tx, row.enrollmentId);
    if (challenge === undefined || challenge.archivedAt !== null || isClosed(challenge, tx.now)) continue;
    points.uncount(challenge, row);
  }
};

/** Moves the points of challenges with the facts of their members, until a challenge closes. */
export const challengeReactions = (reactions: Moving): FactFamily => ({
  factRecorded(tx, fact) {
    const points = new ChangedPoints(tx);
    add(tx, points, fact);
    runAtOnce(points.settle(reactions));
  },
  factTakenBack(tx, fact) {
    const points = new ChangedPoints(tx);
    remove(tx, points, fact);
    runAtOnce(points.settle(reactions));
  },
  *factsImported(tx, _clientId, moves) {
    const points = new ChangedPoints(tx);
    for (const { fact, sign } of moves) {
      if (sign === 1) add(tx, points, fact);
      else remove(tx, points, fact);
      yield;
    }
    yield* points.settle(reactions, true);
  },
});
