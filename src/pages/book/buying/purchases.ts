import type { PurchaseApprovalResponse } from '../../../resources/payments/approvals/shapes.ts';
import type { BookContext } from '../layout.ts';
import { purchasePath } from '../paths.ts';
import type { MemberVisit } from '../visit.ts';
import { ANY_WAY } from './cards.ts';
import { ONE_VISIT } from './order.ts';

interface Wanted {
  readonly sessionId: string | null;
  /** Any plan, where a class is wanted. */
  readonly planId?: string;
}

/** Where a purchase of this class, or of this plan alone, goes on that waits for the bank; undefined without such a purchase. */
export const waitingPath = async (
  { callApi }: MemberVisit,
  { sessionId, planId }: Wanted,
): Promise<string | undefined> => {
  const { data } = await callApi('listPurchases');
  const found = data.find((each) => each.sessionId === sessionId && (planId === undefined || each.planId === planId));
  return found && purchasePath(found.id);
};

const WHY = { declined: 'buying.declined', late: 'buying.notApproved' } as const;
const isWhy = (why: string): why is keyof typeof WHY => Object.hasOwn(WHY, why);

/** Why a purchase has come to nothing, on the page to which that leads back. */
export const refusedNote = ({ t }: BookContext, { searchParams }: URL): string | undefined => {
  const why = searchParams.get('refused') ?? '';
  return isWhy(why) ? t(WHY[why]) : undefined;
};

/** The page of a form on which a card was declined, with what was chosen there: a way back does not send the form again. */
export const declinedPath = (path: string, chosen: Readonly<Record<'way' | 'card' | 'code', string>>): string => {
  const [page = '', query] = path.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(chosen)) if (value !== '') params.set(name, value);
  params.set('refused', 'declined' satisfies keyof typeof WHY);
  return `${page}?${params}`;
};

/** The page on which a purchase was begun, with what was chosen there. */
export const checkoutPath = (
  { planId, sessionId, siteId, paymentMethodId, payOnDevice, discountCode }: PurchaseApprovalResponse,
  refused?: keyof typeof WHY,
): string => {
  const code = discountCode === null ? {} : { code: discountCode };
  const chosen = {
    way: planId ?? ONE_VISIT,
    card: payOnDevice ? ANY_WAY : paymentMethodId,
    ...code,
    ...(refused === undefined ? {} : { refused }),
  };
  return sessionId === null
    ? `/book/plans/${planId}/buy?${new URLSearchParams({ site: siteId, ...chosen })}`
    : `/book/class/${sessionId}/book?${new URLSearchParams(chosen)}`;
};
