import type { Read } from '../../database/database.ts';
import { readerOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import type { Caller } from '../../kernel/caller.ts';
import { locksOf, readableSites } from '../content/entries/access.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { MEDIA } from '../demo-ids.ts';
import { findReadable } from './entry.ts';
import { mediaFilters } from './operations.ts';
import { mediaPage } from './queries.ts';
import { ContentMedia, type MediaRow } from './record.ts';
import { lockedView, type MediaResponse, mediaViews, type PublicMediaUrl } from './view.ts';

/** The view of each of `rows` for those who read the catalogue: what is locked for a member has no addresses. */
const readerViews = (read: Read, caller: Caller, urlOf: PublicMediaUrl, rows: readonly MediaRow[]) => {
  const view = mediaViews(read, urlOf, rows);
  const entryIds = new Set(rows.flatMap(({ entryId }) => entryId ?? []));
  const locks = locksOf(read, caller, ContentEntry.rows.findAll(read, [...entryIds]));
  return (row: MediaRow): MediaResponse => {
    const isLocked = row.entryId !== null && locks.get(row.entryId)?.isLocked === true;
    return isLocked ? lockedView(view(row)) : view(row);
  };
};

/** The media of what is published (content.md "Who reads"). */
export const mediaReaderOperations = ({ publicMediaUrl: urlOf }: { readonly publicMediaUrl: PublicMediaUrl }) =>
  readerOperations({ tag: 'Content' }, 'content', ({ list, read }) => [
    list(
      'GET /v2/content/media',
      'listMedia',
      {
        summary: 'List media',
        description:
          'Returns media of published entries, newest first; business credentials also get media without an entry. ' +
          'Media locked for the member have no URLs.',
        filters: mediaFilters,
        response: ContentMedia.list,
        staff: 'content:manage',
        example: { query: { kind: 'video' } },
      },
      (read, { query: { entry_id: entryId, kind, status }, caller, page }) => {
        const shown = caller.kind === 'member' ? { published: 1 } : { publishedOrLoose: 1 };
        const filters = { entryId, kind, status, live: 1, ...shown };
        const found = mediaPage(read, page, filters, readableSites(read, caller));
        return { page: found, view: readerViews(read, caller, urlOf, found.rows) };
      },
    ),
    read(
      'GET /v2/content/media/:contentMediaId',
      'getMedia',
      {
        summary: 'Retrieve media',
        description: 'Media of a published entry. Use playback for the links to play it.',
        on: { find: findReadable },
        response: ContentMedia.schema,
        staff: 'content:manage',
        example: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
      },
      (read, { caller, record: { row } }) => readerViews(read, caller, urlOf, [row])(row),
    ),
  ]);
