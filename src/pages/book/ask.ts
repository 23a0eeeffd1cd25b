import { PAGE_HEADER } from '../../auth/members/own/browser-sessions.ts';
import type { Method } from '../../http/operations/operation.ts';

/** What a page sends with a request to the interface. */
export interface Asked {
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: object;
  /** The idempotency key: the same for each press of a button on a page. */
  readonly key?: string;
  /** The site at which a member acts; by default the site of the page. */
  readonly siteId?: string;
}

/**
 * Sends a request to the interface with the cookie of the visitor, so that a page can do what the visitor can do with any
 * other app, and no more.
 * @throws Refused for every response that is no success.
 */
export type Ask = <Response>(method: Method, path: string, asked?: Asked) => Promise<Response>;

/** What an error says of one field. */
interface RefusedDetail {
  readonly param?: string;
  readonly code?: string;
  /** How often a code may still be tried. */
  readonly triesLeft?: number;
}

/** An error of the interface. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly param: string | undefined,
    readonly details: readonly RefusedDetail[] = [],
  ) {
    super(message);
  }
}

/** Whether the interface has refused something for a reason that a page can say. With 401 the session has ended instead. */
export const isRefusal = (error: unknown): error is Refused =>
  error instanceof Refused && error.status !== 401 && error.status < 500;

interface AskDeps {
  readonly send: (request: Request) => Promise<Response>;
  readonly rootUrl: string;
  readonly siteId: string;
  readonly visitor: Request;
  /** Takes over the cookie that a response sets. */
  readonly setCookie: (cookie: string) => void;
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly param?: string;
    readonly details?: readonly RefusedDetail[];
  };
}

/** @throws Refused 404 for a path that stands for another one, such as with `..`: a part of an address must not choose it. */
const requirePlain = (rootUrl: string, path: string): void => {
  const [pathname = ''] = path.split('?');
  const given = rootUrl + pathname;
  if (path.includes('#') || URL.parse(given)?.href !== given)
    throw new Refused(404, 'resource_not_found', 'There is no such path.', undefined);
};

const urlOf = (rootUrl: string, path: string, query: Asked['query'] = {}): string => {
  requirePlain(rootUrl, path);
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((each) => [name, each]),
  );
  return given.length === 0 ? rootUrl + path : `${rootUrl}${path}?${new URLSearchParams(given)}`;
};

/** What is passed on of the request for a page: who asks, from where, and with which browser. */
const PASSED = ['cookie', 'x-forwarded-for', 'user-agent', 'accept-language'];

export const askFor = ({ send, rootUrl, siteId, visitor, setCookie }: AskDeps): Ask => {
  const passed = PASSED.flatMap((name) => {
    const value = visitor.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return async <Body>(method: Method, path: string, asked: Asked = {}): Promise<Body> => {
    const headers = new Headers(Object.fromEntries(passed));
    headers.set('host', new URL(rootUrl).host);
    headers.set('origin', rootUrl);
    headers.set(PAGE_HEADER, '1');
    headers.set('x-site-id', asked.siteId ?? siteId);
    if (asked.key !== undefined) headers.set('idempotency-key', asked.key);
    if (asked.body !== undefined) headers.set('content-type', 'application/json');
    const body = asked.body === undefined ? null : JSON.stringify(asked.body);
    const response = await send(new Request(urlOf(rootUrl, path, asked.query), { method, headers, body }));
    for (const cookie of response.headers.getSetCookie()) setCookie(cookie);
    const text = await response.text();
    if (response.ok) {
      const received: Body = text === '' ? undefined : JSON.parse(text);
      return received;
    }
    const { error = {} }: ErrorBody = text.startsWith('{') ? JSON.parse(text) : {};
    const { code = 'internal_error', message = '', param, details } = error;
    throw new Refused(response.status, code, message, param, details);
  };
};
