import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { later } from '../base/time/now.ts';
import { showChanged } from '../live/changes.ts';
import { SHOWN, shownAfter } from '../live/refresh.ts';
import { subscribeShared } from '../live/shared.ts';
import { isActing } from '../parts/desk/attendance.ts';

/** What the server says of a change: the type of its event, the ids of its records and its time. */
interface Change {
  readonly type: string;
  readonly bookingId?: string;
  readonly sessionId?: string;
  readonly clientId?: string;
  readonly packageId?: string;
}

/** Changes that come so soon after each other are read together. */
const TOGETHER_MS = 80;

/** Reads again what has changed: once for many changes, and not while an act of this page is under way. */
const readerOf = (queries: QueryClient) => {
  const keys = new Map<string, readonly string[]>();
  let endWait: (() => void) | undefined;
  const read = (): void => {
    endWait = undefined;
    if (isActing() || queries.isMutating() > 0) {
      endWait = later(read, TOGETHER_MS);
      return;
    }
    for (const key of keys.values()) void queries.invalidateQueries({ queryKey: key });
    keys.clear();
  };
  return {
    /** Marks keys of queries as changed. */
    mark: (changed: readonly (readonly string[])[]): void => {
      for (const key of changed) keys.set(key.join(' '), key);
      endWait ??= later(read, TOGETHER_MS);
    },
    end: (): void => endWait?.(),
  };
};

/** The keys of the queries that show a change; a roster is named by its class. */
const keysOf = ({ type, sessionId }: Change): string[][] =>
  shownAfter(type).map((key) => (key === 'roster' && sessionId !== undefined ? [key, sessionId] : [key]));

/** Follows the changes of a site as they happen, over one stream of all tabs. Returns whether the stream is open. */
export const useLive = (siteId: string): boolean => {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const reader = readerOf(queries);
    const onChange = (change: Change): void => {
      reader.mark(keysOf(change));
      const { bookingId, sessionId, packageId, clientId } = change;
      const row = bookingId ?? sessionId ?? packageId ?? clientId;
      if (row !== undefined) showChanged(bookingId === undefined || sessionId === undefined ? [row] : [row, sessionId]);
    };
    const end = subscribeShared(`/manage/live?location_id=${siteId}`, {
      onState: setOpen,
      onEvent: ({ type, data }) => {
        if (type === 'message') onChange(JSON.parse(data));
        else if (type === 'reset') reader.mark([...new Set(Object.values(SHOWN).flat())].map((key) => [key]));
        if (type !== 'end') return true;
        const { reason }: { readonly reason: string } = JSON.parse(data);
        // The rights may have changed, or no one is signed in anymore.
        if (reason === 'signed_out' || reason === 'rights_changed') reader.mark([['me']]);
        return reason !== 'signed_out';
      },
    });
    return () => {
      end();
      reader.end();
      setOpen(false);
    };
  }, [queries, siteId]);
  return isOpen;
};
