// Measures the time of a cold start and the memory of an idle server, with an existing data directory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import { memoryOf, startService } from './processes.ts';

/** The medians of several starts. */
export interface Start {
  /** From the start of the process until it says that it is ready. */
  readonly readyMs: number;
  /** From the start of the process to its first healthy response. */
  readonly answeredMs: number;
  /** Resident memory after two idle seconds; 0 if the system does not report it. */
  readonly megabytes: number;
}

const IDLE = 2_000;

const middle = (values: number[]): number =>
  values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Starts the service `times` times, after a first start that creates the data directory. */
export const measureStart = async (command: readonly string[], times: number): Promise<Start> => {
  const directory = await mkdtemp(join(tmpdir(), 'studiod-start-'));
  const readyMs: number[] = [];
  const answeredMs: number[] = [];
  const megabytes: number[] = [];
  try {
    for (let start = 0; start <= times; start += 1) {
      const startedAt = stopwatch();
      const service = await startService(command, directory, { isFree: true });
      const ready = stopwatch() - startedAt;
      const health = await fetch(`${service.rootUrl}/v2/health`);
      const answered = stopwatch() - startedAt;
      if (health.status !== 200) throw new Error(`the health check returned ${health.status}`);
      await pause(IDLE);
      if (start > 0) {
        readyMs.push(ready);
        answeredMs.push(answered);
        megabytes.push(memoryOf(service.pid, 'VmRSS'));
      }
      await service.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return { readyMs: middle(readyMs), answeredMs: middle(answeredMs), megabytes: middle(megabytes) };
};
