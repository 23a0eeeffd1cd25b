import createClient from 'openapi-fetch';
import { fetchConfirmed } from './confirmation.ts';
import { inWords } from './refusals/in-words.ts';
import type { ErrorBody, ErrorDetail } from './refusals/refusal-words.ts';
import type { paths } from './schema.d.ts';
import { noteRefusal } from './spent-keys.ts';

/** A refusal of the server, in the language of the page. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 when no response came. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    readonly requestId?: string,
    /** Seconds to wait before the next try. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** The message for a field, by its path in the body. */
  detail(param: string): string | undefined {
    return this.details.find((each) => each.param === param)?.message;
  }

  /** Whether no response came: the server or the network is away. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** Whether the next try may fare better: the server did not answer, or has a problem of its own. What was asked for may be done. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isOffline || error.status >= 500;

const fetchNoted = async (request: Request): Promise<Response> => {
  const response = await fetchConfirmed(request);
  await noteRefusal(request, response);
  return response;
};

/**
 * The client of the interface. Each request says that it comes from the console, which the server wants of the session cookie.
 * Where the server wants the password again, the person is asked and the request is repeated.
 */
export const client = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: 'same-origin',
  headers: { 'X-Studiod-Console': '1' },
  fetch: fetchNoted,
  querySerializer: { array: { style: 'form', explode: true } },
});

interface Fetched<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

const errorOf = async (status: number, body: unknown): Promise<ApiError> => {
  const { error } = (body ?? {}) as { readonly error?: ErrorBody };
  const { code, message, param, details, requestId, retryAfter } = await inWords(error);
  const all = details ?? (param === undefined ? [] : [{ param, code, message }]);
  return new ApiError(status, code, message, all, requestId, retryAfter);
};

/** A record, with the tag of its version for `If-Match`. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly etag: string | null;
}

/**
 * The data of a response, with the tag of its version.
 * @throws ApiError what the server refused, or with status 0 when no response came.
 */
export const sendTagged = async <Data>(request: Promise<Fetched<Data>>): Promise<Tagged<Data>> => {
  let fetched: Fetched<Data>;
  try {
    fetched = await request;
  } catch {
    throw new ApiError(0, 'no_connection', '');
  }
  const { data, error, response } = fetched;
  if (!response.ok) throw await errorOf(response.status, error);
  return { data: data as Data, etag: response.headers.get('etag') };
};

/**
 * The data of a response.
 * @throws ApiError what the server refused, or with status 0 when no response came.
 */
export const send = async <Data>(request: Promise<Fetched<Data>>): Promise<Data> => (await sendTagged(request)).data;

/** Identifies one press of a button, so that repeats of it do nothing more. */
export const idempotencyKey = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });
