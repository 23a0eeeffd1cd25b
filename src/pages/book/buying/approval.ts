import { html } from '../../../kernel/html.ts';
import type { PurchaseApprovalResponse } from '../../../resources/payments/approvals/shapes.ts';
import { nearTime } from '../booking/class-time.ts';
import { memberSession, shownSession } from '../booking/sessions.ts';
import { methodName } from '../card-words.ts';
import { pathOfOwner } from '../for-whom.ts';
import { type BookContext, stepTop, topOf } from '../layout.ts';
import { ApiRefusal, gonePage, messagePage, refusalText } from '../messages.ts';
import { PURCHASE_BACK_PATH, purchaseIdIn, purchasePath } from '../paths.ts';
import { plansOf } from '../public/plans.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { cardsOf } from './cards.ts';
import { boughtClass } from './checkout.ts';
import { pathAfter } from './pay.ts';
import { checkoutPath } from './purchases.ts';
import { sandboxWays } from './sandbox-ways.ts';

const idOf = ({ param, url }: MemberVisit): string | undefined => purchaseIdIn(param('id'), url);

const giveUp = ({ callApi }: MemberVisit, id: string): Promise<PurchaseApprovalResponse> =>
  callApi('cancelPurchase', { path: { id } });

/** What the script of the page needs for the form of the processor. */
const waysData = ({ t, rootUrl }: BookContext, purchase: PurchaseApprovalResponse): string => {
  const { id, clientSecret, publishableKey, processorAccount } = purchase;
  const words = {
    wallet: t('buying.walletTitle'),
    walletButton: t('buying.walletButton'),
    close: t('shell.close'),
    dismissed: t('buying.walletDismissed'),
    account: t('buying.badAccount'),
    declined: t('buying.declined'),
    failed: t('shell.wrong'),
    offline: t('shell.offline'),
  };
  const returnUrl = `${rootUrl}${PURCHASE_BACK_PATH}?purchase_id=${id}`;
  return JSON.stringify({ clientSecret, publishableKey, processorAccount, returnUrl, next: purchasePath(id), words });
};

/** What the script of the page opens, and what it says. */
const approvalData = ({ t }: BookContext, purchase: PurchaseApprovalResponse): string => {
  const { id, clientSecret, publishableKey, processorAccount } = purchase;
  const words = {
    approve: t('buying.approvePayment'),
    approveButton: t('buying.approveButton'),
    refuse: t('buying.refuse'),
    close: t('shell.close'),
    failed: t('shell.wrong'),
    offline: t('shell.offline'),
  };
  return JSON.stringify({ clientSecret, publishableKey, processorAccount, next: purchasePath(id), words });
};

/** What is shown of a purchase that waits: the class, and the sum. */
const waitingSum = async (visit: MemberVisit, context: BookContext, purchase: PurchaseApprovalResponse) => {
  const { planId, sessionId, amount, currency } = purchase;
  const { t, formats } = context;
  const own = sessionId === null ? undefined : await memberSession(visit, sessionId);
  const plan = plansOf(context).find(({ id }) => id === planId);
  const name = planId === null ? t('buying.oneVisit') : (plan?.name ?? t('buying.plan'));
  return html`${own === undefined ? undefined : boughtClass(own.context, shownSession(own.session))}
<section class="sum-card" aria-label="${t('buying.sum')}"><dl class="sum"><div><dt>${name}</dt><dd>${formats.money(amount, currency)}</dd></div></dl></section>`;
};

/** The page on which a member chooses how to pay, in the form of the processor. It can be left, and opened again. */
const payPage = async (visit: MemberVisit, purchase: PurchaseApprovalResponse): Promise<PageResult> => {
  const { siteId, amount, currency, expiresAt, sessionId, id } = purchase;
  const context = visit.at(siteId) ?? visit.context;
  const { t, formats } = context;
  const title = t('buying.payWith');
  const [path, time] = [purchasePath(id), nearTime(context, expiresAt)];
  const step = t(sessionId === null ? 'buying.buyStep' : 'buying.step');
  const price = formats.money(amount, currency);
  const sum = await waitingSum(visit, context, purchase);
  const content = html`${stepTop(context, checkoutPath(purchase), step)}
<main class="page checkout narrow" id="main" data-whole="" data-ways="${waysData(context, purchase)}" data-processor="${visit.cardForm ?? ''}"><h1>${title}</h1>
${sessionId === null ? undefined : html`<p class="lead">${t('buying.holdsUntil', { time })}</p>`}
<div class="notice" data-tone="caution" role="alert" data-card-note="" hidden><div></div></div>
<p class="notice" data-needs-script="">${t('buying.payNeedsScript')}</p>
<div class="stack" data-way-fields="" hidden>${visit.cardForm === 'sandbox' ? sandboxWays(context) : html`<div id="payment-frame" role="group" aria-label="${title}"></div>`}</div>
${sum}
<form method="post" action="${path}" class="row"><button class="button" data-variant="quiet" name="act" value="cancel">${t('buying.doNotPay')}</button></form></main>
<section class="act-bar" aria-label="${step}"><span class="what"><b>${price}</b></span><button class="button" data-variant="primary" data-size="large" type="button" data-pay="" hidden>${t('buying.payNow', { amount: price })}</button></section>`;
  return {
    context,
    title,
    content,
    kind: 'flow-page',
    scripts: ['ways'],
    takesCards: true,
    takesAnyWay: true,
  } satisfies BookPage;
};

/** While the bank takes days, and nothing is given before. */
const processingPage = (visit: MemberVisit, { siteId }: PurchaseApprovalResponse): BookPage => {
  const context = visit.at(siteId) ?? visit.context;
  return messagePage(context, context.t('buying.processingTitle'), context.t('buying.processingText'), {});
};

/** The page on which the bank asks a member to approve a purchase. It can be left, and opened again. */
const approvalPage = async (visit: MemberVisit, purchase: PurchaseApprovalResponse): Promise<PageResult> => {
  const { planId, siteId, paymentMethodId, amount, currency, confirmUrl, expiresAt, sessionId } = purchase;
  const context = visit.at(siteId) ?? visit.context;
  const { t, formats } = context;
  const cards = await cardsOf(visit, siteId);
  const own = sessionId === null ? undefined : await memberSession(visit, sessionId);
  const card = cards.find(({ id }) => id === paymentMethodId);
  const plan = plansOf(context).find(({ id }) => id === planId);
  const name = planId === null ? t('buying.oneVisit') : (plan?.name ?? t('buying.plan'));
  const title = t('buying.approvePayment');
  const time = nearTime(context, expiresAt);
  const path = purchasePath(purchase.id);
  const step = t(sessionId === null ? 'buying.buyStep' : 'buying.step');
  // A page of the bank works without a script. Without such a page, the script of the processor asks.
  const open =
    confirmUrl === null
      ? html`<button class="button" data-variant="primary" data-size="large" type="button" data-approve="" hidden>${t('buying.toBank')}</button>`
      : html`<a class="button" data-variant="primary" data-size="large" href="${confirmUrl}">${t('buying.toBank')}</a>`;
  const content = html`${stepTop(context, checkoutPath(purchase), step)}
<main class="page checkout narrow" id="main" data-whole="" data-approval="${confirmUrl === null ? approvalData(context, purchase) : ''}" data-processor="${visit.cardForm ?? ''}"><h1>${title}</h1>
<p class="lead">${sessionId === null ? t('buying.waitsForBank', { time }) : t('buying.holdsForBank', { time })}</p>
<div class="notice" data-tone="caution" role="alert" data-card-note="" hidden><div></div></div>
${own === undefined ? undefined : boughtClass(own.context, shownSession(own.session))}
<section class="sum-card" aria-label="${t('buying.sum')}"><dl class="sum"><div><dt>${name}</dt><dd>${formats.money(amount, currency)}</dd></div>${card === undefined ? undefined : html`<div><dt>${t('buying.card')}</dt><dd>${methodName(card)}</dd></div>`}</dl></section>
${confirmUrl === null ? html`<p class="notice" data-needs-script="">${t('buying.approveNeedsScript')}</p>` : undefined}
<form method="post" action="${path}" class="row"><a class="button" href="${path}">${t('buying.haveApproved')}</a><button class="button" data-variant="quiet" name="act" value="cancel">${t('buying.doNotPay')}</button></form></main>
<section class="act-bar" aria-label="${step}"><span class="what"><b>${formats.money(amount, currency)}</b>${card === undefined ? '' : methodName(card)}</span>${open}</section>`;
  return { context, title, content, kind: 'flow-page', scripts: ['approval'], takesCards: true } satisfies BookPage;
};

/** What has come to nothing: the page on which it was begun says so, with what was chosen there. */
const refusedResult = async (visit: MemberVisit, id: string, refused: ApiRefusal): Promise<PageResult> => {
  const { context } = visit;
  const { t } = context;
  // It was paid before it became impossible, and the money goes back.
  if (refused.code !== 'card_declined') {
    return messagePage(context, t('buying.fasterTitle'), `${refusalText(context, refused)} ${t('buying.moneyBack')}`, {
      status: 409,
    });
  }
  const why = refused.details[0]?.code === 'not_approved' ? 'late' : 'declined';
  return { to: checkoutPath(await giveUp(visit, id), why) };
};

/** Looks what the bank says: leads on to the ticket, back to what was chosen, or asks again. */
const looked = async (visit: MemberVisit, id: string): Promise<PageResult> => {
  try {
    const purchase = await visit.callApi('completePurchase', { path: { id } });
    if (purchase.object === 'purchase') return { to: pathAfter(purchase) };
    if (purchase.status === 'processing') return processingPage(visit, purchase);
    return await (purchase.payOnDevice ? payPage(visit, purchase) : approvalPage(visit, purchase));
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 409) return refusedResult(visit, id, error);
    throw error;
  }
};

/** For who comes from another website, such as that of the bank: a link there must not do anything, so they press a button. */
const backPage = ({ context }: MemberVisit, id: string): BookPage => {
  const { t } = context;
  const title = t('buying.backTitle');
  const content = html`${topOf(context)}<main class="page narrow" id="main"><h1 class="page-title">${title}</h1><p>${t('buying.backText')}</p><form method="post" action="${purchasePath(id)}" class="row"><button class="button" data-variant="primary" data-size="large" name="act" value="look">${t('buying.seeResult')}</button></form></main>`;
  return { context, title, content };
};

export const purchasePage = async (visit: MemberVisit): Promise<PageResult> => {
  const id = idOf(visit);
  if (id === undefined) return gonePage(visit.context);
  if (visit.isFromHere) return looked(visit, id);
  // A browser in which someone else of the household was chosen: the button acts for whom it is bought.
  const to = pathOfOwner(visit.context, visit.url);
  return to === undefined ? backPage(visit, id) : { to };
};

/** Gives up a purchase; where the bank has approved it meanwhile, its ticket is shown. */
export const leavePurchase = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const id = idOf(visit);
  if (id === undefined) return gonePage(visit.context);
  if (form.get('act') !== 'cancel') return looked(visit, id);
  try {
    return { to: checkoutPath(await giveUp(visit, id), 'late') };
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'purchase_completed') return { to: purchasePath(id) };
    throw error;
  }
};
