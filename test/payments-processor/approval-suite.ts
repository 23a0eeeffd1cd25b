import { beforeEach, describe, expect, test } from 'bun:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import type { Approval, Processor, ProcessorAccount } from '../../src/payments-processor/port.ts';
import { CARDS, type Harness, kindOf } from './suite.ts';

const ids = createIds(systemClock, systemRandom());

/** What a charge waits for. */
const approvalOf = (charge: object): Approval => {
  if ('approval' in charge) return charge.approval as Approval;
  throw new Error('the charge waits for nobody');
};

/** How every adapter charges a card whose holder is there to approve it. */
export const approvalSuite = (name: string, open: () => Promise<Harness>): void => {
  describe(name, () => {
    let harness: Harness;
    let processor: Processor;
    let place: ProcessorAccount;
    beforeEach(async () => {
      harness = await open();
      ({ processor, place } = harness);
    });
    const key = (): string => `${name} ${ids.uuid()}`;

    /** A saved card with the customer it belongs to. */
    const savedCard = async (number: string) => {
      const customerId = await processor.ensureCustomer(place, key(), { clientId: 'c1', email: null, name: 'Ann Lee' });
      const setup = await processor.createSetup(place, key(), { customerId, methodId: 'm1' });
      await harness.confirm(place, setup.clientSecret, number);
      if (number === CARDS.alwaysAsks) await harness.approve(place, setup.clientSecret);
      const { card } = await processor.readSetup(place, setup.id);
      return { customerId, cardId: card?.id ?? 'none' };
    };
    const sale = { amount: 1800, currency: 'USD', description: '10 classes', platformFee: 0, reference: 'p1' };

    test('a charge whose holder is there waits for an approval, and is made once', async () => {
      const [one, request] = [key(), { ...(await savedCard(CARDS.alwaysAsks)), ...sale }];
      const charge = (returnUrl: string | null = 'https://app.example/back') =>
        processor.chargeWithHolder(place, one, request, returnUrl);
      const approval = approvalOf(await charge());
      expect(approval.url).toBeString();
      expect(approvalOf(await charge())).toEqual(approval);
      const waiting = await processor.readCharge(place, approval.id);
      expect(waiting).toMatchObject({ status: 'pending', failure: null, reference: 'p1', approval });
      await harness.decide(place, approval.clientSecret, true);
      const made = await charge();
      expect(made).toMatchObject({ amount: 1800, currency: 'USD' });
      expect(await processor.readCharge(place, approval.id)).toMatchObject({
        ...made,
        status: 'succeeded',
        approval: null,
      });
      expect(await processor.abandon(place, one, request)).toMatchObject(made);
    });

    test('a charge that its holder refuses is declined, and one that is given up cannot be approved', async () => {
      const card = await savedCard(CARDS.alwaysAsks);
      const request = { ...card, ...sale };
      const begin = async (named: string) => approvalOf(await processor.chargeWithHolder(place, named, request, null));
      const refused = key();
      const no = await begin(refused);
      expect(no.url).toBeNull();
      await harness.decide(place, no.clientSecret, false);
      const code = 'payment_intent_authentication_failure';
      expect(await processor.readCharge(place, no.id)).toMatchObject({ status: 'failed', failure: { code } });
      expect(await kindOf(processor.abandon(place, refused, request))).toBe('declined');
      const left = key();
      const open = await begin(left);
      expect(await processor.abandon(place, left, request)).toBeNull();
      await harness.decide(place, open.clientSecret, true);
      expect(await processor.abandon(place, left, request)).toBeNull();
      expect((await processor.readCharge(place, open.id)).status).toBe('failed');
    });

    test('a charge whose holder is there is made at once where nobody has to approve it, or declined', async () => {
      const charge = async (number: string) =>
        processor.chargeWithHolder(place, key(), { ...(await savedCard(number)), ...sale }, null);
      expect(await charge(CARDS.good)).toMatchObject({ amount: 1800 });
      expect(await kindOf(charge(CARDS.noFunds))).toBe('declined');
      const alone = { ...(await savedCard(CARDS.alwaysAsks)), ...sale };
      expect(await kindOf(processor.charge(place, key(), alone))).toBe('declined');
    });
  });
};
