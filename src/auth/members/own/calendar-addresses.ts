import type { Read, Tx } from '../../../database/database.ts';

// The secret addresses of members' calendars (messages.md "Calendar feed").

interface CalendarAddress {
  /** How often it was renewed: each number has an address of its own. */
  readonly number: number;
  /** Whether there is no address until it is renewed. */
  readonly isWithdrawn: boolean;
}

const FIRST: CalendarAddress = { number: 0, isWithdrawn: false };

const FIND = 'select "number", "isWithdrawn" from "calendarAddresses" where "clientId" = ?';
const NEXT = `insert into "calendarAddresses" ("clientId", "number", "isWithdrawn", "updatedAt") values (?1, 1, ?2, ?3)
  on conflict do update set "number" = "number" + 1, "isWithdrawn" = ?2, "updatedAt" = ?3`;
const HAS = 'select 1 from "clients" where "id" = ?';

export const calendarAddressOf = (read: Read, clientId: string): CalendarAddress => {
  const row = read.db.query<{ number: number; isWithdrawn: number }, [string]>(FIND).get(clientId);
  return row === null ? FIRST : { number: row.number, isWithdrawn: row.isWithdrawn === 1 };
};

/** From now on the calendar has another address. */
export const renewCalendarAddress = (tx: Tx, clientId: string): void => {
  tx.db.query(NEXT).run(clientId, 0, tx.now);
};

/** From now on the calendar has no address, until it is renewed. */
export const withdrawCalendarAddress = (tx: Tx, clientId: string): void => {
  tx.db.query(NEXT).run(clientId, 1, tx.now);
};

/** Ends the address of a client whose email changes, who is merged or erased; a withdrawn one stays withdrawn. */
export const endCalendarAddress = (tx: Tx, clientId: string): void => {
  if (tx.db.query(HAS).get(clientId) === null) return;
  tx.db.query(NEXT).run(clientId, Number(calendarAddressOf(tx, clientId).isWithdrawn), tx.now);
};
