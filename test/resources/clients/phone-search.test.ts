import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

test('200 phone numbers are found by their digits, however they are written', async () => {
  const studio = await openStudio();
  const found = (search: string) => studio.listed(`/v2/clients?search=${encodeURIComponent(search)}`, {}, 'firstName');
  const ann = await addClient(studio, { firstName: 'Ann', phone: '+44 20 7946 0958' });
  await addClient(studio, { firstName: 'Bea', phone: '(020) 7946-0958' });
  await addClient(studio, { firstName: 'Cai', phone: '+1 555 010 2030' });
  await addClient(studio, { firstName: 'Dee', email: 'dee5550102@example.com' });
  for (const search of [
    '+44 20 7946 0958',
    '020 7946 0958',
    '(020) 79460958',
    '0044.20.79460958',
    '7946 0958',
    '0958',
  ]) {
    expect({ search, names: await found(search) }).toEqual({ search, names: ['Bea', 'Ann'] });
  }
  expect(await found('5550102')).toEqual(['Dee', 'Cai']);
  expect(await found('555')).toEqual(['Dee']);
  expect(await found('999 999')).toEqual([]);

  await studio.patch(`/v2/clients/${ann}`, { phone: '+44 20 1111 2222' });
  expect(studio.events()).toEqual(['client.updated']);
  expect(await found('020 7946 0958')).toEqual(['Bea']);
  expect(await found('1111 2222')).toEqual(['Ann']);
  await studio.patch(`/v2/clients/${ann}`, { phone: null });
  expect(await found('1111 2222')).toEqual([]);

  const site = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
  const key = await studio.withKey({ siteIds: [site] });
  expect((await studio.get('/v2/clients?search=79460958', key)).body.data).toEqual([]);
});
