import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { wholeList } from '../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type DiscountCode = Schemas['DiscountCode'];
export type NewCode = Schemas['CreateDiscountCodeRequest'];

/** The codes that are not archived, or those that are; the newest first. */
export const codeListQuery = (isArchived: boolean) =>
  queryOptions({
    queryKey: ['codes', 'list', isArchived],
    queryFn: () => wholeList(isArchived, (query) => send(client.GET('/manage/discount-codes', { params: { query } }))),
    placeholderData: keepPreviousData,
  });

/** One code, with the tag of its version. */
export const codeQuery = (id: string) =>
  queryOptions({
    queryKey: ['codes', 'record', id],
    queryFn: (): Promise<Tagged<DiscountCode>> =>
      sendTagged(client.GET('/manage/discount-codes/{id}', { params: { path: { id } } })),
  });
