import type { Read, Tx } from '../../database/database.ts';
import { unpack } from '../../database/json.ts';
import { mergeMetadata } from '../../database/metadata.ts';
import type { CheckinRow } from '../../database/tables/checkins.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { type Caller, reachesSite } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { checkIn as attend, checkInInstant } from '../bookings/status/attendance.ts';
import { recordVisit } from '../packages/credits/spend.ts';
import { Package } from '../packages/record.ts';
import type { Reactions } from '../reactions.ts';
import { sessionById } from '../sessions/queries.ts';
import { Staff } from '../staff/record.ts';
import { judge, pastOf } from './evaluate.ts';
import { checkinRows, countVisit, type Visitor, visitors } from './queries.ts';
import { arrivalOf } from './request.ts';
import type { CreateCheckinBody, Source, StatusCode } from './shapes.ts';

/** @throws Problem 404 when there is no such check-in or the caller may not see it. */
export const findCheckin = (read: Read, caller: Caller, id: string): CheckinRow => {
  const row = checkinRows.find(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('check-in', id);
  return row;
};

const instructorName = (read: Read, id: string | null | undefined): string | null => {
  const person = id === null || id === undefined ? undefined : Staff.rows.find(read, id);
  return person === undefined ? null : (person.displayName ?? `${person.firstName} ${person.lastName}`);
};

/** Tells of a check-in, in the words of today and in those of v1. */
const tell = (tx: Tx, row: CheckinRow, visitor: Visitor): void => {
  tx.raise(row.status === 'valid' ? 'checkin.created' : 'checkin.failed', row.siteId, {
    checkinId: row.id,
    clientId: row.clientId,
    bookingId: row.bookingId,
    sessionId: row.sessionId,
    checkedInAt: row.checkedInAt,
    source: upperSnake(row.source as Source),
    status: upperSnake(row.status as 'valid' | 'invalid'),
    statusCode: upperSnake(row.statusCode as StatusCode),
  });
  const session = row.sessionId === null ? undefined : sessionById(tx, row.sessionId);
  const held = row.packageId === null ? undefined : Package.rows.find(tx, row.packageId);
  const { id, status: _status, customProperties, ...person } = visitor;
  tx.raiseCheckIn({
    clientID: id,
    siteID: row.siteId,
    checkInTime: row.checkedInAt,
    ...person,
    packageName: held?.name ?? null,
    packageID: row.packageId,
    checkInStatus: row.status,
    checkInMessage: row.message,
    sessionType: session?.type ?? null,
    sessionName: session?.name ?? null,
    sessionID: row.sessionId,
    sessionStartTime: session?.startTime ?? null,
    SessionInstructor: instructorName(tx, session?.instructorId),
    customProperties: unpack<Record<string, unknown>>(customProperties) ?? {},
  });
};

/**
 * Writes a check-in, tells of it and counts it. A visit is what no other record counts: a first entry without a
 * booking, since one with a booking is counted by the booking that becomes attended.
 */
const record = (tx: Tx, visitor: Visitor, row: CheckinRow): CheckinRow => {
  checkinRows.insert(tx, row);
  tell(tx, row, visitor);
  if (row.status === 'invalid') return row;
  if (row.bookingId !== null) return row;
  if (row.isReEntry === 0) countVisit(tx, row.clientId, row.checkedInAt);
  if (row.packageId !== null) recordVisit(tx, row.packageId);
  return row;
};

/**
 * Records that a client came, whatever comes of it (rules.md "Check-in"): a refusal is stored with its reason, and a
 * booking that it finds open becomes attended.
 * @throws Problem 400 when the request names what does not exist or belong together, or a time too far ahead.
 */
export const checkIn = (tx: Tx, caller: Caller, body: CreateCheckinBody): CheckinRow => {
  const checkedInAt = checkInInstant(tx, body.checkedInAt);
  const arrival = arrivalOf(tx, caller, body, checkedInAt);
  const { attends, statusCode, message, isReEntry, bookingId, sessionId, packageId } = judge(tx, arrival);
  const row: CheckinRow = {
    id: tx.id(),
    clientId: arrival.visitor.id,
    siteId: arrival.site.id,
    bookingId,
    sessionId,
    packageId,
    checkedInAt,
    source: body.source ?? 'api',
    status: statusCode === 'ok' ? 'valid' : 'invalid',
    statusCode,
    message,
    isReEntry: Number(isReEntry),
    metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
    externalId: body.externalId ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  if (attends === undefined) return record(tx, arrival.visitor, row);
  let recorded = row;
  const bookingCheckedIn: Reactions['bookingCheckedIn'] = (_, attended) => {
    // Attending may have taken the credit of a package only now.
    recorded = record(tx, arrival.visitor, { ...row, packageId: attended.packageId ?? packageId });
    return recorded.id;
  };
  attend(tx, attends, { checkedInAt }, { bookingCheckedIn });
  return recorded;
};

/** Records the check-in of a booking that the desk has checked in through the booking itself. Returns its id. */
export const recordBookingCheckIn: Reactions['bookingCheckedIn'] = (tx, booking) => {
  const { id: bookingId, clientId, sessionId, siteId, packageId } = booking;
  const visitor = visitors.clientId(tx, clientId);
  const session = sessionById(tx, sessionId);
  if (visitor === undefined || session === undefined) {
    throw new Error(`the booking '${bookingId}' lacks its client or its session`);
  }
  const checkedInAt = booking.checkedInAt ?? tx.now;
  const row: CheckinRow = {
    id: tx.id(),
    clientId,
    siteId,
    bookingId,
    sessionId,
    packageId,
    checkedInAt,
    source: 'api',
    status: 'valid',
    statusCode: 'ok',
    message: `Checked in to ${session.name}.`,
    isReEntry: Number(pastOf(tx, clientId, siteId, checkedInAt).isRecent),
    metadata: null,
    externalId: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  return record(tx, visitor, row).id;
};
