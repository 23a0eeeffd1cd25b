import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../database/database.ts';
import { laterOf } from '../../../kernel/local-time.ts';
import { conflict } from '../../../kernel/problem.ts';
import { described, flag, name, optional, type Static, shape } from '../../../kernel/schemas.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { addScore, removeScore } from '../../../records/ranks.ts';
import { Client } from '../../clients/record.ts';
import { homeSiteId, visitsBetween } from '../../facts/queries.ts';
import type { Reactions } from '../../reactions.ts';
import { requireEnrolled } from '../member.ts';
import { ChangedPoints } from '../points/points.ts';
import { countVisitIn } from '../points/reactions.ts';
import { enrollmentOf, isClosed, liveChallengeIds, spansOf } from '../queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow, type Span } from '../record.ts';

export const EnrollInChallenge = shape('EnrollInChallengeRequest', () => ({
  division: optional(described(name(), 'The division to participate in, such as Masters.')),
  displayConsent: optional(described(flag(), "Whether others can see the member's full name.")),
  acceptRules: Type.Literal(true, { description: "Whether the member accepts the challenge's rules." }),
}));
type EnrollBody = Static<typeof EnrollInChallenge>;

export type Enrolling = Pick<Reactions, 'enrollmentChanged'>;

/** Stores who takes part in a challenge, and the rank of those who do. */
export const countEnrolled = (tx: Tx, reactions: Enrolling, row: EnrollmentRow, change: 1 | -1): void => {
  const { id, challengeId, pointsTotal } = row;
  const participantCount = (Challenge.rows.find(tx, challengeId)?.participantCount ?? 0) + change;
  Challenge.rows.update(tx, challengeId, { participantCount });
  if (change > 0) addScore(tx, challengeId, pointsTotal);
  else removeScore(tx, challengeId, pointsTotal);
  reactions.enrollmentChanged(tx, id);
};

const requireOpen = (tx: Tx, challenge: ChallengeRow): void => {
  const { title, enrollmentOpensAt, enrollmentClosesAt, capacity, participantCount } = challenge;
  if (tx.now < enrollmentOpensAt) {
    throw conflict('enrollment_closed', `Enrollment in '${title}' opens at ${enrollmentOpensAt}. Enroll then.`);
  }
  if (tx.now >= enrollmentClosesAt || isClosed(challenge, tx.now)) {
    throw conflict('enrollment_closed', `Enrollment in '${title}' has closed. Choose another challenge.`);
  }
  if (capacity !== null && participantCount >= capacity) {
    throw conflict('challenge_full', `All ${capacity} spots in '${title}' are taken. Choose another challenge.`);
  }
};

const IS_COUNTED = 'select 1 from "challengePoints" where "factId" = ? and "enrollmentId" = ?';

/**
 * Counts the visits that were recorded before a member enrolled and are not earlier: visits of the same instant, and of a
 * door whose clock is ahead.
 */
const countVisitsFrom = (
  tx: Tx,
  reactions: Pick<Reactions, 'pointsChanged'>,
  challenge: ChallengeRow,
  row: EnrollmentRow,
): void => {
  const { startsAt, endsAt } = challenge;
  const { id, clientId } = row;
  const points = new ChangedPoints(tx);
  for (const fact of visitsBetween(tx, clientId, laterOf(tx.now, startsAt), endsAt)) {
    const isCounted = tx.db.query(IS_COUNTED).get(fact.id, id) !== null;
    if (!isCounted) countVisitIn(points, challenge, row, fact);
  }
  runAtOnce(points.settle(reactions));
};

/** @throws Problem 409 `client_suspended`. */
const requireMayEnroll = (read: Read, clientId: string): void => {
  if (Client.rows.find(read, clientId)?.status !== 'suspended') return;
  throw conflict('client_suspended', 'Your account is suspended, so you cannot enroll. Ask the studio.');
};

/**
 * Enrols a member, or takes up an enrollment again with its points.
 * @throws Problem 409 `already_enrolled`, `client_suspended`, `enrollment_closed`, `challenge_full`.
 */
export const enroll = (
  tx: Tx,
  reactions: Enrolling & Pick<Reactions, 'pointsChanged'>,
  challenge: ChallengeRow,
  clientId: string,
  body: EnrollBody,
): EnrollmentRow => {
  const { id: challengeId, title } = challenge;
  const before = enrollmentOf(tx, challengeId, clientId);
  if (before !== undefined && before.status !== 'withdrawn') {
    throw conflict('already_enrolled', `You are already enrolled in the challenge '${title}'.`);
  }
  requireMayEnroll(tx, clientId);
  requireOpen(tx, challenge);
  const span: Span = [tx.now, null];
  const made = ChallengeEnrollment.make(tx, body, {
    challengeId,
    clientId,
    status: 'enrolled',
    enrolledAt: tx.now,
    spans: JSON.stringify([span]),
  });
  const row: EnrollmentRow =
    before === undefined
      ? made
      : {
          ...before,
          ...ChallengeEnrollment.columns({ division: body.division, displayConsent: body.displayConsent }),
          status: 'enrolled',
          withdrawnAt: null,
          spans: JSON.stringify([...spansOf(before), span]),
          updatedAt: tx.now,
        };
  if (before === undefined) ChallengeEnrollment.rows.insert(tx, row);
  else ChallengeEnrollment.rows.update(tx, row.id, row);
  countEnrolled(tx, reactions, row, 1);
  tx.raise('challenge.enrolled', homeSiteId(tx, clientId), { challengeId, clientId, enrollmentId: row.id });
  countVisitsFrom(tx, reactions, challenge, row);
  return ChallengeEnrollment.rows.find(tx, row.id) ?? row;
};

/** Withdraws a member, whose history stays. @throws Problem 409 `not_enrolled`. */
export const withdraw = (tx: Tx, reactions: Enrolling, challenge: ChallengeRow, clientId: string): EnrollmentRow => {
  const before = requireEnrolled(tx, challenge, clientId);
  const spans = spansOf(before).map(([from, until]): Span => [from, until ?? tx.now]);
  const changes = {
    status: 'withdrawn' as const,
    withdrawnAt: tx.now,
    updatedAt: tx.now,
    spans: JSON.stringify(spans),
  };
  ChallengeEnrollment.rows.update(tx, before.id, changes);
  countEnrolled(tx, reactions, before, -1);
  const { challengeId, id: enrollmentId, pointsTotal } = before;
  const data = { challengeId, clientId, enrollmentId, pointsTotal };
  tx.raise('challenge.withdrawn', homeSiteId(tx, clientId), data);
  return { ...before, ...changes };
};

/** Withdraws an archived client from the challenges that are not over, so that others can have the places. */
export const withdrawArchived =
  (reactions: Enrolling) =>
  (tx: Tx, clientId: string): void => {
    for (const challenge of Challenge.rows.findAll(tx, [...liveChallengeIds(tx, clientId)])) {
      withdraw(tx, reactions, challenge, clientId);
    }
  };
