import { type Html, html } from '../../../kernel/html.ts';
import { activePackages } from '../../../resources/packages/queries.ts';
import { noPassNote } from '../booking/cannot-pay.ts';
import { methodName } from '../card-words.ts';
import { forWhomLine } from '../for-whom.ts';
import { type BookContext, plansPath, stepTop } from '../layout.ts';
import { ApiRefusal, refusalText } from '../messages.ts';
import { passFormats } from '../passes/pass-of.ts';
import { placeOf } from '../public/class-row.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { zoneNote } from '../zone.ts';
import { ANY_WAY, cardChoice, cardsOf, cardWords, hasAnyWay, NEW_CARD } from './cards.ts';
import { codeEntry, priceWithCode } from './code.ts';
import type { BoughtClass, Order, Way } from './order.ts';
import { sumCard } from './sum.ts';

/** What somebody has chosen on the page, and why it has to be shown again. */
export interface Chosen {
  readonly wayId?: string | undefined;
  readonly cardId?: string | undefined;
  /** A discount code, as it was typed. */
  readonly code?: string | undefined;
  /** In the words of the reader. */
  readonly note?: string | undefined;
  /** The key of the form, where the same press is to be repeated. */
  readonly key?: string | undefined;
  readonly status?: BookPage['status'];
}

/** What a form shows of a way: it is sold only if that is still so. With a code, what is to pay is a part of it. */
export const shownOf = (
  id: string,
  { price, currency }: Pick<Way, 'price' | 'currency'>,
  code: string = '',
  due: number = price,
): string => `${id} ${price} ${currency}${code === '' ? '' : ` ${code.toUpperCase()} ${due}`}`;

/** Whether a way is paid or renewed by a card, when so much is due now. */
export const needsCard = ({ price, renews }: Pick<Way, 'price' | 'renews'>, due: number): boolean =>
  price > 0 && (due > 0 || renews);

export const boughtClass = (context: BookContext, session: BoughtClass): Html => {
  const { t, formats, signs } = context;
  const { name, localDate, startTime, endTime } = session;
  const when = t('book.when', { day: formats.longDay(localDate), ...formats.span(startTime, endTime) });
  return html`<div class="mini-wrap"><div class="mini">${signs.of(session)}<div><b>${name}</b><p>${when}<br>${placeOf(context, session)}</p></div></div>${zoneNote(context, startTime)}</div>`;
};

const wayChoice = ({ context }: Order, way: Way, isChosen: boolean): Html => {
  const { t, formats } = context;
  const { id, name, note, price, currency, unit, isIntro } = way;
  const tag = isIntro
    ? html`<small>${t('buying.oncePerPerson')}</small><span class="pill" data-tone="brand">${t('buying.newHere')}</span>`
    : undefined;
  const cost = price === 0 ? t('book.noPrice') : formats.money(price, currency);
  return html`<label class="choice"><input type="radio" name="way" value="${id}"${isChosen ? html` checked` : ''}><span class="text">${name}<small>${note}</small>${tag}</span><span class="price">${cost}<small>${unit}</small></span></label>`;
};

const waysChoice = (order: Order, chosen: Way): Html => {
  const { context, ways, hasMore, session } = order;
  const { t } = context;
  if (session === undefined) return html`<input type="hidden" name="way" value="${chosen.id}">`;
  const more = hasMore
    ? html`<p><a class="link small" href="${plansPath(context)}">${t('buying.allPlans')}</a></p>`
    : undefined;
  return html`<fieldset class="stack ways"><legend class="visually-hidden">${t('buying.plan')}</legend>${ways.map((way) => wayChoice(order, way, way === chosen))}</fieldset>${more}`;
};

const actText = ({ context: { t }, session, isWaiting }: Order, price: number): string => {
  if (session === undefined) return t(price === 0 ? 'buying.take' : 'buying.pay');
  if (price === 0) return t('buying.takeAndBook');
  return t(isWaiting ? 'buying.payAndWait' : 'buying.payAndBook');
};

/** What the page asks: where no card is needed, it does not ask how to pay. */
const titleOf = ({ context: { t }, session }: Order, { name }: Way, takesCard: boolean): string => {
  if (session === undefined) return t(takesCard ? 'buying.buyTitle' : 'buying.takeTitle', { plan: name });
  return t(takesCard ? 'buying.title' : 'buying.freeTitle');
};

const nothingFits = (order: Order): BookPage => {
  const { context, back, session } = order;
  const { t } = context;
  const title = t('buying.title');
  const content = html`${stepTop(context, back, t(session === undefined ? 'buying.buyStep' : 'buying.step'))}
<main class="page checkout" id="main" data-whole=""><h1>${title}</h1>${session === undefined ? undefined : boughtClass(context, session)}
${noPassNote(context, order.whyNoPass ?? [])}<p class="notice" role="status">${t('buying.noPlansFit')}</p><p><a class="link" href="${plansPath(context)}">${t('buying.allPlans')}</a></p></main>`;
  return { context, title, content, kind: 'flow-page' };
};

/** That a pass without a number of credits, such as an intro, runs on beside a membership that is bought now. */
const overlapNote = ({ member }: MemberVisit, { context }: Order, way: Way): Html | undefined => {
  const { t, read } = context;
  if (!way.renews || way.plan === undefined || way.plan.activationType !== 'on_purchase') return undefined;
  const running = activePackages(read, member.clientId).find(
    ({ creditsTotal, autoRenews, expiresAt }) =>
      creditsTotal === null && autoRenews === 0 && expiresAt !== null && expiresAt > read.now,
  );
  if (running === undefined || running.expiresAt === null) return undefined;
  const date = passFormats(context, running).date(running.expiresAt);
  return html`<p class="notice">${t('buying.overlaps', { pass: running.name, date, plan: way.name })}</p>`;
};

/**
 * The page on which a member chooses how to pay, and pays. What it would cost and do is said by the API. It works
 * without a script with a card that is kept.
 */
export const checkoutPage = async (visit: MemberVisit, order: Order, state: Chosen = {}): Promise<BookPage> => {
  const { context, path, back, session } = order;
  const { t, formats } = context;
  const way = order.ways.find(({ id }) => id === state.wayId) ?? order.ways[0];
  if (way === undefined) return nothingFits(order);
  const isFree = way.price === 0;
  const cards = isFree ? [] : await cardsOf(visit, context.site.id);
  const named = cards.find(({ id }) => id === state.cardId) ?? cards.find(({ isDefault }) => isDefault) ?? cards[0];
  const isOther = state.cardId === NEW_CARD || state.cardId === ANY_WAY;
  const card = isOther && visit.cardForm !== undefined ? undefined : named;
  const typed = state.code?.trim() ?? '';
  const coded = await priceWithCode(visit, order, way, { cardId: card?.id, code: typed });
  const { preview } = coded;
  const sale = preview instanceof ApiRefusal ? undefined : preview;
  const note = state.note ?? (preview instanceof ApiRefusal ? refusalText(context, preview) : undefined);
  const due = sale?.amount ?? way.price;
  const takesCard = needsCard(way, due);
  const title = titleOf(order, way, takesCard);
  const price = due === 0 ? t('book.noPrice') : formats.money(due, way.currency);
  const isTyped = card === undefined && visit.cardForm !== undefined;
  const payer =
    !takesCard || (card === undefined && !isTyped)
      ? way.name
      : card === undefined
        ? t(hasAnyWay(visit, context) ? 'buying.otherWay' : 'buying.newCard')
        : methodName(card);
  // Without a card there is nothing to press.
  const isPayable = !takesCard || cards.length > 0 || visit.cardForm !== undefined;
  const button = isPayable
    ? html`<button class="button" data-variant="primary" data-size="large" type="submit" form="checkout">${actText(order, due)}</button>`
    : undefined;
  const content = html`${stepTop(context, back, t(session === undefined ? 'buying.buyStep' : 'buying.step'))}
<main class="page checkout" id="main" data-whole=""><h1>${title}</h1>${forWhomLine(context)}
<form method="post" action="${path}" id="checkout" class="with-rail" data-cards="${visit.cardForm ?? ''}" data-site="${context.site.id}" data-words="${cardWords(context, t('buying.declined'))}">
<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true"></button><div class="stack"><input type="hidden" name="key" value="${state.key ?? visit.newKey()}"><input type="hidden" name="shown" value="${shownOf(way.id, way, coded.code, due)}">${order.isWaiting ? html`<input type="hidden" name="waits" value="1">` : undefined}
${session === undefined ? undefined : boughtClass(context, session)}
${noPassNote(context, order.whyNoPass ?? [])}
${session === undefined ? html`<p class="lead">${way.note}${way.isIntro ? html` ${t('buying.oncePerPerson')}` : ''}</p>` : undefined}
<div class="notice" data-tone="caution" role="alert" data-card-note=""${note === undefined ? html` hidden` : ''}><div>${note}</div></div>
${waysChoice(order, way)}
${isFree ? undefined : cardChoice(visit, cards, card, !takesCard, context)}
${overlapNote(visit, order, way)}${codeEntry(order, typed, coded.problem)}</div>
${sumCard(order, way, sale)}</form></main>
<section class="act-bar" aria-label="${t(session === undefined ? 'buying.buyStep' : 'buying.step')}"><span class="what"><b>${price}</b>${payer}</span>${button}</section>`;
  const page = {
    context,
    title,
    content,
    kind: 'flow-page',
    scripts: ['cards'],
    takesCards: !hasAnyWay(visit, context),
  } as const;
  return state.status === undefined ? page : { ...page, status: state.status };
};
