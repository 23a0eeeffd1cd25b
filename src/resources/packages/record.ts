import { type Static, Type } from '@sinclair/typebox';
import { LEDGER_REASONS, PACKAGE_STATUSES, PACKAGE_TYPES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  description,
  extension,
  flag,
  id,
  instant,
  integer,
  line,
  name,
  nullable,
  object,
  oneOf,
  recordReference,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { leaveOwn, masked } from '../../records/personal.ts';
import { type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';
import {
  ACTIVATION_TYPES,
  eligibleCategories,
  eligibleSites,
  memberTerms,
  price,
  usageLimit,
} from '../plans/record.ts';
import { validity } from '../validity.ts';

/** A change of a package's credits, as responses show it. */
export const ledgerEntry = object(() => ({
  id: id(),
  at: described(instant(), 'Time at which the credits changed.'),
  delta: described(Type.Integer(), 'The change in credits.'),
  balance: described(count(), 'The number of credits after the change.'),
  reason: described(oneOf(...LEDGER_REASONS), 'The reason for the change.'),
  bookingId: nullable(id()),
  clientId: extension(nullable(id()), 'The client who was booked: of a shared package, anyone in the household.'),
  staffId: nullable(id()),
  note: described(nullable(Type.String()), 'The note staff entered.'),
}));
export type LedgerEntry = Static<typeof ledgerEntry>;

/** With the guest for whom it paid: files have that with the bookings. */
const shownLedgerEntry = object(() => ({
  ...ledgerEntry.properties,
  guestClientId: extension(nullable(id()), 'The guest of the client for whom it paid. `null` otherwise.'),
}));
export type ShownLedgerEntry = Static<typeof shownLedgerEntry>;

/** A usage limit with the current period and how often the package was used in it. */
const usage = object(() => ({
  ...usageLimit().properties,
  periodStart: described(instant(), 'The start of the current period.'),
  periodEnd: described(instant(), 'The end of the current period.'),
  used: described(count(), 'The number of uses in the current period.'),
}));

const freeze = object(() => ({
  startsAt: described(instant(), 'The start of the freeze.'),
  endsAt: described(instant(), 'The end of the freeze.'),
  daysUsed: described(count(), 'The number of days frozen this year.'),
  daysAllowed: described(count(), 'The maximum number of days it can be frozen per year.'),
  reason: described(nullable(Type.String()), 'The reason for the freeze.'),
}));

const end = object(() => ({
  requestedAt: described(instant(), 'Time at which the member canceled it.'),
  endsAt: described(nullable(instant()), 'Time at which it ends. `null` for a package that has not started.'),
  renewalsLeft: described(count(), 'The number of times it is still charged and renewed before that.'),
}));

const daysOfYears = Type.Record(Type.String(), count());
const credits = () => field.integer(integer(0, 1_000_000)).shownAs(count()).readOnly();
const counter = () => field.integer(count()).default(0).internal();

/** The `holdReason` of a package that is on hold because its client is in arrears. */
export const ARREARS = 'arrears';
/** The `holdReason` of a package whose payment is disputed. */
export const DISPUTED = 'disputed';
/** The `cancelReason` of a package whose payment was refunded. */
export const REFUNDED = 'refunded';

/** What a client has bought (records.md "Package"). */
export const Package = record(
  'package',
  'packages',
  () => ({
    clientId: field.id().readOnly(),
    siteId: field.id().readOnly(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId),
    planId: field.id().nullable().readOnly(),
    name: field.text(name()).optional().personal(masked),
    category: field.text(name()).nullable().personal(masked).described('Free text.'),
    description: field.text(description()).nullable().personal(masked),
    type: field
      .word(PACKAGE_TYPES)
      .readOnly()
      .described('`credit_pack` and `drop_in` have credits; `unlimited` and `limited_membership` have a period.'),
    status: field
      .word(PACKAGE_STATUSES)
      .default('active')
      .readOnly()
      .derivedAs(oneOf(...PACKAGE_STATUSES))
      .described('`depleted` has no credits left; `expired` and `cancelled` are over.')
      .moves(oneOf(...PACKAGE_STATUSES), 'As it was when a job last looked at the package.'),
    creditsTotal: credits().nullable().described('The number of credits purchased. `null` for no limit.'),
    creditsRemaining: credits().nullable().described('The number of credits left. `null` for no limit.'),
    creditsUsed: credits().default(0).described('The number of credits used by bookings.'),
    creditsHeld: credits()
      .default(0)
      .derived()
      .described('The number of credits held by open waitlist offers.')
      .moves(count()),
    usageLimit: field
      .object(usageLimit())
      .nullable()
      .readOnly()
      .derivedAs(nullable(usage))
      .described('The usage limit per period. `null` for no limit.'),
    startsAt: field.instant().nullable().readOnly().described('Time from which it can be used.'),
    activatedAt: field
      .instant()
      .nullable()
      .readOnly()
      .derivedAs(nullable(instant()))
      .described('Time at which its validity started. `null` before that.')
      .moves(nullable(instant()), 'The same.'),
    expiresAt: field
      .instant()
      .nullable()
      .described('Time at which it expires. `null` for never, or until it is activated.'),
    activationType: field.word(ACTIVATION_TYPES).readOnly().described('What starts its validity period.'),
    validityDays: validity().validityDays.readOnly(),
    validityMonths: validity().validityMonths.readOnly(),
    billingDay: field
      .integer(integer(1, 31))
      .nullable()
      .described(
        'The day of the month on which its periods end and it renews; in shorter months, the last day. `null` ' +
          'without `validityMonths`, or before it starts.',
      ),
    price: field
      .integer(price())
      .shownAs(price())
      .readOnly()
      .described('The price paid, in the smallest currency unit.'),
    currency: field.text(currency()).readOnly(),
    paymentId: field.id().nullable().derived(),
    autoRenews: field.flag().default(false).described('Whether it is charged and renewed when it ends.'),
    nextRenewalAt: field.instant().nullable().readOnly().described('Time of the next renewal.'),
    paymentMethodId: field.id().nullable(),
    renewalAttempts: counter().moves(count(), 'Failed attempts at the renewal that is due.'),
    renewalEndsAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'When it expires because its renewal has failed for good.'),
    isShareable: field
      .flag()
      .default(false)
      .readOnly()
      .extension("Whether everyone in the client's household can use it."),
    ...memberTerms(),
    end: field.derived(nullable(end)).described('If a member has canceled it, details of its end. Otherwise `null`.'),
    endRequestedAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'Time at which the member canceled it.'),
    renewalsLeft: field
      .integer(count())
      .nullable()
      .internal()
      .moves(nullable(count()), 'How often it still renews since the member has ended it.'),
    isFrozen: field.derived(flag()).described('Whether it is currently frozen.'),
    freeze: field.derived(nullable(freeze)).described('The current or planned freeze, or `null`.'),
    frozenFrom: field.instant().nullable().internal(),
    frozenUntil: field.instant().nullable().internal(),
    freezeReason: field.text(line(500)).nullable().internal().personal(),
    /** The local year in which the current freeze starts. */
    freezeYear: field.integer(count()).nullable().internal(),
    freezeDays: field
      .object(daysOfYears)
      .nullable()
      .internal()
      .moves(nullable(daysOfYears), 'The frozen days of each local year, planned ones too.'),
    freezeDaysAllowed: counter(),
    freezeDaysAdded: counter().moves(count(), 'The days by which the current freeze has moved expiresAt.'),
    termDaysAdded: counter().moves(count(), 'The days by which freezes have moved the minimum term.'),
    onHold: field.flag().default(false).described('Whether it is on hold and cannot be used.'),
    holdReason: field
      .text(line(500))
      .nullable()
      .personal(leaveOwn([ARREARS, DISPUTED]))
      .described('Why it is on hold.'),
    eligibleSiteIds: field.list(eligibleSites).shownAs(eligibleSites),
    eligibleCategories: field.list(eligibleCategories).shownAs(eligibleCategories),
    expiryNotifiedAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'When package.expiring was raised.'),
    cancelledAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which it was canceled. `null` if it was not.'),
    cancelReason: field
      .text(line(500))
      .nullable()
      .readOnly()
      .personal(leaveOwn([REFUNDED]))
      .described('The reason it was canceled.'),
    client: field.related(nullable(ClientResponse)),
    payment: field.related(nullable(recordReference('Payment'))),
    ledger: field.related(Type.Array(shownLedgerEntry)).described('Every change to its credits.'),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

export type PackageRow = RowOf<typeof Package>;
export type PackageStatus = PackageRow['status'];
export type PackageResponse = ResponseOf<typeof Package>;
export type UpdatePackageBody = PatchOf<typeof Package>;
