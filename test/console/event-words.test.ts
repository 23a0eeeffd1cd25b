import { expect, test } from 'bun:test';
import { EVENT_FAMILIES, eventWord, isEventType } from '../../src/console/pages/integrations/event-words.ts';
import { FAMILIES, SPECIAL } from '../../src/console/parts/integrations/scope-words.ts';
import { eventTypes } from '../../src/events/catalogue.ts';
import { LEGACY_CHECK_IN } from '../../src/events/legacy-check-in.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';

test('every kind of event has its words, in its family', () => {
  const known = EVENT_FAMILIES.flatMap(({ types }) => Object.keys(types));
  expect(known.toSorted()).toEqual([...eventTypes, LEGACY_CHECK_IN].toSorted());
  const strays = EVENT_FAMILIES.flatMap(({ pattern, types }) =>
    Object.keys(types).filter((type) => type !== pattern && !type.startsWith(pattern.replace('*', ''))),
  );
  expect(strays).toEqual([]);
  expect([eventWord('booking.*'), eventWord('booking.created'), eventWord('other')]).toEqual([
    'events.booking',
    'events.bookingCreated',
    undefined,
  ]);
  expect([isEventType('ping'), isEventType('booking.*'), isEventType(undefined)]).toEqual([true, false, false]);
});

test('every right of a key has its words', () => {
  const known = [
    ...Object.keys(FAMILIES).flatMap((family) => [`${family}:read`, `${family}:write`]),
    ...Object.keys(SPECIAL),
  ];
  expect([...known, '*'].toSorted()).toEqual([...SCOPES].map(String).toSorted());
});
