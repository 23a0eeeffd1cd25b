import { Type } from '@sinclair/typebox';
import { eq, gt } from 'drizzle-orm';
import type { AnyElysia } from 'elysia';
import { type EventRow, events } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { router } from '../http/operations/mount.ts';
import { listQuery, listResponse, parsePageRequest } from '../http/paging.ts';
import { parseQuery } from '../http/query-string.ts';
import { validatorFor } from '../http/validation.ts';
import { optional } from '../kernel/schemas.ts';
import type { Timeline } from '../kernel/timer.ts';
import type { SandboxProcessor } from '../payments-processor/sandbox/processor.ts';
import { pagesOf } from '../records/pages.ts';
import { named } from '../records/query.ts';
import { EVENTS } from '../resources/demo-ids.ts';
import { eventView } from '../resources/events/queries.ts';
import { clockRoutes } from './clock.ts';
import { deviceRoutes } from './device/routes.ts';
import { type Inbox, inboxRoutes } from './inbox.ts';
import { issuerRoutes, type SandboxIssuer } from './issuer.ts';

export interface SandboxDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly inbox: Inbox;
  readonly issuer: SandboxIssuer;
  /** The sandbox processor; undefined when another processor charges the cards. */
  readonly processor: SandboxProcessor | undefined;
  /** Starts the sandbox again. Returns the response. */
  reset(): Promise<object>;
}

const EventQuery = validatorFor(listQuery({ type: optional(Type.String()) }));

const eventPage = pagesOf<EventRow>(events, () => ({
  sites: null,
  direction: 'descending',
  // The demo studio begins with an event. All others have later ids.
  filters: { type: eq(events.type, named('type')), after: gt(events.id, named('after')) },
}));

/** `/sandbox/*`, which only a sandbox has and which needs no credential (contract/appliance.md "Sandbox only"). */
export const sandboxRoutes = ({ store, time, inbox, issuer, processor, reset }: SandboxDeps): AnyElysia =>
  router('/sandbox')
    // Elysia maps rejections of async handlers only.
    .post('/reset', async () => reset(), { parse: 'none' })
    .get('/events', ({ request }) => {
      const query = parseQuery(request.url, EventQuery);
      const read = store.view();
      const page = eventPage(read, parsePageRequest(query), { type: query.type, after: EVENTS.frozen });
      return listResponse('/sandbox/events', page, eventView(read, { siteIds: null }));
    })
    .use(clockRoutes(time))
    .use(issuerRoutes(issuer, store))
    .use(inboxRoutes(inbox))
    .use(processor === undefined ? router('') : deviceRoutes(processor));
