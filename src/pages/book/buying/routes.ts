import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import { type BookContext, plansPath, stepTop, topOf } from '../layout.ts';
import { gonePage } from '../messages.ts';
import { ownPath, purchasePath } from '../paths.ts';
import { plansOf } from '../public/plans.ts';
import { paragraphs } from '../sign-in/texts.ts';
import type { BookPage, Form, MemberVisit, PageResult, Route, Visit } from '../visit.ts';
import { leavePurchase, purchasePage } from './approval.ts';
import { cardFields, cardWords, hasAnyWay } from './cards.ts';
import { checkoutPage } from './checkout.ts';
import { type Order, wayOfPlan } from './order.ts';
import { pay } from './pay.ts';
import { refusedNote, waitingPath } from './purchases.ts';

/** The context of the site that the address names, else of the page. */
const contextOf = ({ url, context, at }: Visit): BookContext | undefined => {
  const named = url.searchParams.get('site') ?? '';
  return named === '' ? context : at(storedId(named) ?? '');
};

/** What the page of a plan sells; undefined for a plan that is not sold online here. */
const orderOf = (visit: MemberVisit): Order | undefined => {
  const context = contextOf(visit);
  const plan = context && plansOf(context).find(({ id }) => id === visit.param('planId'));
  if (context === undefined || plan === undefined) return undefined;
  return {
    context,
    path: `/book/plans/${plan.id}/buy?site=${context.site.id}`,
    back: plansPath(context),
    isWaiting: false,
    ways: [wayOfPlan(context, plan, plan.maxPerClient === 1)],
    hasMore: false,
  };
};

const planPage = async (visit: MemberVisit): Promise<PageResult> => {
  const order = orderOf(visit);
  if (order === undefined) return gonePage(visit.context);
  const waiting = await waitingPath(visit, { sessionId: null, planId: visit.param('planId') });
  if (waiting !== undefined) return { to: waiting };
  const { searchParams } = visit.url;
  return checkoutPage(visit, order, {
    cardId: searchParams.get('card') ?? undefined,
    code: searchParams.get('code') ?? undefined,
    note: refusedNote(order.context, visit.url),
  });
};

const buyPlan = (visit: MemberVisit, form: Form): PageResult | Promise<PageResult> => {
  const order = orderOf(visit);
  if (order === undefined) return gonePage(visit.context);
  return pay(visit, form, { ...order, waysNow: async () => order });
};

const CARDS_PATH = '/book/me/account/cards';

const nextOf = ({ url }: Visit): string => ownPath(url.searchParams.get('next')) ?? CARDS_PATH;

const addCardPage = (visit: MemberVisit): BookPage => {
  const { context, cardForm } = visit;
  const { t } = context;
  const anyWay = hasAnyWay(visit, context);
  const title = t(anyWay ? 'buying.addWayTitle' : 'buying.addTitle');
  const path = `${CARDS_PATH}/add?${new URLSearchParams({ next: nextOf(visit) })}`;
  const words = anyWay
    ? cardWords(context, t('buying.wayDeclined'), t('cardPage.wayNotConfirmed'))
    : cardWords(context, t('buying.cardDeclined'));
  const content = html`${stepTop(context, nextOf(visit), t('shell.account'))}
<main class="page checkout narrow" id="main" data-whole=""><h1>${title}</h1><p class="lead">${t('buying.addHint')}</p>
<form class="stack" method="post" action="${path}" id="checkout" data-cards="${cardForm ?? ''}" data-site="${context.site.id}" data-words="${words}">
<div class="notice" data-tone="caution" role="alert" data-card-note="" hidden><div></div></div>
<input type="hidden" name="card" value="new" data-new-card="">${cardFields(visit, false, undefined, anyWay ? path : undefined)}</form></main>
<section class="act-bar" aria-label="${title}"><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit" form="checkout">${t(anyWay ? 'cardPage.save' : 'buying.save')}</button></section>`;
  return { context, title, content, kind: 'flow-page', scripts: ['cards'], takesCards: true, takesAnyWay: anyWay };
};

/** The script has saved the card. Without a script there is nothing to save. */
const cardAdded = (visit: MemberVisit, form: Form): PageResult =>
  form.get('card') === 'new' ? { ...addCardPage(visit), status: 409 } : { to: nextOf(visit) };

/** The texts of the studio to which members agree, each under its own name. What a plan binds to is said where it is bought. */
const termsPage = (visit: Visit): BookPage => {
  const context = contextOf(visit);
  if (context === undefined) return gonePage(visit.context);
  const { t, read, site } = context;
  const { waiver, consent } = membershipSettings(read, site.id);
  const title = t('account.agreements');
  const part = (name: string, agreement: typeof consent): Html | undefined =>
    agreement === null
      ? undefined
      : html`<section class="section prose"><h2>${name}</h2>${paragraphs(agreement.text)}</section>`;
  const none = waiver === null && consent === null ? html`<p>${t('buying.noTerms')}</p>` : undefined;
  const content = html`${topOf(context)}<main class="page narrow" id="main"><h1 class="page-title">${title}</h1>${none}${part(t('signIn.waiver'), waiver)}${part(t('signIn.consent'), consent)}</main>`;
  return { context, title, content };
};

export const buyingRoutes: readonly Route[] = [
  { path: '/book/terms', who: 'all', get: termsPage },
  { path: '/book/plans/:planId/buy', who: 'member', get: planPage, post: buyPlan },
  { path: purchasePath(':id'), who: 'member', get: purchasePage, post: leavePurchase },
  { path: `${CARDS_PATH}/add`, who: 'member', get: addCardPage, post: cardAdded },
];
