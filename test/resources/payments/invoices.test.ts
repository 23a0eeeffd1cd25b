import { beforeEach, describe, expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { createClient, createPlan, sellPackage } from '../../helpers/sales.ts';

let studio: Studio;
let clientId: string;
beforeEach(async () => {
  studio = await openStudio();
  clientId = await createClient(studio);
});

describe('invoice numbers', () => {
  test('have no gaps when sales fail between them', async () => {
    const planId = await createPlan(studio);
    const sell = (body: object) => studio.post('/manage/packages', { clientId, planId, ...body });
    const answers = await Promise.all([sell({}), sell({ startsAt: '2020-01-01T00:00:00Z' }), sell({}), sell({})]);
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 201]);
    const numbers = await studio.listed('/v2/payments', {}, 'invoiceNumber');
    expect(numbers).toEqual(['2026-000003', '2026-000002', '2026-000001']);
  });

  test('start again with the local year of the brand', async () => {
    // Still the old year in New York.
    studio = await openStudio({ startAt: Date.parse('2027-01-01T04:59:59.999Z') });
    clientId = await createClient(studio);
    expect((await sellPackage(studio, clientId)).payment.invoiceNumber).toBe('2026-000001');
    await studio.time.skipTo(Date.parse('2027-01-01T05:00:00.000Z'));
    expect((await sellPackage(studio, clientId)).payment.invoiceNumber).toBe('2027-000001');
  });
});
