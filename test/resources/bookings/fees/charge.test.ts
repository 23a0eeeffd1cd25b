import { beforeEach, describe, expect, test } from 'bun:test';
import { TEST_START } from '../../../helpers/api.ts';
import { CARDS, type CardStudio, type Member, openCards } from '../../../helpers/cards.ts';
import { sold } from '../../../helpers/money.ts';
import { addSession } from '../../../helpers/spine.ts';

const HOUR = 3_600_000;
let studio: CardStudio;
let ann: Member;
beforeEach(async () => {
  studio = await openCards();
  ann = await studio.member();
  await studio.patch('/v2/settings', {
    payment: { noShowFee: 1500, lateCancelFee: 1000, feesApplyTo: 'all', autoChargeFees: true },
  });
});

/** A no-show. */
const missed = async (): Promise<string> => {
  const sessionId = await addSession(studio, { startsIn: studio.time.now() - TEST_START + HOUR });
  const { body } = await studio.post('/v2/bookings', { clientId: ann.clientId, sessionId });
  await studio.post(`/v2/bookings/${body.id}/noshow`);
  studio.events();
  return body.id;
};
const penalty = async (id: string) => (await studio.get(`/v2/bookings/${id}`)).body.penalty;
/** The events but for the end of the session. */
const raised = () => studio.eventsInFull().filter(({ type }) => type !== 'session.completed');
const wait = (hours: number) => studio.time.moveTo(studio.time.now() + hours * HOUR);
const client = async () => (await studio.get(`/v2/clients/${ann.clientId}`)).body;

describe('a fee', () => {
  test('is charged to the default card after the delay, once', async () => {
    await studio.save(ann);
    const id = await missed();
    await wait(23);
    expect([(await penalty(id)).status, studio.taken().count]).toEqual(['pending', 0]);
    await wait(1);
    const [created, completed, charged] = raised();
    expect([created?.type, completed?.type, charged?.type]).toEqual([
      'payment.created',
      'payment.completed',
      'booking.penalty_charged',
    ]);
    const paymentId = completed?.data.paymentId;
    expect(charged?.data).toMatchObject({ bookingId: id, type: 'NO_SHOW', amount: 1500, currency: 'USD', paymentId });
    expect(await penalty(id)).toMatchObject({ status: 'charged', paymentId });
    const { body: payment } = await studio.get(`/v2/payments/${paymentId}`);
    expect(payment).toMatchObject({ purpose: 'no_show_fee', bookingId: id, amount: 1500, status: 'completed' });
    await wait(24);
    expect(studio.taken()).toEqual({ amount: 1500, refunded: 0, count: 1 });
  });

  test('is not charged when it is waived, without a card, or where the settings say so', async () => {
    const id = await missed();
    await wait(30);
    expect([(await penalty(id)).status, raised()]).toEqual(['pending', []]);
    await studio.post(`/manage/bookings/${id}/waive-penalty`, {});
    await studio.save(ann);
    await wait(30);
    await studio.patch('/v2/settings', { payment: { autoChargeFees: false } });
    const other = await missed();
    await wait(30);
    expect([(await penalty(other)).status, studio.taken().count]).toEqual(['pending', 0]);
  });

  test('that cannot be charged is owed, and puts packages on hold until it is paid or waived', async () => {
    await studio.save(ann, CARDS.noFunds);
    const { id: packageId } = await sold(studio, ann.clientId);
    const id = await missed();
    await wait(24);
    expect(raised().map(({ type }) => type)).toEqual(['payment.created', 'payment.failed']);
    expect(await penalty(id)).toMatchObject({ status: 'failed' });
    expect(await client()).toMatchObject({ isInArrears: true, accountBalance: { amount: -1500 } });
    const held = () => studio.get(`/v2/packages/${packageId}`);
    expect((await held()).body).toMatchObject({ onHold: true, holdReason: 'arrears' });
    await studio.post(`/manage/bookings/${id}/waive-penalty`, {});
    expect(await client()).toMatchObject({ isInArrears: false, accountBalance: { amount: 0 } });
    expect((await held()).body).toMatchObject({ onHold: false, holdReason: null });
  });

  test('that is owed can be paid in cash', async () => {
    await studio.save(ann, CARDS.noFunds);
    await missed();
    await wait(24);
    const paid = {
      clientId: ann.clientId,
      amount: 1500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'no_show_fee',
    };
    expect((await studio.post('/manage/payments', paid)).status).toBe(201);
    expect((await client()).isInArrears).toBe(false);
  });

  test('without a result is settled once, and cannot be waived meanwhile', async () => {
    await studio.save(ann);
    const id = await missed();
    studio.faulty.at('charge', 'lost', 'down', 'down');
    await wait(24);
    expect(await penalty(id)).toMatchObject({ status: 'pending' });
    const waived = await studio.post(`/manage/bookings/${id}/waive-penalty`, {});
    expect([waived.status, waived.body.error.code]).toEqual([409, 'already_processed']);
    await wait(1);
    expect([(await penalty(id)).status, studio.taken().count]).toEqual(['charged', 1]);
  });
});
