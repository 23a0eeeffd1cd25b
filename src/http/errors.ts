import { mapUnavailable } from '../database/unavailable.ts';
import { Problem } from '../kernel/problem.ts';
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
  /** The public URL of this server. */
  readonly rootUrl: () => string;
}

/** The reply to a request, for whatever was thrown. */
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
