import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage, type Page } from '../../database/pages.ts';
import { type ExpansionsFor, expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { clientExists } from '../clients/queries.ts';
import { Package } from '../packages/shapes.ts';
import type { ChargeDeps } from './charging/charge.ts';
import { enterPayment, sellPackage } from './charging/desk.ts';
import { findPayment, updatePayment } from './payments.ts';
import { type PaymentRecord, paymentPage } from './queries.ts';
import { type RefundDeps, refundPayment } from './refunds/refund.ts';
import {
  OnePaymentQuery,
  Payment,
  PaymentList,
  PaymentQuery,
  RecordPayment,
  RefundPayment,
  SellPackage,
  UpdatePayment,
} from './shapes.ts';
import { paymentView } from './view.ts';

/** What the routes of payments need besides what all routes do. */
export interface PaymentRouteDeps extends RouteDeps, RefundDeps {
  readonly charging: ChargeDeps;
  readonly expansions: ExpansionsFor;
}

type Query = Static<typeof PaymentQuery>;

/** The filters of a query: the first that is given is the way in, by its own index; the others stand beside it. */
const filtersOf = ({ external_id: externalId, client_id: clientId, status }: Query): Filters => {
  if (externalId !== undefined) return { externalId, besideClientId: clientId, besideStatus: status };
  return clientId === undefined ? { status } : { clientId, besideStatus: status };
};

const pageOf = (read: Read, query: Query, { siteIds }: Caller): Page<PaymentRecord> => {
  const request = pageRequest(query);
  if (query.client_id !== undefined && !clientExists(read, query.client_id)) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const filters = filtersOf(query);
  if (siteIds === null) return paymentPage(read, request, filters);
  const isNarrow = query.external_id !== undefined || query.client_id !== undefined;
  if (isNarrow) return paymentPage(read, request, { ...filters, reachable: JSON.stringify(siteIds) });
  return mergedPage(
    request,
    siteIds.map((siteId) => paymentPage(read, request, { ...filters, siteId })),
  );
};

const listPayments = (read: Read, url: string, query: Query, caller: Caller, expansions: ExpansionsFor) => {
  const answer = listAnswer(url, pageOf(read, query, caller), paymentView);
  expand(read, answer.data, query['expand[]'], expansions(caller.siteIds));
  return answer;
};

const onePayment = (
  read: Read,
  id: string,
  query: Static<typeof OnePaymentQuery>,
  caller: Caller,
  expansions: ExpansionsFor,
) => {
  const payment = paymentView(findPayment(read, caller, id));
  return expand(read, [payment], query['expand[]'], expansions(caller.siteIds))[0];
};

/** The payments of the interface. */
export const paymentRoutes = (deps: PaymentRouteDeps): AnyElysia => {
  const { reads, flows } = operations(deps, 'Payments');
  return router('/payments')
    .get(
      '/',
      ...reads(
        { id: 'listPayments', summary: 'List payments', query: PaymentQuery, answer: PaymentList, refusals: [400] },
        (read, { query, caller }) => listPayments(read, '/v2/payments', query, caller, deps.expansions),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getPayment',
          summary: 'Retrieve a payment',
          query: OnePaymentQuery,
          answer: Payment,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => onePayment(read, id, query, caller, deps.expansions),
      ),
    )
    .post(
      '/:id/refund',
      ...flows(
        {
          id: 'refundPayment',
          summary: 'Refund a payment, whole or in part',
          body: RefundPayment,
          isBodyRequired: true,
          answer: Payment,
          refusals: [400, 404, 409],
        },
        ({ caller, id, body, requestKey }, conclude) =>
          refundPayment(deps, { caller, paymentId: id, body, requestKey }, conclude),
      ),
    );
};

/** What the desk does with payments (manage.md). */
export const managePaymentRoutes = (deps: PaymentRouteDeps): AnyElysia => {
  const { reads, writes, flows } = operations(deps, 'Payments');
  const isExtension = true;
  return router('/payments')
    .get(
      '/',
      ...reads(
        {
          id: 'manageListPayments',
          summary: 'List payments',
          query: PaymentQuery,
          answer: PaymentList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) => listPayments(read, '/manage/payments', query, caller, deps.expansions),
      ),
    )
    .post(
      '/',
      ...flows(
        {
          id: 'recordPayment',
          summary: 'Record a payment that was taken outside, or charge a saved card',
          body: RecordPayment,
          status: 201,
          answer: Payment,
          refusals: [400, 409, 503],
          isExtension,
        },
        (call, conclude) => enterPayment(deps.charging, call, conclude),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'manageGetPayment',
          summary: 'Retrieve a payment',
          query: OnePaymentQuery,
          answer: Payment,
          refusals: [400, 404],
          isExtension,
        },
        (read, { caller, id, query }) => onePayment(read, id, query, caller, deps.expansions),
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updatePayment',
          summary: 'Change what is said about a payment',
          body: UpdatePayment,
          answer: Payment,
          refusals: [400, 404],
          isExtension,
        },
        (tx, { caller, id, body }) => paymentView(updatePayment(tx, findPayment(tx, caller, id), body)),
      ),
    );
};

/** The sale of packages (manage.md): it stands here, since it takes a payment. */
export const saleRoutes = (deps: PaymentRouteDeps): AnyElysia => {
  const { flows } = operations(deps, 'Packages');
  return router('/packages').post(
    '/',
    ...flows(
      {
        id: 'sellPackage',
        summary: 'Sell a plan to a client: answers the package with its payment',
        body: SellPackage,
        status: 201,
        answer: Package,
        refusals: [400, 409, 503],
        isExtension: true,
      },
      (call, conclude) => sellPackage(deps.charging, call, conclude),
    ),
  );
};
