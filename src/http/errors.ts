import { mapUnavailable } from '../database/unavailable.ts';
import { Problem } from '../kernel/problem.ts';

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
  /** The public URL of this server. */
  readonly rootUrl: () => string;
}

interface ErrorContext {
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly requestId: string;
}

/** Sets the status and headers for whatever was thrown, and returns the response body. */
export const respondWithError = (
  { set, requestId }: ErrorContext,
  error: unknown,
  { reportError, rootUrl }: ErrorDeps,
): ErrorResponse => {
  const problem = problemOf(error, requestId, reportError);
  set.status = problem.status;
  // The ETag of a record that was to be answered.
  delete set.headers.etag;
  if (problem.status === 429 && problem.extra.retryAfter !== undefined)
    set.headers['retry-after'] = `${problem.extra.retryAfter}`;
  if (problem.extra.allow !== undefined) set.headers.allow = problem.extra.allow;
  return errorResponse(problem, requestId, rootUrl());
};
