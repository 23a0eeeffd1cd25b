// A plus sign in a query arrives as a space.
import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

const HINT = "A '+' in a query is read as a space: encode it as '%2B'.";

test('400 says so where it makes a value invalid, and only there', async () => {
  const studio = await openStudio();
  const messages = async (path: string): Promise<string[]> => {
    const { status, body } = await studio.get(path);
    expect(status).toBe(400);
    return body.error.details.map(({ param, message }: { param: string; message: string }) => `${param}: ${message}`);
  };
  expect(await messages('/v2/bookings?from=2026-01-01T00:00:00+01:00')).toEqual([
    `from: 'from' must be a timestamp such as 2026-03-08T07:30:00Z. ${HINT}`,
  ]);
  expect(await messages('/v2/clients?email=a+b@x.example&limit=1+0')).toEqual([
    "limit: 'limit' must be a whole number.",
    `email: 'email' must be an email address such as ann@example.com. ${HINT}`,
  ]);
  expect((await messages('/v2/clients?email=a%20b@x.example'))[0]).not.toContain('%2B');
  expect((await messages('/v2/clients?email=a+b'))[0]).not.toContain('%2B');
  expect((await messages('/v2/clients?nothing=a+b'))[0]).not.toContain('%2B');
  for (const path of ['/v2/clients?email=a%2Bb@x.example', '/v2/clients?search=ann+lee']) {
    expect((await studio.get(path)).status).toBe(200);
  }
});
