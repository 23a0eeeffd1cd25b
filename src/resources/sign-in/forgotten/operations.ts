import { createLink } from '../../../auth/staff/links.ts';
import { newSecret } from '../../../auth/staff/sessions.ts';
import { findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Tx } from '../../../database/database.ts';
import { publicOperations } from '../../../http/operations/declare.ts';
import { storedEmail } from '../../../kernel/emails.ts';
import { conflict } from '../../../kernel/problem.ts';
import { idOfEmail } from '../../staff/queries.ts';
import { Staff } from '../../staff/record.ts';
import { auditPerson } from '../begin.ts';
import { browserOf } from '../browser.ts';
import { PasswordResetRequest, PasswordResetRequested } from '../shapes.ts';
import type { SignInDeps } from '../state.ts';
import { createResetLimits } from './limits.ts';

const notSetUp = () =>
  conflict(
    'mail_not_set_up',
    'This studio sends no mails. Ask an owner or manager for a new link, or run studiod owner reset-password on the server.',
  );

/**
 * Mails a link for a new password to a person who has chosen one before; the second factor stays. Whom nobody has invited, or
 * who never came, lets themselves in no more than a stranger does.
 */
const mailLink = (tx: Tx, deps: SignInDeps, email: string, address: string): void => {
  const staffId = idOfEmail(tx, email);
  const person = staffId === undefined ? undefined : Staff.rows.find(tx, staffId);
  if (person?.status !== 'active' || deps.writeToStaff === undefined) return;
  if (typeof findSignIn(tx, person.id)?.passwordHash !== 'string') return;
  const token = newSecret(deps.secrets.random);
  const kind = 'password_reset';
  const { id: linkId } = createLink(tx, token, { staffId: person.id, purpose: kind, createdBy: null });
  deps.writeToStaff(tx, { kind, staffId: person.id, linkId, url: `${deps.rootUrl()}/console/invitation#${token}` });
  auditPerson(tx, 'requestPasswordReset', person.id, address);
};

/** A new password for who has forgotten theirs. */
export const forgottenOperations = (deps: SignInDeps) => {
  const limits = createResetLimits(deps.store.clock);
  return publicOperations(
    { tag: 'Sign-in' },
    ({ flow }) => [
      flow(
        'POST /manage/auth/password-reset',
        'requestPasswordReset',
        {
          summary: 'Ask for a mail with a link for a new password',
          description:
            'For who has chosen a password before; others are invited. The response and its time are the same whether or not somebody has the email. A person gets at most three such mails an hour; an address may ask 20 times an hour.',
          body: PasswordResetRequest,
          status: 202,
          response: PasswordResetRequested,
          errors: [409, 429],
          seesRequest: true,
          isInteractive: true,
        },
        async ({ body, request }, conclude) => {
          const { key, address } = browserOf(request, deps);
          if (deps.writeToStaff === undefined) throw notSetUp();
          const email = storedEmail(body.email);
          if (limits.count(key, email)) {
            // Nobody waits for it: the time of the response says nothing.
            deps.store
              .write<void>((tx) => mailLink(tx, deps, email, address))
              .catch((error: unknown) => deps.reportError(error, 'the mail for a new password'));
          }
          return conclude(() => ({ object: 'password_reset_request', isRequested: true }));
        },
      ),
    ],
    true,
  );
};
