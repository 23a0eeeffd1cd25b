import type { Caller } from '../kernel/caller.ts';

/** What is known of a request before its operation runs; every handler finds it in Elysia's context. */
export interface RequestContext {
  readonly requestId: string;
  /** Reading of the stopwatch when the request came in, ms. */
  readonly startedAt: number;
  /** Absent on public paths only. */
  caller: Caller | undefined;
  /** The path of the operation that answers, `/v2/clients/:id`; absent where none does. */
  route: string | undefined;
}

/** The part of Elysia's context that handlers read. */
export interface HandlerContext {
  readonly request: Request;
  /** Absent on paths without parameters. */
  readonly params?: Record<string, string> | undefined;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly requestContext: RequestContext;
}

/** The parameters of a path without any. */
export const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * The authenticated caller.
 * @throws Error when there is none: a second check, should a request ever come past authentication.
 */
export const callerOf = ({ caller }: RequestContext): Caller => {
  if (caller === undefined) throw new Error('A request without a caller reached an operation.');
  return caller;
};
