import { expect, test } from 'bun:test';
import { byClass } from '../../../../src/console/pages/client/bookings-by-class.ts';

const booking = (startTime: string, endTime: string) => ({ session: { startTime, endTime } });

test('the next class stands first, then the last one, whenever they were booked', () => {
  const later = booking('2026-12-02T20:00:00Z', '2026-12-02T21:00:00Z');
  const next = booking('2026-12-02T12:00:00Z', '2026-12-02T13:00:00Z');
  const running = booking('2026-11-28T14:30:00Z', '2026-11-28T15:30:00Z');
  const last = booking('2026-11-26T12:00:00Z', '2026-11-26T13:00:00Z');
  const first = booking('2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z');
  const hidden = { session: null };
  expect(byClass([later, next, first, hidden, last, running], Date.parse('2026-11-28T15:00:00Z'))).toEqual({
    ahead: [running, next, later],
    over: [last, first, hidden],
  });
});
