import { queryOptions } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Settings = Schemas['Settings'];
export type SettingsBody = Schemas['UpdateSettingsRequest'];

/** Settings as they were read, with the tag of that version. */
export interface Version {
  readonly settings: Settings;
  readonly etag: string | null;
}

/** The site of the settings as a request names it; undefined is the whole brand. */
const ofSite = (siteId: string | undefined) => (siteId === undefined ? {} : { siteId });

/** The settings of the brand, or the settings in effect at a site. */
export const settingsQuery = (siteId: string | undefined) =>
  queryOptions({
    queryKey: ['settings', siteId ?? 'brand'],
    queryFn: async (): Promise<Version> => {
      const { data, etag } = await sendTagged(client.GET('/v2/settings', { params: { query: ofSite(siteId) } }));
      return { settings: data, etag };
    },
  });

/** Stores some settings over a version, which the server refuses with 412 where somebody else was faster. */
export const patchSettings = async (
  siteId: string | undefined,
  etag: string | null,
  body: SettingsBody,
): Promise<Version> => {
  const sent = await sendTagged(
    client.PATCH('/v2/settings', {
      params: { query: ofSite(siteId), ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
      body,
    }),
  );
  return { settings: sent.data, etag: sent.etag };
};
