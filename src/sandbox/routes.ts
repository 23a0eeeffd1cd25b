import { Type } from '@sinclair/typebox';
import { eq, notLike } from 'drizzle-orm';
import type { AnyElysia } from 'elysia';
import { type EventRow, events } from '../database/outbox.ts';
import type { Store } from '../database/store.ts';
import { router } from '../http/operations/mount.ts';
import { listQuery, listResponse, parsePageRequest } from '../http/paging.ts';
import { parseQuery } from '../http/query-string.ts';
import { validatorFor } from '../http/validation.ts';
import type { Random } from '../kernel/random.ts';
import { optional } from '../kernel/schemas.ts';
import type { Timeline } from '../kernel/timer.ts';
import type { SandboxProcessor } from '../payments-processor/sandbox/processor.ts';
import { pagesOf } from '../records/pages.ts';
import { named } from '../records/query.ts';
import { DEMO_EVENTS } from '../resources/demo-ids.ts';
import { eventView } from '../resources/events/queries.ts';
import { clockRoutes } from './clock.ts';
import { deviceRoutes } from './device/routes.ts';
import { type Inbox, inboxRoutes } from './inbox.ts';
import { issuerRoutes, type SandboxIssuer } from './issuer.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import type { PushBox } from './pushes/push-box.ts';
import { pushRoutes } from './pushes/routes.ts';
import { sandboxSignIn } from './sign-in.ts';

export interface SandboxDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly inbox: Inbox;
  readonly mailbox: Mailbox;
  readonly pushes: PushBox;
  readonly issuer: SandboxIssuer;
  readonly random: Random;
  readonly rootUrl: () => string;
  /** The sandbox processor; undefined when another processor charges the cards. */
  readonly processor: SandboxProcessor | undefined;
  /** Starts the sandbox again. Returns the response. */
  reset(): Promise<object>;
}

const EventQuery = validatorFor(listQuery({ type: optional(Type.String()) }));

const eventPage = pagesOf<EventRow>(events, () => ({
  sites: null,
  direction: 'descending',
  // Without the events with which the demo studio begins.
  filters: { type: eq(events.type, named('type')), others: notLike(events.id, named('others')) },
}));

/** `/sandbox/*`, which only a sandbox has and which needs no credential (contract/appliance.md "Sandbox only"). */
export const sandboxRoutes = (deps: SandboxDeps): AnyElysia => {
  const { store, time, inbox, mailbox, pushes, issuer, random, rootUrl, processor, reset } = deps;
  return (
    router('/sandbox')
      // Elysia maps rejections of async handlers only.
      .post('/reset', async () => reset(), { parse: 'none' })
      .get('/events', ({ request }) => {
        const query = parseQuery(request.url, EventQuery);
        const read = store.view();
        const page = eventPage(read, parsePageRequest(query), { type: query.type, others: DEMO_EVENTS });
        return listResponse('/sandbox/events', page, eventView(read, { siteIds: null }));
      })
      .use(clockRoutes(time))
      .use(issuerRoutes(issuer, store))
      .use(sandboxSignIn(store, random, rootUrl))
      .use(inboxRoutes(inbox))
      .use(mailboxRoutes(mailbox))
      .use(pushRoutes(pushes))
      .use(processor === undefined ? router('') : deviceRoutes(processor))
  );
};
