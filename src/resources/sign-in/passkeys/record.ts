import { deletedShape } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { record } from '../../../records/record.ts';
import { ownedPasskeys, passkeyFields } from './owned.ts';

/** A passkey of a person who works for the studio. */
export const StaffPasskey = record('staff_passkey', 'staffPasskeys', () => ({
  staffId: field.id(),
  ...passkeyFields('A name the person chooses for the passkey.'),
}));

export const DeletedStaffPasskey = deletedShape('staff_passkey', {});

export const staffPasskeys = ownedPasskeys({
  table: StaffPasskey.table,
  rows: StaffPasskey.rows,
  owner: () => StaffPasskey.table.staffId,
  ownerOf: ({ staffId }) => staffId,
  make: (tx, staffId, name, stored) => StaffPasskey.make(tx, { staffId, name, lastUsedAt: null }, stored),
});
