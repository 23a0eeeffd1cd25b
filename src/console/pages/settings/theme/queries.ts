import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { patchSettings, settingsQuery, type Version } from '../shared/queries.ts';
import { experienceOf } from './fields.ts';

export type Experience = Schemas['Experience'];

/** The brand as this page changes it: what apps show, and the settings that have its name. */
export interface BrandVersion {
  readonly experience: Tagged<Experience>;
  readonly settings: Version;
}

const experienceQuery = queryOptions({
  queryKey: ['settings', 'experience'],
  queryFn: () => sendTagged(client.GET('/manage/experience')),
});

export const brandQuery = (queries: QueryClient) =>
  queryOptions({
    queryKey: ['settings', 'look'],
    queryFn: async (): Promise<BrandVersion> => {
      const [experience, settings] = await Promise.all([
        queries.fetchQuery({ ...experienceQuery, staleTime: 0 }),
        queries.fetchQuery({ ...settingsQuery(undefined), staleTime: 0 }),
      ]);
      return { experience, settings };
    },
  });

/** Who published the last version, as the audit log has it; null for a program. @param id of that version */
export const publishedByQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', 'published-by', id],
    queryFn: async (): Promise<string | null> => {
      const query = { type: 'putExperience', limit: 1 };
      const { data } = await send(client.GET('/manage/audit-log', { params: { query } }));
      const staffId = data[0]?.staffId ?? null;
      if (staffId === null) return null;
      const { displayName, firstName, lastName } = await send(
        client.GET('/v2/staff/{id}', { params: { path: { id: staffId } } }),
      );
      return displayName ?? `${firstName} ${lastName}`;
    },
    retry: false,
  });

/** Stores the name, and publishes the next version of the rest; the server refuses with 412 where somebody was faster. */
export const publish = async (over: BrandVersion, changed: Fields, zone: string): Promise<BrandVersion> => {
  const { name } = changed;
  const settings =
    name === undefined
      ? over.settings
      : await patchSettings(undefined, over.settings.etag, { brand: { name: name.trim() } });
  const body = experienceOf(changed, over.experience.data, zone);
  if (Object.keys(body).length === 0) return { ...over, settings };
  const { etag } = over.experience;
  const experience = await sendTagged(
    client.PUT('/manage/experience', { params: etag === null ? {} : { header: { 'If-Match': etag } }, body }),
  );
  return { experience, settings };
};
