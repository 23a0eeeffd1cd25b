import type { Database } from 'bun:sqlite';

type Row = Record<string, string | number | null>;

/** Copies a row of a table under other values, one copy for each number from 1 to `count`; no event is raised. */
const copies = (db: Database, table: string, id: string, count: number, expressions: Row): void => {
  const row = db.query(`select * from ${table} where id = ?`).get(id) as Row;
  const names = Object.keys(row).filter((name) => name !== 'rowId');
  const values = names.map((name) => expressions[name] ?? name);
  db.query(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into ${table} (${names.join()}) select ${values.join()} from n, ${table} where id = ?2`,
  ).run(count, id);
};

const clientOf = "printf('01950000-0000-7000-8000-%012d', i)";
const bookingOf = "printf('01950000-0000-7000-9000-%012d', i)";

const clientIn = (db: Database, bookingId: string): Row =>
  db.query('select clientId, sessionId from bookings where id = ?').get(bookingId) as Row;

const copyClients = (db: Database, clientId: string, count: number): void =>
  copies(db, 'clients', clientId, count, { id: clientOf, email: "printf('copy%d@example.com', i)" });

/** Copies a booking as bookings of as many further clients, and counts their seats. */
export const copyBookings = (db: Database, bookingId: string, count: number): void => {
  const { clientId, sessionId } = clientIn(db, bookingId);
  copyClients(db, String(clientId), count);
  copies(db, 'bookings', bookingId, count, { id: bookingOf, clientId: clientOf });
  db.query('update sessions set confirmedCount = confirmedCount + ? where id = ?').run(count, String(sessionId));
};

/** Copies a waitlisted booking as those of as many further clients, who wait after it in the order of their ids. */
export const copyWaits = (db: Database, bookingId: string, count: number): void => {
  const { clientId, sessionId } = clientIn(db, bookingId);
  copyClients(db, String(clientId), count);
  const joinedAt = "strftime('%Y-%m-%dT%H:%M:%fZ', joinedAt, '+' || (i / 1000.0) || ' seconds')";
  copies(db, 'bookings', bookingId, count, { id: bookingOf, clientId: clientOf, joinedAt });
  db.query('update sessions set waitlistedCount = waitlistedCount + ? where id = ?').run(count, String(sessionId));
};

/** Copies a booking as bookings of as many further clients, spread over the first sessions of its schedule. */
export const spreadBookings = (db: Database, bookingId: string, count: number, sessions: number): void => {
  const { clientId, sessionId } = clientIn(db, bookingId);
  copyClients(db, String(clientId), count);
  const { scheduleId } = db.query('select scheduleId from sessions where id = ?').get(String(sessionId)) as Row;
  const chosen = db
    .query('select id, startTime from sessions where scheduleId = ? order by occurrenceKey limit ?')
    .all(String(scheduleId), sessions) as { id: string; startTime: string }[];
  const of = (values: string[]): string =>
    `json_extract('${JSON.stringify(values)}', '$[' || (i % ${sessions}) || ']')`;
  copies(db, 'bookings', bookingId, count, {
    id: bookingOf,
    clientId: clientOf,
    sessionId: of(chosen.map(({ id }) => id)),
    startTime: of(chosen.map(({ startTime }) => startTime)),
  });
  db.query(
    'update sessions set confirmedCount = (select count(*) from bookings where sessionId = sessions.id) where scheduleId = ?',
  ).run(String(scheduleId));
};

/** Copies the last session of a schedule, which is daily at 10:00 UTC, to the days after it. No event is raised. */
export const copySessions = (db: Database, scheduleId: string, count: number): void => {
  const last = db
    .query('select * from sessions where scheduleId = ? order by occurrenceKey desc')
    .get(scheduleId) as Row;
  const day = `date('${last.localDate}', '+' || i || ' days')`;
  copies(db, 'sessions', String(last.id), count, {
    id: "printf('01950000-0000-7000-a000-%012d', i)",
    occurrenceKey: `${day} || 'T10:00'`,
    localDate: day,
    startTime: `${day} || 'T10:00:00.000Z'`,
    endTime: `${day} || 'T11:00:00.000Z'`,
  });
  db.query(
    'update schedules set generatedUntil = (select max(localDate) from sessions where scheduleId = schedules.id) where id = ?',
  ).run(scheduleId);
};
