import { memberOperations } from '../../http/operations/declare.ts';
import { ownPaymentPage } from './queries.ts';
import { MemberPaymentList } from './shapes.ts';
import { memberPaymentView } from './view.ts';

/** What a member paid. */
export const memberPaymentOperations = memberOperations(({ list }) => [
  list(
    'GET /public-api/v2/member/payments/history',
    'listMemberPayments',
    { summary: "The member's payments", answer: MemberPaymentList },
    (read, { caller: { clientId }, page }) => ({
      page: ownPaymentPage(read, page, { clientId }),
      view: memberPaymentView,
    }),
  ),
]);
