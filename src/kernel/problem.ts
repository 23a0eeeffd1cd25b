import type { Because } from './reasons.ts';

/** One error in a request; `param` is a JSON path such as `recurrenceRule.daysOfWeek[0]`. */
export interface Detail {
  readonly param: string;
  readonly code: string;
  readonly message: string;
  /** More data, such as the id of the existing record. */
  readonly [fact: string]: unknown;
}

type ProblemType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'unavailable_error';

const TYPE_OF_STATUS: Record<number, ProblemType> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  412: 'conflict_error',
  405: 'invalid_request_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  416: 'invalid_request_error',
  // Of the tus protocol.
  460: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'unavailable_error',
};

/** The scheme of `WWW-Authenticate`. An API key has no scheme of its own. */
export const BEARER_CHALLENGE = 'Bearer realm="studiod"';

export const typeOfStatus = (status: number): ProblemType => TYPE_OF_STATUS[status] ?? 'api_error';

/**
 * An error of the interface (conventions.md "Errors"). Rules throw it and the server turns it into the error response.
 * Thrown inside a write, it rolls back that write only.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: {
      readonly param?: string;
      readonly details?: readonly Detail[];
      readonly retryAfter?: number;
      readonly category?: string;
      /** The methods of the path, with a 405. */
      readonly allow?: string;
      /** The scope that the credential lacks, with a 403. */
      readonly scope?: string;
      /** The encodings that a body may have, with a 415 for another one. */
      readonly acceptEncoding?: string;
    } = {},
  ) {
    super(message);
  }

  get type(): ProblemType {
    return typeOfStatus(this.status);
  }
}

/** The maximum number of errors in a response: a body can have hundreds of thousands. */
export const MAX_DETAILS = 100;

/** 400 with the errors of the request; the first one gives the code, param and message of the response. */
export const invalid = (details: readonly Detail[]): Problem => {
  const [first] = details;
  if (first === undefined) throw new Error('an invalid request needs at least one detail');
  return new Problem(400, first.code, first.message, { param: first.param, details: details.slice(0, MAX_DETAILS) });
};

/** The codes of a 400 that say themselves what is wrong. */
type OtherCode =
  | 'parameter_missing'
  | 'parameter_unknown'
  | 'resource_missing'
  | 'cursor_invalid'
  | 'client_required'
  | 'site_required'
  | 'client_email_exists'
  | 'client_merged'
  | 'template_invalid'
  | 'media_unsupported'
  | 'webhook_url_not_allowed'
  | 'custom_header_not_allowed'
  | 'password_weak'
  | 'password_wrong'
  | 'passkey_wrong'
  | 'code_wrong';

/** @param why the reason of `parameter_invalid`, by which a page says it in its own words; or another code. */
export const invalidDetail = (param: string, message: string, why: Because | OtherCode): Detail =>
  typeof why === 'string' ? { param, code: why, message } : { param, code: 'parameter_invalid', message, ...why };

/** Nothing that a studio records is older. */
const EARLIEST = '1900-01-01T00:00:00.000Z';

/** The detail of an instant (in UTC) at which nothing can have happened, such as one of year 1; otherwise nothing. */
export const tooEarly = (param: string, instant: string): Detail[] =>
  instant >= EARLIEST
    ? []
    : [invalidDetail(param, `'${param}' is before 1900. Send when it happened.`, { reason: 'before_1900' })];

/** An instant (in UTC) at which something can have happened. @throws Problem 400 for one before 1900. */
export const requireRecent = (param: string, instant: string): string => {
  const details = tooEarly(param, instant);
  if (details.length > 0) throw invalid(details);
  return instant;
};

export const invalidParam = (param: string, message: string, why: Because | OtherCode): Problem =>
  invalid([invalidDetail(param, message, why)]);

export const detailsOf = ({ code, message, extra: { param = '', details } }: Problem): readonly Detail[] =>
  details ?? [{ param, code, message }];

/**
 * The results of readings that do not depend on one another, so that a response lists everything that is wrong.
 * @throws Problem 400 with the details of every 400; without one, the first other error.
 */
export const allOf = <Results extends readonly unknown[]>(
  ...readings: { readonly [Index in keyof Results]: () => Results[Index] }
): Results => {
  const details: Detail[] = [];
  const others: unknown[] = [];
  const results = readings.map((read) => {
    try {
      return read();
    } catch (error) {
      if (error instanceof Problem && error.status === 400) details.push(...detailsOf(error));
      else others.push(error);
      return undefined;
    }
  });
  if (details.length > 0) throw invalid(details);
  if (others.length > 0) throw others[0];
  return results as unknown as Results;
};

/** A body or a filter refers to a record that does not exist: one detail of a 400. */
export const missingDetail = (param: string, kind: string, id: string): Detail => ({
  param,
  code: 'resource_missing',
  message: `There is no ${kind} with the id '${id}'. Send the id of an existing ${kind}.`,
});

export const missingResource = (param: string, kind: string, id: string): Problem =>
  invalid([missingDetail(param, kind, id)]);

/** 404: the record does not exist, or the caller may not see it. */
export const notFound = (kind: string, id: string, details?: readonly Detail[]): Problem =>
  new Problem(
    404,
    'resource_not_found',
    `There is no ${kind} with the id '${id}'.`,
    details === undefined ? {} : { details },
  );

/** 405 with the methods that the path supports, such as 'GET, HEAD'. */
export const methodNotAllowed = (method: string, allow: string): Problem =>
  new Problem(405, 'method_not_allowed', `This path does not support ${method}. Use ${allow}.`, { allow });

/** 409 with one of the codes of conventions.md "Errors". */
export const conflict = (code: string, message: string, details?: readonly Detail[]): Problem =>
  new Problem(409, code, message, details === undefined ? {} : { details });

/** 403 with one of the codes of conventions.md "Errors". */
export const forbidden = (message: string, code = 'permission_denied', details?: readonly Detail[]): Problem =>
  new Problem(403, code, message, details === undefined ? {} : { details });
