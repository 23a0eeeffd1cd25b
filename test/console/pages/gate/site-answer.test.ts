// What the set-up sends of the first location.
import { expect, test } from 'bun:test';
import { siteAnswer } from '../../../../src/console/pages/gate/setup/site-answer.ts';

test.each([
  [{}, {}],
  [{ name: 'Pier 4' }, { name: 'Pier 4' }],
  [{ address: { city: 'Portland' } }, { address: { city: 'Portland', country: 'US' } }],
  [
    { address: { line1: ' ', postalCode: '04101', city: '', state: '', country: 'DE' } },
    { address: { postalCode: '04101', country: 'US' } },
  ],
  [{ address: { line1: '', city: '', country: 'US' } }, { address: { country: 'US' } }],
  [{ address: null }, {}],
])('of %j: %j', (site, sent) => {
  expect(siteAnswer(site, 'US')).toEqual(sent);
});

test('an address without a country is sent as it is', () => {
  expect(siteAnswer({ address: { city: 'Portland' } }, '')).toEqual({ address: { city: 'Portland' } });
});
