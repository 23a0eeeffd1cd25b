import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, client, idempotencyKey, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { isOwnChange } from '../../live/changes.ts';
import { refreshIn } from '../../live/refresh.ts';
import { useMe } from '../../session/session.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say, sayWithUndo, unsayOf } from '../../ui/overlays/toasts.tsx';
import { type Entry, type Roster, withChanged } from '../session/queries.ts';
import { checkInOrKeep, dropKeptCheckIn } from './offline-check-ins.ts';
import { settleEach } from './settle-each.ts';

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

const acting = async <Done>(queries: QueryClient, send: () => Promise<Done>): Promise<Done> => {
  underWay += 1;
  try {
    return await send();
  } finally {
    underWay -= 1;
    if (underWay === 0) void refreshIn(queries, 'booking', 'checkin');
  }
};

/** Whether an act is under way whose result would be read too early. */
export const isActing = (): boolean => underWay > 0;

/** The last act on each booking. The next one waits for it, and it is not reported once another has followed. */
const lastActions = new Map<string, Promise<unknown>>();

/** Does something with bookings after what was done with them before. Returns its result, and whether it was the last act on them. */
const inTurn = async <Done>(ids: readonly string[], send: () => Promise<Done>) => {
  const act = Promise.allSettled(ids.flatMap((id) => lastActions.get(id) ?? [])).then(send);
  for (const id of ids) lastActions.set(id, act);
  const isLast = (): boolean => ids.every((id) => lastActions.get(id) === act);
  try {
    const result = await act;
    return { result, isLast: isLast() };
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
  const { list } = useFormats();
  const { id: staffId } = useMe().staff;

  /**
   * Does something with bookings of one class: shown right away, and taken back for those that the server refuses.
   * @param told says what was done, unless something was done with them since
   * @throws ApiError the first refusal, with the names where several people were meant
   */
  const change = async <Done>(
    bookings: readonly BookingRef[],
    [from, to]: readonly [Attendance, Attendance],
    work: (booking: BookingRef) => Promise<Done>,
    told: (done: readonly { readonly item: BookingRef; readonly result: Done }[]) => void,
  ): Promise<void> => {
    const [first] = bookings;
    if (first === undefined) return;
    const ids = bookings.map(({ id }) => id);
    const showAll = (those: readonly string[]) => show(queries, first.sessionId, those, from, to);
    const rollBack = showAll(ids);
    const { result, isLast } = await acting(queries, () =>
      inTurn(ids, async () => {
        const settled = await settleEach(bookings, work);
        if (settled.refused.length === 0) return settled;
        rollBack();
        if (settled.done.length > 0) showAll(settled.done.map(({ item }) => item.id));
        return settled;
      }),
    );
    if (isLast && result.done.length > 0) told(result.done);
    const [refusal] = result.refused;
    if (refusal === undefined) return;
    const { error } = refusal;
    if (!(error instanceof ApiError) || bookings.length === 1) throw error;
    const name = list(result.refused.map(({ item }) => item.name));
    throw new ApiError(error.status, error.code, t('session.refused', { name, reason: errorText(error) }));
  };
  const undone = (bookings: readonly BookingRef[], from: Attendance): Promise<void> => {
    unsayOf(bookings.map(({ id }) => id));
    return change(
      bookings,
      [from, 'confirmed'],
      ({ id }) => undo(id),
      () => say(t('shell.undone')),
    );
  };
  const sayDone = (text: string, bookings: readonly BookingRef[], from: Attendance): void => {
    const takeBack = (): void => {
      undone(bookings, from).catch((error: unknown) => say(errorText(error)));
    };
    sayWithUndo(
      text,
      takeBack,
      undefined,
      bookings.map(({ id }) => id),
    );
  };

  return {
    /** Checks people of one class in. */
    checkIn: (bookings: readonly BookingRef[]): Promise<void> =>
      change(
        bookings,
        ['confirmed', 'attended'],
        ({ id, ...others }) => checkInOrKeep({ ...others, bookingId: id, staffId }),
        (done) => {
          const own = done.flatMap(({ item, result }) => (result === 'already' ? [] : [item]));
          const [first] = own;
          if (first === undefined) return;
          const kept = done.filter(({ result }) => result === 'kept').length;
          const one = t('words.checkedIn', { name: first.name });
          const text = own.length === 1 ? one : t('words.checkedInMany', { count: own.length });
          sayDone(kept > 0 ? t('shell.keptCheckIns', { count: kept }) : text, own, 'attended');
        },
      ),
    /** Marks people of one class as no-shows. */
    markNoShow: (bookings: readonly BookingRef[]): Promise<void> =>
      change(
        bookings,
        ['confirmed', 'noshow'],
        ({ id }) => noShow(id),
        (done) => {
          const [first] = done;
          const text =
            done.length === 1 && first !== undefined
              ? t('words.noShow', { name: first.item.name })
              : t('words.noShowMany', { count: done.length });
          sayDone(
            text,
            done.map(({ item }) => item),
            'noshow',
          );
        },
      ),
    /** Takes check-ins or no-shows of one class back. */
    undo: undone,
  };
};
