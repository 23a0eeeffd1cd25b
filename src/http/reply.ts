import { etagIn } from '../kernel/preconditions.ts';
import { responseText } from '../kernel/record-text.ts';
import { codingOf, withEncoding } from './compression.ts';
import type { HandlerContext } from './request-context.ts';

/** The content type of every JSON response of an operation. A file has its own. */
export const JSON_TYPE = 'application/json;charset=utf-8';

/** The response of an operation, before it has the headers that every response has. */
export interface Reply {
  readonly status: number;
  /** JSON text, or the value that is sent as JSON. */
  readonly body: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

const bodyText = ({ body }: Reply): string =>
  typeof body === 'string' ? body : (responseText(body) ?? JSON.stringify(body));

/** Takes the headers that are set so far, for the response to carry. */
const takeHeaders = (set: HandlerContext['set'], more: Reply['headers']): Record<string, string> => {
  const headers = Object.assign(set.headers as Record<string, string>, more);
  set.headers = {};
  return headers;
};

/** The response that sends a reply. Elysia adds nothing to it. */
export const jsonResponse = (set: HandlerContext['set'], reply: Reply): Response => {
  const { status, headers, cookies = [] } = reply;
  const text = bodyText(reply);
  const all = takeHeaders(set, headers);
  all['content-type'] = JSON_TYPE;
  const response = new Response(text, { status, headers: all });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
};

/** The response to a GET whose client has the reply already, with the ETag of the body in the coding that it would get. */
export const notModifiedReply = ({ request, set }: HandlerContext, reply: Reply, etag: string): Response => {
  const coding = codingOf(request, bodyText(reply));
  const headers = takeHeaders(set, reply.headers);
  if (coding !== undefined) {
    headers.etag = etagIn(etag, coding);
    headers.vary = withEncoding(headers.vary);
  }
  return new Response(null, { status: 304, headers });
};
