import { hasPermission, staffIdOf } from '../../../kernel/caller.ts';
import { unpackList } from '../../../records/json.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { mayRead } from '../rights.ts';
import { confirmedIn, openOffers, sessionsToClose } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

const MOST_PEOPLE = 50;

type Led = Pick<SessionRow, 'instructorId' | 'additionalInstructorIds'>;

/** Whether the caller leads a session and reads its roster. */
const leads = ({ caller }: DecisionContext, { instructorId, additionalInstructorIds }: Led): boolean => {
  const staffId = staffIdOf(caller);
  if (staffId === null || !hasPermission(caller, 'clients:read_own_rosters')) return false;
  return instructorId === staffId || unpackList<string>(additionalInstructorIds).includes(staffId);
};

const readable = <Row extends Led>(asked: DecisionContext, rows: readonly Row[]): readonly Row[] =>
  mayRead(asked.caller, 'booking') ? rows : rows.filter((row) => leads(asked, row));

export const offers = (asked: DecisionContext): Draft[] =>
  readable(asked, openOffers(asked.read, asked.site.id)).map((row) =>
    draft('offer', row.id, {
      title: row.sessionName,
      dueAt: row.offerExpiresAt,
      startTime: row.startTime,
      sessionId: row.sessionId,
      people: [{ clientId: row.clientId, bookingId: row.id }],
      actions: asked.mayDo('promoteBooking', 'cancelBooking'),
    }),
  );

export const notCome = (asked: DecisionContext): Draft[] => {
  const { read, caller, mayDo } = asked;
  const rows = readable(asked, sessionsToClose(read, asked.sinceYesterday));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const missing = Map.groupBy(confirmedIn(read, ids), ({ sessionId }) => sessionId);
  const own = (permission: string, operation: string) => (hasPermission(caller, permission) ? [operation] : []);
  const actions = mayRead(caller, 'booking')
    ? mayDo('markNoShow', 'checkInBooking')
    : [
        ...own('bookings:no_show_own_sessions', 'markNoShow'),
        ...own('bookings:check_in_own_sessions', 'checkInBooking'),
      ];
  return rows.map((row) =>
    draft('not_come', row.id, {
      title: row.name,
      dueAt: row.noShowsDueAt,
      startTime: row.startTime,
      sessionId: row.id,
      people: (missing.get(row.id) ?? [])
        .slice(0, MOST_PEOPLE)
        .map(({ id, clientId }) => ({ clientId, bookingId: id })),
      peopleCount: row.confirmedCount,
      actions,
    }),
  );
};
