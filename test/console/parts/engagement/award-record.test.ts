// What the form of an award sends: its rule as a whole, and of a rule only its own fields.
import { expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { awardFields } from '../../../../src/console/parts/engagement/award-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const award = {
  name: 'Ten visits',
  description: null,
  category: null,
  tier: 'gold',
  trigger: 'visits',
  threshold: 10,
  streakType: null,
  metricContentEntryId: null,
  challengeId: null,
  maxRank: null,
  isRepeatable: true,
  isHidden: false,
} as Schemas['Award'];
const held = awardFields.valuesOf(award, studio);
const RULE = { threshold: null, streakType: null, metricContentEntryId: null, challengeId: null, maxRank: null };

test('a new award has the fields of its rule', () => {
  const draft = { ...awardFields.startOf(studio), name: 'Ten visits' };
  const shared = { name: 'Ten visits', description: null, category: null, tier: 'bronze', isRepeatable: false };
  expect<object>(awardFields.bodyOf(draft, studio)).toEqual({
    ...shared,
    trigger: 'visits',
    threshold: 10,
    isHidden: false,
  });
  const manual = { ...draft, trigger: 'manual', threshold: 'often' } as const;
  expect(awardFields.problemsOf(manual)).toEqual({});
  expect<object>(awardFields.bodyOf(manual, studio)).toEqual({ ...shared, trigger: 'manual', isHidden: false });
});

test('a change of its rule sends the whole rule', () => {
  expect(awardFields.patchOf({ ...held, name: 'Ten' }, ['name'], studio)).toEqual({ name: 'Ten' });
  expect(awardFields.patchOf({ ...held, threshold: '12' }, ['threshold'], studio)).toEqual({ ...RULE, threshold: 12 });
  expect(awardFields.patchOf({ ...held, trigger: 'streak' }, ['trigger'], studio)).toEqual({
    ...RULE,
    trigger: 'streak',
    streakType: 'weekly_attendance',
    threshold: 10,
  });
});

test('a metric may have a decimal and less than nothing, visits are counted', () => {
  const metric = { ...held, trigger: 'metric', metricContentEntryId: 'weight', threshold: '-2,5' } as const;
  expect(awardFields.problemsOf(metric)).toEqual({});
  expect(awardFields.patchOf(metric, ['threshold'], studio)).toMatchObject({ threshold: -2.5 });
  expect(awardFields.problemsOf({ ...metric, metricContentEntryId: '' })).toEqual({
    metricContentEntryId: 'boards.needsMetric',
  });
  expect(awardFields.problemsOf({ ...held, threshold: '2.5' })).toEqual({ threshold: 'engagement.needsNumber' });
  expect(awardFields.problemsOf({ ...held, trigger: 'challenge', maxRank: 'first' })).toEqual({
    maxRank: 'engagement.needsWhole',
  });
});
