import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { exportFile, imported, importFile, lacking } from '../imports/set-up.ts';

const CARD = '019cad8f-ac00-7070-987d-5c79805043c8';
const processor = { name: 'stripe', mode: 'live', account: null, chargeId: 'ch_1' };

let refunded: object;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  const clientId = await createClient(studio);
  const card = { id: CARD, clientId, processor: 'stripe', mode: 'live', customerId: 'cus_1', cardId: 'pm_1' };
  const charge = {
    paymentMethodId: CARD,
    attempt: 1,
    isOpen: false,
    isAutomatic: false,
    handler: 'recorded_payment',
    context: {},
  };
  const refunds = [{ amount: 100, processorRefundId: 're_1', cancelPackage: false }];
  refunded = { externalId: 'r', clientId, amount: 100, paymentMethod: 'card', processor, refunds };
  const failed = { externalId: 'f', clientId, amount: 100, paymentMethod: 'card', status: 'failed' };
  await imported(studio, 'payment_methods', [card]);
  await studio.given(imported(studio, 'payments', [refunded, { ...failed, state: { isOfPackage: false, charge } }]));
});

const exported = async (key: string) => {
  const rows = JSON.parse(await exportFile(studio, 'payments', 'json', key));
  return ['r', 'f'].map((name) => rows.find((each: { externalId: string }) => each.externalId === name));
};

describe('the file of payments', () => {
  test('has all parts for whoever may set up the processor', async () => {
    for (const key of [studio.mainKey, (await addStaffKey(studio, { role: 'owner' })).key]) {
      const [paid, failed] = await exported(key);
      expect(paid.refunds).toMatchObject([{ amount: 100, processorRefundId: 're_1' }]);
      expect(failed.state).toMatchObject({ charge: { paymentMethodId: CARD } });
      const [header] = (await exportFile(studio, 'payments', 'csv', key)).split('\r\n');
      expect(header).toContain('state.charge.handler');
    }
  });

  test('leaves out what only the processor knows of for a manager, and comes in again unchanged', async () => {
    const { key, headers } = await addStaffKey(studio, { role: 'manager' });
    const [paid, failed] = await exported(key);
    expect(paid.processor).toEqual(processor);
    expect(paid.refunds).toMatchObject([{ amount: 100, status: 'succeeded', cancelPackage: false }]);
    expect(Object.keys(paid.refunds[0])).not.toContain('processorRefundId');
    const state = { isOfPackage: false, discountCodeId: null, discountGivenBackAt: null, returned: false };
    expect([paid.state, failed.state]).toEqual([state, state]);
    const csv = await exportFile(studio, 'payments', 'csv', key);
    expect(csv).toContain('state.isOfPackage');
    expect(csv).not.toMatch(/re_1|charge\.|processorRefundId/);
    for (const file of [csv, [paid, failed]]) {
      expect((await importFile(studio, 'payments', file, { headers })).body).toMatchObject({ unchanged: 2 });
    }
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('403 the id of a refund at the processor from a manager', async () => {
    const { headers } = await addStaffKey(studio, { role: 'manager' });
    const row = { ...refunded, externalId: 'r2', processor: null };
    expect(lacking(await importFile(studio, 'payments', [row], { headers }))).toBe('settings:processor');
    expect((await importFile(studio, 'payments', [row])).body.created).toBe(1);
    expect(studio.events()).toEqual(['import.completed']);
  });
});
