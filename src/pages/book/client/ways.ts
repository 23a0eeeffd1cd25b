// The page on which a member chooses how to pay: with the form of the processor, or that of the sandbox.

import { askHolder, loadStripe, type Stripe } from './card-processors.ts';
import { post } from './card-setup.ts';
import { CardProblem } from './card-typing.ts';
import { watchWays } from './sandbox-ways.ts';

interface Ways {
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly processorAccount: string | null;
  /** Where a bank leads back to. */
  readonly returnUrl: string;
  /** The page that says what has come of it. */
  readonly next: string;
  readonly words: {
    readonly wallet: string;
    readonly walletButton: string;
    readonly close: string;
    readonly dismissed: string;
    readonly account: string;
    readonly declined: string;
    readonly failed: string;
    readonly offline: string;
  };
}

/** Pays with what is chosen. Resolves with where to go on. @throws CardProblem in the words of the page. */
type Pay = () => Promise<string>;

interface Paid {
  readonly status: string;
  readonly url?: string;
  readonly error?: object;
}

const sandbox = ({ clientSecret, publishableKey, returnUrl, next, words }: Ways): Pay => {
  const chosen = watchWays();
  const pay = (way: string, more: object): Promise<Paid> => {
    const body = JSON.stringify({ publishableKey, clientSecret, way, ...more });
    return post<Paid>('/sandbox/processor/charges/pay', { body }, words, () => words.failed);
  };
  return async () => {
    const way = chosen.way();
    if (way === 'redirect') return (await pay(way, { returnUrl })).url ?? next;
    if (way === 'debit') {
      const paid = await pay(way, { iban: chosen.iban() });
      if (paid.error !== undefined) throw new CardProblem(words.account);
      return next;
    }
    const decision = await askHolder({ approve: words.wallet, approveButton: words.walletButton, close: words.close });
    if (decision !== 'yes') throw new CardProblem(words.dismissed);
    await pay(way, {});
    return next;
  };
};

const stripe = async ({
  publishableKey,
  processorAccount,
  clientSecret,
  returnUrl,
  next,
  words,
}: Ways): Promise<Pay> => {
  const make = await loadStripe(words);
  const client: Stripe = make(
    publishableKey,
    processorAccount === null ? undefined : { stripeAccount: processorAccount },
  );
  const elements = client.elements({ clientSecret, locale: document.documentElement.lang });
  elements.create('payment', { layout: 'accordion' }).mount('#payment-frame');
  return async () => {
    const confirmParams = { return_url: returnUrl };
    const { error } = await client.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
    // Its words are in the language of the page.
    if (error !== undefined) throw new CardProblem(error.message ?? words.declined);
    return next;
  };
};

const start = async (main: HTMLElement, ways: Ways): Promise<void> => {
  const fields = main.querySelector<HTMLElement>('[data-way-fields]');
  const button = document.querySelector<HTMLButtonElement>('[data-pay]');
  const note = main.querySelector<HTMLElement>('[data-card-note]');
  const say = (text: string): void => {
    if (note === null) return;
    note.hidden = text === '';
    if (note.firstElementChild !== null) note.firstElementChild.textContent = text;
    if (text !== '') note.scrollIntoView({ block: 'nearest' });
  };
  const problem = (error: unknown): void => {
    if (!(error instanceof CardProblem)) reportError(error);
    say(error instanceof CardProblem ? error.message : ways.words.failed);
  };
  for (const each of main.querySelectorAll<HTMLElement>('[data-needs-script]')) each.hidden = true;
  if (fields !== null) fields.hidden = false;
  try {
    const pay = await (main.dataset.processor === 'stripe' ? stripe(ways) : sandbox(ways));
    if (button === null) return;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (button.disabled) return;
      button.disabled = true;
      say('');
      try {
        location.assign(await pay());
      } catch (error) {
        problem(error);
      } finally {
        button.disabled = false;
      }
    });
  } catch (error) {
    problem(error);
  }
};

const main = document.querySelector<HTMLElement>('main[data-ways]');
const data = main?.dataset.ways ?? '';
if (main !== null && data !== '') void start(main, JSON.parse(data));
