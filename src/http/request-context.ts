import type { Authenticated } from '../kernel/caller.ts';
import { Problem } from '../kernel/problem.ts';

/** The data of a request that exists before its operation runs. Handlers get it from Elysia's context. */
export interface RequestContext {
  readonly requestId: string;
  /** The stopwatch reading when the request arrived, in ms. */
  readonly startedAt: number;
  /** Undefined on public paths only. */
  caller: Authenticated | undefined;
  /** The path of the matching operation, `/v2/clients/:id`; undefined if there is none. */
  route: string | undefined;
  /** Whether its response stays open although nothing may be sent for minutes. */
  staysOpen: boolean;
  /** Whether the cookie of a browser says who it is. Someone else may use the browser later, so it keeps nothing. */
  isBrowser: boolean;
}

export interface HandlerContext {
  readonly request: Request;
  readonly params?: Record<string, string> | undefined;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly requestContext: RequestContext;
}

export const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * The authenticated caller.
 * @throws Problem 401 `credential_missing`: the path needs no credential for another operation, as a record's id may be a word.
 */
export const requireCaller = ({ caller }: RequestContext): Authenticated => {
  if (caller === undefined) {
    throw new Problem(401, 'credential_missing', 'This operation does not accept the credential of this request.');
  }
  return caller;
};
