// A member changes their email: a code proves the new address (conventions.md "Credentials").

import {
  type CodeAsker,
  codesFor,
  countTry,
  newCode,
  removeCodesOf,
  storeCode,
} from '../../../auth/members/own/codes.ts';
import type { Tx } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { invalidParam, notFound } from '../../../kernel/problem.ts';
import { updateClient } from '../../clients/clients.ts';
import { clientById, holderOfEmail } from '../../clients/queries.ts';
import { type Begun, type Device, signClientIn } from '../sign-in.ts';
import { codeExpired, codeWrong, type MemberSignInDeps, requireOn } from '../state.ts';

/** The member in whose name an address is proved. No one else tries these codes, and they sign no one in. */
const askerOf = ({ hashOf }: Pick<MemberSignInDeps, 'hashOf'>, email: string, clientId: string): CodeAsker => ({
  askerHash: hashOf(email, `email of ${clientId}`),
  networkHash: hashOf(email, `email of ${clientId}, from nowhere`),
});

const hashFor = ({ hashOf }: Pick<MemberSignInDeps, 'hashOf'>, email: string, clientId: string, code: string): Buffer =>
  hashOf(`${email} of ${clientId}`, code);

const ownClient = (tx: Tx, clientId: string) => {
  const client = clientById(tx, clientId);
  if (client === undefined) throw notFound('client', clientId);
  return client;
};

/**
 * Emails a code to an address that a member wants to have. That of another client gets none, which only its owner can notice.
 * @throws Problem 400 for the address that the member has.
 */
export const sendEmailCode = (
  tx: Tx,
  deps: MemberSignInDeps,
  { clientId }: Pick<MemberCaller, 'clientId'>,
  { email, language }: { readonly email: string; readonly language: string | undefined },
): void => {
  const on = requireOn(deps);
  if (ownClient(tx, clientId).email === email) {
    throw invalidParam('email', 'This is your email already. Send another one.', { reason: 'already_used' });
  }
  const code = newCode(deps.secrets.random);
  const codeId = storeCode(tx, email, hashFor(deps, email, clientId, code), askerOf(deps, email, clientId));
  if (holderOfEmail(tx, email) === undefined) on.writeEmailCode(tx, { codeId, code, clientId, language });
};

/** What became of a code. A wrong one is counted, so the caller commits before it refuses. */
type EmailTried = 'expired' | Begun | { readonly triesLeft: number };

/**
 * Changes the email of a member who types the code. All that signed the member in ends, also copies of what this device has;
 * the device, which has proved the new address, begins again.
 */
export const tryEmailCode = (
  tx: Tx,
  deps: MemberSignInDeps,
  caller: MemberCaller,
  { email, code, device }: { readonly email: string; readonly code: string; readonly device: Device },
): EmailTried => {
  const { clientId } = caller;
  const open = codesFor(tx, email, askerOf(deps, email, clientId));
  const hash = hashFor(deps, email, clientId, code.replace(' ', ''));
  if (open.by !== 'secret' || open.triesLeft === 0) return 'expired';
  if (!open.codes.some((each) => crypto.timingSafeEqual(each.hash, hash))) {
    countTry(tx, open);
    return { triesLeft: open.triesLeft - 1 };
  }
  removeCodesOf(tx, email);
  // Someone else has got the address meanwhile.
  if (holderOfEmail(tx, email) !== undefined) return 'expired';
  updateClient(tx, caller, ownClient(tx, clientId), { email }, deps.reactions);
  return signClientIn(tx, deps, clientId, device);
};

/** @throws Problem 401 `member_code_wrong` with the tries that are left, `member_code_expired`. */
export const requireChanged = (tried: EmailTried): Begun => {
  if (tried === 'expired') throw codeExpired();
  if ('triesLeft' in tried) throw codeWrong(tried.triesLeft);
  return tried;
};
