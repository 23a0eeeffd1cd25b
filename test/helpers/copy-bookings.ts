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

/** Copies a booking as bookings of as many further clients, and counts their seats. */
export const copyBookings = (db: Database, bookingId: string, count: number): void => {
  const { clientId, sessionId } = db
    .query('select clientId, sessionId from bookings where id = ?')
    .get(bookingId) as Row;
  const clientOf = "printf('01950000-0000-7000-8000-%012d', i)";
  copies(db, 'clients', String(clientId), count, { id: clientOf, email: "printf('copy%d@example.com', i)" });
  copies(db, 'bookings', bookingId, count, { id: "printf('01950000-0000-7000-9000-%012d', i)", clientId: clientOf });
  db.query('update sessions set confirmedCount = confirmedCount + ? where id = ?').run(count, String(sessionId));
};
