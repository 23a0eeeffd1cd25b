import type { Read } from '../../../database/database.ts';
import { publicOperations } from '../../../http/operations/declare.ts';
import { from } from '../../../http/operations/example.ts';
import { PUBLIC } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import { described, id, line, object, oneOf, optional } from '../../../kernel/schemas.ts';
import { type PageRequest, pageFrom } from '../../../records/pages.ts';
import { cataloguePage } from '../../content/entries/catalogue.ts';
import type { EntryRow } from '../../content/entries/record.ts';
import { foundOutsideBodies } from '../../content/search/search.ts';
import { searchText } from '../../content/search/shapes.ts';
import { requireTypeKey } from '../../content/types/queries.ts';
import { type LinkDeps, playbackOf } from '../../content-media/playback/playback.ts';
import { MediaPlayback, PROTOCOLS } from '../../content-media/playback/record.ts';
import type { PosterUrl } from '../../content-media/view.ts';
import { ENTRIES, MEDIA } from '../../demo-ids.ts';
import { siteWithLibrary } from '../studio.ts';
import { NOT_SHOWN, openMedia, shownEntry } from './access.ts';
import { PublicEntryList, PublicEntryPage } from './shapes.ts';
import { publicEntryPage, publicEntryViews } from './view.ts';

interface LibraryDeps extends LinkDeps {
  readonly posterUrl: PosterUrl;
}

const siteId = optional(described(id(), "The site. Defaults to the brand's first site."));

/** As the other pages for strangers. */
const shared = { limitedBy: 'address', cacheSeconds: 30 } as const;

/** @throws Problem 404 also for a site that is not there. */
const shownSite = (read: Read, id: string | undefined): string => {
  const site = siteWithLibrary(read, id);
  if (site === undefined) throw notFound('site', id ?? '');
  return site.id;
};

interface LibraryQuery {
  readonly type?: string;
  readonly category_id?: string;
  readonly search?: string;
}

const shownPage = (read: Read, request: PageRequest, site: string, { type, category_id, search }: LibraryQuery) => {
  const siteIds = [site];
  const found = search === undefined ? undefined : foundOutsideBodies(read, search, { siteIds });
  if (search !== undefined && found === undefined) return pageFrom<EntryRow>([], request);
  const filters = { ...(type && { type }), ...(category_id && { category_id }), ...(found && { found }) };
  return cataloguePage(read, request, { ...filters, without: NOT_SHOWN }, siteIds);
};

/** The library as strangers see it (member-page.md "The library for strangers"). */
export const libraryOperations = ({ posterUrl, ...links }: LibraryDeps) =>
  publicOperations(
    { tag: 'Studio', readableFrom: 'websites' },
    ({ read, list }) => [
      list(
        'GET /public-api/v2/library',
        'listLibrary',
        {
          summary: 'List library entries for visitors',
          description:
            'No credential is required. Returns what is currently published at the site, newest first. Visitors ' +
            'can open public entries; other entries show how to unlock them, and have neither body nor media. ' +
            '`search` does not search bodies. Returns 404 if the studio does not show its library to visitors.',
          response: PublicEntryList,
          filters: {
            site_id: siteId,
            type: optional(line(50)),
            category_id: optional(id()),
            search: optional(searchText()),
          },
          errors: [404],
          ...shared,
        },
        (read, { query, page: request }) => {
          const site = siteWithLibrary(read, query.site_id);
          requireTypeKey(read, query);
          const page = site === undefined ? pageFrom<EntryRow>([], request) : shownPage(read, request, site.id, query);
          return { page, view: publicEntryViews(read, posterUrl, site?.id ?? '', page.rows) };
        },
      ),
      read(
        'GET /public-api/v2/library/:id',
        'getLibraryEntry',
        {
          summary: 'Retrieve a library entry for visitors by ID or slug',
          description:
            'No credential is required. A locked entry has no body, children, or media. An entry that is not ' +
            'currently published, or not at the site, returns 404.',
          query: object(() => ({ site_id: siteId })),
          response: PublicEntryPage,
          errors: [404],
          example: { path: { id: ENTRIES.restDays } },
          ...shared,
        },
        (read, { id: idOrSlug, query }) => {
          const site = shownSite(read, query.site_id);
          return publicEntryPage(read, posterUrl, site, shownEntry(read, site, idOrSlug));
        },
      ),
      read(
        'GET /public-api/v2/library/media/:contentMediaId/playback',
        'getLibraryPlayback',
        {
          summary: 'Retrieve playback details for media of a public entry',
          description:
            "No credential is required. The same as for members, without a position to resume from; visitors' " +
            'links expire when visitor access ends. Fails with 403 `content_locked` if the entry is not public, ' +
            'and with 409 `media_not_ready`.',
          query: object(() => ({ site_id: siteId, protocol: optional(oneOf(...PROTOCOLS)) })),
          response: MediaPlayback,
          errors: [403, 404, 409],
          example: { path: { contentMediaId: from(MEDIA.tenSquats, 'createMedia') } },
          ...shared,
        },
        (read, { id: mediaId, query }) => {
          const media = openMedia(read, shownSite(read, query.site_id), mediaId);
          return { ...playbackOf(links, read, PUBLIC, media, query.protocol), resume: null };
        },
      ),
    ],
    true,
  );
