import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { type Caller, memberOf } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import type { TObject } from '../../kernel/schemas.ts';
import { siteRows } from '../sites/queries.ts';
import { clientById } from './queries.ts';
import { type MemberProfileWire, memberProfile } from './shapes.ts';
import { profileView } from './view.ts';

/** What the profile tells of packages. Packages fill it. */
export interface ProfileDeps extends RouteDeps {
  readonly heldPackages: {
    readonly shape: TObject;
    of(read: Read, clientId: string): Record<string, unknown>[];
  };
}

const profileOf = (read: Read, caller: Caller, { heldPackages }: ProfileDeps): MemberProfileWire => {
  const { clientId } = memberOf(caller);
  const client = clientById(read, clientId);
  const home = client && siteRows.find(read, client.homeLocationId);
  if (client === undefined || home === undefined) throw notFound('client', clientId);
  return profileView(client, home, heldPackages.of(read, clientId));
};

/** What members see of themselves. */
export const profileRoutes = (deps: ProfileDeps): AnyElysia => {
  const { reads } = operations(deps, 'Member');
  const answer = memberProfile(deps.heldPackages.shape);
  return router('/profile').get(
    '/',
    ...reads({ id: 'getMemberProfile', summary: "The member's own profile", answer }, (read, { caller }) =>
      profileOf(read, caller, deps),
    ),
  );
};
