import { type Me, useCan, useMe } from '../../session/session.ts';
import type { Session } from './queries.ts';

/** What a person may do with a session. */
export interface Rights {
  readonly book: boolean;
  readonly checkIn: boolean;
  readonly noShow: boolean;
  readonly cancel: boolean;
  readonly promote: boolean;
  readonly waive: boolean;
  readonly overCapacity: boolean;
  readonly sell: boolean;
  readonly substitute: boolean;
  readonly change: boolean;
  readonly cancelClass: boolean;
  readonly openClients: boolean;
}

type Led = Pick<Session, 'instructorId' | 'additionalInstructorIds'>;

/** Whether the person leads the session. */
const isOwn = ({ instructorId, additionalInstructorIds }: Led, { staff }: Me): boolean =>
  instructorId === staff.id || additionalInstructorIds.includes(staff.id);

/** Says of a session whether the person may read who comes. */
export const useOpensRoster = (): ((session: Led) => boolean) => {
  const me = useMe();
  const can = useCan();
  return (session) => can('bookings:read') || isOwn(session, me);
};

/** What the person may do with a session. The server asks again with each act. */
export const useRights = (session: Session): Rights => {
  const me = useMe();
  const can = useCan();
  const own = isOwn(session, me);
  return {
    book: can('bookings:create'),
    checkIn: can('bookings:check_in') || (own && can('bookings:check_in_own_sessions')),
    noShow: can('bookings:no_show') || (own && can('bookings:no_show_own_sessions')),
    cancel: can('bookings:cancel'),
    promote: can('bookings:write'),
    waive: can('bookings:waive_penalty'),
    overCapacity: can('bookings:override_capacity'),
    sell: can('packages:sell') && can('clients:read'),
    // Who may teach instead is chosen among the people who work here.
    substitute: can('sessions:substitute') && can('staff:read'),
    change: can('sessions:write'),
    cancelClass: can('sessions:cancel'),
    openClients: can('clients:read'),
  };
};
