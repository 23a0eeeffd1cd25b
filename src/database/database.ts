import { Database } from 'bun:sqlite';
import type { EventData, EventType } from '../events/catalogue.ts';
import type { CheckInFacts } from '../events/legacy-check-in.ts';

/** A view of the one file: the same for reads and inside writes. */
export interface Read {
  readonly db: Database;
  /** The present instant, epoch ms; read once for the whole unit of work. */
  readonly nowMs: number;
  /** The same instant as ISO 8601 text. */
  readonly now: string;
}

/** A unit of work that is committed whole or not at all. */
export interface Tx extends Read {
  /** A new record id, greater than every one before. */
  id(): string;
  /** Puts an event into the outbox; it is told when, and only when, this work is committed. Answers the event's id. */
  raise<Type extends EventType>(type: Type, siteId: string, data: EventData<Type>): string;
  /** Puts a legacy v1 check-in into the outbox, beside the events of the catalogue. Answers the event's id. */
  raiseCheckIn(facts: CheckInFacts): string;
}

/** Marks the file as studiod's in its header ("STUD"). */
export const APPLICATION_ID = 0x53545544;

// Statements that `db.query` keeps prepared; by default 20, and this program has hundreds that take turns.
Database.MAX_QUERY_CACHE_SIZE = 2_000;

/** Where a database lives: a path, or `:memory:`. */
export const openDatabase = (path: string): Database => {
  const db = new Database(path, { create: true, strict: true });
  db.run('PRAGMA busy_timeout = 5000');
  if (path !== ':memory:') {
    db.run('PRAGMA journal_mode = WAL');
    db.run('PRAGMA synchronous = FULL');
    db.run('PRAGMA mmap_size = 268435456');
  }
  db.run('PRAGMA foreign_keys = ON');
  db.run('PRAGMA cache_size = -16000');
  db.run('PRAGMA temp_store = MEMORY');
  return db;
};
