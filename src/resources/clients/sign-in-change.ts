// The email of a client decides who signs in as the client (conventions.md "Credentials").

import { endOwnSignInsOf, endSignInsOf } from '../../auth/members/own/ended.ts';
import type { Tx } from '../../database/database.ts';
import { type Caller, hasPermission, hasScope } from '../../kernel/caller.ts';
import { writingsOfEmail } from '../../kernel/emails.ts';
import type { Permission } from '../../kernel/permissions.ts';
import { forbidden, type Problem } from '../../kernel/problem.ts';
import type { ClientRow } from './record.ts';

type SignIn = Pick<ClientRow, 'id' | 'email' | 'hasSignedIn' | 'archivedAt'>;

const SCOPE = 'members:act';
const PERMISSION: Permission = 'clients:change_sign_in';

/** Whether emails to a client go to another mailbox, or to none. */
const isAnotherEmail = (before: string | null, after: string | null): boolean =>
  before !== after && (before === null || after === null || !writingsOfEmail(before).includes(after));

const refused = (needed: string): Problem => {
  const code = 'permission_denied';
  const message = `This client has signed in before, and the email is used for sign-in. Changing it requires ${needed}`;
  return forbidden(message, code, [{ param: 'email', code, message }]);
};

/**
 * Whoever changes the email of a client who has signed in could sign in as the client. A member who changes their own email has
 * signed in.
 * @throws Problem 403 `permission_denied` without the scope to act for members, or for staff without the permission.
 */
export const requireSignInChange = (caller: Caller, before: SignIn, after: SignIn): void => {
  if (before.hasSignedIn === 0 || caller.kind === 'member' || !isAnotherEmail(before.email, after.email)) return;
  if (!hasScope(caller, SCOPE)) throw refused(`the scope '${SCOPE}'. Use a credential with this scope.`);
  if (hasPermission(caller, PERMISSION)) return;
  throw refused(`the permission '${PERMISSION}'. Ask a manager or an owner to change it.`);
};

/** Ends what signed a client in before the email changed, or before the client was archived and restored. */
export const endFormerSignIns = (tx: Tx, before: SignIn, after: SignIn): void => {
  if (isAnotherEmail(before.email, after.email)) endSignInsOf(tx, after.id);
  else if (before.archivedAt !== null && after.archivedAt === null) endOwnSignInsOf(tx, after.id);
};
