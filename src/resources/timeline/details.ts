// What the entries of a page have besides, in one query for each kind of record.

import type { Read } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { freeCancelUntil } from '../bookings/deadlines.ts';
import { bookingById } from '../bookings/queries.ts';
import { type Entry, groupOf } from './entries.ts';
import type { Kind } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

const NAME = `(select coalesce("displayName", "firstName" || ' ' || "lastName") from "staff" where "staff"."id" =`;
const IDS = '(select "value" from json_each($ids))';

const BOOKINGS = `select b."id", b."status", b."channel", b."bookingSource", p."name" "packageName", b."creditsUsed",
    b."creditOutcome", b."isLateCancel", b."cancelledBy", b."cancelReason", s."id" "sessionId", s."name", s."startTime",
    s."roomName", s."instructorId", ${NAME} s."instructorId") "instructorName"
  from "bookings" b join "sessions" s on s."id" = b."sessionId" left join "packages" p on p."id" = b."packageId"
  where b."id" in ${IDS}`;
const CHECKINS = `select c."id", c."status", c."statusCode", c."message", c."source", c."isReEntry", s."id" "sessionId",
    s."name", s."startTime", s."roomName", s."instructorId", ${NAME} s."instructorId") "instructorName"
  from "checkins" c left join "sessions" s on s."id" = c."sessionId" where c."id" in ${IDS}`;
const PAYMENT = ['id', 'amount', 'currency', 'amountRefunded', 'status', 'paymentMethod', 'purpose', 'description'];
const PAYMENT_COLUMNS = [...PAYMENT, 'invoiceNumber'].map((name) => `'${name}', p."${name}"`).join(', ');
const PAYMENT_FIELDS = `${PAYMENT_COLUMNS}, 'paymentMethodDetails', json(p."paymentMethodDetails")`;
const PAYMENTS = `select p."id", json_object(${PAYMENT_FIELDS}) "payment" from "payments" p where p."id" in ${IDS}`;
const REFUNDS = `select r."id", r."amount", r."currency", r."status", r."reason", r."createdByStaffId" "staffId",
    ${NAME} r."createdByStaffId") "staffName", json_object(${PAYMENT_FIELDS}) "payment"
  from "refunds" r join "payments" p on p."id" = r."paymentId" where r."id" in ${IDS}`;
const PACKAGE = ['id', 'name', 'type', 'status', 'creditsTotal', 'creditsRemaining', 'expiresAt', 'planId'];
const PACKAGE_COLUMNS = PACKAGE.map((name) => `'${name}', k."${name}"`).join(', ');
const PACKAGES = `select k."id", json_object(${PACKAGE_COLUMNS}) "package" from "packages" k where k."id" in ${IDS}`;
const LEDGER = `select l."id", l."delta", l."balance", l."note", l."staffId", ${NAME} l."staffId") "staffName",
    json_object(${PACKAGE_COLUMNS}) "package"
  from "creditLedger" l join "packages" k on k."id" = l."packageId" where l."id" in ${IDS}`;
const AWARDS = `select g."id", a."id" "awardId", a."name", a."badgeUrl" from "awardGrants" g
  join "awards" a on a."id" = g."awardId" where g."id" in ${IDS}`;
const MESSAGES = `select m."id", m."kind", m."channel", m."status", m."subject", m."toEmail", m."errorCode", m."errorMessage" from "messages" m
  where m."id" in ${IDS}`;
const EVENTS = `select e."id", e."type", e."actor", ${NAME} e."actor") "staffName",
    (select json_group_array("key") from json_each(e."body" -> '$.data.changes')) "fields"
  from "events" e where e."id" in ${IDS}`;

type Row = Readonly<Record<string, string | number | null>> & { readonly id: string };

const rowsOf = (read: Read, statement: string, ids: readonly string[]): Row[] =>
  ids.length === 0 ? [] : read.db.query<Row, { ids: string }>(statement).all({ ids: JSON.stringify(ids) });

const sessionIn = (row: Row): Fields | null =>
  row.sessionId === null
    ? null
    : {
        id: row.sessionId,
        name: row.name,
        startTime: row.startTime,
        roomName: row.roomName,
        instructorId: row.instructorId,
        instructorName: row.instructorName,
      };

/** Until when a booking that is ahead may be canceled free of charge. */
const deadlineOf = (read: Read, { id, status, startTime }: Row): string | null => {
  if (status !== 'confirmed' || epochOf(String(startTime)) <= read.nowMs) return null;
  const booking = bookingById(read, id);
  return booking === undefined ? null : freeCancelUntil(read, booking);
};

const ofBooking = (read: Read, row: Row): Fields => {
  const { id, status, channel, bookingSource, packageName, creditsUsed, creditOutcome } = row;
  const { isLateCancel, cancelledBy, cancelReason } = row;
  return {
    booking: {
      id,
      status,
      channel,
      bookingSource,
      packageName,
      creditsUsed,
      creditOutcome,
      cancelledBy,
      cancelReason,
      isLateCancel: isLateCancel === 1,
      freeCancelUntil: deadlineOf(read, row),
    },
    session: sessionIn(row),
  };
};

const ofCheckin = (_read: Read, row: Row): Fields => {
  const { id, status, statusCode, message, source, isReEntry } = row;
  return {
    checkin: { id, status, statusCode, message, source, isReEntry: isReEntry === 1 },
    session: sessionIn(row),
  };
};

const parsed = (text: string | number | null | undefined): Fields => JSON.parse(String(text));

interface Loader {
  readonly statement: string;
  fields(read: Read, row: Row): Fields;
}

const booking: Loader = { statement: BOOKINGS, fields: ofBooking };
const ofPackage: Loader = { statement: PACKAGES, fields: (_, row) => ({ package: parsed(row.package) }) };

const LOADERS: Readonly<Partial<Record<Kind, Loader>>> = {
  booking_made: booking,
  booking_promoted: booking,
  booking_cancelled: booking,
  booking_attended: booking,
  booking_no_show: booking,
  checkin: { statement: CHECKINS, fields: ofCheckin },
  award_earned: {
    statement: AWARDS,
    fields: (_, { awardId, name, badgeUrl }) => ({ award: { id: awardId, name, badgeUrl } }),
  },
  payment: { statement: PAYMENTS, fields: (_, row) => ({ payment: parsed(row.payment) }) },
  refund: {
    statement: REFUNDS,
    fields: (_, { id, amount, currency, status, reason, staffId, staffName, payment }) => ({
      refund: { id, amount, currency, status, reason, staffId, staffName },
      payment: parsed(payment),
    }),
  },
  package_sold: ofPackage,
  package_cancelled: ofPackage,
  credits_adjusted: {
    statement: LEDGER,
    fields: (_, { delta, balance, note, staffId, staffName, package: held }) => ({
      credits: { delta, balance, note, staffId, staffName },
      package: parsed(held),
    }),
  },
  message: { statement: MESSAGES, fields: (_, row) => ({ message: row }) },
  client_changed: {
    statement: EVENTS,
    fields: (_, { type, actor, staffName, fields }) => ({
      change: { type, actor, staffName, mergedClientId: null, fields: JSON.parse(String(fields)) },
    }),
  },
};

const NOTHING: Fields = {
  booking: null,
  session: null,
  checkin: null,
  payment: null,
  refund: null,
  package: null,
  credits: null,
  award: null,
  message: null,
  change: null,
};

/** What an entry has whose record says nothing more. */
const bare = ({ kind, recordId }: Entry): Fields =>
  kind === 'client_merged'
    ? { change: { type: 'client.merged', fields: [], mergedClientId: recordId, actor: null, staffName: null } }
    : {};

export const timelineView = (read: Read, clientId: string, entries: readonly Entry[]): ((entry: Entry) => object) => {
  const loaded = new Map<Loader, ReadonlyMap<string, Row>>();
  for (const loader of new Set(entries.flatMap(({ kind }) => LOADERS[kind] ?? []))) {
    const ids = entries.flatMap(({ kind, recordId }) => (LOADERS[kind] === loader ? [recordId] : []));
    loaded.set(loader, new Map(rowsOf(read, loader.statement, [...new Set(ids)]).map((row) => [row.id, row])));
  }
  return (entry) => {
    const { id, kind, at, siteId, recordId } = entry;
    const loader = LOADERS[kind];
    const row = loader && loaded.get(loader)?.get(recordId);
    const own = loader === undefined || row === undefined ? bare(entry) : loader.fields(read, row);
    return { id, object: 'timeline_entry', kind, group: groupOf(kind), at, clientId, siteId, ...NOTHING, ...own };
  };
};
