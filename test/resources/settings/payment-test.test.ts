import { beforeEach, describe, expect, test } from 'bun:test';
import { ProcessorFailure } from '../../../src/payments-processor/port.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest } from '../../helpers/api.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';

const studio = forEachTest(openCardStudio);
const PATH = '/manage/settings/payment/test';

const accountIs = (state: { chargesEnabled: boolean; isComplete: boolean }, mode: 'test' | 'live' = 'live') => {
  Object.assign(studio.faulty.processor, { name: 'stripe', mode, accountState: async () => state });
};
const fails = (failure: Error) => {
  studio.faulty.processor.accountState = () => Promise.reject(failure);
};

beforeEach(() => void studio.events());

describe('POST /manage/settings/payment/test', () => {
  test('200 the processor of the sandbox works', async () => {
    const { status, body } = await studio.post(PATH);
    expect([status, body]).toEqual([
      200,
      {
        object: 'payment_test',
        works: true,
        message: 'The sandbox processor works. It takes no real money.',
        problem: null,
        processor: { name: 'sandbox', mode: 'test', account: null },
        chargesEnabled: true,
        isComplete: true,
      },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('200 an account that may not charge yet says so, and sites show it at once', async () => {
    const siteOf = async () => (await studio.get('/v2/sites')).body.data[0];
    accountIs({ chargesEnabled: true, isComplete: true });
    expect((await studio.post(PATH)).body).toMatchObject({
      works: true,
      message: 'Stripe accepts the keys (live mode), and the account can charge cards.',
    });
    accountIs({ chargesEnabled: false, isComplete: false });
    expect((await studio.post(PATH)).body).toMatchObject({
      works: false,
      message:
        'Stripe accepts the keys (live mode), but the account may not charge cards yet. Complete its onboarding in the Stripe dashboard.',
      problem: null,
      processor: { name: 'stripe', mode: 'live' },
      chargesEnabled: false,
      isComplete: false,
    });
    expect(await siteOf()).toMatchObject({ paymentsEnabled: false, processorAccountStatus: 'pending' });
    accountIs({ chargesEnabled: false, isComplete: false }, 'test');
    expect((await studio.post(PATH)).body).toMatchObject({
      works: true,
      message:
        'Stripe accepts the keys (test mode), so test cards work. For live cards the account may not charge yet. Complete its onboarding in the Stripe dashboard.',
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 with the words of a processor that does not work; what sites show stays', async () => {
    fails(new ProcessorFailure('unauthorized', 'The key is rejected.'));
    expect((await studio.post(PATH)).body).toMatchObject({
      works: false,
      message: 'The key is rejected.',
      problem: 'unauthorized',
      chargesEnabled: null,
      isComplete: null,
    });
    expect((await studio.get('/v2/sites')).body.data[0]).toMatchObject({ paymentsEnabled: true });
    expect(studio.events()).toEqual([]);
  });

  test('403 to a manager, who may not change the processor', async () => {
    const { headers } = await addStaffKey(studio, { role: 'manager' });
    expect(errorOf(await studio.post(PATH, {}, headers))).toEqual([403, 'permission_denied']);
  });
});
