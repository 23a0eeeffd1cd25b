/** How many of the slowest files are listed. */
const SLOWEST = 10;

/** How many seconds each test file took, from the JUnit report of `bun test`. */
export const secondsOfFiles = (junit: string): Map<string, number> =>
  // Groups of tests are suites within the suite of their file.
  new Map(
    [...junit.matchAll(/^ {2}<testsuite [^>]*?\bfile="([^"]+)"[^>]*?\btime="([\d.]+)"/gm)].map(
      ([, file = '', seconds]) => [file, Number(seconds)] as const,
    ),
  );

const row = (seconds: number, name: string): string => `  ${seconds.toFixed(1).padStart(7)}  ${name}`;

/**
 * The end of a run: the seconds of each step, the slowest files, and the files that passed only the second time.
 * @param steps by name
 * @param files by path
 */
export const timesReport = (
  steps: ReadonlyMap<string, number>,
  files: ReadonlyMap<string, number>,
  flaky: readonly string[],
): string => {
  const slowest = [...files].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return [
    'seconds of each step:',
    ...[...steps].map(([name, seconds]) => row(seconds, name)),
    ...(slowest.length === 0 ? [] : ['the slowest files:', ...slowest.map(([file, seconds]) => row(seconds, file))]),
    `flaky files: ${flaky.length === 0 ? 'none' : flaky.join(', ')}`,
  ].join('\n');
};
