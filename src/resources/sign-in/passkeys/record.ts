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

/** A passkey of a person: a device, or a program that keeps passwords. */
export const StaffPasskey = record('staff_passkey', 'staffPasskeys', () => ({
  staffId: field.id(),
  name: field.text(name()).described('A name the person chooses for the passkey.'),
  lastUsedAt: field.instant().nullable().described('Time at which it was last used.'),
  credentialId: field.text(Type.String()).internal(),
  publicKey: field.bytes(),
  counter: field.integer(Type.Integer()).internal(),
  transports: field.json(Type.Array(Type.String())).internal(),
}));

export type StaffPasskeyRow = RowOf<typeof StaffPasskey>;

export const DeletedStaffPasskey = deletedShape('staff_passkey', {});

const { table: passkeys } = StaffPasskey;

/** The passkeys of a person, newest first. */
export const passkeyPage = pagesOf<StaffPasskeyRow>(passkeys, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { staffId: eq(passkeys.staffId, named('staffId')) },
  sites: null,
}));

const byCredential = query<StaffPasskeyRow>(() => selectRows(passkeys, 'credentialId'));
const ofStaff = query<StaffPasskeyRow>(() => selectRows(passkeys, 'staffId'));

/** The passkey that a browser names. */
export const passkeyOfCredential = (read: Read, credentialId: string): StaffPasskeyRow | undefined =>
  byCredential.get(read, { credentialId });

/** The passkeys of a person, as browsers receive them. */
export const descriptorsOf = (read: Read, staffId: string) =>
  ofStaff.all(read, { staffId }).map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: unpackList<string>(transports),
  }));

/** @throws Problem 404 when the person has no such passkey. */
export const findPasskey = (read: Read, staffId: string, id: string): StaffPasskeyRow => {
  const row = StaffPasskey.rows.find(read, id);
  if (row?.staffId !== staffId) throw notFound('passkey', id);
  return row;
};
