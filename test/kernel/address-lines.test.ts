import { expect, test } from 'bun:test';
import { addressLines } from '../../src/kernel/address-lines.ts';

test.each([
  [
    { line1: '214 Mercer Street', city: 'New York', state: 'NY', postalCode: '10012', country: 'US' },
    'New York, NY 10012',
  ],
  [{ line1: '214 Mercer Street', city: 'New York', state: null, postalCode: '10012', country: 'US' }, 'New York 10012'],
  [{ line1: '1 Quay', city: 'London', state: null, postalCode: 'E1 6AN', country: 'GB' }, 'London E1 6AN'],
  [{ line1: 'Torstraße 1', city: 'Berlin', state: 'BE', postalCode: '10115', country: 'DE' }, '10115 Berlin'],
  [{ line1: 'Calle 1', city: 'Madrid', state: null, postalCode: '28001', country: null }, '28001 Madrid'],
  [{ line1: 'Main', city: 'Austin', state: 'TX', postalCode: null, country: null }, 'Austin, TX'],
])('%j has the town %j', (address, town) => {
  expect(addressLines(address)).toEqual([address.line1, town]);
});

test('what is missing leaves no line', () => {
  expect(addressLines(null)).toEqual([]);
  expect(addressLines({ line1: '', line2: null, city: 'Berlin' })).toEqual(['Berlin']);
});
