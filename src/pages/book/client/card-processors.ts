// The form of each card processor.

import { post, type Setup } from './card-setup.ts';
import { CardProblem, helpTyping, typedCard } from './card-typing.ts';
import type { AskWords, CardWords } from './card-words.ts';
import { forgetSetup, keepSetup } from './kept-setup.ts';
import { watchWays } from './sandbox-ways.ts';

/** Confirms the card that is typed with the processor. @throws CardProblem where it is declined. */
export type Confirm = (setup: Setup) => Promise<void>;

const inputOf = (id: string): HTMLInputElement => {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`the page has no field '${id}'`);
};

/** Asks in a dialog over the page, as a bank does. Resolves with what is decided: '' where it is left open. */
export const askHolder = (words: AskWords): Promise<'yes' | 'no' | ''> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'sheet';
    const title = document.createElement('h2');
    title.id = 'approve-title';
    title.tabIndex = -1;
    title.textContent = words.approve;
    dialog.setAttribute('aria-labelledby', title.id);
    const button = (text: string, variant: string, decision: 'yes' | 'no' | ''): HTMLButtonElement => {
      const made = document.createElement('button');
      made.type = 'button';
      made.className = 'button';
      made.dataset.variant = variant;
      made.dataset.wide = '';
      made.textContent = text;
      made.addEventListener('click', () => dialog.close(decision));
      return made;
    };
    const content = document.createElement('div');
    content.className = 'stack';
    const refuse = words.refuse === undefined ? [] : [button(words.refuse, 'default', 'no')];
    content.append(title, button(words.approveButton, 'primary', 'yes'), ...refuse, button(words.close, 'quiet', ''));
    dialog.append(content);
    dialog.addEventListener('close', () => {
      dialog.remove();
      const { returnValue: decided } = dialog;
      resolve(decided === 'yes' || decided === 'no' ? decided : '');
    });
    document.body.append(dialog);
    dialog.showModal();
    title.focus();
  });

interface Confirmation {
  readonly status: string;
  /** The page of the bank. */
  readonly url?: string;
  readonly error?: object;
}

/** A step of the sandbox processor. */
const stepOf = ({ publishableKey, setupIntentClientSecret: clientSecret }: Setup, words: CardWords) => {
  return (name: string, more: object): Promise<Confirmation> => {
    const body = JSON.stringify({ publishableKey, clientSecret, ...more });
    return post<Confirmation>(`/sandbox/processor/setups/${name}`, { body }, words, () => words.failed);
  };
};

const sandbox = (words: CardWords): Confirm => {
  const fields = { number: inputOf('card-number'), expiry: inputOf('card-expiry'), code: inputOf('card-code') };
  helpTyping(fields);
  return async (setup) => {
    const step = stepOf(setup, words);
    const confirmed = await step('confirm', { card: typedCard(fields, words) });
    if (confirmed.error !== undefined) throw new CardProblem(words.declined);
    if (confirmed.status !== 'requires_action') return;
    if ((await askHolder(words)) !== 'yes') throw new CardProblem(words.declined);
    await step('approve', {});
  };
};

/** Leaves the page for that of a bank. Who comes back by the button of the browser chooses again. */
const leave = (url: string, words: CardWords): Promise<never> =>
  new Promise((_, reject) => {
    addEventListener('pageshow', () => reject(new CardProblem(words.declined)), { once: true });
    location.assign(url);
  });

const sandboxWays = (words: CardWords, back: string): Confirm => {
  const chosen = watchWays();
  const card = sandbox(words);
  return async (setup) => {
    const way = chosen.way();
    if (way === 'card') return card(setup);
    const save = (more: object): Promise<Confirmation> => stepOf(setup, words)('way', { way, ...more });
    if (way === 'debit') {
      if ((await save({ iban: chosen.iban() })).error !== undefined) throw new CardProblem(words.account);
      return;
    }
    if (way === 'wallet') {
      const asked = { approve: words.wallet, approveButton: words.walletButton, close: words.close };
      if ((await askHolder(asked)) !== 'yes') throw new CardProblem(words.dismissed);
      await save({});
      return;
    }
    const { url = back } = await save({ returnUrl: new URL(back, location.href).href });
    keepSetup(setup);
    await leave(url, words);
  };
};

interface StripeElement {
  mount(selector: string): void;
}

interface StripeElements {
  create(kind: 'card' | 'payment', options: object): StripeElement;
}

interface SetupRefusal {
  readonly message?: string;
  readonly setup_intent?: { readonly status: string };
}

export interface Stripe {
  elements(options: { locale: string; clientSecret?: string }): StripeElements;
  /** Pays with what is chosen in the form for all ways to pay. A bank may lead to its own page and back. */
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: 'if_required';
  }): Promise<{ error?: { message?: string } }>;
  /** The same for what is saved. */
  confirmSetup(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: 'if_required';
  }): Promise<{ error?: SetupRefusal }>;
  /** Opens what the bank asks of a payment. Resolves when that is over, however it ends. */
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: { message?: string } }>;
  confirmCardSetup(secret: string, data: object): Promise<{ error?: SetupRefusal }>;
}

declare global {
  interface Window {
    Stripe?: (key: string, options?: { stripeAccount: string }) => Stripe;
  }
}

export const loadStripe = (words: Pick<CardWords, 'offline' | 'failed'>): Promise<NonNullable<Window['Stripe']>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'https://js.stripe.com/v3/';
    script.addEventListener('error', () => reject(new CardProblem(words.offline)));
    script.addEventListener('load', () => {
      if (window.Stripe === undefined) reject(new CardProblem(words.failed));
      else resolve(window.Stripe);
    });
    document.head.append(script);
  });

/** The fields of Stripe look as ours do. */
const lookOf = (frame: HTMLElement): object => {
  const { color, fontFamily } = getComputedStyle(frame);
  return { base: { color, fontFamily, fontSize: '16px', '::placeholder': { color } }, invalid: { color } };
};

/** @throws CardProblem unless it was confirmed before, when the answer of this server was lost. */
const requireConfirmed = (error: SetupRefusal | undefined, words: CardWords): void => {
  if (error === undefined || error.setup_intent?.status === 'succeeded') return;
  // Its words are in the language of the page.
  throw new CardProblem(error.message ?? words.declined);
};

const stripe = async (setup: Setup, words: CardWords): Promise<Confirm> => {
  const make = await loadStripe(words);
  const { publishableKey, processorAccount } = setup;
  const client = make(publishableKey, processorAccount === null ? undefined : { stripeAccount: processorAccount });
  const frame = document.getElementById('card-frame');
  if (frame === null) throw new Error('the page has no place for the card');
  const locale = document.documentElement.lang;
  const { anyWay } = frame.dataset;
  if (anyWay !== undefined) {
    const elements = client.elements({ locale, clientSecret: setup.setupIntentClientSecret });
    elements.create('payment', { layout: 'accordion' }).mount('#card-frame');
    return async () => {
      const confirmParams = { return_url: new URL(anyWay, location.href).href };
      keepSetup(setup);
      const { error } = await client.confirmSetup({ elements, confirmParams, redirect: 'if_required' });
      forgetSetup();
      requireConfirmed(error, words);
    };
  }
  const card = client.elements({ locale }).create('card', { style: lookOf(frame) });
  card.mount('#card-frame');
  return async ({ setupIntentClientSecret }) => {
    const { error } = await client.confirmCardSetup(setupIntentClientSecret, { payment_method: { card } });
    requireConfirmed(error, words);
  };
};

const sandboxForm = (words: CardWords): Confirm => {
  const anyWay = document.querySelector<HTMLElement>('[data-way-fields]')?.dataset.anyWay;
  return anyWay === undefined ? sandbox(words) : sandboxWays(words, anyWay);
};

/** Shows the form of a processor. Its fields belong to the place where the setup was begun. */
export const cardForm = (processor: string, setup: Setup, words: CardWords): Promise<Confirm> =>
  processor === 'stripe' ? stripe(setup, words) : Promise.resolve(sandboxForm(words));
