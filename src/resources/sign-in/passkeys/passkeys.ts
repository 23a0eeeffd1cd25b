import {
  type Credential,
  challengeOf,
  relyingParty,
  verifyPasskey,
  verifyRegistration,
} from '../../../auth/staff/passkeys.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { unpackList } from '../../../records/json.ts';
import { shownName } from '../../instructors/view.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Staff } from '../../staff/record.ts';
import type { SignInDeps } from '../state.ts';
import { takesPasskeys } from './address.ts';
import { descriptorsOf, passkeyOfCredential, StaffPasskey, type StaffPasskeyRow } from './record.ts';
import type { AddPasskey, passkeyResponse } from './shapes.ts';

export type PasskeyResponse = Static<ReturnType<typeof passkeyResponse>>;
export type AddBody = Static<typeof AddPasskey>;

/** How long the browser asks its user, ms. */
export const TIMEOUT_MS = 60_000;
/** EdDSA, ES256 and RS256: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257];

/** What passkeys need, whoever signs in with them. */
type PasskeyDeps = Pick<SignInDeps, 'rootUrl' | 'passkeyChallenges'>;

interface StoredPasskey extends Omit<Credential, 'transports'> {
  readonly transports: string | null;
}

/** @throws Problem 409 `passkeys_unavailable`. */
export const requirePasskeys = (rootUrl: string): void => {
  if (takesPasskeys(rootUrl)) return;
  throw conflict(
    'passkeys_unavailable',
    'Browsers create passkeys only on pages with https and a host name. Open this page at such an address; the operator sets ' +
      'it with STUDIOD_PUBLIC_URL.',
  );
};

/** The options to sign in. They do not reveal whether an account exists. */
export const signInOptions = (read: Read, deps: SignInDeps, signInToken: string | undefined): object => {
  requirePasskeys(deps.rootUrl());
  const half = signInToken === undefined ? undefined : deps.halfSignedIn.find(signInToken);
  return {
    challenge: deps.passkeyChallenges.begin(undefined),
    timeout: TIMEOUT_MS,
    rpId: relyingParty(deps.rootUrl()).id,
    ...(half === undefined ? {} : { allowCredentials: descriptorsOf(read, half.staffId) }),
    userVerification: half === undefined ? 'required' : 'preferred',
  };
};

export const addingOptions = (read: Read, deps: SignInDeps, staffId: string): object => {
  requirePasskeys(deps.rootUrl());
  const person = Staff.rows.find(read, staffId);
  if (person === undefined) throw new Error('nobody is signed in');
  return {
    rp: { id: relyingParty(deps.rootUrl()).id, name: brandSettings(read).name },
    user: { id: Buffer.from(staffId).toString('base64url'), name: person.email, displayName: shownName(person) },
    challenge: deps.passkeyChallenges.begin(staffId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: descriptorsOf(read, staffId),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
};

/** The challenge of a response; undefined for one that is not open. */
const openChallenge = (deps: PasskeyDeps, clientDataJSON: string, addingId: string | undefined): string | undefined => {
  const challenge = challengeOf(clientDataJSON);
  return challenge !== undefined && deps.passkeyChallenges.isOpen(challenge, addingId) ? challenge : undefined;
};

/** What a right response gives. It works once: the second time its challenge was answered. */
const once = <Value>(deps: PasskeyDeps, challenge: string, value: Value | undefined): Value | undefined =>
  value !== undefined && deps.passkeyChallenges.answer(challenge) ? value : undefined;

const withoutNull = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** The new passkey of a browser. @throws Problem 400 `passkey_wrong`, 409 `passkeys_unavailable`. */
export const checkNewPasskey = async (
  deps: PasskeyDeps,
  ownerId: string,
  { passkey }: AddBody,
): Promise<Credential> => {
  requirePasskeys(deps.rootUrl());
  const { response, authenticatorAttachment, ...rest } = passkey;
  const challenge = openChallenge(deps, response.clientDataJSON, ownerId);
  const attachment = withoutNull(authenticatorAttachment);
  const { transports, ...sent } = response;
  const credential =
    challenge === undefined
      ? undefined
      : await verifyRegistration(
          {
            ...rest,
            response: { ...sent, ...(transports === undefined ? {} : { transports }) },
            ...(attachment === undefined ? {} : { authenticatorAttachment: attachment }),
          },
          challenge,
          relyingParty(deps.rootUrl()),
        );
  const added = challenge === undefined ? undefined : once(deps, challenge, credential);
  if (added !== undefined) return added;
  throw invalidParam(
    'passkey',
    'This passkey does not belong to this page. Ask for new options and try again.',
    'passkey_wrong',
  );
};

/** Stores a passkey that was checked. @throws Problem 400 `passkey_wrong` for a known passkey. */
export const addPasskey = (tx: Tx, staffId: string, name: string, credential: Credential): StaffPasskeyRow => {
  const { credentialId, publicKey, counter, transports } = credential;
  if (passkeyOfCredential(tx, credentialId) !== undefined) {
    throw invalidParam('passkey', 'This passkey was already added. Use another device.', 'passkey_wrong');
  }
  const row = StaffPasskey.make(
    tx,
    { staffId, name, lastUsedAt: null },
    { credentialId, publicKey, counter, transports: JSON.stringify(transports) },
  );
  StaffPasskey.rows.insert(tx, row);
  return row;
};

/** A passkey that was used, with its counter after that. */
export interface UsedPasskey {
  readonly row: StaffPasskeyRow;
  readonly counter: number;
}

/**
 * The counter of a passkey after a sign-in; undefined for a wrong response.
 * @param isAlone whether it signs in on its own, without a password.
 */
export const checkResponse = async (
  deps: PasskeyDeps,
  { response, authenticatorAttachment, ...rest }: PasskeyResponse,
  row: StoredPasskey | undefined,
  isAlone: boolean,
): Promise<number | undefined> => {
  const challenge = openChallenge(deps, response.clientDataJSON, undefined);
  if (challenge === undefined || row === undefined) return undefined;
  const { userHandle, ...sent } = response;
  const handle = withoutNull(userHandle);
  const attachment = withoutNull(authenticatorAttachment);
  const counter = await verifyPasskey(
    {
      ...rest,
      response: { ...sent, ...(handle === undefined ? {} : { userHandle: handle }) },
      ...(attachment === undefined ? {} : { authenticatorAttachment: attachment }),
    },
    challenge,
    relyingParty(deps.rootUrl()),
    { ...row, transports: unpackList<string>(row.transports) },
    isAlone,
  );
  return once(deps, challenge, counter);
};

/**
 * Checks the passkey of a sign-in; undefined for a wrong one.
 * @param isAlone whether it signs in on its own, without a password.
 */
export const checkPasskey = async (
  deps: SignInDeps,
  response: PasskeyResponse,
  isAlone: boolean,
): Promise<UsedPasskey | undefined> => {
  const row = passkeyOfCredential(deps.store.view(), response.id);
  const counter = await checkResponse(deps, response, row, isAlone);
  return row === undefined || counter === undefined ? undefined : { row, counter };
};

/** Records the use of a passkey; false where it was removed meanwhile. */
export const usePasskey = (tx: Tx, { row, counter }: UsedPasskey): boolean => {
  if (StaffPasskey.rows.find(tx, row.id) === undefined) return false;
  StaffPasskey.rows.update(tx, row.id, { counter, lastUsedAt: tx.now });
  return true;
};
