// What the forms of the parts of a challenge hold and send: goals, assessments and articles.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../../../src/console/api/types.ts';
import { articleFields } from '../../../../../src/console/parts/engagement/article-record.ts';
import { assessmentFields, EMPTY_QUESTION } from '../../../../../src/console/parts/engagement/assessment-record.ts';
import { goalFields } from '../../../../../src/console/parts/engagement/goal-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };

describe('a goal', () => {
  const start = { ...goalFields.startOf(studio), title: 'Sleep' };

  test('that is reached or not has no target', () => {
    expect(goalFields.bodyOf({ ...start, defaultTarget: '8' }, studio)).toMatchObject({
      targetType: 'boolean',
      defaultTarget: null,
      minTarget: null,
      maxTarget: null,
    });
    const counted = { ...start, targetType: 'duration', defaultTarget: '7,5', unit: 'h' } as const;
    expect(goalFields.bodyOf(counted, studio)).toMatchObject({ defaultTarget: 7.5, unit: 'h' });
    expect(goalFields.patchOf({ ...counted, targetType: 'boolean' }, ['targetType'], studio)).toEqual({
      targetType: 'boolean',
      defaultTarget: null,
      minTarget: null,
      maxTarget: null,
    });
  });

  test('that counts needs a target', () => {
    const counted = { ...start, targetType: 'count', maxTarget: 'many', pointsValue: '1.5' } as const;
    expect(goalFields.problemsOf(counted)).toEqual({
      defaultTarget: 'parts.needsTarget',
      maxTarget: 'engagement.needsNumber',
      pointsValue: 'engagement.needsWhole',
    });
    expect(goalFields.problemsOf({ ...counted, targetType: 'boolean', pointsValue: '' })).toEqual({});
  });
});

describe('an assessment', () => {
  const start = { ...assessmentFields.startOf(studio), name: 'Start' };

  test('keeps the names of its questions, and makes one for each new question', () => {
    const weight = { key: 'weight', label: 'Weight', type: 'number', unit: 'kg', min: 30, max: null } as const;
    const fields = [{ ...weight, required: true, lowerIsBetter: true }];
    const held = assessmentFields.valuesOf({ fields } as unknown as Schemas['ChallengeAssessment'], studio);
    expect(held.fields).toEqual([{ ...fields[0], min: '30', max: '' }] as never);
    const more = { ...held, fields: [...held.fields, { ...EMPTY_QUESTION, label: 'Weight', max: '9,5' }] };
    expect(assessmentFields.patchOf(more, ['fields'], studio).fields).toEqual([
      fields[0],
      { ...weight, key: 'Weight', unit: null, min: null, max: 9.5, required: true, lowerIsBetter: false },
    ] as never);
  });

  test('needs questions with words and bounds that are numbers', () => {
    expect(assessmentFields.problemsOf({ ...start, fields: [] })).toEqual({ fields: 'parts.needsQuestion' });
    const questions = [
      { ...EMPTY_QUESTION, label: 'Weight' },
      EMPTY_QUESTION,
      { ...EMPTY_QUESTION, label: 'Height', max: 'tall' },
    ];
    expect(assessmentFields.problemsOf({ ...start, fields: questions })).toEqual({
      'fields.1': 'parts.needsLabel',
      'fields.2': 'parts.needsBounds',
    });
  });
});

test('an article needs an entry and a week', () => {
  const start = articleFields.startOf(studio);
  expect(articleFields.problemsOf({ ...start, weekNumber: '' })).toEqual({
    contentEntryId: 'parts.needsEntry',
    weekNumber: 'engagement.needsWhole',
  });
  expect(articleFields.bodyOf({ ...start, contentEntryId: 'entry' }, studio)).toEqual({
    contentEntryId: 'entry',
    weekNumber: 1,
    pointsValue: null,
    estimatedMinutes: null,
  });
});
