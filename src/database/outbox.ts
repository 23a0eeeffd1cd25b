import type { Database } from 'bun:sqlite';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RaisedEvent } from '../events/envelope.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { Origin } from '../kernel/origin.ts';
import { runAtOnce } from '../kernel/slices.ts';
import { lazyTable } from './lazy-table.ts';

/** How long events are kept, in milliseconds. */
export const EVENT_RETENTION_MS = 30 * DAY_MS;

/** Every event that was raised, written in the transaction of its change; `body` is what deliveries send. */
export const events = lazyTable(() =>
  sqliteTable('events', {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    siteId: text('siteId').notNull(),
    clientId: text('clientId'),
    createdAt: text('createdAt').notNull(),
    body: text('body').notNull(),
    actor: text('actor'),
    requestId: text('requestId'),
    /** 1 while the indexes by type, site, client, actor and request do not have it yet. These events are the last ones by `id`. */
    isNew: integer('isNew').notNull().default(0),
  }),
);

export type EventRow = typeof events.$inferSelect;

/** The number of new events at which they are indexed. A list reads at most about this many without an index. */
const ENOUGH = 128;
const BATCH = 512;
/** The events that a transaction indexes which does nothing else. In an old database each one is on a page of its own. */
const STEP = 32;

const INSERT = `insert into "events" ("id", "type", "siteId", "clientId", "createdAt", "body", "actor", "requestId", "isNew")
  values (?, ?, ?, ?, ?, ?, ?, ?, 1)`;

const LAST_INDEXED = `select "id" from "events" where +"isNew" = 0 order by "id" desc limit 1`;

/** The condition of the new events: those after the last one that is indexed. */
export const NEW_EVENTS = `"events"."id" > coalesce((${LAST_INDEXED}), '') and +"events"."isNew" = 1`;

// A bare limit would be compiled each time.
const NEXT = `select max("id") as "last", count(*) as "count" from (
  select "id" from "events" where "id" > ? order by "id" limit ? + 0)`;
const INDEX = `update "events" set "isNew" = 0 where "id" > ? and "id" <= ? and +"isNew" = 1`;

interface Events {
  readonly last: string | null;
  readonly count: number;
}

/** The id of the last event that is indexed, or an empty text. It reads all new events. */
export const lastIndexed = (db: Database): string => db.query<{ id: string }, []>(LAST_INDEXED).get()?.id ?? '';

const eventsAfter = (db: Database, last: string, most: number): Events =>
  db.query<Events, [string, number]>(NEXT).get(last, most) ?? { last: null, count: 0 };

/** Indexes up to `most` events after `last`, the last one that is indexed. Returns what it has indexed. */
const indexSome = (db: Database, last: string, most: number): Events => {
  const indexed = eventsAfter(db, last, most);
  if (indexed.last !== null) db.query(INDEX).run(last, indexed.last);
  return indexed;
};

/** Indexes all events after `last`, the last one that is indexed, a few in each step. */
export function* indexAfter(db: Database, last: string): Generator<void, void> {
  for (let after: string | null = last; after !== null; ) {
    after = indexSome(db, after, STEP).last;
    yield;
  }
}

export const indexNewEvents = (db: Database): void => runAtOnce(indexAfter(db, lastIndexed(db)));

/** Indexes many events together: each has another place in each index, and a page costs the same for fifty. */
export class Outbox {
  /** The last event that is indexed, and the number of new ones or a few more; undefined until they have been counted. */
  #newEvents: { last: string; waiting: number } | undefined;

  constructor(readonly db: Database) {}

  /** Adds an event, which is new until it is indexed. `db` is the connection of the transaction. */
  add(db: Database, { id, type, siteId, clientId, createdAt, body }: RaisedEvent, origin: Origin | undefined): void {
    const { actor = null, requestId = null } = origin ?? {};
    db.query(INSERT).run(id, type, siteId, clientId, createdAt, body, actor, requestId);
  }

  /** Indexes the new events if there are enough. Call it before each commit with the number of events that it has. */
  index(added: number): void {
    if (this.#newEvents === undefined) {
      if (added === 0) return;
      const last = lastIndexed(this.db);
      this.#newEvents = { last, waiting: eventsAfter(this.db, last, Number.MAX_SAFE_INTEGER).count };
    } else this.#newEvents.waiting += added;
    if (this.#newEvents.waiting < ENOUGH) return;
    const { last, count } = indexSome(this.db, this.#newEvents.last, BATCH);
    this.#newEvents = {
      last: last ?? this.#newEvents.last,
      waiting: count < BATCH ? 0 : this.#newEvents.waiting - count,
    };
  }

  /** The commit failed, or another connection has indexed events. */
  forget(): void {
    this.#newEvents = undefined;
  }
}
