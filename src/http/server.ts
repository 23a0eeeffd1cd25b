import type { AnyElysia } from 'elysia';
import { createDoor, type Door, type DoorDeps } from '../app/access-control.ts';
import { isMemberPath } from '../auth/members/paths.ts';
import type { Random } from '../kernel/random.ts';
import { createOriginReader } from '../rate-limits/client-address.ts';
import { type AccessLog, noteAnswer } from './access-log.ts';
import { createGate, type GateContext, pathOf } from './authenticate.ts';
import { createCors } from './cors.ts';
import { withPlainAddress } from './request-url.ts';

/** Finds the address of a connection. */
export interface Peer {
  requestIP(request: Request): { address: string } | null;
}

interface FrontDeps extends Omit<DoorDeps, 'addressKey'> {
  readonly random: Random;
  readonly trustedProxies: readonly string[];
  /** Whether loopback addresses are exempt from the address layer: so in a sandbox. */
  readonly exemptLoopback: boolean;
  /** Told once for each peer, of a few at most, that sends X-Forwarded-For and is no trusted proxy. */
  readonly onForwardedIgnored?: ((peer: string) => void) | undefined;
  readonly memberCorsOrigins: readonly string[];
}

/** What every request passes on its way in and out. */
export interface Front {
  readonly door: Door;
  /** The hook by which an application admits requests. */
  readonly admit: (context: unknown) => void;
  /** Hands a request to `root` and notes in `log` how it was answered. */
  enter(
    root: AnyElysia,
    log: AccessLog | undefined,
    given: Request,
    from: Peer | undefined,
  ): Response | Promise<Response>;
}

/** The way from a connection to the routes and back: address, preflight, token, gate, log. */
export const createFront = (deps: FrontDeps): Front => {
  const { onForwardedIgnored: onIgnored } = deps;
  let peer: Peer | undefined;
  let latest: GateContext | undefined;
  const originOf = createOriginReader({ ...deps, ...(onIgnored === undefined ? {} : { onIgnored }) });
  /** The request as it came, by the one that stands in for it: the connection is known of that one only. */
  const received = new WeakMap<Request, Request>();
  const addressKey = (request: Request): string => {
    const address = peer?.requestIP(received.get(request) ?? request)?.address;
    return originOf(address, request.headers.get('x-forwarded-for')).key;
  };
  const door = createDoor({ ...deps, addressKey });
  const cors = createCors(deps.memberCorsOrigins, isMemberPath);
  const gate = createGate(door.keeper, deps.random, cors);
  const admit = (context: unknown): void => {
    latest = context as GateContext;
    gate(latest);
  };

  // Noted here and not in a hook of Elysia's, which would keep every answer until the next turn. The gate is the first
  // that a request meets, in the same stretch, so that what it saw last is this request's.
  const answer = (root: AnyElysia, log: AccessLog | undefined, request: Request): Response | Promise<Response> => {
    const answered = root.fetch(request);
    const passage = latest?.passage;
    if (log === undefined || passage === undefined) return answered;
    const note = (response: Response): Response => {
      noteAnswer(log, request, passage, response);
      return response;
    };
    return answered instanceof Promise ? answered.then(note) : note(answered);
  };

  return {
    door,
    // Elysia reads the source of a hook to learn what to prepare for it: where the context is handed on, everything,
    // cookies included. A bound function shows no source, and the gate takes what it needs by itself.
    admit: admit.bind(undefined),
    enter(root, log, given, from) {
      peer = from;
      const request = withPlainAddress(given);
      if (request !== given) received.set(request, given);
      if (request.method === 'OPTIONS') {
        const preflight = cors.preflight(request, pathOf(request.url));
        if (preflight !== undefined) return preflight;
      }
      // A token is verified before the gate, which never waits; keys and tokens once known cost no turn.
      if (request.headers.get('authorization') === null) return answer(root, log, request);
      const arriving = door.credentials.arriving(request, pathOf(request.url));
      return arriving === undefined ? answer(root, log, request) : arriving.then(() => answer(root, log, request));
    },
  };
};
