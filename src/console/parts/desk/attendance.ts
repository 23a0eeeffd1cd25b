import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { client, idempotencyKey, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { isOwnChange } from '../../live/changes.ts';
import { refreshIn } from '../../live/refresh.ts';
import { useMe } from '../../session/session.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say, sayWithUndo, unsayOf } from '../../ui/overlays/toasts.tsx';
import { type Entry, type Roster, withChanged } from '../session/queries.ts';
import { checkInOrKeep, dropKeptCheckIn } from './offline-check-ins.ts';

/** The booking of someone, as far as an act of the desk needs it. */
export interface BookingRef {
  readonly id: string;
  readonly sessionId: string;
  /** Who it is. */
  readonly name: string;
}

type Attendance = 'confirmed' | 'attended' | 'noshow';
type Latest = ResponseOf<'listLatest'>;
type Sessions = ResponseOf<'listSessions'>['data'];

const COUNTED = { attended: 'attendedCount', noshow: 'noShowCount' } as const;

const counted = (sessions: Sessions, sessionId: string, from: Attendance, to: Attendance): Sessions =>
  sessions.map((session) => {
    if (session.id !== sessionId) return session;
    const next = { ...session };
    if (from !== 'confirmed') next[COUNTED[from]] -= 1;
    if (to !== 'confirmed') next[COUNTED[to]] += 1;
    return next;
  });

const fieldsOf = (status: Attendance): Partial<Entry> => {
  const now = new Date(nowMs()).toISOString();
  return {
    status,
    checkedInAt: status === 'attended' ? now : null,
    noShowAt: status === 'noshow' ? now : null,
  };
};

const UNDONE: readonly string[] = ['checked_in', 'no_show'];

/** What happened just now, without what is taken back. */
const withoutUndone = (latest: Latest | undefined, ids: readonly string[], to: Attendance): Latest | undefined =>
  latest === undefined || to !== 'confirmed'
    ? latest
    : {
        ...latest,
        entries: latest.entries.filter(
          ({ bookingId, type }) => bookingId === null || !ids.includes(bookingId) || !UNDONE.includes(type),
        ),
      };

const isSessions = (data: unknown): data is Sessions => Array.isArray(data);

/** Shows bookings of a session as they will be, right away. Returns what shows them as they were. */
const show = (
  queries: QueryClient,
  sessionId: string,
  bookingIds: readonly string[],
  from: Attendance,
  to: Attendance,
): (() => void) => {
  isOwnChange(bookingIds);
  const rosterKey = ['roster', sessionId];
  void queries.cancelQueries({ queryKey: rosterKey });
  void queries.cancelQueries({ queryKey: ['day'] });
  const roster = queries.getQueryData<Roster>(rosterKey);
  void queries.cancelQueries({ queryKey: ['latest'] });
  const days = queries.getQueriesData({ queryKey: ['day'] });
  const latest = queries.getQueriesData<Latest>({ queryKey: ['latest'] });
  if (roster !== undefined) {
    const fields = fieldsOf(to);
    queries.setQueryData<Roster>(rosterKey, withChanged(roster, new Map(bookingIds.map((id) => [id, fields]))));
  }
  for (const [key, data] of days) {
    if (!isSessions(data)) continue;
    let shown = data;
    for (const _id of bookingIds) shown = counted(shown, sessionId, from, to);
    queries.setQueryData(key, shown);
  }
  for (const [key, data] of latest) queries.setQueryData(key, withoutUndone(data, bookingIds, to));
  return () => {
    queries.setQueryData(rosterKey, roster);
    for (const [key, data] of [...days, ...latest]) queries.setQueryData(key, data);
  };
};

/** Actions that are under way. What they show is read again only after the last of them, so that no answer shows an older state. */
let underWay = 0;

const acting = async <Done>(queries: QueryClient, rollBack: () => void, send: () => Promise<Done>): Promise<Done> => {
  underWay += 1;
  try {
    return await send();
  } catch (error) {
    rollBack();
    throw error;
  } finally {
    underWay -= 1;
    if (underWay === 0) void refreshIn(queries, 'booking', 'checkin');
  }
};

/** Whether an act is under way whose result would be read too early. */
export const isActing = (): boolean => underWay > 0;

/** The last act on each booking. The next one waits for it, and it is not reported once another has followed. */
const lastActions = new Map<string, Promise<unknown>>();

/** Does something with bookings after what was done with them before. Returns whether it was the last act on them. */
const inTurn = async (ids: readonly string[], send: () => Promise<unknown>): Promise<boolean> => {
  const act = Promise.allSettled(ids.flatMap((id) => lastActions.get(id) ?? [])).then(send);
  for (const id of ids) lastActions.set(id, act);
  const isLast = (): boolean => ids.every((id) => lastActions.get(id) === act);
  try {
    await act;
    return isLast();
  } finally {
    if (isLast()) for (const id of ids) lastActions.delete(id);
  }
};

const noShow = (id: string) =>
  send(client.POST('/v2/bookings/{id}/noshow', { params: { path: { id }, header: idempotencyKey() }, body: {} }));

const undo = async (id: string): Promise<void> => {
  if (dropKeptCheckIn(id)) return;
  await send(client.POST('/manage/bookings/{id}/undo', { params: { path: { id }, header: idempotencyKey() } }));
};

/** What the desk does with who is booked: shown right away, taken back when the server refuses, and undone where it can be. */
export const useAttendance = () => {
  const t = useText();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id: staffId } = useMe().staff;

  const undone = async (bookings: readonly BookingRef[], from: Attendance): Promise<void> => {
    const [first] = bookings;
    if (first === undefined) return;
    const ids = bookings.map(({ id }) => id);
    unsayOf(ids);
    const rollBack = show(queries, first.sessionId, ids, from, 'confirmed');
    const isLast = await acting(queries, rollBack, () => inTurn(ids, () => Promise.all(ids.map(undo))));
    if (isLast) say(t('shell.undone'));
  };
  const undoLater = (bookings: readonly BookingRef[], from: Attendance) => () => {
    undone(bookings, from).catch((error: unknown) => say(errorText(error)));
  };
  const become = async (
    bookings: readonly BookingRef[],
    to: 'attended' | 'noshow',
    work: (booking: BookingRef) => Promise<unknown>,
    text: () => string,
  ): Promise<void> => {
    const [first] = bookings;
    if (first === undefined) return;
    const ids = bookings.map(({ id }) => id);
    const rollBack = show(queries, first.sessionId, ids, 'confirmed', to);
    const isLast = await acting(queries, rollBack, () => inTurn(ids, () => Promise.all(bookings.map(work))));
    if (isLast) sayWithUndo(text(), undoLater(bookings, to), undefined, ids);
  };

  return {
    /** Checks people of one class in. */
    checkIn: (bookings: readonly BookingRef[]): Promise<void> => {
      const [first] = bookings;
      const count = bookings.length;
      let kept = 0;
      const work = async ({ id, ...others }: BookingRef): Promise<void> => {
        if (await checkInOrKeep({ ...others, bookingId: id, staffId })) kept += 1;
      };
      return become(bookings, 'attended', work, () => {
        if (kept > 0) return t('shell.keptCheckIns', { count: kept });
        return count === 1 && first !== undefined
          ? t('words.checkedIn', { name: first.name })
          : t('words.checkedInMany', { count });
      });
    },
    /** Marks people of one class as no-shows. */
    markNoShow: (bookings: readonly BookingRef[]): Promise<void> => {
      const [first] = bookings;
      const count = bookings.length;
      const text =
        count === 1 && first !== undefined ? t('words.noShow', { name: first.name }) : t('words.noShowMany', { count });
      return become(
        bookings,
        'noshow',
        ({ id }) => noShow(id),
        () => text,
      );
    },
    /** Takes check-ins or no-shows of one class back. */
    undo: undone,
  };
};
