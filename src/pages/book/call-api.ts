import { isForDependants } from '../../auth/members/acting.ts';
import { PAGE_HEADER } from '../../auth/members/own/browser-sessions.ts';
import type { Operation } from '../../http/operations/operation.ts';
import type { ApiPreview, ApiResponse, CallArguments, OperationId, PreviewableId } from './api-operations.ts';
import { ApiRefusal, type ApiRefusalDetail } from './messages.ts';

/**
 * Sends a request to the API with the cookie of the visitor, so that a page can do what the visitor can do with any
 * other app, and no more.
 * @throws ApiRefusal for every response that is no success.
 */
export type CallApi = <Id extends OperationId>(id: Id, ...call: CallArguments<Id>) => Promise<ApiResponse<Id>>;

/**
 * Asks the API what a request would do.
 * @throws ApiRefusal for what it would refuse.
 */
export type PreviewApi = <Id extends PreviewableId>(id: Id, ...call: CallArguments<Id>) => Promise<ApiPreview<Id>>;

/** A request of any operation. Its types were checked where it is called. */
interface AnyCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly siteId?: string;
  readonly clientId?: string;
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly param?: string;
    readonly details?: readonly ApiRefusalDetail[];
  };
}

/** @throws ApiRefusal 404 for a part such as `..`, with which the path would stand for another one. */
const pathOf = ({ path }: Pick<Operation, 'path'>, parts: AnyCall['path'] = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
  if (URL.parse(filled, 'http://localhost')?.pathname !== filled)
    throw new ApiRefusal(404, 'resource_not_found', 'There is no such path.', undefined);
  return filled;
};

const queryOf = (query: AnyCall['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** What is passed on of the request for a page: who asks, from where, and with which browser. */
const PASSED = ['cookie', 'x-forwarded-for', 'user-agent', 'accept-language'];

interface ApiDeps {
  readonly send: (request: Request) => Promise<Response>;
  readonly operations: ReadonlyMap<string, Pick<Operation, 'method' | 'path'>>;
  readonly rootUrl: string;
  readonly siteId: string;
  /** The dependant for whom the visitor acts; undefined for the visitor alone. */
  readonly dependantId: string | undefined;
  readonly visitor: Request;
  /** Takes over the cookie that a response sets. */
  readonly setCookie: (cookie: string) => void;
}

export const apiFor = (deps: ApiDeps): { readonly callApi: CallApi; readonly previewApi: PreviewApi } => {
  const { send, operations, rootUrl, siteId, dependantId, visitor, setCookie } = deps;
  const passed = PASSED.flatMap((name) => {
    const value = visitor.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const call = async <Body>(id: OperationId, sent: AnyCall = {}): Promise<Body> => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`The API has no operation ${id}.`);
    const headers = new Headers(Object.fromEntries(passed));
    headers.set('host', new URL(rootUrl).host);
    headers.set('origin', rootUrl);
    headers.set(PAGE_HEADER, '1');
    headers.set('x-site-id', sent.siteId ?? siteId);
    const clientId = sent.clientId ?? dependantId;
    // What no one does for a dependant is the visitor's own, such as saving a card.
    if (clientId !== undefined && isForDependants(id)) headers.set('x-client-id', clientId);
    if (sent.key !== undefined) headers.set('idempotency-key', sent.key);
    if (sent.body !== undefined) headers.set('content-type', 'application/json');
    const body = sent.body === undefined ? null : JSON.stringify(sent.body);
    const url = rootUrl + pathOf(operation, sent.path) + queryOf(sent.query);
    const response = await send(new Request(url, { method: operation.method, headers, body }));
    for (const cookie of response.headers.getSetCookie()) setCookie(cookie);
    const text = await response.text();
    if (response.ok) {
      const received: Body = text === '' ? undefined : JSON.parse(text);
      return received;
    }
    const { error = {} }: ErrorBody = text.startsWith('{') ? JSON.parse(text) : {};
    const { code = 'internal_error', message = '', param, details } = error;
    throw new ApiRefusal(response.status, code, message, param, details);
  };
  return {
    callApi: (id, ...[sent]) => call(id, sent as AnyCall | undefined),
    previewApi: (id, ...[sent]) => {
      const plain = sent as AnyCall | undefined;
      return call(id, { ...plain, query: { ...plain?.query, dry_run: true } });
    },
  };
};
