// What the form of a challenge holds and sends.
import { expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { challengeFields } from '../../../../src/console/parts/engagement/challenge-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const start = { ...challengeFields.startOf(studio), title: 'Spring', startDate: '2026-03-01', endDate: '2026-03-31' };

test('points that are not typed are left to the server in a new challenge, and none in one that is changed', () => {
  const body = challengeFields.bodyOf({ ...start, 'pointsRules.perGoal': '' }, studio);
  expect(body).toMatchObject({ title: 'Spring', type: 'points', capacity: null, siteIds: [] });
  expect(body).not.toHaveProperty('enrollmentOpensAt');
  expect(body.pointsRules).toEqual({
    perAttendance: 10,
    perAssessment: 0,
    perArticle: 0,
    maxAttendancePerDay: 1,
    dailyCap: null,
  });
  expect(challengeFields.patchOf({ ...start, 'pointsRules.perGoal': '' }, ['pointsRules.perGoal'], studio)).toEqual({
    pointsRules: { perGoal: 0 },
  });
});

test('no points are written as 0', () => {
  const pointsRules = {
    perAttendance: 5,
    maxAttendancePerDay: 0,
    perGoal: 0,
    perAssessment: 0,
    perArticle: 0,
    dailyCap: null,
  };
  expect(challengeFields.valuesOf({ pointsRules } as Schemas['Challenge'], studio)).toMatchObject({
    'pointsRules.perAttendance': '5',
    'pointsRules.maxAttendancePerDay': '0',
    'pointsRules.dailyCap': '',
  });
});

test('what is wrong before anything is sent', () => {
  const wrong = {
    title: '',
    endDate: '2026-02-01',
    capacity: 'many',
    'pointsRules.perGoal': '1.5',
    targetPerWeek: 'x',
  };
  expect(challengeFields.problemsOf({ ...start, ...wrong })).toEqual({
    title: 'engagement.needsTitle',
    endDate: 'engagement.endsBefore',
    capacity: 'engagement.needsWhole',
    targetPerWeek: 'engagement.needsWhole',
    'pointsRules.perGoal': 'engagement.needsWhole',
  });
});
