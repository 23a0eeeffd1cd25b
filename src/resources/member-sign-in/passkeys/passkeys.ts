import type { Credential } from '../../../auth/staff/second-factor/passkeys.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { conflict, notFound } from '../../../kernel/problem.ts';
import type { RowOf } from '../../../records/record.ts';
import { Client } from '../../clients/record.ts';
import { addingOptions } from '../../sign-in/passkeys/passkeys.ts';
import type { MemberSignInDeps } from '../state.ts';
import { type MemberPasskey, memberPasskeys } from './record.ts';

const MOST_PASSKEYS = 20;

/** The options to add a passkey, which signs in on its own: the device keeps the identity. */
export const memberAddingOptions = (read: Read, deps: MemberSignInDeps, clientId: string): object => {
  const client = Client.rows.find(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  const displayName = fullName(client);
  return addingOptions(read, deps, {
    id: clientId,
    name: client.email ?? displayName,
    displayName,
    passkeys: memberPasskeys.descriptors(read, clientId),
    selection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  });
};

/** Stores a passkey that was checked. @throws Problem 400 `passkey_wrong` for a known passkey; 409 `too_many_passkeys`. */
export const addMemberPasskey = (
  tx: Tx,
  clientId: string,
  name: string,
  credential: Credential,
): RowOf<typeof MemberPasskey> => {
  const count = memberPasskeys.descriptors(tx, clientId).length;
  const row = memberPasskeys.add(tx, clientId, name, credential);
  if (count >= MOST_PASSKEYS) {
    throw conflict('too_many_passkeys', `A member can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
  }
  return row;
};
