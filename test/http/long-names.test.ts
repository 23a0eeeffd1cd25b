import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

test('400 for a key as long as the body names its first 200 characters', async () => {
  const studio = await openStudio();
  const key = 'k'.repeat(900_000);
  for (const body of [{ [key]: 1 }, { [key]: '\u0001' }, { metadata: { [key]: 'a' } }]) {
    const { status, body: answer } = await studio.post('/v2/clients', body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer).length).toBeLessThan(5000);
    const params = answer.error.details.map(({ param }: { param: string }) => param);
    expect(params).toContain(`${metadataPrefix(body)}${key}`.slice(0, 200).concat('...'));
  }
  expect(studio.events()).toEqual([]);
});

const metadataPrefix = (body: object): string => ('metadata' in body ? 'metadata.' : '');
