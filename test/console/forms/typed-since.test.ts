// What stays of a form that was typed in while it was saved.
import { expect, test } from 'bun:test';
import { typedSince } from '../../../src/console/forms/edit/fields.ts';

const before = { name: 'Yoga', room: '', ids: ['a'] };
const sent = { name: 'Flow ' };
// The server stores a name without the space.
const saved = { name: 'Flow', room: 'Blue', ids: ['a'] };
const left = (now: Readonly<Record<string, string | readonly string[]>>) =>
  typedSince<string | readonly string[]>(now, sent, before, saved);

test('nothing is left where the form holds what was sent', () => {
  expect(left({ name: 'Flow ' })).toEqual({});
});

test('what was typed since is left, in the same field and in others', () => {
  expect(left({ name: 'Flow II' })).toEqual({ name: 'Flow II' });
  expect(left({ name: 'Flow ', ids: ['a', 'b'] })).toEqual({ ids: ['a', 'b'] });
  expect(left({ name: 'Flow', room: 'Red' })).toEqual({ room: 'Red' });
});

test('a field that was set back meanwhile is a change over what was saved', () => {
  expect(left({})).toEqual({ name: 'Yoga' });
});
