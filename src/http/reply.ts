import { responseText } from '../kernel/record-text.ts';
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

/** The response that sends a reply. Elysia adds nothing to it. */
export const jsonResponse = (set: HandlerContext['set'], { status, body, headers, cookies = [] }: Reply): Response => {
  const text = typeof body === 'string' ? body : (responseText(body) ?? JSON.stringify(body));
  const all = Object.assign(set.headers as Record<string, string>, headers, { 'content-type': JSON_TYPE });
  set.headers = {};
  const response = new Response(text, { status, headers: all });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
};
