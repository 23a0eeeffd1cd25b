// Fills a database with a business of any size, in large transactions. The same size gives the same data.

import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from '../../src/database/database.ts';
import { Store } from '../../src/database/store.ts';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { createIds } from '../../src/kernel/ids.ts';
import type { BookingRow } from '../../src/resources/bookings/record.ts';
import type { ClientRow } from '../../src/resources/clients/record.ts';
import { indexClient } from '../../src/resources/clients/search.ts';
import type { EntryRow } from '../../src/resources/content/entries/record.ts';
import { indexEntry } from '../../src/resources/content/search/indexing.ts';
import type { MediaRow } from '../../src/resources/content-media/record.ts';
import type { SessionRow } from '../../src/resources/sessions/record.ts';
import type { SessionRow as WatchingRow } from '../../src/resources/video/record.ts';
import { entryRow, FILE_BYTES, FILE_SHA256, mediaRow, startedRow, titleWords, watchingRow } from './seed-content.ts';
import { bookingRow, clientRow, person, type Slot, sessionRow } from './seed-rows.ts';

/** The number of rows in the large tables. */
export interface Size {
  readonly clients: number;
  readonly bookings: number;
}

/** The data for the scenarios, with random ids of the whole table. */
export interface Seeded {
  readonly size: Size;
  readonly siteId: string;
  readonly clientIds: readonly string[];
  readonly bookingIds: readonly string[];
  /** The cursor of page 10,000, with ten clients per page, or of the last page if there are fewer. */
  readonly deepClientId: string;
  readonly searches: readonly string[];
  /** Random ids, enough that a check-in is the first one of its client. */
  readonly visitorIds: readonly string[];
  /** Future sessions without bookings and with many seats. */
  readonly openSessionIds: readonly string[];
  /** Words of titles of entries. */
  readonly titleWords: readonly string[];
  readonly mediaIds: readonly string[];
  /** Clients with an open session of a video, which has the id of the client. */
  readonly watcherIds: readonly string[];
}

const SAMPLE = 5_000;
const VISITORS = 100_000;
const OPEN_SESSIONS = 500;
const ENTRIES = 2_000;
const PAST_SEATS = 80;
const COMING_SEATS = 100;
const BATCH = 100_000;

/** A small deterministic random generator (mulberry32): the same data on every run. */
const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Insert<Row> = (row: Row) => void;

const inserter = <Row extends object>(db: Database, table: string): Insert<Row> => {
  // An earlier version of the service does not have all of them.
  const known = new Set(
    db
      .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  );
  const prepare = (row: Row) => {
    const columns = (Object.keys(row) as (keyof Row & string)[]).filter((column) => known.has(column));
    const places = columns.map(() => '?').join();
    const text = `insert into "${table}" (${columns.map((column) => `"${column}"`).join()}) values (${places})`;
    return { columns, statement: db.query(text) };
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  return (row) => {
    prepared ??= prepare(row);
    prepared.statement.run(...prepared.columns.map((column) => row[column] as SQLQueryBindings));
  };
};

/** Drops the indexes of a table, and returns what makes them again: sorted at once, which random inserts are not. */
const withoutIndexes = (db: Database, table: string): (() => void) => {
  const indexes = db
    .query<{ name: string; sql: string }, [string]>(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
    )
    .all(table);
  for (const { name } of indexes) db.run(`drop index "${name}"`);
  return () => {
    for (const { sql } of indexes) db.run(sql);
  };
};

/** Runs `work` for 0 to `count` - 1, in transactions of 100,000. */
const inBatches = async (store: Store, count: number, work: (tx: Tx, index: number) => void): Promise<void> => {
  for (let from = 0; from < count; from += BATCH) {
    await store.write((tx) => {
      for (let index = from; index < Math.min(count, from + BATCH); index += 1) work(tx, index);
    });
  }
};

/** A random sample without duplicates. */
const sampleOf = (ids: readonly string[], random: () => number, count = SAMPLE): string[] => {
  const sample = new Set<string>();
  while (sample.size < Math.min(count, ids.length / 2)) sample.add(ids[Math.floor(random() * ids.length)] as string);
  return [...sample];
};

interface Filled {
  readonly id: string;
  readonly slot: Slot;
}

/** What the bookings of a client come to. */
type Counters = Pick<ClientRow, 'bookings' | 'visits' | 'firstVisitAt' | 'lastVisitAt' | 'earliestBookingAt'>;

/** Past sessions with everybody attended, future ones half booked, then the ones without bookings. */
const slotsOf = (size: Size, now: number): Slot[] => {
  const past = Math.ceil((size.bookings * 0.8) / PAST_SEATS);
  const coming = Math.floor((size.bookings * 0.2) / COMING_SEATS);
  const at = (index: number, count: number, from: number, to: number) =>
    now + Math.round(from + ((to - from) * index) / count);
  const slots: Slot[] = [];
  for (let index = 0; index < past; index += 1) {
    slots.push({
      start: at(index, past, -57 * DAY_MS, -2 * DAY_MS),
      booked: PAST_SEATS,
      capacity: PAST_SEATS,
      past: true,
    });
  }
  for (let index = 0; index < coming; index += 1) {
    slots.push({
      start: at(index, coming, DAY_MS, 14 * DAY_MS),
      booked: COMING_SEATS,
      capacity: 2 * COMING_SEATS,
      past: false,
    });
  }
  for (let index = 0; index < OPEN_SESSIONS; index += 1) {
    slots.push({ start: at(index, OPEN_SESSIONS, 15 * DAY_MS, 60 * DAY_MS), booked: 0, capacity: 10_000, past: false });
  }
  return slots;
};

/** Returns a function that gives one booked seat after the other, and who has it. */
const seatsOf = (slots: readonly Slot[], clients: number) => {
  let session = 0;
  let seat = 0;
  return () => {
    while (seat === slots[session]?.booked) [session, seat] = [session + 1, 0];
    const client = (session * 7919 + seat * 104_729) % clients;
    seat += 1;
    return { session, slot: slots[session] as Slot, client };
  };
};

/** Counts the seats of each client. Sessions are in the order of their start. */
const countersOf = (slots: readonly Slot[], seats: number, clients: number): ((client: number) => Counters) => {
  const bookings = new Uint32Array(clients);
  const visits = new Uint32Array(clients);
  const [first, last] = [new Float64Array(clients), new Float64Array(clients)];
  const earliest = new Float64Array(clients);
  const nextSeat = seatsOf(slots, clients);
  for (let number = 0; number < seats; number += 1) {
    const { slot, client } = nextSeat();
    bookings[client] = (bookings[client] ?? 0) + 1;
    if (!slot.past) {
      earliest[client] ||= slot.start;
      continue;
    }
    visits[client] = (visits[client] ?? 0) + 1;
    if (visits[client] === 1) first[client] = slot.start;
    last[client] = slot.start;
  }
  const visitAt = (times: Float64Array, client: number): string | null =>
    visits[client] === 0 ? null : isoInstant(times[client] ?? 0);
  return (client) => ({
    bookings: bookings[client] ?? 0,
    visits: visits[client] ?? 0,
    firstVisitAt: visitAt(first, client),
    lastVisitAt: visitAt(last, client),
    earliestBookingAt: earliest[client] ? isoInstant(earliest[client]) : null,
  });
};

/** Fills the database `db`, which has the schema and a site, and returns the data for the scenarios. */
export const seed = async (db: Database, size: Size): Promise<Seeded> => {
  const random = seededRandom(size.clients);
  let time = 0;
  const ids = createIds(
    { now: () => time },
    { bytes: (count) => Uint8Array.from({ length: count }, () => random() * 256), fraction: random },
  );
  const store = new Store(db, { now: () => time }, ids);
  const now = systemClock.now();
  const site = db.query('select id from sites order by id limit 1').get() as { id: string } | null;
  if (site === null) throw new Error('the database to fill has no site');
  db.run('PRAGMA synchronous = OFF');
  db.run('PRAGMA foreign_keys = OFF');
  db.run('PRAGMA cache_size = -1000000');

  const slots = slotsOf(size, now);
  const seats = slots.reduce((sum, { booked }) => sum + booked, 0);
  const countersFor = countersOf(slots, seats, size.clients);

  const clientIds: string[] = [];
  const searches: string[] = [];
  const indexClients = withoutIndexes(db, 'clients');
  const putClient = inserter<ClientRow & { readonly rowId: number }>(db, 'clients');
  await inBatches(store, size.clients, (tx, number) => {
    time = now - 1095 * DAY_MS + Math.floor((1000 * DAY_MS * number) / size.clients);
    const id = ids.uuid();
    const who = person(number, random);
    const rowId = number + 1;
    const row = { ...clientRow(id, rowId, who, site.id, isoInstant(time)), ...countersFor(number) };
    putClient({ rowId, ...row });
    indexClient(tx, rowId, row);
    clientIds.push(id);
    if (number % Math.ceil(size.clients / 200) === 0) searches.push(who.last.toLowerCase());
  });

  indexClients();
  // The search index of each size in one part: how many parts there are depends on how it was filled.
  db.run(`insert into "clientSearch" ("clientSearch") values ('optimize')`);

  const filled: Filled[] = [];
  const putSession = inserter<SessionRow>(db, 'sessions');
  await inBatches(store, slots.length, (_, number) => {
    time = now - 59 * DAY_MS + number;
    const filledSlot = { id: ids.uuid(), slot: slots[number] as Slot };
    putSession(sessionRow(filledSlot.id, filledSlot.slot, site.id, isoInstant(time)));
    filled.push(filledSlot);
  });

  // A part of the ids is enough for the sample.
  const every = Math.ceil(seats / (20 * SAMPLE));
  const bookingIds: string[] = [];
  const putBooking = inserter<BookingRow>(db, 'bookings');
  const nextSeat = seatsOf(slots, size.clients);
  const indexBookings = withoutIndexes(db, 'bookings');
  await inBatches(store, seats, (_, number) => {
    time = now - 58 * DAY_MS + Math.floor((57 * DAY_MS * number) / seats);
    const id = ids.uuid();
    const { session, slot, client } = nextSeat();
    const { id: sessionId } = filled[session] as Filled;
    const start = isoInstant(slot.start);
    const clientId = clientIds[client] as string;
    putBooking(bookingRow(id, { clientId, sessionId, siteId: site.id, start, past: slot.past, at: isoInstant(time) }));
    if (number % every === 0) bookingIds.push(id);
  });
  indexBookings();

  const mediaIds: string[] = [];
  const entryIds: string[] = [];
  const putEntry = inserter<EntryRow>(db, 'contentEntries');
  const putMedia = inserter<MediaRow>(db, 'contentMedia');
  await inBatches(store, ENTRIES, (tx, number) => {
    time = now - 50 * DAY_MS + number;
    const [id, mediaId] = [ids.uuid(), ids.uuid()];
    const entry = entryRow(id, number, isoInstant(time));
    putEntry(entry);
    indexEntry(tx, entry);
    putMedia(mediaRow(mediaId, id, isoInstant(time)));
    entryIds.push(id);
    mediaIds.push(mediaId);
  });
  const at = isoInstant(now - 40 * DAY_MS);
  db.query('insert into mediaFiles (id, sizeBytes, createdAt, updatedAt) values (?1, ?2, ?3, ?3)').run(
    FILE_SHA256,
    FILE_BYTES,
    at,
  );
  const watcherIds = sampleOf(clientIds, random);
  const putWatching = inserter<WatchingRow>(db, 'videoSessions');
  const putStarted = inserter<ReturnType<typeof startedRow>>(db, 'contentStatuses');
  await inBatches(store, watcherIds.length, (_, number) => {
    const [clientId, entryId] = [watcherIds[number], entryIds[number % ENTRIES]] as [string, string];
    putWatching(watchingRow(clientId, mediaIds[number % ENTRIES] as string, entryId, at));
    putStarted(startedRow(clientId, entryId, at));
  });
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');

  const open = filled.slice(-OPEN_SESSIONS);
  return {
    size,
    siteId: site.id,
    clientIds: sampleOf(clientIds, random),
    bookingIds: sampleOf(bookingIds, random),
    deepClientId: clientIds[Math.max(10, clientIds.length - 99_990)] as string,
    searches,
    visitorIds: sampleOf(clientIds, random, VISITORS),
    openSessionIds: open.map(({ id }) => id),
    titleWords,
    mediaIds: sampleOf(mediaIds, random),
    watcherIds,
  };
};
