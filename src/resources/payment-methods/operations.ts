import type { AnyElysia } from 'elysia';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import { memberOf } from '../../kernel/caller.ts';
import type { ChargeDeps } from '../payments/charging/charge.ts';
import { complete, initiate, remove } from './flows.ts';
import { findMethod, makeDefault } from './payment-methods.ts';
import { methodPage } from './queries.ts';
import {
  DeletedPaymentMethod,
  PaymentMethod,
  PaymentMethodList,
  PaymentMethodQuery,
  PaymentMethodSetup,
} from './shapes.ts';
import { methodView } from './view.ts';

const URL = '/public-api/v2/member/payments/methods';

/** What the routes of saved cards need besides what all routes do. */
export interface MethodRouteDeps extends RouteDeps {
  readonly charging: ChargeDeps;
}

/** The saved cards of a member (service-interface.md "Member payment methods"). */
export const methodRoutes = (deps: MethodRouteDeps): AnyElysia => {
  const { charging } = deps;
  const { reads, writes, flows } = operations(deps, 'Member');
  return router('/payments/methods')
    .post(
      '/',
      ...flows(
        {
          id: 'initiatePaymentMethod',
          summary: 'Begin to save a card',
          answer: PaymentMethodSetup,
          refusals: [400, 409, 503],
        },
        (call, conclude) => initiate(charging, call, conclude),
      ),
    )
    .post(
      '/:id/complete',
      ...flows(
        {
          id: 'completePaymentMethod',
          summary: 'Finish saving a card that is confirmed at the processor',
          answer: PaymentMethod,
          refusals: [404, 409, 503],
        },
        (call, conclude) => complete(charging, call, conclude),
      ),
    )
    .get(
      '/',
      ...reads(
        {
          id: 'listPaymentMethods',
          summary: "List the member's saved cards",
          query: PaymentMethodQuery,
          answer: PaymentMethodList,
          refusals: [400],
        },
        (read, { caller, query }) =>
          listAnswer(URL, methodPage(read, pageRequest(query), { clientId: memberOf(caller).clientId }), methodView),
      ),
    )
    .delete(
      '/:id',
      ...flows(
        {
          id: 'deletePaymentMethod',
          summary: 'Remove a saved card',
          answer: DeletedPaymentMethod,
          refusals: [404, 409],
        },
        (call, conclude) => remove(charging, call, conclude),
      ),
    )
    .post(
      '/:id/default',
      ...writes(
        {
          id: 'makePaymentMethodDefault',
          summary: 'Make a saved card the default',
          answer: PaymentMethod,
          refusals: [404, 409],
          isExtension: true,
        },
        (tx, { caller, id }) => methodView(makeDefault(tx, findMethod(tx, caller, id))),
      ),
    );
};
