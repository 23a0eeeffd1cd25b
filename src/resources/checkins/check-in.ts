import type { Read, Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { type Caller, staffIdOf } from '../../kernel/caller.ts';
import { unpack } from '../../records/json.ts';
import type { BookingRecord } from '../bookings/queries.ts';
import { checkIn as attend, checkInInstant } from '../bookings/status/attendance.ts';
import { addVisit } from '../bookings/status/visits.ts';
import { recordVisit } from '../packages/credits/spend.ts';
import { Package } from '../packages/record.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { type SessionRecord, sessionById } from '../sessions/queries.ts';
import { Staff } from '../staff/record.ts';
import { evaluate, previousEntry } from './evaluate.ts';
import { type CheckinClient, checkinClient } from './queries.ts';
import { Checkin, type CheckinRow } from './record.ts';
import { attemptOf } from './request.ts';
import type { CreateCheckinBody } from './shapes.ts';
import { isVisit } from './visits.ts';

const UNDO = `update "checkins" set "status" = 'invalid', "statusCode" = 'undone', "message" = 'Undone at the desk.',
    "updatedAt" = ? where "clientId" = ? and "status" = 'valid' and "checkedInAt" >= ? and "bookingId" = ?`;

/** Marks the check-ins of a booking as undone: they stay, and count no more. */
export const markUndone = (tx: Tx, { id, clientId, checkedInAt }: BookingRecord): void => {
  tx.db.query(UNDO).run(tx.now, clientId, checkedInAt ?? '', id);
};

const instructorName = (read: Read, id: string | null | undefined): string | null => {
  const person = id === null || id === undefined ? undefined : Staff.rows.find(read, id);
  return person === undefined ? null : (person.displayName ?? `${person.firstName} ${person.lastName}`);
};

/** Raises the event of a check-in, and the legacy one of v1. */
const raiseEvents = (tx: Tx, row: CheckinRow, client: CheckinClient, given: SessionRecord | undefined): void => {
  tx.raise(row.status === 'valid' ? 'checkin.created' : 'checkin.failed', row.siteId, {
    checkinId: row.id,
    clientId: row.clientId,
    bookingId: row.bookingId,
    sessionId: row.sessionId,
    checkedInAt: row.checkedInAt,
    source: upperSnake(row.source),
    status: upperSnake(row.status),
    statusCode: upperSnake(row.statusCode),
  });
  const session = row.sessionId === null ? undefined : (given ?? sessionById(tx, row.sessionId));
  const sold = row.packageId === null ? undefined : Package.rows.find(tx, row.packageId);
  const { id, status: _status, homeLocationId: _home, customProperties, ...person } = client;
  tx.raiseCheckIn({
    clientID: id,
    siteID: row.siteId,
    checkInTime: row.checkedInAt,
    ...person,
    packageName: sold?.name ?? null,
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
 * Stores a check-in with its events, and counts it when it is a visit.
 * @param session its session, if it is known.
 * @param store writes the row: by default a new one.
 */
export const storeCheckin = (
  tx: Tx,
  client: CheckinClient,
  given: CheckinRow,
  reactions: FactReactions,
  session?: SessionRecord,
  store: (row: CheckinRow) => void = (row) => Checkin.rows.insert(tx, row),
): CheckinRow => {
  const row: CheckinRow = { ...given, isVisit: Number(isVisit(tx, given)) };
  store(row);
  raiseEvents(tx, row, client, session);
  if (row.status === 'invalid' || row.bookingId !== null) return row;
  if (row.packageId !== null) recordVisit(tx, row.packageId);
  if (row.isVisit === 1) addVisit(tx, row, reactions);
  return row;
};

/**
 * Checks a client in (rules.md "Check-in"). An attempt that is not allowed is stored too, as invalid with its reason; a
 * booking that fits becomes attended.
 * @throws Problem 400 when the request names records that do not exist or belong together, or a time too far ahead.
 */
export const checkIn = (tx: Tx, caller: Caller, body: CreateCheckinBody, reactions: FactReactions): CheckinRow => {
  const checkedInAt = checkInInstant(tx, body.checkedInAt);
  const attempt = attemptOf(tx, caller, body, checkedInAt, reactions);
  const { attends, isReEntry, ...evaluation } = evaluate(tx, attempt);
  const row = Checkin.make(tx, body, {
    ...evaluation,
    clientId: attempt.client.id,
    siteId: attempt.site.id,
    checkedInAt,
    status: evaluation.statusCode === 'ok' ? 'valid' : 'invalid',
    isReEntry: Number(isReEntry),
    checkedInByStaffId: staffIdOf(caller),
  });
  if (attends === undefined) return storeCheckin(tx, attempt.client, row, reactions);
  let stored = row;
  const bookingCheckedIn: Reactions['bookingCheckedIn'] = (_, attended) => {
    // A package may have paid for the booking only now.
    const paid = { ...row, packageId: attended.packageId ?? row.packageId };
    stored = storeCheckin(tx, attempt.client, paid, reactions);
    return stored.id;
  };
  attend(tx, attends, { checkedInAt }, { ...reactions, bookingCheckedIn });
  return stored;
};

/** Stores the check-in of a booking that has become attended by a request of its own. Returns its id. */
export const recordBookingCheckIn =
  (reactions: FactReactions): Reactions['bookingCheckedIn'] =>
  (tx, booking, by) => {
    const { id: bookingId, clientId, sessionId, siteId, packageId } = booking;
    const client = checkinClient.clientId(tx, clientId);
    const session = sessionById(tx, sessionId);
    if (client === undefined || session === undefined) {
      throw new Error(`the booking '${bookingId}' lacks its client or its session`);
    }
    const checkedInAt = booking.checkedInAt ?? tx.now;
    const given = {
      clientId,
      siteId,
      bookingId,
      sessionId,
      packageId,
      checkedInAt,
      source: by?.source ?? 'api',
      checkedInByStaffId: by?.staffId ?? null,
      status: 'valid',
      statusCode: 'ok',
      message: `Checked in to ${session.name}.`,
      isReEntry: Number(previousEntry(tx, clientId, siteId, checkedInAt).isRecent),
    } as const;
    return storeCheckin(tx, client, Checkin.make(tx, {}, given), reactions, session).id;
  };
