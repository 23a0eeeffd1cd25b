import { stopwatch } from '../kernel/clock.ts';
import type { Passage } from './gate.ts';

/** One answered request, as the log tells it; never a secret, a token or a body. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, `/v2/clients/:id`; the path itself where no route took it. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The credential's id; absent on public paths. */
  readonly credentialId: string | undefined;
}

/** Where answered requests are noted. */
export type AccessLog = (entry: AccessEntry) => void;

interface AnsweredContext {
  readonly request: Request;
  readonly route: string;
  readonly path: string;
  readonly passage: Passage;
  readonly set: { readonly status?: number | string };
}

/** Notes one answer in `log`. */
export const noteAnswer = (log: AccessLog, { request, route, path, passage, set }: AnsweredContext): void =>
  log({
    requestId: passage.requestId,
    method: request.method,
    route: route === '' ? path : route,
    status: Number(set.status ?? 200),
    milliseconds: stopwatch() - passage.startedAt,
    credentialId: passage.caller?.credentialId,
  });
