import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import type { Dispute } from '../../../../src/payments-processor/port.ts';
import { storeDispute } from '../../../../src/resources/payments/disputes/disputes.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { openAnyWay } from './any-way.ts';

const studio = forEachTest(openAnyWay);
const NOTHING = { amount: 0, currency: 'USD' };
const AMOUNTS = { dp_first: 10_000, dp_second: 8000 };
type Name = keyof typeof AMOUNTS;
type Said = readonly [Name, Dispute['status']];

/** What the bank says of one of the disputes of the only charge. */
const bankSays = (id: string, status: Dispute['status'], amount: number) => {
  const dispute = { id, chargeId: studio.chargeId(), amount, currency: 'USD', reason: 'fraudulent', status };
  return studio.store.write((tx) => storeDispute(tx, dispute));
};
const say = ([name, status]: Said) => bankSays(name, status, AMOUNTS[name]);

const bought = async (): Promise<string> => {
  const purchase = await studio.begun({ sessionId: null });
  await studio.payBy(purchase, 'wallet');
  await studio.given(studio.completeOwn(purchase.id));
  studio.events();
  return purchase.id;
};
const held = async () => {
  const [row] = await studio.packagesOf(studio.stranger.clientId);
  return [row.onHold, row.holdReason];
};
const owed = async () => (await studio.get(`/v2/clients/${studio.stranger.clientId}`)).body.accountBalance;
const decide = (id: string, decision: string, disputeId?: string) =>
  studio.post(`/manage/payments/${id}/dispute`, { decision, ...(disputeId === undefined ? {} : { disputeId }) });
const disputeOf = async (id: string) => (await studio.paymentOf(id)).dispute;
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

/** All orders of two lists that keep the order of each. */
const merged = <Item>(one: readonly Item[], other: readonly Item[]): Item[][] => {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first === undefined) return [[...other]];
  if (second === undefined) return [[...one]];
  return [
    ...merged(rest, other).map((tail) => [first, ...tail]),
    ...merged(one, others).map((tail) => [second, ...tail]),
  ];
};
const WON: readonly Said[] = [
  ['dp_first', 'open'],
  ['dp_first', 'won'],
];
const LOST: readonly Said[] = [
  ['dp_second', 'open'],
  ['dp_second', 'lost'],
];

describe('two disputes of one charge', () => {
  for (const order of merged(WON, LOST)) {
    test(`are both kept: ${order.map((said) => said.join(' ')).join(', ')}`, async () => {
      const id = await bought();
      for (const said of order) {
        await say(said);
        // The processor sends each of its messages again.
        expect(await say(said)).toBe(false);
      }
      expect(studio.events()).toEqual(['payment.disputed', 'payment.disputed']);
      expect(await disputeOf(id)).toMatchObject({
        id: 'dp_second',
        amount: 8000,
        status: 'lost',
        decision: null,
        others: [{ id: 'dp_first', amount: 10_000, status: 'won', decision: null }],
      });
      expect([await held(), await waits(id)]).toEqual([[true, 'disputed'], true]);
      expect(errorOf(await decide(id, 'claim', 'dp_first'))).toEqual([409, 'dispute_decided']);
      expect((await decide(id, 'claim', 'dp_second')).status).toBe(200);
      expect([await held(), await owed(), await waits(id)]).toEqual([
        [true, 'arrears'],
        { amount: -8000, currency: 'USD' },
        false,
      ]);
      expect(errorOf(await decide(id, 'claim'))).toEqual([409, 'dispute_decided']);
    });
  }

  test('are decided one after the other, and the hold lasts until both are, and what is claimed is paid', async () => {
    const id = await bought();
    await say(['dp_first', 'open']);
    await say(['dp_second', 'open']);
    expect(studio.events()).toEqual(['payment.disputed', 'payment.disputed']);
    expect((await disputeOf(id)).id).toBe('dp_first');
    await decide(id, 'claim', 'dp_first');
    expect([await held(), await waits(id), await disputeOf(id)]).toMatchObject([
      [true, 'disputed'],
      true,
      { id: 'dp_second', others: [{ id: 'dp_first', decision: 'claim' }] },
    ]);
    await decide(id, 'waive', 'dp_second');
    expect([await held(), await waits(id), await owed()]).toEqual([
      [true, 'arrears'],
      false,
      { amount: -10_000, currency: 'USD' },
    ]);
    await studio.given(payAtDesk(10_000));
    expect([await held(), await owed()]).toEqual([[false, null], NOTHING]);
    await say(['dp_second', 'lost']);
    expect(await say(['dp_first', 'won'])).toBe(false);
    expect(await disputeOf(id)).toMatchObject({ id: 'dp_first', paidTwice: 10_000, decision: null });
    expect([await waits(id), studio.events()]).toEqual([true, []]);
  });

  test('of which one is won keep the hold for the other', async () => {
    const id = await bought();
    await say(['dp_first', 'open']);
    await say(['dp_second', 'open']);
    await say(['dp_first', 'won']);
    expect([await held(), (await disputeOf(id)).id]).toEqual([[true, 'disputed'], 'dp_second']);
    await say(['dp_second', 'won']);
    expect([await held(), await waits(id), studio.events()]).toEqual([
      [false, null],
      false,
      ['payment.disputed', 'payment.disputed'],
    ]);
  });
});

describe('a disputed visit whose class is canceled', () => {
  const visited = async () => {
    const visit = { sessionId: studio.sessionId, payOnDevice: true };
    const asked = await studio.given(studio.stranger.call('POST', '/public-api/v2/member/bookings', visit));
    await studio.payBy(asked, 'wallet');
    await studio.given(studio.completeOwn(asked.id));
    studio.events();
    return asked.id as string;
  };
  const cancelClass = async () => {
    expect((await studio.post(`/manage/sessions/${studio.sessionId}/cancel`, {})).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
  };

  test('is not refunded while the bank has not decided, and refunded when it has decided for the studio', async () => {
    const id = await visited();
    await bankSays('dp_visit', 'open', 1500);
    await cancelClass();
    expect([studio.events(), studio.taken().refunded, await waits(id)]).toEqual([
      ['payment.disputed', 'booking.cancelled', 'session.cancelled'],
      0,
      false,
    ]);
    expect(await studio.paymentOf(id)).toMatchObject({ refunds: [], dispute: { status: 'open', decision: 'refund' } });
    await bankSays('dp_visit', 'won', 1500);
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    expect([studio.events(), studio.taken().refunded]).toEqual([['payment.refunded'], 1500]);
  });

  test('is never refunded where the bank has decided for the client', async () => {
    const id = await visited();
    await bankSays('dp_visit', 'lost', 1500);
    await cancelClass();
    expect([studio.events(), studio.taken().refunded, await waits(id), await owed()]).toEqual([
      ['payment.disputed', 'booking.cancelled', 'session.cancelled'],
      0,
      false,
      NOTHING,
    ]);
    expect(errorOf(await decide(id, 'claim'))).toEqual([409, 'dispute_decided']);
  });

  test('that was claimed is owed no more, and not refunded', async () => {
    const id = await visited();
    await bankSays('dp_visit', 'lost', 1500);
    await decide(id, 'claim');
    expect(await owed()).toEqual({ amount: -1500, currency: 'USD' });
    await cancelClass();
    expect([studio.events(), studio.taken().refunded, await owed()]).toEqual([
      ['payment.disputed', 'booking.cancelled', 'session.cancelled'],
      0,
      NOTHING,
    ]);
  });

  test('of which a part is disputed: the rest goes back', async () => {
    const id = await visited();
    await bankSays('dp_visit', 'lost', 600);
    await cancelClass();
    expect([studio.events(), studio.taken().refunded]).toEqual([
      ['payment.disputed', 'booking.cancelled', 'session.cancelled', 'payment.refunded'],
      900,
    ]);
    expect(await studio.paymentOf(id)).toMatchObject({ status: 'partially_refunded', amountRefunded: 900 });
  });
});
