import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, client, idempotencyKey, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useMe } from '../../session/session.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say, sayWithUndo, unsayOf } from '../../ui/overlays/toasts.tsx';
import { checkInOrKeep, dropKeptCheckIn } from '../desk/offline-check-ins.ts';
import { settleEach } from '../desk/settle-each.ts';
import { type CancelChoice, type Entry, type Roster, rosterQuery, withChanged } from './queries.ts';
import { nameOf } from './words.ts';

/** What the server refused, with what would try it again. */
export interface RefusedAction {
  readonly text: string;
  readonly retry: () => void;
}

/** What is done with the bookings of a roster. Each act shows right away, and is taken back where the server refuses it. */
export interface Actions {
  readonly checkIn: (entries: readonly Entry[]) => void;
  readonly undo: (entries: readonly Entry[]) => void;
  readonly markNoShow: (entry: Entry) => void;
  readonly promote: (entry: Entry) => void;
  readonly waive: (entry: Entry) => void;
  readonly cancel: (entry: Entry, choice: CancelChoice) => Promise<boolean>;
  readonly bookAgain: (entry: Entry) => void;
  readonly refusal: RefusedAction | undefined;
  readonly dismiss: () => void;
}

const instant = (): string => new Date(nowMs()).toISOString();
const at = (id: string) => ({ params: { path: { id }, header: idempotencyKey() } });

export const useActions = (sessionId: string, zone: string): Actions => {
  const t = useText();
  const textOf = useErrorText();
  const { money, dayTime, list } = useFormats(zone);
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { id: staffId } = useMe().staff;
  const [refusal, setRefusal] = useState<RefusedAction>();
  const { queryKey } = rosterQuery(sessionId);

  /**
   * Shows a change right away, does it, and reads the roster again. What is refused is taken back, and named above the roster, with
   * the way to try it again alone. Returns what has become of the others.
   */
  const act = async <Done>(
    entries: readonly Entry[],
    change: (entry: Entry) => Partial<Entry>,
    work: (entry: Entry) => Promise<Done>,
    again: (refused: readonly Entry[]) => void,
  ) => {
    await queries.cancelQueries({ queryKey });
    const put = (changes: ReadonlyMap<string, Partial<Entry>>): void =>
      void queries.setQueryData<Roster>(queryKey, (roster) => roster && withChanged(roster, changes));
    put(new Map(entries.map((entry) => [entry.id, change(entry)])));
    setRefusal(undefined);
    const { done, refused } = await settleEach(entries, work);
    const back = refused.map(({ item }) => item);
    const [first] = refused;
    if (first !== undefined) {
      put(new Map(back.map((entry) => [entry.id, entry])));
      const name = list(back.map((entry) => nameOf(entry, t)));
      const isWaiting = first.error instanceof ApiError && first.error.isOffline;
      const text = isWaiting
        ? t('session.waits', { name })
        : t('session.refused', { name, reason: textOf(first.error) });
      setRefusal({ text, retry: () => again(back) });
    }
    void refresh('booking', 'checkin');
    return done;
  };

  const undo = async (entries: readonly Entry[]): Promise<void> => {
    const back = () => ({ status: 'confirmed', checkedInAt: null, noShowAt: null }) as const;
    const work = async ({ id }: Entry): Promise<void> => {
      if (!dropKeptCheckIn(id)) await send(client.POST('/manage/bookings/{id}/undo', at(id)));
    };
    unsayOf(entries.map(({ id }) => id));
    const [first] = await act(entries, back, work, (refused) => void undo(refused));
    if (first !== undefined) say(t('session.undone', { name: nameOf(first.item, t) }));
  };

  const checkIn = async (entries: readonly Entry[]): Promise<void> => {
    const here = () => ({ status: 'attended', checkedInAt: instant(), noShowAt: null }) as const;
    const work = (entry: Entry) => checkInOrKeep({ bookingId: entry.id, sessionId, name: nameOf(entry, t), staffId });
    const done = await act(entries, here, work, (refused) => void checkIn(refused));
    const own = done.flatMap(({ item, result }) => (result === 'already' ? [] : [item]));
    const [first] = own;
    if (first === undefined) return;
    const kept = done.filter(({ result }) => result === 'kept').length;
    const ids = own.map(({ id }) => id);
    const back = (): void => void undo(own);
    if (kept > 0) return sayWithUndo(t('shell.keptCheckIns', { count: kept }), back, undefined, ids);
    const name = nameOf(first, t);
    const isDropped = first.penalty?.status === 'pending';
    const one =
      first.status === 'noshow'
        ? t(isDropped ? 'session.cameToastFee' : 'session.cameToast', { name })
        : t('session.checkedIn', { name });
    const text = own.length > 1 ? t('session.checkedInAll', { count: own.length }) : one;
    sayWithUndo(text, back, undefined, ids);
  };

  const noShowText = (name: string, { fee }: Schemas['BookingNoShowPreview']): string => {
    if (fee === null) return t('session.markedNoShow', { name });
    const amount = money(fee.amount, fee.currency);
    return fee.chargedAt === null
      ? t('session.markedNoShowFeeOpen', { name, amount })
      : t('session.markedNoShowFee', { name, amount, when: dayTime(fee.chargedAt) });
  };

  const markNoShow = async (entry: Entry): Promise<void> => {
    const missing = () => ({ status: 'noshow', noShowAt: instant() }) as const;
    const path = '/v2/bookings/{id}/noshow';
    const work = async ({ id }: Entry) => {
      const preview = await send(client.POST(path, { params: { path: { id }, query: { dry_run: true } }, body: {} }));
      await send(client.POST(path, { ...at(id), body: {} }));
      return preview as Schemas['BookingNoShowPreview'];
    };
    const done = await act([entry], missing, work, () => void markNoShow(entry));
    const [first] = done;
    if (first === undefined) return;
    sayWithUndo(noShowText(nameOf(entry, t), first.result), () => void undo([entry]), undefined, [entry.id]);
  };

  const promote = async (entry: Entry): Promise<void> => {
    const seated = () => ({ status: 'confirmed', confirmedAt: instant() }) as const;
    const work = ({ id }: Entry) => send(client.POST('/manage/bookings/{id}/promote', { ...at(id), body: {} }));
    const done = await act([entry], seated, work, () => void promote(entry));
    if (done.length > 0) say(t('session.promoted', { name: nameOf(entry, t) }));
  };

  const waive = async (entry: Entry): Promise<void> => {
    const waived = ({ penalty }: Entry): Partial<Entry> =>
      penalty === null ? {} : { penalty: { ...penalty, status: 'waived' } };
    const work = ({ id }: Entry) => send(client.POST('/manage/bookings/{id}/waive-penalty', { ...at(id), body: {} }));
    const done = await act([entry], waived, work, () => void waive(entry));
    if (done.length > 0) say(t('session.waived', { name: nameOf(entry, t) }));
  };

  const bookAgain = async (entry: Entry): Promise<void> => {
    const body = { clientId: entry.clientId, sessionId, joinWaitlist: true };
    const work = () => send(client.POST('/v2/bookings', { params: { header: idempotencyKey() }, body }));
    unsayOf([entry.id]);
    const done = await act(
      [entry],
      () => ({}),
      work,
      () => void bookAgain(entry),
    );
    const booking = done[0]?.result;
    if (booking === undefined) return;
    const name = nameOf(entry, t);
    const position = booking.waitlist?.position ?? 0;
    say(
      booking.status === 'waitlisted'
        ? t('session.waitlisted', { name, position })
        : t('session.bookedPlain', { name }),
    );
  };

  const cancelledText = (entry: Entry, booking: Schemas['Booking']): string => {
    const name = nameOf(entry, t);
    if (entry.status === 'waitlisted') return t('session.offTheList', { name });
    if (booking.creditOutcome === 'restored') {
      return t('session.cancelledCredit', { name, count: Math.max(1, entry.creditsUsed) });
    }
    return t(booking.isLateCancel ? 'session.cancelledLateToast' : 'session.cancelledToast', { name });
  };

  const cancel = async (entry: Entry, choice: CancelChoice): Promise<boolean> => {
    const gone = () => ({ status: 'cancelled', cancelledAt: instant(), cancelledBy: 'staff' }) as const;
    const work = ({ id }: Entry) => send(client.POST('/v2/bookings/{id}/cancel', { ...at(id), body: choice }));
    const done = await act([entry], gone, work, () => void cancel(entry, choice));
    const booking = done[0]?.result;
    if (booking === undefined) return false;
    const text = cancelledText(entry, booking as Schemas['Booking']);
    sayWithUndo(text, () => void bookAgain(entry), t('session.bookAgain'), [entry.id]);
    return true;
  };

  return {
    checkIn: (entries) => void checkIn(entries),
    undo: (entries) => void undo(entries),
    markNoShow: (entry) => void markNoShow(entry),
    promote: (entry) => void promote(entry),
    waive: (entry) => void waive(entry),
    bookAgain: (entry) => void bookAgain(entry),
    cancel,
    refusal,
    dismiss: () => setRefusal(undefined),
  };
};
