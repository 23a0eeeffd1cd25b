import type { en } from './en.ts';

/** The texts of the pages of strangers and members in a language: by part, then by name. */
export type BookTexts = { readonly [Part in keyof typeof en]: { readonly [Name in keyof (typeof en)[Part]]: string } };

/** Names a text: `book.timetable`. */
export type BookKey = { [Part in keyof BookTexts]: `${Part}.${keyof BookTexts[Part] & string}` }[keyof BookTexts];
