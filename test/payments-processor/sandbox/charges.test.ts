import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { errorWithDetail } from '../../helpers/errors.ts';

const PLACE = { mode: 'test', account: null } as const;

let cardId: string;
/** A card that is good until the end of March 2026, half a day after the clock starts. */
const studio = forEachTest(() => openCardStudio({ startAt: Date.parse('2026-03-31T12:00:00Z') }));
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  const { body: setup } = await ann.initiate();
  const card = { number: '4242 4242 4242 4242', expMonth: 3, expYear: 2026, cvc: '123' };
  await studio.sandbox.confirm(setup.publishableKey, setup.setupIntentClientSecret, card);
  cardId = (await ann.complete(setup.id)).body.id;
  studio.events();
});

const pay = () =>
  studio.post('/manage/payments', {
    clientId: ann.clientId,
    amount: 1800,
    currency: 'USD',
    purpose: 'drop_in',
    paymentMethod: 'card',
    paymentMethodId: cardId,
  });

describe('a card of the sandbox that expires', () => {
  test('201 is charged until the end of its month', async () => {
    await studio.time.moveTo(Date.parse('2026-03-31T23:59:59Z'));
    expect((await pay()).body).toMatchObject({ status: 'completed', failureCode: null });
    expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
  });

  test('409 is declined afterwards, also when its charge is read', async () => {
    await studio.time.moveTo(Date.parse('2026-04-01T00:00:00Z'));
    expect(errorWithDetail(await pay())).toEqual([409, 'card_declined', 'expired_card']);
    expect((await studio.get('/v2/payments')).body.data).toMatchObject([
      { status: 'failed', failureCode: 'expired_card', failureMessage: 'Your card has expired.' },
    ]);
    expect(studio.events()).toEqual(['payment.created', 'payment.failed']);
    const { id } = studio.db.query("select id from sandboxProcessor where kind = 'charge'").get() as { id: string };
    expect(await studio.sandbox.readCharge(PLACE, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'expired_card', message: 'Your card has expired.' },
    });
    expect(studio.taken().count).toBe(0);
  });

  test('200 a charge from before is the same one for its key, and can be refunded', async () => {
    const { body: paid } = await pay();
    studio.events();
    const { body } = studio.db.query("select body from sandboxProcessor where kind = 'charge'").get() as {
      body: string;
    };
    await studio.time.moveTo(Date.parse('2026-04-01T00:00:00Z'));
    const { id, key, declined: _, abandoned: _a, amountRefunded: _r, ...request } = JSON.parse(body);
    expect(await studio.sandbox.charge(PLACE, key, request)).toMatchObject({ id, amount: 1800 });
    expect((await studio.post(`/v2/payments/${paid.id}/refund`, {})).body.status).toBe('refunded');
    expect(studio.events()).toEqual(['payment.refunded']);
  });
});
