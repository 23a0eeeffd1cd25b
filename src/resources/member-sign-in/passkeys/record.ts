import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { notFound } from '../../../kernel/problem.ts';
import { deletedShape, name } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { unpackList } from '../../../records/json.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { type RowOf, record } from '../../../records/record.ts';

/** A passkey with which a member signs in without a mail. */
export const MemberPasskey = record('member_passkey', 'memberPasskeys', () => ({
  clientId: field.id(),
  name: field.text(name()).described("The member's name for it."),
  lastUsedAt: field.instant().nullable().described('Time at which it was last used.'),
  credentialId: field.text(Type.String()).internal(),
  publicKey: field.bytes(),
  counter: field.integer(Type.Integer()).internal(),
  transports: field.json(Type.Array(Type.String())).internal(),
}));

export type MemberPasskeyRow = RowOf<typeof MemberPasskey>;

export const DeletedMemberPasskey = deletedShape('member_passkey', {});

const { table: passkeys } = MemberPasskey;

/** The passkeys of a member, newest first. */
export const memberPasskeyPage = pagesOf<MemberPasskeyRow>(passkeys, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { clientId: eq(passkeys.clientId, named('clientId')) },
  sites: null,
}));

const byCredential = query<MemberPasskeyRow>(() => selectRows(passkeys, 'credentialId'));
const ofClient = query<MemberPasskeyRow>(() => selectRows(passkeys, 'clientId'));

/** The passkey that a browser names. */
export const memberPasskeyOf = (read: Read, credentialId: string): MemberPasskeyRow | undefined =>
  byCredential.get(read, { credentialId });

/** The passkeys of a member, as browsers receive them. */
export const memberDescriptors = (read: Read, clientId: string) =>
  ofClient.all(read, { clientId }).map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: unpackList<string>(transports),
  }));

/** @throws Problem 404 when the member has no such passkey. */
export const findMemberPasskey = (read: Read, clientId: string, id: string): MemberPasskeyRow => {
  const row = MemberPasskey.rows.find(read, id);
  if (row?.clientId !== clientId) throw notFound('passkey', id);
  return row;
};
