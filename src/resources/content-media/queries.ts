import { isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, selectRows } from '../../records/query.ts';
import type { SiteScope } from '../../records/site-scope.ts';
import { type CaptionRow, ContentMedia, MediaCaption, MediaFile, type MediaFileRow, type MediaRow } from './record.ts';

const { table: media } = ContentMedia;
const { table: captions } = MediaCaption;
const { table: files } = MediaFile;

/** A media belongs to the sites of its entry; without one, to the whole brand. */
const REACHABLE = sql`(select value from json_each(${named('reachable')}))`;
const ofEntrySites = (): SiteScope => ({
  within: sql`(${media.entryId} is null or exists (
    select 1 from "contentEntries" as "entry" where "entry"."id" = ${media.entryId}
      and ("entry"."siteIds" is null
        or exists (select 1 from json_each("entry"."siteIds") as "site" where "site"."value" in ${REACHABLE}))))`,
});

const live = () => isNull(media.archivedAt);
const isPublished = () => sql`exists (select 1 from "contentEntries" as "shown" where "shown"."id" = ${media.entryId}
  and "shown"."status" in ('scheduled', 'published') and "shown"."publishedAt" <= ${NOW}
  and ("shown"."expiresAt" is null or "shown"."expiresAt" > ${NOW}))`;

export const mediaPage = pagesOf<MediaRow>(media, () => ({
  direction: 'descending',
  endedIds: '',
  indexed: byColumn(media, 'entryId', 'status', 'kind'),
  filters: {
    live: live(),
    finished: sql`+${media.status} in ('ready', 'errored')`,
    published: isPublished(),
    publishedOrLoose: sql`(${media.entryId} is null or ${isPublished()})`,
  },
  sites: ofEntrySites(),
}));

const ofEntries = query<MediaRow>(() => selectRows(media, inList(media.entryId, 'entryIds'), live()).orderBy(media.id));

export const mediaOfEntries = (read: Read, entryIds: readonly string[]): MediaRow[] =>
  entryIds.length === 0 ? [] : ofEntries.all(read, { entryIds: JSON.stringify(entryIds) });

/** The media with this id, if it is of no entry. */
export const looseMedia = (read: Read, id: string | null): MediaRow | undefined => {
  const row = id === null ? undefined : ContentMedia.rows.find(read, id);
  return row?.entryId === null && row.archivedAt === null ? row : undefined;
};

export type EntryMedia = Pick<MediaRow, 'id' | 'entryId' | 'status' | 'playbackPolicy' | 'posterSha256'>;

const SHOWN = `select "contentMedia"."id", "entryId", "status", "playbackPolicy", "posterSha256"
  from json_each(?) cross join "contentMedia" on "entryId" = "value" where "archivedAt" is null order by "contentMedia"."id"`;

/** What some entries, all different, show of their media, the oldest first. */
export const mediaShownBy = (read: Read, entryIds: readonly string[]): EntryMedia[] =>
  read.db.query<EntryMedia, [string]>(SHOWN).all(JSON.stringify(entryIds));

const captionsWith = <Column extends keyof CaptionRow>(...columns: readonly Column[]) => {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const statement = `select ${names} from "mediaCaptions"
    where "contentMediaId" in (select value from json_each(?)) order by "language"`;
  return (read: Read, mediaIds: readonly string[]): Pick<CaptionRow, Column>[] =>
    read.db.query<Pick<CaptionRow, Column>, [string]>(statement).all(JSON.stringify(mediaIds));
};

export const captionsOf = captionsWith('contentMediaId', 'language', 'label');

/** The captions of some media with their texts, by language. */
export const captionTextsOf = captionsWith('contentMediaId', 'language', 'label', 'body');

const oneCaption = query<CaptionRow>(() => selectRows(captions, 'contentMediaId', 'language'));

export const captionIn = (read: Read, mediaId: string, language: string): CaptionRow | undefined =>
  oneCaption.get(read, { contentMediaId: mediaId, language });

const inStatus = query<MediaRow>(() =>
  selectRows(media, 'status', live(), sql`+${media.uploadLength} is not null`).orderBy(media.id),
);

/** The uploads that are being received, or that are received and not looked at yet. */
export const openUploads = (read: Read, status: 'uploading' | 'processing'): MediaRow[] =>
  inStatus.all(read, { status });

const unused = query<MediaFileRow>(() =>
  selectRows(files, sql`${files.unusedSince} <= ${named('before')}`)
    .orderBy(files.unusedSince)
    .limit(named('limit')),
);

export const unusedFiles = (read: Read, before: string, limit: number): MediaFileRow[] =>
  unused.all(read, { before, limit });

const REFERENCED = `select 1 where exists (select 1 from "contentMedia" where "fileSha256" = ?1 and "archivedAt" is null)
  or exists (select 1 from "contentMedia" where "posterSha256" = ?1 and "archivedAt" is null)`;

export const isReferenced = (read: Read, sha256: string): boolean => read.db.query(REFERENCED).get(sha256) !== null;

const OF_FILE = `select "entryId" from "contentMedia"
  where "fileSha256" = ?1 and "archivedAt" is null and "status" = 'ready'
  union select "entryId" from "contentMedia" where "posterSha256" = ?1 and "archivedAt" is null and "status" = 'ready'`;

export const mediaOfFile = (read: Read, sha256: string): Pick<MediaRow, 'entryId'>[] =>
  read.db.query<Pick<MediaRow, 'entryId'>, [string]>(OF_FILE).all(sha256);

/** How the reason of a media begins whose file is not in the store. */
export const FILE_MISSING = 'file_missing';

const MISSING = `select "fileSha256" as "sha256", ifnull("sizeBytes", 0) as "sizeBytes" from "contentMedia"
  where "status" = 'errored' and "errorReason" like '${FILE_MISSING}:%' and "archivedAt" is null order by "id"`;

/** The files that imported media need and the store does not have. */
export const missingFiles = (read: Read): { readonly sha256: string; readonly sizeBytes: number }[] =>
  read.db.query<{ sha256: string; sizeBytes: number }, []>(MISSING).all();
