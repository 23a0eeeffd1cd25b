import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { Conclude, Concluded } from '../../../http/operations/call.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import type { Problem } from '../../../kernel/problem.ts';
import type { FactReactions } from '../../reactions.ts';
import type { CheckinRow } from '../record.ts';
import { CheckMemberIn, type CheckMemberInBody, MemberCheckin, type MemberCheckinResponse } from '../shapes.ts';
import { ownCheckinViews } from '../view.ts';
import { checkInMember, problemOf } from './check-in.ts';

const memberCheckinView = (read: Read, row: CheckinRow): MemberCheckinResponse => {
  const { checkedInByStaffId: _by, ...shown } = ownCheckinViews(read, [row])(row);
  return shown;
};

interface MemberCheckinDeps {
  readonly store: Store;
  readonly reactions: FactReactions;
}

/**
 * Checks a member in. An error rolls the request back; the invalid check-in is then stored in a transaction of its own,
 * so that staff see the reason (rules.md "Check-in").
 * @throws Problem 400; 409 `outside_check_in_window` and the others of `checkInMember` and `problemOf`.
 */
const checkInOrThrow = async (
  { store, reactions }: MemberCheckinDeps,
  member: MemberCaller,
  body: CheckMemberInBody,
  conclude: Conclude,
): Promise<Concluded> => {
  const { now } = store.view();
  let problem: Problem | undefined;
  try {
    return await conclude((tx) => {
      const row = checkInMember(tx, member, body, now, reactions);
      problem = problemOf(tx, row);
      if (problem !== undefined) throw problem;
      return memberCheckinView(tx, row);
    });
  } catch (error) {
    if (error !== problem) throw error;
    await store.write((tx) => {
      if (checkInMember(tx, member, body, now, reactions).status === 'valid') throw error;
    });
    throw error;
  }
};

export const memberCheckinOperations = (deps: MemberCheckinDeps) =>
  memberOnlyOperations(({ flow }) => [
    flow(
      'POST /public-api/v2/member/check-in',
      'checkMemberIn',
      {
        summary: 'Check in to a booked session or to the site',
        description:
          'Without a body, it finds the booking whose check-in is open, or else checks the member in to the site.',
        body: CheckMemberIn,
        status: 201,
        response: MemberCheckin,
        example: { body: {} },
      },
      ({ caller, body }, conclude) => checkInOrThrow(deps, caller, body, conclude),
    ),
  ]);
