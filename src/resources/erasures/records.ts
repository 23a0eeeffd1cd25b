// What other records have of an erased client. Amounts, times, states and ids stay.

import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '../../database/database.ts';
import type { Mask } from '../../records/personal.ts';
import { Booking } from '../bookings/record.ts';
import { ChallengeEnrollment } from '../challenges/record.ts';
import { Checkin } from '../checkins/record.ts';
import { Message } from '../messages/record.ts';
import { MetricEntry } from '../metrics/record.ts';
import { Package } from '../packages/record.ts';
import { PaymentMethod } from '../payment-methods/record.ts';
import { Payment } from '../payments/record.ts';

export interface Erasing {
  readonly clientId: string;
  readonly mask: Mask;
  /** What the client is or was called, and how they are or were reached. */
  readonly identifiers: readonly string[];
  /** The emails and phones of the client, as JSON has them. */
  readonly reached: readonly string[];
  /** Whether a text has the full name, an email or a phone of the client. */
  isNamedIn(text: string): boolean;
  readonly eventId: string;
}

/** A kind of traces: which rows may have some, and what is done to each. */
export interface Step<Row = unknown> {
  /** Rows after `after`, about `limit`; none when there are no more. */
  rows(tx: Tx, erasing: Erasing, after: string, limit: number): readonly Row[];
  /** Removes the traces in a row. Returns what the rows after it come after. */
  change(tx: Tx, erasing: Erasing, row: Row): string;
}

/** Sets columns of the rows that belong to a row. */
const belonging = (table: string, parent: string, columns: Readonly<Record<string, string>>): string => {
  const assignments = Object.entries(columns).map(([column, value]) => `"${column}" = ${value}`);
  return `update "${table}" set ${assignments.join(', ')} where "${parent}" = ?`;
};

/** A record that belongs to a client, and says which of its columns have personal data. */
interface PersonalRecord {
  readonly table: SQLiteTable;
  erased(row: object, mask: Mask): object;
}

/** The statements for the rows that belong to a row. Their parameter is its id. */
type Belonging = readonly string[];

/** The records that belong to clients, with what belongs to them in turn. */
const RECORDS: readonly (readonly [record: PersonalRecord, belonging?: Belonging])[] = [
  [Booking],
  [Package, [belonging('creditLedger', 'packageId', { note: 'null' })]],
  [
    Payment,
    [
      belonging('refunds', 'paymentId', { notes: 'null', requestKey: 'null' }),
      belonging('charges', 'paymentId', {
        requestKey: 'null',
        approval: 'null',
        context: `json_remove("context", '$.own.metadata', '$.own.externalId')`,
      }),
    ],
  ],
  [
    ChallengeEnrollment,
    [
      belonging('challengeGoalEntries', 'enrollmentId', { value: 'null', target: 'null', note: 'null' }),
      belonging('challengeAssessmentSubmissions', 'enrollmentId', { values: "'{}'" }),
    ],
  ],
  [Checkin],
  [MetricEntry],
  [PaymentMethod],
  [Message],
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

const stepOf = (record: PersonalRecord, statements: Belonging = []): Step<Row> => ({
  rows(tx, { clientId }, after, limit) {
    const page = `select * from "${getTableName(record.table)}" where "clientId" = ? and "id" > ? order by "id" limit ?`;
    return tx.db.query<Row, [string, string, number]>(page).all(clientId, after, limit);
  },
  change(tx, { mask }, row) {
    eraseRow(tx, record, row, mask);
    for (const statement of statements) tx.db.query(statement).run(row.id);
    return row.id;
  },
});

export const recordSteps: readonly Step[] = RECORDS.map(([record, statements]) => stepOf(record, statements));

const BY_CARD = `select "payments"."id" from "paymentMethods"
  cross join "charges" on "charges"."methodId" = "paymentMethods"."id"
  cross join "payments" on "payments"."id" = "charges"."paymentId"
  where "paymentMethods"."clientId" = ?1 and "payments"."clientId" <> ?1 and "paymentMethodDetails" is not null
  limit ?2`;
const FORGET_CARD = 'update "payments" set "paymentMethodDetails" = null where "id" = ?';

/** The card of the client on what they have paid for dependants. */
export const cardStep: Step<Row> = {
  rows: (tx, { clientId }, _after, limit) => tx.db.query<Row, [string, number]>(BY_CARD).all(clientId, limit),
  change(tx, _erasing, { id }) {
    tx.db.query(FORGET_CARD).run(id);
    return id;
  },
};
