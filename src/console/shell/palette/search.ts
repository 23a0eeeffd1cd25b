import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';

type Found = ResponseOf<'searchDesk'>;
/** A client who was found, with the booking of today and what the desk most likely does. */
export type FoundClient = Found['clients'][number];
export type FoundSession = Found['sessions'][number];

/** Fewer letters find too much. */
export const FEWEST_LETTERS = 2;

/** Finds clients and classes by a few letters. */
export const searchQuery = (siteId: string, text: string) =>
  queryOptions({
    queryKey: ['search', siteId, text],
    queryFn: ({ signal }) =>
      send(client.GET('/manage/search', { params: { query: { q: text, location_id: siteId } }, signal })),
    enabled: text.trim().length >= FEWEST_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
  });

/** Finds the client whose card was scanned. Part of a phone number is no card. */
export const scanQuery = (siteId: string, code: string) =>
  queryOptions({
    queryKey: ['search', siteId, 'code', code],
    queryFn: () =>
      send(client.GET('/manage/search', { params: { query: { q: code, match: 'code', location_id: siteId } } })),
    gcTime: 0,
  });
