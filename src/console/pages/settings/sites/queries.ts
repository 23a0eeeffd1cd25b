import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { PREVIEW } from '../../../live/refresh.ts';

export type Site = Schemas['Site'];
export type SiteBody = Schemas['UpdateSiteRequest'];
export type SitePreview = Schemas['SiteChangePreview'];

/** A site as it was read, with the tag of that version. */
export type SiteVersion = Tagged<Site>;

const PAGE_SIZE = 50;

/** The sites of the studio, the newest first. */
export const sitesQuery = (withArchived: boolean) =>
  infiniteQueryOptions({
    queryKey: ['site', 'list', withArchived],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/v2/sites', {
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(withArchived ? { include_archived: true } : {}),
              ...(pageParam === null ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', id, 'settings'],
    queryFn: (): Promise<SiteVersion> => sendTagged(client.GET('/v2/sites/{id}', { params: { path: { id } } })),
  });

/** Stores some fields. @param header the version that they are stored over, which the server refuses where someone was faster */
export const patchSite = async (
  id: string,
  body: SiteBody,
  header: { readonly header?: { 'If-Match': string } },
): Promise<SiteVersion> => {
  const sent = await sendTagged(client.PATCH('/v2/sites/{id}', { params: { path: { id }, ...header }, body }));
  return { data: sent.data as Site, etag: sent.etag };
};

/** What a change of a site would do to its classes. It changes nothing. */
export const sitePreviewQuery = (id: string, body: SiteBody | undefined) =>
  queryOptions({
    queryKey: ['site', id, 'preview', body],
    meta: PREVIEW,
    queryFn: async ({ signal }): Promise<SitePreview | null> => {
      if (body === undefined) return null;
      const params = { path: { id }, query: { dry_run: true } };
      const response = await send(client.PATCH('/v2/sites/{id}', { params, body, signal }));
      return response.object === 'site_change_preview' ? response : null;
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
