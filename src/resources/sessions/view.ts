import type { Read } from '../../database/database.ts';
import { type Expansion, type Expansions, loadWith } from '../../http/expansions.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { instructorExpansion, memberInstructorExpansion } from '../instructors/view.ts';
import { scheduleExpansion } from '../schedules/view.ts';
import type { BookingSettings } from '../settings/shapes.ts';
import { siteExpansion } from '../sites/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { ENDED, obstacleTo } from './booking/obstacles.ts';
import { freeSeats, isKeptForDesk } from './booking/seats.ts';
import { settingsByPolicy, windowsOf } from './booking/windows.ts';
import { hasStarted, type SessionRecord, sessionsById } from './queries.ts';
import { Session, type SessionResponse, type SessionRow } from './record.ts';
import type { MemberSessionResponse, MemberStatus } from './shapes.ts';
import { sessionCancellations } from './tables.ts';

const statusOf = (row: SessionRecord, now: string): SessionResponse['status'] => {
  if (row.cancelledAt !== null) return 'cancelled';
  if (!hasStarted(row, now)) return 'scheduled';
  return row.completedAt === null && now < row.endTime ? 'in_progress' : 'completed';
};

/** In the order of the errors of `book`. */
const REASONS = [...ENDED, 'private', 'not_open_yet', 'closed'] as const;

/** The waitlist of a session: its own, else by the settings. */
export const waitlistOf = (
  { waitlistEnabled, waitlistCapacity }: SessionRow,
  settings: BookingSettings,
): Pick<SessionResponse, 'waitlistEnabled' | 'waitlistCapacity'> => ({
  waitlistEnabled: waitlistEnabled === null ? settings.waitlistEnabled : waitlistEnabled === 1,
  waitlistCapacity: waitlistCapacity ?? settings.waitlistDefaultCapacity,
});

const NO_BOOKINGS = { confirmedCount: 0, attendedCount: 0, noShowCount: 0, waitlistedCount: 0, offersHeld: 0 };

/** A canceled session has no live bookings, also while those it had are being canceled. */
const withoutLeftBookings = (read: Read, row: SessionRecord): SessionRecord =>
  row.cancelledAt !== null && sessionCancellations.find(read, row.id) !== undefined ? { ...row, ...NO_BOOKINGS } : row;

/** The view of the sessions of one response; `virtualUrlOf` says which `virtualUrl` it shows. */
const viewsWith = (
  read: Read,
  virtualUrlOf: (row: SessionRecord) => string | null,
): ((row: SessionRecord) => SessionResponse) => {
  const settingsOf = settingsByPolicy(read);
  return (given) => {
    const row = withoutLeftBookings(read, given);
    const settings = settingsOf(row);
    const windows = windowsOf(row, settings);
    const availableSpots = freeSeats(row);
    const isFull = availableSpots === 0;
    const obstacle = obstacleTo({ now: read.now, session: row, windows, settings }, REASONS);
    const notBookableReason = obstacle ?? (isFull || isKeptForDesk(row, settings) ? 'full' : null);
    return {
      ...Session.view(row),
      status: statusOf(row, read.now),
      availableSpots,
      ...waitlistOf(row, settings),
      isFull,
      isBookable: notBookableReason === null,
      notBookableReason,
      bookingOpensAt: windows.bookingOpensAt,
      bookingClosesAt: windows.bookingClosesAt,
      freeCancelUntil: windows.freeCancelUntil,
      checkInOpensAt: windows.checkInOpensAt,
      checkInClosesAt: windows.checkInClosesAt,
      staffEditUntil: windows.staffEditUntil,
      virtualUrl: virtualUrlOf(row),
    };
  };
};

/** The view of the sessions of one response, without `virtualUrl`. */
export const sessionViews = (read: Read) => viewsWith(read, () => null);

/** The view of the sessions of one response for staff, with `virtualUrl`. */
export const managedViews = (read: Read) => viewsWith(read, ({ virtualUrl }) => virtualUrl);

/** How long before the start members with a booking see `virtualUrl`. */
export const VIRTUAL_URL_MS = 30 * MINUTE_MS;

const showsVirtualUrl = (read: Read, { cancelledAt, startTime }: SessionRecord, { myBooking }: MemberStatus): boolean =>
  cancelledAt === null &&
  (myBooking?.status === 'confirmed' || myBooking?.status === 'attended') &&
  read.nowMs >= Date.parse(startTime) - VIRTUAL_URL_MS;

export const memberSessionViews = (
  read: Read,
  memberStatusOf: (row: SessionRecord) => MemberStatus,
): ((row: SessionRecord) => MemberSessionResponse) => {
  const view = sessionViews(read);
  return (row) => {
    const status = memberStatusOf(row);
    const virtualUrl = showsVirtualUrl(read, row, status) ? row.virtualUrl : null;
    const { noShowCount: _missing, heldCount: _held, staffEditUntil: _until, ...shown } = view(row);
    return { ...shown, ...status, virtualUrl };
  };
};

export const memberSiteView = (row: SiteRow) => withoutIntegrationFields(Site.view(row));

const memberSiteExpansion = (from: string): Expansion => ({
  from,
  readBy: 'members',
  load: loadWith(Site.rows.findAll, Site.canAccess, () => memberSiteView),
});

export const memberSessionExpansions: Expansions = {
  location: memberSiteExpansion('siteId'),
  instructor: memberInstructorExpansion('instructorId'),
};

export const sessionExpansions: Expansions = {
  location: siteExpansion('siteId'),
  instructor: instructorExpansion('instructorId'),
  schedule: scheduleExpansion('scheduleId'),
};

export const sessionExpansion = (from: string): Expansion => ({
  from,
  readBy: ['getSession', 'manageGetSession'],
  load: loadWith(sessionsById, Session.canAccess, sessionViews),
  within: sessionExpansions,
});
