import type { Read } from '../../../database/database.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { freeCancelUntil, memberCancelDeadlines } from '../../bookings/deadlines.ts';
import { type BookingRecord, bookingById } from '../../bookings/queries.ts';
import { forDependant } from '../../calendars/feeds.ts';
import { Instructor } from '../../instructors/record.ts';
import { Package } from '../../packages/record.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { VIRTUAL_URL_MS } from '../../sessions/view.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import { dependantIn, type LetterContent, memberAction, type Reader, type Source } from './context.ts';

/** A booking as letters show it. */
export interface Place {
  readonly what: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly timezone: string;
  readonly isVirtual: boolean;
  /** Whether the reader has a spot. */
  readonly isBooked: boolean;
  readonly room: string | null;
  readonly site: string;
  readonly street: string | null;
  readonly instructor: string | null;
  readonly paid: {
    readonly kind: 'credits' | 'package' | 'other';
    readonly package: string;
    readonly used: number;
    readonly left: number;
  };
  /** Until when cancelling costs nothing. */
  readonly freeUntil: string;
  /** Until when members cancel themselves. */
  readonly cancellableUntil: string;
  /** What a later cancellation costs besides credits; null for no fee. */
  readonly lateFee: { readonly amount: number; readonly currency: string } | null;
}

export const EXAMPLE_PLACE: Place = {
  what: 'Strength Basics',
  startTime: '2026-11-27T23:00:00.000Z',
  endTime: '2026-11-28T00:00:00.000Z',
  timezone: 'America/New_York',
  isVirtual: false,
  isBooked: true,
  room: 'Gym',
  site: 'Downtown',
  street: '214 Mercer Street',
  instructor: 'Ben Ito',
  paid: { kind: 'credits', package: 'Ten classes', used: 1, left: 4 },
  freeUntil: '2026-11-27T11:00:00.000Z',
  cancellableUntil: '2026-11-27T23:00:00.000Z',
  lateFee: null,
};

/** The name of an instructor that members see. */
export const instructorName = (read: Read, id: string | null): string | null => {
  const found = id === null ? undefined : Instructor.rows.find(read, id);
  return found === undefined ? null : (found.displayName ?? `${found.firstName} ${found.lastName}`);
};

/** What pays for a guest is the host's, of whom the guest learns nothing. */
const paidOf = (read: Read, { packageId, creditsUsed, hostBookingId }: BookingRecord): Place['paid'] => {
  const bought = packageId === null || hostBookingId !== null ? undefined : Package.rows.find(read, packageId);
  if (bought === undefined) return { kind: 'other', package: '', used: 0, left: 0 };
  const { name, creditsRemaining } = bought;
  const isCounted = creditsRemaining !== null && creditsUsed > 0;
  const left = Math.max(0, creditsRemaining ?? 0);
  return { kind: isCounted ? 'credits' : 'package', package: name, used: creditsUsed, left };
};

const RETURNED = `select "delta" from "creditLedger"
  where "packageId" = ?1 and "bookingId" = ?2 and "delta" > 0 order by "id" desc limit 1`;

/** How many credits came back from a booking that is cancelled. */
export const returnedOf = (read: Read, { id, packageId }: BookingRecord): number =>
  packageId === null
    ? 0
    : (read.db.query<{ delta: number }, [string, string]>(RETURNED).get(packageId, id)?.delta ?? 0);

const lateFeeOf = (read: Read, { siteId, bookingSource }: BookingRecord): Place['lateFee'] => {
  const { lateCancelFee: amount, feesApplyTo, currency } = paymentSettings(read, siteId);
  const isFree = amount === 0 || (feesApplyTo === 'unlimited_only' && bookingSource !== 'unlimited');
  return isFree ? null : { amount, currency };
};

/** What letters about a session show of it. */
const sessionPlace = (read: Read, session: SessionRow, site: SiteRow) => ({
  what: session.name,
  startTime: session.startTime,
  endTime: session.endTime,
  timezone: session.timezone,
  isVirtual: session.isVirtual === 1,
  room: session.roomName,
  site: site.name,
  street: Site.view(site).address?.line1 ?? null,
  instructor: instructorName(read, session.instructorId),
});

/** The booking that a message is about, with its session and site; undefined when it is gone. */
export const bookingOf = ({ read, data }: Source) => {
  const booking = bookingById(read, String(data.bookingId));
  const session = booking === undefined ? undefined : Session.rows.find(read, booking.sessionId);
  const site = session === undefined ? undefined : Site.rows.find(read, session.siteId);
  return booking === undefined || session === undefined || site === undefined ? undefined : { booking, session, site };
};

/** What a letter about a booking shows of it. */
export const placeOf = (source: Source): Place | undefined => {
  const found = bookingOf(source);
  if (found === undefined) return undefined;
  const { read } = source;
  const { booking, session, site } = found;
  const freeUntil = freeCancelUntil(read, booking);
  return {
    ...sessionPlace(read, session, site),
    isBooked: booking.status === 'confirmed' && session.cancelledAt === null,
    paid: paidOf(read, booking),
    freeUntil,
    cancellableUntil: memberCancelDeadlines(read)(booking, freeUntil),
    lateFee: lateFeeOf(read, booking),
  };
};

const whereOf = ({ isVirtual, isBooked, room, site, street }: Place, { t, hasPages }: Reader): string[] => {
  const rooms = room === null ? [] : [t('room', { room, site })];
  const link = isBooked && hasPages ? [t('linkBefore', { count: VIRTUAL_URL_MS / MINUTE_MS })] : [];
  if (isVirtual) return [t('byVideo'), ...link, ...rooms];
  return [...(room === null ? [site] : rooms), ...(street === null ? [] : [street])];
};

const lateCostOf = ({ paid, lateFee }: Place): 'credit' | 'fee' | 'both' | 'other' => {
  if (paid.kind === 'credits') return lateFee === null ? 'credit' : 'both';
  return lateFee === null ? 'other' : 'fee';
};

/** The page on which a booking is cancelled, with a press. */
const cancelLink = (reader: Reader): LetterContent['noteLink'] => {
  const booking = memberAction('bookings', reader.t('cancelBooking'), reader);
  if (booking === undefined || typeof reader.about.bookingId !== 'string') return booking;
  const url = `${booking.url}/cancel`;
  const dependantId = dependantIn(reader.about);
  return { ...booking, url: dependantId === undefined ? url : forDependant(url, dependantId) };
};

/** The parts and values that letters about a booking share. */
export const partsOfBooking = (
  place: Place,
  reader: Reader,
): LetterContent & { readonly facts: NonNullable<LetterContent['facts']> } => {
  const { t, formats, now } = reader;
  const { what, startTime, endTime, timezone, instructor, paid, freeUntil, lateFee, site } = place;
  const canCancel = now < place.cancellableUntil;
  const [day, where] = [formats.day(startTime, timezone), whereOf(place, reader)];
  const when = t('when', { day, hours: formats.hours(startTime, endTime, timezone) });
  return {
    values: {
      what,
      day,
      site,
      weekday: formats.weekday(startTime, timezone),
      time: formats.time(startTime, timezone),
      instructor: instructor ?? '',
      paid: paid.kind,
      package: paid.package,
      used: paid.used,
      left: paid.left,
      // A class that has moved costs nothing until it begins.
      cancelling: freeUntil <= now ? 'late' : freeUntil >= startTime ? 'other' : lateCostOf(place),
      lateCost: canCancel ? lateCostOf(place) : 'desk',
      deadline: formats.dayTime(freeUntil, timezone),
      fee: lateFee === null ? '' : formats.money(lateFee.amount, lateFee.currency),
    },
    preview: t('preview', { when, where: where[0] ?? site }),
    block: { title: what, lines: [when, formats.zone(timezone)] },
    facts: [
      { label: t('where'), lines: where },
      ...(instructor === null ? [] : [{ label: t('with'), lines: [instructor] }]),
    ],
    action: memberAction('bookings', t('showBookings'), reader),
    noteLink: canCancel ? cancelLink(reader) : undefined,
  };
};

/** The same for letters about a change, which go to those on the waitlist too: they have no spot to cancel. */
export const partsOfChange = (place: Place, reader: Reader): ReturnType<typeof partsOfBooking> => {
  const { values, noteLink, ...parts } = partsOfBooking(place, reader);
  const { isBooked } = place;
  return {
    ...parts,
    values: { ...values, state: isBooked ? 'booked' : 'other' },
    noteLink: isBooked ? noteLink : undefined,
  };
};
