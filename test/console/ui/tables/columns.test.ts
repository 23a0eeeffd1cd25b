import { expect, test } from 'bun:test';
import { classOf, headPriority, type ListColumn, placeOf, shownOf } from '../../../../src/console/ui/tables/columns.ts';

const column = (look: Partial<ListColumn<number>>): ListColumn<number> => ({
  id: 'x',
  name: 'X',
  cell: String,
  ...look,
});

test('a column says where its cells go when the list is narrow', () => {
  expect(placeOf(column({ part: 'lead' }))).toEqual({ 'data-cell': 'lead' });
  expect(placeOf(column({ priority: 3 }))).toEqual({ 'data-priority': 3 });
  expect(placeOf(column({ priority: 1 }))).toEqual({});
  expect(placeOf(column({}))).toEqual({ 'data-priority': 2 });
  expect(headPriority(column({ priority: 3 }))).toBe(3);
  // Its head takes no room.
  expect(headPriority(column({ priority: 3, isUnnamed: true }))).toBeUndefined();
});

test('a column says how its cells look, and a record which of them stands out', () => {
  expect(classOf(column({}), 1)).toBe('');
  expect(classOf(column({ priority: 3, isNumber: true }), 1)).toBe('num quiet');
  expect(classOf(column({ priority: 3, isQuiet: false, className: 'nowrap' }), 1)).toBe('nowrap');
  const late = column({ className: 'away', classFor: (days) => days > 41 && 'late' });
  expect([41, 42].map((days) => classOf(late, days))).toEqual(['away', 'away late']);
});

test('a column that says nothing here is left out', () => {
  const columns = [column({ id: 'a' }), column({ id: 'b', isShown: false }), column({ id: 'c', isShown: true })];
  expect(shownOf(columns).map(({ id }) => id)).toEqual(['a', 'c']);
});
