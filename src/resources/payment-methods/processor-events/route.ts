import { type AnyElysia, Elysia } from 'elysia';
import { readText } from '../../../http/body.ts';
import { router } from '../../../http/operations/mount.ts';
import { leaveBody } from '../../../kernel/bounded-body.ts';
import { setRealTimeout } from '../../../kernel/clock.ts';
import type { OpenPaths } from '../../../kernel/open-paths.ts';
import { withOrigin } from '../../../kernel/origin.ts';
import { invalidParam, Problem } from '../../../kernel/problem.ts';
import { type ProcessorEventDeps, receiveProcessorEvent } from './receive.ts';

/** Where the card processor sends its events. It needs no credential, since every event is signed. */
export const PROCESSOR_PATH = '/webhooks/processor';
export const PROCESSOR_EVENTS: OpenPaths = { paths: [PROCESSOR_PATH] };

interface EventLimits {
  /** Of one event. */
  readonly bytes: number;
  /** Events whose bodies are received at the same time. */
  readonly atOnce: number;
  /** The time that a body may take to arrive, in real milliseconds. */
  readonly bodyMs: number;
}

/** Anyone can send events, and it shows only at their end whether they are signed. Events of Stripe have a few kB. */
const LIMITS: EventLimits = { bytes: 262_144, atOnce: 50, bodyMs: 10_000 };

/** What `work` resolves with. @throws Problem 400 when it takes longer than `ms`. */
const within = async <T>(ms: number, request: Request, work: Promise<T>): Promise<T> => {
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    cancel = setRealTimeout(ms, () => {
      leaveBody(request);
      reject(new Problem(400, 'json_invalid', `The body did not arrive within ${ms / 1000} seconds. Send it again.`));
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
};

/** The body of an event, read only where it has a signature. */
const bodyReader = ({ bytes, atOnce, bodyMs }: EventLimits) => {
  let receiving = 0;
  return async (request: Request): Promise<string> => {
    if (receiving >= atOnce) {
      const message = `${atOnce} events are being received right now. Send it again in a second.`;
      throw new Problem(429, 'rate_limited', message, { retryAfter: 1, category: 'address' });
    }
    receiving += 1;
    try {
      return await within(bodyMs, request, readText(request, bytes));
    } finally {
      receiving -= 1;
    }
  };
};

/** `POST /webhooks/processor`. There is no such path without a processor that sends events. */
export const processorRoutes = (deps: ProcessorEventDeps, limits = LIMITS): AnyElysia => {
  const { signatureHeader } = deps.charging.processor;
  if (signatureHeader === null) return new Elysia();
  const readBody = bodyReader(limits);
  return router().post(
    PROCESSOR_PATH,
    async ({ request, set }) => {
      const signature = request.headers.get(signatureHeader) ?? '';
      if (signature === '')
        throw invalidParam('signature', `Events need the header '${signatureHeader}'.`, { reason: 'not_accepted' });
      const body = await readBody(request);
      const origin = { actor: 'processor', requestId: String(set.headers['x-request-id'] ?? '') };
      await withOrigin(origin, () => receiveProcessorEvent(deps, body, signature));
      return { received: true };
    },
    { parse: 'none' },
  );
};
