import { encoderFor } from '../../http/compression.ts';

/** A page with less is not worth compressing, bytes. */
const MIN_BYTES = 1024;

/**
 * Whether the visitor asked for a page themselves. The length of a compressed page tells something of what is in it to
 * whoever can see the connection, put texts into the address, and have it asked for again and again. Another website can do only the
 * last, and browsers report that.
 */
const isOwnRequest = ({ headers }: Request): boolean =>
  ['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? '');

/** Compresses a page that is made for one visitor, where no other website has asked for it. */
export const compressedPage = async (request: Request, page: Response): Promise<Response> => {
  const encoder = encoderFor(request.headers.get('accept-encoding') ?? '');
  if (encoder === undefined || !isOwnRequest(request)) return page;
  const bytes = await page.bytes();
  const { status, headers } = page;
  if (bytes.byteLength < MIN_BYTES) return new Response(bytes, { status, headers });
  headers.set('content-encoding', encoder.name);
  return new Response(await encoder.now(bytes), { status, headers });
};
