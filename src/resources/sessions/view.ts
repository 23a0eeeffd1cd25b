import type { Read } from '../../database/database.ts';
import { unpack, unpackList } from '../../database/json.ts';
import type { Expansion, Expansions } from '../../http/expansions.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf } from '../../kernel/local-time.ts';
import { instructorExpansion, memberInstructorExpansion } from '../instructors/view.ts';
import { scheduleExpansion } from '../schedules/view.ts';
import { bookingSettings } from '../settings/queries.ts';
import type { BookingSettings } from '../settings/shapes.ts';
import { siteExpansion } from '../sites/queries.ts';
import { type SessionRecord, sessionsById } from './queries.ts';
import type { MemberSessionWire, SessionWire, Standing } from './shapes.ts';

const MINUTE = 60_000;

/** The booking settings that hold for each session of one answer; each combination is asked for once. */
export const policies = (read: Read) => {
  const known = new Map<string, BookingSettings>();
  return ({ siteId, overrides }: SessionRecord): BookingSettings => {
    const key = `${siteId}|${overrides ?? ''}`;
    let policy = known.get(key);
    if (policy === undefined) {
      policy = bookingSettings(read, siteId, overrides);
      known.set(key, policy);
    }
    return policy;
  };
};

/** From when to when clients are checked in to a session. */
export const checkInWindow = (
  { startTime, endTime }: Pick<SessionRecord, 'startTime' | 'endTime'>,
  policy: BookingSettings,
): { readonly checkInOpensAt: string; readonly checkInClosesAt: string } => ({
  checkInOpensAt: isoInstant(Date.parse(startTime) - policy.checkInOpensMinutesBefore * MINUTE),
  checkInClosesAt: isoInstant(Date.parse(endTime) + policy.checkInClosesMinutesAfter * MINUTE),
});

/** From when on and until when members book a session. */
export const bookingWindow = (row: SessionRecord, policy: BookingSettings) => {
  // Days are days of the calendar: booking opens when the wall clock shows the time of the session.
  const opens = instantOf(addDays(row.localDate, -policy.bookingWindowDays), row.localStartTime, row.timezone);
  const closes = Date.parse(row.startTime) - policy.bookingCutoffMinutes * MINUTE;
  return { bookingOpensAt: isoInstant(opens), bookingClosesAt: isoInstant(closes) };
};

/** The moments between which things may be done with a session. */
const windowsOf = (row: SessionRecord, policy: BookingSettings) => {
  const start = Date.parse(row.startTime);
  return {
    ...bookingWindow(row, policy),
    freeCancelUntil: isoInstant(start - policy.lateCancelWindowMinutes * MINUTE),
    ...checkInWindow(row, policy),
  };
};

const statusOf = (row: SessionRecord, now: string): SessionWire['status'] => {
  if (row.cancelledAt !== null) return 'cancelled';
  if (now < row.startTime) return 'scheduled';
  return now < row.endTime ? 'in_progress' : 'completed';
};

type Windows = ReturnType<typeof bookingWindow>;

/** Whether members book now: neither before nor after the window, whatever the session. */
export const windowStateOf = (windows: Windows, now: string): 'not_open_yet' | 'closed' | null => {
  if (now < windows.bookingOpensAt) return 'not_open_yet';
  return now >= windows.bookingClosesAt ? 'closed' : null;
};

/** Why a member can not book a seat now; null when one can. */
const refusalOf = (
  row: SessionRecord,
  windows: Windows,
  isFull: boolean,
  now: string,
): SessionWire['notBookableReason'] => {
  if (row.cancelledAt !== null) return 'cancelled';
  if (now >= row.startTime) return 'started';
  if (row.isPrivate === 1) return 'private';
  return windowStateOf(windows, now) ?? (isFull ? 'full' : null);
};

const seatsOf = (row: SessionRecord) => {
  const bookedCount = row.confirmedCount + row.attendedCount + row.noShowCount;
  const availableSpots = row.capacity === null ? null : Math.max(0, row.capacity - bookedCount - row.offersHeld);
  return { bookedCount, availableSpots, isFull: availableSpots === 0 };
};

/** The view of the sessions of one answer: what they share is read once. */
export const sessionViews = (read: Read): ((row: SessionRecord) => SessionWire) => {
  const policyOf = policies(read);
  return (row) => {
    const policy = policyOf(row);
    const windows = windowsOf(row, policy);
    const seats = seatsOf(row);
    const notBookableReason = refusalOf(row, windows, seats.isFull, read.now);
    return {
      id: row.id,
      object: 'session',
      name: row.name,
      description: row.description,
      category: row.category,
      level: row.level,
      tags: unpackList(row.tags),
      imageUrl: row.imageUrl,
      type: row.type as SessionWire['type'],
      status: statusOf(row, read.now),
      siteId: row.siteId,
      locationId: row.siteId,
      roomName: row.roomName,
      instructorId: row.instructorId,
      originalInstructorId: row.originalInstructorId,
      additionalInstructorIds: unpackList(row.additionalInstructorIds),
      isSubstitute: row.originalInstructorId !== null && row.originalInstructorId !== row.instructorId,
      scheduleId: row.scheduleId,
      occurrenceKey: row.occurrenceKey,
      startTime: row.startTime,
      endTime: row.endTime,
      durationMinutes: row.durationMinutes,
      timezone: row.timezone,
      localDate: row.localDate,
      localStartTime: row.localStartTime,
      capacity: row.capacity,
      bookedCount: seats.bookedCount,
      attendedCount: row.attendedCount,
      availableSpots: seats.availableSpots,
      waitlistEnabled: row.waitlistEnabled === null ? policy.waitlistEnabled : row.waitlistEnabled === 1,
      waitlistCapacity: row.waitlistCapacity ?? policy.waitlistDefaultCapacity,
      waitlistCount: row.waitlistedCount,
      isFull: seats.isFull,
      isBookable: notBookableReason === null,
      notBookableReason,
      ...windows,
      creditCost: row.creditCost,
      dropInPrice: unpack<NonNullable<SessionWire['dropInPrice']>>(row.dropInPrice),
      isVirtual: row.isVirtual === 1,
      // Only members who are booked learn the address, and only shortly before.
      virtualUrl: null,
      isPrivate: row.isPrivate === 1,
      isModified: row.isModified === 1,
      cancelledAt: row.cancelledAt,
      cancelReason: row.cancelReason,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  };
};

/** The view of the sessions of one answer for those who run them: they see the address too. */
export const managedViews = (read: Read): ((row: SessionRecord) => SessionWire) => {
  const view = sessionViews(read);
  return (row) => ({ ...view(row), virtualUrl: row.virtualUrl });
};

/** How long before the start those who are booked learn where a virtual session takes place. */
const ADDRESS_TOLD_MS = 30 * MINUTE;

const isTold = (read: Read, { virtualUrl, cancelledAt, startTime }: SessionRecord, { myBooking }: Standing): boolean =>
  virtualUrl !== null &&
  cancelledAt === null &&
  (myBooking?.status === 'confirmed' || myBooking?.status === 'attended') &&
  read.nowMs >= Date.parse(startTime) - ADDRESS_TOLD_MS;

/** The view of the sessions of one answer for a member, with what each means to that member. */
export const memberSessionViews = (
  read: Read,
  standingOf: (row: SessionRecord) => Standing,
): ((row: SessionRecord) => MemberSessionWire) => {
  const view = sessionViews(read);
  return (row) => {
    const standing = standingOf(row);
    return { ...view(row), ...standing, virtualUrl: isTold(read, row, standing) ? row.virtualUrl : null };
  };
};

/** What a member can have included in a session. */
export const memberSessionExpansions: Expansions = {
  location: siteExpansion('siteId'),
  instructor: memberInstructorExpansion('instructorId'),
};

/** What can be included in a session. */
export const sessionExpansions: Expansions = {
  location: siteExpansion('siteId'),
  instructor: instructorExpansion('instructorId'),
  schedule: scheduleExpansion('scheduleId'),
};

/** Includes the session that `from` points to. */
export const sessionExpansion = (from: string): Expansion => ({
  from,
  load: (read, ids) => {
    const view = sessionViews(read);
    return new Map(sessionsById(read, ids).map((row) => [row.id, view(row)]));
  },
  within: sessionExpansions,
});
