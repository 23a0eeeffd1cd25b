import { Type } from '@sinclair/typebox';
import { CLIENT_STATUSES, IMPORT_FAMILIES } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import {
  count,
  currency,
  described,
  email,
  flag,
  id,
  instant,
  integer,
  line,
  name,
  notes,
  nullable,
  object,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';
import { Booking, SKIP_REASONS } from '../bookings/record.ts';
import { CreateWalkIn } from '../clients/shapes.ts';
import {
  bookingState,
  chargeState,
  clientState,
  packageState,
  packageUse,
  paymentState,
  visitDates,
} from '../exports/shapes.ts';
import { ledgerEntry, Package } from '../packages/record.ts';
import { Payment } from '../payments/record.ts';
import { lineInput } from '../payments/shapes.ts';
import { REFUND_REASONS, REFUND_STATUSES } from '../payments/tables.ts';
import { price } from '../plans/record.ts';
import { SESSION_TYPES } from '../schedules/record.ts';
import { DATE_ORDERS } from './cells/dates.ts';
import { NAME_ORDERS } from './cells/names.ts';
import { NOTE_REASONS } from './notes.ts';

export type ImportFamilyName = (typeof IMPORT_FAMILIES)[number];

/** `keep-first`: the first of several people with one email keeps it, and the others come without. */
export const SHARED_EMAILS = ['keep-first'] as const;

export type SharedEmail = (typeof SHARED_EMAILS)[number];

const family = oneOf(...IMPORT_FAMILIES);

export const ImportQuery = object(() => ({
  family,
  dry_run: optional(flag()),
  skip_invalid: optional(
    described(
      flag(),
      'Imports the rows that can be imported and skips the others, which the response counts and explains. Without ' +
        'it, one such row stops the whole file. At least one row must be importable.',
    ),
  ),
  map: optional(
    Type.String({
      maxLength: 10_000,
      description:
        'For CSV: the fields of columns with other headings, such as `Mobile Phone=phone,Last Visit=`. A heading ' +
        'without a field is ignored.',
    }),
  ),
  dates: optional(oneOf(...DATE_ORDERS)),
  names: optional(
    described(
      oneOf(...NAME_ORDERS),
      "Which name comes first if one column of a CSV file holds both, as in 'Ann Lee'. With a comma ('Lee, Ann'), " +
        'the family name is first.',
    ),
  ),
  values: optional(
    Type.String({
      maxLength: 10_000,
      description:
        "For CSV: maps another system's values to choices, such as `status:Prospect=lead,status:Frozen=suspended`. " +
        'A value mapped to nothing is ignored.',
    }),
  ),
  encoding: optional(
    Type.String({
      maxLength: 100,
      description:
        'The encoding of the file, by its name in the WHATWG Encoding Standard, such as `windows-1250`. Takes ' +
        'precedence over the charset of the content type. If neither is set, the byte order mark decides, or else ' +
        'UTF-8.',
    }),
  ),
  shared_email: optional(
    described(
      oneOf(...SHARED_EMAILS),
      'For clients: if several people share an email, the first keeps it, and the others are imported without an ' +
        'email.',
    ),
  ),
}));

/** A problem of a row, so that a page can say it in its own words. */
export const rowProblem = () => ({
  code: Type.String(),
  column: described(nullable(Type.String()), 'The field. `null` for the row as a whole.'),
  reason: described(nullable(Type.String()), 'The reason of `parameter_invalid`. `null` for other codes.'),
  facts: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    description: 'The limits and other facts of the reason, such as `min` and `max`.',
  }),
});

export const notesOfFile = (description: string) =>
  described(
    Type.Array(
      object({
        column: described(Type.String(), 'The heading of the column. Empty for a note about the file.'),
        message: described(
          Type.String(),
          "How it was read, such as: Column `price`: '120,00' is 120.00 USD. Or what to check in a row or in the file.",
        ),
        reason: described(oneOf(...NOTE_REASONS), 'What the note is about.'),
        examples: described(
          Type.Array(
            object({
              text: described(Type.String(), 'As in the file.'),
              value: described(Type.String(), 'What it is read as. Empty if it is left out.'),
            }),
          ),
          'The values that the message names.',
        ),
        facts: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
          description: 'What else the message names, such as `row` and `roomName`.',
        }),
      }),
    ),
    description,
  );

export const Import = shape('Import', () => ({
  object: Type.Literal('import'),
  family,
  dryRun: described(flag(), 'Whether it was a dry run, which writes nothing.'),
  rows: described(count(), 'The number of rows in the file.'),
  created: described(count(), 'The number of rows that created a record.'),
  updated: described(count(), 'The number of rows that changed a record.'),
  unchanged: described(count(), 'The number of rows that changed nothing.'),
  skipped: described(count(), 'The number of rows that `skip_invalid` left out because they cannot be imported.'),
  causes: described(
    Type.Array(
      object({
        ...rowProblem(),
        message: described(Type.String(), 'What is wrong, for the first row.'),
        count: described(count(), 'The number of rows with this cause.'),
        rows: described(Type.Array(Type.Integer()), 'The first 10 of these rows.'),
        values: described(Type.Array(Type.String()), 'Up to 3 of these values.'),
      }),
    ),
    'Why rows cannot be imported, by cause. Up to 100.',
  ),
  ignoredColumns: Type.Array(Type.String(), {
    description: 'Columns of an export that are not imported because they are derived from others: `fullName`.',
  }),
  notes: notesOfFile(
    'How the file, its columns, amounts, names, and values were read where there was a choice, and which rooms are ' +
      'taken twice.',
  ),
  results: described(
    Type.Array(
      object({
        row: Type.Integer({ description: 'The row number, as in a spreadsheet: the header of a CSV file is row 1.' }),
        action: described(oneOf('created', 'updated', 'unchanged'), 'What was done with the row.'),
        id: nullable(
          Type.String({ description: 'The ID of the record. `null` for a record that a dry run would create.' }),
        ),
      }),
    ),
    'The result for each row.',
  ),
}));

/** The fields that a record keeps when it moves from another studio. */
export const identityFields = { id: optional(id()), createdAt: optional(instant()), updatedAt: optional(instant()) };

export const archivedField = { archivedAt: optional(nullable(instant())) };

const time = () => optional(nullable(instant()));

/** What a client owes, as a negative amount. */
const owed = () => inMinorUnits(integer(-1_000_000_000_000, 0));

export const ImportClient = object(
  () =>
    Type.Composite([
      Type.Partial(Type.Omit(CreateWalkIn, ['status'])),
      Type.Object({
        ...identityFields,
        status: optional(oneOf(...CLIENT_STATUSES)),
        archivedAt: time(),
        erasedAt: time(),
        accountBalance: optional(object({ amount: owed(), currency: optional(currency()) })),
        accountBalances: optional(Type.Array(object({ amount: owed(), currency: currency() }), { maxItems: 200 })),
        homeLocationName: optional(line(200)),
        referredByClientExternalId: optional(nullable(line(255))),
        state: optional(clientState),
      }),
    ]).properties,
);

export const siteReference = { siteId: optional(id()), locationId: optional(id()) };
export const clientReference = {
  clientId: optional(id()),
  clientExternalId: optional(line(255)),
  clientEmail: optional(email()),
};
export const packageReference = {
  packageId: optional(nullable(id())),
  packageExternalId: optional(nullable(line(255))),
};

const freeze = object(() => ({
  startsAt: instant(),
  endsAt: instant(),
  daysUsed: optional(count()),
  daysAllowed: optional(count()),
  reason: optional(nullable(line(500))),
}));

/** Who was booked follows from the booking. */
const importedEntry = object(() => ({ ...ledgerEntry.properties, clientId: optional(nullable(id())) }));

export const ImportPackage = object(() => ({
  ...Package.imported.properties,
  ...identityFields,
  ...clientReference,
  ...siteReference,
  planExternalId: optional(nullable(line(255))),
  freeze: optional(nullable(freeze)),
  ledger: optional(Type.Array(importedEntry, { maxItems: 10_000 })),
  state: optional(object({ ...packageState.properties, freezes: optional(packageState.properties.freezes) })),
}));

const refund = object(() => ({
  id: optional(id()),
  object: optional(Type.Literal('refund')),
  amount: integer(1, 1_000_000_000_000),
  currency: optional(currency()),
  reason: optional(nullable(oneOf(...REFUND_REASONS))),
  status: optional(oneOf(...REFUND_STATUSES)),
  notes: optional(nullable(notes())),
  createdByStaffId: optional(nullable(id())),
  cancelPackage: optional(flag()),
  isVoid: optional(flag()),
  processorRefundId: optional(nullable(line(255))),
  failureCode: optional(nullable(line(100))),
  createdAt: optional(instant()),
  updatedAt: optional(instant()),
}));

export const ImportPayment = object(() => ({
  ...Payment.imported.properties,
  ...identityFields,
  ...clientReference,
  ...siteReference,
  ...packageReference,
  bookingExternalId: optional(nullable(line(255))),
  lineItems: optional(Type.Array(object({ ...lineInput.properties, amount: optional(price()) }), { maxItems: 100 })),
  refunds: optional(Type.Array(refund, { maxItems: 1000 })),
  // Without the charge where it is null in a CSV file, and without what files of older releases do not have.
  state: optional(
    object({
      ...paymentState.properties,
      returned: optional(flag()),
      charge: optional(nullable(chargeState)),
      discountCodeId: optional(nullable(id())),
      discountGivenBackAt: time(),
    }),
  ),
}));

export const sessionFields = object(() => ({
  name: name(),
  startTime: instant(),
  durationMinutes: optional(integer(5, 1440)),
  siteId: optional(id()),
  instructorId: optional(nullable(id())),
  category: optional(nullable(name())),
  type: optional(oneOf(...SESSION_TYPES)),
  creditCost: optional(integer(0, 1000)),
}));

const waitlist = object(() => ({
  joinedAt: instant(),
  offeredAt: time(),
  offerExpiresAt: time(),
  promotedAt: time(),
  lastSkipReason: optional(nullable(oneOf(...SKIP_REASONS))),
}));

export const ImportBooking = object(() => ({
  ...Booking.imported.properties,
  ...identityFields,
  ...clientReference,
  ...packageReference,
  session: optional(sessionFields),
  waitlist: optional(nullable(waitlist)),
  // Without what is null in a CSV file.
  state: optional(
    object({
      ...bookingState.properties,
      movedId: optional(nullable(id())),
      use: optional(nullable(packageUse)),
      visit: optional(nullable(visitDates)),
    }),
  ),
}));
