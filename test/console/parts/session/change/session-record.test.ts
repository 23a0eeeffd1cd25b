// What the form of a single class sends, by the declaration of its fields.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../../../src/console/api/types.ts';
import { withSeats } from '../../../../../src/console/parts/class-terms/seats.ts';
import { askedAnew, copyOf, sessionFields } from '../../../../../src/console/parts/session/change/session-record.ts';

const place = { currency: 'EUR', timezone: 'Europe/Berlin' };

const session = {
  name: 'Flow',
  startTime: '2026-03-02T17:00:00.000Z',
  timezone: 'Europe/Berlin',
  durationMinutes: 60,
  capacity: 12,
  roomName: 'Loft',
  instructorId: 'ana',
  isVirtual: true,
  virtualUrl: 'https://video.example/flow',
  dropInPrice: { amount: 1850, currency: 'USD' },
  creditCost: 1,
  isPrivate: false,
  waitlistEnabled: true,
  waitlistCapacity: 10,
  description: null,
  category: 'Yoga',
  level: null,
  bring: ['mat', 'water'],
  arriveMinutes: 10,
  sign: 'flow',
} as unknown as Schemas['Session'];

describe('a class that is changed alone', () => {
  const draft = sessionFields.valuesOf(session, place);
  const patch = (changes: Partial<typeof draft>) =>
    sessionFields.patchOf({ ...draft, ...changes }, Object.keys(changes), place, session);

  test('is held by the clock of its site, and its waiting list as nobody has touched it', () => {
    expect(draft).toMatchObject({
      date: '2026-03-02',
      time: '18:00',
      capacity: '12',
      dropInPrice: '18.50',
      currency: 'USD',
      waitlistEnabled: 'asIs',
      waitlistCapacity: 'asIs',
      bring: 'mat, water',
      sign: 'flow',
      overrideConflicts: false,
    });
    expect(sessionFields.problemsOf(draft)).toEqual({});
  });

  test('sends its start for a date or a time, and else only what has changed', () => {
    expect(patch({ time: '19:30' })).toEqual({ startTime: '2026-03-02T18:30:00.000Z' });
    expect(patch({ roomName: '', capacity: ' ' })).toEqual({ roomName: null, capacity: null });
    expect(patch({ dropInPrice: '20' })).toEqual({ dropInPrice: { amount: 2000, currency: 'USD' } });
    expect(patch({ dropInPrice: '' })).toEqual({ dropInPrice: null });
    expect(patch({ arriveMinutes: '15 minutes', sign: '' })).toEqual({ arriveMinutes: 15, sign: null });
  });

  test('follows the rules again, or has its own waiting list', () => {
    expect(patch({ waitlistEnabled: 'rules', waitlistCapacity: '' })).toEqual({
      waitlistEnabled: null,
      waitlistCapacity: null,
    });
    expect(patch({ waitlistEnabled: 'off', waitlistCapacity: '3' })).toEqual({
      waitlistEnabled: false,
      waitlistCapacity: 3,
    });
  });

  test('loses its link where it is held in the room', () => {
    expect(patch({ isVirtual: false })).toEqual({ isVirtual: false, virtualUrl: null });
  });

  test('takes place in spite of what it collides with only where that is said, and is asked about anew', () => {
    const insisted = { ...draft, capacity: '8', overrideConflicts: true };
    expect(sessionFields.patchOf(insisted, ['capacity'], place, session)).toEqual({
      capacity: 8,
      overrideConflicts: true,
      allowConflict: true,
    });
    expect(sessionFields.patchOf(askedAnew(insisted), ['capacity'], place, session)).toEqual({ capacity: 8 });
  });
});

describe('a new class', () => {
  const start = { ...sessionFields.startOf(place), name: 'Flow', date: '2026-03-02', time: '18:00' };
  const terms = { durationMinutes: 60, capacity: null, creditCost: 1, isPrivate: false, isVirtual: false };

  test('leaves to the server what is not said', () => {
    expect(sessionFields.bodyOf(start, place)).toEqual({
      ...terms,
      name: 'Flow',
      startTime: '2026-03-02T17:00:00.000Z',
    });
  });

  test('that is copied has all that the class has, with its waiting list', () => {
    const { startTime, timezone, ...rest } = session;
    const copied = { ...copyOf(session, place), date: '2026-03-09', time: '18:00' };
    expect(sessionFields.bodyOf(copied, place)).toEqual({
      ...JSON.parse(JSON.stringify({ ...rest, description: undefined, level: undefined })),
      startTime: '2026-03-09T17:00:00.000Z',
    });
  });

  test.each([
    { has: { waitlistEnabled: false, waitlistCapacity: 10 }, sent: { waitlistEnabled: false } },
    { has: { waitlistEnabled: true, waitlistCapacity: null }, sent: { waitlistEnabled: true } },
    {
      has: { waitlistEnabled: true, waitlistCapacity: null },
      isLimited: true,
      sent: { waitlistEnabled: true, waitlistCapacity: 10_000 },
    },
  ])('has no waiting list, or one of any length, where the class that is copied has: $has', (given) => {
    const { has, sent, isLimited } = given;
    const copied = copyOf({ ...session, ...has }, place, isLimited);
    const { waitlistEnabled, waitlistCapacity } = sessionFields.bodyOf(copied, place);
    expect(JSON.parse(JSON.stringify({ waitlistEnabled, waitlistCapacity }))).toEqual(sent);
  });

  test('says what it cannot take, in the order of its form', () => {
    const wrong = {
      ...{ name: ' ', date: '', time: '25:00', durationMinutes: '2', capacity: '0', isVirtual: true },
      ...{ virtualUrl: 'video', dropInPrice: 'x', creditCost: '1001', waitlistCapacity: 'many' },
    };
    expect(Object.entries(sessionFields.problemsOf({ ...start, ...wrong }))).toEqual([
      ['name', 'session.wantsName'],
      ['date', 'session.wantsDate'],
      ['time', 'session.wantsTime'],
      ['durationMinutes', 'session.wantsLength'],
      ['capacity', 'session.wantsCapacity'],
      ['virtualUrl', 'classTerms.wrongLink'],
      ['dropInPrice', 'classTerms.wrongPrice'],
      ['creditCost', 'classTerms.wrongCredits'],
      ['waitlistCapacity', 'classTerms.wrongNumber'],
    ]);
  });

  test('has as many seats as its room, unless somebody has said otherwise', () => {
    const rooms = [
      { name: 'Loft', capacity: 8 },
      { name: 'Hall', capacity: 30 },
      { name: 'Yard', capacity: null },
    ];
    const chosen = (draft: typeof start, roomName: string) => withSeats(rooms, { ...draft, roomName }, draft);
    const inLoft = chosen(start, 'Loft');
    expect(inLoft.capacity).toBe('8');
    expect(chosen(inLoft, 'Hall').capacity).toBe('30');
    expect(chosen(inLoft, 'Yard').capacity).toBe('8');
    expect(chosen({ ...inLoft, capacity: '6' }, 'Hall').capacity).toBe('6');
  });
});
