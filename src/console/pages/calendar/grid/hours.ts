import { wallHours, wallTime } from '../../../base/time/local-time.ts';
import type { Session } from '../../../parts/calendar/queries.ts';

/** Something with a begin and an end, in hours of a day. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** The place of something among what overlaps it. */
interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

/** Places what overlaps side by side; what overlaps nothing has the whole width. Spans are in order of their begin. */
const lanesOf = <Item extends Span>(items: readonly Item[]): readonly (Item & Lane)[] => {
  const placed: (Item & { lane: number; lanes: number })[] = [];
  let group: typeof placed = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  const closeGroup = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const each of group) each.lanes = lanes;
  };
  for (const item of items) {
    if (item.from >= groupEnd) {
      closeGroup();
      group = [];
      groupEnd = Number.NEGATIVE_INFINITY;
    }
    const taken = group.filter(({ until }) => until > item.from).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane += 1;
    const here = { ...item, lane, lanes: 1 };
    group.push(here);
    placed.push(here);
    groupEnd = Math.max(groupEnd, item.until);
  }
  closeGroup();
  return placed;
};

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
