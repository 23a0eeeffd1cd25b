import type { AnyElysia } from 'elysia';
import type { Store } from '../../../database/store.ts';
import { type Conclude, operations, type RouteDeps, router } from '../../../http/operations.ts';
import { type MemberCaller, memberOf } from '../../../kernel/caller.ts';
import type { Problem } from '../../../kernel/problem.ts';
import { CheckMemberIn, type CheckMemberInBody, MemberCheckin } from '../shapes.ts';
import { memberCheckinView } from '../view.ts';
import { checkInMember, refusalOf } from './check-in.ts';

/**
 * Checks a member in. A refusal undoes what the request did, and is then written in a transaction of its own, so that
 * the desk sees why (rules.md "Check-in": always stored).
 * @throws Problem 400; 409 `outside_check_in_window` and what else `checkInMember` and `refusalOf` tell.
 */
const checkInOrRefuse = async (store: Store, member: MemberCaller, body: CheckMemberInBody, conclude: Conclude) => {
  const { now } = store.view();
  let refusal: Problem | undefined;
  try {
    return await conclude((tx) => {
      const row = checkInMember(tx, member, body, now);
      refusal = refusalOf(tx, row);
      if (refusal !== undefined) throw refusal;
      return memberCheckinView(row);
    });
  } catch (error) {
    if (error !== refusal) throw error;
    await store.write((tx) => {
      if (checkInMember(tx, member, body, now).status === 'valid') throw error;
    });
    throw error;
  }
};

/** Members check themselves in. */
export const memberCheckinRoutes = (deps: RouteDeps): AnyElysia => {
  const { flows } = operations(deps, 'Member');
  return router('/check-in').post(
    '/',
    ...flows(
      {
        id: 'checkMemberIn',
        summary: 'Check in to a booked session, or to the site',
        body: CheckMemberIn,
        status: 201,
        answer: MemberCheckin,
        refusals: [400, 409],
      },
      ({ caller, body }, conclude) => checkInOrRefuse(deps.store, memberOf(caller), body, conclude),
    ),
  );
};
