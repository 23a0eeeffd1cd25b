import type { AnyElysia } from 'elysia';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import { memberOf } from '../../kernel/caller.ts';
import { ownPaymentPage } from './queries.ts';
import { MemberPaymentList, MemberPaymentQuery } from './shapes.ts';
import { memberPaymentView } from './view.ts';

const URL = '/public-api/v2/member/payments/history';

/** What a member paid. */
export const historyRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads } = operations(deps, 'Member');
  return router('/payments/history').get(
    '/',
    ...reads(
      {
        id: 'listMemberPayments',
        summary: "The member's payments",
        query: MemberPaymentQuery,
        answer: MemberPaymentList,
        refusals: [400],
      },
      (read, { caller, query }) =>
        listAnswer(
          URL,
          ownPaymentPage(read, pageRequest(query), { clientId: memberOf(caller).clientId }),
          memberPaymentView,
        ),
    ),
  );
};
