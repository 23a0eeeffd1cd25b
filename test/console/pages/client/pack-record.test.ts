// What the dialogs about a package send.
import { describe, expect, test } from 'bun:test';
import { nowMs } from '../../../../src/console/base/time/now.ts';
import { adjustFields, freezeFields } from '../../../../src/console/parts/client/pack-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };

describe('a freeze', () => {
  const start = freezeFields.startOf(studio);

  test('begins now for two weeks', () => {
    expect(Date.parse(start.until) - Date.parse(start.from)).toBe(14 * 86_400_000);
    const { startsAt, endsAt = '', ...rest } = freezeFields.bodyOf(start, studio);
    expect(startsAt).toBeUndefined();
    expect(rest).toEqual({ keepBookings: false });
    expect(Date.parse(endsAt)).toBeGreaterThan(nowMs());
  });

  test('lasts from the first moment of a day at the site to that of another, or without an end', () => {
    const draft = { ...start, from: '2026-03-01', until: '2026-04-01', keepBookings: true, reason: ' Knee ' };
    expect(freezeFields.bodyOf(draft, studio)).toEqual({
      startsAt: '2026-02-28T23:00:00.000Z',
      endsAt: '2026-03-31T22:00:00.000Z',
      keepBookings: true,
      reason: 'Knee',
    });
    expect(freezeFields.bodyOf({ ...draft, until: '', reason: '' }, studio)).toEqual({
      startsAt: '2026-02-28T23:00:00.000Z',
      keepBookings: true,
    });
  });

  test('ends after it begins', () => {
    expect(freezeFields.problemsOf({ ...start, from: '2026-03-01', until: '2026-03-01' })).toEqual({
      until: 'client.freezeEarly',
    });
    expect(freezeFields.problemsOf({ ...start, from: '2026-03-01', until: '2026-03-02' })).toEqual({});
  });

  test('is tried out with its days alone', () => {
    const draft = { ...start, from: '2026-03-01', until: '', keepBookings: true, reason: 'Knee' };
    expect(freezeFields.pick('from', 'until').bodyOf(draft, studio)).toEqual({ startsAt: '2026-02-28T23:00:00.000Z' });
  });
});

describe('an adjustment', () => {
  const start = adjustFields.startOf(studio);

  test('adds a credit or takes some away, with a reason', () => {
    expect(adjustFields.bodyOf({ ...start, reason: ' A gift ' }, studio)).toEqual({ delta: 1, reason: 'A gift' });
    expect(adjustFields.bodyOf({ ...start, delta: '-3', reason: 'Twice' }, studio)).toEqual({
      delta: -3,
      reason: 'Twice',
    });
  });

  test('says what is missing', () => {
    expect(adjustFields.problemsOf({ ...start, delta: '0' })).toEqual({
      delta: 'client.adjustNothing',
      reason: 'client.adjustReasonMissing',
    });
    expect(adjustFields.problemsOf({ ...start, delta: '-3', reason: 'Twice' })).toEqual({});
  });
});
