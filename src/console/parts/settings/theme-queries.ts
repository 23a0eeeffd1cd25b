import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { over, patchSettings, settingsQuery, type Version } from './queries.ts';
import type { Settings } from './settings-record.ts';
import type { LookBody } from './theme-record.ts';

export type Experience = Schemas['Experience'];

/** The brand as this page changes it: what apps show, and the settings that have its name. */
export interface Look extends Experience {
  readonly brand: Settings['brand'];
  /** The settings as they were read, with their own tag. */
  readonly settings: Version;
}
export type BrandVersion = Tagged<Look>;

/** A look has the tag of what is published. */
const lookOf = ({ data, etag }: Tagged<Experience>, settings: Version): BrandVersion => {
  const updatedAt = [data.updatedAt, settings.data.updatedAt].toSorted().at(-1) ?? data.updatedAt;
  return { data: { ...data, updatedAt, brand: settings.data.brand, settings }, etag };
};

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
      return lookOf(experience, settings);
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

/** Stores the name, and publishes the next version of the rest; the server refuses with 412 where someone was faster. */
export const publish = async (version: BrandVersion, { brand, ...body }: LookBody): Promise<BrandVersion> => {
  const { settings: before } = version.data;
  const settings = brand === undefined ? before : await patchSettings(undefined, { brand }, over(before));
  if (Object.keys(body).length === 0) return lookOf(version, settings);
  const experience = await sendTagged(client.PUT('/manage/experience', { params: over(version), body }));
  return lookOf(experience, settings);
};
