import { asc, gt, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { type ChargeRow, charges } from '../tables.ts';

const byPayment = query<ChargeRow>(() => selectRows(charges, 'paymentId'));

/** How a payment is charged to a card; undefined for a payment that is not charged. */
export const chargeById = (read: Read, paymentId: string): ChargeRow | undefined => byPayment.get(read, { paymentId });

const INSERT = `insert into "charges" ("paymentId", "methodId", "attempt", "isOpen", "isAutomatic", "handler",
  "facts", "requestKey") values (?, ?, ?, ?, ?, ?, ?, ?)`;

export const insertCharge = (tx: Tx, row: ChargeRow): void => {
  const { paymentId, methodId, attempt, isOpen, isAutomatic, handler, facts, requestKey } = row;
  tx.db.query(INSERT).run(paymentId, methodId, attempt, isOpen, isAutomatic, handler, facts, requestKey);
};

const UPDATE = `update "charges" set "methodId" = coalesce(?, "methodId"), "attempt" = coalesce(?, "attempt"),
  "isOpen" = ? where "paymentId" = ?`;

/** Opens a charge again, or closes it. */
export const updateCharge = (
  tx: Tx,
  paymentId: string,
  { methodId, attempt, isOpen }: Pick<ChargeRow, 'isOpen'> & Partial<Pick<ChargeRow, 'methodId' | 'attempt'>>,
): void => {
  tx.db.query(UPDATE).run(methodId ?? null, attempt ?? null, isOpen, paymentId);
};

/** Changes what the handler of a charge stored for itself. */
export const setFacts = (tx: Tx, paymentId: string, facts: object): void => {
  tx.db.query('update "charges" set "facts" = ? where "paymentId" = ?').run(JSON.stringify(facts), paymentId);
};

// A renewal that is paid is not owed, whatever its charge has stored.
const OWED_RENEWALS = `select "paymentId", "facts" ->> '$.owed' as "owed" from "payments"
  cross join "charges" on "charges"."paymentId" = "payments"."id"
  where "clientId" = ? and "currency" = ? and "status" in ('failed', 'pending')
    and "handler" = 'renewal' and "facts" ->> '$.owed' > 0
  order by "paymentId"`;
const SET_OWED = `update "charges" set "facts" = json_set("facts", '$.owed', ?) where "paymentId" = ?`;

/**
 * Lowers what each renewal of a client is owed in a currency, the oldest first: by `paid`, and until all of them are at
 * most `owed`, which is everything that the client owes in this currency.
 */
export const settleOwedRenewals = (
  tx: Tx,
  clientId: string,
  { currency, paid, owed }: { readonly currency: string; readonly paid: number; readonly owed: number },
): void => {
  const renewals = tx.db.query<{ paymentId: string; owed: number }, string[]>(OWED_RENEWALS).all(clientId, currency);
  const total = renewals.reduce((sum, each) => sum + each.owed, 0);
  let left = Math.max(paid, total - owed);
  for (const each of renewals) {
    const part = Math.min(left, each.owed);
    if (part <= 0) return;
    tx.db.query(SET_OWED).run(each.owed - part, each.paymentId);
    left -= part;
  }
};

const TAKE_OWED = `update "charges" set "facts" = json_set("facts", '$.owed', 0)
  where "paymentId" = ? and "facts" ->> '$.owed' > 0`;

/** What the client owes for the renewal of a payment, which another payment takes over. */
export const takeOwed = (tx: Tx, paymentId: string): { readonly owed?: number } => {
  const { owed }: { readonly owed?: number } = JSON.parse(chargeById(tx, paymentId)?.facts ?? '{}');
  tx.db.query(TAKE_OWED).run(paymentId);
  return owed === undefined ? {} : { owed };
};

const OPEN_FOR = `select exists (select 1 from "charges" indexed by "chargesOpen"
  join "payments" on "payments"."id" = "charges"."paymentId"
  where "isOpen" = 1 and "handler" = ? and "clientId" = ? and "facts" ->> '$.sessionId' = ?) as "isOpen"`;

/** Whether the result of a charge to a client for a session is not known yet. `handler` is the name of its handler. */
export const isBeingCharged = (read: Read, handler: string, clientId: string, sessionId: string): boolean =>
  read.db.query<{ isOpen: number }, string[]>(OPEN_FOR).get(handler, clientId, sessionId)?.isOpen === 1;

const open = query<ChargeRow>(() =>
  selectRows(charges, sql`${charges.isOpen} = 1`, gt(charges.paymentId, named('after')))
    .orderBy(asc(charges.paymentId))
    .limit(100),
);

/** Up to 100 charges without a known result, of payments with ids after `after`, the oldest first. */
export const openCharges = (read: Read, after: string): ChargeRow[] => open.all(read, { after });
