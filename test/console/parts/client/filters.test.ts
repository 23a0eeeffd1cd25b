import { expect, test } from 'bun:test';
import { addressOf, setFilters, shownBy, withFilter } from '../../../../src/console/parts/client/filters.ts';

const list = {
  id: '0199a3c4-0000-7000-8000-000000000001',
  filters: { status: 'suspended', owes: true },
  sort: 'name',
} as const;

test('the filters of an address are those of its list, until it names its own', () => {
  expect(shownBy({ list: list.id }, list)).toEqual({ filters: list.filters, sort: 'name' });
  expect(shownBy({ list: list.id, tag: 'vip', q: 'mei', sort: 'newest' }, list)).toEqual({
    filters: { tag: 'vip', search: 'mei' },
    sort: 'newest',
  });
  // What no filter takes is dropped.
  expect(shownBy({ status: 'gone', site: 'here', away: 'soon', never: 'maybe', archived: 'no' }, undefined)).toEqual({
    filters: {},
    sort: 'newest',
  });
});

test('an address shows again what it was made of', () => {
  const addresses = [
    {},
    { list: list.id },
    { list: list.id, q: 'mei' },
    { list: list.id, waiver: 'none', sort: 'longest_away' },
    { status: 'lead', tag: 'vip', ends: 'P14D', visited: '-P7D', never: 'no', owes: 'no', joined: '-P30D' },
  ];
  for (const address of addresses) {
    const saved = 'list' in address ? list : undefined;
    expect(addressOf(shownBy(address, saved), saved)).toEqual(address);
  }
});

test('the text of a saved list is searched for until it is cleared, and other texts take its place', () => {
  const searching = { ...list, filters: { ...list.filters, search: 'mei' } };
  const { search: _, ...others } = searching.filters;
  const cleared = { filters: others, sort: 'name' } as const;
  expect(addressOf(cleared, searching)).toEqual({ list: list.id, q: '' });
  for (const address of [{ list: list.id }, { list: list.id, q: '' }, { list: list.id, q: 'chen' }]) {
    expect(addressOf(shownBy(address, searching), searching)).toEqual(address);
  }
  expect(shownBy({ list: list.id, q: '' }, searching)).toEqual(cleared);
  expect(shownBy({ q: '' }, undefined)).toEqual({ filters: {}, sort: 'newest' });
  const alone = { ...list, filters: { search: 'mei' } };
  expect(addressOf({ filters: {}, sort: 'name' }, alone)).toEqual({ list: list.id, q: '' });
});

test('a filter takes the place of those that exclude it, and goes alone', () => {
  const away = withFilter({ status: 'active', neverVisited: true }, 'away', '-P30D');
  expect(away).toEqual({ status: 'active', lastVisitBefore: '-P30D' });
  expect(withFilter(away, 'never', 'yes')).toEqual({ status: 'active', neverVisited: true });
  expect(withFilter(away, 'archived', 'yes')).toEqual({ lastVisitBefore: '-P30D', includeArchived: true });
  expect(withFilter(away, 'owes', 'no')).toEqual({ ...away, owes: false });
  expect(withFilter(away, 'away', undefined)).toEqual({ status: 'active' });
  // The chips stand in the order of the address.
  expect(setFilters(withFilter(away, 'tag', 'vip'))).toEqual(['status', 'tag', 'away']);
});
