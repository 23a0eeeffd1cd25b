import { html } from '../../../kernel/html.ts';
import { isUuid } from '../../../kernel/ids.ts';
import type { MemberBookingResponse } from '../../../resources/bookings/shapes.ts';
import type { PurchaseApprovalResponse } from '../../../resources/payments/approvals/shapes.ts';
import type { PurchaseResponse } from '../../../resources/sales/member/shapes.ts';
import { whenOf } from '../booking/class-time.ts';
import { callApiOnce } from '../call-api-once.ts';
import { stepTop } from '../layout.ts';
import { ApiRefusal, isUnknown, orRefused, refusalText } from '../messages.ts';
import { PURCHASE_BACK_PATH, purchasePath } from '../paths.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ANY_WAY, hasAnyWay, NEW_CARD } from './cards.ts';
import { type Chosen, checkoutPage, needsCard, shownOf } from './checkout.ts';
import { isCodeRefusal, priceWithCode } from './code.ts';
import { ONE_VISIT, type Order, priceNow, type WayNow } from './order.ts';
import { declinedPath } from './purchases.ts';
import { previewOf, purchaseOf, visitOf } from './sum.ts';

/** What a form sells before its page is made again. */
export type OrderOf = Omit<Order, 'ways' | 'hasMore' | 'isWaiting'> & {
  /** The ways to pay, for the page that is shown again. */
  readonly waysNow: () => Promise<Pick<Order, 'ways' | 'hasMore' | 'isWaiting' | 'whyNoPass'>>;
};

/** Whether the member chooses on the next page how to pay. */
const isAnyWay = (visit: MemberVisit, { context }: Pick<Order, 'context'>, card: string): boolean =>
  card === ANY_WAY && hasAnyWay(visit, context);

const cardOf = (id: string): string | undefined => (isUuid(id) ? id : undefined);

const ticketPath = (bookingId: string | undefined): string =>
  bookingId === undefined ? '/book/me' : `/book/me/bookings/${bookingId}?new`;

/** Where a purchase leads: to the ticket, or to the page on which the bank asks for its approval. */
export const pathAfter = (bought: PurchaseResponse | MemberBookingResponse | PurchaseApprovalResponse): string => {
  if (bought.object === 'purchase_approval') return purchasePath(bought.id);
  return ticketPath(bought.object === 'booking' ? bought.id : bought.booking?.id);
};

/** Buys, and books with it. Returns the path of the next page. */
const buy = async (visit: MemberVisit, order: Order, form: Form): Promise<string> => {
  const [wayId, card, key] = [form.get('way'), form.get('card'), form.get('key')];
  const siteId = order.context.site.id;
  const payOnDevice = isAnyWay(visit, order, card);
  const payment = { cardId: cardOf(card), code: form.get('code').trim(), payOnDevice };
  // Where there is a script, it opens what the bank asks over the page.
  const returnUrl = form.get('script') === '' ? order.context.rootUrl + PURCHASE_BACK_PATH : null;
  if (wayId === ONE_VISIT && order.session !== undefined) {
    const body = { ...visitOf(order.session.id, payment), returnUrl };
    return pathAfter(await callApiOnce(visit, 'createMemberBooking', { body, key, siteId }));
  }
  const body = { ...purchaseOf(order, wayId, payment), returnUrl };
  return pathAfter(await callApiOnce(visit, 'createPurchase', { body, key, siteId }));
};

/** The last spot was taken meanwhile: offers the alternatives. */
const fasterPage = (order: Order, wayId: string): BookPage => {
  const { context, session, back } = order;
  const { t } = context;
  const title = t('buying.fasterTitle');
  const name = priceNow(order, wayId)?.name ?? '';
  const site = `site=${context.site.id}`;
  const content = html`${stepTop(context, back, t('buying.step'))}
<main class="page checkout narrow" id="main" data-whole=""><h1>${title}</h1>${session === undefined ? undefined : html`<p class="quiet">${session.name} · ${whenOf(context, session)}</p>`}<p class="lead" role="alert">${t('buying.faster')}</p>
<div class="stack ways"><a class="button" data-variant="waiting" data-size="large" href="/book/class/${session?.id ?? ''}/book">${t('buying.toWaitlist')}</a>
<a class="button" data-size="large" href="${back}">${t('buying.toClass')}</a>
${wayId === ONE_VISIT ? undefined : html`<a class="button" data-size="large" href="/book/plans/${wayId}/buy?${site}">${t('buying.buyOnly', { plan: name })}</a>`}</div></main>`;
  return { context, title, content, kind: 'flow-page', status: 409 };
};

const REPEATED = ['key', 'way', 'card', 'shown', 'code', 'waits', 'script'];

/**
 * The card processor did not answer a purchase with a code. The code is taken meanwhile, so that the page would show another
 * sum: the same form can be sent again instead, and finds what has become of it.
 */
const repeatPage = ({ context, path, back }: Order, form: Form): BookPage => {
  const { t } = context;
  const title = t('buying.repeatTitle');
  const fields = REPEATED.map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}">`);
  const content = html`${stepTop(context, back, t('buying.buyStep'))}
<main class="page checkout narrow" id="main" data-whole=""><h1>${title}</h1><p class="lead" role="alert">${t('buying.unknownResult')}</p>
<form method="post" action="${path}">${fields}<button class="button" data-variant="primary" data-size="large" type="submit">${t('buying.repeat')}</button></form></main>`;
  return { context, title, content, kind: 'flow-page', status: 503 };
};

/** Whether a seat has come free for who agreed to wait: that is another thing to agree to. */
const hasSeatNow = async (visit: MemberVisit, order: Order, wayId: string, cardId: string): Promise<boolean> => {
  if (!order.isWaiting) return false;
  const way = { id: wayId, isPlan: wayId !== ONE_VISIT };
  const sale = await previewOf(visit, order, way, { cardId: cardOf(cardId) });
  return sale !== undefined && !(sale instanceof ApiRefusal) && sale.booking?.status === 'confirmed';
};

interface PricedForm {
  /** Whether the code of the form cannot be used for what was chosen. */
  readonly isRefused: boolean;
  /** What a form that shows the price of now says. */
  readonly shown: string;
  readonly needsCard: boolean;
}

const priceForm = async (visit: MemberVisit, order: Order, form: Form, way: WayNow): Promise<PricedForm> => {
  const code = form.get('code').trim();
  const plain = { shown: shownOf(way.id, way), needsCard: needsCard(way, way.price) };
  if (code === '') return { ...plain, isRefused: false };
  const { preview, problem } = await priceWithCode(visit, order, way, { cardId: cardOf(form.get('card')), code });
  const asItIs = { shown: form.get('shown'), needsCard: false, isRefused: false };
  if (problem !== undefined) {
    // A second press finds the code used by the first: the sale says what has become of it, or refuses the code.
    const wasShown = asItIs.shown.startsWith(`${plain.shown} ${code.toUpperCase()} `);
    return wasShown ? asItIs : { ...plain, isRefused: true };
  }
  // What else refuses the sale is said by the sale.
  if (preview === undefined || preview instanceof ApiRefusal) return asItIs;
  const { amount } = preview;
  return { shown: shownOf(way.id, way, code, amount), needsCard: needsCard(way, amount), isRefused: false };
};

/** Buys what a form has chosen, at the price that its page has shown, and leads on to the ticket. */
export const pay = async (visit: MemberVisit, form: Form, { waysNow, ...rest }: OrderOf): Promise<PageResult> => {
  const order: Order = { ...rest, isWaiting: form.get('waits') === '1', ways: [], hasMore: false };
  const [wayId, cardId, key, code] = [form.get('way'), form.get('card'), form.get('key'), form.get('code')];
  const again = async (more: Chosen): Promise<BookPage> =>
    checkoutPage(visit, { ...order, ...(await waysNow()) }, { wayId, cardId, code, status: 409, ...more });
  if (form.get('apply') !== '') return again({ status: undefined });
  const now = priceNow(order, wayId);
  const { t } = order.context;
  if (now === undefined) return again({ note: t('refusals.other') });
  const priced = await priceForm(visit, order, form, now);
  if (priced.isRefused) return again({});
  if (form.get('shown') !== priced.shown) return again({ note: t('buying.sumChanged') });
  if (priced.needsCard && !isUuid(cardId) && !isAnyWay(visit, order, cardId))
    return again({ note: t('buying.cardNeeded'), cardId: NEW_CARD });
  if (await hasSeatNow(visit, order, wayId, cardId)) return again({ note: t('refusals.seat_came_free') });
  return orRefused<PageResult, PageResult>(
    async () => ({ to: await buy(visit, order, form) }),
    (refused) => {
      if (refused.code === 'session_full') return fasterPage(order, wayId);
      if (isCodeRefusal(refused)) return again({});
      if (refused.code === 'card_declined') return { to: declinedPath(order.path, { way: wayId, card: cardId, code }) };
      if (!isUnknown(refused)) return again({ note: refusalText(order.context, refused) });
      // The same press finds what has become of it.
      if (code.trim() !== '') return repeatPage(order, form);
      return again({ note: t('buying.unknownResult'), key, status: 503 });
    },
  );
};
