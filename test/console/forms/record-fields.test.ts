// What a form sends of a record, by the declaration of its fields.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../src/console/api/types.ts';
import { fieldsOf } from '../../../src/console/forms/record-fields.ts';
import { boardFields } from '../../../src/console/parts/engagement/board-record.ts';
import { challengeFields } from '../../../src/console/parts/engagement/challenge-record.ts';
import { codeFields } from '../../../src/console/parts/plans/code-record.ts';
import { planFields, withUsualTerms } from '../../../src/console/parts/plans/plan-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const plan: Schemas['Plan'] = {
  id: 'plan',
  object: 'plan',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  name: 'Unlimited',
  description: null,
  category: 'Membership',
  type: 'unlimited',
  price: 8900,
  currency: 'EUR',
  creditsTotal: null,
  validityDays: null,
  validityMonths: 1,
  activationType: 'on_purchase',
  usageLimit: { count: 3, period: 'week' },
  autoRenews: true,
  isSoldOnline: true,
  maxPerClient: null,
  minimumTermMonths: 12,
  noticeDays: 0,
  memberMayFreeze: false,
  guestCredits: false,
  isShareable: false,
  eligibleSiteIds: ['b', 'a'],
  eligibleCategories: ['Yoga', 'Pilates'],
  archivedAt: null,
  externalId: null,
  metadata: {},
};
const code: Schemas['DiscountCode'] = {
  id: 'code',
  object: 'discount_code',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  code: 'SPRING',
  name: 'Spring',
  percentOff: 20,
  amountOff: null,
  currency: null,
  appliesTo: 'plans',
  planIds: ['two', 'one'],
  eligibleSiteIds: [],
  startsAt: null,
  endsAt: '2026-03-31T22:00:00.000Z',
  maxRedemptions: 100,
  maxPerClient: 1,
  newClientsOnly: true,
  redemptions: 0,
  status: 'active',
  archivedAt: null,
};

describe('what a form holds', () => {
  test('a number that stands for nothing is an empty field, a switch is true or false, ids are in order', () => {
    expect(planFields.valuesOf(plan, studio)).toMatchObject({
      price: '89.00',
      noticeDays: '',
      minimumTermMonths: '12',
      autoRenews: true,
      validity: '1',
      validityUnit: 'month',
      usageCount: '3',
      eligibleSiteIds: ['a', 'b'],
      eligibleCategories: 'Yoga, Pilates',
    });
  });

  test('moments are by the clock of the studio, and a code without a currency has the one of the studio', () => {
    expect(codeFields.valuesOf(code, studio)).toMatchObject({
      kind: 'percent',
      currency: 'EUR',
      startsAt: '',
      endsAt: '2026-04-01T00:00',
      planIds: ['one', 'two'],
    });
  });

  test('a new record begins as declared', () => {
    expect(planFields.startOf(studio)).toMatchObject({ type: 'credit_pack', creditsTotal: '10', currency: 'EUR' });
    expect(codeFields.startOf(studio)).toMatchObject({ kind: 'percent', maxPerClient: '1', newClientsOnly: false });
  });

  test('the length of a new plan follows its type while it is the usual one', () => {
    const start = planFields.startOf(studio);
    const monthly = withUsualTerms({ ...start, type: 'unlimited' }, start);
    expect(monthly).toMatchObject({ validity: '1', validityUnit: 'month' });
    const trial = withUsualTerms({ ...monthly, type: 'trial' }, monthly);
    expect(trial).toMatchObject({ validity: '90', validityUnit: 'day', maxPerClient: '1' });
    expect(withUsualTerms({ ...trial, type: 'drop_in' }, trial).maxPerClient).toBe('');
    expect(withUsualTerms({ ...start, type: 'unlimited', validity: '7' }, { ...start, validity: '7' }).validity).toBe(
      '7',
    );
  });
});

describe('what is sent', () => {
  test('a whole record, as it was read', () => {
    const { id, object, createdAt, updatedAt, archivedAt, externalId, metadata, ...terms } = plan;
    expect(planFields.bodyOf(planFields.valuesOf(plan, studio), studio)).toEqual({
      ...terms,
      eligibleSiteIds: ['a', 'b'],
    });
    expect(codeFields.bodyOf(codeFields.valuesOf(code, studio), studio)).toEqual({
      code: 'SPRING',
      name: 'Spring',
      percentOff: 20,
      amountOff: null,
      currency: null,
      appliesTo: 'plans',
      planIds: ['one', 'two'],
      eligibleSiteIds: [],
      startsAt: null,
      endsAt: '2026-03-31T22:00:00.000Z',
      maxRedemptions: 100,
      maxPerClient: 1,
      newClientsOnly: true,
    });
  });

  test('of a change only what has changed, with what belongs to it', () => {
    const draft = planFields.valuesOf(plan, studio);
    expect(planFields.patchOf({ ...draft, noticeDays: '14' }, ['noticeDays'], studio)).toEqual({ noticeDays: 14 });
    expect(planFields.patchOf({ ...draft, description: ' ' }, ['description'], studio)).toEqual({ description: null });
    expect(planFields.patchOf({ ...draft, price: '90' }, ['price'], studio)).toEqual({ price: 9000, currency: 'EUR' });
    expect(planFields.patchOf({ ...draft, validityUnit: 'day' }, ['validityUnit'], studio)).toEqual({
      validityDays: 1,
      validityMonths: null,
    });
    expect(planFields.patchOf({ ...draft, usageCount: '' }, ['usageCount'], studio)).toEqual({ usageLimit: null });
    expect(planFields.patchOf({ ...draft, type: 'trial', creditsTotal: '1' }, ['type'], studio)).toEqual({
      type: 'trial',
      creditsTotal: 1,
    });
  });

  test('a field that does not matter is kept, or sent as declared', () => {
    const draft = planFields.valuesOf(plan, studio);
    expect(planFields.bodyOf({ ...draft, autoRenews: false }, studio)).toMatchObject({ minimumTermMonths: 12 });
    expect(planFields.bodyOf({ ...draft, creditsTotal: '5' }, studio)).toMatchObject({ creditsTotal: null });
    const held = codeFields.valuesOf(code, studio);
    const amount = { ...held, kind: 'amount', amountOff: '5' } as const;
    expect(codeFields.patchOf(amount, ['kind', 'amountOff'], studio)).toEqual({
      percentOff: null,
      amountOff: 500,
      currency: 'EUR',
    });
    expect(codeFields.patchOf({ ...held, appliesTo: 'visits' }, ['appliesTo'], studio)).toEqual({
      appliesTo: 'visits',
      planIds: [],
    });
    expect(codeFields.bodyOf({ ...held, code: ' spring-2 ' }, studio).code).toBe('SPRING-2');
  });
});

test('what a person of some sites creates is at those, also where none is chosen', () => {
  const own = { ...studio, ownSites: ['a', 'b'] };
  const start = codeFields.startOf(own);
  expect(start.eligibleSiteIds).toEqual(['a', 'b']);
  expect(codeFields.bodyOf({ ...start, eligibleSiteIds: ['b'] }, own)).toMatchObject({ eligibleSiteIds: ['b'] });
  const none = { ...start, eligibleSiteIds: [] };
  expect(codeFields.bodyOf(none, own)).toMatchObject({ eligibleSiteIds: ['a', 'b'] });
  expect(codeFields.bodyOf(none, studio)).toMatchObject({ eligibleSiteIds: [] });
  expect(challengeFields.bodyOf(challengeFields.startOf(own), own)).toMatchObject({
    siteIds: ['a', 'b'],
    awardIds: [],
  });
  expect(boardFields.bodyOf(boardFields.startOf(own), own)).toMatchObject({ scope: 'site', siteId: 'a' });
});

describe('what is wrong before anything is sent', () => {
  test('each field in its order', () => {
    const draft = { ...planFields.startOf(studio), usageCount: 'often', creditsTotal: '1.5' };
    expect(Object.entries(planFields.problemsOf(draft))).toEqual([
      ['name', 'plans.nameMissing'],
      ['price', 'plans.priceWrong'],
      ['creditsTotal', 'plans.numberWrong'],
      ['usageCount', 'plans.numberWrong'],
    ]);
  });

  test('a field says more than its kind', () => {
    const held = { ...codeFields.valuesOf(code, studio), startsAt: '2026-05-01T00:00', maxRedemptions: '0' };
    expect(codeFields.problemsOf(held)).toEqual({ endsAt: 'codes.endsWrong', maxRedemptions: 'plans.numberWrong' });
    expect(codeFields.problemsOf({ ...held, startsAt: '', maxRedemptions: '', percentOff: '101', code: 'A!' })).toEqual(
      { code: 'codes.codeWrong', percentOff: 'codes.percentWrong' },
    );
    const amount = { ...held, startsAt: '', maxRedemptions: '', kind: 'amount', amountOff: '0.00' } as const;
    expect(codeFields.problemsOf(amount)).toEqual({ amountOff: 'plans.priceWrong' });
  });
});

test('a new field is one line, which may be sent with every change', () => {
  interface Mat {
    readonly id: string;
    readonly color: string;
    readonly weight: number | null;
  }
  const before = fieldsOf<Mat, Omit<Mat, 'id'>>()({
    color: { kind: 'text', label: 'plans.name', missing: 'plans.nameMissing' },
  });
  const after = fieldsOf<Mat, Omit<Mat, 'id'>>()({
    color: { kind: 'text', label: 'plans.name', missing: 'plans.nameMissing' },
    weight: { kind: 'number', label: 'plans.credits' },
  });
  const mat = { id: 'mat', color: 'Blue', weight: 3 };
  expect(before.bodyOf(before.valuesOf(mat, studio), studio)).not.toHaveProperty('weight');
  const draft = after.valuesOf(mat, studio);
  expect(after.patchOf({ ...draft, weight: '4' }, ['weight'], studio)).toEqual({ weight: 4 });
  expect(after.problemsOf({ ...draft, weight: 'heavy' })).toEqual({ weight: 'plans.numberWrong' });
  expect(after.names).toEqual({ color: 'plans.name', weight: 'plans.credits' });
  const kept = fieldsOf<Mat, Omit<Mat, 'id'>>()({
    color: { kind: 'text', label: 'plans.name', isAlways: true },
    weight: { kind: 'number', label: 'plans.credits' },
  });
  expect(kept.patchOf({ ...draft, weight: '4' }, ['weight'], studio)).toEqual({ color: 'Blue', weight: 4 });
  // @ts-expect-error a field that the record does not have
  fieldsOf<Mat, Omit<Mat, 'id'>>()({ wieght: { kind: 'number', label: 'plans.credits' } });
  // @ts-expect-error a kind that does not hold its value
  fieldsOf<Mat, Omit<Mat, 'id'>>()({ weight: { kind: 'switch', label: 'plans.credits' } });
});
