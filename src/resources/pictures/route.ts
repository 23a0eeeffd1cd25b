import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { router } from '../../http/operations/mount.ts';
import { pathOf } from '../../http/request-url.ts';
import type { OpenPaths } from '../../kernel/open-paths.ts';
import { methodNotAllowed, Problem } from '../../kernel/problem.ts';
import { PICTURES_PREFIX } from '../own-pictures.ts';
import { findPicture } from './pictures.ts';

/** Browsers keep a picture for a week: a new one has another address. Nothing in it can run. */
const HEADERS = {
  'cache-control': 'private, max-age=604800, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** The address of a picture is secret. */
export const PICTURES: OpenPaths = { prefixes: [PICTURES_PREFIX], readableFrom: 'apps' };

/** `GET` and `HEAD /media/pictures/<id>`. */
export const pictureRoutes = ({ view }: { readonly view: () => Read }): AnyElysia =>
  router().all(
    `${PICTURES_PREFIX}*`,
    ({ request, requestContext }) => {
      // The log shows this instead of the path, whose end is secret.
      requestContext.route = `${PICTURES_PREFIX}:id`;
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, 'GET, HEAD');
      const picture = findPicture(view(), pathOf(request.url).slice(PICTURES_PREFIX.length));
      if (picture === undefined) {
        throw new Problem(404, 'resource_not_found', 'There is no such picture. Use the address in the record.');
      }
      return new Response(new Uint8Array(picture.bytes), {
        headers: { ...HEADERS, 'content-type': picture.mimeType, 'content-length': String(picture.bytes.length) },
      });
    },
    { parse: 'none' },
  );
