import type { AnyElysia } from 'elysia';
import { type Caller, memberOf } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Read } from '../../store/database.ts';
import { operations, type RouteDeps, router } from '../../web/operation.ts';
import { siteRows } from '../sites/rows.ts';
import { clientById } from './rows.ts';
import { MemberProfile, type MemberProfileWire } from './shapes.ts';
import { profileView } from './view.ts';

const profileOf = (read: Read, caller: Caller): MemberProfileWire => {
  const { clientId } = memberOf(caller);
  const client = clientById(read, clientId);
  const home = client && siteRows.find(read, client.homeLocationId);
  if (client === undefined || home === undefined) throw notFound('client', clientId);
  return profileView(client, home);
};

/** What members see of themselves. */
export const profileRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads } = operations(deps, 'Member');
  return router('/profile').get(
    '/',
    ...reads(
      { id: 'getMemberProfile', summary: "The member's own profile", answer: MemberProfile },
      (read, { caller }) => profileOf(read, caller),
    ),
  );
};
