import { visit } from 'jsonc-parser';
import { Problem } from '../kernel/problem.ts';

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Where a text stops being JSON, as part of a sentence: `JSON.parse` does not say it. Empty where it cannot be found. */
const placeOfFault = (text: string): string => {
  let place = '';
  try {
    visit(
      text,
      {
        onError: (_error, _offset, _length, line, column) => {
          place ||= ` at line ${line + 1}, column ${column + 1}`;
        },
      },
      STRICT,
    );
  } catch (error) {
    // The library descends into each level of nesting.
    if (!(error instanceof RangeError)) throw error;
  }
  return place;
};

/** Parses JSON. `what` begins the message: 'The body'. @throws Problem 400 `json_invalid` with line and column. */
export const parseJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : '';
    const message = `${what} is not valid JSON${placeOfFault(text)}: ${reason}. Correct it and send it again.`;
    throw new Problem(400, 'json_invalid', message);
  }
};
