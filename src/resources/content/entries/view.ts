import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { RecordText } from '../../../kernel/record-text.ts';
import { withoutIntegrationFields } from '../../../records/member-fields.ts';
import { type EntryMedia, mediaShownBy } from '../../content-media/queries.ts';
import type { PosterUrl } from '../../content-media/view.ts';
import type { CatalogueRow, ShownEntry } from '../entry-cache.ts';
import { hiddenIn, type Lock, locksOf } from './access.ts';
import { childrenOf } from './links.ts';
import { statusAt } from './publishing/publication.ts';
import { ContentEntry, type EntryResponse, type EntryRow } from './record.ts';

const NO_MEDIA: readonly EntryMedia[] = [];
const NOBODY = { isLocked: null, lockReason: null } as const;

/** The media that an entry plays: the chosen one, else the first that is ready. */
const primaryOf = ({ primaryMediaId }: EntryRow, media: readonly EntryMedia[]): EntryMedia | undefined =>
  media.find(({ id }) => id === primaryMediaId) ?? media.find(({ status }) => status === 'ready');

/** The media whose poster an entry shows: the primary one, unless the entry has a poster of its own. */
const posterOf = ({ posterUrl }: EntryRow, primary: EntryMedia | undefined): EntryMedia | null =>
  posterUrl === null && primary?.status === 'ready' && primary.posterSha256 !== null ? primary : null;

const shownOf = (row: EntryRow, media: readonly EntryMedia[], now: string) => {
  const primary = primaryOf(row, media);
  const fields = Object.assign(ContentEntry.view(row), {
    status: statusAt(row, now),
    mediaIds: media.map(({ id }) => id),
    primaryMediaId: primary?.id ?? null,
  });
  return { fields, poster: posterOf(row, primary) };
};

/** The JSON text of what members see of an entry. Each reader has an own address of the poster of a media. */
const jsonOf = (fields: ShownEntry['fields'], poster: ShownEntry['poster']): string => {
  const shown = withoutIntegrationFields(fields);
  return JSON.stringify(poster === null ? shown : { ...shown, posterUrl: undefined });
};

const mediaByEntry = (read: Read, entryIds: readonly string[]) =>
  Map.groupBy(mediaShownBy(read, entryIds), ({ entryId }) => entryId);

/**
 * The view of each of `rows` for the studio: with its own poster only, since what is signed would change the record, and be
 * stored where it is sent back.
 */
export const entryViews = (read: Read, rows: readonly EntryRow[]) => {
  const media = mediaByEntry(
    read,
    rows.map(({ id }) => id),
  );
  return (row: EntryRow): EntryResponse => ({
    ...shownOf(row, media.get(row.id) ?? NO_MEDIA, read.now).fields,
    ...NOBODY,
  });
};

export const entryView = (read: Read, row: EntryRow): EntryResponse => entryViews(read, [row])(row);

/** What an entry shows in the catalogue, without the children of a program. */
const shownToReaders = (row: EntryRow, media: readonly EntryMedia[], now: string): ShownEntry => {
  if (row.children === null) return shownOf(row, media, now);
  const { fields, poster } = shownOf({ ...row, children: null }, media, now);
  const { children: _none, ...others } = fields;
  return { fields: others, poster };
};

/** What each of `rows` shows to those who may open it. One query for the media of those that are not kept. */
const shownBy = (read: Read, rows: readonly CatalogueRow[]) => {
  const unknown: string[] = [];
  for (const { id, shown } of rows) if (!shown) unknown.push(id);
  const media = mediaByEntry(read, unknown);
  return (row: CatalogueRow): ShownEntry => {
    if (row.shown) return row.shown;
    const shown = shownToReaders(row, media.get(row.id) ?? NO_MEDIA, read.now);
    if (row.shown === undefined) return shown;
    row.shown = { ...shown, json: jsonOf(shown.fields, shown.poster) };
    return row.shown;
  };
};

/** The JSON text of the children of a program, as it is stored unless some of them are hidden. */
const childrenText = (row: EntryRow, hidden: ReadonlySet<string> | undefined): string | null =>
  hidden === undefined ? row.children : JSON.stringify(childrenOf(row).filter(({ entryId }) => !hidden.has(entryId)));

/** What an entry shows to a member who may not open it. */
const locked = (fields: ShownEntry['fields']): ShownEntry['fields'] => ({
  ...fields,
  body: null,
  mediaIds: [],
  primaryMediaId: null,
});

/** Finds the picture that each of `rows` has for others that show it, such as the articles of a challenge. */
export type PicturesOf = (read: Read, rows: readonly EntryRow[]) => (row: EntryRow) => string | null;

/** The pictures that the studio has set. */
export const ownPictures: PicturesOf = () => (row) => row.thumbnailUrl ?? row.posterUrl;

/** The pictures for a reader: of an entry without one the poster of its primary media. One query for all of them. */
export const picturesFor =
  (posterUrl: PosterUrl, caller: Caller): PicturesOf =>
  (read, rows) => {
    const own = ownPictures(read, rows);
    const without = rows.flatMap((row) => (own(row) === null ? [row.id] : []));
    const media = mediaByEntry(read, without);
    return (row) => {
      const poster = posterOf(row, primaryOf(row, media.get(row.id) ?? NO_MEDIA));
      return own(row) ?? (poster && posterUrl(read, caller, poster));
    };
  };

/** Each of `rows` for those who read the catalogue: a member sees what is locked, and why. */
export const catalogueViews = (read: Read, posterUrl: PosterUrl, caller: Caller, rows: readonly CatalogueRow[]) => {
  const programs = rows.filter(({ children }) => children !== null);
  const hidden = hiddenIn(
    read,
    caller,
    programs.map(({ id }) => id),
  );
  const locks = caller.clientId === undefined ? undefined : locksOf(read, caller, rows);
  const shown = shownBy(read, rows);
  return (row: CatalogueRow): RecordText => {
    const lock: Lock | typeof NOBODY = locks?.get(row.id) ?? NOBODY;
    const { poster, ...all } = shown(row);
    let { fields, json } = all;
    if (lock.isLocked === true) [fields, json] = [locked(fields), undefined];
    const record = new RecordText(fields, json ?? jsonOf(fields, poster));
    if (poster !== null) record.add('posterUrl', JSON.stringify(posterUrl(read, caller, poster)));
    const children = childrenText(row, hidden.get(row.id));
    if (children !== null) record.add('children', children);
    record.add('isLocked', String(lock.isLocked));
    record.add('lockReason', lock.lockReason === null ? 'null' : JSON.stringify(lock.lockReason));
    const { metadata, externalId } = fields;
    return caller.clientId === undefined ? record.addAll({ metadata, externalId }) : record;
  };
};
