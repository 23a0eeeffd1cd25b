const FILE = /^(\S+\.(?:test|browser)\.ts):$/;
const FAILED = /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/;
const BROKEN = '# Unhandled error between tests';

/** The tests that failed in an output of `bun test`, each once: `test/api/members.test.ts: profile > 401 no token`. */
export const failingTests = (output: string): string[] => {
  const found = new Set<string>();
  let file = '';
  for (const line of output.split('\n')) {
    file = FILE.exec(line)?.[1] ?? file;
    const name = line === BROKEN ? 'an error outside of its tests' : FAILED.exec(line)?.[1];
    if (name !== undefined) found.add(`${file}: ${name}`);
    // At the end bun may repeat the tests that failed, without their files.
    if (/^\d+ tests? failed:$/.test(line)) break;
  }
  return [...found];
};
