// A studio whose program has the language of tests, in a browser that asks for it.

import { beforeAll } from 'bun:test';
import { join, resolve } from 'node:path';
import { copyWith, PSEUDO, pseudoLanguage } from '../../../scripts/texting/pseudo.ts';
import { testFolder, testServer } from '../../helpers/process.ts';

/** Starts a sandbox from a copy of the source with one language more. The other tests of pages run the program as it is. */
export const testPseudo = (...words: string[]) => {
  const copy = testFolder();
  beforeAll(() => copyWith(copy, [pseudoLanguage()]), 60_000);
  const program = [process.execPath, join(resolve(copy), 'src/main.ts')];
  return { program, server: testServer({ program }, 'sandbox', ...words) };
};

/** How a browser asks for it. */
export const IN_PSEUDO = { width: 390, locale: PSEUDO } as const;
