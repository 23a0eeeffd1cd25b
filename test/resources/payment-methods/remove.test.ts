import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../helpers/api.ts';
import { CARDS, METHODS, openCardStudio } from '../../helpers/cards.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('removing a payment method', () => {
  test('200 the newest remaining card becomes the default, and the removed one is detached', async () => {
    const first = await studio.save(ann);
    const second = await studio.save(ann, CARDS.noFunds);
    const third = await studio.save(ann, CARDS.good);
    const gone = await ann.call('DELETE', `${METHODS}/${first.id}`);
    expect([gone.status, gone.body]).toEqual([200, { id: first.id, object: 'payment_method', deleted: true }]);
    expect(studio.events()).toEqual(['payment_method.removed', 'payment_method.default_changed']);
    expect(await ann.list()).toMatchObject([
      { id: third.id, isDefault: true },
      { id: second.id, isDefault: false },
    ]);
    expect(studio.faulty.calls('detach')).toBe(1);
    expect((await ann.call('DELETE', `${METHODS}/${first.id}`)).status).toBe(404);
    await ann.call('DELETE', `${METHODS}/${third.id}`);
    await ann.call('DELETE', `${METHODS}/${second.id}`);
    expect((await studio.get(`/v2/clients/${ann.clientId}`)).body.defaultPaymentMethod).toBeNull();
  });

  test('200 the processor does not answer: a job detaches the card later', async () => {
    const card = await studio.save(ann);
    studio.faulty.at('detach', 'down', 'down');
    expect((await ann.call('DELETE', `${METHODS}/${card.id}`)).status).toBe(200);
    expect(await ann.list()).toEqual([]);
    const detached = (): boolean => {
      const row = studio.db.query("select body from sandboxProcessor where kind = 'card'").get() as { body: string };
      return JSON.parse(row.body).isDetached;
    };
    await studio.time.moveTo(TEST_START + 5 * MINUTE_MS);
    expect(detached()).toBe(false);
    await studio.time.moveTo(TEST_START + 10 * MINUTE_MS);
    expect([detached(), studio.faulty.calls('detach')]).toEqual([true, 3]);
    await studio.time.moveTo(TEST_START + 15 * MINUTE_MS);
    expect(studio.faulty.calls('detach')).toBe(3);
  });

  test('can be deleted by the member, which detaches a card confirmed before that', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    expect((await ann.call('DELETE', `${METHODS}/${setup.id}`)).status).toBe(200);
    expect([studio.faulty.calls('detach'), studio.events()]).toEqual([1, []]);
  });
});
