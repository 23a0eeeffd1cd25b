// What a freeze would do.

import { Type } from '@sinclair/typebox';
import type { Read } from '../../../database/database.ts';
import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { count, described, id, instant, nullable, shape } from '../../../kernel/schemas.ts';
import { unpack } from '../../../records/json.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { Package, type PackageRow } from '../record.ts';
import { cancelledBookings, type FreezePackageBody } from '../shapes.ts';

/** The fields of both previews of a freeze: for staff, and for the member. */
export const freezeFields = () => ({
  packageId: id(),
  startsAt: described(nullable(instant()), 'The start of the freeze. `null` when unfreezing.'),
  endsAt: described(nullable(instant()), 'The end of the freeze. `null` if it ends now.'),
  daysUsed: described(count(), 'The number of days frozen this year, including these.'),
  daysAllowed: described(count(), 'The maximum number of days it can be frozen per year.'),
  expiresAt: described(nullable(instant()), 'Time at which the package would expire or renew.'),
  cancelledBookings: cancelledBookings(),
});

const PackageFreezePreview = shape('PackageFreezePreview', () => ({
  object: Type.Literal('package_freeze_preview'),
  ...freezeFields(),
}));

const cancelledIn = (response: object): number => {
  const counted: unknown = Reflect.get(response, 'cancelledBookings');
  return typeof counted === 'number' ? counted : 0;
};

/** The values of `freezeFields` after a freeze was tried. @param response what the operation responds */
export const freezeFacts = (read: Read, tried: PackageRow, response: object) => {
  const row = Package.rows.find(read, tried.id) ?? tried;
  return {
    packageId: row.id,
    startsAt: row.frozenFrom,
    endsAt: row.frozenUntil,
    daysUsed: unpack<Record<string, number>>(row.freezeDays)?.[String(row.freezeYear)] ?? 0,
    daysAllowed: membershipSettings(read, row.siteId).maxFreezeDaysPerYear,
    expiresAt: row.expiresAt,
    cancelledBookings: cancelledIn(response),
  };
};

export const packageFreezePreview: DryRun<Call<Caller, object, FreezePackageBody, PackageRow>> = {
  response: PackageFreezePreview,
  preview: (tx, { record }, act) => ({
    object: 'package_freeze_preview',
    ...freezeFacts(tx, record, act().response),
  }),
};
