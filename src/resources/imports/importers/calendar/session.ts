import type { Read, Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import { type Caller, canAccessSite } from '../../../../kernel/caller.ts';
import { invalid, invalidParam, missingDetail } from '../../../../kernel/problem.ts';
import { object, optional, type Static } from '../../../../kernel/schemas.ts';
import { sessionState } from '../../../exports/shapes.ts';
import { requiredSite } from '../../../named-sites.ts';
import { instructorParams } from '../../../schedules/checks.ts';
import { Schedule } from '../../../schedules/record.ts';
import { sessionById } from '../../../sessions/queries.ts';
import { Session, type SessionRow } from '../../../sessions/record.ts';
import { timeColumns } from '../../../sessions/rules.ts';
import { managedViews } from '../../../sessions/view.ts';
import { bookingSettings } from '../../../settings/queries.ts';
import { identityFields } from '../../shapes.ts';
import { sessionAt } from '../bookings/session.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { idOf, insertOnce } from '../identity.ts';
import { unknownPeople } from '../references.ts';
import { sharedRoom } from './shared-room.ts';

const ImportSession = object(() => ({
  ...Session.imported.properties,
  ...identityFields,
  state: optional(sessionState),
}));

type Row = Static<typeof ImportSession>;

/** The schedule may have moved since; past sessions stay. @throws Problem 400 for what the caller may not see. */
const checkReferences = (read: Read, caller: Caller, row: Row): void => {
  const { scheduleId, originalInstructorId } = row;
  const isSeen = Schedule.lookUp(read, caller, scheduleId) !== undefined;
  const details = [
    ...(typeof scheduleId === 'string' && !isSeen ? [missingDetail('scheduleId', 'schedule', scheduleId)] : []),
    ...unknownPeople(read, caller, [
      ...instructorParams(row),
      ...(originalInstructorId ? [['originalInstructorId', originalInstructorId] as const] : []),
    ]),
  ];
  if (details.length > 0) throw invalid(details);
};

/** The waitlist of a session; null where the settings say the same, so that it continues following them. */
const waitlistOf = (tx: Tx, row: SessionRow): Pick<SessionRow, 'waitlistEnabled' | 'waitlistCapacity'> => {
  const overrides = Schedule.rows.find(tx, row.scheduleId ?? '')?.bookingPolicyOverrides ?? null;
  const { waitlistEnabled, waitlistDefaultCapacity } = bookingSettings(tx, row.siteId, overrides);
  return {
    waitlistEnabled: row.waitlistEnabled === Number(waitlistEnabled) ? null : row.waitlistEnabled,
    waitlistCapacity: row.waitlistCapacity === waitlistDefaultCapacity ? null : row.waitlistCapacity,
  };
};

/** What the session's `state` says; for one of another system what follows from its times. */
const stateColumns = (tx: Tx, row: SessionRow, state: Row['state']): Partial<SessionRow> => {
  if (state === undefined) {
    // Its end raises no event here.
    const completedAt = row.cancelledAt !== null || row.endTime > tx.now ? null : row.endTime;
    return { completedAt, ...waitlistOf(tx, row) };
  }
  return { completedAt: state.isCompleted ? row.endTime : null, ...Session.restored(state) };
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  const { id: given, createdAt, updatedAt, scheduleId, occurrenceKey, timezone, ...others } = row;
  const { originalInstructorId, isModified, cancelledAt, cancelReason, state, ...fields } = others;
  const body = requireValid(Session.create, fields);
  const site = requiredSite(tx, caller, body);
  checkReferences(tx, caller, row);
  const at = atCreation(tx, createdAt);
  const times = timeColumns(body.startTime, body.durationMinutes, timezone ?? site.timezone);
  const slot = occurrenceKey ?? `${times.localDate}T${times.localStartTime}`;
  const made: SessionRow = {
    ...Session.make(at, body, { id: idOf(tx, given), siteId: site.id, occurrenceKey: slot, ...times }),
    ...Session.restored({ scheduleId, originalInstructorId, isModified, cancelledAt, cancelReason }),
    updatedAt: utc(updatedAt) ?? at.now,
  };
  insertOnce(tx, Session, { ...made, ...stateColumns(tx, made, state) }, () => {
    const message = `The schedule already has a session at ${slot}. Send its ID, or leave this row out.`;
    return invalidParam('occurrenceKey', message, { reason: 'not_accepted' });
  });
  return made.id;
};

/** The session of a row: by its id, else by its name, time and site. */
const find = (read: Read, row: Row, caller: Caller): SessionRow | undefined => {
  const { id: given, name, startTime, siteId, locationId } = row;
  if (given !== undefined) return Session.rows.find(read, given);
  const place = siteId ?? locationId;
  if (name === undefined || startTime === undefined || place === undefined) return undefined;
  if (!canAccessSite(caller, place)) return undefined;
  const found = sessionAt(read, place, { name, startTime });
  return found === undefined ? undefined : Session.rows.find(read, found);
};

/** Sessions are identified by id, or by name, time and site. An existing session changes by PATCH only. */
export const importSessions = importFamily(ImportSession, {
  rights: {
    create: ['createSession'],
    also: ({ cancelledAt }) => (typeof cancelledAt === 'string' ? ['cancelSession'] : []),
    update: ['updateSession'],
  },
  find,
  create,
  note: (tx, id) => sharedRoom(tx, 'session', id),
  reach: (tx, caller, { id: own }) => Session.find(tx, caller, own),
  shown(tx, { id: own }) {
    const found = sessionById(tx, own);
    if (found === undefined) throw new Error(`the session '${own}' is gone`);
    return managedViews(tx)(found);
  },
});
