import { type Static, Type } from '@sinclair/typebox';
import { LEDGER_REASONS, PACKAGE_STATUSES, PACKAGE_TYPES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  described,
  description,
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
import { masked } from '../../records/personal.ts';
import { type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';
import {
  ACTIVATION_TYPES,
  eligibleCategories,
  eligibleSites,
  memberTerms,
  price,
  usageLimit,
  validity,
} from '../plans/record.ts';

/** A change of a package's credits, as responses show it. */
export const ledgerEntry = object(() => ({
  id: id(),
  at: described(instant(), 'When the credits changed.'),
  delta: described(Type.Integer(), 'The change.'),
  balance: described(count(), 'The credits after the change.'),
  reason: described(oneOf(...LEDGER_REASONS), 'Why they changed.'),
  bookingId: nullable(id()),
  staffId: nullable(id()),
  note: described(nullable(Type.String()), 'What staff wrote about it.'),
}));
export type LedgerEntry = Static<typeof ledgerEntry>;

/** A usage limit with the current period and how often the package was used in it. */
const usage = object(() => ({
  ...usageLimit().properties,
  periodStart: described(instant(), 'The beginning of the current period.'),
  periodEnd: described(instant(), 'The end of the current period.'),
  used: described(count(), 'How often it was used in the current period.'),
}));

const freeze = object(() => ({
  startsAt: described(instant(), 'The beginning of the freeze.'),
  endsAt: described(instant(), 'The end of the freeze.'),
  daysUsed: described(count(), 'The frozen days of this year.'),
  daysAllowed: described(count(), 'The most frozen days in a year.'),
  reason: described(nullable(Type.String()), 'Why it is frozen.'),
}));

const end = object(() => ({
  requestedAt: described(instant(), 'When the member has ended it.'),
  endsAt: described(nullable(instant()), 'When it ends; null for a package that has not begun.'),
  renewalsLeft: described(count(), 'How often it is still charged and renewed before that.'),
}));

const daysOfYears = Type.Record(Type.String(), count());
const credits = () => field.integer(integer(0, 1_000_000)).shownAs(count()).readOnly();
const counter = () => field.integer(count()).default(0).internal();

/** The `holdReason` of a package that is on hold because its client is in arrears. */
export const ARREARS = 'arrears';

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
      .described('credit_pack and drop_in have credits; unlimited and limited_membership have a period.'),
    status: field
      .word(PACKAGE_STATUSES)
      .default('active')
      .readOnly()
      .derivedAs(oneOf(...PACKAGE_STATUSES))
      .described('depleted without credits; expired and cancelled are over.')
      .moves(oneOf(...PACKAGE_STATUSES), 'As it was when a job last looked at the package.'),
    creditsTotal: credits().nullable().described('The credits that were bought; null for no limit.'),
    creditsRemaining: credits().nullable().described('The credits that are left; null for no limit.'),
    creditsUsed: credits().default(0).described('The credits that bookings took.'),
    creditsHeld: credits()
      .default(0)
      .derived()
      .described('The credits that open offers of waiting lists hold.')
      .moves(count()),
    usageLimit: field
      .object(usageLimit())
      .nullable()
      .readOnly()
      .derivedAs(nullable(usage))
      .described('How often it can be used in a period; null for no limit.'),
    startsAt: field.instant().nullable().readOnly().described('From when it can be used.'),
    activatedAt: field
      .instant()
      .nullable()
      .readOnly()
      .derivedAs(nullable(instant()))
      .described('When its validity began; null before that.')
      .moves(nullable(instant()), 'The same.'),
    expiresAt: field.instant().nullable().described('When it expires; null for never, or before it is activated.'),
    activationType: field.word(ACTIVATION_TYPES).readOnly().described('What starts its validity.'),
    validityDays: validity().validityDays.readOnly(),
    validityMonths: validity().validityMonths.readOnly(),
    billingDay: field
      .integer(integer(1, 31))
      .nullable()
      .described(
        'The day of the month on which its periods end, and it renews: in a shorter month, on the last day. Null without `validityMonths`, or before it begins.',
      ),
    price: field.integer(price()).shownAs(price()).readOnly().described('What it cost, in minor units.'),
    currency: field.text(currency()).readOnly(),
    paymentId: field.id().nullable().derived(),
    autoRenews: field.flag().default(false).described('Whether it is charged and renewed when it ends.'),
    nextRenewalAt: field.instant().nullable().readOnly().described('When it is renewed next.'),
    paymentMethodId: field.id().nullable(),
    renewalAttempts: counter().moves(count(), 'Failed attempts at the renewal that is due.'),
    renewalEndsAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'When it expires because its renewal has failed for good.'),
    ...memberTerms(),
    end: field.derived(nullable(end)).described('Since a member has ended it: when it ends. Otherwise null.'),
    endRequestedAt: field.instant().nullable().internal().moves(nullable(instant()), 'When the member has ended it.'),
    renewalsLeft: field
      .integer(count())
      .nullable()
      .internal()
      .moves(nullable(count()), 'How often it still renews since the member has ended it.'),
    isFrozen: field.derived(flag()).described('Whether it is frozen now.'),
    freeze: field.derived(nullable(freeze)).described('The current or planned freeze, or null.'),
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
    onHold: field.flag().default(false).described('Whether it cannot be used for now.'),
    holdReason: field
      .text(line(500))
      .nullable()
      .personal((reason) => (reason === ARREARS ? reason : null))
      .described('Why it is on hold.'),
    eligibleSiteIds: field.list(eligibleSites).shownAs(eligibleSites),
    eligibleCategories: field.list(eligibleCategories).shownAs(eligibleCategories),
    expiryToldAt: field.instant().nullable().internal().moves(nullable(instant()), 'When package.expiring was raised.'),
    cancelledAt: field.instant().nullable().readOnly().described('When it was cancelled; null if it was not.'),
    cancelReason: field.text(line(500)).nullable().readOnly().personal().described('Why it was cancelled.'),
    client: field.related(nullable(ClientResponse)),
    payment: field.related(nullable(recordReference('Payment'))),
    ledger: field.related(Type.Array(ledgerEntry)).described('Every change of its credits.'),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

export type PackageRow = RowOf<typeof Package>;
export type PackageStatus = PackageRow['status'];
export type PackageResponse = ResponseOf<typeof Package>;
export type UpdatePackageBody = PatchOf<typeof Package>;
