import type { Schemas } from '../../api/types.ts';
import { fieldsOf, wholeOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Plan = Schemas['Plan'];
type NewPlan = Schemas['CreatePlanRequest'];

export const TYPES = ['credit_pack', 'unlimited', 'limited_membership', 'trial', 'drop_in'] as const;

export const TYPE_WORDS = {
  credit_pack: 'plans.typeCreditPack',
  unlimited: 'plans.typeUnlimited',
  limited_membership: 'plans.typeLimited',
  trial: 'plans.typeTrial',
  drop_in: 'plans.typeDropIn',
} as const;

const TYPE_HINTS = {
  credit_pack: 'plans.hintCreditPack',
  unlimited: 'plans.hintUnlimited',
  limited_membership: 'plans.hintLimited',
  trial: 'plans.hintTrial',
  drop_in: 'plans.hintDropIn',
} as const;

export const ACTIVATION_WORDS = {
  on_purchase: 'plans.fromPurchase',
  on_first_booking: 'plans.fromFirstBooking',
  on_first_visit: 'plans.fromFirstVisit',
  on_date: 'plans.fromDate',
} as const;
const ACTIVATIONS = ['on_purchase', 'on_first_booking', 'on_first_visit', 'on_date'] as const;

/** What the form has in another way than the plan. */
interface Own {
  /** Days or months. */
  readonly validity: string;
  readonly validityUnit: 'day' | 'month';
  readonly usageCount: string;
  readonly usagePeriod: NonNullable<Plan['usageLimit']>['period'];
  /** With commas between. */
  readonly eligibleCategories: string;
}
export type PlanDraft = DraftOf<Plan, NewPlan, Own>;

const LENGTH = ['validityDays', 'validityMonths'] as const;

export const planFields = fieldsOf<Plan, NewPlan, Own>()({
  name: { kind: 'text', label: 'plans.name', missing: 'plans.nameMissing' },
  type: {
    kind: 'choice',
    look: 'radio',
    label: 'plans.type',
    answers: TYPES.map((id) => ({ id, label: TYPE_WORDS[id], hint: TYPE_HINTS[id] })),
    start: 'credit_pack',
    writes: ['type', 'creditsTotal'],
  },
  price: {
    kind: 'money',
    currency: 'currency',
    label: 'plans.priceWord',
    labelIn: 'plans.price',
    hint: 'plans.priceHint',
    row: 'price',
    writes: ['price', 'currency'],
  },
  currency: {
    kind: 'currency',
    label: 'plans.currency',
    start: ({ currency }) => currency,
    row: 'price',
    writes: ['price', 'currency'],
  },
  creditsTotal: {
    kind: 'number',
    label: 'plans.credits',
    hint: 'plans.creditsHint',
    start: '10',
    row: 'length',
    when: ({ type }) => type !== 'unlimited',
    otherwise: null,
  },
  validity: {
    kind: 'number',
    label: 'plans.validity',
    hint: ({ validityUnit }) => (validityUnit === 'month' ? 'plans.monthsHint' : 'plans.validityHint'),
    start: '90',
    row: 'length',
    read: ({ validityDays, validityMonths }) => validityMonths ?? validityDays,
    writes: LENGTH,
    send: ({ validity, validityUnit }) => ({
      validityDays: validityUnit === 'day' ? wholeOf(validity) : null,
      validityMonths: validityUnit === 'month' ? wholeOf(validity) : null,
    }),
  },
  validityUnit: {
    kind: 'choice',
    look: 'select',
    label: 'plans.validityUnit',
    answers: [
      { id: 'day', label: 'plans.unitDays' },
      { id: 'month', label: 'plans.unitMonths' },
    ],
    start: 'day',
    row: 'length',
    read: ({ validityMonths }) => (validityMonths === null ? 'day' : 'month'),
    writes: LENGTH,
    send: null,
  },
  activationType: {
    kind: 'choice',
    look: 'select',
    label: 'plans.activation',
    answers: ACTIVATIONS.map((id) => ({ id, label: ACTIVATION_WORDS[id] })),
    start: 'on_purchase',
  },
  usageCount: {
    kind: 'number',
    label: 'plans.usage',
    hint: 'plans.usageHint',
    row: 'usage',
    read: ({ usageLimit }) => usageLimit?.count,
    writes: ['usageLimit'],
    send: ({ usageCount, usagePeriod: period }) => {
      const count = wholeOf(usageCount);
      return { usageLimit: count === null ? null : { count, period } };
    },
  },
  usagePeriod: {
    kind: 'choice',
    look: 'select',
    label: 'plans.usagePeriod',
    answers: [
      { id: 'day', label: 'plans.perDay' },
      { id: 'week', label: 'plans.perWeek' },
      { id: 'month', label: 'plans.perMonth' },
    ],
    start: 'week',
    row: 'usage',
    read: ({ usageLimit }) => usageLimit?.period ?? 'week',
    writes: ['usageLimit'],
    send: null,
  },
  autoRenews: { kind: 'switch', label: 'plans.renews', hint: 'plans.renewsHint' },
  minimumTermMonths: {
    kind: 'number',
    label: 'plans.minimumTerm',
    hint: 'plans.minimumTermHint',
    row: 'term',
    when: ({ autoRenews }) => autoRenews,
  },
  noticeDays: {
    kind: 'number',
    none: 0,
    label: 'plans.notice',
    hint: 'plans.noticeHint',
    row: 'term',
    when: ({ autoRenews }) => autoRenews,
  },
  memberMayFreeze: { kind: 'switch', label: 'plans.mayFreeze', hint: 'plans.mayFreezeHint' },
  guestCredits: { kind: 'switch', label: 'plans.guests', hint: 'plans.guestsHint' },
  isShareable: { kind: 'switch', label: 'plans.shareable', hint: 'plans.shareableHint' },
  isSoldOnline: { kind: 'switch', label: 'plans.online', hint: 'plans.onlineHint' },
  maxPerClient: {
    kind: 'number',
    label: 'plans.most',
    hint: ({ type }) => (type === 'trial' ? 'plans.mostTrialHint' : 'plans.mostHint'),
    when: ({ isSoldOnline }) => isSoldOnline,
  },
  eligibleSiteIds: { kind: 'sites', label: 'plans.sites', hint: 'plans.sitesHint' },
  eligibleCategories: { kind: 'words', label: 'plans.categories', hint: 'plans.categoriesHint' },
  category: { kind: 'text', label: 'plans.category', hint: 'plans.categoryHint' },
  description: { kind: 'text', isLong: true, label: 'plans.description', hint: 'plans.descriptionHint' },
});

/** How long what is sold of a type usually lasts: packs for 90 days, memberships for a month. */
const usualLength = (type: PlanDraft['type']) =>
  type === 'unlimited' || type === 'limited_membership'
    ? ({ validity: '1', validityUnit: 'month' } as const)
    : ({ validity: '90', validityUnit: 'day' } as const);

/** With the usual length of its type, where it has the usual length of the type before. */
const withUsualLength = (draft: PlanDraft, typeBefore: PlanDraft['type']): PlanDraft => {
  const { validity, validityUnit } = usualLength(typeBefore);
  const isUsual = draft.validity === validity && draft.validityUnit === validityUnit;
  return isUsual ? { ...draft, ...usualLength(draft.type) } : draft;
};

/**
 * The form of a new plan after a field is changed. An introduction is sold once to each person, unless someone says
 * otherwise.
 */
export const withUsualTerms = (draft: PlanDraft, before: PlanDraft): PlanDraft => {
  if (draft.type === before.type) return draft;
  const next = withUsualLength(draft, before.type);
  if (draft.type === 'trial') return draft.maxPerClient === '' ? { ...next, maxPerClient: '1' } : next;
  return before.type === 'trial' && draft.maxPerClient === '1' ? { ...next, maxPerClient: '' } : next;
};
