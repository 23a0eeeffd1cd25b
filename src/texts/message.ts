import { IntlMessageFormat } from 'intl-messageformat';

/** A part of a message as the parser of ICU MessageFormat returns it. */
export interface MessagePart {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
}

/** Parses a text as ICU MessageFormat. @throws SyntaxError where it is not a message */
export const partsOfMessage = (text: string, locale: string): readonly MessagePart[] =>
  new IntlMessageFormat(text, locale).getAst();
