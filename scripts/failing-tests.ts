import { relative } from 'node:path';

const FILE = /^(\S+\.(?:test|browser|proof)\.ts):$/;
const FAILED = /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/;
/** A process of a parallel run that ended in the middle of a file. */
const CRASHED = /^✗ (\S+) \((worker crashed.*)\)$/;
const BROKEN = '# Unhandled error between tests';
const PLACE = /(\/\S+\.(?:test|browser|proof)\.ts):\d+/;

/**
 * The tests that failed in an output of `bun test`, each once: `test/api/members.test.ts: profile > 401 no token`.
 * @param folder the folder in which they ran
 */
export const failingTests = (output: string, folder = process.cwd()): string[] => {
  const found = new Set<string>();
  const lines = output.split('\n');
  let file = '';
  for (const [index, line] of lines.entries()) {
    file = FILE.exec(line)?.[1] ?? file;
    const name = FAILED.exec(line)?.[1];
    if (name !== undefined) found.add(`${file}: ${name}`);
    const [, crashed, how] = CRASHED.exec(line) ?? [];
    if (crashed !== undefined) found.add(`${crashed}: ${how}`);
    if (line === BROKEN) {
      // A parallel run prints it below the name of another file.
      const place = lines.slice(index + 2, lines.indexOf('', index + 2)).find((each) => PLACE.test(each));
      const broken = PLACE.exec(place ?? '')?.[1];
      found.add(`${broken === undefined ? file : relative(folder, broken)}: an error outside of its tests`);
    }
    // At the end bun may repeat the tests that failed, without their files.
    if (/^\d+ tests? failed:$/.test(line)) break;
  }
  return [...found];
};
