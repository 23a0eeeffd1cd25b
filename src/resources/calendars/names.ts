import type { Read, Tx } from '../../database/database.ts';

/** The value of the appliance about entries that older versions have put into calendars by email; no studio without any has it. */
const NAME = 'calendarNames';

interface OlderNames {
  /** The id of the newest booking whose entry has the host in its name. */
  readonly until: string;
  /** The host that this server had then; absent until a version that does without has kept it. */
  readonly host?: string;
}

const FIND = `select "value" from "appliance" where "name" = '${NAME}'`;

const olderNames = (read: Read): OlderNames | undefined => {
  const row = read.db.query<{ value: string }, []>(FIND).get();
  return row === null ? undefined : JSON.parse(row.value);
};

/**
 * The name of the entry of a booking (its UID), which never changes: programs take an entry with another name for another
 * class. It is the id alone, and has the host of that time for a booking that older versions have put into calendars.
 * @param present the host of this server, which is that host until the first minute after the upgrade has kept it.
 */
export const entryNames = (read: Read, present: string): ((bookingId: string) => string) => {
  const { until, host = present } = olderNames(read) ?? {};
  if (until === undefined) return (bookingId) => bookingId;
  return (bookingId) => (bookingId <= until ? `${bookingId}@${host}` : bookingId);
};

/** Keeps the host that entries of older versions have in their names, in the first minute after an upgrade. */
export const keepOlderHost = (tx: Tx, host: string): void => {
  const names = olderNames(tx);
  if (names === undefined || names.host !== undefined) return;
  const value = JSON.stringify({ ...names, host } satisfies OlderNames);
  tx.db.query(`update "appliance" set "value" = ? where "name" = '${NAME}'`).run(value);
};

/** Whether `keepOlderHost` has something to keep. */
export const lacksOlderHost = (read: Read): boolean => {
  const names = olderNames(read);
  return names !== undefined && names.host === undefined;
};
