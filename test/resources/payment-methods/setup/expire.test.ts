import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest, TEST_START } from '../../../helpers/api.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('an unfinished setup', () => {
  test('is cancelled after a day', async () => {
    const { body: setup } = await ann.initiate();
    await studio.time.skipTo(TEST_START + DAY_MS - 1);
    expect(errorOf(await ann.complete(setup.id))[1]).toBe('payment_method_setup_incomplete');
    await studio.time.skipTo(TEST_START + DAY_MS + HOUR_MS);
    expect((await ann.complete(setup.id)).status).toBe(404);
    expect((await studio.confirm(setup)).status).toBe('canceled');
    expect(studio.events()).toEqual([]);
  });

  test('is completed after a day when the member has confirmed it', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    await studio.time.skipTo(TEST_START + DAY_MS + HOUR_MS);
    expect([(await ann.list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });

  test('waits ten days for a bank that checks the account, and is saved when it has', async () => {
    const setups = [(await ann.initiate()).body, (await ann.initiate()).body];
    const change = "update sandboxProcessor set body = json_set(body, '$.status', ?) where kind = 'setup'";
    studio.db.run(change, ['processing']);
    await studio.time.skipTo(TEST_START + 10 * DAY_MS);
    expect(errorOf(await ann.complete(setups[0].id))).toEqual([409, 'payment_method_setup_incomplete']);
    studio.db.run(change, ['requires_payment_method']);
    await studio.confirm(setups[0]);
    studio.db.run(`${change} and body ->> '$.status' <> 'succeeded'`, ['processing']);
    await studio.time.skipTo(TEST_START + 11 * DAY_MS + HOUR_MS);
    expect([(await ann.list()).map(({ id }: { id: string }) => id), studio.events()]).toEqual([
      [setups[0].id],
      ['payment_method.added'],
    ]);
    expect((await ann.complete(setups[1].id)).status).toBe(404);
  });

  test('is removed after a day when the member has as many cards as can be saved, also at the processor', async () => {
    await studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } });
    const setups = [(await ann.initiate()).body, (await ann.initiate()).body];
    for (const setup of setups) await studio.confirm(setup);
    await ann.complete(setups[0].id);
    expect(errorOf(await ann.complete(setups[1].id))).toEqual([409, 'payment_method_limit']);
    studio.events();
    await studio.time.skipTo(TEST_START + DAY_MS + HOUR_MS);
    expect((await ann.list()).map(({ id }: { id: string }) => id)).toEqual([setups[0].id]);
    const attached = "select count(*) n from sandboxProcessor where kind = 'card' and not body ->> '$.isDetached'";
    expect([studio.db.query(attached).get(), studio.events()]).toEqual([{ n: 1 }, []]);
  });
});
