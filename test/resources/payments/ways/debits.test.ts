import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { addChild, addHousehold } from '../../../helpers/households.ts';
import { GIVEN, IBANS, openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);

/** A purchase that is paid from an account. Its events are skipped. */
const debited = async (iban: string, body: object = {}) => {
  const purchase = await studio.begun(body);
  await studio.payBy(purchase, 'debit', iban);
  const { body: bought } = await studio.given(studio.completeOwn(purchase.id)).then((given) => ({ body: given }));
  return { id: purchase.id as string, bought };
};
const clientOf = async () => (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body;
const packageOf = async () => (await studio.packagesOf(studio.stranger.clientId))[0];

describe('a debit that settles after three days', () => {
  test('the package can be used at once, and the payment is complete when the money has come', async () => {
    const purchase = await studio.begun();
    expect(await studio.payBy(purchase, 'debit', IBANS.settles)).toEqual({ status: 'processing' });
    const { status, body } = await studio.completeOwn(purchase.id);
    expect([status, body.booking.status, body.payment]).toMatchObject([
      200,
      'confirmed',
      {
        status: 'pending',
        processing: true,
        paidAt: null,
        paymentMethodDetails: { type: 'sepa_debit', brand: null, last4: '3000' },
      },
    ]);
    expect(studio.events()).toEqual(GIVEN);
    await studio.skipDays(1);
    expect((await studio.paymentOf(purchase.id)).processing).toBe(true);
    await studio.skipDays(2);
    expect(await studio.paymentOf(purchase.id)).toMatchObject({ status: 'completed', processing: false });
    expect([studio.events().filter((type) => type.startsWith('payment')), studio.mailsTo('receipt')]).toEqual([
      ['payment.completed'],
      1,
    ]);
    expect(await studio.packagesOf(studio.stranger.clientId)).toHaveLength(1);
  });

  test('where the studio wants to wait, nothing is given before', async () => {
    await studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } });
    studio.events();
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'debit', IBANS.settles);
    const { status, body } = await studio.completeOwn(purchase.id);
    expect([status, body.status, studio.events(), await studio.packagesOf(studio.stranger.clientId)]).toEqual([
      202,
      'processing',
      [],
      [],
    ]);
    await studio.skipDays(3);
    expect(studio.events().filter((type) => type !== 'session.completed')).toEqual([
      'payment.completed',
      'package.purchased',
      'package.credits_changed',
      'package.activated',
    ]);
  });

  test('what was bought on the terms of then is given on them when the money has come', async () => {
    await studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } });
    const { creditsTotal } = (await studio.get(`/manage/plans/${studio.planId}`)).body;
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'debit', IBANS.settles);
    await studio.completeOwn(purchase.id);
    await studio.given(studio.patch(`/manage/plans/${studio.planId}`, { creditsTotal: creditsTotal - 2 }));
    await studio.skipDays(3);
    expect(await studio.packagesOf(studio.stranger.clientId)).toMatchObject([{ creditsRemaining: creditsTotal }]);
  });

  test('a plan that is sold once is not sold again while the first purchase settles', async () => {
    await studio.patch('/v2/settings', { payment: { usableWhileProcessing: false } });
    await studio.patch(`/manage/plans/${studio.planId}`, { maxPerClient: 1 });
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'debit', IBANS.settles);
    await studio.completeOwn(purchase.id);
    studio.events();
    const { status, body } = await studio.buyWith({ sessionId: null });
    expect([status, body.error.code, studio.events()]).toEqual([409, 'plan_limit_reached', []]);
  });

  test('a membership saves the account with its mandate', async () => {
    await debited(IBANS.settles, { planId: await studio.monthly(), sessionId: null });
    const [saved] = await studio.stranger.list();
    expect(saved).toMatchObject({
      type: 'sepa_debit',
      bankName: 'Sandbox Bank',
      card: { brand: null, last4: '3000', expMonth: null, expYear: null },
    });
    expect([typeof saved.mandate.reference, typeof saved.mandate.acceptedAt]).toEqual(['string', 'string']);
  });
});

describe('a debit that fails on day four', () => {
  test('makes the debt, the hold and the email of a declined renewal', async () => {
    const { id } = await debited(IBANS.fails);
    await studio.skipDays(3);
    studio.events();
    expect(await packageOf()).toMatchObject({ onHold: false });
    await studio.skipDays(1);
    expect(studio.events().filter((type) => type !== 'session.completed')).toEqual(['payment.failed']);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'failed', processing: false });
    expect(await packageOf()).toMatchObject({ onHold: true, holdReason: 'arrears' });
    expect((await clientOf()).accountBalance).toEqual({ amount: -18_000, currency: 'USD' });
    expect(studio.mailsTo('payment_failed')).toBe(1);
  });

  test('the desk sees it, takes the money another way, and the hold ends', async () => {
    const { id } = await debited(IBANS.fails);
    await studio.skipDays(4);
    const decisions = async () => (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions;
    expect((await decisions()).map((each: { id: string }) => each.id)).toContain(`payment_returned:${id}`);
    const body = {
      clientId: studio.stranger.clientId,
      amount: 18_000,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'membership_renewal',
    };
    await studio.given(studio.post('/manage/payments', body));
    expect([await packageOf(), (await clientOf()).isInArrears]).toMatchObject([{ onHold: false }, false]);
    expect((await decisions()).map((each: { type: string }) => each.type)).not.toContain('payment_returned');
  });

  test('that was paid in another way is not owed again with the next debt', async () => {
    const { id } = await debited(IBANS.fails);
    await studio.skipDays(4);
    const { clientId } = studio.stranger;
    const cash = { clientId, amount: 18_000, currency: 'USD', paymentMethod: 'cash', purpose: 'membership_renewal' };
    await studio.given(studio.post('/manage/payments', cash));
    studio.db.run(`update clients set accountBalances = '[{"amount":-1500,"currency":"USD"}]' where id = ?`, [
      clientId,
    ]);
    const { decisions } = (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body;
    expect(decisions.map((each: { id: string }) => each.id)).not.toContain(`payment_returned:${id}`);
    const pack = `/v2/packages/${(await packageOf()).id}/cancel`;
    expect((await studio.post(`${pack}?dry_run=true`, {})).body.debt).toBeNull();
    await studio.given(studio.post(pack, { writeOffDebt: true }));
    expect((await clientOf()).accountBalance).toEqual({ amount: -1500, currency: 'USD' });
  });

  test('a renewal: the period was given, and the next one is charged by a payment of its own', async () => {
    const planId = await studio.monthly();
    await debited(IBANS.fails, { planId, sessionId: null });
    studio.db.run("update sandboxProcessor set body = json_set(body, '$.outcome', 'settles') where kind = 'card'");
    await studio.skipDays(4);
    const row = await packageOf();
    expect(row).toMatchObject({ onHold: true, autoRenews: true });
  });
});

describe('a debit that is disputed on day twenty', () => {
  const disputed = async () => {
    const { id } = await debited(IBANS.isDisputed);
    await studio.skipDays(19);
    studio.events();
    studio.expectErrors(1);
    await studio.skipDays(1);
    return id;
  };

  test('raises payment.disputed, holds the package, and waits for a decision at the desk', async () => {
    const id = await disputed();
    expect(studio.events().filter((type) => type.startsWith('payment'))).toEqual(['payment.disputed']);
    const { dispute } = await studio.paymentOf(id);
    expect(dispute).toMatchObject({ amount: 18_000, status: 'lost', decision: null });
    const { decisions } = (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body;
    expect(decisions.map((each: { id: string }) => each.id)).toContain(`dispute:${id}`);
  });

  test('claim: the client owes it; waive: the hold ends; a second decision is 409', async () => {
    const id = await disputed();
    studio.events();
    const decide = (decision: string) => studio.post(`/manage/payments/${id}/dispute`, { decision });
    const { body } = await decide('claim');
    expect(body.dispute.decision).toBe('claim');
    expect((await clientOf()).accountBalance).toEqual({ amount: -18_000, currency: 'USD' });
    expect(errorOf(await decide('waive'))).toEqual([409, 'dispute_decided']);
    expect(studio.events()).toEqual([]);
  });
});

test('a dispute is told again by a program that was opened after one that died before or after it had stored it, and counts once', async () => {
  const { id } = await debited(IBANS.isDisputed);
  await studio.skipDays(19);
  const isStored = (): boolean => studio.count('payments where dispute is not null') > 0;
  const files: Uint8Array[] = [];
  studio.store.onCommit(() => {
    if (!isStored()) files[0] = studio.db.serialize();
    else files[1] ??= studio.db.serialize();
  });
  studio.expectErrors(1);
  await studio.skipDays(1);
  expect(files).toHaveLength(2);
  const startAt = studio.time.now();
  for (const file of files) {
    const again = await openStudio({ file, startAt, seal: studio.seal, expectsError: () => true });
    await again.time.skipTo(startAt + 2 * HOUR_MS);
    expect((await again.get(`/v2/payments/${id}`)).body.dispute).toMatchObject({ amount: 18_000, status: 'lost' });
    expect(again.count(`events where type = 'payment.disputed'`)).toBe(1);
    expect(again.count(`sandboxProcessor where body ->> '$.debit.reported' = 2`)).toBe(1);
    await again.app.stop();
  }
});

test('a debit that is disputed on day 20, and won on day 25, after the claim was paid: the desk decides what goes back', async () => {
  const { id } = await debited(IBANS.isWon);
  await studio.skipDays(19);
  studio.expectErrors(1);
  await studio.skipDays(1);
  expect((await studio.paymentOf(id)).dispute).toMatchObject({ status: 'open', decision: null });
  await studio.given(studio.post(`/manage/payments/${id}/dispute`, { decision: 'claim' }));
  const paid = { amount: 18_000, currency: 'USD', paymentMethod: 'cash', purpose: 'membership_renewal' };
  await studio.given(studio.post('/manage/payments', { clientId: studio.stranger.clientId, ...paid }));
  await studio.skipDays(5);
  expect((await studio.paymentOf(id)).dispute).toMatchObject({ status: 'won', decision: null, paidTwice: 18_000 });
});

describe('renewals by direct debit', () => {
  test('are announced two days before, once', async () => {
    await debited(IBANS.settles, { planId: await studio.monthly(), sessionId: null });
    await studio.skipDays(27);
    expect(studio.mailsTo('debit_announced')).toBe(0);
    await studio.skipDays(2);
    expect(studio.mailsTo('debit_announced')).toBe(1);
    await studio.skipDays(3);
    expect(studio.mailsTo('debit_announced')).toBe(1);
    const { data } = (await studio.get('/v2/payments?status=pending')).body;
    expect(data[0]).toMatchObject({ purpose: 'membership_renewal', processing: true });
    await studio.skipDays(3);
    expect(await studio.paymentOf(data[0].id)).toMatchObject({ status: 'completed' });
  });

  test('of a dependant without an email are announced to the adult whose account pays, with the name of the dependant', async () => {
    const { clientId } = studio.stranger;
    const household = await addHousehold(studio, clientId);
    const child = await addChild(studio, household.id);
    await debited(IBANS.settles, { planId: await studio.monthly(), sessionId: null });
    studio.db.run('update packages set clientId = ?', [child]);
    await studio.skipDays(29);
    const sent = studio.db.query("select clientId, subject, status from messages where kind = 'debit_announced'").all();
    expect(sent).toEqual([{ clientId, subject: expect.stringMatching(/^Mia: /), status: 'sent' }]);
  });

  test('are not announced where the studio says so', async () => {
    await studio.patch('/v2/settings', { payment: { prenotificationDays: 0 } });
    await debited(IBANS.settles, { planId: await studio.monthly(), sessionId: null });
    await studio.skipDays(29);
    expect(studio.mailsTo('debit_announced')).toBe(0);
  });
});
