import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select, tableRows } from '../../database/query.ts';
import { type CustomerRow, type MethodRow, paymentMethods, processorCustomers } from '../../database/tables/methods.ts';

export const methodRows = tableRows(paymentMethods);
export const customerRows = tableRows(processorCustomers);

// The words of the partial index, as they are.
const active = sql`${paymentMethods.status} = 'active'`;

export const methodPage = pagesOf<MethodRow>(paymentMethods, {
  direction: 'descending',
  collection: 'clientId',
  filters: { clientId: sql`${eq(paymentMethods.clientId, named('clientId'))} and ${active}` },
});

const activeOnes = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.clientId, named('clientId')), active))
    .orderBy(desc(paymentMethods.id)),
);

/** The saved cards of a client, newest first. */
export const activeMethods = (read: Read, clientId: string): MethodRow[] => activeOnes.all(read, { clientId });

const defaults = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.clientId, named('clientId')), sql`${paymentMethods.isDefault} = 1`)),
);

/** The card that a client pays with unless another one is named. */
export const defaultCardOf = (read: Read, clientId: string): MethodRow | undefined => defaults.get(read, { clientId });

const customers = query<CustomerRow>(
  select
    .select()
    .from(processorCustomers)
    .where(
      and(
        eq(processorCustomers.clientId, named('clientId')),
        eq(processorCustomers.processor, named('processor')),
        eq(processorCustomers.mode, named('mode')),
        eq(processorCustomers.account, named('account')),
      ),
    ),
);

/** Who a client is at a place of the processor. */
export const customerOf = (
  read: Read,
  at: { readonly clientId: string; readonly processor: string; readonly mode: string; readonly account: string },
): CustomerRow | undefined => customers.get(read, at);

export const forgetCustomer = (tx: Tx, id: string): void => {
  tx.db.query('delete from "processorCustomers" where "id" = ?').run(id);
};

const by = (column: typeof paymentMethods.setupId | typeof paymentMethods.cardId) => {
  const statement = query<MethodRow>(
    select
      .select()
      .from(paymentMethods)
      .where(eq(column, named('value'))),
  );
  return (read: Read, value: string): MethodRow | undefined => statement.get(read, { value });
};

/** The method that a setup, or a saved card, of the processor is of. */
export const methodOfSetup = by(paymentMethods.setupId);
export const methodOfCard = by(paymentMethods.cardId);

const requested = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.requestKey, named('requestKey')), gt(paymentMethods.createdAt, named('since')))),
);

/** The method that a request with an idempotency key began since an instant. */
export const methodOfRequest = (read: Read, requestKey: string, since: string): MethodRow | undefined =>
  requested.get(read, { requestKey, since });

const pending = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(
      and(
        sql`${paymentMethods.status} = 'pending'`,
        gt(paymentMethods.id, named('after')),
        sql`+${paymentMethods.createdAt} <= ${named('until')}`,
      ),
    )
    .orderBy(asc(paymentMethods.id))
    .limit(100),
);

/** Up to a hundred setups that were begun until an instant and never finished, with ids after `after`. */
export const pendingSince = (read: Read, until: string, after: string): MethodRow[] =>
  pending.all(read, { until, after });

const leftThere = query<MethodRow>(
  select
    .select()
    .from(paymentMethods)
    .where(and(sql`${paymentMethods.isLeftThere} = 1`, gt(paymentMethods.id, named('after'))))
    .orderBy(asc(paymentMethods.id))
    .limit(100),
);

/** Up to a hundred removed cards of which the processor does not know yet, with ids after `after`. */
export const methodsLeftThere = (read: Read, after: string): MethodRow[] => leftThere.all(read, { after });

const RECEIVE = `insert into "processorEvents" ("id", "type", "receivedAt") values (?1, ?2, ?3)
  on conflict ("id") do update set "type" = "type" where "handledAt" is null`;

/** Stores the id of an event; false when it was received before and everything is done. */
export const noteReceived = (tx: Tx, id: string, type: string): boolean =>
  tx.db.query(RECEIVE).run(id, type, tx.now).changes > 0;

export const noteHandled = (tx: Tx, id: string): void => {
  tx.db.query('update "processorEvents" set "handledAt" = ? where "id" = ?').run(tx.now, id);
};

/** Forgets the events that were received before an instant. */
export const forgetEvents = (tx: Tx, before: string): void => {
  tx.db.query('delete from "processorEvents" where "receivedAt" < ?').run(before);
};
