import { beforeEach, describe, expect, test } from 'bun:test';
import { isoInstant } from '../../../src/kernel/clock.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { consume, restore } from '../../../src/resources/packages/credits/spend.ts';
import { renew } from '../../../src/resources/packages/lifecycle/renew.ts';
import { Package } from '../../../src/resources/packages/record.ts';
import { addArrears, reduceArrears } from '../../../src/resources/payments/charging/arrears.ts';
import { forEachTest } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { imported } from '../imports/set-up.ts';

const HELD = [true, 'arrears'];
const FREE = [false, null];
const SALE = [
  'payment.created',
  'payment.completed',
  'package.purchased',
  'package.credits_changed',
  'package.activated',
];
const debt = { amount: 2500, currency: 'USD' };

let clientId: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  clientId = (await studio.member()).clientId;
});

const owe = () => studio.store.write((tx) => addArrears(tx, clientId, debt));
const settle = () => studio.store.write((tx) => reduceArrears(tx, clientId, debt));
const holdOf = async (id: string) => {
  const { onHold, holdReason } = (await studio.get(`/v2/packages/${id}`)).body;
  return [onHold, holdReason];
};

describe('a package of a client in arrears', () => {
  test('is sold on hold, pays for nothing, and is released with the others', async () => {
    const { id: earlier } = await sellPackage(studio, clientId);
    await studio.given(owe());
    const sale = { clientId, planId: await createPlan(studio), paymentMethod: 'cash' };
    const { body: sold } = await studio.post('/manage/packages', sale);
    expect([sold.onHold, sold.holdReason, sold.status]).toEqual([...HELD, 'active']);
    expect(studio.events()).toEqual(SALE);
    expect([await holdOf(earlier), await holdOf(sold.id)]).toEqual([HELD, HELD]);

    const body = { clientId, sessionId: await addSession(studio) };
    const refused = await studio.post('/v2/bookings', { ...body, packageId: sold.id });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([409, 'on_hold']);
    expect((await studio.post('/v2/bookings', body)).body.bookingSource).toBe('unpaid');

    await settle();
    expect([await holdOf(earlier), await holdOf(sold.id)]).toEqual([FREE, FREE]);
  });

  test('is sold on hold by card too', async () => {
    const card = await studio.save(await studio.signedIn(clientId));
    await owe();
    const sale = { clientId, planId: await createPlan(studio), paymentMethod: 'card', paymentMethodId: card.id };
    const { body: sold } = await studio.post('/manage/packages', sale);
    expect([sold.onHold, sold.holdReason]).toEqual(HELD);
    expect(studio.events()).toEqual(SALE);
  });

  test('is not on hold where the settings of its site say so, whichever comes first', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Uptown' })).body;
    await studio.patch(`/v2/settings?siteId=${other}`, { payment: { holdCreditsInArrears: false } });
    const [here, there] = [
      await sellPackage(studio, clientId),
      await sellPackage(studio, clientId, {}, { siteId: other }),
    ];
    await owe();
    expect([await holdOf(here.id), await holdOf(there.id)]).toEqual([HELD, FREE]);
    const later = await sellPackage(studio, clientId, {}, { siteId: other });
    expect(await holdOf(later.id)).toEqual(FREE);
  });

  test('is on hold when a restored credit extends it after its end', async () => {
    const { id } = await sellPackage(studio, clientId, { validityDays: 1 });
    const booking = { bookingId: UNKNOWN, startTime: isoInstant(studio.time.now() + DAY_MS / 2), creditCost: 1 };
    await studio.store.write((tx) => {
      const row = Package.rows.find(tx, id);
      if (row !== undefined) consume(tx, row, booking);
    });
    await studio.time.skipTo(studio.time.now() + 3 * DAY_MS);
    await owe();
    expect(await holdOf(id)).toEqual(FREE);
    studio.events();
    await studio.store.write((tx) => {
      restore(tx, UNKNOWN);
    });
    expect(studio.events()).toEqual(['package.credits_changed']);
    expect([await holdOf(id), (await studio.get(`/v2/packages/${id}`)).body.status]).toEqual([HELD, 'active']);
  });

  test('is on hold when a renewal that is paid late begins it anew', async () => {
    const { id, paymentId } = await sellPackage(studio, clientId, { validityDays: 1 });
    await studio.time.skipTo(studio.time.now() + 3 * DAY_MS);
    await owe();
    await studio.store.write((tx) => renew(tx, id, paymentId));
    expect([await holdOf(id), (await studio.get(`/v2/packages/${id}`)).body.status]).toEqual([HELD, 'active']);
  });

  test('is imported on hold, unless its row says otherwise or it is over', async () => {
    const planId = await createPlan(studio);
    await studio.given(owe());
    const ended = { id: UNKNOWN, startsAt: '2025-01-01T00:00:00.000Z', status: 'expired', creditsRemaining: 0 };
    const rows = [{ externalId: 'a' }, { externalId: 'b', onHold: false }, ended];
    await imported(
      studio,
      'packages',
      rows.map((row) => ({ clientId, planId, ...row })),
    );
    expect(studio.events()).toEqual(['import.completed']);
    const { data } = (await studio.get(`/v2/packages?client_id=${clientId}`)).body;
    const idOf = (externalId: string) => data.find((row: { externalId: string }) => row.externalId === externalId).id;
    expect([await holdOf(idOf('a')), await holdOf(idOf('b')), await holdOf(UNKNOWN)]).toEqual([HELD, FREE, FREE]);
  });
});
