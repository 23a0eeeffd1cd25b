import type { Read } from '../../database/database.ts';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../../events/enumerations.ts';
import type { ListResult } from '../../http/operations/call.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { type FilteredCall, recordOperations } from '../../http/operations/record-operations.ts';
import type { ReadableAmong, RequireOperation } from '../../http/operations/rights.ts';
import {
  described,
  extensionParameter,
  flag,
  id,
  line,
  object,
  oneOf,
  optional,
  withDefault,
} from '../../kernel/schemas.ts';
import { periodFilters } from '../../records/periods.ts';
import { MEMBER, PAYMENTS } from '../demo-ids.ts';
import { siteFilter } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { decideDispute } from './disputes/disputes.ts';
import { managedPaymentPage } from './listing/pages.ts';
import { paymentTotal } from './listing/totals.ts';
import { updatePayment } from './payments.ts';
import { findOwnPayment, findPayment, ownPaymentPage, type PaymentRecord, paymentPage } from './queries.ts';
import { receiptPage } from './receipts/page.ts';
import { localeOfReader, receiptOf } from './receipts/receipt.ts';
import { Receipt } from './receipts/shapes.ts';
import { Payment } from './record.ts';
import { type RecordDeps, recordPayment } from './record-payment.ts';
import { refundPreview, requireVoidRights } from './refunds/preview.ts';
import { type RefundDeps, refundPayment } from './refunds/refund-payment.ts';
import { DecideDispute, ManagedPaymentList, MemberPaymentList, RecordPayment, RefundPayment } from './shapes.ts';
import { memberPaymentView, paymentView } from './view.ts';

const filters = {
  client_id: optional(id()),
  status: optional(oneOf(...PAYMENT_STATUSES)),
  external_id: extensionParameter(line(255)),
  ...periodFilters,
};

const managedFilters = {
  ...filters,
  payment_method: optional(described(oneOf(...PAYMENT_METHODS), 'The payment method.')),
  purpose: optional(described(oneOf(...PAYMENT_PURPOSES), 'What the payment is for.')),
  location_id: optional(id()),
  include_count: optional(
    described(
      flag(),
      'Whether to include `total`: the number of payments in the whole list, and their amounts by currency.',
    ),
  ),
};

/** A page of payments as staff filter them, with the totals of the list where the request wants them. */
const managedPayments = (
  read: Read,
  { filters: given, query, caller, page }: FilteredCall<typeof managedFilters>,
): ListResult<PaymentRecord> => {
  const { locationId: _, includeCount, ...others } = given;
  const filters = { ...others, siteId: siteFilter(read, caller, query) };
  const { siteIds } = caller;
  return {
    page: managedPaymentPage(read, page, filters, siteIds),
    view: paymentView,
    ...(includeCount === true ? { added: { total: paymentTotal(read, filters, siteIds) } } : {}),
  };
};

const kind = {
  record: { ...Payment, find: findPayment },
  views: () => paymentView,
  names: ['payment', 'payments'],
  staff: 'packages:sell',
  example: at(PAYMENTS.tenClasses),
} as const;

const listed = { filters, expands: 'payment', example: { query: { client_id: MEMBER } } };

/** The checks of what another operation needs. */
interface RightsDeps {
  readonly requireOperation: RequireOperation;
  readonly readableAmong: ReadableAmong;
  readonly reactions: Reactions;
}

export const paymentOperations = (deps: RefundDeps & RightsDeps) =>
  recordOperations(
    { tag: 'Payments', about: 'Payments and refunds.', audited: false },
    'payments',
    { ...kind, path: '/v2/payments' },
    ({ list, retrieve }, { flow }) => [
      list(
        'Returns the newest payments first. `from` and `to` limit the list to payments created in a period.',
        (read, { filters, caller, page }) => paymentPage(read, page, filters, caller.siteIds),
        listed,
      ),
      retrieve("The response includes the payment's refunds and the amount that can still be refunded.", {
        expands: 'payment',
      }),
      flow(
        'POST /v2/payments/:id/refund',
        'refundPayment',
        {
          audited: true,
          summary: 'Refund a payment in full or in part',
          description:
            'Without `amount`, everything that is left is refunded. If the processor does not respond in time, the ' +
            'refund is pending and settles automatically. `cancelPackage` requires what POST ' +
            '/v2/packages/{id}/cancel requires.',
          on: kind.record,
          body: RefundPayment,
          isBodyRequired: true,
          response: Payment.schema,
          dryRun: refundPreview(deps),
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

export const managePaymentOperations = (deps: RecordDeps & RefundDeps & RightsDeps) =>
  recordOperations(
    { tag: 'Payments', reads: 'manageGetPayment' },
    'manage',
    { ...kind, path: '/manage/payments' },
    ({ list, retrieve, update }, { flow, read, write }) => [
      list(
        'The same records as under `/v2/payments`, for staff, with more filters. With `purpose` or ' +
          '`payment_method`, the latest come first. `include_count` adds the totals of the whole list, up to 10,000 ' +
          'payments.',
        managedPayments,
        {
          id: 'manageListPayments',
          expands: 'payment',
          filters: managedFilters,
          response: ManagedPaymentList,
          example: { query: { client_id: MEMBER } },
        },
      ),
      flow(
        'POST /manage/payments',
        'recordPayment',
        {
          summary: 'Record a payment received elsewhere, or charge a saved card',
          description:
            '`card` charges the saved card `paymentMethodId` or the default card; the other methods record money ' +
            'received elsewhere. With `packageId`, it pays a declined renewal in full, and the next period of the ' +
            'package starts.',
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
      flow(
        'POST /manage/payments/:id/void',
        'voidPayment',
        {
          audited: true,
          summary: 'Void a sale made by mistake',
          description:
            'Possible within 15 minutes for the person who made the sale, and for those who can refund. Refunds all ' +
            'of it, cancels the package and the upcoming bookings it pays for, and returns the discount code. Fails ' +
            'with 409 if something of it was used.',
          on: kind.record,
          response: Payment.schema,
          dryRun: refundPreview(deps, true),
          staff: 'packages:sell',
          example: at(PAYMENTS.justSold),
        },
        ({ caller, id, record, requestKey }, conclude) => {
          requireVoidRights(deps, caller, record);
          return refundPayment(deps, { caller, paymentId: id, body: {}, requestKey, isVoid: true }, conclude);
        },
      ),
      write(
        'POST /manage/payments/:id/dispute',
        'decidePaymentDispute',
        {
          audited: true,
          summary: 'Decide what becomes of a disputed payment',
          description:
            'With `claim`, the client owes the amount, and the package stays on hold until it is paid. With `waive`, the ' +
            'studio bears it, and the hold ends. Where the client had paid what was claimed, and the bank then decided for ' +
            'the studio, `refund` returns it, and `waive` keeps it. Of several disputes, one is decided after the other: `disputeId` names ' +
            'the one that you mean. Fails with 409 without a dispute that waits for this decision.',
          on: kind.record,
          body: DecideDispute,
          isBodyRequired: true,
          response: Payment.schema,
          errors: [409],
          staff: 'payments:refund',
          example: { ...at(PAYMENTS.disputed), body: { decision: 'claim' } },
        },
        (tx, { caller, record, body }) => paymentView(decideDispute(tx, caller, record, body)),
      ),
      retrieve('The same record as under `/v2/payments`, for staff.', { expands: 'payment' }),
      read(
        'GET /manage/payments/:id/receipt',
        'getPaymentReceipt',
        {
          summary: "Retrieve a payment's receipt",
          description:
            'The studio, line items, tax, and total, with what is left of the purchased package: everything needed ' +
            'to print a receipt. Fails with 409 while nothing has been paid.',
          on: kind.record,
          response: Receipt,
          errors: [409],
          staff: 'packages:sell',
          example: kind.example,
        },
        (seen, { caller, record }) => receiptOf(seen, caller, record),
      ),
      update(
        'Amounts and statuses cannot be changed this way.',
        (tx, _caller, row, body) => updatePayment(tx, row, body),
        {
          reads: ['manageGetPayment', 'getPayment'],
          summary: "Update a payment's description, metadata, or external ID",
          example: { body: { description: 'Ten classes, paid at the desk' } },
        },
      ),
    ],
  );

export const memberPaymentOperations = memberOnlyOperations(({ list, read }) => [
  list(
    'GET /public-api/v2/member/payments/history',
    'listMemberPayments',
    {
      summary: "List the member's payments",
      description: "Returns the member's payments and refunds, newest first.",
      response: MemberPaymentList,
    },
    (read, { caller: { clientId }, page }) => ({
      page: ownPaymentPage(read, page, { clientId }),
      view: memberPaymentView,
    }),
  ),
  read(
    'GET /public-api/v2/member/payments/:id/receipt',
    'getMemberReceipt',
    {
      summary: "Retrieve the receipt of one of the member's payments",
      description:
        "The receipt as the front desk prints it. With `format` html, returns a printable page in the member's " +
        'language. Fails with 409 while nothing has been paid.',
      query: object(() => ({
        format: optional(withDefault(described(oneOf('json', 'html'), 'Use html for a printable page.'), 'json')),
      })),
      on: { find: findOwnPayment },
      response: Receipt,
      alsoSends: 'html',
      errors: [409],
      isExtension: true,
      example: at(PAYMENTS.tenClasses),
    },
    (seen, { caller, record, query: { format } }) => {
      const receipt = receiptOf(seen, caller, record);
      return format === 'html' ? receiptPage(receipt, localeOfReader(seen, caller.clientId)) : receipt;
    },
  ),
]);
