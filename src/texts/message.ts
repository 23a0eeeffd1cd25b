import { IntlMessageFormat } from 'intl-messageformat';

/** A part of a message as the parser of ICU MessageFormat returns it. */
export interface MessagePart {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
  /** The format of a value, such as a date. */
  readonly style?: unknown;
  readonly offset?: number;
  readonly pluralType?: 'cardinal' | 'ordinal' | undefined;
  /** Where it stands in the text. */
  readonly location?: {
    readonly start: { readonly line: number; readonly offset: number };
    readonly end: { readonly offset: number };
  };
}

/** The types of parts, as the parser numbers them. */
export const PART = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

/** Parses a text as ICU MessageFormat. @throws SyntaxError where it is not a message */
export const partsOfMessage = (text: string, locale: string): readonly MessagePart[] =>
  new IntlMessageFormat(text, locale).getAst();

/** Parses a text in which what looks like HTML is text, as in mails. @throws SyntaxError where it is not a message */
export const partsOfMail = (text: string, locale: string): readonly MessagePart[] =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst();
