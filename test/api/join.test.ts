import { expect, test } from 'bun:test';
import { joinReactions } from '../../src/api/join.ts';
import type { Tx } from '../../src/database/database.ts';

test('a reaction of several families runs in all of them, in their order', () => {
  const calls: string[] = [];
  const familyThat = (name: string) => ({
    reactions: () => ({ clientArchived: (_tx: Tx, clientId: string) => calls.push(`${name} ${clientId}`) }),
  });
  joinReactions([familyThat('first'), familyThat('second')]).clientArchived({} as Tx, 'client');
  expect(calls).toEqual(['first client', 'second client']);
});

test('two families with a reaction that belongs to one family are refused', () => {
  const family = { reactions: () => ({ clientChanged: () => {} }) };
  expect(() => joinReactions([family, family])).toThrow("two families have the reaction 'clientChanged'");
});
