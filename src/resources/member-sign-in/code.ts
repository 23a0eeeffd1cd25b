import {
  countTry,
  MOST_TRIES,
  newCode,
  openCode,
  proveAddress,
  removeCode,
  storeCode,
} from '../../auth/members/own/codes.ts';
import { newSecret } from '../../auth/staff/sessions.ts';
import type { Read, Tx } from '../../database/database.ts';
import { holderOfEmail } from '../clients/queries.ts';
import { membershipSettings } from '../settings/queries.ts';
import { activeSiteIds } from '../sites/queries.ts';
import type { SignInResult } from './shapes.ts';
import { APPROVAL_PENDING, admissionOf, type Begun, type Device, signClientIn, signUpRequired } from './sign-in.ts';
import { type MemberSignInDeps, requireOn } from './state.ts';

/** Whether strangers may sign up at any site. */
const takesStrangers = (read: Read): boolean =>
  activeSiteIds(read).some((siteId) => membershipSettings(read, siteId).signUp !== 'closed');

/** The client who has an address; undefined for a stranger, null for an address that nobody signs in with. */
const ownerOf = (read: Read, email: string): string | undefined | null => {
  const clientId = holderOfEmail(read, email);
  if (clientId === undefined) return takesStrangers(read) ? undefined : null;
  return admissionOf(read, clientId) === 'archived' ? null : clientId;
};

/**
 * Stores a code for an address, and mails it where the address may be of use. Only the studio can tell the two apart, by its
 * messages.
 */
export const sendCode = (tx: Tx, deps: MemberSignInDeps, email: string, language: string | undefined): void => {
  const owner = ownerOf(tx, email);
  const code = newCode(deps.secrets.random);
  const codeId = storeCode(tx, email, deps.hashOf(email, code));
  const on = requireOn(deps);
  if (owner === null) {
    const clientId = holderOfEmail(tx, email);
    on.writeNoCode(tx, { codeId, email, clientId, reason: clientId === undefined ? 'not_a_client' : 'archived' });
    return;
  }
  on.writeCode(tx, { codeId, code, clientId: owner, language });
};

/** What became of a code: `answered` where its owner is not signed in yet, but signs up or waits. */
export type Tried =
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'right'; readonly begun: Begun }
  | { readonly outcome: 'answered'; readonly response: SignInResult };

/** Tries a code. A wrong one is counted, so the caller commits before it refuses. */
export const tryCode = (
  tx: Tx,
  deps: MemberSignInDeps,
  { email, code }: { readonly email: string; readonly code: string },
  device: Device,
): Tried => {
  const row = openCode(tx, email);
  // The hash is computed for every address.
  const hash = deps.hashOf(email, code);
  if (row === undefined) return { outcome: 'expired' };
  const owner = ownerOf(tx, email);
  if (!crypto.timingSafeEqual(row.hash, hash) || owner === null) {
    countTry(tx, row);
    return { outcome: 'wrong', triesLeft: MOST_TRIES - row.tries - 1 };
  }
  if (owner === undefined) {
    const token = newSecret(deps.secrets.random);
    proveAddress(tx, row, token);
    return { outcome: 'answered', response: signUpRequired(token) };
  }
  removeCode(tx, email);
  if (admissionOf(tx, owner) === 'pending') return { outcome: 'answered', response: APPROVAL_PENDING };
  return { outcome: 'right', begun: signClientIn(tx, deps, owner, device) };
};
