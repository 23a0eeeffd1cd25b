import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * What shows a kind of record: the first words of the keys of its queries. A kind is the first word of the events that tell its
 * changes; a change that no event tells has a kind of its own.
 */
export const SHOWN = {
  award: ['awards'],
  booking: [
    'day',
    'session',
    'roster',
    'decisions',
    'latest',
    'client',
    'clients',
    'calendar',
    'timeline',
    'search',
    'messages',
  ],
  challenge: ['challenge', 'challenges'],
  checkin: ['day', 'session', 'roster', 'latest', 'client', 'clients', 'timeline', 'decisions', 'checkins', 'search'],
  client: ['clients', 'client', 'decisions', 'roster', 'latest', 'timeline', 'search', 'messages'],
  household: ['client', 'clients', 'decisions', 'households'],
  instructor: ['instructors', 'reports'],
  leaderboard: ['boards'],
  package: ['client', 'clients', 'roster', 'decisions', 'latest', 'timeline', 'search', 'messages'],
  payment: ['decisions', 'latest', 'client', 'clients', 'timeline', 'payments', 'messages', 'receipt'],
  payment_method: ['client'],
  schedule: ['timetable', 'calendar', 'day', 'session', 'roster'],
  session: ['day', 'session', 'roster', 'calendar', 'decisions', 'search', 'messages', 'timetable'],
  settings: ['settings', 'me'],
  site: ['site', 'me', 'calendar', 'day'],
  staff: ['instructors', 'staff', 'me'],
  webhook: ['decisions', 'webhooks'],
  api_key: ['keys'],
  backup: ['backups', 'running-backup'],
  browser_session: ['staff'],
  client_list: ['clients'],
  content: ['content', 'content-media'],
  discount_code: ['codes'],
  email_text: ['mail-texts'],
  kiosk: ['kiosks'],
  message: ['messages', 'timeline'],
  oauth_client: ['oauth-clients'],
  passkey: ['me', 'passkeys'],
  plan: ['plans'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A kind of record that changes. */
export type Changed = keyof typeof SHOWN;

const isChanged = (kind: string): kind is Changed => Object.hasOwn(SHOWN, kind);

/** What shows the records whose event has some type. */
export const shownAfter = (type: string): readonly string[] => {
  const [kind = ''] = type.split('.');
  return isChanged(kind) ? SHOWN[kind] : [];
};

/** Of a query that asks what an act would do: it is not asked again once the act is done. */
export const PREVIEW = { isPreview: true } as const;

/** Reads again what shows records that have changed. Ends when what is on the page is read. */
export const refreshIn = async (queries: QueryClient, ...kinds: readonly Changed[]): Promise<void> => {
  const words = new Set<string>(kinds.flatMap((kind) => SHOWN[kind]));
  await queries.invalidateQueries({
    predicate: ({ queryKey: [word], meta }) => words.has(String(word)) && meta !== PREVIEW,
  });
};

/** Reads again what shows records of the kinds that an act has changed. */
export const useRefresh = (): ((...kinds: readonly Changed[]) => Promise<void>) => {
  const queries = useQueryClient();
  return useCallback((...kinds) => refreshIn(queries, ...kinds), [queries]);
};

/** Reads everything again, after a change that many pages show. */
export const useRefreshAll = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
};
