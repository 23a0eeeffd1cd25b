import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Site = Schemas['Site'];
export type SiteBody = Schemas['UpdateSiteRequest'];
export type SitePreview = Schemas['SiteChangePreview'];

/** A site as it was read, with the tag of that version. */
export interface SiteVersion {
  readonly site: Site;
  readonly etag: string | null;
}

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
    queryFn: async (): Promise<SiteVersion> => {
      const { data, etag } = await sendTagged(client.GET('/v2/sites/{id}', { params: { path: { id } } }));
      return { site: data, etag };
    },
  });

/** Stores some fields over a version, which the server refuses with 412 where somebody else was faster. */
export const patchSite = async ({ site: { id }, etag }: SiteVersion, body: SiteBody): Promise<SiteVersion> => {
  const header = etag === null ? {} : { header: { 'If-Match': etag } };
  const sent = await sendTagged(client.PATCH('/v2/sites/{id}', { params: { path: { id }, ...header }, body }));
  return { site: sent.data as Site, etag: sent.etag };
};

/** What a change of a site would do to its classes. It changes nothing. */
export const sitePreviewQuery = (id: string, body: SiteBody | undefined) =>
  queryOptions({
    queryKey: ['site', id, 'preview', body],
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
