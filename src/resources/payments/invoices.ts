import type { Tx } from '../../database/database.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { brandSettings } from '../settings/queries.ts';

const DIGITS = 6;

const NEXT_NUMBER = `insert into "invoiceNumbers" ("year", "last") values (?, 1)
  on conflict ("year") do update set "last" = "last" + 1 returning "last"`;

/** `2026-000001`, without gaps within a year in the brand's zone. A transaction that fails takes no number. */
export const invoiceNumber = (tx: Tx): string => {
  const year = Number(localDateAt(tx.nowMs, brandSettings(tx).defaultTimezone).slice(0, 4));
  const next = tx.db.query<{ last: number }, [number]>(NEXT_NUMBER).get(year);
  if (next === null) throw new Error('SQLite returned no invoice number');
  return `${year}-${String(next.last).padStart(DIGITS, '0')}`;
};

const FORMAT = /^(\d{4})-(\d{6,12})$/;
const RAISE_LAST = `insert into "invoiceNumbers" ("year", "last") values (?, ?)
  on conflict ("year") do update set "last" = max("last", excluded."last")`;

/** Continues the series after the number of an imported payment, if that has the format of the series. */
export const continueAfter = (tx: Tx, invoiceNumber: string): void => {
  const [, year, number] = FORMAT.exec(invoiceNumber) ?? [];
  if (year !== undefined) tx.db.query(RAISE_LAST).run(Number(year), Number(number));
};
