import { expect, test } from 'bun:test';
import { unpaidSince } from '../../../../src/console/pages/client/packages/unpaid-since.ts';

const NOW = Date.parse('2026-11-28T15:00:00Z');
const ENDED = '2026-11-27T15:00:00.000Z';
const renewing = { status: 'active', autoRenews: true, expiresAt: ENDED, nextRenewalAt: '2026-11-29T15:00:00.000Z' };

test('a membership whose renewal was declined is unpaid since its end', () => {
  expect(unpaidSince(renewing, NOW)).toBe(ENDED);
});

test.each([
  ['is paid until later', { expiresAt: '2026-12-27T15:00:00.000Z', nextRenewalAt: '2026-12-27T15:00:00.000Z' }],
  ['is charged right now', { nextRenewalAt: ENDED }],
  ['does not renew', { autoRenews: false, nextRenewalAt: null }],
  ['has expired', { status: 'expired' }],
])('one that %s is not', (_, other) => {
  expect(unpaidSince({ ...renewing, ...other }, NOW)).toBeUndefined();
});
