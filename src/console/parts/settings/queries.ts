import { queryOptions } from '@tanstack/react-query';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

import type { Settings } from './settings-record.ts';

export type SettingsBody = Schemas['UpdateSettingsRequest'];

/** Settings as they were read, with the tag of that version. */
export type Version = Tagged<Settings>;

/** The site of the settings as a request names it; undefined is the whole brand. */
const ofSite = (siteId: string | undefined) => (siteId === undefined ? {} : { siteId });

/** The settings of the brand, or the settings in effect at a site. */
export const settingsQuery = (siteId: string | undefined) =>
  queryOptions({
    queryKey: ['settings', siteId ?? 'brand'],
    queryFn: (): Promise<Version> => sendTagged(client.GET('/v2/settings', { params: { query: ofSite(siteId) } })),
  });

/** The header of a change over a version, which the server refuses with 412 where someone else was faster. */
export const over = ({ etag }: Pick<Version, 'etag'>) => (etag === null ? {} : { header: { 'If-Match': etag } });

/** Stores some settings. */
export const patchSettings = (
  siteId: string | undefined,
  body: SettingsBody,
  header: ReturnType<typeof over>,
): Promise<Version> => sendTagged(client.PATCH('/v2/settings', { params: { query: ofSite(siteId), ...header }, body }));
