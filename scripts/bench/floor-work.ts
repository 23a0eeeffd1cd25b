// The work of the floor on clients, bookings and check-ins, written by hand. floor.ts serves it without a framework, and
// fastify.ts with one and another database driver.
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { bookingRecord, checkinRecord, clientRecord, type Row, sessionRecord } from './floor-records.ts';

/** What the work needs of a database driver. */
export interface FloorDatabase {
  query(sql: string): {
    get(...values: (string | number | null)[]): unknown;
    all(...values: (string | number | null)[]): unknown[];
    run(...values: (string | number | null)[]): unknown;
  };
  /** Runs `work` in one plain transaction, with one commit and one fsync. */
  inOneCommit(work: () => Row): Row;
  newId(): string;
}

const LAST = 'g';
const HOURS_AROUND = 12 * HOUR_MS;

/** A page of a list: `rows` has one row more than `limit` if there are more. */
export const list = (
  url: string,
  rows: Row[],
  limit: number,
  cursor: string | null,
  view: (row: Row) => object,
): object => {
  const more = rows.length > limit;
  if (more) rows.pop();
  return {
    object: 'list',
    url,
    data: rows.map(view),
    hasMore: more,
    nextCursor: more ? rows.at(-1)?.id : null,
    previousCursor: cursor === null ? null : (rows[0]?.id ?? null),
  };
};

const byId = (rows: Row[], view: (row: Row) => object): Map<string, object> =>
  new Map(rows.map((row) => [row.id, view(row)]));

/** The answers of the floor, each a value to be sent as JSON. */
export const floorWork = (db: FloorDatabase) => {
  const { inOneCommit, newId } = db;
  const LATER = `(select min(startTime) from bookings where clientId = clients.id and status = 'confirmed' and startTime > ?1)`;
  const NEXT = `case when earliestBookingAt > ?1 then earliestBookingAt when earliestBookingAt is not null then ${LATER} end
    as nextBookingAt`;
  const client = db.query(`select *, ${NEXT} from clients where id = ?2`);
  const clientPage = db.query(
    `select *, ${NEXT} from clients where id < ?2 and archivedAt is null order by id desc limit ?3 + 0`,
  );
  const clientsOf = db.query(`select *, ${NEXT} from clients where id in (select value from json_each(?2))`);
  const clientSearch = db.query(
    `select clients.*, ${NEXT} from clientSearch cross join clients on clients.rowId = clientSearch.rowid
     where words match ?2 and archivedAt is null order by clientSearch.rowid desc limit ?3 + 0`,
  );
  const bookingPage = db.query('select * from bookings where id < ? order by id desc limit ? + 0');
  const session = db.query('select * from sessions where id = ?');
  const sessionsOf = db.query('select * from sessions where id in (select value from json_each(?))');

  const site = db.query('select homeLocationId as id from clients limit 1').get() as { id: string };
  const putClient = db.query(
    `insert into clients (id, firstName, lastName, email, phone, status, homeLocationId, joinedAt, createdAt, updatedAt)
     values (?1, ?2, ?3, ?4, ?5, 'active', ?6, ?7, ?7, ?7) returning *`,
  );
  const putWords = db.query('insert into clientSearch (rowid, words) values (?, ?)');
  const putEvent = db.query(
    'insert into events (id, type, siteId, clientId, createdAt, body) values (?, ?, ?, ?, ?, ?)',
  );
  const putBooking = db.query(
    `insert into bookings (id, clientId, sessionId, siteId, status, bookingSource, channel, startTime, bookedAt, confirmedAt,
     creditOutcome, createdAt, updatedAt)
     values (?1, ?2, ?3, ?4, 'confirmed', 'unpaid', 'api', ?5, ?6, ?6, 'not_applicable', ?6, ?6) returning *`,
  );
  const takeSeat = db.query('update sessions set confirmedCount = confirmedCount + 1, updatedAt = ? where id = ?');
  const countBooking = db.query(
    `update clients set bookings = bookings + 1, earliestBookingAt = min(coalesce(earliestBookingAt, ?1), ?1), updatedAt = ?2
     where id = ?3`,
  );

  const lastCheckin = db.query(
    `select checkedInAt from checkins where clientId = ? and status = 'valid' and siteId = ? order by checkedInAt desc limit 1`,
  );
  const bookingsToday = db.query(
    `select id from bookings where clientId = ? and status = 'confirmed' and startTime between ? and ?`,
  );
  const usable = db.query(`select id from packages where clientId = ? and status = 'active'`);
  const putCheckin = db.query(
    `insert into checkins (id, clientId, siteId, checkedInAt, source, status, statusCode, message, isReEntry, isVisit,
     createdAt, updatedAt) values (?1, ?2, ?3, ?4, 'api', 'valid', 'ok', 'Checked in.', 0, 1, ?4, ?4) returning *`,
  );
  const countVisit = db.query(
    `update clients set visits = visits + 1, firstVisitAt = coalesce(firstVisitAt, ?1), lastVisitAt = ?1 where id = ?2`,
  );
  const putFact = db.query(
    `insert into facts (id, kind, clientId, siteId, at, localDate, homeDate, sourceId, value, createdAt)
     values (?1, 'visit', ?2, ?3, ?4, ?5, ?5, ?6, 0, ?4)`,
  );
  const putStreaks = db.query('update clients set activity = ?2 where id = ?1');

  const listClients = (query: URLSearchParams): object => {
    const limit = Number(query.get('limit') ?? 10);
    const cursor = query.get('starting_after');
    const search = query.get('search');
    const now = new Date().toISOString();
    const rows =
      search === null
        ? clientPage.all(now, cursor ?? LAST, limit + 1)
        : clientSearch.all(now, `"${search}"`, limit + 1);
    return list('/v2/clients', rows as Row[], limit, cursor, clientRecord);
  };

  const listBookings = (query: URLSearchParams): object => {
    const limit = Number(query.get('limit') ?? 10);
    const cursor = query.get('starting_after');
    const rows = bookingPage.all(cursor ?? LAST, limit + 1) as Row[];
    const page = rows.slice(0, limit);
    const clientIds = JSON.stringify([...new Set(page.map((row) => row.clientId))]);
    const sessionIds = JSON.stringify([...new Set(page.map((row) => row.sessionId))]);
    const clients = byId(clientsOf.all(new Date().toISOString(), clientIds) as Row[], clientRecord);
    const sessions = byId(sessionsOf.all(sessionIds) as Row[], sessionRecord);
    const view = (row: Row): object => ({
      ...bookingRecord(row),
      client: clients.get(row.clientId),
      session: sessions.get(row.sessionId),
    });
    return list('/v2/bookings', rows, limit, cursor, view);
  };

  const raise = (type: string, now: string, data: Row): void => {
    const id = `evt_${newId()}`;
    const body = { id, object: 'event', type, apiVersion: '2026-01-10', createdAt: now, livemode: true, data };
    putEvent.run(id, type, data.siteId, data.clientId, now, JSON.stringify(body));
  };

  const insertClient = (body: Row, now: string): Row => {
    const row = putClient.get(newId(), body.firstName, body.lastName, body.email, body.phone, site.id, now) as Row;
    putWords.run(row.rowId, `  ${body.firstName}  ${body.lastName}  ${body.email}`);
    raise('client.created', now, { clientId: row.id, status: 'ACTIVE', homeLocationId: site.id, siteId: site.id });
    return row;
  };

  const insertBooking = (body: Row, now: string): Row => {
    const seats = session.get(body.sessionId) as Row;
    const who = client.get(now, body.clientId) as Row;
    const free = seats.capacity - seats.confirmedCount - seats.attendedCount - seats.noShowCount;
    if (free <= 0 || seats.startTime <= now || who.status !== 'active')
      throw new Error('the floor rejects this booking');
    const row = putBooking.get(newId(), who.id, seats.id, seats.siteId, seats.startTime, now) as Row;
    takeSeat.run(now, seats.id);
    countBooking.run(seats.startTime, now, who.id);
    const data = {
      bookingId: row.id,
      clientId: who.id,
      sessionId: seats.id,
      status: 'CONFIRMED',
      bookingSource: 'UNPAID',
    };
    raise('booking.created', now, { ...data, siteId: seats.siteId });
    return row;
  };

  const insertCheckin = (body: Row, now: string): Row => {
    const who = client.get(now, body.clientId) as Row;
    const siteId = body.locationId;
    if (who.status !== 'active') throw new Error('the floor rejects this check-in');
    lastCheckin.get(who.id, siteId);
    const around = [-HOURS_AROUND, HOURS_AROUND].map((by) => new Date(Date.parse(now) + by).toISOString());
    bookingsToday.all(who.id, ...around);
    usable.all(who.id);
    const row = putCheckin.get(newId(), who.id, siteId, now) as Row;
    countVisit.run(now, who.id);
    const date = now.slice(0, 10);
    putFact.run(newId(), who.id, siteId, now, date, row.id);
    const streak = [1, 1, date, date, date, null];
    const streaks = { weekly_attendance: streak, daily_activity: streak };
    putStreaks.run(who.id, JSON.stringify({ visits: 1, minutes: 0, most: [1, 0], targets: [[date, 1]], streaks }));
    const data = { clientId: who.id, siteId };
    raise('checkin.created', now, { ...data, checkinId: row.id, checkedInAt: now, source: 'API', status: 'VALID' });
    raise('checkIn', now, { ...data, checkInTime: now, firstName: who.firstName, lastName: who.lastName });
    for (const type of ['WEEKLY_ATTENDANCE', 'DAILY_ACTIVITY'])
      raise('streak.extended', now, { ...data, type, length: 1 });
    return row;
  };

  const create =
    (insert: (body: Row, now: string) => Row, view: (row: Row) => object) =>
    (body: Row): object => {
      const now = new Date().toISOString();
      return view(inOneCommit(() => insert(body, now)));
    };

  return {
    client: (id: string): object => clientRecord(client.get(new Date().toISOString(), id) as Row),
    listClients,
    listBookings,
    createClient: create(insertClient, clientRecord),
    createBooking: create(insertBooking, bookingRecord),
    createCheckin: create(insertCheckin, checkinRecord),
  };
};
