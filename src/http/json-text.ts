import { visit } from 'jsonc-parser';
import { Problem } from '../kernel/problem.ts';

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Where a text begins in its file, from line 1 and column 1 on. */
interface Start {
  readonly line: number;
  readonly column: number;
}

const TOP: Start = { line: 1, column: 1 };

/** Where a text stops being JSON, as part of a sentence: `JSON.parse` does not say it. Empty where it cannot be found. */
const placeOfFault = (text: string, start: Start): string => {
  let place = '';
  try {
    visit(
      text,
      {
        onError: (_error, _offset, _length, line, column) => {
          place ||= ` at line ${line + start.line}, column ${column + (line === 0 ? start.column : 1)}`;
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

/** Parses JSON. `what` begins the message: 'The body'. @throws Problem 400 `json_invalid` with line and column of the file. */
export const parseJson = (text: string, what: string, start = TOP): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : '';
    const message = `${what} is not valid JSON${placeOfFault(text, start)}: ${reason}. Correct it and send it again.`;
    throw new Problem(400, 'json_invalid', message);
  }
};
