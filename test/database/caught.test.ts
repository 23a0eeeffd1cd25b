import { expect, test } from 'bun:test';
import { sources } from '../helpers/sources.ts';

const CATCH = /\bcatch(?: \(\w+\))? \{/g;

/** The blocks of a file that begin with a pattern, whose last character is the brace. */
const blocksOf = (code: string, begin: RegExp): string[] =>
  [...code.matchAll(begin)].map((match) => {
    const start = match.index + match[0].length;
    let end = start;
    for (let depth = 1; depth > 0 && end < code.length; end += 1) {
      if (code[end] === '{') depth += 1;
      if (code[end] === '}') depth -= 1;
    }
    return code.slice(start, end);
  });

/** Looks at what was thrown, or whether there is still a transaction, or begins one. */
const LOOKS =
  /instanceof \w*(?:Problem|Error|Unsupported)\b|inTransaction|isUniqueViolation|startsWith\('SQLITE_|store\.write|store, \(tx\)|throw \w+Error\(tx|isStored\(/;

test('what is caught in a transaction is looked at before a write: a full disk has ended the transaction, and a write would stand alone', () => {
  const blind = sources('src/**/*.ts').flatMap(({ path, code }) =>
    blocksOf(code, CATCH)
      .filter((block) => /\btx\b/.test(block) && !LOOKS.test(block))
      .map((block) => `${path}: ${block.trim()}`),
  );
  expect(blind).toEqual([]);
  expect(LOOKS.test('if (isHeld) holdSeat(tx, sessionId, 1); throw error;')).toBe(false);
});
