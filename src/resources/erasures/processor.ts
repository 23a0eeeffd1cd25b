import type { Tx } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { ProcessorFailure } from '../../payments-processor/port.ts';
import { deleteCustomer } from '../payment-methods/queries.ts';
import type { PaymentMethodRow } from '../payment-methods/record.ts';
import { detachRemoved } from '../payment-methods/remove.ts';
import type { CustomerRow } from '../payment-methods/tables.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { placeOf } from '../payments/charging/cards.ts';

const ATTACHED = 'select * from "paymentMethods" where "clientId" = ? and "needsDetaching" = 1 order by "id"';
const CUSTOMERS = 'select * from "processorCustomers" where "clientId" = ? order by "id"';
const FORGET = `update "paymentMethods" set "cardId" = null, "setupId" = null, "customerId" = null
  where "clientId" = ? and "needsDetaching" = 0 and "status" = 'removed' and "customerId" is not null`;

const attachedCards = ({ store }: ChargeDeps, clientId: string): PaymentMethodRow[] =>
  store.view().db.query<PaymentMethodRow, [string]>(ATTACHED).all(clientId);

const customersOf = ({ store }: ChargeDeps, clientId: string): CustomerRow[] =>
  store.view().db.query<CustomerRow, [string]>(CUSTOMERS).all(clientId);

/** Whether the processor has nothing of a client left except charges. */
export const hasLeftProcessor = (deps: ChargeDeps, clientId: string): boolean =>
  attachedCards(deps, clientId).length === 0 && customersOf(deps, clientId).length === 0;

const isConfigured = ({ processor, account }: ChargeDeps, customer: CustomerRow): boolean =>
  customer.processor === processor.name && customer.mode === processor.mode && customer.account === (account ?? '');

/** A request that saves a card may be creating the customer. After this time, ms, none is. */
const CREATED_WITHIN_MS = HOUR_MS;

const isBeingCreated = ({ store }: ChargeDeps, { customerId, createdAt }: CustomerRow): boolean =>
  customerId === null && epochOf(createdAt) > store.clock.now() - CREATED_WITHIN_MS;

/** Deletes a customer at the processor. When that fails, a job tries again. */
const deleteThere = async (deps: ChargeDeps, { id, customerId }: CustomerRow): Promise<void> => {
  try {
    if (customerId !== null) await deps.processor.deleteCustomer(placeOf(deps), customerId);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    deps.report('an erased client is not yet deleted at the processor', error);
    return;
  }
  await deps.store.write((tx) => deleteCustomer(tx, id));
};

/** Detaches the cards of an erased client and deletes the customer at the processor, as far as it can be reached. */
export const leaveProcessor = async (deps: ChargeDeps, clientId: string): Promise<void> => {
  for (const method of attachedCards(deps, clientId)) await detachRemoved(deps, method);
  for (const customer of customersOf(deps, clientId)) {
    if (isConfigured(deps, customer) && !isBeingCreated(deps, customer)) await deleteThere(deps, customer);
  }
  await deps.store.write((tx: Tx) => tx.db.query(FORGET).run(clientId).changes);
};
