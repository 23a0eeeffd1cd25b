import type { Translate } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { isWhole, numberOf, type Problems } from '../form/form.ts';
import type { Award } from './queries.ts';

export const TRIGGERS = ['visits', 'streak', 'metric', 'challenge', 'manual'] as const;
export const TIERS = ['bronze', 'silver', 'gold', 'platinum'] as const;
export const STREAKS = ['weekly_attendance', 'daily_activity', 'video'] as const;

/** The fields that each rule has. */
const RULES: Readonly<Record<Award['trigger'], readonly string[]>> = {
  visits: ['threshold'],
  streak: ['streakType', 'threshold'],
  metric: ['metricContentEntryId', 'threshold'],
  challenge: ['challengeId', 'maxRank'],
  manual: [],
};
const ALL_RULES = ['threshold', 'streakType', 'metricContentEntryId', 'challengeId', 'maxRank'];

const text = (value: number | string | null): string => (value === null ? '' : String(value));

export const fieldsOf = (award: Award): Fields => ({
  name: award.name,
  description: text(award.description),
  category: text(award.category),
  tier: text(award.tier),
  trigger: award.trigger,
  threshold: text(award.threshold),
  streakType: award.streakType ?? 'weekly_attendance',
  metricContentEntryId: text(award.metricContentEntryId),
  challengeId: text(award.challengeId),
  maxRank: text(award.maxRank),
  isRepeatable: award.isRepeatable ? 'yes' : 'no',
  isHidden: award.isHidden ? 'yes' : 'no',
});

export const EMPTY: Fields = {
  name: '',
  description: '',
  category: '',
  tier: 'bronze',
  trigger: 'visits',
  threshold: '10',
  streakType: 'weekly_attendance',
  metricContentEntryId: '',
  challengeId: '',
  maxRank: '',
  isRepeatable: 'no',
  isHidden: 'no',
};

/** Whether the rule of a draft has a field. */
export const hasRule = (draft: Fields, path: string): boolean =>
  RULES[(draft.trigger ?? 'manual') as Award['trigger']].includes(path);

const sentOf = (path: string, value: string): unknown => {
  if (path === 'isRepeatable' || path === 'isHidden') return value === 'yes';
  const trimmed = value.trim();
  if (trimmed === '') return null;
  if (path === 'threshold') return numberOf(trimmed);
  return path === 'maxRank' ? Number(trimmed) : trimmed;
};

/** The body of a request with changed fields. Where what earns it changes, its whole rule is sent. */
export const bodyOf = (changed: Fields, draft: Fields): Schemas['UpdateAwardRequest'] => {
  const isRule = Object.keys(changed).some((path) => path === 'trigger' || ALL_RULES.includes(path));
  const own = Object.entries(changed).filter(([path]) => !ALL_RULES.includes(path));
  const rule = isRule ? ALL_RULES.map((path) => [path, hasRule(draft, path) ? (draft[path] ?? '') : ''] as const) : [];
  return Object.fromEntries([...own, ...rule].map(([path, value]) => [path, sentOf(path, value)]));
};

export const newBodyOf = (draft: Fields): Schemas['CreateAwardRequest'] =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([path, value]) => value.trim() !== '' && (!ALL_RULES.includes(path) || hasRule(draft, path)))
      .map(([path, value]) => [path, sentOf(path, value)]),
  ) as Schemas['CreateAwardRequest'];

export const problemsOf = (draft: Fields, t: Translate): Problems => {
  const problems: Record<string, string> = {};
  const shown = (path: string): string => (draft[path] ?? '').trim();
  if (shown('name') === '') problems.name = t('engagement.needsTitle');
  if (hasRule(draft, 'metricContentEntryId') && shown('metricContentEntryId') === '')
    problems.metricContentEntryId = t('boards.needsMetric');
  if (hasRule(draft, 'threshold')) {
    const isNumber =
      draft.trigger === 'metric' ? numberOf(shown('threshold')) !== undefined : isWhole(shown('threshold'));
    if (!isNumber) problems.threshold = t('engagement.needsNumber');
  }
  if (hasRule(draft, 'maxRank') && shown('maxRank') !== '' && !isWhole(shown('maxRank')))
    problems.maxRank = t('engagement.needsWhole');
  return problems;
};
