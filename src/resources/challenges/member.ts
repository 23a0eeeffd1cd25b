import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { conflict, notFound } from '../../kernel/problem.ts';
import { readableSites } from '../content/entries/access.ts';
import { challengeOfMember, enrollmentOf, isClosed } from './queries.ts';
import type { ChallengeRow, EnrollmentRow } from './record.ts';

/** The member, and the sites whose challenges the member sees: the home site. */
export const asMember = (read: Read, member: MemberCaller) => ({
  clientId: member.clientId,
  siteIds: readableSites(read, member),
});

/** A challenge that a member sees. @throws Problem 404 for others. */
const findForMember = (read: Read, { clientId }: MemberCaller, id: string): ChallengeRow => {
  const row = challengeOfMember(read, clientId, id);
  if (row === undefined) throw notFound('challenge', id);
  return row;
};

export const onChallenge = { find: findForMember };

const notEnrolled = ({ title }: ChallengeRow) =>
  conflict('not_enrolled', `You are not enrolled in the challenge '${title}'. Enroll first, while enrollment is open.`);

/** The member's enrollment, while it lives. @throws Problem 409 `not_enrolled`. */
export const requireEnrolled = (read: Read, challenge: ChallengeRow, clientId: string): EnrollmentRow => {
  const row = enrollmentOf(read, challenge.id, clientId);
  if (isClosed(challenge, read.now)) {
    throw conflict('not_enrolled', `The challenge '${challenge.title}' is over and can no longer change.`);
  }
  if (row?.status !== 'enrolled') throw notEnrolled(challenge);
  return row;
};

/** The member's enrollment, also when the challenge is over. @throws Problem 409 `not_enrolled`. */
export const requireParticipant = (read: Read, challenge: ChallengeRow, clientId: string): EnrollmentRow => {
  const row = enrollmentOf(read, challenge.id, clientId);
  if (row === undefined || row.status === 'withdrawn') throw notEnrolled(challenge);
  return row;
};
