import { expect, test } from 'bun:test';
import { faultsIn, proseProblems } from '../../scripts/texting/prose-docs.ts';

test('the documentation and the command line have no banned turn', () => {
  expect(proseProblems()).toEqual([]);
});

test('a banned turn is named with its line, in a page and in a literal, not in a comment', () => {
  expect(faultsIn('page.txt', 'First.\nNobody waits.\n')).toEqual([
    `page.txt:2: 'Nobody': name the person: "someone", "no one", "a client", "anyone"`,
  ]);
  const code = "// Nobody sees this.\nconst nobody = 'it renews by itself';";
  expect(faultsIn('a.ts', code)).toEqual([`a.ts:2: 'by itself': write "automatically"`]);
});
