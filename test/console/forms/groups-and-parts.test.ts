// What a form sends of fields inside groups, of lists of parts, and of fields that say for themselves how they are sent.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../src/console/api/types.ts';
import { fieldsOf, joined } from '../../../src/console/forms/record-fields.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };

describe('fields inside a group', () => {
  const fields = fieldsOf<Schemas['Challenge'], Schemas['UpdateChallengeRequest']>()({
    title: { kind: 'text', label: 'engagement.name', missing: 'engagement.needsTitle' },
    startDate: { kind: 'date', label: 'engagement.startDate', missing: 'engagement.needsStart' },
    capacity: { kind: 'number', label: 'engagement.capacity', isLeftOut: true },
    'pointsRules.perGoal': { kind: 'number', none: 0, label: 'engagement.perGoal', start: '5' },
    'pointsRules.dailyCap': { kind: 'number', label: 'engagement.dailyCap' },
  });

  test('are sent in their group, and alone where they alone have changed', () => {
    const draft = { ...fields.startOf(studio), title: ' Spring ', startDate: '2026-03-01' };
    expect(fields.bodyOf(draft, studio)).toEqual({
      title: 'Spring',
      startDate: '2026-03-01',
      pointsRules: { perGoal: 5, dailyCap: null },
    });
    expect(fields.patchOf({ ...draft, 'pointsRules.dailyCap': '20' }, ['pointsRules.dailyCap'], studio)).toEqual({
      pointsRules: { dailyCap: 20 },
    });
  });

  test('a day that must be typed is missing, and what may be left out is', () => {
    expect(fields.problemsOf(fields.startOf(studio))).toEqual({
      title: 'engagement.needsTitle',
      startDate: 'engagement.needsStart',
    });
    expect(fields.patchOf(fields.startOf(studio), ['capacity'], studio)).toEqual({ capacity: null });
  });
});

describe('fields of the settings', () => {
  const reminders = fieldsOf<Schemas['Settings'], Schemas['UpdateSettingsRequest']>()({
    'notification.bookingReminder.enabled': { kind: 'switch', label: 'mails.bookingReminder' },
    'notification.bookingReminder.minutesBefore': { kind: 'number', label: 'mails.minutesBefore' },
  });
  interface Own {
    readonly 'payment.acceptedMethods': boolean;
  }
  const payment = fieldsOf<Schemas['Settings'], Schemas['UpdateSettingsRequest'], Own>()({
    'payment.acceptedMethods': {
      kind: 'switch',
      label: 'payment.methods',
      read: ({ payment: { acceptedMethods } }) => acceptedMethods.includes('card'),
      writes: ['payment.acceptedMethods'],
      send: (draft, before) => ({
        'payment.acceptedMethods': [
          ...(draft['payment.acceptedMethods'] ? (['card'] as const) : []),
          ...(before?.payment.acceptedMethods ?? []).filter((each) => each !== 'card'),
        ],
      }),
    },
  });

  test('a group in a group is sent in both', () => {
    const draft = { ...reminders.startOf(studio), 'notification.bookingReminder.minutesBefore': '90' };
    expect(reminders.patchOf(draft, ['notification.bookingReminder.minutesBefore'], studio)).toEqual({
      notification: { bookingReminder: { minutesBefore: 90 } },
    });
  });

  test('what a field sends may depend on the record that is changed', () => {
    const before = { payment: { acceptedMethods: ['cash', 'card'] } } as unknown as Schemas['Settings'];
    const draft = payment.valuesOf(before, studio);
    expect(draft['payment.acceptedMethods']).toBe(true);
    const sent = { ...draft, 'payment.acceptedMethods': false };
    expect(payment.patchOf(sent, ['payment.acceptedMethods'], studio, before)).toEqual({
      payment: { acceptedMethods: ['cash'] },
    });
  });

  test('tables of one record are one table', () => {
    expect(Object.keys(joined([reminders, reminders.pick('notification.bookingReminder.enabled')]).specs)).toEqual([
      'notification.bookingReminder.enabled',
      'notification.bookingReminder.minutesBefore',
    ]);
  });
});

describe('what a field says for itself', () => {
  interface Mat {
    readonly id: string;
    readonly makerId: string | null;
    readonly weight: number | null;
    readonly straps: readonly string[];
  }
  interface Strap {
    readonly length: string;
  }
  const fields = fieldsOf<Mat, Omit<Mat, 'id'>, { readonly straps: readonly Strap[] }>()({
    makerId: { kind: 'pick', label: 'plans.name', missing: 'plans.nameMissing' },
    weight: {
      kind: 'number',
      isDecimal: true,
      least: -2,
      label: 'plans.credits',
      wrong: 'engagement.needsNumber',
      when: ({ makerId }) => makerId !== 'none',
      isLeftOut: true,
    },
    straps: {
      kind: 'parts',
      label: 'plans.description',
      read: ({ straps }) => straps.map((length) => ({ length })),
      writes: ['straps'],
      send: ({ straps }, _before, { currency }) => ({ straps: straps.map(({ length }) => `${length} ${currency}`) }),
      problems: ({ straps }) => straps.map(({ length }) => (length === '' ? 'plans.nameMissing' : undefined)),
    },
  });
  const mat = { id: 'mat', makerId: 'maker', weight: -1.5, straps: ['2'] };
  const held = fields.valuesOf(mat, studio);

  test('what is missing, and what is no such number', () => {
    expect(fields.problemsOf(held)).toEqual({});
    expect(fields.problemsOf({ ...held, weight: '-2.5' })).toEqual({ weight: 'engagement.needsNumber' });
    expect(fields.problemsOf({ ...held, makerId: '', weight: 'light' })).toEqual({
      makerId: 'plans.nameMissing',
      weight: 'engagement.needsNumber',
    });
  });

  test('each part that is wrong is called by its place', () => {
    const straps = [{ length: '2' }, { length: '' }];
    expect(fields.problemsOf({ ...held, straps })).toEqual({ 'straps.1': 'plans.nameMissing' });
  });

  test('what is left out of a new record where it does not matter is sent of one that is changed', () => {
    expect(fields.bodyOf(held, studio)).toEqual({ makerId: 'maker', weight: -1.5, straps: ['2 EUR'] });
    expect(fields.bodyOf({ ...held, makerId: 'none' }, studio)).toEqual({
      makerId: 'none',
      straps: ['2 EUR'],
    } as never);
    expect(fields.patchOf({ ...held, makerId: 'none' }, ['weight'], studio)).toEqual({ weight: -1.5 });
  });

  test('a field that the record has in another way keeps its name', () => {
    expect(Object.keys(fields.names)).toEqual(['makerId', 'weight', 'straps']);
  });
});
