import { describe, expect, test } from 'bun:test';
import { systemRandom } from '../../../src/kernel/random.ts';
import { createSandboxProcessor, type SandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { openStudio } from '../../helpers/api.ts';
import { approvalSuite } from '../approval-suite.ts';
import { CARDS, chargedCard, type Harness, processorSuite, type RefundHarness, refundSuite } from '../suite.ts';

const card = (number: string) => ({ number, expMonth: 12, expYear: 2030, cvc: '123' });

const harnessOf = (processor: SandboxProcessor, account: string | null): Harness => ({
  processor,
  place: { mode: 'test', account },
  otherPlace: { mode: 'test', account: account === null ? 'acct_other' : null },
  confirm: async (place, secret, number) => {
    const { status, error } = await processor.confirm(processor.publishableKey(place), secret, card(number));
    return error?.code ?? status;
  },
  approve: async (place, secret) => (await processor.approve(processor.publishableKey(place), secret)).status,
  decide: (place, secret, isApproved) => processor.decideCharge(processor.publishableKey(place), secret, isApproved),
  message: async (event) => {
    const body = JSON.stringify(event);
    return { body, signature: await processor.sign(body) };
  },
});

const open = async (account: string | null): Promise<Harness> => {
  const { store, seal } = await openStudio();
  return harnessOf(createSandboxProcessor(store, systemRandom(), seal), account);
};

/** A harness that charges a saved card. */
const openForRefunds = async (account: string | null): Promise<RefundHarness> => {
  const harness = await open(account);
  return { ...harness, charged: (amount) => chargedCard(harness, amount) };
};

processorSuite('the sandbox, on the platform', () => open(null));
approvalSuite('approvals of the sandbox, on the platform', () => open(null));
approvalSuite('approvals of the sandbox, on a connected account', () => open('acct_1'));
refundSuite('refunds of the sandbox, on the platform', () => openForRefunds(null));
refundSuite('refunds of the sandbox, on a connected account', () => openForRefunds('acct_1'));
processorSuite('the sandbox, on a connected account', () => open('acct_1'));

describe('the sandbox', () => {
  test('refuses every publishable key but that of the account of the setup', async () => {
    for (const [account, others] of [
      [null, ['pk_test_sandbox_', 'pk_test_sandboxX', 'pk_test_sandbox_acct_1', 'pk_live_sandbox', 'pk_test']],
      ['acct_1', ['pk_test_sandbox', 'pk_test_sandboxXacct_1', 'pk_test_sandbox_acct_2']],
    ] as const) {
      const { store, seal } = await openStudio();
      const processor = createSandboxProcessor(store, systemRandom(), seal);
      const place = { mode: 'test', account } as const;
      const customerId = await processor.ensureCustomer(place, 'a', { clientId: 'c', email: 'e', name: 'n' });
      const { clientSecret } = await processor.createSetup(place, 'b', { customerId, methodId: 'm' });
      for (const key of others) {
        await expect(processor.confirm(key, clientSecret, card(CARDS.good))).rejects.toMatchObject({
          kind: 'not_found',
        });
      }
      const own = await processor.confirm(processor.publishableKey(place), clientSecret, card(CARDS.good));
      expect(own.status).toBe('succeeded');
    }
  });

  test('stores its state in the database, without a card number', async () => {
    const { store, db, seal } = await openStudio();
    const first = harnessOf(createSandboxProcessor(store, systemRandom(), seal), null);
    const { processor, place } = first;
    const customerId = await processor.ensureCustomer(place, 'a', { clientId: 'c', email: 'e', name: 'n' });
    const setup = await processor.createSetup(place, 'b', { customerId, methodId: 'm' });
    await first.confirm(place, setup.clientSecret, CARDS.good);
    const again = createSandboxProcessor(store, systemRandom(), seal);
    expect((await again.readSetup(place, setup.id)).status).toBe('succeeded');
    expect(JSON.stringify(db.query('select * from sandboxProcessor').all())).not.toContain('4242424242424242');
  });

  test('has no live mode', async () => {
    const { store, seal } = await openStudio();
    const processor = createSandboxProcessor(store, systemRandom(), seal);
    const live = { mode: 'live', account: null } as const;
    await expect(processor.readSetup(live, 'x')).rejects.toThrow('test mode only');
  });
});
