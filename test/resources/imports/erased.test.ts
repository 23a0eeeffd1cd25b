import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { exportFile, importFile } from './set-up.ts';

const studio = forEachTest(openCardStudio);
const eve = forEachTest(() => studio.member({ firstName: 'Eve', lastName: 'Moss' }));

const erase = async () => {
  expect((await studio.post(`/manage/clients/${eve.clientId}/erase`)).status).toBe(200);
  studio.events();
};

const refused = async (family: string, row: object) => {
  const { status, body } = await importFile(studio, family, [row]);
  expect([family, status, body.error.details[0].code]).toEqual([family, 400, 'client_erased']);
  expect(studio.events()).toEqual([]);
};

test('400 an identity, a signature and a saved card of an erased client', async () => {
  await erase();
  await refused('member_links', { clientId: eve.clientId, issuer: 'https://id.example', subject: 'eve' });
  const signed = { kind: 'waiver', version: '1', text: 'x', name: 'Eve Moss', signedAt: '2026-01-01T00:00:00Z' };
  await refused('agreements', { clientId: eve.clientId, ...signed });
  const card = { processor: 'sandbox', mode: 'test', customerId: 'cus_1', cardId: 'pm_1', billingName: 'Eve Moss' };
  await refused('payment_methods', { clientId: eve.clientId, ...card });
  expect(
    studio.db
      .query('select 1 from memberLinks union select 1 from agreements union select 1 from paymentMethods')
      .all(),
  ).toEqual([]);
});

test('400 what an older file says of the records of an erased client; 200 what an export says', async () => {
  const { id: packageId } = await sellPackage(studio, eve.clientId);
  const bookingId = await addBooking(studio, eve.clientId, await addSession(studio));
  const payment = await studio.post('/manage/payments', {
    clientId: eve.clientId,
    amount: 500,
    currency: 'USD',
    paymentMethod: 'cash',
    purpose: 'product',
    description: 'For Eve',
  });
  await erase();
  await refused('payments', { id: payment.body.id, description: 'For Eve' });
  await refused('packages', { id: packageId, name: 'Gift of Eve' });
  await refused('bookings', { id: bookingId, notes: 'Eve called' });
  for (const family of ['payments', 'packages', 'bookings']) {
    const rows = JSON.parse(await exportFile(studio, family, 'json'));
    expect((await importFile(studio, family, rows)).body).toMatchObject({ unchanged: rows.length });
  }
});
