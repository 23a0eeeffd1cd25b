import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useAttendance } from '../../parts/desk/attendance.ts';
import { lastPlansQuery } from '../../parts/desk/last-plans.ts';
import { isSoon } from '../../parts/desk/soon.ts';
import { closePalette } from '../../ui/keys/palette-state.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import type { Item } from './items.ts';
import type { FoundClient } from './search.ts';

/** What has just been done for a client, shown until the server says so too. */
type Changes = ReadonlyMap<string, Pick<FoundClient, 'booking' | 'act'>>;

/** What the palette does. An act that the server refuses leaves the palette open, with the server's words. */
export const useActions = (formats: Formats) => {
  const t = useText();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { checkIn } = useAttendance();
  const [changes, setChanges] = useState<Changes>(new Map());
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const change = (id: string, to: Pick<FoundClient, 'booking' | 'act'> | undefined): void =>
    setChanges((before) => {
      const next = new Map(before);
      if (to === undefined) next.delete(id);
      else next.set(id, to);
      return next;
    });

  /** Does something once, however often the key is pressed meanwhile. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const checkInClient = ({ id, fullName, booking, act }: FoundClient): Promise<void> =>
    once(async () => {
      const { bookingId, sessionId } = act;
      if (bookingId === null || sessionId === null) return;
      if (booking !== null) {
        const here = { ...booking, status: 'attended', checkedInAt: new Date(nowMs()).toISOString() } as const;
        change(id, { booking: here, act: { type: 'open', bookingId: null, sessionId: null } });
      }
      try {
        await checkIn([{ id: bookingId, sessionId, name: fullName }]);
      } catch (error) {
        change(id, undefined);
        throw error;
      }
      closePalette();
    });

  const book = ({ id, fullName, nextSession }: FoundClient): Promise<void> =>
    once(async () => {
      if (nextSession === null) return;
      const { id: sessionId, name: sessionName, startTime, endTime } = nextSession;
      const made = await send(
        client.POST('/v2/bookings', { params: { header: idempotencyKey() }, body: { clientId: id, sessionId } }),
      );
      void refresh('booking');
      const time = formats.time(startTime);
      if (!isSoon(startTime, nowMs())) {
        say(t('palette.booked', { name: fullName, what: t('palette.classAt', { name: sessionName, time }) }));
        closePalette();
        return;
      }
      // The client is at the desk: checking in keeps the focus.
      change(id, {
        booking: {
          id: made.id,
          sessionId,
          sessionName,
          startTime,
          endTime,
          status: 'confirmed',
          checkedInAt: null,
          waitlistPosition: null,
          offerExpiresAt: null,
        },
        act: { type: 'check_in', bookingId: made.id, sessionId },
      });
    });

  const sell = async ({ id, act, nextSession }: FoundClient, isBooked: boolean): Promise<void> => {
    const session = isBooked ? (act.sessionId ?? nextSession?.id) : undefined;
    // Known before the page opens, which chooses the plan that was bought last.
    await queries.ensureQueryData(lastPlansQuery(id)).catch(() => undefined);
    closePalette();
    await navigate({
      to: '/sell',
      search: { client: id, ...(session === undefined ? {} : { session }) },
    });
  };

  const openProfile = ({ id }: FoundClient): void => {
    closePalette();
    void navigate({ to: '/clients/$clientId/{-$tab}', params: { clientId: id } });
  };

  const actOn = (found: FoundClient): void => {
    switch (found.act.type) {
      case 'check_in':
        return void checkInClient(found);
      case 'book':
        return void book(found);
      case 'sell_and_book':
        return void sell(found, true);
      case 'sell':
        return void sell(found, false);
      default:
        return void openProfile(found);
    }
  };

  /** Does what an item is for. */
  const run = (item: Item): void => {
    switch (item.kind) {
      case 'client':
        return void actOn(item.client);
      case 'session':
        closePalette();
        return void navigate({ to: '/sessions/$sessionId', params: { sessionId: item.session.id } });
      case 'page':
        closePalette();
        return void navigate({ to: item.section.to });
      case 'new':
        closePalette();
        return void navigate({ to: '/clients', search: { new: item.text } });
    }
  };

  return {
    run,
    checkIn: (found: FoundClient) => void checkInClient(found),
    book: (found: FoundClient) => void book(found),
    sell: (found: FoundClient) => void sell(found, false),
    openProfile,
    /** A client with what has just been done. */
    current: (found: FoundClient): FoundClient => ({ ...found, ...changes.get(found.id) }),
    refusal,
    dismiss: () => setRefusal(undefined),
  };
};

export type Actions = ReturnType<typeof useActions>;
