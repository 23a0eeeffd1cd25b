import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { AnyElysia } from 'elysia';
import { type EventRow, events } from '../database/outbox.ts';
import { pagesOf } from '../database/pages.ts';
import { named } from '../database/query.ts';
import type { Store } from '../database/store.ts';
import { parseBody } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { listAnswer, listQuery, pageRequest } from '../http/paging.ts';
import { parseQuery } from '../http/query-string.ts';
import { checked } from '../http/validation.ts';
import { isoInstant } from '../kernel/clock.ts';
import { invalidParam } from '../kernel/problem.ts';
import { instant, optional, part } from '../kernel/schemas.ts';
import type { Timeline } from '../kernel/timer.ts';
import type { SandboxProcessor } from '../payments-processor/sandbox/processor.ts';
import { eventView } from '../resources/events/queries.ts';
import { deviceRoutes } from './device/routes.ts';
import { type Inbox, inboxRoutes } from './inbox.ts';
import { issuerRoutes, type SandboxIssuer } from './issuer.ts';

/** What the sandbox's own routes work on. */
export interface SandboxDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly inbox: Inbox;
  readonly issuer: SandboxIssuer;
  /** What members' devices ask of the embedded processor; absent where cards are another one's. */
  readonly device: SandboxProcessor | undefined;
  /** Begins anew, as at the start; answers what is told about it. */
  reset(): Promise<object>;
}

/** One call moves the clock at most this far: every job on the way really runs. */
const FARTHEST_MS = 400 * 86_400_000;

const Move = checked(part({ advance: optional(Type.String()), at: optional(instant()) }));
const EventQuery = checked(listQuery({ type: optional(Type.String()) }));

const eventPage = pagesOf<EventRow>(events, {
  direction: 'descending',
  filters: { type: eq(events.type, named('type')) },
});

const clockAnswer = (time: Timeline) => ({ object: 'sandbox_clock', now: isoInstant(time.now()), mode: time.mode });

const afterDuration = (now: number, advance: string): number => {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
    return start.add(Temporal.Duration.from(advance)).epochMilliseconds;
  } catch {
    throw invalidParam('advance', `'${advance}' is no ISO 8601 duration. Send one such as PT61S or P1D.`);
  }
};

/** The instant, epoch ms, that a move asks for. */
const targetOf = (now: number, { advance, at }: { advance?: string; at?: string }): number => {
  if ((advance === undefined) === (at === undefined)) {
    throw invalidParam('advance', "Send either 'advance', such as PT61S, or 'at', an instant.", 'parameter_missing');
  }
  const target = advance === undefined ? Date.parse(at as string) : afterDuration(now, advance);
  const param = advance === undefined ? 'at' : 'advance';
  if (target < now) throw invalidParam(param, 'The clock only goes forward. POST /sandbox/reset begins anew.');
  if (target - now > FARTHEST_MS) throw invalidParam(param, 'Move the clock at most 400 days at once.');
  return target;
};

const raw = { parse: 'none' } as const;

/** `/sandbox/*`: what only a sandbox has (contract/appliance.md); no credential is asked for. */
export const sandboxRoutes = ({ store, time, inbox, issuer, device, reset }: SandboxDeps): AnyElysia => {
  let moving: Promise<unknown> = Promise.resolve();
  /** Takes JSON by whatever name, as `curl -d` sends it. Moves happen one after the other, each from where the one before it ended. */
  const move = async (request: Request) => {
    const wanted = parseBody(await request.text(), Move);
    const moved = moving.then(() => time.moveTo(targetOf(time.now(), wanted)));
    moving = moved.catch(() => undefined);
    await moved;
    return clockAnswer(time);
  };
  // Elysia maps what a handler rejects with only where the handler calls itself async.
  return router('/sandbox')
    .post('/reset', async () => reset(), raw)
    .get('/clock', () => clockAnswer(time))
    .post('/clock', async ({ request }) => move(request), raw)
    .get('/events', ({ request }) => {
      const query = parseQuery(request.url, EventQuery);
      const page = eventPage(store.view(), pageRequest(query), { type: query.type });
      return listAnswer('/sandbox/events', page, eventView);
    })
    .use(issuerRoutes(issuer, store))
    .use(inboxRoutes(inbox))
    .use(device === undefined ? router('') : deviceRoutes(device));
};
