import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { chooseCredit } from '../../src/resources/packages/credits/choose.ts';
import { bookingSettings } from '../../src/resources/settings/queries.ts';
import type { Row, State } from './state.ts';
import type { World } from './world.ts';

const settingsOf = ({ studio }: World, session: Row) => {
  const schedule = studio.db.query('select bookingPolicyOverrides as own from schedules where id = ?');
  const { own } = (schedule.get(session.scheduleId) ?? { own: null }) as { own: string | null };
  return bookingSettings(studio.store.view(), session.siteId, own);
};

/** Whether somebody in line may have a seat, read from the rules once more and in another way than the program's. */
export const mayHaveSeat = (world: World, state: State, row: Row): boolean => {
  const session = state.sessions.get(row.sessionId) as Row;
  const status = state.clients.get(row.clientId)?.status;
  if (status === 'suspended' || status === 'archived') return false;
  const isElsewhere = [...state.bookings.values()].some((other) => {
    const there = state.sessions.get(other.sessionId) as Row;
    const isOther = other.clientId === row.clientId && other.sessionId !== row.sessionId;
    const overlaps = there.startTime < session.endTime && there.endTime > session.startTime;
    return isOther && other.status === 'confirmed' && overlaps;
  });
  if (isElsewhere && !settingsOf(world, session).allowOverlappingBookings) return false;
  const facts = {
    siteId: session.siteId,
    category: session.category,
    startTime: session.startTime,
    creditCost: session.creditCost,
  };
  return row.requiresCredit === 0 || chooseCredit(world.studio.store.view(), row.clientId, facts) !== undefined;
};

/** Whether seats of a session go to its line by themselves now. */
export const movesByItself = (world: World, state: State, session: Row): boolean => {
  const { waitlistPromotionMode: mode, waitlistCutoffMinutes, lateCancelWindowMinutes } = settingsOf(world, session);
  if (session.cancelledAt !== null || mode === 'manual' || session.startTime <= state.now) return false;
  const left = (Date.parse(session.startTime) - Date.parse(state.now)) / MINUTE_MS;
  const cutoff = waitlistCutoffMinutes ?? lateCancelWindowMinutes;
  return mode === 'automatic' ? left >= cutoff : left > cutoff;
};

/** Whether a free seat of a session is anybody's now: inside the cut-off, unless seats are the desk's. */
export const isAnybodys = (world: World, state: State, session: Row): boolean => {
  const isNotStarted = session.cancelledAt === null && session.startTime > state.now;
  return (
    isNotStarted &&
    settingsOf(world, session).waitlistPromotionMode !== 'manual' &&
    !movesByItself(world, state, session)
  );
};
