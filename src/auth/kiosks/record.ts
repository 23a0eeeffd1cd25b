import { Type } from '@sinclair/typebox';
import { name } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { pagesOf } from '../../records/pages.ts';
import { type RowOf, record } from '../../records/record.ts';
import { createdByCredentialId } from '../credential-fields.ts';

/** A tablet at the door of a site (console.md "Kiosk"). Its token and its PIN are stored as hashes. */
export const Kiosk = record(
  'kiosk',
  'kiosks',
  () => ({
    name: field.text(name()),
    siteId: field.id().optional(),
    createdByStaffId: field
      .id()
      .shownAs(
        Type.String({ format: 'uuid', description: 'Who created it. `null` for a credential without a staff member.' }),
      )
      .nullable()
      .readOnly(),
    createdByCredentialId,
    lastSeenAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which it was last used, to the minute. `null` for never.'),
    revokedAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which it was permanently revoked. `null` while it is active.'),
    hash: field.bytes(),
    pinHash: field.text(Type.String()).internal(),
  }),
  { sites: 'siteId' },
);

export type KioskRow = RowOf<typeof Kiosk>;

/** Newest first, revoked ones included. */
export const kioskPage = pagesOf<KioskRow>(Kiosk.table, () => ({
  direction: 'descending',
  filters: {},
  sites: Kiosk.sites,
}));
