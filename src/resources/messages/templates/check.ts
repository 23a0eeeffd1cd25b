import type { Read } from '../../../database/database.ts';
import { didYouMean } from '../../../kernel/did-you-mean.ts';
import { type Detail, invalid, invalidDetail } from '../../../kernel/problem.ts';
import { parseMessage } from '../../../texts/mail.ts';
import { type MessagePart, PART } from '../../../texts/message.ts';
import { TEXT_NAMES, type TemplateTextsBody } from './shapes.ts';
import type { TemplateKey } from './stored.ts';
import { partsOf, variablesOf } from './variables.ts';

/** What the parser says, in words. */
const FAULTS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "a '{' has no '}'",
  EMPTY_ARGUMENT: 'there is no name between { and }',
  MALFORMED_ARGUMENT: 'what is between { and } is not a name',
  MISSING_OTHER_CLAUSE: "the last case, 'other {…}', is missing",
  INVALID_ARGUMENT_TYPE: "after the name comes 'plural' or 'select'",
  EXPECT_ARGUMENT_TYPE: "after the name and its comma comes 'plural' or 'select'",
};

/** So many faults of a text are told: a text of 4,000 characters can have over 1,300, each with what may be meant. */
const MOST_FAULTS = 5;

interface ParserError {
  readonly message: string;
  readonly location?: { readonly start: { readonly line: number } };
}

type Variable = ReturnType<typeof variablesOf>[number];

const faultOf = ({ type, value = '' }: MessagePart, variables: readonly Variable[]): string | undefined => {
  if (type === PART.literal || type === PART.pound) return undefined;
  const found = variables.find(({ name }) => name === value);
  if (found === undefined) {
    const names = variables.map(({ name }) => name);
    return `there is no '{${value}}' here.${didYouMean(value, names)}`;
  }
  if (type === PART.plural || type === PART.number) return found.isNumber ? undefined : `'{${value}}' is no number`;
  const isKnown = type === PART.argument || type === PART.select;
  return isKnown ? undefined : `write '{${value}}' without a format: it is in the words of the reader`;
};

const detailsOf = (name: string, text: string, language: string, variables: readonly Variable[]): Detail[] => {
  const at = (line: number, fault: string): Detail => ({
    ...invalidDetail(
      name,
      `Line ${line} of '${name}': ${fault.replace(/[.?]?$/, (end) => end || '.')}`,
      'template_invalid',
    ),
    line,
  });
  try {
    const details: Detail[] = [];
    const known = new Set<string>();
    for (const part of partsOf(parseMessage(text, language).getAst())) {
      // What a text says again is told once, at its first line.
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
    return [at(location?.start.line ?? 1, FAULTS[message] ?? 'this is not a text with places in braces')];
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
