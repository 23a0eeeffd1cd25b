import type { TextKey } from '../../../texts/translate.ts';
import type { FieldWords } from '../../edit/conflict-view.tsx';
import { useText } from '../../texts.tsx';
import { ACTIVATIONS, TYPES } from './form.ts';
import { ACTIVATION_WORDS, TYPE_WORDS, usePlanWords } from './plan-words.ts';

const SWITCHES = ['autoRenews', 'memberMayFreeze', 'isSoldOnline'];

const NAMES: Readonly<Record<string, TextKey>> = {
  name: 'plans.name',
  description: 'plans.description',
  category: 'plans.category',
  type: 'plans.type',
  price: 'plans.priceWord',
  currency: 'plans.currency',
  creditsTotal: 'plans.credits',
  validity: 'plans.validity',
  validityUnit: 'plans.validityUnit',
  activationType: 'plans.activation',
  usageCount: 'plans.usage',
  usagePeriod: 'plans.usagePeriod',
  autoRenews: 'plans.renews',
  minimumTermMonths: 'plans.minimumTerm',
  noticeDays: 'plans.notice',
  memberMayFreeze: 'plans.mayFreeze',
  isSoldOnline: 'plans.online',
  maxPerClient: 'plans.most',
  sites: 'plans.sites',
  categories: 'plans.categories',
};

/** The names of the fields of a plan, and their values in words. */
export const useFieldWords = (): FieldWords => {
  const t = useText();
  const { siteNames } = usePlanWords();
  const shownOf = (path: string, value: string): string => {
    if (SWITCHES.includes(path)) return t(value === 'yes' ? 'client.yes' : 'client.no');
    if (path === 'type') return t(TYPE_WORDS[TYPES.find((each) => each === value) ?? 'credit_pack']);
    if (path === 'activationType')
      return t(ACTIVATION_WORDS[ACTIVATIONS.find((each) => each === value) ?? 'on_purchase']);
    if (path === 'validityUnit') return t(value === 'month' ? 'plans.unitMonths' : 'plans.unitDays');
    if (path === 'sites') return value === '' ? t('plans.allSites') : siteNames(value.split(','));
    return value === '' ? t('client.nothing') : value;
  };
  return { nameOf: (path) => t(NAMES[path] ?? 'plans.name'), shownOf };
};
