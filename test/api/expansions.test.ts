import { beforeAll, describe, expect, test } from 'bun:test';
import { forAllTests, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addSession } from '../helpers/bookings.ts';
import { createClient, sellPackage } from '../helpers/sales.ts';

let clientId: string;
let packageId: string;
let paymentId: string;

const studio = forAllTests(openStudio);
beforeAll(async () => {
  clientId = await createClient(studio);
  ({ id: packageId, paymentId } = await sellPackage(studio, clientId));
  await studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio), packageId });
});

/** What stands at the end of `path` in the first record of a list. */
const reached = async (list: string, path: string) => {
  const { status, body } = await studio.get(`/v2/${list}?expand[]=${path}`);
  if (status !== 200) return body.error.param;
  let found = body.data[0];
  for (const step of path.split('.')) found = Array.isArray(found[step]) ? found[step][0] : found[step];
  return found.id;
};

describe('A record includes the same wherever it stands', () => {
  test('200 a client its packages, also inside a booking, a payment and a package', async () => {
    expect(await reached('bookings', 'client.packages')).toBe(packageId);
    expect(await reached('payments', 'client.packages')).toBe(packageId);
    expect(await reached('packages', 'client.packages')).toBe(packageId);
  });

  test('200 a package its payment, also inside a client and a booking', async () => {
    expect(await reached('clients', 'packages.payment')).toBe(paymentId);
    expect(await reached('bookings', 'package.payment')).toBe(paymentId);
    expect(await reached('clients', 'packages.payment.client')).toBe(clientId);
    expect(await reached('bookings', 'client.packages.payment')).toBe(paymentId);
    expect((await reached('clients', 'packages.ledger')).length).toBe(36);
  });

  test('200 a payment its package and booking, also inside a package', async () => {
    expect(await reached('packages', 'payment.package')).toBe(packageId);
    const { body } = await studio.get(`/v2/packages/${packageId}?expand[]=payment.booking`);
    expect(body.payment.booking).toBeNull();
  });

  test('400 a fourth level, and what a record has nowhere', async () => {
    expect(await reached('bookings', 'client.packages.payment.client')).toBe('expand[]');
    expect(await reached('bookings', 'client.packages.session')).toBe('expand[]');
    expect(await reached('clients', 'packages.constructor')).toBe('expand[]');
  });

  test('null what a restricted caller does not reach, at every level', async () => {
    const away = (await studio.post('/v2/sites', { name: 'Away' })).body.id;
    const key = { 'x-service-api-key': await studio.makeKey({ siteIds: [away] }) };
    const guest = await createClient(studio, { homeLocationId: away });
    await sellPackage(studio, guest, {}, { siteId: MAIN_SITE });
    const { body } = await studio.get('/v2/clients?expand[]=packages.payment', key);
    expect(body.data.map(({ id, packages }: { id: string; packages: object[] }) => [id, packages])).toEqual([
      [guest, []],
    ]);
  });
});
