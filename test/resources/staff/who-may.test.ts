import { expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { signedIn } from '../../helpers/people.ts';

const studio = forEachTest(openStudio);

const holders = async (permission: string, headers: Record<string, string>): Promise<unknown> => {
  const { body } = await studio.get(`/manage/staff/who-may?permission=${permission}`, headers);
  return body.holders?.map(({ name }: { name: string }) => name);
};

test('200 who may refund: owners first, of the sites of the caller, and nobody who is inactive', async () => {
  const { id: uptown } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  const add = (firstName: string, role: string, others: object = {}) =>
    signedIn(studio, { firstName, lastName: 'Lo', role, ...others });
  await add('Far', 'manager', { siteIds: [uptown] });
  await add('Gone', 'manager', { status: 'inactive' });
  await add('Less', 'manager', { permissionOverrides: { revoke: ['payments:refund'] } });
  await add('Near', 'manager', { siteIds: [MAIN_SITE], displayName: 'Nora' });
  await add('Olivia', 'owner');
  const desk = await add('Felix', 'front_desk', { siteIds: [MAIN_SITE] });
  expect(await holders('payments:refund', desk.headers)).toEqual(['Olivia Lo', 'Nora']);
  const instructor = await add('Ana', 'instructor');
  expect(await holders('backups:manage', instructor.headers)).toEqual(['Olivia Lo']);
  expect(studio.events()).toEqual([]);
});

test('400 a permission that does not exist, and 403 a key without the scope manage', async () => {
  const { status, body } = await studio.get('/manage/staff/who-may?permission=refunds');
  expect([status, body.error.param]).toEqual([400, 'permission']);
  const key = await studio.withKey({ scopes: ['staff:read'] });
  expect((await studio.get('/manage/staff/who-may?permission=payments:refund', key)).status).toBe(403);
});
