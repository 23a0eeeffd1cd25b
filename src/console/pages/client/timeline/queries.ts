import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Entry = Schemas['TimelineEntry'];

/** What people look for in a timeline: all of it, or a group. */
export const GROUPS = ['visits', 'money', 'messages', 'changes'] as const;
export type Group = (typeof GROUPS)[number];

const PAGE = 30;

/** What happened to a client, the latest first. */
export const timelineQuery = (clientId: string, group: Group | undefined) =>
  infiniteQueryOptions({
    queryKey: ['timeline', clientId, group ?? 'all'],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/clients/{id}/timeline', {
          params: {
            path: { id: clientId },
            query: {
              limit: PAGE,
              ...(group === undefined ? {} : { group }),
              ...(pageParam === '' ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Whether a payment and the package that it bought, which happened together, are shown as a single entry. */
const isBoughtBy = (pack: Entry, payment: Entry | undefined): boolean =>
  pack.kind === 'package_sold' &&
  payment?.kind === 'payment' &&
  payment.payment?.purpose === 'package' &&
  payment.at === pack.at &&
  payment.payment.description === pack.package?.name;

/** The entries as they are shown: a purchase once, by its payment. */
export const shownEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, index) => {
    return !isBoughtBy(entry, entries[index - 1]) && !isBoughtBy(entry, entries[index + 1]);
  });
