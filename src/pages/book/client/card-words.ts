import type { TypingWords } from './card-typing.ts';

/** What a bank asks, and its answers. */
export interface AskWords {
  readonly approve: string;
  readonly approveButton: string;
  /** Where the payment can be declined at the bank. */
  readonly refuse?: string;
  readonly close: string;
}

/** The words of a page on which a card is typed, which its form has as an attribute. */
export interface CardWords extends TypingWords, AskWords {
  readonly declined: string;
  readonly failed: string;
  readonly offline: string;
  readonly signIn: string;
  readonly incomplete: string;
  readonly full: string;
  readonly often: string;
  readonly wallet: string;
  readonly walletButton: string;
  readonly dismissed: string;
  readonly account: string;
  readonly fromBank: string;
}

export const wordsOf = (form: HTMLFormElement): CardWords => JSON.parse(form.dataset.words ?? '{}');
