// Saves a card: it is begun and completed here, and what is typed goes to the card processor.

import type { components } from '../../../console/api/schema.d.ts';
import { CardProblem } from './card-typing.ts';
import type { CardWords } from './card-words.ts';

export type Setup = components['schemas']['PaymentMethodSetup'];

const METHODS = '/public-api/v2/member/payments/methods';

/** Sends a request. @throws CardProblem in the words of the page. */
export const post = async <Received>(
  path: string,
  init: RequestInit,
  words: Pick<CardWords, 'offline'>,
  wordsFor: (code: string) => string,
): Promise<Received> => {
  let response: Response;
  try {
    response = await fetch(path, { method: 'POST', ...init });
  } catch {
    throw new CardProblem(words.offline);
  }
  const received = await response.json().catch(() => ({}));
  if (response.ok) return received;
  throw new CardProblem(wordsFor(received.error?.code ?? ''));
};

const call = <Received>(path: string, siteId: string, words: CardWords): Promise<Received> => {
  const byCode: Readonly<Record<string, string>> = {
    payment_method_setup_failed: words.declined,
    payment_method_setup_incomplete: words.incomplete,
    payment_method_limit: words.full,
    rate_limited: words.often,
    credential_missing: words.signIn,
    token_invalid: words.signIn,
    token_expired: words.signIn,
  };
  const headers = { 'x-studiod-page': '1', 'x-site-id': siteId };
  return post<Received>(path, { headers }, words, (code) => byCode[code] ?? words.failed);
};

export const beginSetup = (siteId: string, words: CardWords): Promise<Setup> => call<Setup>(METHODS, siteId, words);

export const completeSetup = ({ id }: Setup, siteId: string, words: CardWords): Promise<object> =>
  call<object>(`${METHODS}/${id}/complete`, siteId, words);
