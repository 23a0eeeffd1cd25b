import { describe, expect, test } from 'bun:test';
import { catalogue, eventTypes } from '../../src/events/catalogue.ts';
import { exampleSiteId, examples } from '../../src/events/examples.ts';
import { checked } from '../../src/web/check.ts';

const exampleOf = (type: (typeof eventTypes)[number]) => ({ ...examples[type], siteId: exampleSiteId });

describe('the example of every event type has the shape of its type', () => {
  for (const type of eventTypes) {
    test(type, () => {
      expect(checked(catalogue[type]).problems(exampleOf(type))).toEqual([]);
    });
  }
});

test('a word outside its enumeration does not fit', () => {
  const wrong = { ...exampleOf('booking.created'), status: 'confirmed' };
  expect(
    checked(catalogue['booking.created'])
      .problems(wrong)
      .map(({ param }) => param),
  ).toEqual(['status']);
});
