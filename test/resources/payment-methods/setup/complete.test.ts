import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { CARDS, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('completing a setup', () => {
  test('200 initiate, confirm on the device, complete, list', async () => {
    const { status, body: setup } = await ann.initiate();
    expect([status, Object.keys(setup).sort()]).toEqual([
      200,
      ['expiresAt', 'id', 'mode', 'object', 'processorAccount', 'publishableKey', 'setupIntentClientSecret'],
    ]);
    expect(setup).toMatchObject({
      object: 'payment_method_setup',
      publishableKey: 'pk_test_sandbox',
      mode: 'test',
      processorAccount: null,
      expiresAt: '2026-03-03T08:00:00.000Z',
    });
    expect([await ann.list(), studio.events()]).toEqual([[], []]);
    expect(await studio.confirm(setup)).toEqual({ status: 'succeeded' });
    const { body: saved } = await ann.complete(setup.id);
    expect(saved).toEqual({
      id: setup.id,
      object: 'payment_method',
      type: 'card',
      status: 'active',
      isDefault: true,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, funding: 'credit', country: 'US' },
      bankName: null,
      mandate: null,
      billingName: 'Ann Lee',
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect(await ann.list()).toEqual([saved]);
    const [event, ...more] = studio.eventsInFull();
    expect([event?.type, event?.data, more]).toEqual([
      'payment_method.added',
      {
        paymentMethodId: setup.id,
        clientId: ann.clientId,
        brand: 'visa',
        last4: '4242',
        isDefault: true,
        siteId: MAIN_SITE,
      },
      [],
    ]);
    const client = (await studio.get(`/v2/clients/${ann.clientId}`)).body;
    expect(client.defaultPaymentMethod).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 });
  });

  test('409 payment_method_setup_incomplete before it is confirmed; it can be completed later', async () => {
    const { body: setup } = await ann.initiate();
    expect(errorOf(await ann.complete(setup.id))).toEqual([409, 'payment_method_setup_incomplete']);
    expect(errorOf(await ann.complete(setup.id))).toEqual([409, 'payment_method_setup_incomplete']);
    expect(await studio.confirm(setup, CARDS.requiresAction)).toEqual({ status: 'requires_action' });
    expect(errorWithDetail(await ann.complete(setup.id))).toEqual([
      409,
      'payment_method_setup_incomplete',
      'requires_action',
    ]);
    await studio.sandbox.approve(setup.publishableKey, setup.setupIntentClientSecret);
    expect((await ann.complete(setup.id)).body).toMatchObject({ status: 'active', card: { last4: '3155' } });
  });

  test('409 payment_method_setup_failed with the reason when it was declined; the secret can be used again', async () => {
    const { body: setup } = await ann.initiate();
    expect((await studio.confirm(setup, CARDS.declined)).error?.code).toBe('card_declined');
    const refused = await ann.complete(setup.id);
    expect(errorWithDetail(refused)).toEqual([409, 'payment_method_setup_failed', 'card_declined']);
    expect(refused.body.error.message).toContain('Your card was declined.');
    expect(studio.events()).toEqual([]);
    await studio.confirm(setup);
    expect((await ann.complete(setup.id)).status).toBe(200);
  });

  test('409 payment_method_setup_failed for an expired card; one of this month is good', async () => {
    const { body: setup } = await ann.initiate();
    const card = { number: CARDS.good, expMonth: 2, expYear: 2026, cvc: '123' };
    const { publishableKey, setupIntentClientSecret: secret } = setup;
    expect((await studio.sandbox.confirm(publishableKey, secret, card)).error?.code).toBe('expired_card');
    expect(errorWithDetail(await ann.complete(setup.id))).toEqual([409, 'payment_method_setup_failed', 'expired_card']);
    expect(studio.events()).toEqual([]);
    expect(await studio.sandbox.confirm(publishableKey, secret, { ...card, expMonth: 3 })).toEqual({
      status: 'succeeded',
    });
    expect((await ann.complete(setup.id)).body).toMatchObject({
      status: 'active',
      card: { expMonth: 3, expYear: 2026 },
    });
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('409 another mode, account or customer, which is reported to the operator', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    studio.expectErrors(3);
    for (const change of [
      "account = 'acct_other'",
      "account = null, mode = 'live'",
      "mode = 'test', customerId = 'cus_other'",
    ]) {
      studio.db.run(`update paymentMethods set ${change}`);
      const refused = errorWithDetail(await ann.complete(setup.id));
      expect([change, ...refused]).toEqual([change, 409, 'payment_method_setup_failed', 'mode_mismatch']);
    }
    expect(studio.reportedErrors).toHaveLength(3);
    expect([await ann.list(), studio.events()]).toEqual([[], []]);
  });

  test('200 completing again, also at once, changes nothing', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    const answers = await Promise.all([ann.complete(setup.id), ann.complete(setup.id), ann.complete(setup.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ann.complete(setup.id)).body).toEqual(answers[0]?.body);
    expect([(await ann.list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });

  test('503 reading the setup fails: it stays pending and can be completed later', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    studio.faulty.at('readSetup', 'down', 'garbage');
    studio.expectErrors(1);
    expect(errorOf(await ann.complete(setup.id))).toEqual([503, 'processor_unavailable']);
    expect(errorOf(await ann.complete(setup.id))).toEqual([409, 'payment_method_setup_failed']);
    expect(studio.events()).toEqual([]);
    expect((await ann.complete(setup.id)).status).toBe(200);
  });
});
