import type { en } from './en.ts';

/** The texts of mails in a language: the shared words, and each kind of message. */
export type MailTexts = {
  readonly [Part in keyof typeof en]: { readonly [Name in keyof (typeof en)[Part]]: string };
};

/** Names a word that several kinds of mails have. */
export type MailWord = keyof MailTexts['words'];

/** Names a text of a kind of message. */
export type MailTextName = keyof MailTexts['booking_confirmed'];
