import { mapUnavailable } from '../database/unavailable.ts';
import { BEARER_CHALLENGE, Problem } from '../kernel/problem.ts';
import type { Reply } from './reply.ts';
import { pathOf } from './request-url.ts';
import { opensPage } from './strays.ts';

/** The error envelope of conventions.md "Errors". */
export interface ErrorResponse {
  readonly error: Readonly<Record<string, unknown>>;
}

/** The body of an error response. `rootUrl` is the public URL of this server, whose documentation explains the code. */
export const errorResponse = (problem: Problem, requestId: string, rootUrl: string): ErrorResponse => {
  const { param, details, retryAfter, category } = problem.extra;
  return {
    error: {
      type: problem.type,
      code: problem.code,
      message: problem.message,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(category === undefined ? {} : { category }),
      requestId,
      docUrl: `${rootUrl}/docs#error-${problem.code}`,
    },
  };
};

/** Reports an internal error to the log. Callers never see it. */
export type ErrorReporter = (error: unknown, requestId: string) => void;

/** Reports what went wrong outside of a request, where there is not always an error. */
export const reporterOf =
  (reportError: ErrorReporter) =>
  (message: string, error: unknown): void =>
    reportError(error ?? new Error(message), message);

/** Maps whatever was thrown to a problem. Internal errors become a 500 without any detail. */
const problemOf = (thrown: unknown, requestId: string, reportError: ErrorReporter): Problem => {
  const error = mapUnavailable(thrown);
  if (error instanceof Problem) return error;
  reportError(error, requestId);
  return new Problem(
    500,
    'internal_error',
    `An unexpected error occurred. Send the request again, or report the request ID ${requestId}.`,
  );
};

export interface ErrorDeps {
  readonly reportError: ErrorReporter;
  readonly rootUrl: () => string;
}

/** What is refused, and after how many seconds the request may be sent again. */
export interface RefusedReply {
  readonly status: number;
  readonly seconds: number;
}

/** Makes the page that says in the words of people what is refused. */
export type RefusedPage = (request: Request, reply: RefusedReply) => Promise<Response>;

const isAt = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);

/** Whether a browser asks for a page: members send forms without a script too, and the console sends no forms. */
const asksForPage = (request: Request, status: number): boolean => {
  const path = pathOf(request.url);
  if (isAt('/console', path)) return opensPage(request) && status === 429;
  if (!isAt('/book', path)) return false;
  return (
    opensPage(request) || (request.method === 'POST' && request.headers.get('accept')?.includes('text/html') === true)
  );
};

/** An error as a page, for a browser that asks for a page; undefined for anyone else. */
export const errorPage = (
  request: Request,
  { status, headers }: Reply,
  page: RefusedPage,
): Promise<Response> | undefined =>
  asksForPage(request, status) ? page(request, { status, seconds: Number(headers?.['retry-after'] ?? 1) }) : undefined;

/** The codes of a 401 for a credential that was sent; with any other code the request carries none. */
const INVALID_CREDENTIAL = ['api_key_invalid', 'token_invalid', 'token_expired', 'session_ended', 'kiosk_ended'];

/**
 * The challenge of a 401, which some clients demand, and of a 403 for a scope (RFC 6750 section 3); undefined for others. Never
 * `Basic`, for which a browser would ask the visitor.
 */
const challengeOf = ({ status, code, extra: { scope } }: Problem): string | undefined => {
  if (status === 401) {
    return INVALID_CREDENTIAL.includes(code) ? `${BEARER_CHALLENGE}, error="invalid_token"` : BEARER_CHALLENGE;
  }
  return status === 403 && scope !== undefined
    ? `${BEARER_CHALLENGE}, error="insufficient_scope", scope="${scope}"`
    : undefined;
};

/** What the standards demand of a response with the status of a problem. */
const headersOf = (problem: Problem): Record<string, string> => {
  const { retryAfter, allow, acceptEncoding } = problem.extra;
  const challenge = challengeOf(problem);
  return {
    ...(problem.status === 429 && retryAfter !== undefined ? { 'retry-after': `${retryAfter}` } : {}),
    ...(allow === undefined ? {} : { allow }),
    ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
  };
};

export const errorReply = (
  error: unknown,
  requestId: string,
  { reportError, rootUrl }: ErrorDeps,
): Reply & { readonly body: ErrorResponse } => {
  const problem = problemOf(error, requestId, reportError);
  return {
    status: problem.status,
    body: errorResponse(problem, requestId, rootUrl()),
    headers: headersOf(problem),
  };
};
