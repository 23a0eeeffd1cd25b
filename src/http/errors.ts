import { mapUnavailable } from '../database/unavailable.ts';
import { Problem } from '../kernel/problem.ts';
import { pathOf } from './authenticate.ts';
import type { Reply } from './reply.ts';

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

/** Maps whatever was thrown to a problem. Internal errors become a 500 without any detail. */
const problemOf = (thrown: unknown, requestId: string, reportError: ErrorReporter): Problem => {
  const error = mapUnavailable(thrown);
  if (error instanceof Problem) return error;
  reportError(error, requestId);
  return new Problem(
    500,
    'internal_error',
    `An unexpected error occurred. Send the request again, or report the request id ${requestId}.`,
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
const asksForPage = ({ method, url, headers }: Request, status: number): boolean => {
  if (!headers.get('accept')?.includes('text/html')) return false;
  const [path, isRead] = [pathOf(url), method === 'GET' || method === 'HEAD'];
  if (isAt('/book', path)) return isRead || method === 'POST';
  return isAt('/console', path) && isRead && status === 429;
};

/** An error as a page, for a browser that asks for a page; undefined for anybody else. */
export const errorPage = (
  request: Request,
  { status, headers }: Reply,
  page: RefusedPage,
): Promise<Response> | undefined =>
  asksForPage(request, status) ? page(request, { status, seconds: Number(headers?.['retry-after'] ?? 1) }) : undefined;

export const errorReply = (
  error: unknown,
  requestId: string,
  { reportError, rootUrl }: ErrorDeps,
): Reply & { readonly body: ErrorResponse } => {
  const problem = problemOf(error, requestId, reportError);
  const { retryAfter, allow } = problem.extra;
  return {
    status: problem.status,
    body: errorResponse(problem, requestId, rootUrl()),
    headers: {
      ...(problem.status === 429 && retryAfter !== undefined ? { 'retry-after': `${retryAfter}` } : {}),
      ...(allow === undefined ? {} : { allow }),
    },
  };
};
