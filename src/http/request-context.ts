import type { Caller } from '../kernel/caller.ts';
import type { Passage } from './authenticate.ts';

/** The part of Elysia's request context that handlers read. */
export interface Context {
  readonly request: Request;
  /** Absent on paths without parameters. */
  readonly params?: Record<string, string> | undefined;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
  readonly passage: Passage;
  /** The route's template: `/v2/clients/:id`. */
  readonly route: string;
}

/** What Elysia's route methods take after the path. */
export type Route = [handler: (context: Context) => unknown, hook: Record<string, unknown>];

/** The parameters of a path without any. */
export const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * The caller that the gate let in.
 * @throws Error when nobody did: the second lock behind the gate, for whatever may come past it.
 */
export const callerOf = ({ caller }: Passage): Caller => {
  if (caller === undefined) throw new Error('A request without a caller reached an operation.');
  return caller;
};
