import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { Problem } from '../../kernel/problem.ts';
import { eventsBetween, isKnownEvent, type LiveRow, lastEventId } from './queries.ts';
import { LiveStream } from './stream.ts';

/** The bounds of streams. Tests change the times. */
export const LIMITS = {
  /** A browser shares one stream between its tabs. */
  perCredential: 12,
  perAddress: 300,
  total: 300,
  /** A comment keeps the connection open: the server closes an idle connection after 60 seconds, and so do proxies. */
  heartbeatMs: 20_000,
  /** After this time a reader connects again. */
  maxAgeMs: 30 * MINUTE_MS,
  /** Events that are committed within this time are read together. */
  gatherMs: 25,
} as const;

type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** The maximum number of events for a reader that reconnects; after more of them the page reads everything again. */
const MOST_MISSED = 500;
/** The maximum number of events that one turn of the event loop reads. */
const MOST_AT_ONCE = 500;

interface Listener<Change> {
  readonly caller: Caller;
  readonly address: string;
  readonly tell: (change: Change) => string | undefined;
  readonly lastEventId: string | undefined;
  readonly callerNow: () => Caller | undefined;
}

const tooMany = (): Problem =>
  new Problem(429, 'rate_limited', 'Too many streams are open. Close one, or wait 20 seconds and send it again.', {
    retryAfter: 20,
    category: 'address',
  });

/** After a commit, one read fetches what is new for all streams. Nothing is read while no stream is open. */
export class LiveHub<Change> {
  readonly #streams = new Set<LiveStream<Change>>();
  readonly #store: Store;
  readonly #changesOf: (read: Read, rows: readonly LiveRow[]) => Change[];
  readonly #limits: Limits;
  /** The last event that was sent. */
  #cursor = '';
  #cancelGather: (() => void) | undefined;
  #cancelHeartbeat: (() => void) | undefined;

  /** @param changesOf what events have changed, as it is sent */
  constructor(
    store: Store,
    signal: AbortSignal,
    changesOf: (read: Read, rows: readonly LiveRow[]) => Change[],
    limits: Limits = LIMITS,
  ) {
    this.#store = store;
    this.#changesOf = changesOf;
    this.#limits = limits;
    store.onEventsCommitted(() => this.#gather());
    signal.addEventListener('abort', () => this.#endAll());
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream. @throws Problem 429 when the credential, the address, or all of them together, have too many. */
  open({ caller, address, tell, lastEventId: last, callerNow }: Listener<Change>): ReadableStream<Uint8Array> {
    this.#requireRoom(caller.credentialId, address);
    const read = this.#store.view();
    if (this.#streams.size === 0) {
      this.#cursor = lastEventId(read);
      this.#beat();
    }
    const endsAt = stopwatch() + this.#limits.maxAgeMs;
    const stream = new LiveStream<Change>({
      caller,
      address,
      tell,
      callerNow,
      endsAt,
      onEnd: (each) => this.#remove(each),
    });
    this.#streams.add(stream);
    stream.send(`retry: 3000\nid: ${this.#cursor}\nevent: ready\ndata: ${JSON.stringify({ object: 'live' })}\n\n`);
    if (last !== undefined && last !== this.#cursor) this.#resume(stream, last);
    return stream.body;
  }

  #requireRoom(credentialId: string, address: string): void {
    const { total, perCredential, perAddress } = this.#limits;
    const streams = [...this.#streams];
    const own = streams.filter((stream) => stream.credentialId === credentialId).length;
    const near = streams.filter((stream) => stream.address === address).length;
    if (streams.length >= total || own >= perCredential || near >= perAddress) throw tooMany();
  }

  /** Sends a reader that reconnects what has changed meanwhile, or a request to read everything again. */
  #resume(stream: LiveStream<Change>, last: string): void {
    const read = this.#store.view();
    const rows = isKnownEvent(read, last) ? eventsBetween(read, last, this.#cursor, MOST_MISSED + 1) : undefined;
    if (rows === undefined || rows.length > MOST_MISSED) stream.send('event: reset\ndata: {}\n\n');
    else stream.tell(this.#changesOf(read, rows));
  }

  #remove(stream: LiveStream<Change>): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#cancelHeartbeat?.();
    this.#cancelGather?.();
    this.#cancelGather = undefined;
  }

  #gather(): void {
    if (this.#streams.size === 0 || this.#cancelGather !== undefined) return;
    this.#cancelGather = setRealTimeout(this.#limits.gatherMs, () => {
      this.#cancelGather = undefined;
      this.#tell();
    });
  }

  /** Reads what is new, and sends it to the streams whose rights are still the same. */
  #tell(): void {
    if (this.#streams.size === 0) return;
    const read = this.#store.view();
    const rows = eventsBetween(read, this.#cursor, '~', MOST_AT_ONCE);
    const newest = rows.at(-1)?.id;
    if (newest === undefined) return;
    this.#cursor = newest;
    const changes = this.#changesOf(read, rows);
    for (const stream of [...this.#streams]) stream.tell(changes);
    if (rows.length === MOST_AT_ONCE) this.#gather();
  }

  /** Looks after the streams from time to time, also for events that another process has committed. */
  #beat(): void {
    this.#cancelHeartbeat = setRealTimeout(this.#limits.heartbeatMs, () => {
      this.#beat();
      const now = stopwatch();
      for (const stream of [...this.#streams]) {
        if (now >= stream.endsAt) stream.end('renew');
        else if (stream.check()) stream.send(':\n\n');
      }
      this.#tell();
    });
  }

  #endAll(): void {
    for (const stream of [...this.#streams]) stream.end('stopping');
  }
}
