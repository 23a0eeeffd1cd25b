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
  message: described(line(1000), "The processor's response as text, without secrets."),
  problem: described(nullable(oneOf(...FAILURES)), 'Why the processor could not be used. `null` if it could.'),
  processor: described(
    object({
      name: nullable(oneOf(...PROCESSOR_NAMES)),
      mode: described(nullable(oneOf(...PROCESSOR_MODES)), '`live` charges money; `test` does not.'),
      account: described(nullable(Type.String()), "The connected account. `null` for the studio's own account."),
    }),
    'The processor that was tested.',
  ),
  chargesEnabled: described(
    nullable(flag()),
    'Whether the processor allows the account to charge cards. `null` if it did not respond.',
  ),
  isComplete: described(
    nullable(flag()),
    'Whether the account has submitted all its details to the processor. `null` if it did not respond.',
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
        summary: 'Test the card processor',
        description:
          'Asks the processor whether cards can be charged with the configured keys. Nothing is charged or ' +
          'created. A processor that does not work returns 200, too, with its own message.',
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
