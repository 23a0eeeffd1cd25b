import { describe, expect, test } from 'bun:test';
import { identifiersOf, maskFor, reachedBy } from '../../../src/resources/erasures/identifiers.ts';

const mask = maskFor(
  identifiersOf([
    { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '+1 212 555 0107', barcode: 'Z-100-22' },
    { firstName: '\u00c9milie', lastName: '-', address: { line1: '(12) Main St.' } },
  ]),
);

describe('what identifies a client goes', () => {
  test.each([
    ['For Ann Lee, evening', 'For [erased] [erased], evening'],
    ['ANN lee', '[erased] [erased]'],
    ['annual sleeve', 'annual sleeve'],
    ['to ann@example.com, +1 212 555 0107', 'to [erased], [erased]'],
    ['x+1 212 555 0107', 'x+1 212 555 0107'],
    ['card z-100-22', 'card [erased]'],
    ['at (12) Main St.', 'at [erased]'],
    ['\u00e9milie - Ann', '[erased] - [erased]'],
    ['01950000-0000-7000-8000-00000000000a', '01950000-0000-7000-8000-00000000000a'],
  ])('%p', (text, left) => expect(mask(text)).toBe(left));

  test('every name of many, each text read once', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `Name${at} Smith`);
    const many = maskFor(names);
    expect(many('For Name7 Smith and Name19999 Smith, not Name20000 Smith')).toBe(
      'For [erased] and [erased], not Name20000 Smith',
    );
  });
});

test('emails and phones name a client also in a stored response without the id, as JSON has them', () => {
  const identifiers = ['Ann', 'o"hara@example.com', '+1 212 555 0107', '12', 'Z-100-22'];
  expect(reachedBy(identifiers)).toEqual(['o\\"hara@example.com', '+1 212 555 0107']);
});
