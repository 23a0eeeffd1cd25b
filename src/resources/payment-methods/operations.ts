import { memberOperations } from '../../http/operations/declare.ts';
import type { ChargeDeps } from '../payments/charging/charge.ts';
import { complete, initiate, remove } from './flows.ts';
import { findMethod, makeDefault } from './payment-methods.ts';
import { methodPage } from './queries.ts';
import { DeletedPaymentMethod, PaymentMethod, PaymentMethodList, PaymentMethodSetup } from './shapes.ts';
import { methodView } from './view.ts';

interface PaymentMethodDeps {
  readonly charging: ChargeDeps;
}

const onMethod = { find: findMethod };

/** The saved cards of a member (service-interface.md "Member payment methods"). */
export const paymentMethodOperations = ({ charging }: PaymentMethodDeps) =>
  memberOperations(({ list, write, flow }) => [
    flow(
      'POST /public-api/v2/member/payments/methods',
      'initiatePaymentMethod',
      { summary: 'Begin to save a card', answer: PaymentMethodSetup },
      (call, conclude) => initiate(charging, call, conclude),
    ),
    flow(
      'POST /public-api/v2/member/payments/methods/:id/complete',
      'completePaymentMethod',
      { summary: 'Finish saving a card that is confirmed at the processor', on: onMethod, answer: PaymentMethod },
      (call, conclude) => complete(charging, call, conclude),
    ),
    list(
      'GET /public-api/v2/member/payments/methods',
      'listPaymentMethods',
      { summary: "List the member's saved cards", answer: PaymentMethodList },
      (read, { caller: { clientId }, page }) => ({ page: methodPage(read, page, { clientId }), view: methodView }),
    ),
    flow(
      'DELETE /public-api/v2/member/payments/methods/:id',
      'deletePaymentMethod',
      { summary: 'Remove a saved card', on: onMethod, answer: DeletedPaymentMethod },
      (call, conclude) => remove(charging, call, conclude),
    ),
    write(
      'POST /public-api/v2/member/payments/methods/:id/default',
      'makePaymentMethodDefault',
      { summary: 'Make a saved card the default', on: onMethod, answer: PaymentMethod, isExtension: true },
      (tx, { record }) => methodView(makeDefault(tx, record)),
    ),
  ]);
