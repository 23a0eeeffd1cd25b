// What other records have of an erased client. Amounts, times, states and ids stay.

import type { Tx } from '../../database/database.ts';
import { stopwatch } from '../../kernel/clock.ts';
import { pack, unpack } from '../../records/json.ts';
import { ARREARS } from '../packages/arrears.ts';
import { type Mask, maskJson } from './identifiers.ts';

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

type Value = string | number | null;
/** The value of a column without personal data. */
type Clean = (value: string, mask: Mask) => Value;

const clear: Clean = () => null;
/** Texts that say what was sold: only what identifies the client is removed. */
const masked: Clean = (text, mask) => mask(text);
const maskedJson: Clean = (text, mask) => JSON.stringify(maskJson(mask, JSON.parse(text)));

/** Why a package is on hold: the reason of the program stays, that of staff goes. */
const holdReason: Clean = (reason) => (reason === ARREARS ? reason : null);

/** Who of the staff decided stays, and why they did goes. */
const decisions: Clean = (text) => {
  const { promoteReason: _promote, waiveReason: _waive, ...who } = unpack<Record<string, string>>(text) ?? {};
  return pack(who);
};

const CARD = ['brand', 'last4', 'expMonth', 'expYear', 'funding', 'country', 'billingName'] as const;

/** Sets columns of some rows that belong to a row, where they have other values yet. */
const some = (table: string, parent: string, key: string, columns: Readonly<Record<string, string>>): string => {
  const all = Object.entries(columns);
  const isLeft = all.map(([column, value]) => `"${column}" is not ${value}`).join(' or ');
  return `update "${table}" set ${all.map(([column, value]) => `"${column}" = ${value}`).join(', ')} where "${key}" in
    (select "${key}" from "${table}" where "${parent}" = ? and (${isLeft}) limit ${BATCH})`;
};

interface TableRule {
  readonly columns: Readonly<Record<string, Clean>>;
  /** Statements for the rows that belong to a row, a batch at a time. Their parameter is its id. */
  readonly also?: readonly string[];
}

/** Each table with a column `clientId`, and the columns that can have personal data. */
export const CLEANED: Readonly<Record<string, TableRule>> = {
  bookings: { columns: { notes: clear, metadata: clear, externalId: masked, decisions } },
  packages: {
    columns: {
      name: masked,
      category: masked,
      description: masked,
      externalId: masked,
      freezeReason: clear,
      cancelReason: clear,
      holdReason,
      metadata: clear,
    },
    also: [some('creditLedger', 'packageId', 'id', { note: 'null' })],
  },
  payments: {
    columns: {
      description: masked,
      lineItems: maskedJson,
      failureMessage: masked,
      externalId: masked,
      paymentMethodDetails: clear,
      metadata: clear,
    },
    also: [
      some('refunds', 'paymentId', 'id', { notes: 'null', requestKey: 'null' }),
      some('charges', 'paymentId', 'paymentId', {
        requestKey: 'null',
        facts: `json_remove("facts", '$.own.metadata', '$.own.externalId')`,
      }),
    ],
  },
  challengeEnrollments: {
    columns: { division: masked },
    also: [
      some('challengeGoalEntries', 'enrollmentId', 'id', { value: 'null', target: 'null', note: 'null' }),
      some('challengeAssessmentSubmissions', 'enrollmentId', 'id', { values: "'{}'" }),
    ],
  },
  checkins: { columns: { metadata: clear, externalId: masked } },
  metricEntries: { columns: { notes: clear, externalId: masked } },
  paymentMethods: { columns: { requestKey: clear, ...Object.fromEntries(CARD.map((column) => [column, clear])) } },
};

type Row = Readonly<Record<string, Value>> & { readonly id: string };

const cleanRow = (tx: Tx, table: string, { columns }: TableRule, row: Row, mask: Mask): void => {
  const changed = Object.entries(columns).flatMap(([column, clean]) => {
    const value = row[column] ?? null;
    const cleaned = value === null ? null : clean(String(value), mask);
    return cleaned === value ? [] : [[column, cleaned] as const];
  });
  if (changed.length === 0) return;
  const assignments = changed.map(([column]) => `"${column}" = ?`).join(', ');
  tx.db.query(`update "${table}" set ${assignments} where "id" = ?`).run(...changed.map(([, value]) => value), row.id);
};

/** Runs the statements for the rows that belong to a row. Returns whether they are done. */
const cleanBelonging = (tx: Tx, { also = [] }: TableRule, id: string, budget: Budget): boolean => {
  for (const statement of also) {
    while (tx.db.query(statement).run(id).changes === BATCH) if (isSpent(budget)) return false;
  }
  return true;
};

const stepOf = (table: string, rule: TableRule): Step => {
  const columns = ['id', ...Object.keys(rule.columns)].map((column) => `"${column}"`).join(', ');
  const page = `select ${columns} from "${table}" where "clientId" = ? and "id" > ? order by "id" limit ${BATCH}`;
  return (tx, { clientId, mask }, after, budget) => {
    const rows = tx.db.query<Row, [string, string]>(page).all(clientId, after);
    let last = after;
    for (const row of rows) {
      if (isSpent(budget)) return last;
      cleanRow(tx, table, rule, row, mask);
      if (!cleanBelonging(tx, rule, row.id, budget)) return last;
      last = row.id;
    }
    return rows.length < BATCH ? undefined : last;
  };
};

/** One for each table. */
export const recordSteps: readonly Step[] = Object.entries(CLEANED).map(([table, rule]) => stepOf(table, rule));
