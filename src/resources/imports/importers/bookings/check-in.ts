import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalidParam, missingResource, requireRecent } from '../../../../kernel/problem.ts';
import { flag, line, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { addVisit } from '../../../bookings/status/visits.ts';
import { checkinPage } from '../../../checkins/queries.ts';
import { Checkin, type CheckinRow } from '../../../checkins/record.ts';
import { isVisit } from '../../../checkins/visits.ts';
import { checkinState } from '../../../exports/shapes.ts';
import { checkinWithVisit } from '../../../exports/view.ts';
import type { FactReactions } from '../../../reactions.ts';
import { Session } from '../../../sessions/record.ts';
import { clientReference, identityFields, packageReference, siteReference } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { visitColumns } from '../facts.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf, required, requireIdentity } from '../identity.ts';
import { clientOf, namedBooking, namedPackage, siteOf, usedPackageOf } from '../references.ts';
import { requireNoNewWords } from '../words.ts';

const ImportCheckin = object(() => ({
  ...Checkin.imported.properties,
  ...identityFields,
  ...clientReference,
  ...siteReference,
  ...packageReference,
  bookingExternalId: optional(nullable(line(255))),
  isVisit: optional(flag()),
  state: optional(Type.Partial(checkinState, { additionalProperties: false })),
}));

type Row = Static<typeof ImportCheckin>;

const find = finderOf(Checkin.rows.find, checkinPage);

/** Whether a check-in was valid, and why not. @throws Problem 400 when the two contradict. */
const resultOf = ({ status, statusCode }: Row): Pick<CheckinRow, 'status' | 'statusCode'> => {
  const code = statusCode ?? 'ok';
  const derived = code === 'ok' ? 'valid' : 'invalid';
  if (status === undefined || status === derived) return { status: derived, statusCode: code };
  throw invalidParam('statusCode', "'ok' is only allowed when 'status' is valid. Change 'statusCode' or 'status'.", {
    reason: 'contradiction',
  });
};

const sessionOf = (read: Read, caller: Caller, { sessionId }: Row, booked: string | undefined): string | null => {
  if (typeof sessionId !== 'string') return booked ?? null;
  if (booked !== undefined && booked !== sessionId) {
    throw invalidParam('sessionId', 'The booking belongs to another session. Correct the booking or the session.', {
      reason: 'contradiction',
    });
  }
  if (Session.lookUp(read, caller, sessionId) === undefined) throw missingResource('sessionId', 'session', sessionId);
  return sessionId;
};

/** Whether it is a visit of its own, as the row says or by the rules. @throws Problem 400 when it cannot be one. */
const visitOf = (tx: Tx, row: Row, made: CheckinRow): boolean => {
  if (row.isVisit !== true) return row.isVisit ?? isVisit(tx, made);
  if (made.status === 'valid' && made.bookingId === null && made.isReEntry === 0) return true;
  throw invalidParam(
    'isVisit',
    'A refused check-in, a re-entry, or a check-in with a booking does not count as a separate visit.',
    { reason: 'contradiction' },
  );
};

const create = (tx: Tx, caller: Caller, row: Row, _raising: Tx, reactions: FactReactions): string => {
  requireIdentity(row);
  const { checkedInAt } = required({ checkedInAt: row.checkedInAt }, 'Send when the client came.');
  const client = clientOf(tx, caller, row);
  requireNoNewWords(tx, client.id, row, [row.override?.reason]);
  const site = siteOf(tx, caller, row, client);
  const booking = namedBooking.find(tx, caller, row, client.id);
  const at = atCreation(tx, row.createdAt ?? checkedInAt);
  const { status, statusCode } = resultOf(row);
  const made = Checkin.make(at, row, {
    ...Checkin.restored(row),
    id: idOf(tx, row.id),
    clientId: client.id,
    siteId: site.id,
    status,
    statusCode,
    bookingId: booking?.id ?? null,
    sessionId: sessionOf(tx, caller, row, booking?.sessionId),
    packageId: usedPackageOf(tx, caller, client.id, row, booking?.hostBookingId)?.id ?? null,
    checkedInAt: requireRecent('checkedInAt', utc(checkedInAt)),
    message: row.message ?? (status === 'valid' ? 'Checked in.' : 'Refused.'),
    isReEntry: Number(row.isReEntry === true),
    updatedAt: utc(row.updatedAt) ?? at.now,
  });
  const counted = visitOf(tx, row, made);
  Checkin.rows.insert(tx, { ...made, isVisit: Number(counted) });
  if (counted) addVisit(tx, made, reactions, visitColumns(tx, caller, row.state?.visit));
  return made.id;
};

/** Check-ins are identified by id or external id. They never change. */
export const importCheckins = importFamily(ImportCheckin, {
  rights: { create: ['createCheckin'], update: ['createCheckin'] },
  find,
  create,
  references: [namedPackage, namedBooking],
  reach: (tx, caller, { id: own }) => Checkin.find(tx, caller, own),
  shown: (_tx, record) => checkinWithVisit(record),
});
