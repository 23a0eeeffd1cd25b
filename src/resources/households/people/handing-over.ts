// Adults act for the dependants of their household: whoever makes someone one of the two decides who acts for whom.

import type { Read } from '../../../database/database.ts';
import { type Caller, hasScope } from '../../../kernel/caller.ts';
import { forbidden } from '../../../kernel/problem.ts';
import { type HouseholdPerson, peopleOf } from '../queries.ts';
import type { Place } from './people.ts';

const SCOPE = 'members:act';

type SignIn = Pick<HouseholdPerson, 'hasSignedIn'>;

/**
 * A credential that may not act for members lets no one else act for a client who has signed in: as a new dependant, or by a new
 * adult beside one.
 * @throws Problem 403 `permission_denied`.
 */
export const requireMayHandOver = (
  read: Read,
  caller: Caller,
  householdId: string,
  { role }: Pick<Place, 'role'>,
  client: SignIn | undefined,
  param = 'role',
): void => {
  if (caller.kind === 'member' || hasScope(caller, SCOPE)) return;
  const isDependant = ({ householdRole }: HouseholdPerson) => householdRole === 'dependant';
  const concerned = role === 'dependant' ? [client] : peopleOf(read, householdId).filter(isDependant);
  if (!concerned.some((each) => each?.hasSignedIn === 1)) return;
  const code = 'permission_denied';
  const message = `A dependant has signed in before, and adults of the household act for dependants. This requires the scope '${SCOPE}'. Use a credential with this scope.`;
  throw forbidden(message, code, [{ param, code, message }]);
};
