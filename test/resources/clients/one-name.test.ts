import { beforeEach, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { fullName, withInitial } from '../../../src/kernel/full-name.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { pagesOf } from '../../helpers/member-pages.ts';
import { openForMembers } from '../../helpers/member-sign-in.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from '../imports/set-up.ts';

const world = forEachTest(() => openForMembers());
let id: string;
beforeEach(async () => {
  const person = { firstName: 'Mononym', lastName: '', email: 'mononym@example.com' };
  const { status, body } = await world.studio.post('/v2/clients', person);
  expect([status, body.lastName, body.fullName]).toEqual([201, '', 'Mononym']);
  ({ id } = body);
  world.studio.events();
});

test('lists, searches and changes know a client with one name', async () => {
  const { studio } = world;
  expect(await studio.listed('/v2/clients?search=mononym', {}, 'fullName')).toEqual(['Mononym']);
  expect((await studio.get(`/v2/clients/${id}`)).body.fullName).toBe('Mononym');
  expect((await studio.patch(`/v2/clients/${id}`, { lastName: 'Lee' })).body.fullName).toBe('Mononym Lee');
  expect((await studio.patch(`/v2/clients/${id}`, { lastName: '' })).body.fullName).toBe('Mononym');
  for (const lastName of [null, '\u200b'])
    expect((await studio.patch(`/v2/clients/${id}`, { lastName })).status).toBe(400);
  expect((await studio.post('/v2/clients', { firstName: 'Ann', email: 'ann@example.com' })).body.error.code).toBe(
    'parameter_missing',
  );
});

test('pages, emails and boards write the name without a gap', async () => {
  const { studio, mails } = world;
  await sellPackage(studio, id);
  await addBooking(studio, id, await addSession(studio, { startsIn: 3 * DAY_MS }));
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails.at(-1)?.calendar?.content.replaceAll('\r\n ', '')).toContain('CN="Mononym":');
  const pages = await pagesOf(studio, id);
  const profile = (await pages.get('/book/me/account/profile')).text;
  expect(profile).toMatch(/<input[^>]*id="lastName"[^>]*value=""(?![^>]*required)/);
  const privacy = (await pages.get('/book/me/account/privacy')).text;
  expect(privacy.match(/<bdi>[^<]*/g)).toEqual(['<bdi>Mononym', '<bdi>Mononym', '<bdi>Hidden']);
  expect([
    withInitial('Dana', 'Rivera'),
    withInitial('Dana', ''),
    fullName({ firstName: 'Dana', lastName: '' }),
  ]).toEqual(['Dana R.', 'Dana', 'Dana']);
});

test('a file of this program with an empty last name makes such a client, and leaves that of a known one', async () => {
  const { studio } = world;
  const row = '1,Cher,,cher@example.com';
  const foreign = await importFile(studio, 'clients', `externalId,firstName,lastName,email\n${row}`);
  expect(complaints(foreign)).toEqual(['2 lastName parameter_missing']);
  await studio.given(importFile(studio, 'clients', `id,externalId,firstName,lastName,email\n,${row}`));
  expect(await studio.listed('/v2/clients?external_id=1', {}, 'fullName')).toEqual(['Cher']);
  await imported(studio, 'clients', [{ externalId: '2', firstName: 'Ann', lastName: 'Lee', email: 'lee@example.com' }]);
  await studio.given(importFile(studio, 'clients', 'id,externalId,firstName,lastName\n,2,Anna,'));
  expect(await studio.listed('/v2/clients?external_id=2', {}, 'fullName')).toEqual(['Anna Lee']);
});
