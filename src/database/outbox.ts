import type { Database } from 'bun:sqlite';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RaisedEvent } from '../events/envelope.ts';
import type { Origin } from '../kernel/origin.ts';

/** How long events are kept, in milliseconds. */
export const EVENT_RETENTION_MS = 30 * 86_400_000;

/** Every event that was raised, written in the transaction of its change; `body` is what deliveries send. */
export const events = sqliteTable('events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  siteId: text('siteId').notNull(),
  clientId: text('clientId'),
  createdAt: text('createdAt').notNull(),
  body: text('body').notNull(),
  /** Who or what raised it, and in which request. */
  actor: text('actor'),
  requestId: text('requestId'),
  /** 1 while the indexes by type, site, client, actor and request do not have it yet. These events are the last ones by `id`. */
  isNew: integer('isNew').notNull().default(0),
});

export type EventRow = typeof events.$inferSelect;

/** The number of new events at which they are indexed. A list reads at most about so many without an index. */
const ENOUGH = 128;
/** The events that one transaction indexes at most. */
const BATCH = 512;

const INSERT = `insert into "events" ("id", "type", "siteId", "clientId", "createdAt", "body", "actor", "requestId", "isNew")
  values (?, ?, ?, ?, ?, ?, ?, ?, 1)`;

/** The condition of the new events: those after the last one that is indexed. */
export const NEW_EVENTS = `"events"."id" > coalesce(
  (select "id" from "events" where +"isNew" = 0 order by "id" desc limit 1), '') and +"events"."isNew" = 1`;

const COUNT = `select count(*) as "count" from "events" where ${NEW_EVENTS}`;
const INDEX = `update "events" set "isNew" = 0 where "id" in (
  select "id" from "events" where ${NEW_EVENTS} order by "id" limit ${BATCH})`;

/** Indexes the oldest of the new events, in a transaction. Returns how many; 0 when there are none. */
export const indexEvents = (db: Database): number => db.query(INDEX).run().changes;

/**
 * Adds events, and writes their indexes for many events at once: each event is at another place of each index, and a page
 * costs as much for one of them as for fifty.
 */
export class Outbox {
  /** The new events, or a few more; undefined while it is not known. */
  #waiting: number | undefined;
  #addedElsewhere = 0;

  constructor(readonly db: Database) {}

  /**
   * Adds an event. A transaction on another connection is a long one: it indexes its events itself, so that few are new at its
   * end. Whatever looks for new events reads all of them.
   * @param db the connection of the transaction.
   */
  add(db: Database, { id, type, siteId, clientId, createdAt, body }: RaisedEvent, origin: Origin | undefined): void {
    const { actor = null, requestId = null } = origin ?? {};
    db.query(INSERT).run(id, type, siteId, clientId, createdAt, body, actor, requestId);
    if (db === this.db) return;
    this.#addedElsewhere += 1;
    if (this.#addedElsewhere % ENOUGH === 0) indexEvents(db);
  }

  /** Indexes the new events if there are enough. Call it before each commit with the number of events that it has. */
  index(added: number): void {
    if (added === 0 && this.#waiting === undefined) return;
    this.#waiting =
      this.#waiting === undefined
        ? (this.db.query<{ count: number }, []>(COUNT).get()?.count ?? 0)
        : this.#waiting + added;
    if (this.#waiting < ENOUGH) return;
    const indexed = indexEvents(this.db);
    this.#waiting = indexed < BATCH ? 0 : this.#waiting - indexed;
  }

  /** The commit failed. */
  forget(): void {
    this.#waiting = undefined;
  }
}
