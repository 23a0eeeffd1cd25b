import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { createPlan } from '../../../helpers/sales.ts';

let cardId: string;
let uptown: string;
const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  cardId = (await studio.save(ann)).id;
  uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
});

/** A membership of three days that renews, sold at the new site. */
const subscribed = async (eligibleSiteIds: readonly string[]) => {
  const planId = await createPlan(studio, { validityDays: 3, autoRenews: true, eligibleSiteIds });
  const body = { clientId: ann.clientId, planId, siteId: uptown, paymentMethod: 'card', paymentMethodId: cardId };
  const response = await studio.post('/manage/packages', body);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const skipTo = (instant: string, days = 0) => studio.time.skipTo(Date.parse(instant) + days * DAY_MS + 60_001);
const find = async (id: string) => (await studio.get(`/v2/packages/${id}`)).body;

describe('the renewal of a package of an archived site', () => {
  test('goes on while the package can be used at another site', async () => {
    const sold = await subscribed([]);
    await studio.given(studio.delete(`/v2/sites/${uptown}`));
    await skipTo(sold.nextRenewalAt);
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    expect((await find(sold.id)).autoRenews).toBe(true);
  });

  test('ends without a charge when the package can be used at no active site; then it expires', async () => {
    const sold = await subscribed([uptown]);
    await studio.given(studio.delete(`/v2/sites/${uptown}`));
    await skipTo(sold.nextRenewalAt);
    await skipTo(sold.nextRenewalAt, 1);
    expect(studio.events()).toEqual(['package.expired', 'package.credits_changed']);
    expect(await find(sold.id)).toMatchObject({ autoRenews: false, nextRenewalAt: null, status: 'expired' });
    expect(studio.taken().count).toBe(1);
  });
});
