import type { Read, Tx } from '../../database/database.ts';
import { unpackPairs } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import { isTaken } from '../../database/query.ts';
import type { BookingRow } from '../../database/tables/bookings.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { type Caller, reachesSite, requireScope, requireSite } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { conflict, type Detail, invalid, notFound, Problem } from '../../kernel/problem.ts';
import { chooseCredit, noEligiblePackage, sourceOf } from '../packages/credits/choose.ts';
import { Package, type PackageRow } from '../packages/record.ts';
import { type SessionRecord, sessionById } from '../sessions/queries.ts';
import { bookingSettings } from '../settings/queries.ts';
import { pay, UNPAID } from './credits.ts';
import { affairsOf, boundOf, refusalOf, type Side, studioOf } from './member/limits.ts';
import {
  type Booker,
  type BookingRecord,
  bookerById,
  bookingById,
  countForClient,
  countSeats,
  followSession,
  insertBooking,
  isBooked,
  type Seats,
  seatsOf,
  setBooking,
} from './queries.ts';
import type { CreateBookingBody, UpdateBookingBody } from './shapes.ts';
import { freeSeats, names, tellSeats } from './transitions.ts';
import { caughtUp } from './waitlist/promote.ts';
import { hasSeat, joiningAt, lineState, policyOf } from './waitlist/waitlist.ts';

/** @throws Problem 404 when there is no such booking or the caller may not see it. */
export const findBooking = (read: Read, caller: Caller, id: string): BookingRecord => {
  const row = bookingById(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('booking', id);
  return row;
};

const alreadyBooked = (): Problem =>
  conflict('already_booked', 'The client already has a booking of this session. Use that one, or cancel it first.');

/** Whether there is a package that a body may name; members know of none but their own. */
const isThere = (tx: Tx, { clientId, packageId }: CreateBookingBody, { isBound }: Side): boolean => {
  if (packageId === undefined || packageId === null) return true;
  const row = Package.rows.find(tx, packageId);
  return row !== undefined && !(isBound && row.clientId !== clientId);
};

/** Whether a member may know of a session: one of the site they are at, and a private one only when booked in it. */
const isSeen = (tx: Tx, { siteId }: Caller, clientId: string, seats: Seats): boolean =>
  seats.siteId === siteId && (sessionById(tx, seats.id)?.isPrivate === 0 || isBooked(tx, seats.id, clientId));

/** What a body names, or everything that is missing at once. */
const partiesOf = (tx: Tx, caller: Caller, body: CreateBookingBody, side: Side): { booker: Booker; seats: Seats } => {
  const { clientId, sessionId, packageId } = body;
  const booker = bookerById(tx, clientId);
  const found = seatsOf(tx, sessionId);
  const seats = found !== undefined && side.isBound && !isSeen(tx, caller, clientId, found) ? undefined : found;
  const isPaid = isThere(tx, body, side);
  if (booker !== undefined && seats !== undefined && isPaid) return { booker, seats };
  const missing = (param: string, kind: string, id: string): Detail => ({
    param,
    code: 'resource_missing',
    message: `There is no ${kind} with the id '${id}'. Send the id of an existing ${kind}.`,
  });
  throw invalid([
    ...(booker === undefined ? [missing('clientId', 'client', clientId)] : []),
    ...(seats === undefined ? [missing('sessionId', 'session', sessionId)] : []),
    ...(isPaid ? [] : [missing('packageId', 'package', String(packageId))]),
  ]);
};

const requireMayBook = ({ status }: Booker): void => {
  if (status === 'suspended') {
    throw conflict('client_suspended', 'The client is suspended and may not book. Make the client active first.');
  }
  if (status === 'archived') {
    throw conflict('client_archived', 'The client is archived and may not book. Restore the client first.');
  }
};

const FULL = {
  open: "Its waiting list is open: send 'joinWaitlist': true to join it.",
  full: 'Its waiting list is full too. Choose another session.',
  closed: 'It has no waiting list. Choose another session.',
} as const;

const sessionFull = (seats: Seats, line: keyof typeof FULL): Problem => {
  const why = freeSeats(seats) === 0 ? 'Every seat is taken.' : 'Its free seats are for those who wait already.';
  const message = `The session is full. ${why} ${FULL[line]}`;
  return conflict('session_full', message, [{ param: 'sessionId', code: `waitlist_${line}`, message }]);
};

/** Whether a new booking gets a seat or waits (rules.md "Create"). @throws Problem 409 when it can do neither. */
const placeFor = (tx: Tx, seats: Seats, body: CreateBookingBody): 'confirmed' | 'waitlisted' => {
  if (body.overrideCapacity === true) return 'confirmed';
  if (hasSeat(tx, seats, () => policyOf(tx, seats))) return 'confirmed';
  const line = lineState(seats, policyOf(tx, seats));
  if (body.joinWaitlist !== true) throw sessionFull(seats, line);
  if (line === 'open') return 'waitlisted';
  throw conflict(`waitlist_${line}`, `The session is full. ${FULL[line]}`);
};

/** How a booking is made, where it is not the studio that books and a package that pays. */
export interface Terms {
  readonly id?: string;
  readonly side?: Side;
  /** It is paid for by card; whether a seat is kept for it, which the caller has just let go. */
  readonly paid?: { readonly isHeld: boolean };
}

/** What a new booking is to be, once nothing is against it. */
interface Plan {
  readonly booker: Booker;
  readonly seats: Seats;
  readonly status: 'confirmed' | 'waitlisted';
  readonly requiresCredit: boolean;
  /** What pays for it; of somebody who waits only what the body names. */
  readonly credit: PackageRow | undefined;
}

/** @throws Problem 409 `package_not_eligible` for a package that is named, `no_eligible_package` where one is required. */
const creditFor = (tx: Tx, booker: Booker, seats: Seats, body: CreateBookingBody, isRequired: () => boolean) => {
  const credit = chooseCredit(tx, booker.id, seats, body.packageId ?? undefined);
  if (credit === undefined && isRequired()) throw noEligiblePackage(tx, booker.id, seats);
  return credit;
};

/** @throws Problem 409 for what binds members: the window, how much they may book, and what they do at that time. */
const requireWithinBounds = (tx: Tx, booker: Booker, { id }: Seats): void => {
  const session = sessionById(tx, id) as SessionRecord;
  const policy = bookingSettings(tx, session.siteId, session.overrides);
  const bound = boundOf(tx, session, policy, affairsOf(tx, booker.id, [session]));
  if (bound !== undefined) throw refusalOf(bound, session, policy);
};

const planOf = (tx: Tx, booker: Booker, found: Seats, body: CreateBookingBody, { side, paid }: Terms): Plan => {
  const isBound = side?.isBound === true;
  requireMayBook(booker);
  if (isBound) requireWithinBounds(tx, booker, found);
  const unpaid = { credit: undefined, requiresCredit: false };
  // The seat that was kept is for nobody else: the line is not asked.
  if (paid?.isHeld === true) return { booker, seats: found, status: 'confirmed', ...unpaid };
  const seats = caughtUp(tx, found);
  const status = placeFor(tx, seats, body);
  if (paid !== undefined) return { booker, seats, status, ...unpaid };
  const isRequired = () => {
    const { requireCredit, memberRequiresCredit } = policyOf(tx, seats);
    return isBound ? memberRequiresCredit : (body.requireCredit ?? requireCredit);
  };
  if (status === 'confirmed') {
    return { booker, seats, status, credit: creditFor(tx, booker, seats, body, isRequired), requiresCredit: false };
  }
  const requiresCredit = isRequired();
  const isNamed = typeof body.packageId === 'string';
  const credit = isNamed || requiresCredit ? creditFor(tx, booker, seats, body, () => requiresCredit) : undefined;
  return { booker, seats, status, credit: isNamed ? credit : undefined, requiresCredit };
};

const newBooking = (tx: Tx, caller: Caller, plan: Plan, body: CreateBookingBody, terms: Terms): BookingRow => {
  const { seats, status, requiresCredit, credit } = plan;
  const isWaiting = status === 'waitlisted';
  const { channel } = terms.side ?? studioOf(caller);
  return {
    id: terms.id ?? tx.id(),
    clientId: body.clientId,
    sessionId: seats.id,
    siteId: seats.siteId,
    status,
    channel,
    startTime: seats.startTime,
    bookedAt: tx.now,
    confirmedAt: isWaiting ? null : tx.now,
    cancelledAt: null,
    checkedInAt: null,
    noShowAt: null,
    cancelledBy: null,
    cancelReason: null,
    isLateCancel: 0,
    penalty: null,
    notes: body.notes ?? null,
    metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
    externalId: body.externalId ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
    ...UNPAID,
    ...(terms.paid === undefined ? {} : { bookingSource: 'drop_in' }),
    ...(credit === undefined ? {} : { bookingSource: sourceOf(credit), packageId: credit.id }),
    requiresCredit: Number(requiresCredit),
    joinedAt: isWaiting ? joiningAt(tx, seats) : null,
    offeredAt: null,
    offerExpiresAt: null,
    holdsSeat: 0,
    promotedAt: null,
    graceUntil: null,
    lastSkipReason: null,
    desk: null,
  };
};

/** Runs what may refuse a booking: that the client is booked already comes before whatever else is wrong. */
const unlessBooked = <T>(tx: Tx, booker: Booker, seats: Seats, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (isTaken(error)) throw alreadyBooked();
    throw error instanceof Problem && isBooked(tx, seats.id, booker.id) ? alreadyBooked() : error;
  }
};

const tellNew = (tx: Tx, row: BookingRow, { seats, status }: Plan): void => {
  const told = { ...names(row), status: upperSnake(status) };
  const bookingSource = upperSnake(row.bookingSource as 'unpaid');
  tx.raise('booking.created', row.siteId, { ...told, bookingSource });
  if (status === 'confirmed') return;
  tx.raise('booking.waitlisted', row.siteId, { ...told, waitlistPosition: seats.waitlistedCount + 1 });
};

/** The plan of a booking that nothing is against, but for the client's being booked already. */
const planned = <T>(tx: Tx, caller: Caller, body: CreateBookingBody, terms: Terms, work: (plan: Plan) => T): T => {
  if (body.overrideCapacity === true) requireScope(caller, 'bookings:override_capacity');
  const { booker, seats: found } = partiesOf(tx, caller, body, terms.side ?? studioOf(caller));
  requireSite(caller, found.siteId);
  requireSite(caller, booker.homeLocationId);
  if (found.cancelledAt !== null) {
    throw conflict('session_cancelled', 'The session is cancelled. Choose another session.');
  }
  if (tx.now >= found.startTime) {
    throw conflict('session_started', 'The session has started. Choose one that lies ahead.');
  }
  return unlessBooked(tx, booker, found, () => work(planOf(tx, booker, found, body, terms)));
};

/** Refuses what `book` would refuse, and books nothing; answers the seats as they are. @throws Problem as `book`. */
export const requireBookable = (tx: Tx, caller: Caller, body: CreateBookingBody, terms: Terms): Seats =>
  planned(tx, caller, body, terms, ({ booker, seats }) => {
    if (isBooked(tx, seats.id, booker.id)) throw alreadyBooked();
    return seats;
  });

/**
 * Books a client into a session, or puts them in its line (rules.md "Booking"). The unique index over live bookings
 * guards against a second one, so that only a refusal asks whether there is one.
 * @throws Problem 400 `resource_missing`, 403, or 409 in the order of the rules.
 */
export const book = (tx: Tx, caller: Caller, body: CreateBookingBody, terms: Terms = {}): BookingRecord => {
  const [plan, row] = planned(tx, caller, body, terms, (made) => {
    const fresh = newBooking(tx, caller, made, body, terms);
    insertBooking(tx, fresh);
    return [made, fresh] as const;
  });
  const { seats, status, credit } = plan;
  countSeats(tx, seats.id, undefined, status);
  countForClient(tx, row.clientId, undefined, status, false);
  tellNew(tx, row, plan);
  const record: BookingRecord = { ...row, rescheduledId: null, overrides: seats.overrides };
  if (status === 'waitlisted') return record;
  // A seat that was kept for it was taken before, to everybody who looked.
  const before = terms.paid?.isHeld === true ? { ...seats, offersHeld: seats.offersHeld + 1 } : seats;
  tellSeats(tx, before, { ...seats, confirmedCount: seats.confirmedCount + 1 });
  if (credit === undefined) return record;
  const paid = pay(tx, row.id, seats, credit);
  setBooking(tx, row.id, paid);
  return { ...record, ...paid };
};

/** The columns of a booking that the desk may change, as its record shows them. */
const shown = ({ externalId, metadata }: BookingRow) => ({ externalId, metadata: unpackPairs(metadata) });

/** Changes what is noted of a booking. Notes are for the desk alone: no event tells them. */
export const updateBooking = (tx: Tx, row: BookingRecord, body: UpdateBookingBody): BookingRecord => {
  const { metadata, ...plain } = body;
  const columns = { ...plain, ...(metadata === undefined ? {} : { metadata: mergeMetadata(row.metadata, metadata) }) };
  if (!isChanged(changesBetween(row, { ...row, ...columns }))) return row;
  const next: BookingRecord = { ...row, ...columns, updatedAt: tx.now };
  setBooking(tx, row.id, { ...columns, updatedAt: tx.now });
  const difference = changesBetween(shown(row), shown(next));
  if (isChanged(difference)) tx.raise('booking.updated', row.siteId, { ...names(row), ...difference });
  return next;
};

/** What bookings keep of their session follows it to another time or site. */
export const moveBookings = followSession;
