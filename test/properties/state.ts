import type { World } from './world.ts';

/** Everything that a property speaks about, as the database holds it. */
export interface State {
  readonly now: string;
  readonly bookings: ReadonlyMap<string, Row>;
  readonly sessions: ReadonlyMap<string, Row>;
  readonly packages: ReadonlyMap<string, Row>;
  readonly clients: ReadonlyMap<string, Row>;
  readonly ledger: readonly Row[];
  readonly uses: readonly Row[];
  readonly payments: readonly Row[];
  readonly checkins: readonly Row[];
  /** Those that are not taken back. */
  readonly facts: readonly Row[];
}

// biome-ignore lint/suspicious/noExplicitAny: rows as SQLite gives them, looked at by name
export type Row = Record<string, any>;

/** The state of the studio now. */
export const stateOf = ({ studio }: World): State => {
  const all = (sql: string) => studio.db.query(sql).all() as Row[];
  const byId = (sql: string) => new Map(all(sql).map((row) => [String(row.id), row]));
  return {
    now: new Date(studio.time.now()).toISOString(),
    bookings: byId('select * from bookings order by id'),
    sessions: byId('select * from sessions order by id'),
    packages: byId('select * from packages order by id'),
    clients: byId('select * from clients order by id'),
    ledger: all('select * from creditLedger order by id'),
    uses: all('select * from packageUses'),
    payments: all('select * from payments'),
    checkins: all('select * from checkins'),
    facts: all('select * from facts where takenBackAt is null'),
  };
};

export const seated = ({ status, confirmedAt }: Row): boolean =>
  ['confirmed', 'attended'].includes(status) || (status === 'noshow' && confirmedAt !== null);
export const taken = (session: Row): number =>
  session.confirmedCount + session.attendedCount + session.noShowCount + session.offersHeld;
export const isFree = (session: Row): boolean => session.capacity === null || taken(session) < session.capacity;
export const before = (left: Row, right: Row): boolean =>
  left.joinedAt === right.joinedAt ? left.id < right.id : left.joinedAt < right.joinedAt;
