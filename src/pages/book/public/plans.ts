import { type Html, html } from '../../../kernel/html.ts';
import { planPage } from '../../../resources/plans/queries.ts';
import { Plan, type PlanRow } from '../../../resources/plans/record.ts';
import { paymentSettings } from '../../../resources/settings/queries.ts';
import { lengthOf } from '../../../texts/length.ts';
import { type BookContext, plansPath, topOf } from '../layout.ts';
import type { BookPage } from '../visit.ts';

export type ShownPlan = ReturnType<typeof Plan.view>;

/** The plans that are sold online at the site, the cheapest first. */
export const plansOf = ({ read, site }: BookContext): ShownPlan[] => {
  const { rows } = planPage(read, { limit: 100 }, { live: 1, online: 1, soldAt: site.id });
  return rows.map((row: PlanRow) => Plan.view(row)).toSorted((left, right) => left.price - right.price);
};

export const plansFor = (context: BookContext, { category }: { readonly category: string | null }): ShownPlan[] =>
  plansOf(context).filter(
    ({ eligibleCategories }) =>
      eligibleCategories.length === 0 || (category !== null && eligibleCategories.includes(category)),
  );

/** What one credit of a plan costs; infinite for a plan without credits. */
export const creditPrice = ({ price, creditsTotal }: ShownPlan): number =>
  creditsTotal === null ? Number.POSITIVE_INFINITY : price / creditsTotal;

/** What is shown for a plan wherever it is shown. */
export type PlanTerms = Pick<
  ShownPlan,
  | ('id' | 'name' | 'description' | 'type' | 'price' | 'currency' | 'creditsTotal')
  | ('validityDays' | 'validityMonths')
  | ('activationType' | 'usageLimit' | 'autoRenews' | 'eligibleCategories' | 'minimumTermMonths' | 'noticeDays')
>;

export const priceOf = (
  { t, formats }: BookContext,
  { price, currency }: Pick<ShownPlan, 'price' | 'currency'>,
): string => (price === 0 ? t('book.noPrice') : formats.money(price, currency));

/** Whether a plan renews, or gives visits without a number. */
const isMembership = ({ type }: ShownPlan): boolean => type === 'unlimited' || type === 'limited_membership';

const isForNew = ({ type, maxPerClient }: ShownPlan): boolean => type === 'trial' || maxPerClient === 1;

export const termsOf = ({ t, formats }: BookContext, plan: PlanTerms): string => {
  const { creditsTotal, usageLimit, eligibleCategories, autoRenews } = plan;
  const length = lengthOf(plan);
  const gives =
    usageLimit === null
      ? creditsTotal === null
        ? t('book.anyClass')
        : t('book.classes', { count: creditsTotal })
      : t('book.limit', { count: usageLimit.count, period: usageLimit.period });
  const some =
    eligibleCategories.length === 0 ? [] : [t('book.some', { categories: formats.list(eligibleCategories) })];
  const lasts = length === undefined ? t('book.forever') : t('book.validDays', length);
  return [gives, ...some, autoRenews ? t('book.renews') : lasts].join(' · ');
};

/** How a plan that renews goes on and ends; undefined for a plan that ends automatically. */
const renewalOf = ({ t }: BookContext, plan: PlanTerms): string | undefined => {
  const { autoRenews, minimumTermMonths, noticeDays } = plan;
  const length = lengthOf(plan);
  if (!autoRenews || length === undefined) return undefined;
  const each = t('book.renewsDays', length);
  const least = minimumTermMonths === null ? [] : [t('book.minimumTerm', { count: minimumTermMonths })];
  return [each, ...least, t('book.notice', { count: noticeDays })].join(' ');
};

/** What is after the price: per class, or the period. */
export const unitOf = ({ t, formats }: BookContext, plan: PlanTerms): string => {
  const { autoRenews, creditsTotal, price, currency } = plan;
  const length = lengthOf(plan);
  if (autoRenews && length !== undefined) return t('book.every', length);
  if (creditsTotal === null || creditsTotal < 2 || price === 0) return '';
  return t('book.aClass', { price: formats.money(Math.round(price / creditsTotal), currency) });
};

/** What the page knows of its reader. */
interface Reader {
  /** The plans that the member has had as often as they can be bought. */
  readonly had: ReadonlySet<string>;
}

const STRANGER: Reader = { had: new Set() };

const buyPath = ({ site }: BookContext, planId: string): string => `/book/plans/${planId}/buy?site=${site.id}`;

/** The way to buy a plan; nothing where cards are not taken. */
const buyButton = (
  context: BookContext,
  plan: ShownPlan,
  { had }: Reader,
  look: Html,
  text: string,
): Html | undefined => {
  const { t, read, site } = context;
  if (had.has(plan.id)) return html`<span class="status">${t('buying.hadIntroShort')}</span>`;
  const isSold = plan.price === 0 || paymentSettings(read, site.id).acceptedMethods.includes('card');
  return isSold
    ? html`<a class="button" ${look} href="${buyPath(context, plan.id)}">${text}<span class="visually-hidden">, ${plan.name}</span></a>`
    : undefined;
};

const TINTED = html`data-variant="tinted" data-size="small"`;

const sentence = (text: string): string => text.trim().replace(/[.!?]?$/, (end) => end || '.');

/** What the studio says of a plan, and what it gives in any case: for which classes, how many, and how long. */
export const aboutPlan = (context: BookContext, plan: PlanTerms): string => {
  const terms = termsOf(context, plan);
  return plan.description === null ? terms : `${sentence(plan.description)} ${terms}`;
};

/** What is shown for a plan, that it is sold once, and that a household shares it. */
const wordsOf = (context: BookContext, plan: ShownPlan): string => {
  const { t } = context;
  const words = aboutPlan(context, plan);
  const more = [
    ...(plan.maxPerClient === 1 ? [t('buying.oncePerPerson')] : []),
    ...(plan.isShareable ? [t('buying.shared')] : []),
  ];
  return more.length === 0 ? words : [sentence(words), ...more].join(' ');
};

/** Said before the button: what one agrees to for longer. */
const renewalLine = (context: BookContext, plan: ShownPlan): Html | undefined => {
  const text = renewalOf(context, plan);
  return text === undefined ? undefined : html`<p class="small quiet">${text}</p>`;
};

const planRow = (context: BookContext, plan: ShownPlan, reader: Reader): Html =>
  html`<li class="plan"><div><h3>${plan.name}</h3><p>${wordsOf(context, plan)}</p><p class="price">${priceOf(context, plan)} <small>${unitOf(context, plan)}</small></p>${renewalLine(context, plan)}</div>${buyButton(context, plan, reader, TINTED, context.t('buying.buy'))}</li>`;

const section = (
  context: BookContext,
  id: string,
  title: string,
  plans: readonly ShownPlan[],
  reader: Reader,
): Html | undefined =>
  plans.length === 0
    ? undefined
    : html`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>${plans.map((plan) => planRow(context, plan, reader))}</ul></section>`;

export const introOf = (plans: readonly ShownPlan[]): ShownPlan | undefined => plans.find(isForNew);

const introCard = (context: BookContext, plan: ShownPlan, reader: Reader): Html => {
  const { t, signs } = context;
  const art = signs.drawing({ id: plan.id, name: plan.name, category: 'rest' });
  return html`<article class="pass intro"><span class="art" aria-hidden="true">${art}</span><h2>${t('book.newHere')}</h2><span class="big">${priceOf(context, plan)} <small>${plan.name}</small></span><p>${wordsOf(context, plan)}</p>${renewalLine(context, plan)}${buyButton(context, plan, reader, html``, t('buying.buy'))}</article>`;
};

export const plansPageOf = (context: BookContext, reader: Reader = STRANGER): BookPage => {
  const { t } = context;
  const plans = plansOf(context);
  // A member who has had the introduction sees it in its list.
  const intro = introOf(plans.filter(({ id }) => !reader.had.has(id)));
  const others = plans.filter((plan) => plan !== intro);
  const content = html`${topOf(context, 'plans')}
<main class="page" id="main"><h1 class="page-title">${t('book.plansTitle')}</h1>
${plans.length === 0 ? html`<p class="quiet">${t('book.noPlans')}</p>` : undefined}
<div class="plan-grid">${intro === undefined ? undefined : introCard(context, intro, reader)}
${section(
  context,
  'by-class',
  t('book.byClass'),
  others.filter((plan) => !isMembership(plan)),
  reader,
)}
${section(context, 'membership', t('book.membership'), others.filter(isMembership), reader)}</div></main>`;
  return { context, title: t('book.plansTitle'), content, canonical: plansPath(context) };
};
