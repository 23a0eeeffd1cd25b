import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../../helpers/errors.ts';

const BACK = 'https://yoga.example/cards/add';
const IBAN = 'DE89 3704 0044 0532 0130 00';

const studio = forEachTest(() => openCardStudio());
let ann: Member;
beforeEach(async () => {
  await studio.patch('/v2/settings', { payment: { waysToPay: true } });
  ann = await studio.member();
  studio.events();
});

/** A setup, with what the script of the processor does with it on the device. */
const begun = async (who = ann) => {
  const { body } = await who.initiate();
  const { id, publishableKey: key, setupIntentClientSecret: secret } = body;
  const { sandbox } = studio;
  return {
    id,
    key,
    secret,
    save: (chosen: Parameters<typeof sandbox.saveWay>[2]) => sandbox.saveWay(key, secret, chosen),
    decide: (isApproved: boolean) => sandbox.approve(key, secret, isApproved),
    back: () => new URL(sandbox.backFrom(key, secret)),
    complete: () => who.complete(id),
  };
};

describe('saving a way to pay for later', () => {
  test('200 an account, with its mandate; it is the default, as a card is', async () => {
    const { id, save, complete } = await begun();
    expect(await save({ way: 'debit', iban: IBAN })).toEqual({ status: 'succeeded' });
    expect(studio.events()).toEqual([]);
    expect((await complete()).body).toMatchObject({
      type: 'sepa_debit',
      status: 'active',
      isDefault: true,
      card: { brand: null, last4: '3000', expMonth: null, expYear: null },
      bankName: 'Sandbox Bank',
      mandate: { reference: expect.stringMatching(/^SANDBOX-/), acceptedAt: '2026-03-02T08:00:00.000Z' },
    });
    const [event, ...more] = studio.eventsInFull();
    expect([event?.type, event?.data, more]).toEqual([
      'payment_method.added',
      {
        paymentMethodId: id,
        clientId: ann.clientId,
        brand: 'sepa_debit',
        last4: '3000',
        isDefault: true,
        siteId: MAIN_SITE,
      },
      [],
    ]);
  });

  test('200 a wallet, which is a card, beside the default', async () => {
    await studio.save(ann);
    const { save, complete } = await begun();
    await save({ way: 'wallet' });
    expect((await complete()).body).toMatchObject({
      type: 'card',
      isDefault: false,
      card: { brand: 'visa', last4: '4242' },
      mandate: null,
    });
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('200 a card, as without it', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    expect((await ann.complete(setup.id)).body).toMatchObject({ type: 'card', status: 'active' });
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('409 payment_method_setup_failed for an account that is not one; another can be tried', async () => {
    const { save, complete } = await begun();
    expect((await save({ way: 'debit', iban: 'DE00' })).error?.code).toBe('invalid_bank_account_iban');
    expect(errorWithDetail(await complete())).toEqual([
      409,
      'payment_method_setup_failed',
      'invalid_bank_account_iban',
    ]);
    expect(studio.events()).toEqual([]);
    await save({ way: 'debit', iban: IBAN });
    expect((await complete()).status).toBe(200);
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('409 payment_method_limit with as many as may be saved', async () => {
    await studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } });
    const { save, complete } = await begun();
    await studio.save(ann);
    await save({ way: 'debit', iban: IBAN });
    expect(errorOf(await complete())).toEqual([409, 'payment_method_limit']);
    expect(studio.events()).toEqual([]);
  });

  test('404 for a way that another member saves', async () => {
    const ben = await studio.member();
    const { id, save } = await begun();
    await save({ way: 'debit', iban: IBAN });
    studio.events();
    expect(errorOf(await ben.complete(id))).toEqual([404, 'resource_not_found']);
    expect(studio.events()).toEqual([]);
  });

  test('the processor refuses another way where cards alone are saved: with the setting off, and for staff', async () => {
    const { body: desk } = await studio.send('POST', `/manage/clients/${ann.clientId}/payment-methods`);
    await studio.patch('/v2/settings', { payment: { waysToPay: false } });
    const off = await begun();
    for (const [key, secret] of [
      [off.key, off.secret],
      [desk.publishableKey, desk.setupIntentClientSecret],
    ]) {
      await expect(studio.sandbox.saveWay(key, secret, { way: 'wallet' })).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect(errorOf(await off.complete())).toEqual([409, 'payment_method_setup_incomplete']);
  });
});

describe('a bank with a page of its own', () => {
  test('leads back with the setup and its secret; what is approved leaves an account', async () => {
    const { key, secret, save, decide, back, complete } = await begun();
    expect(await save({ way: 'redirect', returnUrl: BACK })).toEqual({ status: 'requires_action' });
    expect(errorWithDetail(await complete())).toEqual([409, 'payment_method_setup_incomplete', 'requires_action']);
    expect(await decide(true)).toEqual({ status: 'succeeded' });
    const { origin, pathname, searchParams } = back();
    expect(origin + pathname).toBe(BACK);
    expect([...searchParams]).toEqual([
      ['setup_intent', secret.split('_secret_')[0]],
      ['setup_intent_client_secret', secret],
      ['redirect_status', 'succeeded'],
    ]);
    expect(key).toBe('pk_test_sandbox');
    expect((await complete()).body).toMatchObject({ type: 'sepa_debit', bankName: 'Sandbox Bank' });
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('409 declined at the bank; the same setup can be tried another way', async () => {
    const { save, decide, back, complete } = await begun();
    await save({ way: 'redirect', returnUrl: BACK });
    expect((await decide(false)).error?.code).toBe('setup_intent_authentication_failure');
    expect(back().searchParams.get('redirect_status')).toBe('failed');
    expect(errorWithDetail(await complete())).toEqual([
      409,
      'payment_method_setup_failed',
      'setup_intent_authentication_failure',
    ]);
    expect(studio.events()).toEqual([]);
    await save({ way: 'wallet' });
    expect((await complete()).status).toBe(200);
  });

  test('who comes back twice saves once, also after a decision that comes late', async () => {
    const { save, decide, complete } = await begun();
    await save({ way: 'redirect', returnUrl: BACK });
    await decide(true);
    const [first, again] = [await complete(), await complete()];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect((await decide(false)).status).toBe('succeeded');
    expect([(await ann.list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });

  test('who never comes back has saved what the bank approved: the event of the processor says so', async () => {
    const { id, secret, save, decide } = await begun();
    await save({ way: 'redirect', returnUrl: BACK });
    await decide(true);
    const objectId = secret.split('_secret_')[0];
    const place = { mode: 'test', account: null };
    const body = JSON.stringify({ id: 'evt_1', type: 'setup_intent.succeeded', objectId, place });
    const headers = { 'x-service-api-key': '', 'processor-signature': await studio.sandbox.sign(body) };
    expect((await studio.send('POST', '/webhooks/processor', body, headers)).status).toBe(200);
    expect((await ann.list()).map((each: { id: string }) => each.id)).toEqual([id]);
    expect(studio.events()).toEqual(['payment_method.added']);
    expect((await ann.complete(id)).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('a card that is typed after a return needs no bank', async () => {
    const { key, secret, save, complete } = await begun();
    await save({ way: 'redirect', returnUrl: BACK });
    const card = { number: CARDS.good, expMonth: 12, expYear: 2030, cvc: '123' };
    expect(await studio.sandbox.confirm(key, secret, card)).toEqual({ status: 'succeeded' });
    expect((await complete()).body.type).toBe('card');
  });
});
