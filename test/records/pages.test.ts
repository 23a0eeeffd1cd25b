import { beforeAll, describe, expect, test } from 'bun:test';
import type { Problem } from '../../src/kernel/problem.ts';
import type { Filters, PageOf, PageRequest } from '../../src/records/pages.ts';
import { forAllTests } from '../helpers/api.ts';
import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { addEntries, type Entry, KINDS, listsOf, openEntries, SITES } from './entries.ts';

type Lists = ReturnType<typeof listsOf>;

let entries: Entry[];
let lists: Lists;
const made = forAllTests(() => openEntries('newest'));
beforeAll(async () => {
  entries = await addEntries(made, choicesOf(1), 120);
  lists = listsOf();
});

const byId = (left: Entry, right: Entry): number => (left.id < right.id ? -1 : 1);
const byStart = (left: Entry, right: Entry): number =>
  left.startsAt === right.startsAt ? byId(left, right) : left.startsAt < right.startsAt ? -1 : 1;

/** The order of each list, as a comparison of two entries. */
const ORDERS: Readonly<Record<keyof Lists, (left: Entry, right: Entry) => number>> = {
  newest: (left, right) => byId(right, left),
  oldest: byId,
  byStart,
  latest: (left, right) => byStart(right, left),
  byRank: (left, right) => left.rank - right.rank || byId(left, right),
};

/** What a caller sees of a list with some filters: every entry that fits, in the order of the list. */
const wholeList = (name: keyof Lists, filters: Filters, siteIds: readonly string[] | null): string[] =>
  entries
    .filter(({ siteId }) => siteIds === null || siteIds.includes(siteId))
    .filter(({ kind }) => filters.kind === undefined || kind === filters.kind)
    .filter(({ code }) => filters.code === undefined || code === filters.code)
    .filter(({ startsAt }) => filters.from === undefined || startsAt >= String(filters.from))
    .sort(ORDERS[name])
    .map(({ id }) => id);

const readPage = (page: PageOf<Entry>, request: PageRequest, filters: Filters, siteIds: readonly string[] | null) => {
  const { rows, ...more } = page(made.store.view(), request, filters, siteIds);
  return { ids: rows.map(({ id }) => id), ...more };
};

/** A random choice of filters and of the sites of a caller. */
const randomCase = (choices: Choices, name: keyof Lists) => {
  const filters: Filters = {
    kind: choices.once(2) ? choices.of(KINDS) : undefined,
    code: choices.once(3) ? `x${choices.below(4)}` : undefined,
    from: choices.once(3) ? '2026-03-03T00:00:00.000Z' : undefined,
  };
  const siteIds = choices.once(4) ? null : SITES.filter(() => choices.once(2));
  return { filters: name === 'byRank' ? {} : filters, siteIds, limit: 1 + choices.below(7) };
};

const NAMES = Object.keys(ORDERS) as (keyof Lists)[];

describe('random lists, with filters and restricted to some sites,', () => {
  for (const name of NAMES) {
    test(`page by page from the start to the end: ${name}`, () => {
      for (let seed = 0; seed < 60; seed += 1) {
        const { filters, siteIds, limit } = randomCase(choicesOf(seed), name);
        const expected = wholeList(name, filters, siteIds);
        const walked: string[] = [];
        for (let startingAfter: string | undefined; ; startingAfter = walked.at(-1)) {
          const page = readPage(lists[name], { limit, startingAfter }, filters, siteIds);
          expect(page.hasPrevious).toBe(startingAfter !== undefined);
          walked.push(...page.ids);
          expect([page.hasNext, page.hasMore]).toEqual(Array(2).fill(walked.length < expected.length));
          if (!page.hasNext) break;
          expect(page.ids).toHaveLength(limit);
        }
        expect(walked).toEqual(expected);
      }
    });

    test(`page by page from the end to the start: ${name}`, () => {
      for (let seed = 0; seed < 60; seed += 1) {
        const { filters, siteIds, limit } = randomCase(choicesOf(seed), name);
        const expected = wholeList(name, filters, siteIds);
        const walked = expected.slice(-1);
        while (walked.length < expected.length) {
          const page = readPage(lists[name], { limit, endingBefore: walked[0] }, filters, siteIds);
          expect(page.ids).toEqual(expected.slice(0, -walked.length).slice(-limit));
          walked.unshift(...page.ids);
          expect([page.hasPrevious, page.hasMore]).toEqual(Array(2).fill(walked.length < expected.length));
        }
        if (walked.length === 0) continue;
        const before = readPage(lists[name], { limit, endingBefore: walked[0] }, filters, siteIds);
        expect(before).toEqual({ ids: [], hasMore: false, hasNext: true, hasPrevious: false });
      }
    });
  }
});

describe('a cursor', () => {
  const cursorError = (request: Partial<PageRequest>) => {
    const read = () => lists.newest(made.store.view(), { limit: 5, ...request }, {});
    try {
      return read();
    } catch (error) {
      return error;
    }
  };
  const unknown = '01950000-0000-7000-8000-00000000ffff';

  test('400 cursor_invalid when it is no id of a record, named as it was sent', () => {
    for (const id of [unknown, '', 'x']) {
      expect(cursorError({ startingAfter: id, cursorParam: 'starting_after' })).toMatchObject({
        status: 400,
        code: 'cursor_invalid',
        extra: { param: 'starting_after' },
      });
    }
    expect(cursorError({ endingBefore: unknown, cursorParam: 'ending_before' })).toMatchObject({
      extra: { param: 'ending_before' },
    });
    expect(cursorError({ startingAfter: unknown })).toMatchObject({ extra: { param: 'starting_after' } });
  });

  test('400 cursor_invalid, as for an unknown id, for a record of a site that the caller does not reach', () => {
    const [own, other] = SITES.map((site) => entries.find(({ siteId }) => siteId === site)) as [Entry, Entry];
    const responseTo = (name: keyof Lists, request: Partial<PageRequest>, filters: Filters = {}) => {
      try {
        return readPage(lists[name], { limit: 5, ...request }, filters, [own.siteId]);
      } catch (error) {
        const { code, extra, message } = error as Problem;
        return JSON.parse(JSON.stringify({ code, extra, message }).replaceAll(/'[\da-f-]{36}'/g, 'ID'));
      }
    };
    for (const name of NAMES) {
      for (const filters of name === 'byRank' ? [{}] : [{}, { code: 'x1' }]) {
        for (const cursor of ['startingAfter', 'endingBefore'] as const) {
          const unknownResponse = responseTo(name, { [cursor]: unknown, cursorParam: cursor }, filters);
          expect(unknownResponse).toMatchObject({ code: 'cursor_invalid', extra: { param: cursor } });
          expect(responseTo(name, { [cursor]: other.id, cursorParam: cursor }, filters)).toEqual(unknownResponse);
          expect(responseTo(name, { [cursor]: own.id, cursorParam: cursor }, filters)).toContainKey('ids');
        }
      }
    }
  });

  test('is a position: a record that the filters leave out starts the page where it would be', () => {
    const position = entries[60] as Entry;
    const filters = { kind: KINDS.find((kind) => kind !== position.kind) };
    const expected = wholeList('newest', filters, null).filter((id) => id < position.id);
    const page = readPage(lists.newest, { limit: 3, startingAfter: position.id }, filters, null);
    expect(page.ids).toEqual(expected.slice(0, 3));
  });

  test('stays a position when entries are added before it', async () => {
    const first = readPage(lists.newest, { limit: 3 }, {}, null);
    const second = readPage(lists.newest, { limit: 3, startingAfter: first.ids.at(-1) }, {}, null);
    const added = await addEntries(made, choicesOf(2), 5);
    entries.push(...added);
    expect(readPage(lists.newest, { limit: 3, startingAfter: first.ids.at(-1) }, {}, null)).toEqual(second);
    const newer = readPage(lists.newest, { limit: 10, endingBefore: first.ids[0] }, {}, null);
    expect(newer.ids).toEqual(added.map(({ id }) => id).reverse());
  });
});

describe('a list', () => {
  test('is empty for a caller without any site', () => {
    const nothing = { ids: [], hasMore: false, hasNext: false, hasPrevious: false };
    for (const name of NAMES) expect(readPage(lists[name], { limit: 5 }, {}, [])).toEqual(nothing);
  });

  test('rejects a filter that it does not have', () => {
    expect(() => lists.newest(made.store.view(), { limit: 5 }, { color: 'red' })).toThrow("has no filter 'color'");
  });

  test('says whether there is more when its last page is full', () => {
    const count = wholeList('newest', {}, null).length;
    expect(readPage(lists.newest, { limit: count }, {}, null).hasNext).toBe(false);
    expect(readPage(lists.newest, { limit: count - 1 }, {}, null).hasNext).toBe(true);
  });
});
