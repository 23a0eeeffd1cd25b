import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../kernel/durations.ts';
import { storedId } from '../../../kernel/ids.ts';
import { endOfDay, laterOf, startOfDate } from '../../../kernel/local-time.ts';
import type { MemberBookingResponse } from '../../../resources/bookings/shapes.ts';
import { sessionById } from '../../../resources/sessions/queries.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { publicPart, type ShowPlaces } from '../../../resources/studio/timetable.ts';
import type { ApiCall } from '../api-operations.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';

/** The most records of a page of a list. */
const MOST = 100;

/** A class as its row shows it to everyone. */
export const shownSession = (session: MemberSessionResponse, shown: ShowPlaces = 'few'): PublicSessionResponse =>
  publicPart(session, session.instructor ?? null, shown);

const MOST_PAGES = 5;

/** The classes of the site that begin between two instants, with what the member has there, the earliest first. */
export const classesBetween = async (
  { callApi, context: { site } }: Pick<MemberVisit, 'callApi' | 'context'>,
  from: string,
  to: string,
): Promise<MemberSessionResponse[]> => {
  const found: MemberSessionResponse[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const query = { from, to, limit: MOST, starting_after: after, 'expand[]': ['instructor'] };
    const list = await callApi('getMemberSchedule', { query, siteId: site.id });
    found.push(...list.data.filter(({ status }) => status === 'scheduled'));
    if (list.nextCursor === null) break;
    after = list.nextCursor;
  }
  return found;
};

/** The classes of local days of the site that have not begun, with what the member has there, the earliest first. */
export const memberDays = (
  visit: Pick<MemberVisit, 'callApi' | 'context'>,
  first: string,
  last = first,
): Promise<MemberSessionResponse[]> => {
  const { read, site } = visit.context;
  const from = laterOf(startOfDate(first, site.timezone), read.now);
  return classesBetween(visit, from, laterOf(from, isoInstant(endOfDay(last, site.timezone))));
};

/** A class with what the member has there, and the page of its site; undefined where there is no such class. */
export interface OwnSession {
  readonly context: BookContext;
  readonly session: MemberSessionResponse;
}

export const memberSession = async (visit: MemberVisit, id: string): Promise<OwnSession | undefined> => {
  const row = sessionById(visit.context.read, storedId(id));
  const context = row === undefined ? undefined : visit.at(row.siteId);
  if (row === undefined || context === undefined) return undefined;
  const query = { from: row.startTime, to: row.startTime, limit: MOST, 'expand[]': ['instructor'] };
  const { data } = await visit.callApi('getMemberSchedule', { query, siteId: row.siteId });
  const session = data.find((each) => each.id === row.id);
  return session === undefined ? undefined : { context, session };
};

const EXPANDED = ['session.instructor', 'package'];

export type BookingOfClass = MemberBookingResponse & { readonly session: MemberSessionResponse };

const hasClass = (booking: MemberBookingResponse): booking is BookingOfClass =>
  booking.session !== undefined && booking.session !== null;

/** The bookings of the member, or of a dependant, whose class starts within a time, by their start. */
export const ownBookings = async (
  { callApi }: Pick<MemberVisit, 'callApi'>,
  filters: NonNullable<ApiCall<'listMemberBookings'>['query']>,
  dependantId?: string,
): Promise<BookingOfClass[]> => {
  const found: BookingOfClass[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const query = { ...filters, limit: MOST, starting_after: after, 'expand[]': EXPANDED };
    const whose = dependantId === undefined ? {} : { clientId: dependantId };
    const list = await callApi('listMemberBookings', { query, ...whose });
    found.push(...list.data.filter(hasClass));
    if (list.nextCursor === null) break;
    after = list.nextCursor;
  }
  return found.sort((one, other) => (one.session.startTime < other.session.startTime ? -1 : 1));
};

/** No class is longer. */
const LONGEST_MS = 12 * HOUR_MS;
const AHEAD_MS = 400 * DAY_MS;
/** Why a booking was canceled with its class. */
const OFF: readonly (string | null)[] = ['session_cancelled', 'schedule_changed'];

/** What the member has ahead, and what has begun and is not over, the next first. */
const aheadOf = async (
  visit: Pick<MemberVisit, 'callApi' | 'context'>,
  dependantId?: string,
): Promise<BookingOfClass[]> => {
  const { now, nowMs } = visit.context.read;
  const range = {
    start_time_gte: isoInstant(nowMs - LONGEST_MS),
    start_time_lte: isoInstant(nowMs + AHEAD_MS),
  };
  const all = await ownBookings(visit, range, dependantId);
  return all.filter(({ session }) => session.endTime > now);
};

const isLive = ({ status }: BookingOfClass): boolean => status !== 'cancelled';

/** Seats and places in line that the member, or a dependant, has ahead, the next first. */
export const ownAhead = async (
  visit: Pick<MemberVisit, 'callApi' | 'context'>,
  dependantId?: string,
): Promise<BookingOfClass[]> => (await aheadOf(visit, dependantId)).filter(isLive);

/** What the member has ahead, and what the studio has called off of it. */
export const ownAheadAndOff = async (visit: MemberVisit) => {
  const all = await aheadOf(visit);
  const off = all.filter(({ cancelReason, session }) => OFF.includes(cancelReason) && session.status === 'cancelled');
  return { ahead: all.filter(isLive), off };
};
