import type { AnyElysia } from 'elysia';
import type { Read } from '../../../database/database.ts';
import { refuseAddress } from '../../../http/authenticate.ts';
import { router } from '../../../http/operations/mount.ts';
import { pathOf } from '../../../http/request-url.ts';
import type { Allowance } from '../../../kernel/allowance.ts';
import { forbidden, methodNotAllowed, notFound, Problem } from '../../../kernel/problem.ts';
import { type LinkHolder, MEDIA_PREFIX, type MediaLinks } from '../../../media/links.ts';
import { sendFile } from '../../../media/send.ts';
import type { MediaStore } from '../../../media/store.ts';
import { ContentMedia, type MediaRow } from '../record.ts';
import { findMediaFile } from './files.ts';

export interface MediaRouteDeps {
  readonly view: () => Read;
  readonly media: MediaStore;
  readonly links: MediaLinks;
  /**
   * Whether who got a link may still play it: its credential is valid, its client is neither archived nor erased, and a
   * stranger may still open the entry.
   */
  isLinkHeld(read: Read, holder: LinkHolder, mediaId: string, file: string): boolean;
  /** Counts a refused link in the bucket of the client address. */
  consumeAddress(request: Request): Allowance;
}

/** The path as it was sent: no name of a file has an escape. */
const PATH = /^\/media\/([^/]+)\/([0-9a-f-]{36})\/([^?]+)$/;
const ROUTE = `${MEDIA_PREFIX}:token/:mediaId/*`;

const refusals = {
  expired: 'This link has expired. Request the playback of the media again.',
  invalid: 'This link is not valid. Request the playback of the media to get a link.',
  ended:
    'The credential or the client of this link no longer exists. Request the playback of the media with another credential.',
  public: 'This media needs a signed link. Request its playback to get a link.',
} as const;

type Headers = Record<string, string | number>;

/** @throws Problem 403, or 429 for an address with too many refused links. */
const refuse = (deps: MediaRouteDeps, request: Request, headers: Headers, reason: keyof typeof refusals): never =>
  refuseAddress(headers, deps.consumeAddress(request), forbidden(refusals[reason]));

/** The media of a path. @throws Problem 403 when its token does not open the file, 404 when it cannot be played. */
const openMedia = (
  deps: MediaRouteDeps,
  read: Read,
  request: Request,
  headers: Headers,
  token: string,
  mediaId: string,
  file: string,
): MediaRow => {
  const state = deps.links.stateOf(token, mediaId, file, read.nowMs);
  if (state.is === 'expired' || state.is === 'invalid') return refuse(deps, request, headers, state.is);
  if (state.is === 'valid' && !deps.isLinkHeld(read, state.holder, mediaId, file))
    return refuse(deps, request, headers, 'ended');
  const row = ContentMedia.rows.find(read, mediaId);
  if (row === undefined || row.archivedAt !== null || row.status !== 'ready') throw notFound('media', mediaId);
  if (state.is === 'public' && row.playbackPolicy !== 'public') return refuse(deps, request, headers, state.is);
  return row;
};

/** `GET` and `HEAD /media/<token>/<media id>/<file>` (content.md "Media"). */
export const mediaRoutes = (deps: MediaRouteDeps): AnyElysia =>
  router().all(
    `${MEDIA_PREFIX}*`,
    async ({ request, set, requestContext }) => {
      // The log shows this instead of the path, which has the token.
      requestContext.route = ROUTE;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw methodNotAllowed(request.method, 'GET, HEAD');
      }
      const [, token = '', mediaId = '', name = ''] = PATH.exec(pathOf(request.url)) ?? [];
      const read = deps.view();
      const row = openMedia(deps, read, request, set.headers, token, mediaId, name);
      const file = findMediaFile(read, deps.media, row, name);
      const response = file === undefined ? undefined : await sendFile(request, deps.media.directory, file);
      if (response === undefined)
        throw new Problem(404, 'resource_not_found', 'This media has no such file. Use the addresses in its playback.');
      if (response.status !== 416) return response;
      set.headers['content-range'] = response.headers.get('content-range') ?? '';
      throw new Problem(416, 'range_not_satisfiable', 'The range starts after the end of the file.');
    },
    { parse: 'none' },
  );
