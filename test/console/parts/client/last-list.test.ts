import { expect, test } from 'bun:test';
import { lastList, rememberList } from '../../../../src/console/parts/client/last-list.ts';

test('the way back to a list keeps its filters, and does not add a client again', () => {
  rememberList({ search: { q: 'mei', status: 'lead', new: 'Mei Chen' }, name: 'Leads' });
  expect(lastList()).toEqual({ search: { q: 'mei', status: 'lead' }, name: 'Leads' });
});
