import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

test('400 for a key as long as the body names its first 200 characters', async () => {
  const studio = await openStudio();
  const key = 'k'.repeat(900_000);
  for (const body of [{ [key]: 1 }, { [key]: '\u0001' }, { metadata: { [key]: 'a' } }]) {
    const { status, body: response } = await studio.post('/v2/clients', body);
    expect(status).toBe(400);
    expect(JSON.stringify(response).length).toBeLessThan(5000);
    const params = response.error.details.map(({ param }: { param: string }) => param);
    expect(params).toContain(`${metadataPrefix(body)}${key}`.slice(0, 200).concat('...'));
  }
  expect(studio.events()).toEqual([]);
});

const metadataPrefix = (body: object): string => ('metadata' in body ? 'metadata.' : '');

test('201 a name of 100 characters of two UTF-16 units each; 400 of 101', async () => {
  const studio = await openStudio();
  const create = (firstName: string) =>
    studio.post('/v2/clients', { firstName, lastName: 'Lee', email: 'a@b.example' });
  const { status, body } = await create('🧘'.repeat(100));
  expect([status, body.firstName]).toEqual([201, '🧘'.repeat(100)]);
  expect(studio.events()).toEqual(['client.created']);
  const refused = await create('🧘'.repeat(101));
  expect([refused.status, refused.body.error.message]).toEqual([400, "'firstName' must have at most 100 characters."]);
  expect((await studio.post('/manage/api-keys', { name: '🧘'.repeat(100), scopes: ['*'] })).status).toBe(201);
  expect(studio.events()).toEqual([]);
});
