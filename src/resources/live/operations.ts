import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { ProtocolSpec } from '../../http/operations/protocol.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { id, object, optional } from '../../kernel/schemas.ts';
import { siteOf } from '../named-sites.ts';
import type { RequestPorts } from '../sign-in/browser.ts';
import { type Change, changesOf, isVisibleTo } from './change.ts';
import { LiveHub } from './hub.ts';

const STREAM = 'text/event-stream';

/** Server-sent events at a path. */
export const eventsAt = (root: string): ProtocolSpec => ({
  name: 'server-sent events',
  root,
  request: { 'Last-Event-ID': 'The last event you have received: changes since then are sent first.' },
  response: {},
  everyResponse: {},
  sends: STREAM,
});

/** The headers of a stream. Proxies such as nginx would gather its messages. */
export const setStreamHeaders = (headers: Record<string, string | number>): void => {
  headers['content-type'] = STREAM;
  headers['cache-control'] = 'no-store';
  headers['x-accel-buffering'] = 'no';
};

export interface LiveDeps extends RequestPorts {
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly requireOperation: RequireOperation;
}

const OPERATION = 'streamChanges';

export const liveOperations = ({ store, signal, requireOperation, callerIn, requests }: LiveDeps) => {
  const hub = new LiveHub(store, signal, changesOf);
  /** The caller of an open stream now; undefined when it may no longer listen. */
  const callerNow = (request: Request): Caller | undefined => {
    try {
      const caller = callerIn(store.view(), request);
      if (caller.kind === 'signed-in' || caller.kind === 'kiosk') return undefined;
      requireOperation(caller, [OPERATION]);
      return caller;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };
  return businessOperations({ tag: 'Desk' }, 'manage', ({ exchange }) => [
    exchange(
      'GET /manage/live',
      OPERATION,
      {
        summary: 'Stream changes as server-sent events',
        description:
          "Each message has an event's ID as `id`, and its data has the type, the IDs of its records, and " +
          '`version`, the time of the change: reload the records you show that are older. Only includes events of ' +
          'the site (without one, of your sites) whose records you can read. `reset` means you should reload ' +
          'everything; `end` says why the stream ends: `signed_out`, `rights_changed`, `renew`, `too_slow`, or ' +
          '`stopping`. A comment is sent every 20 seconds.',
        query: object(() => ({ location_id: optional(id()) })),
        staff: 'sessions:read',
        sites: 'named',
        protocol: eventsAt('/manage/live'),
      },
      async ({ caller, query }, request, headers) => {
        const { location_id: siteId }: { readonly location_id?: string } = query;
        if (siteId !== undefined) siteOf(store.view(), caller, { param: 'location_id', id: siteId });
        setStreamHeaders(headers);
        // The router would read the whole stream for its length, and it never ends.
        if (request.method === 'HEAD') return new Response(null);
        const lastEventId = request.headers.get('last-event-id') || undefined;
        const isVisible = isVisibleTo(caller, siteId);
        const tell = (change: Change) => (isVisible(change) ? change.text : undefined);
        const address = requests.attemptsKeyOf(request);
        return new Response(hub.open({ caller, address, tell, lastEventId, callerNow: () => callerNow(request) }));
      },
    ),
  ]);
};
