import { Type } from '@sinclair/typebox';
import { businessOperations } from '../../http/operations/declare.ts';
import { requireWholeBrand } from '../../kernel/caller.ts';
import { described, flag, line, nullable, object, oneOf, shape } from '../../kernel/schemas.ts';
import { PROCESSOR_MODES, PROCESSOR_NAMES, ProcessorFailure } from '../../payments-processor/port.ts';
import type { ProcessorInfo } from './view.ts';

interface AccountState {
  readonly chargesEnabled: boolean;
  readonly isComplete: boolean;
}

interface PaymentTestDeps {
  readonly processorInfo: () => ProcessorInfo;
  readonly payments: {
    /** Asks the processor now, and stores what it says of the account. @throws ProcessorFailure */
    askAccount(): Promise<AccountState>;
  };
}

const FAILURES = ['declined', 'rejected', 'not_found', 'invalid', 'unauthorized', 'unavailable', 'unexpected'] as const;

const PaymentTest = shape('PaymentTest', () => ({
  object: Type.Literal('payment_test'),
  works: described(flag(), 'Whether cards can be charged now.'),
  message: described(line(1000), 'What the processor said, in words; it has no secrets.'),
  problem: described(nullable(oneOf(...FAILURES)), 'Why the processor could not be used; null where it could.'),
  processor: described(
    object({
      name: nullable(oneOf(...PROCESSOR_NAMES)),
      mode: described(nullable(oneOf(...PROCESSOR_MODES)), 'live charges money; test does not.'),
      account: described(nullable(Type.String()), 'The connected account; null for the own account.'),
    }),
    'Which processor was tried.',
  ),
  chargesEnabled: described(
    nullable(flag()),
    'Whether the processor lets the account charge cards; null where it gave no answer.',
  ),
  isComplete: described(
    nullable(flag()),
    'Whether the account has sent the processor all its details; null where it gave no answer.',
  ),
}));

const NAMES = { sandbox: 'The sandbox processor', stripe: 'Stripe' } as const;

const saidOf = ({ name, mode }: ProcessorInfo, { chargesEnabled }: AccountState): string => {
  if (name !== 'stripe') return 'The sandbox processor works. It takes no real money.';
  const accepted = `${NAMES[name]} accepts the keys (${mode} mode)`;
  if (chargesEnabled) return `${accepted}, and the account can charge cards.`;
  const next = 'Complete its onboarding in the Stripe dashboard.';
  return mode === 'test'
    ? `${accepted}, so test cards work. For live cards the account may not charge yet. ${next}`
    : `${accepted}, but the account may not charge cards yet. ${next}`;
};

/** Trying the card processor (`POST /manage/settings/payment/test`). */
export const paymentTestOperations = ({ processorInfo, payments }: PaymentTestDeps) =>
  businessOperations({ tag: 'Settings', audited: true, reads: 'getSettings' }, 'manage', ({ flow }) => [
    flow(
      'POST /manage/settings/payment/test',
      'testPaymentProcessor',
      {
        summary: 'Try the card processor',
        description:
          'Asks the processor with the configured keys whether cards can be charged. Nothing is charged and nothing is created. A processor that does not work is answered with 200 too, in its words.',
        response: PaymentTest,
        staff: 'settings:processor',
        sites: 'brand',
      },
      async ({ caller }, conclude) => {
        requireWholeBrand(caller, 'the keys of the card processor');
        let failure: ProcessorFailure | undefined;
        let state: AccountState | undefined;
        try {
          state = await payments.askAccount();
        } catch (error) {
          if (!(error instanceof ProcessorFailure)) throw error;
          failure = error;
        }
        const info = processorInfo();
        const { name, mode, account } = info;
        return conclude(() => ({
          object: 'payment_test',
          works: state !== undefined && (state.chargesEnabled || mode === 'test'),
          message: state === undefined ? (failure?.message ?? '') : saidOf(info, state),
          problem: failure?.kind ?? null,
          processor: { name, mode, account },
          chargesEnabled: state?.chargesEnabled ?? null,
          isComplete: state?.isComplete ?? null,
        }));
      },
    ),
  ]);
