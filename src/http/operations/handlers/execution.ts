import type { TObject, TSchema } from '@sinclair/typebox';
import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { type AnyCaller, actorOf } from '../../../kernel/caller.ts';
import { storedId } from '../../../kernel/ids.ts';
import type { Origin } from '../../../kernel/origin.ts';
import { type Detail, invalid, Problem } from '../../../kernel/problem.ts';
import { responseText } from '../../../kernel/record-text.ts';
import { object } from '../../../kernel/schemas.ts';
import type { ErrorDeps } from '../../errors.ts';
import type { Expansions } from '../../expansions.ts';
import type { Idempotency } from '../../idempotency.ts';
import { parseQuery } from '../../query-string.ts';
import { type HandlerContext, NO_PARAMS, type RequestContext } from '../../request-context.ts';
import { type Validator, validatorFor } from '../../validation.ts';
import type { AccessDeps } from '../authorize.ts';
import { type AnyCall, type RuleResponse, WithCookies, WithStatus } from '../call.ts';
import type { FormFolder } from '../forms.ts';
import type { Operation } from '../operation.ts';

export interface OperationDeps extends AccessDeps, ErrorDeps {
  readonly store: Store;
  readonly idempotency: Idempotency;
  readonly addressOf: (request: Request) => string;
  /** How many requests have no response yet, or one that is not sent. */
  readonly underWay: () => number;
  readonly forms: FormFolder;
  readonly expansions: Readonly<Record<string, Expansions>>;
  /** `verify` also validates responses, for tests. */
  readonly mode: 'serve' | 'verify';
}

export const originOf = ({ requestId }: RequestContext, caller: AnyCaller): Origin => ({
  actor: actorOf(caller),
  requestId,
});

export const NO_FIELDS = object({});

/** The parameters of a path, with its UUIDs in lower case. */
const withStoredIds = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  let stored = params;
  for (const name in params) {
    const given = params[name] ?? '';
    const id = storedId(given);
    if (id !== given) stored = { ...stored, [name]: id };
  }
  return stored;
};

/** What `parse` returns; undefined when it reports errors, which are added to `details`. */
const parsed = <T>(parse: () => T, details: Detail[]): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Problem) || error.extra.details === undefined) throw error;
    details.push(...error.extra.details);
    return undefined;
  }
};

/** The query, and the body that `readBody` returns. @throws Problem 400 with all errors of both. */
const parsedBoth = (url: string, shape: Validator<TObject>, readBody: () => unknown) => {
  const details: Detail[] = [];
  const query = parsed(() => parseQuery(url, shape), details);
  const body = parsed(readBody, details);
  if (query === undefined || details.length > 0) throw invalid(details);
  return { query, body };
};

/** `readBody` parses the body, if the operation has one. @throws Problem 400 with all errors of query and body. */
export const callFor = (operation: Operation) => {
  const shape = validatorFor(operation.query ?? NO_FIELDS);
  const [idParam = ''] = operation.params;
  return ({ request, params }: HandlerContext, caller: AnyCaller, readBody?: () => unknown): AnyCall => {
    const { url } = request;
    const { query, body } =
      readBody === undefined ? { query: parseQuery(url, shape), body: undefined } : parsedBoth(url, shape, readBody);
    const stored = withStoredIds(params ?? NO_PARAMS);
    return {
      caller,
      params: stored,
      id: stored[idParam] ?? '',
      record: undefined,
      query,
      body,
      ...(operation.seesRequest === true ? { request } : {}),
    };
  };
};

/** Adds the record of the path to a call. @throws Problem 404. */
export const withRecord = ({ on }: Operation, read: Read, call: AnyCall): AnyCall =>
  on === undefined ? call : { ...call, record: on.find(read, call.caller, call.id) };

/** The status and the response of what a rule returns. @throws Error for a status that the operation does not declare. */
export const statusOf = (
  { id, status = 200, alsoResponds }: Operation,
  result: RuleResponse,
): { readonly status: number; readonly response: object; readonly cookies?: WithCookies['cookies'] } => {
  if (result instanceof Promise) throw new Error(`the rule of the operation ${id} must be synchronous`);
  if (result instanceof WithCookies) return { status, response: result.response, cookies: result.cookies };
  if (!(result instanceof WithStatus)) return { status, response: result };
  if (alsoResponds?.[result.status] !== undefined) return result;
  throw new Error(`the operation ${id} returns the status ${result.status}, which its 'alsoResponds' lacks`);
};

/** Validates a response against a schema. @throws Error when it is invalid. */
export const verifyAgainst = (schema: TSchema, id: string, response: object): void => {
  const text = responseText(response) ?? JSON.stringify(response);
  const written: unknown = JSON.parse(text);
  // A text with a field twice, or in another form, would have another ETag than the same record from a view.
  if (JSON.stringify(written) !== text) throw new Error(`the response of ${id} is not written as a view is`);
  const validator = validatorFor(schema);
  // Finding out what is wrong takes many times as long as finding out whether anything is.
  if (validator.isValid(written)) return;
  throw new Error(`the response of ${id} is invalid: ${validator.errors(written)[0]?.message}`);
};

/** Validates a response against the schema of its operation. @throws Error when it is invalid. */
export const verifyResponse = (operation: Operation, status: number, response: object): void => {
  const schema = operation.alsoResponds?.[status] ?? operation.response;
  if (schema !== undefined) verifyAgainst(schema, operation.id, response);
};
