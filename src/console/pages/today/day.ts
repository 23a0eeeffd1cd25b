import type { SeatCounts } from '../../ui/notices/seats.tsx';
import type { DaySession } from './queries.ts';

/** Where a class is in its day. `next` are the classes that start first from now on. */
type SlotState = 'past' | 'running' | 'next' | 'later' | 'cancelled';

export interface Slot {
  readonly session: DaySession;
  readonly state: SlotState;
}

/** People who are expected and have not come yet. */
export const expectedCount = ({ bookedCount, attendedCount, noShowCount }: DaySession): number =>
  Math.max(0, bookedCount - attendedCount - noShowCount);

/** The seats of a class. People who hold an offer wait too; they are drawn once, as held seats. */
export const seatCounts = (session: DaySession): SeatCounts => ({
  here: session.attendedCount,
  expected: expectedCount(session),
  held: session.heldCount,
  missing: session.noShowCount,
  capacity: session.capacity,
  waiting: session.waitlistCount,
});

const stateOf = (session: DaySession, now: number, nextStart: string | undefined): SlotState => {
  if (session.status === 'cancelled') return 'cancelled';
  if (Date.parse(session.endTime) <= now) return 'past';
  if (Date.parse(session.startTime) <= now) return 'running';
  return session.startTime === nextStart ? 'next' : 'later';
};

/** The classes of a day with their states. Only today has running and next ones. */
export const slotsOf = (sessions: readonly DaySession[], now: number, isToday: boolean): Slot[] => {
  const nextStart = isToday
    ? sessions.find(({ status, startTime }) => status !== 'cancelled' && Date.parse(startTime) > now)?.startTime
    : undefined;
  return sessions.map((session) => ({ session, state: stateOf(session, now, nextStart) }));
};

/** Whether a slot is before the line of now: what has ended, runs, or would have begun. */
export const isBeforeNow = ({ session, state }: Slot, now: number): boolean =>
  state === 'past' || state === 'running' || (state === 'cancelled' && Date.parse(session.startTime) <= now);

export interface DayTotals {
  readonly classes: number;
  readonly booked: number;
  readonly came: number;
  readonly waiting: number;
}

/** The numbers in the head of the page. */
export const totalsOf = (sessions: readonly DaySession[]): DayTotals => {
  const held = sessions.filter(({ status }) => status !== 'cancelled');
  const sum = (of: (session: DaySession) => number): number => held.reduce((total, session) => total + of(session), 0);
  return {
    classes: held.length,
    booked: sum(({ bookedCount }) => bookedCount),
    came: sum(({ attendedCount }) => attendedCount),
    waiting: sum(({ waitlistCount }) => waitlistCount),
  };
};

/** Slots that stand in one line together, or one slot. */
export interface Group {
  readonly key: string;
  readonly slots: readonly Slot[];
}

/** A day with more classes than this is folded by hour, except what is open. */
const FOLDED_FROM = 16;

const isOpen = ({ state }: Slot): boolean => state === 'running' || state === 'next';

/** The lines of a day: each class, or in a long day the classes of an hour together. */
export const groupsOf = (slots: readonly Slot[]): Group[] => {
  if (slots.length <= FOLDED_FROM) return slots.map((slot) => ({ key: slot.session.id, slots: [slot] }));
  const groups: { key: string; slots: Slot[] }[] = [];
  for (const slot of slots) {
    const hour = slot.session.localStartTime.slice(0, 2);
    const last = groups.at(-1);
    const [first] = last?.slots ?? [];
    const joins =
      first !== undefined &&
      !isOpen(first) &&
      !isOpen(slot) &&
      first.session.localStartTime.slice(0, 2) === hour &&
      (first.state === 'past') === (slot.state === 'past');
    if (joins) last?.slots.push(slot);
    else groups.push({ key: slot.session.id, slots: [slot] });
  }
  return groups;
};
