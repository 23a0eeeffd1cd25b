import { createLink } from '../../../auth/staff/links.ts';
import { newSecret } from '../../../auth/staff/sessions.ts';
import { findSignIn } from '../../../auth/staff/sign-in-rows.ts';
import type { Tx } from '../../../database/database.ts';
import { publicOperations } from '../../../http/operations/declare.ts';
import { storedEmail } from '../../../kernel/emails.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { conflict } from '../../../kernel/problem.ts';
import { idOfEmail } from '../../staff/queries.ts';
import { Staff } from '../../staff/record.ts';
import { auditPerson } from '../begin.ts';
import { browserOf } from '../browser.ts';
import { PasswordResetRequest, PasswordResetRequested } from '../shapes.ts';
import type { SignInDeps } from '../state.ts';
import { createMailLimits } from './limits.ts';

const notSetUp = () =>
  conflict(
    'mail_not_set_up',
    "This studio sends no emails. Ask an owner or manager for a new link, or run 'studiod owner reset-password' on the server.",
  );

interface Asking {
  readonly email: string;
  readonly address: string;
  readonly askerHash: Buffer;
}

/**
 * Emails a link for a new password to a person who has chosen one before; the second factor stays. Someone who was never invited,
 * or never accepted, gets nothing, as a stranger does.
 */
const mailLink = (tx: Tx, deps: SignInDeps, { email, address, askerHash }: Asking): void => {
  const staffId = idOfEmail(tx, email);
  const person = staffId === undefined ? undefined : Staff.rows.find(tx, staffId);
  if (person?.status !== 'active' || deps.writeToStaff === undefined) return;
  if (typeof findSignIn(tx, person.id)?.passwordHash !== 'string') return;
  const token = newSecret(deps.secrets.random);
  const kind = 'password_reset';
  const { id: linkId } = createLink(tx, token, { staffId: person.id, purpose: kind, createdBy: null, askerHash });
  deps.writeToStaff(tx, { kind, staffId: person.id, linkId, url: `${deps.rootUrl()}/console/invitation#${token}` });
  auditPerson(tx, 'requestPasswordReset', person.id, address);
};

/** A new password for someone who has forgotten theirs. */
export const forgottenOperations = (deps: SignInDeps) => {
  const limits = createMailLimits(deps.secrets.random, deps.store.clock);
  const key = lazily(() => deps.secrets.seal.keyFor('askers of links'));
  const hashOf = (asker: string): Buffer => new Bun.CryptoHasher('sha256', key()).update(asker).digest();
  return publicOperations(
    { tag: 'Sign-in' },
    ({ flow }) => [
      flow(
        'POST /manage/auth/password-reset',
        'requestPasswordReset',
        {
          summary: 'Request a password reset email',
          description:
            'For people who have already chosen a password; others are invited. The response and its timing are ' +
            'the same whether or not the email exists. Each person gets up to three emails, then one every ten ' +
            'minutes, regardless of other requests; each network address can make 20 requests an hour. Links sent ' +
            'to others keep working.',
          body: PasswordResetRequest,
          status: 202,
          response: PasswordResetRequested,
          errors: [409, 429],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 202: { object: 'password_reset_request', isRequested: true } },
        },
        async ({ body, request }, conclude) => {
          const { key: network, address, known } = browserOf(request, deps);
          if (deps.writeToStaff === undefined) throw notSetUp();
          const email = storedEmail(body.email);
          const knownId = known.knows({ kind: 'staff', email }) ? known.id : undefined;
          if (limits.count({ network, email, known: knownId }).isMailed) {
            const askerHash = hashOf(knownId ?? network);
            // No one waits for it: the time of the response says nothing.
            deps.store
              .write<void>((tx) => mailLink(tx, deps, { email, address, askerHash }))
              .catch((error: unknown) => deps.reportError(error, 'the mail for a new password'));
          }
          return conclude(() => ({ object: 'password_reset_request', isRequested: true }));
        },
      ),
    ],
    true,
  );
};
