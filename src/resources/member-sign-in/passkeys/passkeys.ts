import { type Credential, relyingParty } from '../../../auth/staff/passkeys.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { conflict, invalidParam, notFound } from '../../../kernel/problem.ts';
import { Client } from '../../clients/record.ts';
import { brandSettings } from '../../settings/queries.ts';
import {
  ALGORITHMS,
  checkResponse,
  type PasskeyResponse,
  requirePasskeys,
  TIMEOUT_MS,
} from '../../sign-in/passkeys/passkeys.ts';
import type { MemberSignInDeps } from '../state.ts';
import { MemberPasskey, type MemberPasskeyRow, memberDescriptors, memberPasskeyOf } from './record.ts';

const MOST_PASSKEYS = 20;

/** The options to sign in. They do not reveal whether an account exists. */
export const memberSignInOptions = (deps: MemberSignInDeps): object => {
  requirePasskeys(deps.rootUrl());
  return {
    challenge: deps.passkeyChallenges.begin(undefined),
    timeout: TIMEOUT_MS,
    rpId: relyingParty(deps.rootUrl()).id,
    userVerification: 'required',
  };
};

/** The options to add a passkey, which signs in on its own: the device keeps the identity. */
export const memberAddingOptions = (read: Read, deps: MemberSignInDeps, clientId: string): object => {
  requirePasskeys(deps.rootUrl());
  const client = Client.rows.find(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  const displayName = `${client.firstName} ${client.lastName}`;
  return {
    rp: { id: relyingParty(deps.rootUrl()).id, name: brandSettings(read).name },
    user: { id: Buffer.from(clientId).toString('base64url'), name: client.email ?? displayName, displayName },
    challenge: deps.passkeyChallenges.begin(clientId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: memberDescriptors(read, clientId),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
};

/** Stores a passkey that was checked. @throws Problem 400 `passkey_wrong` for a known passkey; 409 `too_many_passkeys`. */
export const addMemberPasskey = (
  tx: Tx,
  clientId: string,
  name: string,
  { credentialId, publicKey, counter, transports }: Credential,
): MemberPasskeyRow => {
  if (memberPasskeyOf(tx, credentialId) !== undefined) {
    throw invalidParam('passkey', 'This passkey was already added. Use another device.', 'passkey_wrong');
  }
  if (memberDescriptors(tx, clientId).length >= MOST_PASSKEYS) {
    throw conflict('too_many_passkeys', `A member can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
  }
  const row = MemberPasskey.make(
    tx,
    { clientId, name, lastUsedAt: null },
    { credentialId, publicKey, counter, transports: JSON.stringify(transports) },
  );
  MemberPasskey.rows.insert(tx, row);
  return row;
};

/** A passkey that was used, with its counter after that. */
export interface UsedMemberPasskey {
  readonly row: MemberPasskeyRow;
  readonly counter: number;
}

/** Checks the passkey of a sign-in; undefined for a wrong one. */
export const checkMemberPasskey = async (
  deps: MemberSignInDeps,
  response: PasskeyResponse,
): Promise<UsedMemberPasskey | undefined> => {
  const row = memberPasskeyOf(deps.store.view(), response.id);
  const counter = await checkResponse(deps, response, row, true);
  return row === undefined || counter === undefined ? undefined : { row, counter };
};

/** Records the use of a passkey; false where it was removed meanwhile. */
export const useMemberPasskey = (tx: Tx, { row, counter }: UsedMemberPasskey): boolean => {
  if (MemberPasskey.rows.find(tx, row.id) === undefined) return false;
  MemberPasskey.rows.update(tx, row.id, { counter, lastUsedAt: tx.now });
  return true;
};
