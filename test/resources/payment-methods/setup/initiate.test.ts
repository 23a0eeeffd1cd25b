import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { METHODS, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('initiating a setup', () => {
  for (const method of ['ensureCustomer', 'createSetup'] as const) {
    for (const fault of ['down', 'lost', 'garbage'] as const) {
      if (method === 'ensureCustomer' && fault === 'garbage') continue;
      test(`503 ${method} fails (${fault}): a repeated request finds the same setup`, async () => {
        const key = { 'idempotency-key': 'k1' };
        studio.faulty.at(method, fault);
        const refused = await ann.initiate(key);
        expect(errorOf(refused)).toEqual([503, 'processor_unavailable']);
        expect([refused.body.error.retryAfter, refused.headers.get('retry-after')]).toEqual([5, null]);
        expect([await ann.list(), studio.events()]).toEqual([[], []]);
        const { body: setup } = await ann.initiate(key);
        expect((await ann.initiate(key)).body).toEqual(setup);
        const kept = studio.db.query('select kind, count(*) n from sandboxProcessor group by kind').all();
        expect(kept).toEqual([
          { kind: 'customer', n: 1 },
          { kind: 'setup', n: 1 },
        ]);
        await studio.confirm(setup);
        expect((await ann.complete(setup.id)).status).toBe(200);
      });
    }
  }

  test('409 more cards than the settings allow', async () => {
    await studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } });
    const { body: early } = await ann.initiate();
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    await ann.complete(setup.id);
    expect(errorOf(await ann.initiate())).toEqual([409, 'payment_method_limit']);
    await studio.confirm(early);
    expect(errorOf(await ann.complete(early.id))).toEqual([409, 'payment_method_limit']);
    await ann.call('DELETE', `${METHODS}/${setup.id}`);
    expect((await ann.complete(early.id)).status).toBe(200);
  });

  test('200 with the connected account, where the site confirms on it', async () => {
    const studio = await openCardStudio({ processorAccount: 'acct_7' });
    const ann = await studio.member();
    expect((await ann.initiate()).body).toMatchObject({
      publishableKey: 'pk_test_sandbox_acct_7',
      processorAccount: null,
    });
    await studio.patch('/v2/settings', { payment: { processor: { confirmOnConnectedAccount: true } } });
    const { body: setup } = await ann.initiate();
    expect(setup.processorAccount).toBe('acct_7');
    await expect(studio.confirm({ ...setup, publishableKey: 'pk_test_sandbox' })).rejects.toThrow('No such setup');
    await studio.confirm(setup);
    expect((await ann.complete(setup.id)).status).toBe(200);
  });
});
