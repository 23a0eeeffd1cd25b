import { describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import type { Dispute } from '../../../../src/payments-processor/port.ts';
import { addArrears } from '../../../../src/resources/payments/charging/arrears.ts';
import { storeDispute } from '../../../../src/resources/payments/disputes/disputes.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const PRICE = { amount: 18_000, currency: 'USD' };
const NOTHING = { amount: 0, currency: 'USD' };

/** What the bank says of the dispute of the only charge. */
const bankSays = (status: Dispute['status']) => {
  const chargeId = studio.chargeId();
  const dispute = { id: 'dp_1', chargeId, ...PRICE, reason: 'fraudulent', status };
  return studio.store.write((tx) => storeDispute(tx, dispute));
};
const disputed = async () => {
  const purchase = await studio.begun({ sessionId: null });
  await studio.payBy(purchase, 'wallet');
  await studio.given(studio.completeOwn(purchase.id));
  expect(await bankSays('open')).toBe(true);
  expect(studio.events()).toEqual(['payment.disputed']);
  expect(await held()).toEqual([true, 'disputed']);
  return purchase.id as string;
};
const held = async () => {
  const [row] = await studio.packagesOf(studio.stranger.clientId);
  return [row.onHold, row.holdReason];
};
const owed = async () => (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body.accountBalance;
const decide = (id: string, decision: string) => studio.post(`/manage/payments/${id}/dispute`, { decision });
const waits = async (id: string): Promise<boolean> =>
  (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions.some(
    (each: { id: string }) => each.id === `dispute:${id}`,
  );
const payAtDesk = (amount: number) =>
  studio.post('/manage/payments', {
    clientId: studio.stranger.clientId,
    amount,
    currency: 'USD',
    paymentMethod: 'cash',
    purpose: 'membership_renewal',
  });

describe('a dispute', () => {
  test('that is waived ends the hold, and what the bank says later changes nothing', async () => {
    const id = await disputed();
    expect((await decide(id, 'waive')).status).toBe(200);
    expect([await held(), await owed(), await waits(id)]).toEqual([[false, null], NOTHING, false]);
    for (const status of ['lost', 'lost'] as const) expect(await bankSays(status)).toBe(false);
    expect([studio.events(), await held(), await owed()]).toEqual([[], [false, null], NOTHING]);
  });

  test('that is won before anyone decides ends the hold, and there is nothing left to decide', async () => {
    const id = await disputed();
    expect(await waits(id)).toBe(true);
    await bankSays('won');
    expect([await held(), await waits(id)]).toEqual([[false, null], false]);
    expect(errorOf(await decide(id, 'claim'))).toEqual([409, 'dispute_decided']);
    expect([studio.events(), await owed()]).toEqual([[], NOTHING]);
  });

  test('that is won after it was claimed ends the hold, and is owed no more', async () => {
    const id = await disputed();
    await decide(id, 'claim');
    expect([await held(), await owed()]).toEqual([[true, 'arrears'], { ...PRICE, amount: -18_000 }]);
    await bankSays('won');
    expect([studio.events(), await held(), await owed()]).toEqual([[], [false, null], NOTHING]);
  });

  test('of which the studio learns when the bank has decided for it holds nothing, and leaves nothing to decide', async () => {
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'wallet');
    await studio.given(studio.completeOwn(purchase.id));
    studio.events();
    expect(await bankSays('won')).toBe(true);
    expect([studio.events(), await held(), await waits(purchase.id)]).toEqual([
      ['payment.disputed'],
      [false, null],
      false,
    ]);
  });

  test('that is lost after it was claimed: the hold ends when all of it is paid at the desk', async () => {
    const id = await disputed();
    await decide(id, 'claim');
    await bankSays('lost');
    expect([studio.events(), await held()]).toEqual([[], [true, 'arrears']]);
    expect((await payAtDesk(8000)).status).toBe(201);
    expect([await held(), await owed()]).toEqual([[true, 'arrears'], { ...PRICE, amount: -10_000 }]);
    expect((await payAtDesk(10_000)).status).toBe(201);
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'payment.created', 'payment.completed']);
    expect([await held(), await owed()]).toEqual([[false, null], NOTHING]);
    expect((await studio.paymentOf(id)).dispute).toMatchObject({ status: 'lost', decision: 'claim' });
  });

  test('that is waived while another payment of the package is disputed keeps the hold until both are decided', async () => {
    const id = await disputed();
    const other = await studio.given(payAtDesk(500));
    const open = { amount: 500, currency: 'USD', reason: 'fraudulent', status: 'open', openedAt: other.createdAt };
    const undecided = { decision: null, decidedAt: null, decidedByStaffId: null };
    studio.db.run(
      `update payments set dispute = ?, packageId = (select packageId from payments where id = ?) where id = ?`,
      [JSON.stringify({ id: 'dp_2', ...open, ...undecided }), id, other.id],
    );
    await decide(id, 'waive');
    expect(await held()).toEqual([true, 'disputed']);
    expect((await decide(other.id, 'waive')).status).toBe(200);
    expect(await held()).toEqual([false, null]);
  });

  test('that is waived while the client owes something else keeps the hold for that', async () => {
    const id = await disputed();
    studio.db.run(`update clients set accountBalances = '[{"amount":-500,"currency":"USD"}]' where id = ?`, [
      studio.stranger.clientId,
    ]);
    await decide(id, 'waive');
    expect([studio.events(), await held()]).toEqual([[], [true, 'arrears']]);
    await studio.given(payAtDesk(500));
    expect(await held()).toEqual([false, null]);
  });

  test('of a package that is on hold for a debt: paying the debt does not end the hold', async () => {
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'wallet');
    await studio.given(studio.completeOwn(purchase.id));
    studio.db.run(`update clients set accountBalances = '[{"amount":-500,"currency":"USD"}]'`);
    studio.db.run(`update packages set onHold = 1, holdReason = 'arrears'`);
    await bankSays('open');
    await studio.given(payAtDesk(500));
    expect(await held()).toEqual([true, 'disputed']);
    await decide(purchase.id, 'waive');
    expect([studio.events(), await held()]).toEqual([[], [false, null]]);
  });
});

describe('a dispute that was claimed, paid and then won', () => {
  /** Returns the payment. The client has paid the claim in cash, up to an amount, before the bank decided. */
  const won = async (paid: number): Promise<string> => {
    const id = await disputed();
    await decide(id, 'claim');
    await studio.given(payAtDesk(paid));
    await bankSays('won');
    studio.events();
    return id;
  };
  const disputeOf = async (id: string) => (await studio.paymentOf(id)).dispute;
  const decisionOf = async (id: string) =>
    (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body.decisions.find(
      (each: { id: string }) => each.id === `dispute:${id}`,
    );

  test('waits for the desk again, which refunds what was paid twice, once', async () => {
    const id = await won(18_000);
    expect([await held(), await owed()]).toEqual([[false, null], NOTHING]);
    expect(await disputeOf(id)).toMatchObject({ status: 'won', decision: null, paidTwice: 18_000 });
    expect(await decisionOf(id)).toMatchObject({ type: 'dispute', status: 'won', amount: PRICE });
    expect(errorOf(await decide(id, 'claim'))).toEqual([409, 'dispute_decided']);
    expect((await decide(id, 'refund')).status).toBe(200);
    expect(errorOf(await decide(id, 'refund'))).toEqual([409, 'dispute_decided']);
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect(studio.events()).toEqual(['payment.refunded']);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'duplicate' }] });
    expect([await disputeOf(id), await waits(id), studio.taken().refunded]).toMatchObject([
      { decision: 'refund' },
      false,
      18_000,
    ]);
  });

  test('only what was paid is given back', async () => {
    const id = await won(8000);
    expect([await disputeOf(id), await owed(), await held()]).toMatchObject([
      { decision: null, paidTwice: 8000 },
      NOTHING,
      [false, null],
    ]);
    await decide(id, 'refund');
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'partially_refunded', amountRefunded: 8000 });
  });

  test('refunds nothing where the desk says so', async () => {
    const id = await won(18_000);
    expect((await decide(id, 'waive')).body.dispute).toMatchObject({ decision: 'waive', paidTwice: 18_000 });
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect([studio.events(), await waits(id), studio.taken().refunded]).toEqual([[], false, 0]);
  });

  test('an open dispute is not refunded', async () => {
    const id = await disputed();
    expect(errorOf(await decide(id, 'refund'))).toEqual([409, 'dispute_decided']);
    expect([studio.events(), studio.taken().refunded]).toEqual([[], 0]);
  });
});

describe('a dispute with someone who was erased', () => {
  const bought = async () => {
    const purchase = await studio.begun({ sessionId: null });
    await studio.payBy(purchase, 'wallet');
    await studio.given(studio.completeOwn(purchase.id));
    studio.events();
    return purchase.id as string;
  };
  const erase = async () => {
    await studio.given(studio.post(`/manage/clients/${studio.stranger.clientId}/erase`, { writeOffDebts: true }));
    studio.events();
  };

  test('puts what it has paid for on hold, until the bank decides for the studio', async () => {
    await bought();
    await erase();
    expect(await bankSays('open')).toBe(true);
    expect([studio.events(), await held()]).toEqual([['payment.disputed'], [true, 'disputed']]);
    await bankSays('won');
    expect([studio.events(), await held()]).toEqual([[], [false, null]]);
  });

  test('that was open before stays one, and the desk decides it', async () => {
    const id = await disputed();
    await erase();
    expect([await held(), await waits(id)]).toEqual([[true, 'disputed'], true]);
    expect((await decide(id, 'waive')).status).toBe(200);
    expect([await held(), await waits(id)]).toEqual([[false, null], false]);
  });

  test('can be claimed, and is owed no more when it is won', async () => {
    const id = await bought();
    await erase();
    await bankSays('open');
    expect((await decide(id, 'claim')).status).toBe(200);
    expect(await held()).toEqual([true, 'arrears']);
    await bankSays('won');
    expect([await held(), await owed(), await waits(id)]).toEqual([[false, null], NOTHING, false]);
  });
});

describe('a visit whose payment is disputed and claimed', () => {
  /** Returns the booking, the class and the payment. The client owes another 20.00. */
  const claimed = async () => {
    const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });
    const sessionId = await addSession(studio, { startsIn: DAY_MS, dropInPrice });
    const visit = { sessionId, payOnDevice: true };
    const asked = await studio.given(studio.stranger.call('POST', '/public-api/v2/member/bookings', visit));
    await studio.payBy(asked, 'wallet');
    const { booking } = await studio.given(studio.completeOwn(asked.id));
    await say('open');
    await decide(asked.id, 'claim');
    await studio.store.write((tx) => addArrears(tx, studio.stranger.clientId, { amount: 2000, currency: 'USD' }));
    studio.events();
    return { bookingId: booking.id as string, sessionId, paymentId: asked.id as string };
  };
  const say = (status: Dispute['status']) => {
    const dispute = { id: 'dp_1', chargeId: studio.chargeId(), amount: 1500, currency: 'USD', reason: 'other', status };
    return studio.store.write((tx) => storeDispute(tx, dispute));
  };
  const takeVisit = async (bookingId: string): Promise<string> => {
    const cash = { clientId: studio.stranger.clientId, paymentMethod: 'cash', amount: 1500, currency: 'USD' };
    const body = { ...cash, purpose: 'drop_in', bookingId };
    return (await studio.post('/manage/payments', body)).body.id;
  };
  const OTHER = { amount: -2000, currency: 'USD' };

  test('is paid at the desk, and a class that the studio cancels gives back what was paid, once', async () => {
    const { bookingId, sessionId, paymentId } = await claimed();
    const cash = await takeVisit(bookingId);
    expect([studio.events(), await owed()]).toEqual([['payment.created', 'payment.completed'], OTHER]);
    expect((await studio.post(`/manage/sessions/${sessionId}/cancel`, {})).status).toBe(200);
    expect(studio.events()).toEqual(['booking.cancelled', 'payment.refunded', 'session.cancelled']);
    expect([await owed(), (await studio.paymentOf(cash)).status]).toEqual([OTHER, 'refunded']);
    expect((await studio.paymentOf(paymentId)).dispute).toMatchObject({ decision: 'refund' });
    await say('won');
    expect(await studio.paymentOf(paymentId)).toMatchObject({ dispute: { decision: 'refund' } });
    expect(await owed()).toEqual(OTHER);
  });

  test('is paid at the desk and then won: the desk decides what was paid twice, and the other debt stays', async () => {
    const { bookingId, paymentId } = await claimed();
    await takeVisit(bookingId);
    await say('won');
    expect((await studio.paymentOf(paymentId)).dispute).toMatchObject({ paidTwice: 1500, decision: null });
    expect(await owed()).toEqual(OTHER);
  });

  test('is not paid: a class that the studio cancels ends the claim', async () => {
    const { sessionId } = await claimed();
    expect((await studio.post(`/manage/sessions/${sessionId}/cancel`, {})).status).toBe(200);
    expect([studio.events(), await owed()]).toEqual([['booking.cancelled', 'session.cancelled'], OTHER]);
  });
});
