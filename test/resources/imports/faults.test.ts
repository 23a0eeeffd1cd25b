import { expect, test } from 'bun:test';
import { runAtOnce } from '../../../src/kernel/slices.ts';
import { importFamilyNamed } from '../../../src/resources/imports/families.ts';
import { FileReader } from '../../../src/resources/imports/file-reader.ts';
import { PreviewReader } from '../../../src/resources/imports/preview/preview.ts';

const FILE = Buffer.from('externalId,price\n7,120.00\n');
const fault = (): never => {
  throw new TypeError('a fault of the program');
};

test('a fault of the program is not told as bytes that are not UTF-8', () => {
  const currencies = Object.assign(['USD'], { [Symbol.iterator]: fault });
  const reader = new FileReader(importFamilyNamed('plans'), 'csv', 10, { currencies });
  expect(() => runAtOnce(reader.push(FILE))).toThrow('a fault of the program');

  const kept = Object.assign(new Map<string, string>(), { get: fault });
  const preview = new PreviewReader(importFamilyNamed('plans'), { kept, today: '2026-03-01' });
  expect(() => runAtOnce(preview.push(FILE))).toThrow('a fault of the program');
});
