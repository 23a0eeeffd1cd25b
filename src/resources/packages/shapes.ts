import { type Static, type TObject, Type } from '@sinclair/typebox';
import { PACKAGE_TYPES } from '../../events/enumerations.ts';
import {
  added,
  count,
  description,
  flag,
  id,
  instant,
  integer,
  line,
  listOf,
  name,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  recordFields,
  recordNamed,
  shape,
} from '../../kernel/schemas.ts';
import { Client } from '../clients/record.ts';
import { ACTIVATION_TYPES, eligibleCategories, eligibleSites, price } from '../plans/record.ts';

const status = () => oneOf('active', 'expired', 'depleted', 'cancelled');
const reason = () =>
  oneOf('purchase', 'booking', 'cancel_restore', 'late_forfeit', 'no_show', 'adjustment', 'expiry', 'refund');

export type LedgerReason = Static<ReturnType<typeof reason>>;

/** A movement of credits. */
export const entry = part({
  id: id(),
  at: instant(),
  delta: Type.Integer(),
  balance: count(),
  reason: reason(),
  bookingId: nullable(id()),
  staffId: nullable(id()),
  note: nullable(Type.String()),
});

export type LedgerEntry = Static<typeof entry>;

const usage = part({
  count: integer(1, 1000),
  period: oneOf('day', 'week', 'month'),
  periodStart: instant(),
  periodEnd: instant(),
  used: count(),
});

const freeze = part({
  startsAt: instant(),
  endsAt: instant(),
  daysUsed: count(),
  daysAllowed: count(),
  reason: nullable(Type.String()),
});

/** What a client holds (records.md "Package"). */
export const Package = shape('Package', {
  ...recordFields('package'),
  clientId: id(),
  siteId: id(),
  locationId: id(),
  planId: nullable(id()),
  name: Type.String(),
  category: nullable(Type.String()),
  description: nullable(Type.String()),
  type: oneOf(...PACKAGE_TYPES),
  status: status(),
  creditsTotal: nullable(count()),
  creditsRemaining: nullable(count()),
  creditsUsed: count(),
  creditsHeld: count(),
  usageLimit: nullable(usage),
  startsAt: nullable(instant()),
  activatedAt: nullable(instant()),
  expiresAt: nullable(instant()),
  activationType: oneOf(...ACTIVATION_TYPES),
  validityDays: nullable(Type.Integer()),
  price: price(),
  currency: Type.String(),
  paymentId: nullable(id()),
  autoRenews: flag(),
  nextRenewalAt: nullable(instant()),
  paymentMethodId: nullable(id()),
  isFrozen: flag(),
  freeze: nullable(freeze),
  onHold: flag(),
  holdReason: nullable(Type.String()),
  eligibleSiteIds: eligibleSites,
  eligibleCategories: eligibleCategories,
  cancelledAt: nullable(instant()),
  cancelReason: nullable(Type.String()),
  client: optional(nullable(Client.schema)),
  payment: optional(nullable(recordNamed('Payment'))),
  ledger: optional(Type.Array(entry)),
  ...ownFields,
});

const {
  client: _client,
  payment: _payment,
  ledger: _ledger,
  metadata: _metadata,
  ...toldToMembers
} = Package.properties;

/** A package as its holder sees it: without what integrations note of it. */
export const MemberPackage = shape('MemberPackage', toldToMembers);

export const PackageList = listOf(Package);

export const packageFilters = {
  client_id: optional(id()),
  status: optional(status()),
  external_id: added(line(255)),
};

export const CancelPackage = shape('CancelPackageRequest', { reason: optional(nullable(line(500))) });

export const AdjustPackage = shape('AdjustPackageRequest', {
  delta: integer(-100_000, 100_000),
  reason: optional(nullable(line(500))),
});

export const FreezePackage = shape('FreezePackageRequest', {
  startsAt: optional(instant()),
  endsAt: optional(instant()),
  reason: optional(nullable(line(500))),
});

export const UpdatePackage = shape('UpdatePackageRequest', {
  name: optional(name()),
  category: optional(nullable(name())),
  description: optional(nullable(description())),
  expiresAt: optional(nullable(instant())),
  eligibleSiteIds: optional(eligibleSites),
  eligibleCategories: optional(eligibleCategories),
  autoRenews: optional(flag()),
  paymentMethodId: optional(nullable(id())),
  onHold: optional(flag()),
  holdReason: optional(nullable(line(500))),
  ...ownInput,
});

export type PackageQuery = Static<TObject<typeof packageFilters>>;
export type PackageWire = Static<typeof Package>;
export type MemberPackageWire = Static<typeof MemberPackage>;
export type AdjustPackageBody = Static<typeof AdjustPackage>;
export type UpdatePackageBody = Static<typeof UpdatePackage>;
export type FreezePackageBody = Static<typeof FreezePackage>;
