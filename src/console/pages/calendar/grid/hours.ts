import { wallHours, wallTime } from '../../../base/time/local-time.ts';
import type { Session } from '../../../parts/calendar/queries.ts';
import { lanesOf, type Span } from './lanes.ts';

/** The hours of a day that the calendar shows. */
export interface Hours {
  readonly from: number;
  readonly until: number;
}

const DAY = { from: 6, until: 21 };

/** The hours of a session on the wall clock of the day when it begins; past midnight they go on. */
const spanOf = (session: Session): Span => {
  const from = wallHours(wallTime(session.startTime, session.timezone));
  return { from, until: from + session.durationMinutes / 60 };
};

/** The whole hours in which there are sessions, with a little room, and at least a usual day. */
export const hoursOf = (sessions: readonly Session[]): Hours => {
  const spans = sessions.map(spanOf);
  const from = Math.min(DAY.from, ...spans.map((span) => Math.floor(span.from - 0.5)));
  const until = Math.max(DAY.until, ...spans.map((span) => Math.ceil(span.until + 0.25)));
  return { from: Math.max(0, from), until: Math.min(24, until) };
};

/** An hour of a day as a time: 18.5 is 18:30. */
export const timeOfHours = (hours: number): string => {
  const minutes = Math.round(hours * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/** Sessions with their hours, side by side where they overlap. */
export const placed = (sessions: readonly Session[]) =>
  lanesOf(
    sessions
      .map((session) => ({ session, ...spanOf(session) }))
      .toSorted((left, right) => left.from - right.from || right.until - left.until),
  );
