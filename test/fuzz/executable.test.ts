import { expect, test } from 'bun:test';
import { openExecutable } from '../../scripts/fuzzing/executable.ts';
import { Report } from '../../scripts/fuzzing/report.ts';
import { runRound } from '../../scripts/fuzzing/round.ts';

const executable = process.env.STUDIOD_EXECUTABLE ?? '';

test.skipIf(executable === '')(
  '500 random requests to the executable find no fault (skipped without one)',
  async () => {
    const result = await runRound(await openExecutable(executable), 1, 500);
    expect(new Report().add(result)).toEqual([]);
    expect(result.succeeded.size).toBeGreaterThan(20);
  },
);
