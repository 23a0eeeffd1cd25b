import { PAYMENT_STATUSES } from '../../events/enumerations.ts';
import { businessOperations, memberOnlyOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { extensionParameter, id, line, oneOf, optional } from '../../kernel/schemas.ts';
import { periodFilters } from '../../records/periods.ts';
import { MEMBER, PAYMENTS, PLANS } from '../demo-ids.ts';
import { Package } from '../packages/record.ts';
import type { ChargeDeps } from './charging/call-processor.ts';
import { updatePayment } from './payments.ts';
import { findPayment, ownPaymentPage, paymentPage } from './queries.ts';
import { Payment } from './record.ts';
import { type RecordDeps, recordPayment } from './record-payment.ts';
import { type RefundDeps, refundPayment } from './refunds/refund-payment.ts';
import { sellPackage } from './sale.ts';
import { MemberPaymentList, RecordPayment, RefundPayment, SellPackage } from './shapes.ts';
import { memberPaymentView, paymentView } from './view.ts';

const filters = {
  client_id: optional(id()),
  status: optional(oneOf(...PAYMENT_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
};

const kind = {
  record: { ...Payment, find: findPayment },
  views: () => paymentView,
  names: ['payment', 'payments'],
  staff: 'packages:sell',
  example: at(PAYMENTS.tenClasses),
} as const;

const listed = { filters, expands: 'payment', example: { query: { client_id: MEMBER } } };

interface ChargingDeps {
  readonly charging: ChargeDeps;
}

/** The check of what another operation needs. */
interface RightsDeps {
  readonly requireOperation: RequireOperation;
}

/** The payments of clients. */
export const paymentOperations = (deps: RefundDeps & RightsDeps) =>
  recordOperations(
    { tag: 'Payments', about: 'Payments and refunds.', audited: false },
    'payments',
    { ...kind, path: '/v2/payments' },
    ({ list, retrieve }, { flow }) => [
      list(
        "The newest payments come first. 'from' and 'to' limit the list to payments created in a period, the latest first.",
        (read, { filters, caller, page }) => paymentPage(read, page, filters, caller.siteIds),
        listed,
      ),
      retrieve('The response has the refunds of the payment and the amount that is left to refund.', {
        expands: 'payment',
      }),
      flow(
        'POST /v2/payments/:id/refund',
        'refundPayment',
        {
          audited: true,
          summary: 'Refund a payment, whole or in part',
          description:
            "Without 'amount', all that is left is refunded. If the processor does not answer in time, the refund is pending and settles by itself. 'cancelPackage' needs what POST /v2/packages/{id}/cancel needs.",
          on: kind.record,
          body: RefundPayment,
          isBodyRequired: true,
          response: Payment.schema,
          staff: 'payments:refund',
          example: { ...kind.example, body: { amount: 5_000, reason: 'service_issue' } },
        },
        ({ caller, id, body, requestKey }, conclude) => {
          if (body.cancelPackage === true) deps.requireOperation(caller, ['cancelPackage']);
          return refundPayment(deps, { caller, paymentId: id, body, requestKey }, conclude);
        },
      ),
    ],
  );

/** Payments as staff record and describe them. */
export const managePaymentOperations = (deps: RecordDeps) =>
  recordOperations(
    { tag: 'Payments', reads: 'manageGetPayment' },
    'manage',
    { ...kind, path: '/manage/payments' },
    ({ list, retrieve, update }, { flow }) => [
      list(
        "The same records as under '/v2/payments', for staff.",
        (read, { filters, caller, page }) => paymentPage(read, page, filters, caller.siteIds),
        { id: 'manageListPayments', ...listed },
      ),
      flow(
        'POST /manage/payments',
        'recordPayment',
        {
          summary: 'Record a payment that was taken outside, or charge a saved card',
          description:
            "'card' charges the saved card 'paymentMethodId' or the default card; the other methods record money that was taken outside.",
          body: RecordPayment,
          status: 201,
          response: Payment.schema,
          staff: 'packages:sell',
          sites: 'named',
          example: {
            body: {
              clientId: MEMBER,
              amount: 2_500,
              currency: 'USD',
              paymentMethod: 'cash',
              purpose: 'product',
              description: 'Yoga mat',
            },
          },
        },
        (call, conclude) => recordPayment(deps, call, conclude),
      ),
      retrieve("The same record as under '/v2/payments', for staff.", { expands: 'payment' }),
      update('Amounts and states do not change this way.', (tx, _caller, row, body) => updatePayment(tx, row, body), {
        reads: ['manageGetPayment', 'getPayment'],
        summary: 'Change what is said about a payment',
        example: { body: { description: 'Ten classes, paid at the desk' } },
      }),
    ],
  );

/** The sale of packages. */
export const saleOperations = ({ charging }: ChargingDeps) =>
  businessOperations({ tag: 'Packages', audited: true, reads: 'manageGetPackage' }, 'manage', ({ flow }) => [
    flow(
      'POST /manage/packages',
      'sellPackage',
      {
        summary: 'Sell a plan to a client: answers the package with its payment',
        description:
          "When a client buys at the desk or in your own shop. 'card' charges a saved card at once; 'cash' and 'external' record money that was taken outside.",
        body: SellPackage,
        status: 201,
        response: Package.schema,
        staff: 'packages:sell',
        sites: 'named',
        example: { body: { clientId: MEMBER, planId: PLANS.monthly, paymentMethod: 'cash' } },
      },
      (call, conclude) => sellPackage(charging, call, conclude),
    ),
  ]);

/** The payments of a member. */
export const memberPaymentOperations = memberOnlyOperations(({ list }) => [
  list(
    'GET /public-api/v2/member/payments/history',
    'listMemberPayments',
    {
      summary: "The member's payments",
      description: 'Payments and refunds of the member, the newest first.',
      response: MemberPaymentList,
    },
    (read, { caller: { clientId }, page }) => ({
      page: ownPaymentPage(read, page, { clientId }),
      view: memberPaymentView,
    }),
  ),
]);
