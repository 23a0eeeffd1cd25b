import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { complaints } from './set-up.ts';

const CSV = `externalId,firstName,lastName,email
p1,Ann,Lee,family@example.com
p2,Ben,Lee,Family@example.com
p3,Cleo,Lee,family@example.com
`;

const openSharing = async () => {
  const studio = await openStudio();
  const send = (query: string, key = studio.mainKey) =>
    studio.send('POST', `/manage/imports?family=clients${query}`, CSV, {
      'content-type': 'text/csv',
      'x-service-api-key': key,
    });
  return { studio, send };
};

test('400 two people with one email are told as that, with the choice', async () => {
  const { studio, send } = await openSharing();
  const refused = await send('');
  expect(complaints(refused)).toEqual(['3 email client_email_exists', '4 email client_email_exists']);
  expect(refused.body.error.details[0].message).toContain("the client with the external ID 'p1'");
  expect(refused.body.error.details[0].message).toContain('--shared-email keep-first');
  expect((await send('&shared_email=keep-last')).status).toBe(400);
  expect(studio.events()).toEqual([]);
});

test('200 keep-first: the first keeps the email, and a second import changes nothing', async () => {
  const { studio, send } = await openSharing();
  expect((await send('&shared_email=keep-first&dry_run=true')).body).toMatchObject({ created: 3 });
  expect((await send('&shared_email=keep-first')).body).toMatchObject({ created: 3 });
  const { data } = (await studio.get('/v2/clients')).body;
  expect(data.map(({ externalId, email }: { externalId: string; email: string }) => [externalId, email])).toEqual([
    ['p3', null],
    ['p2', null],
    ['p1', 'family@example.com'],
  ]);
  expect((await send('&shared_email=keep-first')).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  expect(studio.events()).toEqual(['import.completed', 'import.completed']);
});

test('403 the choice gives nobody a right: a key that writes no clients imports none', async () => {
  const { studio, send } = await openSharing();
  const key = await studio.makeKey({ scopes: ['manage', 'clients:read'] });
  expect((await send('&shared_email=keep-first', key)).body.error.code).toBe('permission_denied');
  expect(studio.events()).toEqual([]);
});
