// What the form of a schedule sends, by the declaration of its fields.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { bookingFields } from '../../../../src/console/parts/class-terms/rules.ts';
import { sessionFields } from '../../../../src/console/parts/session/change/session-record.ts';
import {
  changesNothing,
  copiedFrom,
  movedTo,
  scheduleFields,
} from '../../../../src/console/parts/timetable/schedule-record.ts';

const place = { currency: 'EUR', timezone: 'Europe/Berlin' };

const schedule = {
  name: 'Flow',
  recurrenceRule: { frequency: 'weekly', interval: 1, daysOfWeek: ['WE', 'MO'] },
  startTime: '18:00',
  durationMinutes: 60,
  capacity: 12,
  roomName: 'Loft',
  instructorId: null,
  startDate: '2999-01-07',
  endDate: null,
  isVirtual: false,
  virtualUrl: null,
  dropInPrice: null,
  creditCost: 1,
  isPrivate: false,
  waitlistEnabled: null,
  waitlistCapacity: null,
  description: null,
  category: null,
  level: null,
  bring: [],
  arriveMinutes: null,
  sign: null,
  bookingPolicyOverrides: {
    lateCancelWindowMinutes: 180,
    allowMemberLateCancel: false,
    maxActiveBookingsPerClient: null,
  },
} as unknown as Schemas['Schedule'];

const draft = scheduleFields.valuesOf(schedule, place);
const how = { effectiveFrom: '2999-01-07', overwriteModified: false, onRemoved: 'cancel' };
const patch = (changes: Partial<typeof draft>, before = schedule): object =>
  scheduleFields.patchOf({ ...draft, ...changes }, Object.keys(changes), place, before);

describe('a change of a schedule', () => {
  test('holds the days in their order, and its own rules as texts', () => {
    expect(draft).toMatchObject({
      days: ['MO', 'WE'],
      interval: '1',
      startDate: '2999-01-07',
      endDate: '',
      currency: 'EUR',
      waitlistEnabled: 'rules',
      modified: 'stay',
      removed: 'cancel',
      'bookingPolicyOverrides.lateCancelWindowMinutes': '180',
      'bookingPolicyOverrides.allowMemberLateCancel': 'off',
      'bookingPolicyOverrides.maxActiveBookingsPerClient': 'none',
      'bookingPolicyOverrides.waitlistPromotionMode': '',
    });
    expect(scheduleFields.problemsOf(draft)).toEqual({});
  });

  test('says with what has changed how it is made, which alone changes nothing', () => {
    expect(patch({ startTime: '18:30' })).toEqual({ ...how, startTime: '18:30' });
    const onlyHow = patch({ modified: 'change', removed: 'keep', overrideConflicts: true, startDate: '2999-02-01' });
    expect(onlyHow).toEqual({
      effectiveFrom: '2999-02-01',
      overwriteModified: true,
      onRemoved: 'keep',
      overrideConflicts: true,
      allowConflict: true,
    });
    expect([changesNothing(onlyHow), changesNothing(patch({ name: 'Slow' }))]).toEqual([true, false]);
  });

  test('sends other days as a whole rule, and leaves a rule by days of the month', () => {
    const recurrenceRule = { frequency: 'weekly', interval: 2, daysOfWeek: ['MO', 'FR'] };
    expect(patch({ days: ['FR', 'MO'], interval: '2' })).toEqual({ ...how, recurrenceRule });
    expect(patch({ days: [] })).toEqual({ ...how, recurrenceRule: null });
    const monthly = { ...schedule, recurrenceRule: { frequency: 'monthly' } } as unknown as typeof schedule;
    expect(patch({ days: ['FR'] }, monthly)).toEqual(how);
  });

  test('sends the rules that have changed; without any the studio holds again', () => {
    expect(
      patch({
        'bookingPolicyOverrides.lateCancelWindowMinutes': '',
        'bookingPolicyOverrides.allowMemberLateCancel': 'on',
        'bookingPolicyOverrides.waitlistPromotionMode': 'manual',
      }),
    ).toEqual({
      ...how,
      bookingPolicyOverrides: {
        lateCancelWindowMinutes: null,
        allowMemberLateCancel: true,
        waitlistPromotionMode: 'manual',
      },
    });
    // Null is a value of this rule: it cannot be taken away alone.
    expect(patch({ 'bookingPolicyOverrides.maxActiveBookingsPerClient': '' })).toEqual(how);
    const all = Object.keys(draft).filter((name) => name.startsWith('bookingPolicyOverrides.'));
    expect(patch(Object.fromEntries(all.map((name) => [name, ''])))).toEqual({ ...how, bookingPolicyOverrides: null });
  });

  test('says what it cannot take', () => {
    const wrong = {
      ...{ name: '', startTime: '', durationMinutes: '0', capacity: 'x', startDate: '', endDate: 'soon' },
      'bookingPolicyOverrides.lateCancelWindowMinutes': 'long',
    };
    expect(scheduleFields.problemsOf({ ...draft, ...wrong })).toEqual({
      name: 'timetable.missingName',
      startTime: 'timetable.wrongTime',
      durationMinutes: 'timetable.wrongNumber',
      capacity: 'timetable.wrongNumber',
      startDate: 'session.wantsDate',
      endDate: 'session.wantsDate',
      'bookingPolicyOverrides.lateCancelWindowMinutes': 'classTerms.wrongNumber',
    });
  });

  test('begins with the day and the time to which one class was dragged', () => {
    const moved = movedTo(draft, { was: '2999-01-09', date: '2999-01-10', time: '07:15' });
    expect(moved).toEqual({ startTime: '07:15', days: ['MO', 'TH'], startDate: '2999-01-09' });
    expect(movedTo(draft, {})).toBeUndefined();
  });
});

test('a new schedule sends its rules, its first day and nothing of how a change is made', () => {
  const start = { ...scheduleFields.startOf(place), name: 'Flow', startDate: '2999-01-01' };
  const usual = {
    ...{ name: 'Flow', startTime: '18:00', durationMinutes: 60, capacity: null, instructorId: null, roomName: null },
    ...{ startDate: '2999-01-01', endDate: null, creditCost: 1, isPrivate: false, isVirtual: false },
    recurrenceRule: null,
  };
  expect(scheduleFields.bodyOf(start, place)).toEqual(usual as never);
  const rules = { 'bookingPolicyOverrides.maxActiveBookingsPerClient': '4' };
  expect(scheduleFields.bodyOf({ ...start, ...rules, waitlistEnabled: 'on' }, place)).toEqual({
    ...usual,
    waitlistEnabled: true,
    bookingPolicyOverrides: { maxActiveBookingsPerClient: 4 },
  } as never);
});

test('another schedule like one that exists begins today, for good', () => {
  const copied = copiedFrom({ ...schedule, endDate: '2999-12-31' }, place);
  expect(copied).toMatchObject({ name: 'Flow', days: ['MO', 'WE'], endDate: '' });
  expect(copied.startDate < '2999-01-07').toBe(true);
});

test('another schedule has all rules of the one that is copied, with a waiting list without a limit', () => {
  const bookingPolicyOverrides = { waitlistEnabled: true, waitlistDefaultCapacity: null, lateCancelWindowMinutes: 180 };
  const copied = copiedFrom({ ...schedule, bookingPolicyOverrides }, place);
  expect(scheduleFields.bodyOf(copied, place)).toMatchObject({ bookingPolicyOverrides });
});

test('each rule of booking that a schedule may have has its setting, and the audit log the name of its form', () => {
  const settings = Object.keys(bookingFields.specs).filter((path) => path !== 'booking.sessionHorizonDays');
  const rules = Object.keys(draft).filter((name) => name.startsWith('bookingPolicyOverrides.'));
  expect(rules.toSorted()).toEqual(
    settings.map((path) => path.replace('booking.', 'bookingPolicyOverrides.')).toSorted(),
  );
  expect(scheduleFields.names).toMatchObject({
    'bookingPolicyOverrides.lateCancelWindowMinutes': 'booking.lateWindow',
    startDate: 'timetable.from',
    dropInPrice: 'classTerms.priceWord',
  });
  expect(sessionFields.names).not.toHaveProperty('overrideConflicts');
  expect(sessionFields.names.dropInPrice).toBe('classTerms.priceWord');
});
