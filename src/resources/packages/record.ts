import { type Static, Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { type AnswerOf, type PatchOf, type RowOf, record } from '../../database/record.ts';
import { LEDGER_REASONS, PACKAGE_STATUSES, PACKAGE_TYPES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  description,
  flag,
  id,
  instant,
  integer,
  line,
  name,
  nullable,
  oneOf,
  part,
  recordReference,
} from '../../kernel/schemas.ts';
import { ClientAnswer } from '../clients/record.ts';
import { ACTIVATION_TYPES, eligibleCategories, eligibleSites, price, usageLimit } from '../plans/record.ts';

/** A change of a package's credits, as answers show it. */
export const ledgerEntry = part({
  id: id(),
  at: instant(),
  delta: Type.Integer(),
  balance: count(),
  reason: oneOf(...LEDGER_REASONS),
  bookingId: nullable(id()),
  staffId: nullable(id()),
  note: nullable(Type.String()),
});
export type LedgerEntry = Static<typeof ledgerEntry>;

/** A usage limit with the current period and how often the package was used in it. */
const usage = part({
  ...usageLimit().properties,
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

const credits = () => field.integer(count()).answeredAs(count()).readOnly();
const counter = () => field.integer(count()).default(0).internal();

/** What a client has bought (records.md "Package"). */
export const Package = record(
  'package',
  'packages',
  {
    clientId: field.id().readOnly(),
    siteId: field.id().readOnly(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId),
    planId: field.id().nullable().readOnly(),
    name: field.text(name()).optional(),
    category: field.text(name()).nullable(),
    description: field.text(description()).nullable(),
    type: field.word(PACKAGE_TYPES).readOnly(),
    status: field
      .word(PACKAGE_STATUSES)
      .default('active')
      .readOnly()
      .derivedAs(oneOf(...PACKAGE_STATUSES)),
    creditsTotal: credits().nullable(),
    creditsRemaining: credits().nullable(),
    creditsUsed: credits().default(0),
    creditsHeld: credits().default(0),
    usageLimit: field.object(usageLimit()).nullable().readOnly().derivedAs(nullable(usage)),
    startsAt: field.instant().nullable().readOnly(),
    activatedAt: field.instant().nullable().readOnly().derivedAs(nullable(instant())),
    expiresAt: field.instant().nullable(),
    activationType: field.word(ACTIVATION_TYPES).readOnly(),
    validityDays: field.integer(integer(1, 36_500)).nullable().readOnly(),
    price: field.integer(price()).answeredAs(price()).readOnly(),
    currency: field.text(currency()).readOnly(),
    paymentId: field.id().nullable().readOnly(),
    autoRenews: field.flag().default(false),
    nextRenewalAt: field.instant().nullable().readOnly(),
    paymentMethodId: field.id().nullable(),
    /** Failed attempts at the renewal that is due. */
    renewalAttempts: counter(),
    /** When it expires because its renewal has failed for good. */
    renewalEndsAt: field.instant().nullable().internal(),
    isFrozen: field.derived(flag()),
    freeze: field.derived(nullable(freeze)),
    frozenFrom: field.instant().nullable().internal(),
    frozenUntil: field.instant().nullable().internal(),
    freezeReason: field.text(line(500)).nullable().internal(),
    /** The local year in which the current freeze starts. */
    freezeYear: field.integer(count()).nullable().internal(),
    /** The frozen days of each local year, planned ones too. */
    freezeDays: field.object(Type.Record(Type.String(), Type.Integer())).nullable().internal(),
    freezeDaysAllowed: counter(),
    /** The days by which the current freeze has moved `expiresAt`. */
    freezeDaysAdded: counter(),
    onHold: field.flag().default(false),
    holdReason: field.text(line(500)).nullable(),
    eligibleSiteIds: field.list(eligibleSites).answeredAs(eligibleSites),
    eligibleCategories: field.list(eligibleCategories).answeredAs(eligibleCategories),
    /** When `package.expiring` was raised for `expiresAt`. */
    expiryToldAt: field.instant().nullable().internal(),
    cancelledAt: field.instant().nullable().readOnly(),
    cancelReason: field.text(line(500)).nullable().readOnly(),
    client: field.related(nullable(ClientAnswer)),
    payment: field.related(nullable(recordReference('Payment'))),
    ledger: field.related(Type.Array(ledgerEntry)),
    ...field.integrationFields,
  },
  { sites: 'siteId' },
);

export type PackageRow = RowOf<typeof Package>;
export type PackageStatus = PackageRow['status'];
export type PackageAnswer = AnswerOf<typeof Package>;
export type UpdatePackageBody = PatchOf<typeof Package>;
