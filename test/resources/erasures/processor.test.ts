import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest } from '../../helpers/api.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { waitFor } from '../../helpers/wait.ts';

const studio = forEachTest(openCardStudio);
const eve = forEachTest(() => studio.member({ firstName: 'Eve', lastName: 'Moss' }));

const erase = () => studio.post(`/manage/clients/${eve.clientId}/erase`);

const unfinished = () => studio.db.query('select clientId from clientErasures').all();
const traces = () => studio.db.query('select kind, id from unfinishedChanges').all();
const customers = () => studio.db.query("select id from sandboxProcessor where kind = 'customer'").all();
const pass = (minutes: number) => studio.time.moveTo(studio.time.now() + minutes * MINUTE_MS);

describe('the processor', () => {
  test('200 cards are detached and the customer is deleted', async () => {
    await studio.save(eve);
    await studio.save(eve);
    expect(customers()).toHaveLength(1);
    expect((await erase()).status).toBe(200);
    expect(studio.events()).toEqual([
      'client.archived',
      'payment_method.removed',
      'payment_method.removed',
      'client.updated',
    ]);
    expect([studio.faulty.calls('detach'), studio.faulty.calls('deleteCustomer'), customers()]).toEqual([2, 1, []]);
    expect(studio.db.query('select * from processorCustomers').all()).toEqual([]);
    const kept = 'select cardId, setupId, customerId, last4, billingName from paymentMethods limit 1';
    expect(studio.db.query(kept).get()).toEqual({
      cardId: null,
      setupId: null,
      customerId: null,
      last4: null,
      billingName: null,
    });
  });

  test('200 while a card is being saved: a job deletes the customer that comes out of it', async () => {
    studio.faulty.at('ensureCustomer', 'slow');
    const saving = eve.initiate();
    await waitFor(() => studio.faulty.calls('ensureCustomer') === 1);
    expect((await erase()).status).toBe(200);
    studio.faulty.release();
    await saving;
    expect(customers()).toHaveLength(1);
    await pass(5);
    expect([customers(), studio.db.query('select * from processorCustomers').all()]).toEqual([[], []]);
  });

  test('200 also when the processor does not answer: a job goes on until it does', async () => {
    await studio.save(eve);
    studio.faulty.down(true);
    expect((await erase()).body.erasedAt).not.toBeNull();
    expect((await studio.get(`/v2/clients/${eve.clientId}`)).body.defaultPaymentMethod).toBeNull();
    expect([unfinished(), traces()]).toEqual([[{ clientId: eve.clientId }], []]);
    await pass(24 * 60);
    // It is not ended, although the search index is clean.
    expect([customers().length, unfinished().length]).toEqual([1, 1]);
    studio.faulty.down(false);
    await pass(5);
    expect(customers()).toEqual([]);
    await pass(24 * 60);
    expect(unfinished()).toEqual([]);
  });
});
