import { systemRandom } from '../../src/kernel/random.ts';
import { type Processor, type ProcessorAccount, ProcessorFailure } from '../../src/payments-processor/port.ts';
import { createSandboxProcessor, type SandboxProcessor } from '../../src/payments-processor/sandbox/processor.ts';
import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';
import { type ApiResponse, MAIN_SITE, openStudio, SIGNATURE_HEADER, type Studio } from './api.ts';
import { faultyProcessor } from './faulty-processor.ts';
import { createClient } from './sales.ts';

export const METHODS = '/public-api/v2/member/payments/methods';
export const HISTORY = '/public-api/v2/member/payments/history';

/** The test cards of the sandbox. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  requiresAction: '4000 0025 0000 3155',
  alwaysAsks: '4000 0027 6000 3184',
} as const;

type Options = Parameters<typeof openStudio>[0] & { readonly place?: Partial<ProcessorAccount> };

/** A member who calls the member API. */
export interface Member {
  readonly clientId: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Initiates the setup of a card. */
  initiate(headers?: Record<string, string>): Promise<ApiResponse>;
  /** Completes the setup of a payment method. */
  complete(id: string): Promise<ApiResponse>;
  /** The saved cards. */
  list(): Promise<ApiResponse['body']>;
}

const isProcessorFailure = (error: unknown): boolean => error instanceof ProcessorFailure;

/** A studio whose members sign in with the sandbox's issuer, and whose processor can be made to fail. */
export const openCardStudio = async (options: Options = {}) => {
  const issuer = await createSandboxIssuer(() => 'http://localhost');
  let sandbox: SandboxProcessor | undefined;
  let faulty: ReturnType<typeof faultyProcessor> | undefined;
  const processor = (store: Studio['store'], seal: Studio['seal']): Processor => {
    sandbox = createSandboxProcessor(store, systemRandom(), seal, SIGNATURE_HEADER);
    faulty = faultyProcessor(sandbox);
    return faulty.processor;
  };
  const studio = await openStudio({
    processor,
    memberIssuers: () => [issuer.member],
    expectsError: isProcessorFailure,
    ...options,
  });
  if (sandbox === undefined || faulty === undefined) throw new Error('the studio has another processor');
  const device = sandbox;
  studio.reportedErrors.length = 0;

  const signedIn = async (clientId: string): Promise<Member> => {
    const { idToken } = await issuer.createToken(studio.store, clientId, 365 * 86_400);
    const headers = { 'x-service-api-key': '', authorization: `Bearer ${idToken}`, 'x-site-id': MAIN_SITE };
    const call: Member['call'] = (method, path, body, more) => studio.send(method, path, body, { ...headers, ...more });
    return {
      clientId,
      call,
      initiate: (more) => call('POST', METHODS, undefined, more),
      complete: (id) => call('POST', `${METHODS}/${id}/complete`),
      list: async () => (await call('GET', METHODS)).body.data,
    };
  };
  const member = async (fields: object = {}): Promise<Member> => signedIn(await createClient(studio, fields));

  /** The member's device confirms a card. */
  const confirm = (setup: { publishableKey: string; setupIntentClientSecret: string }, number: string = CARDS.good) =>
    device.confirm(setup.publishableKey, setup.setupIntentClientSecret, {
      number,
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
      name: 'Ann Lee',
    });

  /** Saves a card, and approves it where its bank asks. Returns the payment method, and skips its events. */
  const save = async (who: Member, number: string = CARDS.good) => {
    const { body: setup } = await who.initiate();
    const { status } = await confirm(setup, number);
    if (status === 'requires_action') await device.approve(setup.publishableKey, setup.setupIntentClientSecret);
    return await studio.given(who.complete(setup.id));
  };

  /** The total of charges and refunds at the processor, in minor units. */
  const taken = (): { amount: number; refunded: number; count: number } =>
    studio.db
      .query(
        `select count(*) as count, coalesce(sum(body ->> '$.amount'), 0) as amount,
         coalesce(sum(body ->> '$.amountRefunded'), 0) as refunded from sandboxProcessor
         where kind = 'charge' and not body ->> '$.declined' and not body ->> '$.abandoned'`,
      )
      .get() as never;

  return { ...studio, sandbox: device, faulty, issuer, signedIn, member, confirm, save, taken };
};

export type CardStudio = Awaited<ReturnType<typeof openCardStudio>>;
