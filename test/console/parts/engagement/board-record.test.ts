// What the form of a board sends: fields that do not fit what it ranks by are left out.
import { expect, test } from 'bun:test';
import { boardFields } from '../../../../src/console/parts/engagement/board-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const draft = { ...boardFields.startOf(studio), name: 'Visits' };
const shared = {
  name: 'Visits',
  description: null,
  rankBy: 'attendance',
  periodType: 'monthly',
  isOptInRequired: false,
};

test('a new board leaves to the server what is not typed', () => {
  expect<object>(boardFields.bodyOf(draft, studio)).toEqual(shared);
  const more = { ...draft, order: 'asc', siteId: 'north', startDate: '2026-03-01', endDate: '2026-04-01' } as const;
  expect<object>(boardFields.bodyOf(more, studio)).toEqual({
    ...shared,
    order: 'asc',
    scope: 'site',
    siteId: 'north',
    startDate: '2026-03-01',
    endDate: '2026-04-01',
  });
});

test('a board of a challenge has its divisions, and no days of its own', () => {
  const own = { periodType: 'challenge', challengeId: 'spring', divisions: 'Women\n\n Men ' } as const;
  expect<object>(boardFields.bodyOf({ ...draft, ...own, startDate: '2026-03-01' }, studio)).toEqual({
    ...shared,
    periodType: 'challenge',
    challengeId: 'spring',
    divisions: ['Women', 'Men'],
  });
  expect(boardFields.problemsOf({ ...draft, rankBy: 'points' })).toEqual({ challengeId: 'boards.needsChallenge' });
});

test('what is wrong before anything is sent', () => {
  const wrong = { name: ' ', rankBy: 'metric', startDate: '2026-03-02', endDate: '2026-03-01' } as const;
  expect(boardFields.problemsOf({ ...draft, ...wrong })).toEqual({
    name: 'engagement.needsTitle',
    metricContentEntryId: 'boards.needsMetric',
    endDate: 'engagement.endsBefore',
  });
});
