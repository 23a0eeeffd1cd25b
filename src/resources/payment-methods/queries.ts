import { asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { type AnyCaller, holderIdOf } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { pagesOf } from '../../records/pages.ts';
import { named, query, selectRows, tableRows } from '../../records/query.ts';
import { PaymentMethod, type PaymentMethodRow } from './record.ts';
import { type CustomerRow, processorCustomers } from './tables.ts';

const { table: methods } = PaymentMethod;

export const customerRows = tableRows(processorCustomers);

export interface CardOwner {
  readonly clientId: string;
  /** The site whose settings hold. */
  readonly siteId: string;
}

/** @throws Problem 404 when the client has no such payment method, or it was removed. */
export const findMethod = (read: Read, { clientId }: Pick<CardOwner, 'clientId'>, id: string): PaymentMethodRow => {
  const row = PaymentMethod.rows.find(read, id);
  if (row === undefined || row.clientId !== clientId || row.status === 'removed') {
    throw notFound('payment method', id);
  }
  return row;
};

const where = (...conditions: SQL[]) => selectRows(methods, ...conditions);

const isClients = () => eq(methods.clientId, named('clientId'));
const isActive = () => sql`${methods.status} = 'active'`;

export const methodPage = pagesOf<PaymentMethodRow>(methods, () => ({
  sites: null,
  direction: 'descending',
  collection: 'clientId',
  filters: { clientId: sql`${isClients()} and ${isActive()}` },
}));

const active = query<PaymentMethodRow>(() => where(isClients(), isActive()).orderBy(desc(methods.id)));

export const activeMethods = (read: Read, clientId: string): PaymentMethodRow[] => active.all(read, { clientId });

const defaults = query<PaymentMethodRow>(() => where(isClients(), sql`${methods.isDefault} = 1`));

export const defaultMethodOf = (read: Read, clientId: string): PaymentMethodRow | undefined =>
  defaults.get(read, { clientId });

const bySetup = query<PaymentMethodRow>(() => where(eq(methods.setupId, named('id'))));

export const methodOfSetup = (read: Read, id: string): PaymentMethodRow | undefined => bySetup.get(read, { id });

const byCard = query<PaymentMethodRow>(() => where(eq(methods.cardId, named('id'))));

export const methodOfCard = (read: Read, id: string): PaymentMethodRow | undefined => byCard.get(read, { id });

const begunBy = query<PaymentMethodRow>(() =>
  where(eq(methods.requestKey, named('requestKey')), gt(methods.createdAt, named('since'))),
);

/** The payment method that a request with an idempotency key began after an instant. */
export const methodOfRequest = (read: Read, requestKey: string, since: string): PaymentMethodRow | undefined =>
  begunBy.get(read, { requestKey, since });

const pending = query<PaymentMethodRow>(() =>
  where(
    sql`${methods.status} = 'pending'`,
    gt(methods.id, named('after')),
    sql`+${methods.createdAt} <= ${named('until')}`,
  )
    .orderBy(asc(methods.id))
    .limit(100),
);

/** Up to 100 pending payment methods that were created until an instant, with ids after `after`. */
export const pendingMethods = (read: Read, until: string, after: string): PaymentMethodRow[] =>
  pending.all(read, { until, after });

const attached = query<PaymentMethodRow>(() =>
  where(sql`${methods.needsDetaching} = 1`, gt(methods.id, named('after')))
    .orderBy(asc(methods.id))
    .limit(100),
);

/** Up to 100 removed payment methods that the processor still stores, with ids after `after`. */
export const removedMethodsAtProcessor = (read: Read, after: string): PaymentMethodRow[] =>
  attached.all(read, { after });

const CHARGED = `select max("payments"."status" in ('completed', 'partially_refunded', 'refunded')) as "hasPaid"
  from "payments" cross join "charges" on "charges"."paymentId" = "payments"."id"
  where "clientId" = ? and "methodId" = ? and "payments"."status" <> 'pending'`;

/** Whether a card was charged, and each of its payments has failed. */
export const onlyDeclined = (read: Read, { id, clientId }: PaymentMethodRow): boolean =>
  read.db.query<{ hasPaid: number | null }, [string, string]>(CHARGED).get(clientId, id)?.hasPaid === 0;

const PAYS_FOR = `select 1 from "clients" "payer"
  cross join "clients" "dependant" on "dependant"."householdId" = "payer"."householdId"
  where "payer"."id" = ?1 and "dependant"."id" = ?2 and "payer"."isHouseholdPayer" = 1
    and "dependant"."householdRole" = 'dependant' and "payer"."archivedAt" is null`;

/** Whether an adult pays in the household in which a client is a dependant, at this moment. */
export const isPayerOf = (read: Read, payerId: string, clientId: string): boolean =>
  read.db.query<object, [string, string]>(PAYS_FOR).get(payerId, clientId) !== null;

/** Whether a card may pay for a client: their own, or that of an adult who pays for them (rules.md "Households"). */
export const paysFor = (read: Read, card: Pick<PaymentMethodRow, 'clientId'>, clientId: string): boolean =>
  card.clientId === clientId || isPayerOf(read, card.clientId, clientId);

/**
 * Whether a caller may let a card pay for a client. Members use their own cards alone, for a dependant where they pay in the
 * household; staff may choose the card of whoever pays there.
 */
export const mayPayWith = (
  read: Read,
  caller: AnyCaller,
  card: Pick<PaymentMethodRow, 'clientId'>,
  clientId: string,
): boolean => {
  if (caller.kind !== 'member') return paysFor(read, card, clientId);
  const holderId = holderIdOf(caller);
  return card.clientId === holderId && (holderId === clientId || isPayerOf(read, holderId, clientId));
};

const customers = query<CustomerRow>(() =>
  selectRows(processorCustomers, 'clientId', 'processor', 'mode', 'account', isNull(processorCustomers.mergedAt)),
);

export const customerOf = (
  read: Read,
  key: { readonly clientId: string; readonly processor: string; readonly mode: string; readonly account: string },
): CustomerRow | undefined => customers.get(read, key);

export const deleteCustomer = (tx: Tx, id: string): void => {
  tx.db.query('delete from "processorCustomers" where "id" = ?').run(id);
};
