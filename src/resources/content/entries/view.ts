import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { RecordText } from '../../../kernel/record-text.ts';
import { withoutIntegrationFields } from '../../../records/member-fields.ts';
import { type EntryMedia, mediaShownBy } from '../../content-media/queries.ts';
import type { PosterUrl } from '../../content-media/view.ts';
import { hiddenIn, locksOf, readableSites } from './access.ts';
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

const mediaOf = (read: Read, rows: readonly EntryRow[]) => {
  const ids = rows.map(({ id }) => id);
  const found = Map.groupBy(mediaShownBy(read, ids), ({ entryId }) => entryId);
  return ({ id }: EntryRow): readonly EntryMedia[] => found.get(id) ?? NO_MEDIA;
};

/** What each of `rows` shows, with the media whose poster it has. One query for all of them. */
export const shownEntries = (read: Read, rows: readonly EntryRow[]) => {
  const media = mediaOf(read, rows);
  return (row: EntryRow) => shownOf(row, media(row), read.now);
};

/** The studio's views have own posters only: what is signed would change the record and be stored when sent back. */
export const entryViews = (read: Read, rows: readonly EntryRow[]) => {
  const media = mediaOf(read, rows);
  return (row: EntryRow): EntryResponse => ({ ...shownOf(row, media(row), read.now).fields, ...NOBODY });
};

export const entryView = (read: Read, row: EntryRow): EntryResponse => entryViews(read, [row])(row);

/** The JSON text of the children of a program, as it is stored unless some of them are hidden. */
const childrenText = (row: EntryRow, hidden: ReadonlySet<string> | undefined): string | null =>
  hidden === undefined ? row.children : JSON.stringify(childrenOf(row).filter(({ entryId }) => !hidden.has(entryId)));

/** What no one sees of an entry that they may not open. */
export const LOCKED = { body: null, mediaIds: [], primaryMediaId: null } as const;

/** Finds the picture that each of `rows` has for others that show it, such as the articles of a challenge. */
export type PicturesOf = (read: Read, rows: readonly EntryRow[]) => (row: EntryRow) => string | null;

/** The pictures that the studio has set. */
export const ownPictures: PicturesOf = () => (row) => row.thumbnailUrl ?? row.posterUrl;

/** The pictures for a reader: of an entry without one the poster of its primary media. One query for all of them. */
export const picturesFor =
  (posterUrl: PosterUrl, caller: Caller): PicturesOf =>
  (read, rows) => {
    const own = ownPictures(read, rows);
    const media = mediaOf(
      read,
      rows.filter((row) => own(row) === null),
    );
    return (row) => {
      const poster = posterOf(row, primaryOf(row, media(row)));
      return own(row) ?? (poster && posterUrl(read, caller, poster));
    };
  };

/** Each of `rows` for those who read the catalogue: a member sees what is locked, and why. */
export const catalogueViews = (read: Read, posterUrl: PosterUrl, caller: Caller, rows: readonly EntryRow[]) => {
  const programs = rows.filter(({ children }) => children !== null);
  const hidden = hiddenIn(
    read,
    { siteIds: readableSites(read, caller) },
    programs.map(({ id }) => id),
  );
  const locks = caller.kind === 'member' ? locksOf(read, caller, rows) : undefined;
  const media = mediaOf(read, rows);
  return (row: EntryRow): RecordText => {
    const withoutChildren = row.children === null ? row : { ...row, children: null };
    const { fields, poster } = shownOf(withoutChildren, media(row), read.now);
    const lock = locks?.get(row.id) ?? NOBODY;
    Object.assign(fields, lock, lock.isLocked === true ? LOCKED : {});
    if (poster !== null) fields.posterUrl = posterUrl(read, caller, poster);
    const shown = caller.kind === 'member' ? withoutIntegrationFields(fields) : fields;
    const children = childrenText(row, hidden.get(row.id));
    if (children === null) return new RecordText(shown);
    return new RecordText({ ...shown, children: undefined }).add('children', children);
  };
};
