import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  CANCELLED_BY,
  CREDIT_OUTCOMES,
  OWN_BOOKING_SOURCES,
  PENALTY_TYPES,
} from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import {
  count,
  currency,
  described,
  flag,
  id,
  instant,
  integer,
  notes,
  nullable,
  object,
  oneOf,
  type Static,
  withExtensionValues,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { column, type Formula } from '../../records/formula.ts';
import { pack } from '../../records/json.ts';
import type { Erase } from '../../records/personal.ts';
import { type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { ClientResponse } from '../clients/record.ts';
import { Package } from '../packages/record.ts';
import { Session } from '../sessions/record.ts';

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const CHANNELS = ['api', 'member_app', 'staff', 'kiosk', 'import'] as const;
export const CANCEL_REASONS = [
  'requested',
  'session_cancelled',
  'schedule_changed',
  'client_archived',
  'waitlist_expired',
  'overlap_cleared',
  'payment_failed',
  'other',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Why someone on a waitlist gets no seat now; they stay on it. */
export const SKIP_REASONS = [
  'client_suspended',
  'client_archived',
  'overlapping_booking',
  'no_eligible_package',
  'offer_lapsed',
  'inside_cutoff',
  'offer_withdrawn',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const PENALTY_STATUSES = ['pending', 'charged', 'waived', 'failed'] as const;

const penalty = object(() => ({
  type: described(oneOf(...PENALTY_TYPES), 'What the fee is for.'),
  amount: inMinorUnits(count()),
  currency: currency(),
  status: described(oneOf(...PENALTY_STATUSES), '`pending` until it is charged, waived, or failed.'),
  paymentId: nullable(id()),
  waivedByStaffId: nullable(id()),
}));
export type Penalty = Static<typeof penalty>;

const waitlist = object(() => ({
  position: nullable(
    Type.Integer({ minimum: 1, description: 'The position on the waitlist. `null` if it is not waitlisted.' }),
  ),
  joinedAt: described(instant(), 'Time at which it joined the waitlist.'),
  offeredAt: described(nullable(instant()), 'Time at which a spot was last offered.'),
  offerExpiresAt: described(nullable(instant()), 'Time until which the offered spot can be accepted.'),
  promotedAt: described(nullable(instant()), 'Time at which it got a spot.'),
  lastSkipReason: described(nullable(Type.String()), 'Why it was skipped when a spot opened.'),
}));

const decisions = Type.Record(Type.String(), nullable(Type.String()));

/** Who of the staff decided stays, and why they did goes. */
const withoutReasons: Erase = (text) => {
  const { promoteReason: _promote, waiveReason: _waive, ...who } = JSON.parse(String(text));
  return pack(who);
};

interface Timed {
  readonly channel: string;
  readonly bookedAt: string;
  readonly startTime: string;
}

/** Whether staff added the client once the session had started. When an imported booking was made is not known. */
export const isAddedAfterwards = ({ channel, bookedAt, startTime }: Timed): boolean =>
  channel !== 'import' && bookedAt >= startTime;

const addedAfterwards: Formula = {
  js: () => `(row.channel !== 'import' && row.bookedAt >= row.startTime)`,
  json: ({ value }) => [
    sql`iif(${value('channel')} <> 'import' and ${value('bookedAt')} >= ${value('startTime')}, 'true', 'false')`,
  ],
};

const bookingSource = () => withExtensionValues(oneOf(...BOOKING_SOURCES), OWN_BOOKING_SOURCES);

/** A client's place in a session (records.md "Booking"). */
export const Booking = record(
  'booking',
  'bookings',
  () => ({
    clientId: field.id(),
    client: field.related(nullable(ClientResponse)),
    sessionId: field.id(),
    session: field.related(nullable(Session.schema)),
    siteId: field.id().derived(),
    locationId: field.formula(id(), column('siteId')),
    startTime: field.instant().internal(),
    status: field
      .word(BOOKING_STATUSES)
      .readOnly()
      .described('`waitlisted` without a spot, confirmed with one, and then `attended`, `noshow`, or `cancelled`.'),
    bookingSource: field.text(bookingSource()).readOnly().default('unpaid').described('How it is paid for.'),
    channel: field.word(CHANNELS).readOnly().described('Who made it.'),
    packageId: field.id().nullable().readOnly(),
    hostBookingId: field
      .id()
      .nullable()
      .readOnly()
      .extension('The booking of the member who brings this guest. `null` if it is not of a guest.'),
    package: field.related(nullable(Package.schema)),
    creditsUsed: field
      .integer(integer(0, 1000))
      .shownAs(count())
      .readOnly()
      .default(0)
      .described('The number of credits used from the package.'),
    waitlist: field
      .derived(nullable(waitlist))
      .described('Details of its place on the waitlist. `null` if it was never waitlisted.'),
    bookedAt: field.instant().readOnly().described('Time at which it was created.'),
    addedAfterwards: field
      .formula(flag(), addedAfterwards)
      .described('Whether staff added the client after the session had started.'),
    confirmedAt: field.instant().nullable().readOnly().described('Time at which it was confirmed with a spot.'),
    cancelledAt: field.instant().nullable().readOnly().described('Time at which it was canceled.'),
    checkedInAt: field.instant().nullable().readOnly().described('Time at which the client checked in.'),
    noShowAt: field.instant().nullable().readOnly().described('Time at which it was marked as a no-show.'),
    cancelledBy: field.word(CANCELLED_BY).nullable().readOnly().described('Who canceled it.'),
    cancelReason: field.word(CANCEL_REASONS).nullable().readOnly().described('The reason it was canceled.'),
    isLateCancel: field
      .flag()
      .readOnly()
      .default(false)
      .described('Whether it was canceled after the free cancellation period.'),
    creditOutcome: field
      .word(CREDIT_OUTCOMES)
      .readOnly()
      .default('not_applicable')
      .described('What happened to its credits.'),
    penalty: field
      .object(penalty)
      .nullable()
      .readOnly()
      .described('The fee for a late cancellation or no-show, or `null`.'),
    cancellableUntil: field
      .formula(instant(), column('startTime'))
      .described(
        'Time until which it can be canceled: the start of the session or, for members who cannot cancel late, the ' +
          'end of the free cancellation period.',
      ),
    freeCancelUntil: field.derived(instant()).described('Time until which it can be canceled free of charge.'),
    notes: field.text(notes()).nullable().personal(),
    ...field.integrationFields,
    requiresCredit: field.flag().default(false).internal().moves(flag(), 'Whether it gets no seat without a package.'),
    /** Its place on the waitlist, with its id; null when it never waited. */
    joinedAt: field.instant().nullable().internal(),
    offeredAt: field.instant().nullable().internal(),
    offerExpiresAt: field.instant().nullable().internal(),
    holdsSeat: field.flag().default(false).internal().moves(flag(), 'Whether an open offer holds a seat for it.'),
    promotedAt: field.instant().nullable().internal(),
    graceUntil: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'Until when a promoted client may cancel free of charge.'),
    lastSkipReason: field.word(SKIP_REASONS).nullable().internal(),
    // Made when it last moved: what rescheduled its session before that does not make canceling free of charge.
    movedId: field
      .id()
      .nullable()
      .internal()
      .moves(
        nullable(id()),
        'Made when it last moved: compared with `rescheduledId` of its session instead of the id.',
      ),
    /** What staff decided: who promoted or waived, and why (`StaffDecision`). */
    decisions: field
      .object(decisions)
      .nullable()
      .internal()
      .personal(withoutReasons)
      .moves(nullable(decisions), 'What staff decided, and why.'),
  }),
  { sites: 'siteId' },
);

export type BookingRow = RowOf<typeof Booking>;
export type BookingResponse = ResponseOf<typeof Booking>;
