import { queryOptions } from '@tanstack/react-query';
import { DAY_MS } from '../../../kernel/durations.ts';
import { allOf } from '../../api/all-pages.ts';
import { client, idempotencyKey, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../base/time/now.ts';

type Times = Pick<Schemas['Session'], 'status' | 'startTime' | 'endTime' | 'staffEditUntil'>;

/** Whether the desk may still book, substitute and correct: before a class, while it runs, and some hours after. */
export const isOpenToDesk = ({ status, staffEditUntil }: Pick<Times, 'status' | 'staffEditUntil'>): boolean =>
  status !== 'cancelled' && nowMs() < Date.parse(staffEditUntil);

/** Whether no one waits for a class anymore: who is added now was there. */
export const hasBegun = ({ startTime }: Pick<Times, 'startTime'>): boolean => nowMs() >= Date.parse(startTime);

export const isOver = ({ endTime }: Pick<Times, 'endTime'>): boolean => nowMs() >= Date.parse(endTime);

/** How far back classes are listed; the page of an earlier one is open to the desk too. */
const DAYS_BACK = 2;

/** The classes of a site that run, or have ended and can still be corrected, the latest first. @param today read again with each day. */
export const begunQuery = (siteId: string, today: string) =>
  queryOptions({
    queryKey: ['day', 'begun', siteId, today],
    queryFn: async () => {
      const now = nowMs();
      const query = {
        location_id: siteId,
        start_time_gte: new Date(now - DAYS_BACK * DAY_MS).toISOString(),
        start_time_lte: new Date(now).toISOString(),
        limit: 100,
        'expand[]': ['instructor'] as 'instructor'[],
      };
      const rows = await allOf((after) =>
        send(client.GET('/v2/sessions', { params: { query: { ...query, ...after } } })),
      );
      return rows.filter(isOpenToDesk).toReversed();
    },
  });

/** Checks in whoever was just added to a class that is over: they were there. Resolves to whether it is. */
export const checkInIfOver = async (session: Times, id: string): Promise<boolean> => {
  if (!isOver(session)) return false;
  const header = idempotencyKey();
  await send(client.POST('/v2/bookings/{id}/checkin', { params: { path: { id }, header }, body: {} }));
  return true;
};

/** Books at the desk. Whoever is added to a class that is over is checked in. */
export const bookAtDesk = async (session: Times, body: Schemas['CreateBookingRequest']) => {
  const booking = await send(client.POST('/v2/bookings', { params: { header: idempotencyKey() }, body }));
  return (await checkInIfOver(session, booking.id)) ? { ...booking, status: 'attended' as const } : booking;
};
