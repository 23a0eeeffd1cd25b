import type { TextKey } from '../../../texts/translate.ts';
import { type Fields, idsOf } from '../../edit/fields.ts';
import { minorUnitsOf, typedAmount } from '../../formats.ts';
import type { NewPlan, Plan } from './queries.ts';

export const TYPES = ['credit_pack', 'unlimited', 'limited_membership', 'trial', 'drop_in'] as const;
export const ACTIVATIONS = ['on_purchase', 'on_first_booking', 'on_first_visit', 'on_date'] as const;
export const UNITS = ['day', 'month'] as const;
export const PERIODS = ['day', 'week', 'month'] as const;

const words = (text = ''): string[] => [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

/** A plan as its form holds it. */
export const fieldsOf = (plan: Plan): Fields => ({
  name: plan.name,
  description: plan.description ?? '',
  category: plan.category ?? '',
  type: plan.type,
  price: typedAmount(plan.price, plan.currency),
  currency: plan.currency,
  creditsTotal: textOf(plan.creditsTotal),
  validity: textOf(plan.validityMonths ?? plan.validityDays),
  validityUnit: plan.validityMonths === null ? 'day' : 'month',
  activationType: plan.activationType,
  usageCount: textOf(plan.usageLimit?.count ?? null),
  usagePeriod: plan.usageLimit?.period ?? 'week',
  autoRenews: plan.autoRenews ? 'yes' : '',
  isSoldOnline: plan.isSoldOnline ? 'yes' : '',
  maxPerClient: textOf(plan.maxPerClient),
  minimumTermMonths: textOf(plan.minimumTermMonths),
  noticeDays: textOf(plan.noticeDays || null),
  memberMayFreeze: plan.memberMayFreeze ? 'yes' : '',
  sites: plan.eligibleSiteIds.toSorted().join(','),
  categories: plan.eligibleCategories.join(', '),
});

/** How long what is sold of a type usually lasts: packs for 90 days, memberships for a month. */
const usualLength = (type: string | undefined) =>
  type === 'unlimited' || type === 'limited_membership'
    ? ({ validity: '1', validityUnit: 'month' } as const)
    : ({ validity: '90', validityUnit: 'day' } as const);

/** The form of a new plan. */
export const newFields = (currency: string): Fields => ({
  name: '',
  description: '',
  category: '',
  type: 'credit_pack',
  price: '',
  currency,
  creditsTotal: '10',
  ...usualLength('credit_pack'),
  activationType: 'on_purchase',
  usageCount: '',
  usagePeriod: 'week',
  autoRenews: '',
  isSoldOnline: '',
  maxPerClient: '',
  minimumTermMonths: '',
  noticeDays: '',
  memberMayFreeze: '',
  sites: '',
  categories: '',
});

/** With the usual length of its type, where it has the usual length of the type before. */
const withUsualLength = (fields: Fields, typeBefore: string | undefined): Fields => {
  const { validity, validityUnit } = usualLength(typeBefore);
  const isUsual = fields.validity === validity && fields.validityUnit === validityUnit;
  return isUsual ? { ...fields, ...usualLength(fields.type) } : fields;
};

/**
 * The form of a new plan after a field is changed. An introduction is sold once to each person, unless somebody says
 * otherwise.
 */
export const withField = (fields: Fields, path: string, value: string): Fields => {
  const typed = { ...fields, [path]: value };
  if (path !== 'type' || value === fields.type) return typed;
  const next = withUsualLength(typed, fields.type);
  if (value === 'trial') return fields.maxPerClient === '' ? { ...next, maxPerClient: '1' } : next;
  return fields.type === 'trial' && fields.maxPerClient === '1' ? { ...next, maxPerClient: '' } : next;
};

const WHOLE = /^\s*\d{1,6}\s*$/;
const wholeOf = (text = ''): number | null => (WHOLE.test(text) ? Number(text) : null);
const typeOf = (text: string | undefined): Plan['type'] => TYPES.find((each) => each === text) ?? 'credit_pack';

/** Whether plans of a type sell credits. */
export const hasCredits = (type: string | undefined): boolean => type !== 'unlimited';

/** What the fields say of a plan, as the interface takes it. */
export const planOf = (fields: Fields): NewPlan => {
  const currency = fields.currency ?? '';
  const usage = wholeOf(fields.usageCount);
  const validity = wholeOf(fields.validity);
  const isMonths = fields.validityUnit === 'month';
  const period = PERIODS.find((each) => each === fields.usagePeriod) ?? 'week';
  return {
    name: (fields.name ?? '').trim(),
    description: fields.description?.trim() || null,
    category: fields.category?.trim() || null,
    type: typeOf(fields.type),
    price: minorUnitsOf(fields.price ?? '', currency) ?? 0,
    currency,
    creditsTotal: hasCredits(fields.type) ? wholeOf(fields.creditsTotal) : null,
    validityDays: isMonths ? null : validity,
    validityMonths: isMonths ? validity : null,
    activationType: ACTIVATIONS.find((each) => each === fields.activationType) ?? 'on_purchase',
    usageLimit: usage === null ? null : { count: usage, period },
    autoRenews: fields.autoRenews === 'yes',
    isSoldOnline: fields.isSoldOnline === 'yes',
    maxPerClient: wholeOf(fields.maxPerClient),
    minimumTermMonths: wholeOf(fields.minimumTermMonths),
    noticeDays: wholeOf(fields.noticeDays) ?? 0,
    memberMayFreeze: fields.memberMayFreeze === 'yes',
    eligibleSiteIds: idsOf(fields.sites),
    eligibleCategories: words(fields.categories),
  };
};

/** The fields of the interface that each field of the form writes. */
const WRITES: Readonly<Record<string, readonly (keyof NewPlan)[]>> = {
  price: ['price', 'currency'],
  currency: ['price', 'currency'],
  type: ['type', 'creditsTotal'],
  validity: ['validityDays', 'validityMonths'],
  validityUnit: ['validityDays', 'validityMonths'],
  usageCount: ['usageLimit'],
  usagePeriod: ['usageLimit'],
  sites: ['eligibleSiteIds'],
  categories: ['eligibleCategories'],
};

const written = (path: string): readonly string[] => WRITES[path] ?? [path];

/** What of a plan to change, after some fields of its form. */
export const patchOf = (fields: Fields, changed: readonly string[]): Partial<NewPlan> => {
  const names = changed.flatMap(written);
  return Object.fromEntries(Object.entries(planOf(fields)).filter(([name]) => names.includes(name)));
};

/** The fields of the form that a refusal of the interface names, by the path in the body. */
export const paramsOf = (path: string): readonly string[] =>
  path === 'usageCount' ? ['usageLimit', 'usageLimit.count'] : written(path);

/** What is wrong with the fields before anything is sent, by field. */
export const problemsOf = (fields: Fields): Partial<Record<string, TextKey>> => {
  const terms = ['maxPerClient', 'minimumTermMonths', 'noticeDays'];
  const numbers = ['validity', 'usageCount', ...terms, ...(hasCredits(fields.type) ? ['creditsTotal'] : [])];
  const wrong = numbers.filter((path) => fields[path]?.trim() !== '' && wholeOf(fields[path]) === null);
  return {
    ...(fields.name?.trim() === '' ? { name: 'plans.nameMissing' as const } : {}),
    ...(minorUnitsOf(fields.price ?? '', fields.currency ?? '') === undefined
      ? { price: 'plans.priceWrong' as const }
      : {}),
    ...Object.fromEntries(wrong.map((path) => [path, 'plans.numberWrong' as const])),
  };
};

/** The sites of a form. */
export const siteIdsOf = (fields: Fields): readonly string[] => idsOf(fields.sites);
