import { deletedShape } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { record } from '../../../records/record.ts';
import { ownedPasskeys, passkeyFields } from '../../sign-in/passkeys/owned.ts';

/** A passkey with which a member signs in without an email. */
export const MemberPasskey = record('member_passkey', 'memberPasskeys', () => ({
  clientId: field.id(),
  ...passkeyFields("The member's name for it."),
}));

export const DeletedMemberPasskey = deletedShape('member_passkey', {});

export const memberPasskeys = ownedPasskeys({
  table: MemberPasskey.table,
  rows: MemberPasskey.rows,
  owner: () => MemberPasskey.table.clientId,
  ownerOf: ({ clientId }) => clientId,
  make: (tx, clientId, name, stored) => MemberPasskey.make(tx, { clientId, name, lastUsedAt: null }, stored),
});
