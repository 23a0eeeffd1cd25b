import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

/** Normalising it takes minutes; it has two combining characters that must be put in order. */
const MARKS = '\u0301\u0316'.repeat(150_000);

test('400 for more than 10 combining characters in a row, without normalising them', async () => {
  const studio = await openStudio();
  const refused = await studio.post('/v2/clients', {
    firstName: `a${MARKS}`,
    lastName: 'Rivera',
    email: 'a@b.example',
  });
  expect(refused.status).toBe(400);
  expect(refused.body.error.details).toContainEqual({
    param: 'firstName',
    code: 'parameter_invalid',
    message: "'firstName' has more than 10 combining characters in a row. Remove some of them.",
    reason: 'not_accepted',
  });
  const search = await studio.get(`/v2/clients?search=${encodeURIComponent(MARKS.slice(0, 40_000))}`);
  expect(search.status).toBe(400);
  const imported = await studio.post('/manage/imports?family=clients', [{ firstName: `a${MARKS}` }]);
  expect(imported.status).toBe(400);
  expect(studio.events()).toEqual([]);

  const limit = { lastName: 'Rivera', email: 'a@b.example' };
  expect((await studio.post('/v2/clients', { ...limit, firstName: `e\u0301${'\u0316'.repeat(10)}` })).status).toBe(400);
  const client = { firstName: `e\u0301${'\u0316'.repeat(9)}`, lastName: 'Rivera', email: 'a@b.example' };
  const accepted = await studio.post('/v2/clients', client);
  expect(accepted.status).toBe(201);
  expect(accepted.body.firstName).toBe(client.firstName.normalize('NFC'));
  expect(studio.events()).toEqual(['client.created']);
});

test('201 the longest body of an entry in NFC', async () => {
  const studio = await openStudio();
  const body = 'cafe\u0301 '.repeat(20_000).trim();
  const entry = { title: 'Coffee', type: 'article', body: body.slice(0, 99_999) };
  const created = await studio.post('/manage/content/entries', entry);
  expect([created.status, created.body.body]).toEqual([201, entry.body.normalize('NFC')]);
  expect(studio.events()).toEqual([]);
});
