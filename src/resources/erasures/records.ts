// What other records have of an erased client. Amounts, times, states and ids stay.

import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '../../database/database.ts';
import { stopwatch } from '../../kernel/clock.ts';
import type { Mask } from '../../records/personal.ts';
import { Booking } from '../bookings/record.ts';
import { ChallengeEnrollment } from '../challenges/record.ts';
import { Checkin } from '../checkins/record.ts';
import { MetricEntry } from '../metrics/record.ts';
import { Package } from '../packages/record.ts';
import { PaymentMethod } from '../payment-methods/record.ts';
import { Payment } from '../payments/record.ts';

/** The client whose traces are removed. */
interface Erasing {
  readonly clientId: string;
  readonly mask: Mask;
  /** The event of the erasure. */
  readonly eventId: string;
}

/** When a slice has to end, on the stopwatch: texts of records are of very different lengths. */
export interface Budget {
  readonly endsAt: number;
}

export const isSpent = ({ endsAt }: Budget): boolean => stopwatch() > endsAt;

/**
 * Removes the traces in rows with ids after `after`, until the budget is spent. Returns where to continue, or undefined
 * when there are no more.
 */
export type Step = (tx: Tx, erasing: Erasing, after: string, budget: Budget) => string | undefined;

/** Rows that are read at once. */
const BATCH = 20;

/** Sets columns of some rows that belong to a row, where they have other values yet. */
const some = (table: string, parent: string, key: string, columns: Readonly<Record<string, string>>): string => {
  const all = Object.entries(columns);
  const isLeft = all.map(([column, value]) => `"${column}" is not ${value}`).join(' or ');
  return `update "${table}" set ${all.map(([column, value]) => `"${column}" = ${value}`).join(', ')} where "${key}" in
    (select "${key}" from "${table}" where "${parent}" = ? and (${isLeft}) limit ${BATCH})`;
};

/** A record that belongs to a client, and says which of its columns have personal data. */
interface PersonalRecord {
  readonly table: SQLiteTable;
  erased(row: object, mask: Mask): object;
}

/** The statements for the rows that belong to a row, a batch at a time. Their parameter is its id. */
type Belonging = readonly string[];

/** The records that belong to clients, with what belongs to them in turn. */
const RECORDS: readonly (readonly [record: PersonalRecord, belonging?: Belonging])[] = [
  [Booking],
  [Package, [some('creditLedger', 'packageId', 'id', { note: 'null' })]],
  [
    Payment,
    [
      some('refunds', 'paymentId', 'id', { notes: 'null', requestKey: 'null' }),
      some('charges', 'paymentId', 'paymentId', {
        requestKey: 'null',
        facts: `json_remove("facts", '$.own.metadata', '$.own.externalId')`,
      }),
    ],
  ],
  [
    ChallengeEnrollment,
    [
      some('challengeGoalEntries', 'enrollmentId', 'id', { value: 'null', target: 'null', note: 'null' }),
      some('challengeAssessmentSubmissions', 'enrollmentId', 'id', { values: "'{}'" }),
    ],
  ],
  [Checkin],
  [MetricEntry],
  [PaymentMethod],
];

interface Row {
  readonly id: string;
}

/** Masked external ids may be the same for several records, so this does not ask for ones that are free. */
const eraseRow = (tx: Tx, { table, erased }: PersonalRecord, row: Row, mask: Mask): void => {
  const changed = Object.entries(erased(row, mask));
  if (changed.length === 0) return;
  const assignments = changed.map(([column]) => `"${column}" = ?`).join(', ');
  const values = changed.map(([, value]) => value);
  tx.db.query(`update "${getTableName(table)}" set ${assignments} where "id" = ?`).run(...values, row.id);
};

/** Runs the statements for the rows that belong to a row. Returns whether they are done. */
const eraseBelonging = (tx: Tx, belonging: Belonging, id: string, budget: Budget): boolean => {
  for (const statement of belonging) {
    while (tx.db.query(statement).run(id).changes === BATCH) if (isSpent(budget)) return false;
  }
  return true;
};

const stepOf =
  (record: PersonalRecord, belonging: Belonging = []): Step =>
  (tx, { clientId, mask }, after, budget) => {
    const page = `select * from "${getTableName(record.table)}" where "clientId" = ? and "id" > ? order by "id" limit ${BATCH}`;
    const rows = tx.db.query<Row, [string, string]>(page).all(clientId, after);
    let last = after;
    for (const row of rows) {
      if (isSpent(budget)) return last;
      eraseRow(tx, record, row, mask);
      if (!eraseBelonging(tx, belonging, row.id, budget)) return last;
      last = row.id;
    }
    return rows.length < BATCH ? undefined : last;
  };

/** One for each record. */
export const recordSteps: readonly Step[] = RECORDS.map(([record, belonging]) => stepOf(record, belonging));
