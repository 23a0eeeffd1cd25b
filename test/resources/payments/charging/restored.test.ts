import { describe, expect, test } from 'bun:test';
import { auditVerb } from '../../../../src/cli/audit.ts';
import { isoInstant } from '../../../../src/kernel/clock.ts';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { createPlan } from '../../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

type Row = Record<string, string | number | null>;
const rowOf = (table: string, id: string) => studio.db.query(`select * from "${table}" where id = ?`).get(id) as Row;

/** Puts a record back as a backup has it, without the payment that was made since, and says so as `restore` does. */
const restore = async (table: string, before: Row, paymentId: string, createdAt: string): Promise<void> => {
  const columns = Object.keys(before).filter((name) => name !== 'id');
  studio.db
    .query(`update "${table}" set ${columns.map((name) => `"${name}" = ?`).join(', ')} where id = ?`)
    .run(...columns.map((name) => before[name] ?? null), String(before.id));
  studio.db.query('delete from charges where paymentId = ?').run(paymentId);
  studio.db.query('delete from payments where id = ?').run(paymentId);
  const after = { file: 'studiod.db', sha256: '00', createdAt, before: null };
  await studio.given(studio.store.write<void>((tx) => auditVerb(tx, 'restore', { after })));
};
const newestPayment = () => studio.db.query('select * from payments order by id desc limit 1').get() as Row;
const chargeOf = ({ processor }: Row): string => JSON.parse(String(processor)).chargeId;
const wait = (hours: number) => studio.time.skipTo(studio.time.now() + hours * HOUR_MS);

describe('a restored database', () => {
  test('renews by the charge that was made since the backup, and charges the next period', async () => {
    await studio.save(ann);
    const planId = await createPlan(studio, { name: 'Club', validityDays: 3, autoRenews: true });
    const body = { clientId: ann.clientId, planId, paymentMethod: 'card' };
    const { id } = await studio.given(studio.post('/manage/packages', body));
    const before = rowOf('packages', id);
    const backedUpAt = isoInstant(studio.time.now());
    const renewAt = async () => {
      await studio.time.skipTo(Date.parse(String(rowOf('packages', id).nextRenewalAt)) + 60_001);
      return newestPayment();
    };
    const lost = await renewAt();
    expect(studio.taken().count).toBe(2);
    await restore('packages', before, String(lost.id), backedUpAt);
    await wait(1);
    const found = newestPayment();
    expect([found.id === lost.id, chargeOf(found), studio.taken().count]).toEqual([false, chargeOf(lost), 2]);
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
    ]);
    expect(chargeOf(await renewAt())).not.toBe(chargeOf(lost));
    expect(studio.taken().count).toBe(3);
  });

  test('renews by a charge of which something was refunded since the backup, and knows the refund', async () => {
    await studio.save(ann);
    const planId = await createPlan(studio, { name: 'Club', validityDays: 3, autoRenews: true });
    const body = { clientId: ann.clientId, planId, paymentMethod: 'card' };
    const { id, nextRenewalAt } = await studio.given(studio.post('/manage/packages', body));
    const before = rowOf('packages', id);
    await studio.time.skipTo(Date.parse(nextRenewalAt) + 60_001);
    const lost = newestPayment();
    await studio.given(studio.post(`/v2/payments/${lost.id}/refund`, { amount: 500 }));
    studio.db.query('delete from refunds where paymentId = ?').run(String(lost.id));
    await restore('packages', before, String(lost.id), isoInstant(TEST_START));
    studio.events();
    await wait(1);
    const found = newestPayment();
    expect([chargeOf(found), found.amountRefunded, found.status]).toEqual([chargeOf(lost), 500, 'partially_refunded']);
    expect(studio.events()).toEqual([
      'payment.created',
      'payment.completed',
      'package.credits_changed',
      'package.credits_changed',
      'package.renewed',
      'payment.refunded',
    ]);
    const rest = await studio.post(`/v2/payments/${found.id}/refund`, {});
    expect([rest.status, rest.body.status, rest.body.amountRefunded]).toEqual([200, 'refunded', Number(lost.amount)]);
  });

  test('charges a renewal of another amount, which no charge since the backup has paid', async () => {
    await studio.save(ann);
    const planId = await createPlan(studio, { name: 'Club', validityDays: 3, autoRenews: true });
    const body = { clientId: ann.clientId, planId, paymentMethod: 'card' };
    const { id, nextRenewalAt } = await studio.given(studio.post('/manage/packages', body));
    const before = rowOf('packages', id);
    await studio.time.skipTo(Date.parse(nextRenewalAt) + 60_001);
    const lost = newestPayment();
    await restore(
      'packages',
      { ...before, price: Number(before.price) + 100 },
      String(lost.id),
      isoInstant(TEST_START),
    );
    await wait(1);
    expect([studio.taken().count, newestPayment().amount]).toEqual([3, Number(lost.amount) + 100]);
  });

  test.each([
    ['by the same card', false],
    ['by a card whose customer is lost, too', true],
  ])('takes a fee that was charged since the backup as charged, %s', async (_, isNew) => {
    const payment = { noShowFee: 1500, feesApplyTo: 'all', autoChargeFees: true };
    await studio.given(studio.patch('/v2/settings', { payment }));
    await studio.save(ann);
    const sessionId = await addSession(studio, { startsIn: HOUR_MS });
    const { id } = await studio.given(studio.post('/v2/bookings', { clientId: ann.clientId, sessionId }));
    await studio.given(studio.post(`/v2/bookings/${id}/noshow`));
    const before = rowOf('bookings', id);
    const backedUpAt = isoInstant(studio.time.now());
    await wait(24);
    const lost = newestPayment();
    expect([lost.purpose, studio.taken().count]).toEqual(['no_show_fee', 1]);
    await restore('bookings', before, String(lost.id), backedUpAt);
    if (isNew) {
      for (const table of ['processorCustomers', 'paymentMethods']) studio.db.run(`delete from ${table}`);
      await studio.save(ann);
      studio.events();
    }
    await wait(1);
    expect([chargeOf(newestPayment()), studio.taken().count]).toEqual([chargeOf(lost), 1]);
    expect((await studio.get(`/v2/bookings/${id}`)).body.penalty.status).toBe('charged');
    expect(studio.events()).toEqual(['payment.created', 'payment.completed', 'booking.penalty_charged']);
  });
});
