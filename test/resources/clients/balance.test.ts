import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';

test('a client who owes nothing has a balance in the currency of the business, also in lists and expansions', async () => {
  const studio = await openStudio();
  const clientId = await addClient(studio, { lastName: 'Lee' });
  await addBooking(studio, clientId, await addSession(studio));
  const balances = async () => [
    (await studio.get(`/v2/clients/${clientId}`)).body.accountBalance,
    (await studio.get('/v2/clients')).body.data[0].accountBalance,
    (await studio.get('/v2/clients?search=lee')).body.data[0].accountBalance,
    (await studio.get('/v2/bookings?expand[]=client')).body.data[0].client.accountBalance,
  ];
  const inCurrency = (currency: string) => Array.from({ length: 4 }, () => ({ amount: 0, currency }));
  expect(await balances()).toEqual(inCurrency('USD'));
  await studio.patch('/v2/settings', { payment: { currency: 'EUR' } });
  expect(await balances()).toEqual(inCurrency('EUR'));
});
