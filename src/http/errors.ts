import { Problem } from '../kernel/problem.ts';

/** The error envelope of conventions.md "Errors". */
export interface ErrorAnswer {
  readonly error: Readonly<Record<string, unknown>>;
}

/** What a problem looks like on the wire. */
export const errorAnswer = (problem: Problem, requestId: string): ErrorAnswer => {
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
      docUrl: `/docs#error-${problem.code}`,
    },
  };
};

/** What went wrong inside, for the log; never for the caller. */
export type ErrorReporter = (error: unknown, requestId: string) => void;

/** The one mapping from whatever was thrown to a problem; a fault becomes a 500 that tells nothing of itself. */
const problemOf = (error: unknown, code: unknown, requestId: string, reportError: ErrorReporter): Problem => {
  if (error instanceof Problem) return error;
  if (code === 'NOT_FOUND') {
    return new Problem(404, 'route_not_found', 'There is no such path, or it has no such method. See /docs.');
  }
  reportError(error, requestId);
  return new Problem(
    500,
    'internal_error',
    `Something went wrong here. Send the request again, or report the id ${requestId}.`,
  );
};

interface ErrorContext {
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly requestId: string;
}

/** Answers whatever was thrown: status, headers and envelope. */
export const respondWithError = (
  { set, requestId }: ErrorContext,
  error: unknown,
  reportError: ErrorReporter,
  code?: unknown,
): ErrorAnswer => {
  const problem = problemOf(error, code, requestId, reportError);
  set.status = problem.status;
  if (problem.extra.retryAfter !== undefined) set.headers['retry-after'] = `${problem.extra.retryAfter}`;
  return errorAnswer(problem, requestId);
};
