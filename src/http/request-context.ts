import type { Authenticated } from '../kernel/caller.ts';

/** The data of a request that exists before its operation runs. Handlers get it from Elysia's context. */
export interface RequestContext {
  readonly requestId: string;
  /** The stopwatch reading when the request arrived, in ms. */
  readonly startedAt: number;
  /** Undefined on public paths only. */
  caller: Authenticated | undefined;
  /** The path of the matching operation, `/v2/clients/:id`; undefined if there is none. */
  route: string | undefined;
}

/** The part of Elysia's context that handlers use. */
export interface HandlerContext {
  readonly request: Request;
  /** Absent on paths without parameters. */
  readonly params?: Record<string, string> | undefined;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly requestContext: RequestContext;
}

/** The parameters of a path that has none. */
export const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * The authenticated caller.
 * @throws Error when there is none. This is a second check, in case a request bypasses authentication.
 */
export const requireCaller = ({ caller }: RequestContext): Authenticated => {
  if (caller === undefined) throw new Error('A request without a caller reached an operation.');
  return caller;
};
