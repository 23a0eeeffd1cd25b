import { responseText } from '../../kernel/record-text.ts';
import type { HandlerContext } from '../request-context.ts';

/** The content type of every JSON response of an operation. A file has its own. */
export const JSON_TYPE = 'application/json;charset=utf-8';

type Set = HandlerContext['set'];

// A response copies its headers, so one object serves all of them. Changing what differs from the response before takes
// less than half the time of a plain object, whose names are checked each time.
const headers = new Headers();
const written: Record<string, string | number | undefined> = {};

const headersWith = (values: Set['headers']): Headers => {
  for (const name in written) {
    if (written[name] === undefined || values[name] !== undefined) continue;
    headers.delete(name);
    written[name] = undefined;
  }
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === written[name]) continue;
    headers.set(name, `${value}`);
    written[name] = value;
  }
  return headers;
};

/**
 * The response of a call: the JSON of its response, with the status and headers of `set`, to which Elysia then adds nothing.
 * @param content JSON text, or a value.
 */
export const jsonResponse = (set: Set, content: string | object): Response => {
  const body = typeof content === 'string' ? content : (responseText(content) ?? JSON.stringify(content));
  set.headers['content-type'] = JSON_TYPE;
  const response = new Response(body, { status: Number(set.status ?? 200), headers: headersWith(set.headers) });
  set.status = 200;
  set.headers = {};
  return response;
};
