import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import type { Session } from '../../../parts/calendar/queries.ts';
import { isOverridable, useConflictText } from '../../../parts/session/change/conflict-words.ts';
import { say, sayWithUndo } from '../../../ui/overlays/toasts.tsx';

/** Where a session is to go. */
export interface Move {
  readonly session: Session;
  readonly startTime: string;
}

/** A move that the server refused, in its words. */
export interface RefusedMove extends Move {
  readonly text: string;
  readonly isOverridable: boolean;
}

/** Whether a move is asked first: someone is notified, or a schedule would move others too. */
const isAsked = ({ bookedCount, waitlistCount, heldCount, scheduleId }: Session): boolean =>
  bookedCount + waitlistCount + heldCount > 0 || scheduleId !== null;

const readSession = (id: string): Promise<Session> =>
  send(client.GET('/manage/sessions/{id}', { params: { path: { id } } }));

/** Moves sessions. One without people moves right away and can be undone; any other is asked about first. */
export const useMove = (zone: string) => {
  const t = useText();
  const textOf = useConflictText(zone);
  const { dayTime, localDate } = useFormats(zone);
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Move>();
  const [refused, setRefused] = useState<RefusedMove>();
  const filter = { queryKey: ['calendar', 'sessions'] };

  /** Draws a session at another time before the server has answered. */
  const draw = ({ session, startTime }: Move): void => {
    const endTime = new Date(Date.parse(startTime) + session.durationMinutes * 60_000).toISOString();
    const moved = { ...session, startTime, endTime, localDate: localDate(startTime) };
    queries.setQueriesData<readonly Session[]>(filter, (all) =>
      all?.map((each) => (each.id === session.id ? moved : each)),
    );
  };

  const refuse = (move: Move, error: unknown): void => {
    const text = t('calendar.moveRefused', { name: move.session.name, reason: textOf(error) });
    setRefused({ ...move, text, isOverridable: isOverridable(error) });
  };

  const put = async (move: Move, isAnyway: boolean): Promise<boolean> => {
    const { session, startTime } = move;
    setRefused(undefined);
    await queries.cancelQueries(filter);
    draw(move);
    try {
      const body = isAnyway ? { startTime, overrideConflicts: true, allowConflict: true } : { startTime };
      await send(client.PATCH('/manage/sessions/{id}', { params: { path: { id: session.id } }, body }));
      return true;
    } catch (error) {
      draw({ session, startTime: session.startTime });
      refuse(move, error);
      return false;
    } finally {
      void refresh('session');
    }
  };

  /** Undoes a move; whoever has booked since then is asked about, as before any other move. */
  const putBack = async (back: Move): Promise<void> => {
    const { id, name } = back.session;
    const now = await readSession(id).catch((error: unknown) => refuse(back, error));
    if (now === undefined) return;
    if (isAsked(now)) setAsked({ ...back, session: now });
    else if (await put(back, false)) say(t('calendar.movedBack', { name, when: dayTime(back.startTime) }));
  };

  const moveNow = async (move: Move, isAnyway = false): Promise<void> => {
    const { session, startTime } = move;
    const { name } = session;
    if (!(await put(move, isAnyway))) return;
    const back = { session: { ...session, startTime }, startTime: session.startTime };
    sayWithUndo(t('calendar.moved', { name, when: dayTime(startTime) }), () => void putBack(back));
  };

  return {
    move: (move: Move): void => {
      if (Date.parse(move.startTime) === Date.parse(move.session.startTime)) return;
      if (isAsked(move.session)) setAsked(move);
      else void moveNow(move);
    },
    asked,
    forget: () => setAsked(undefined),
    refused,
    accept: () => refused !== undefined && void moveNow(refused, true),
    leave: () => setRefused(undefined),
  };
};
