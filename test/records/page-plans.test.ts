import { beforeAll, describe, expect, test } from 'bun:test';
import type { Filters, PageRequest } from '../../src/records/pages.ts';
import type { MadeUpStore } from '../helpers/made-up-store.ts';
import { isCostly, plansOf } from '../helpers/query-plans.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { preparedBy } from '../helpers/statements.ts';
import { addEntries, type Entry, listsOf, openEntries, SITES } from './entries.ts';

const [FIRST, SECOND] = SITES as [string, string];
const FILTERS = { code: 'x1', kind: 'red', from: '2026-03-03T00:00:00.000Z' };

const openList = async (list: 'newest' | 'byStart') => {
  const made = openEntries(list);
  const entries = await addEntries(made, choicesOf(3), 200);
  return { made, cursor: (entries[100] as Entry).id };
};

/** The steps with which SQLite reads a page, apart from the seek of its cursor. */
const stepsOf = async (
  { made }: { readonly made: MadeUpStore },
  list: 'newest' | 'byStart',
  filters: Filters,
  siteIds: readonly string[] | null,
  request: Partial<PageRequest> = {},
): Promise<string[]> => {
  const page = listsOf()[list];
  const steps = await plansOf(made, 'entries', () =>
    page(made.store.view(), { limit: 5, ...request }, filters, siteIds),
  );
  return steps.filter((step) => !step.includes('sqlite_autoindex_entries_1 (id=?)'));
};

const { code, kind, from } = FILTERS;

describe('the newest first', () => {
  let open: Awaited<ReturnType<typeof openList>>;
  beforeAll(async () => {
    open = await openList('newest');
  });

  const PLANS: readonly [string, Filters, readonly string[] | null, RegExp][] = [
    ['no filter', {}, null, /SCAN entries USING INDEX sqlite_autoindex_entries_1$/],
    ['a filter without an index', { from }, null, /SCAN entries USING INDEX sqlite_autoindex_entries_1$/],
    ['one indexed filter', { kind }, null, /INDEX entriesByKindId \(kind=\?\)$/],
    ['the first of two', { kind, code }, null, /INDEX entriesByCodeId \(code=\?\)$/],
    ['the first of all', { from, kind, code }, null, /INDEX entriesByCodeId \(code=\?\)$/],
    ['one site', {}, [FIRST], /INDEX entriesBySiteIdId \(siteId=\?\)$/],
    ['two sites', {}, [FIRST, SECOND], /INDEX entriesBySiteIdId \(siteId=\?\)$/],
    ['sites, with an index that has both', { kind }, [FIRST], /entriesBySiteIdKindId \(siteId=\? AND kind=\?\)$/],
    ['sites beside a narrower filter', { code }, [FIRST, SECOND], /entriesByCodeId \(code=\?\)$/],
    ['sites beside all', { code, kind, from }, [FIRST], /entriesByCodeId \(code=\?\)$/],
  ];

  for (const [what, filters, siteIds, plan] of PLANS) {
    test(`${what}: an index in the order of the list`, async () => {
      const steps = await stepsOf(open, 'newest', filters, siteIds);
      expect(steps.filter(isCostly)).toEqual([]);
      expect(steps.filter((step) => plan.test(step))).toHaveLength(1);
    });

    test(`${what}, from a cursor: a seek in that index`, async () => {
      for (const request of [{ startingAfter: open.cursor }, { endingBefore: open.cursor }]) {
        const steps = await stepsOf(open, 'newest', filters, siteIds, request);
        expect(steps.filter(isCostly)).toEqual([]);
        const bound = request.startingAfter === undefined ? 'id>?' : 'id<?';
        expect(steps.filter((step) => step.startsWith('SEARCH entries') && step.includes(bound))).toHaveLength(1);
      }
    });
  }

  test('a statement for each combination of filters, whatever their values and order', async () => {
    const page = listsOf().newest;
    const read = open.made.store.view();
    const prepared = async (filters: Filters) =>
      (await preparedBy(open.made.db, () => page(read, { limit: 5 }, filters))).length;
    expect(await prepared({ kind, code })).toBeGreaterThan(0);
    expect(await prepared({ code: 'x2', kind: 'blue' })).toBe(0);
    expect(await prepared({ kind: 'blue', from: undefined, code: 'x3' })).toBe(0);
    expect(await prepared({ kind })).toBeGreaterThan(0);
  });
});

describe('by their start', () => {
  let open: Awaited<ReturnType<typeof openList>>;
  beforeAll(async () => {
    open = await openList('byStart');
  });

  const PLANS: readonly [string, Filters, readonly string[] | null, string][] = [
    ['no filter', {}, null, 'entriesByStartsAtId'],
    ['a range of the order itself', { from }, null, 'entriesByStartsAtId'],
    ['one indexed filter', { kind }, null, 'entriesByKindStartsAtId'],
    ['the first of two', { kind, code }, null, 'entriesByCodeStartsAtId'],
    ['a range within an indexed filter', { kind, from }, null, 'entriesByKindStartsAtId'],
    ['two sites', {}, [FIRST, SECOND], 'entriesBySiteIdStartsAtId'],
    ['a range of two sites', { from }, [FIRST, SECOND], 'entriesBySiteIdStartsAtId'],
    ['sites beside an indexed filter', { kind }, [FIRST], 'entriesByKindStartsAtId'],
  ];

  for (const [what, filters, siteIds, index] of PLANS) {
    test(`${what}: ${index}, and a seek in it from a cursor`, async () => {
      const steps = await stepsOf(open, 'byStart', filters, siteIds);
      expect(steps.filter(isCostly)).toEqual([]);
      expect(steps.filter((step) => new RegExp(`INDEX ${index}\\b`).test(step))).toHaveLength(1);
      const next = await stepsOf(open, 'byStart', filters, siteIds, { startingAfter: open.cursor });
      expect(next.filter(isCostly)).toEqual([]);
      const seek = new RegExp(`SEARCH entries USING INDEX ${index} .*\\(startsAt,id\\)>`);
      expect(next.filter((step) => seek.test(step))).toHaveLength(1);
    });
  }
});
