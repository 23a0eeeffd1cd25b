import { describe, expect, test } from 'bun:test';
import type { Read } from '../../src/database/database.ts';
import { MAX_RELATED, MAX_RELATED_CHARACTERS } from '../../src/http/expansion-bound.ts';
import { type Expansion, type Expansions, expand } from '../../src/http/expansions.ts';
import type { Caller } from '../../src/kernel/caller.ts';
import { textOf } from '../../src/kernel/record-text.ts';

const caller: Caller = { credentialId: '', kind: 'business', scopes: new Set(['*']), siteIds: null, tier: 'basic' };
const read = {} as Read;
const TOO_MANY = `The response would have more than ${MAX_RELATED} related records. Send a smaller 'limit',`;
const TOO_LONG = `The response would have more than ${MAX_RELATED_CHARACTERS} characters of related records.`;

/** Records that each have the id of the same owner. */
const owned = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}`, ownerId: 'o' }));

/** The number of rows of expanded lists that were read. */
let rowsRead = 0;

/** An owner by `ownerId`, whose `items` are a list of `count` records with a text of `length` characters. */
const owner = (count: number, length = 0): Expansions => ({
  owner: {
    from: 'ownerId',
    readBy: 'members',
    load: () => new Map([['o', { id: 'o' }]]),
    within: items(count, length),
  },
});

const items = (count: number, length = 0): Expansions => {
  function* rows() {
    for (let id = 0; id < count; id += 1) {
      rowsRead += 1;
      yield { id, text: 'x'.repeat(length) };
    }
  }
  const list: Expansion = {
    from: 'id',
    readBy: 'members',
    load: (_read, [id = ''], _caller, bound) => new Map([[id, bound.take(rows())]]),
  };
  return { items: list };
};

const expanded = (records: readonly object[], paths: readonly string[], expansions: Expansions): string => {
  rowsRead = 0;
  const reader = { caller, requireReading: () => undefined };
  return `[${expand(read, records, paths, expansions, reader).map(textOf).join(',')}]`;
};

test('an ordinary page has each related record wherever it is named', () => {
  expect(expanded(owned(2), ['owner.items'], owner(2, 1))).toBe(
    '[{"id":"n0","ownerId":"o","owner":{"id":"o","items":[{"id":0,"text":"x"},{"id":1,"text":"x"}]}},' +
      '{"id":"n1","ownerId":"o","owner":{"id":"o","items":[{"id":0,"text":"x"},{"id":1,"text":"x"}]}}]',
  );
});

describe('400 for more related records than a response has', () => {
  test('in a list, of which it reads no more', () => {
    expect(JSON.parse(expanded([{ id: 'o' }], ['items'], items(MAX_RELATED)))[0].items).toHaveLength(MAX_RELATED);
    expect(() => expanded([{ id: 'o' }], ['items'], items(MAX_RELATED + 1))).toThrow(TOO_MANY);
    expect(() => expanded([{ id: 'o' }], ['items'], items(9 * MAX_RELATED))).toThrow(TOO_MANY);
    expect(rowsRead).toBe(MAX_RELATED + 1);
  });

  test('counted as often as they are written', () => {
    // Ten owners, each with its items.
    const most = MAX_RELATED / 10 - 1;
    expect(JSON.parse(expanded(owned(10), ['owner.items'], owner(most)))[9].owner.items).toHaveLength(most);
    expect(() => expanded(owned(10), ['owner.items'], owner(most + 1))).toThrow(TOO_MANY);
  });

  test('of all paths together', () => {
    const both = { ...items(MAX_RELATED - 1), ...owner(0) };
    expect(JSON.parse(expanded(owned(1), ['items', 'owner'], both))).toHaveLength(1);
    expect(() => expanded(owned(2), ['items', 'owner'], { ...items(MAX_RELATED - 1), ...owner(0) })).toThrow(TOO_MANY);
  });

  test('before they are loaded, of more ids', () => {
    const records = Array.from({ length: MAX_RELATED + 1 }, (_, index) => ({ ownerId: `o${index}` }));
    expect(() => expanded(records, ['owner'], owner(0))).toThrow(TOO_MANY);
  });
});

describe('400 for longer related records than a response has', () => {
  const RECORD = '{"id":0,"text":""}'.length;
  /** The length of a text with which ten items are as long as a response may have. */
  const most = MAX_RELATED_CHARACTERS / 10 - RECORD;

  test('in a list', () => {
    expect(expanded([{ id: 'o' }], ['items'], items(10, most)).length).toBeGreaterThan(MAX_RELATED_CHARACTERS);
    expect(() => expanded([{ id: 'o' }], ['items'], items(10, most + 1))).toThrow(TOO_LONG);
  });

  test('of whose rows it reads no more', () => {
    expect(() => expanded([{ id: 'o' }], ['items'], items(1000, MAX_RELATED_CHARACTERS / 4))).toThrow(TOO_LONG);
    expect(rowsRead).toBe(5);
  });

  test('counted as often as they are written', () => {
    const OWNER = '{"id":"o"}'.length;
    expect(expanded(owned(10), ['owner.items'], owner(1, most - OWNER)).length).toBeGreaterThan(MAX_RELATED_CHARACTERS);
    expect(() => expanded(owned(10), ['owner.items'], owner(1, most - OWNER + 1))).toThrow(TOO_LONG);
  });
});
