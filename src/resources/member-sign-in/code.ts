import {
  type CodeAsker,
  codesFor,
  countTry,
  newCode,
  proveAddress,
  removeCodesOf,
  storeCode,
} from '../../auth/members/own/codes.ts';
import { hashSecret, newSecret } from '../../auth/staff/sessions.ts';
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

/** The client who has an address; undefined for a stranger, null for an address that no one signs in with. */
const ownerOf = (read: Read, email: string): string | undefined | null => {
  const clientId = holderOfEmail(read, email);
  if (clientId === undefined) return takesStrangers(read) ? undefined : null;
  return admissionOf(read, clientId) === 'archived' ? null : clientId;
};

/** Who asks or tries, as it is stored: by the secret of a request, and by the network address. */
export const askerOf = (
  { hashOf }: Pick<MemberSignInDeps, 'hashOf'>,
  { email, requestToken }: { readonly email: string; readonly requestToken: string | undefined },
  { key }: Pick<Device, 'key'>,
): CodeAsker => ({
  askerHash: requestToken === undefined ? undefined : hashSecret(requestToken),
  networkHash: hashOf(email, `from ${key}`),
});

interface Wanted {
  readonly email: string;
  readonly language: string | undefined;
  readonly asker: CodeAsker;
}

/**
 * Stores a code for an address, and emails it where the address may be of use. Only the studio can distinguish the two, by its
 * messages.
 */
export const sendCode = (tx: Tx, deps: MemberSignInDeps, { email, language, asker }: Wanted): void => {
  const owner = ownerOf(tx, email);
  const code = newCode(deps.secrets.random);
  const codeId = storeCode(tx, email, deps.hashOf(email, code), asker);
  const on = requireOn(deps);
  if (owner === null) {
    const clientId = holderOfEmail(tx, email);
    on.writeNoCode(tx, { codeId, email, clientId, reason: clientId === undefined ? 'not_a_client' : 'archived' });
    return;
  }
  on.writeCode(tx, { codeId, code, clientId: owner, language });
};

/**
 * What became of a code: `answered` where its owner is not signed in yet, but signs up or waits. `triesLeft` is undefined for
 * a browser that did not ask.
 */
export type Tried =
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'wrong'; readonly triesLeft: number | undefined }
  | { readonly outcome: 'right'; readonly begun: Begun }
  | { readonly outcome: 'answered'; readonly response: SignInResult };

interface Typed {
  readonly email: string;
  readonly code: string;
  readonly asker: CodeAsker;
  /** Whether the owner of the address has signed in with this browser before, whose tries are counted apart. */
  readonly isKnown: boolean;
}

/** Tries a code. A wrong one is counted, so the caller commits before it refuses. */
export const tryCode = (tx: Tx, deps: MemberSignInDeps, typed: Typed, device: Device): Tried => {
  const { email, code, asker, isKnown } = typed;
  const open = codesFor(tx, email, asker);
  // The hash is computed for every address.
  const hash = deps.hashOf(email, code);
  if (open.codes.length === 0 || (open.triesLeft === 0 && !isKnown)) return { outcome: 'expired' };
  const owner = ownerOf(tx, email);
  const row = open.codes.find((each) => crypto.timingSafeEqual(each.hash, hash));
  if (row === undefined || owner === null) {
    if (isKnown) return { outcome: 'wrong', triesLeft: undefined };
    countTry(tx, open);
    return { outcome: 'wrong', triesLeft: open.by === undefined ? undefined : open.triesLeft - 1 };
  }
  if (owner === undefined) {
    const token = newSecret(deps.secrets.random);
    proveAddress(tx, row, token);
    return { outcome: 'answered', response: signUpRequired(token) };
  }
  removeCodesOf(tx, email);
  if (admissionOf(tx, owner) === 'pending') return { outcome: 'answered', response: APPROVAL_PENDING };
  return { outcome: 'right', begun: signClientIn(tx, deps, owner, device) };
};
