import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { DEVICE_KINDS } from '../../../auth/members/own/devices.ts';
import type { Read } from '../../../database/database.ts';
import { notFound } from '../../../kernel/problem.ts';
import { deletedShape, described, flag } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { type RowOf, record } from '../../../records/record.ts';

/** A browser or an app in which a member is signed in. */
export const MemberDevice = record('member_device', 'memberDevices', () => ({
  clientId: field.id(),
  isCurrent: field.derived(described(flag(), 'Whether it is the device making this request.')),
  kind: field.word(DEVICE_KINDS).described('`browser`: a page of the studio; `app`: an app with tokens.'),
  userAgent: field.text(Type.String()).nullable().described('The browser or app, as it identifies itself.'),
  address: field.text(Type.String()).nullable().described('The address the member signed in from.'),
  lastSeenAt: field.instant().described('Time at which it was last used, recorded once an hour.'),
  hash: field.bytes(),
  tokenHash: field.bytes().nullable(),
}));

export type MemberDeviceRow = RowOf<typeof MemberDevice>;

export const DeletedMemberDevice = deletedShape('member_device', {});

const { table: devices } = MemberDevice;

/** The devices of a member, newest first. */
export const devicePage = pagesOf<MemberDeviceRow>(devices, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { clientId: eq(devices.clientId, named('clientId')) },
  sites: null,
}));

export const deviceView =
  ({ deviceId }: { readonly deviceId?: string }) =>
  (row: MemberDeviceRow) => ({ ...MemberDevice.view(row), isCurrent: row.id === deviceId });

/** @throws Problem 404 when the member has no such device. */
export const findDevice = (read: Read, clientId: string, id: string): MemberDeviceRow => {
  const row = MemberDevice.rows.find(read, id);
  if (row?.clientId !== clientId) throw notFound('device', id);
  return row;
};
