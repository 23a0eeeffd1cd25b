import type { Read, Tx } from '../../database/database.ts';
import type { BusinessCaller, KioskCaller } from '../../kernel/caller.ts';
import { epochOf, utcInstant } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { conflict, invalidParam, Problem } from '../../kernel/problem.ts';
import type { UnknownScans } from '../../rate-limits/unknown-scans.ts';
import { guestOf } from '../bookings/guests/queries.ts';
import { type BookingRecord, bookingById } from '../bookings/queries.ts';
import { checkIn } from '../checkins/check-in.ts';
import { clientById, holderOfBarcode, holderOfCode, holderOfFobNumber } from '../clients/queries.ts';
import type { FactReactions } from '../reactions.ts';
import { type SessionRecord, sessionById } from '../sessions/queries.ts';
import { arrivals, companions } from './arrivals.ts';
import { openSessions } from './open-sessions.ts';
import { seatsOf } from './queries.ts';
import type { KioskCheckInBody, KioskCheckInResponse } from './shapes.ts';

interface KioskRules {
  readonly reactions: FactReactions;
  readonly unknownScans: UnknownScans;
}

const KEPT_MS = 12 * HOUR_MS;

const SEE_DESK: KioskCheckInResponse = {
  object: 'kiosk_check_in',
  result: 'see_desk',
  firstName: null,
  sessionName: null,
  roomName: null,
  startTime: null,
  household: [],
};

/** What a kiosk does, as the credential of a business at its site would. */
const atSite = ({ credentialId, siteId }: KioskCaller): BusinessCaller => ({
  kind: 'business',
  credentialId,
  scopes: new Set(['checkins:write']),
  siteIds: [siteId],
  tier: 'basic',
});

interface Found {
  readonly clientId: string;
  readonly booking: BookingRecord | undefined;
}

/** The client whom a kiosk names, and the booking; undefined for what is unknown, waits, was canceled or is elsewhere. */
const named = (
  read: Read,
  { siteId }: KioskCaller,
  { bookingId, code, barcode, fobNumber }: KioskCheckInBody,
): Found | undefined => {
  if (bookingId !== undefined) {
    const row = bookingById(read, bookingId);
    const isHere =
      row !== undefined && row.siteId === siteId && row.status !== 'waitlisted' && row.status !== 'cancelled';
    return isHere ? { clientId: row.clientId, booking: row } : undefined;
  }
  const byKind = (): string | undefined =>
    barcode === undefined ? holderOfFobNumber(read, fobNumber ?? '') : holderOfBarcode(read, barcode);
  const clientId = code === undefined ? byKind() : holderOfCode(read, code);
  return clientId === undefined ? undefined : { clientId, booking: undefined };
};

/** Whether a code has the first letters of someone who is expected: a kiosk tries what was typed as a code before it is a name. */
const isName = (read: Read, caller: KioskCaller, { code = '' }: KioskCheckInBody): boolean =>
  !/\d/.test(code) && arrivals(read, caller, code).arrivals.length > 0;

/** @throws Problem 400 for a time that only a kept check-in may have, or that is too long ago. */
const requireKept = (read: Read, checkedInAt: string, requestKey: string | undefined): void => {
  if (requestKey === undefined) {
    throw invalidParam(
      'checkedInAt',
      "'checkedInAt' needs an Idempotency-Key: it is for check-ins that are sent again.",
      { reason: 'not_accepted' },
    );
  }
  if (epochOf(checkedInAt) < read.nowMs - KEPT_MS) {
    throw invalidParam(
      'checkedInAt',
      "'checkedInAt' is more than 12 hours ago. Check the client in at the front desk.",
      { reason: 'too_long_ago' },
    );
  }
};

/** The name that their host has typed of a guest who is named by the booking: the host may be who taps it. */
const broughtAs = (read: Read, { booking }: Found): string | undefined =>
  booking === undefined || booking.hostBookingId === null
    ? undefined
    : (guestOf(read, booking.id)?.firstName ?? undefined);

const welcome = (
  read: Read,
  caller: KioskCaller,
  result: 'in' | 'already_in',
  found: Found,
  session: SessionRecord | undefined,
): KioskCheckInResponse => {
  const guest = broughtAs(read, found);
  return {
    object: 'kiosk_check_in',
    result,
    firstName: guest ?? clientById(read, found.clientId)?.firstName ?? null,
    sessionName: session?.name ?? null,
    roomName: session?.roomName ?? null,
    startTime: session?.startTime ?? null,
    household: guest === undefined ? companions(read, caller, found.clientId) : [],
  };
};

/** Finds who scans twice. Doors may count who comes back, but a kiosk sends no one to the desk for that. */
const alreadyIn = (read: Read, { siteId }: KioskCaller, found: Found, at: string): SessionRecord | undefined => {
  if (found.booking !== undefined) {
    return found.booking.status === 'attended' ? sessionById(read, found.booking.sessionId) : undefined;
  }
  const open = openSessions(read, siteId, at);
  const seats = seatsOf(
    read,
    found.clientId,
    open.map(({ id }) => id),
  );
  if (seats.some(({ status }) => status === 'confirmed')) return undefined;
  const attended = seats.find(({ status }) => status === 'attended');
  return open.find(({ id }) => id === attended?.sessionId);
};

/** Whether a client has a seat in a session whose check-in is open. */
const isExpected = (read: Read, { siteId }: KioskCaller, clientId: string, at: string): boolean => {
  const open = openSessions(read, siteId, at).map(({ id }) => id);
  return seatsOf(read, clientId, open).length > 0;
};

/**
 * Checks a client in at a kiosk (rules.md "Check-in"). Refused or unknown clients only learn that they should see the desk; the desk
 * finds the reason among its check-ins. After many unknown numbers, a number lets in only expected clients: whoever tries one after the
 * other finds no one, and a queue continues.
 * @throws Problem 400 for a wrong time; 409 `see_desk` where a rule refuses what it cannot store.
 */
export const checkInAtKiosk = (
  tx: Tx,
  caller: KioskCaller,
  { body, requestKey }: { readonly body: KioskCheckInBody; readonly requestKey?: string | undefined },
  { reactions, unknownScans }: KioskRules,
): KioskCheckInResponse => {
  const { checkedInAt } = body;
  if (checkedInAt !== undefined) requireKept(tx, checkedInAt, requestKey);
  const found = named(tx, caller, body);
  if (found === undefined) {
    if (body.bookingId === undefined && !isName(tx, caller, body)) unknownScans.count(caller.credentialId);
    return SEE_DESK;
  }
  const { clientId, booking } = found;
  const at = utcInstant(checkedInAt) ?? tx.now;
  const isTried = booking === undefined && unknownScans.areMany(caller.credentialId);
  if (isTried && !isExpected(tx, caller, clientId, at)) return SEE_DESK;
  const attended = alreadyIn(tx, caller, found, at);
  if (attended !== undefined) return welcome(tx, caller, 'already_in', found, attended);
  const request = {
    clientId,
    siteId: caller.siteId,
    source: 'kiosk' as const,
    ...(booking === undefined ? {} : { bookingId: booking.id }),
    ...(checkedInAt === undefined ? {} : { checkedInAt }),
  };
  try {
    const row = checkIn(tx, atSite(caller), request, reactions);
    if (row.status === 'invalid') return SEE_DESK;
    const session = row.sessionId === null ? undefined : sessionById(tx, row.sessionId);
    return welcome(tx, caller, row.isReEntry === 1 ? 'already_in' : 'in', found, session);
  } catch (error) {
    if (error instanceof Problem && [404, 409].includes(error.status))
      throw conflict('see_desk', 'See the front desk.');
    throw error;
  }
};
