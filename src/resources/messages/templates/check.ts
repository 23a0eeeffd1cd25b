import type { Read } from '../../../database/database.ts';
import { closestName, didYouMean } from '../../../kernel/did-you-mean.ts';
import { type Detail, invalid, invalidDetail } from '../../../kernel/problem.ts';
import { parseMessage } from '../../../texts/mail.ts';
import { type MessagePart, PART } from '../../../texts/message.ts';
import { TEXT_NAMES, type TemplateTextsBody } from './shapes.ts';
import type { TemplateKey } from './stored.ts';
import { partsOf, variablesOf } from './variables.ts';

/** What is wrong in a text, in words and for programs. */
interface Fault {
  readonly text: string;
  readonly reason: string;
  readonly placeholder?: string;
  /** The placeholder that is probably meant. */
  readonly meant?: string;
}

const UNREADABLE: Fault = { text: 'this is not a text with placeholders in braces', reason: 'unreadable' };

/** What the parser says. */
const FAULTS: Readonly<Record<string, Fault>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: { text: "a '{' has no '}'", reason: 'open_brace' },
  EMPTY_ARGUMENT: { text: 'there is no name between { and }', reason: 'no_placeholder' },
  MALFORMED_ARGUMENT: { text: 'what is between { and } is not a name', reason: 'no_placeholder' },
  MISSING_OTHER_CLAUSE: { text: "the last case, 'other {…}', is missing", reason: 'otherwise_missing' },
  INVALID_ARGUMENT_TYPE: { text: "after the name comes 'plural' or 'select'", reason: 'unreadable' },
  EXPECT_ARGUMENT_TYPE: { text: "after the name and its comma comes 'plural' or 'select'", reason: 'unreadable' },
};

/** How many faults of a text are reported: a text of 4,000 characters can have over 1,300, each with what may be meant. */
const MOST_FAULTS = 5;

interface ParserError {
  readonly message: string;
  readonly location?: { readonly start: { readonly line: number } };
}

type Variable = ReturnType<typeof variablesOf>[number];

const unknown = (placeholder: string, names: readonly string[]): Fault => {
  const text = `{${placeholder}} is not a placeholder here.${didYouMean(placeholder, names)}`;
  const meant = closestName(placeholder, names);
  if (meant === undefined) return { text, reason: 'unknown_placeholder', placeholder };
  return { text, reason: 'misspelled_placeholder', placeholder, meant };
};

const faultOf = ({ type, value = '' }: MessagePart, variables: readonly Variable[]): Fault | undefined => {
  if (type === PART.literal || type === PART.pound) return undefined;
  const found = variables.find(({ name }) => name === value);
  if (found === undefined) {
    return unknown(
      value,
      variables.map(({ name }) => name),
    );
  }
  if (type === PART.plural || type === PART.number) {
    return found.isNumber
      ? undefined
      : { text: `'{${value}}' is not a number`, reason: 'no_number', placeholder: value };
  }
  if (type === PART.argument || type === PART.select) return undefined;
  const text = `use '{${value}}' without a format: it is already formatted for the reader`;
  return { text, reason: 'has_format', placeholder: value };
};

const detailsOf = (name: string, text: string, language: string, variables: readonly Variable[]): Detail[] => {
  const at = (line: number, { text: said, ...facts }: Fault): Detail => ({
    ...invalidDetail(
      name,
      `Line ${line} of '${name}': ${said.replace(/[.?]?$/, (end) => end || '.')}`,
      'template_invalid',
    ),
    line,
    ...facts,
  });
  try {
    const details: Detail[] = [];
    const known = new Set<string>();
    for (const part of partsOf(parseMessage(text, language).getAst())) {
      // A repeated fault is reported once, at its first line.
      const said = `${part.type} ${part.value}`;
      if (known.has(said)) continue;
      known.add(said);
      const fault = faultOf(part, variables);
      if (fault !== undefined) details.push(at(part.location?.start.line ?? 1, fault));
      if (details.length === MOST_FAULTS) break;
    }
    return details;
  } catch (error) {
    const { message, location }: ParserError = error instanceof SyntaxError ? error : { message: '' };
    return [at(location?.start.line ?? 1, FAULTS[message] ?? UNREADABLE)];
  }
};

/** @throws Problem 400 `template_invalid` for texts that cannot be filled, each with its line. */
export const requireFillable = (read: Read, key: TemplateKey, body: TemplateTextsBody): void => {
  const variables = variablesOf(read, key);
  const details = TEXT_NAMES.flatMap((name) => {
    const text = body[name];
    return typeof text === 'string' ? detailsOf(name, text, key.language, variables) : [];
  });
  if (details.length > 0) throw invalid(details);
};
