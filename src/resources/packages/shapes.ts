import type { Static, TObject } from '@sinclair/typebox';
import { PACKAGE_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  described,
  extension,
  extensionParameter,
  flag,
  id,
  instant,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { Package } from './record.ts';

export const MemberPackage = shape('MemberPackage', () => {
  const { client, payment, ledger, ...memberFields } = Package.schema.properties;
  return withoutIntegrationFields(memberFields);
});

export const packageFilters = {
  client_id: optional(id()),
  status: optional(oneOf(...PACKAGE_STATUSES)),
  external_id: extensionParameter(line(255)),
};

const reason = () => optional(described(nullable(line(500)), 'The reason, kept for the record.'));

export const CancelPackage = shape('CancelPackageRequest', () => ({
  reason: reason(),
  writeOffDebt: optional(
    extension(
      flag(),
      'Whether what is owed for the package is written off: payments that a bank has returned, and renewals that were declined. ' +
        'It stays owed otherwise.',
    ),
  ),
}));

export type CancelPackageBody = Static<typeof CancelPackage>;

export const AdjustPackage = shape('AdjustPackageRequest', () => ({
  delta: described(integer(-100_000, 100_000), 'The number of credits to add. Negative to remove credits.'),
  reason: reason(),
}));

export const FreezePackage = shape('FreezePackageRequest', () => ({
  startsAt: optional(described(instant(), 'Defaults to now.')),
  endsAt: optional(described(instant(), 'Time at which the freeze ends automatically.')),
  reason: reason(),
  keepBookings: optional(
    described(
      flag(),
      'Whether to keep bookings inside the freeze. If not, they are canceled and their credits are returned.',
    ),
  ),
}));

/** The card that pays for a package from now on. */
export const RenewWith = shape('RenewMemberPackageWithRequest', () => ({
  paymentMethodId: described(id(), "One of the member's saved cards."),
}));

/** How many bookings a freeze cancels. */
export const cancelledBookings = () =>
  described(count(), 'The number of bookings inside the freeze that are canceled, counted up to 1,000.');

export const FrozenPackage = shape('FrozenPackage', () => ({
  ...Package.schema.properties,
  cancelledBookings: cancelledBookings(),
}));

export const FrozenMemberPackage = shape('FrozenMemberPackage', () => ({
  ...MemberPackage.properties,
  cancelledBookings: cancelledBookings(),
}));

export type PackageQuery = Static<TObject<typeof packageFilters>>;
export type MemberPackageResponse = Static<typeof MemberPackage>;
export type AdjustPackageBody = Static<typeof AdjustPackage>;
export type FreezePackageBody = Static<typeof FreezePackage>;
