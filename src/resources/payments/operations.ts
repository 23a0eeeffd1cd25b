import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage, type Page } from '../../database/pages.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { ListCall, ListResult } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import { clientExists } from '../clients/queries.ts';
import { Package } from '../packages/record.ts';
import type { ChargeDeps } from './charging/charge.ts';
import { enterPayment, sellPackage } from './charging/desk.ts';
import { findPayment, updatePayment } from './payments.ts';
import { type PaymentRecord, paymentPage } from './queries.ts';
import { type RefundDeps, refundPayment } from './refunds/refund.ts';
import {
  Payment,
  PaymentList,
  type PaymentQuery,
  paymentFilters,
  RecordPayment,
  RefundPayment,
  SellPackage,
  UpdatePayment,
} from './shapes.ts';
import { paymentView } from './view.ts';

type PaymentListCall = ListCall<Caller, PaymentQuery, undefined>;

/** The first filter that is given selects the index; the others are checked on the rows that it finds. */
const filtersOf = ({ external_id: externalId, client_id: clientId, status }: PaymentQuery): Filters => {
  if (externalId !== undefined) return { externalId, besideClientId: clientId, besideStatus: status };
  return clientId === undefined ? { status } : { clientId, besideStatus: status };
};

const pageOf = (read: Read, { query, caller: { siteIds }, page }: PaymentListCall): Page<PaymentRecord> => {
  if (query.client_id !== undefined && !clientExists(read, query.client_id)) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const filters = filtersOf(query);
  if (siteIds === null) return paymentPage(read, page, filters);
  const isNarrow = query.external_id !== undefined || query.client_id !== undefined;
  if (isNarrow) return paymentPage(read, page, { ...filters, reachable: JSON.stringify(siteIds) });
  return mergedPage(
    page,
    siteIds.map((siteId) => paymentPage(read, page, { ...filters, siteId })),
  );
};

/** @throws Problem 400 when there is no such client. */
const listPayments = (read: Read, call: PaymentListCall): ListResult<PaymentRecord> => ({
  page: pageOf(read, call),
  view: paymentView,
});

interface DeskDeps {
  readonly charging: ChargeDeps;
}

const onPayment = { find: findPayment };

/** The payments of clients. */
export const paymentOperations = (refunds: RefundDeps) =>
  businessOperations('Payments', 'payments', ({ list, read, flow }) => [
    list(
      'GET /v2/payments',
      'listPayments',
      {
        summary: 'List payments',
        filters: paymentFilters,
        expands: 'payment',
        answer: PaymentList,
        staff: 'packages:sell',
      },
      listPayments,
    ),
    read(
      'GET /v2/payments/:id',
      'getPayment',
      { summary: 'Retrieve a payment', on: onPayment, expands: 'payment', answer: Payment, staff: 'packages:sell' },
      (_read, { record }) => paymentView(record),
    ),
    flow(
      'POST /v2/payments/:id/refund',
      'refundPayment',
      {
        summary: 'Refund a payment, whole or in part',
        on: onPayment,
        body: RefundPayment,
        isBodyRequired: true,
        answer: Payment,
        staff: 'payments:refund',
      },
      ({ caller, id, body, requestKey }, conclude) =>
        refundPayment(refunds, { caller, paymentId: id, body, requestKey }, conclude),
    ),
  ]);

/** What the desk does with payments (manage.md). */
export const managePaymentOperations = ({ charging }: DeskDeps) =>
  businessOperations('Payments', 'manage', ({ list, read, write, flow }) => [
    list(
      'GET /manage/payments',
      'manageListPayments',
      {
        summary: 'List payments',
        filters: paymentFilters,
        expands: 'payment',
        answer: PaymentList,
        staff: 'packages:sell',
      },
      listPayments,
    ),
    flow(
      'POST /manage/payments',
      'recordPayment',
      {
        summary: 'Record a payment that was taken outside, or charge a saved card',
        body: RecordPayment,
        status: 201,
        answer: Payment,
        staff: 'packages:sell',
        sites: 'named',
      },
      (call, conclude) => enterPayment(charging, call, conclude),
    ),
    read(
      'GET /manage/payments/:id',
      'manageGetPayment',
      { summary: 'Retrieve a payment', on: onPayment, expands: 'payment', answer: Payment, staff: 'packages:sell' },
      (_read, { record }) => paymentView(record),
    ),
    write(
      'PATCH /manage/payments/:id',
      'updatePayment',
      {
        summary: 'Change what is said about a payment',
        on: onPayment,
        body: UpdatePayment,
        answer: Payment,
        staff: 'packages:sell',
      },
      (tx, { record, body }) => paymentView(updatePayment(tx, record, body)),
    ),
  ]);

/** The sale of packages (manage.md), which takes a payment. */
export const saleOperations = ({ charging }: DeskDeps) =>
  businessOperations('Packages', 'manage', ({ flow }) => [
    flow(
      'POST /manage/packages',
      'sellPackage',
      {
        summary: 'Sell a plan to a client: answers the package with its payment',
        body: SellPackage,
        status: 201,
        answer: Package.schema,
        staff: 'packages:sell',
        sites: 'named',
      },
      (call, conclude) => sellPackage(charging, call, conclude),
    ),
  ]);
