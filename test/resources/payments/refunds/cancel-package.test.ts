import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, openStudio } from '../../../helpers/api.ts';
import { createClient, sellPackage } from '../../../helpers/sales.ts';
import { imported, importFile, lacking } from '../../imports/set-up.ts';

// A refund that cancels the package asks for what cancelling it asks for.

let clientId: string;
let packageId: string;
let paymentId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
  ({ id: packageId, paymentId } = await sellPackage(studio, clientId));
});

const withKey = (key: string) => ({ 'x-service-api-key': key });
const refund = (key: string, body: object, id = paymentId) =>
  studio.post(`/v2/payments/${id}/refund`, body, withKey(key));
const cancel = (key: string) => studio.post(`/v2/packages/${packageId}/cancel`, {}, withKey(key));
const statuses = async () => [
  (await studio.get(`/v2/payments/${paymentId}`)).body.status,
  (await studio.get(`/v2/packages/${packageId}`)).body.status,
];

describe('a refund with cancelPackage', () => {
  test('403 without the scope for packages, and 200 with it', async () => {
    const key = await studio.makeKey({ scopes: ['payments:write'] });
    const refused = await refund(key, { cancelPackage: true });
    expect([refused.status, lacking(refused), lacking(await cancel(key))]).toEqual([
      403,
      'packages:write',
      'packages:write',
    ]);
    expect([await statuses(), studio.events()]).toEqual([['completed', 'active'], []]);
    const full = await studio.makeKey({ scopes: ['payments:write', 'packages:write'] });
    expect((await refund(full, { cancelPackage: true })).status).toBe(200);
    expect(await statuses()).toEqual(['refunded', 'cancelled']);
    expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
  });

  test('cancels the package of a client who was erased, too', async () => {
    await studio.given(studio.post(`/manage/clients/${clientId}/erase`, { writeOffDebts: true }));
    expect((await studio.post(`/v2/payments/${paymentId}/refund`, { cancelPackage: true })).status).toBe(200);
    expect(await statuses()).toEqual(['refunded', 'cancelled']);
    expect((await studio.get(`/v2/packages/${packageId}`)).body.cancelReason).toBe('refunded');
    expect(studio.events()).toEqual(['payment.refunded', 'package.cancelled', 'package.credits_changed']);
  });

  test('403 for staff who may refund and not cancel', async () => {
    const desk = { role: 'front_desk', permissionOverrides: { grant: ['payments:refund'] } };
    const { key } = await addStaffKey(studio, desk);
    const refused = await refund(key, { cancelPackage: true });
    expect([refused.status, lacking(refused), lacking(await cancel(key))]).toEqual([
      403,
      'packages:cancel',
      'packages:cancel',
    ]);
    expect([await statuses(), studio.events()]).toEqual([['completed', 'active'], []]);
    const { key: manager } = await addStaffKey(studio, { role: 'manager' });
    expect((await refund(manager, { cancelPackage: true })).status).toBe(200);
    expect(await statuses()).toEqual(['refunded', 'cancelled']);
  });

  test.each([{}, { cancelPackage: false }])('200 without the right to cancel: %p leaves the package', async (body) => {
    const key = await studio.makeKey({ scopes: ['payments:write'] });
    expect((await refund(key, body)).status).toBe(200);
    expect(await statuses()).toEqual(['refunded', 'active']);
    expect(studio.events()).toEqual(['payment.refunded']);
  });

  test('403 for the package of another site, without naming it', async () => {
    const here = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const row = { externalId: 'p', clientId, siteId: here, packageId, amount: 100, paymentMethod: 'cash' };
    const [{ id }] = (await imported(studio, 'payments', [row])).results;
    studio.events();
    const key = await studio.makeKey({ siteIds: [here] });
    const refused = await refund(key, { cancelPackage: true }, id);
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      403,
      'site_not_allowed',
      "This credential cannot access the package of this payment. Leave out 'cancelPackage', or use a credential for its site.",
    ]);
    expect([await statuses(), studio.events()]).toEqual([['completed', 'active'], []]);
    expect((await refund(key, {}, id)).status).toBe(200);
    expect(studio.events()).toEqual(['payment.refunded']);
  });
});

describe('an imported refund with cancelPackage', () => {
  const row = (cancelPackage: boolean) => ({
    externalId: 'p',
    clientId,
    amount: 100,
    paymentMethod: 'cash',
    refunds: [{ amount: 100, cancelPackage }],
  });

  test('403 without the right to cancel packages', async () => {
    const importAs = async (cancelPackage: boolean, ...scopes: string[]) => {
      const headers = withKey(await studio.makeKey({ scopes: ['manage', ...scopes] }));
      return lacking(await importFile(studio, 'payments', [row(cancelPackage)], { headers, dryRun: true }));
    };
    expect(await importAs(true, 'payments:write')).toBe('packages:write');
    expect(await importAs(true, 'payments:write', 'packages:write')).toBeUndefined();
    expect(await importAs(false, 'payments:write')).toBeUndefined();
    expect(studio.events()).toEqual([]);
  });
});
