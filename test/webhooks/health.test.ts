import { expect, test } from 'bun:test';
import { type Ending, type Health, healthAfter } from '../../src/webhooks/health.ts';

const FRESH: Health = { status: 'enabled', consecutiveFailures: 0 };
/** `F` an event that failed after all attempts, `D` one that was delivered. */
const live = (story: string, from: Health = FRESH): string => {
  const ending = (letter: string): Ending => (letter === 'D' ? 'delivered' : 'failed');
  const { status, consecutiveFailures } = [...story].reduce(
    (health, letter) => healthAfter(health, ending(letter)),
    from,
  );
  return `${status} ${consecutiveFailures}`;
};

test.each([
  ['', 'enabled 0'],
  ['D', 'enabled 0'],
  ['F', 'enabled 1'],
  ['FF', 'enabled 2'],
  ['FFD', 'enabled 0'],
  ['FFDFF', 'enabled 2'],
  ['FFF', 'failing 3'],
  ['FFFD', 'enabled 0'],
  ['FFFF', 'failing 4'],
  ['FFFFFFFFF', 'failing 9'],
  ['FFFFFFFFFD', 'enabled 0'],
  ['FFFFFFFFFDFFF', 'failing 3'],
  ['FFFFFFFFFF', 'disabled 10'],
  ['FFFFFFFFFFF', 'disabled 10'],
  ['FFFFFFFFFFD', 'disabled 10'],
])('after %p an endpoint is %p', (story, expected) => expect(live(story)).toBe(expected));

test('ten in a row disable from enabled and from failing alike', () => {
  expect(live('F', { status: 'enabled', consecutiveFailures: 9 })).toBe('disabled 10');
  expect(live('F', { status: 'failing', consecutiveFailures: 9 })).toBe('disabled 10');
});
