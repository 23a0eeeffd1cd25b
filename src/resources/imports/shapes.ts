import { Type } from '@sinclair/typebox';
import { PACKAGE_TYPES, PAYMENT_METHODS, PAYMENT_PURPOSES } from '../../events/enumerations.ts';
import {
  count,
  currency,
  description,
  email,
  flag,
  id,
  instant,
  integer,
  line,
  name,
  notes,
  nullable,
  oneOf,
  optional,
  ownInput,
  part,
  shape,
} from '../../kernel/schemas.ts';
import { CANCEL_REASONS, penalty } from '../bookings/record.ts';
import { CreateClient } from '../clients/shapes.ts';
import { ledgerEntry } from '../packages/record.ts';
import { methodDetails, processor } from '../payments/record.ts';
import { lineInput } from '../payments/shapes.ts';
import { REFUND_REASONS } from '../payments/tables.ts';
import { ACTIVATION_TYPES, eligibleCategories, eligibleSites, price, usageLimit } from '../plans/record.ts';
import { SESSION_TYPES } from '../schedules/record.ts';

/** The families that can be imported, in the order in which they refer to one another. */
const family = () => oneOf('sites', 'staff', 'plans', 'clients', 'packages', 'bookings', 'payments');

export const ImportQuery = part({ family: family(), dry_run: optional(flag()) });

/** What an import did, or would do. */
export const Import = shape('Import', {
  object: Type.Literal('import'),
  family: family(),
  dryRun: flag(),
  rows: count(),
  created: count(),
  updated: count(),
  unchanged: count(),
  ignoredColumns: Type.Array(Type.String(), {
    description: 'Columns that an export tells and that follow from others, such as fullName.',
  }),
  results: Type.Array(
    part({
      row: Type.Integer({ description: 'As a spreadsheet counts: the header of a CSV file is row 1.' }),
      action: oneOf('created', 'updated', 'unchanged'),
      id: nullable(Type.String({ description: 'null for what a dry run would create.' })),
    }),
  ),
});

/** How a record of another studio, or of another system, says who it is and when it was made. */
export const own = { id: optional(id()), createdAt: optional(instant()), updatedAt: optional(instant()) };

export const ImportClient = Type.Composite(
  [
    Type.Partial(Type.Omit(CreateClient, ['status'])),
    Type.Object({
      ...own,
      status: optional(oneOf('lead', 'active', 'inactive', 'suspended', 'archived')),
      archivedAt: optional(nullable(instant())),
      referredByClientExternalId: optional(nullable(line(255))),
    }),
  ],
  { additionalProperties: false },
);

const place = { siteId: optional(id()), locationId: optional(id()) };
const ofClient = {
  clientId: optional(id()),
  clientExternalId: optional(line(255)),
  clientEmail: optional(email()),
};
const ofPackage = { packageId: optional(nullable(id())), packageExternalId: optional(nullable(line(255))) };
const when = () => optional(nullable(instant()));

const freeze = part({
  startsAt: instant(),
  endsAt: instant(),
  daysUsed: optional(count()),
  daysAllowed: optional(count()),
  reason: optional(nullable(line(500))),
});

export const ImportPackage = part({
  ...own,
  ...ofClient,
  ...place,
  planId: optional(nullable(id())),
  planExternalId: optional(nullable(line(255))),
  name: optional(name()),
  category: optional(nullable(name())),
  description: optional(nullable(description())),
  type: optional(oneOf(...PACKAGE_TYPES)),
  status: optional(oneOf('active', 'expired', 'depleted', 'cancelled')),
  creditsTotal: optional(nullable(integer(0, 1_000_000))),
  creditsRemaining: optional(nullable(integer(0, 1_000_000))),
  creditsUsed: optional(integer(0, 1_000_000)),
  usageLimit: optional(nullable(usageLimit())),
  startsAt: when(),
  activatedAt: when(),
  expiresAt: when(),
  activationType: optional(oneOf(...ACTIVATION_TYPES)),
  validityDays: optional(nullable(integer(1, 36_500))),
  price: optional(price()),
  currency: optional(currency()),
  freeze: optional(nullable(freeze)),
  onHold: optional(flag()),
  holdReason: optional(nullable(line(500))),
  eligibleSiteIds: optional(eligibleSites),
  eligibleCategories: optional(eligibleCategories),
  cancelledAt: when(),
  cancelReason: optional(nullable(line(500))),
  ledger: optional(Type.Array(ledgerEntry, { maxItems: 10_000 })),
  ...ownInput,
});

const amount = () => optional(price());

const refund = part({
  id: optional(id()),
  object: optional(Type.Literal('refund')),
  amount: integer(1, 1_000_000_000_000),
  currency: optional(currency()),
  reason: optional(nullable(oneOf(...REFUND_REASONS))),
  status: optional(oneOf('succeeded', 'failed')),
  notes: optional(nullable(notes())),
  createdByStaffId: optional(nullable(id())),
  createdAt: optional(instant()),
});

export const ImportPayment = part({
  ...own,
  ...ofClient,
  ...place,
  ...ofPackage,
  bookingId: optional(nullable(id())),
  bookingExternalId: optional(nullable(line(255))),
  amount: amount(),
  currency: optional(currency()),
  amountRefunded: amount(),
  platformFeeAmount: amount(),
  status: optional(oneOf('completed', 'failed', 'refunded', 'partially_refunded')),
  paymentMethod: optional(oneOf(...PAYMENT_METHODS)),
  paymentMethodDetails: optional(nullable(methodDetails)),
  purpose: optional(oneOf(...PAYMENT_PURPOSES)),
  description: optional(nullable(description())),
  invoiceNumber: optional(nullable(line(40))),
  lineItems: optional(Type.Array(part({ ...lineInput.properties, amount: amount() }), { maxItems: 100 })),
  processor: optional(nullable(processor)),
  failureCode: optional(nullable(line(100))),
  failureMessage: optional(nullable(line(500))),
  refunds: optional(Type.Array(refund, { maxItems: 1000 })),
  paidAt: when(),
  failedAt: when(),
  ...ownInput,
});

/** Enough of a session to find it, or to put one that is past on the calendar. */
export const sessionFacts = part({
  name: name(),
  startTime: instant(),
  durationMinutes: optional(integer(5, 1440)),
  siteId: optional(id()),
  instructorId: optional(nullable(id())),
  category: optional(nullable(name())),
  type: optional(oneOf(...SESSION_TYPES)),
  creditCost: optional(integer(0, 1000)),
});

const waitlist = part({ joinedAt: instant(), promotedAt: when() });

export const ImportBooking = part({
  ...own,
  ...ofClient,
  ...ofPackage,
  sessionId: optional(id()),
  session: optional(sessionFacts),
  status: optional(oneOf('confirmed', 'waitlisted', 'cancelled', 'attended', 'noshow')),
  bookingSource: optional(oneOf('credit', 'unlimited', 'drop_in', 'comp', 'unpaid')),
  channel: optional(oneOf('api', 'member_app', 'staff', 'kiosk', 'import')),
  creditsUsed: optional(integer(0, 1000)),
  creditOutcome: optional(oneOf('not_applicable', 'consumed', 'restored', 'forfeited')),
  waitlist: optional(nullable(waitlist)),
  bookedAt: optional(instant()),
  confirmedAt: when(),
  cancelledAt: when(),
  checkedInAt: when(),
  noShowAt: when(),
  cancelledBy: optional(nullable(oneOf('client', 'staff', 'system', 'api'))),
  cancelReason: optional(nullable(oneOf(...CANCEL_REASONS))),
  isLateCancel: optional(flag()),
  penalty: optional(nullable(penalty)),
  notes: optional(nullable(notes())),
  ...ownInput,
});
