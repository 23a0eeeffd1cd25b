import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '../../src/kernel/durations.ts';

/** Gives a process a system clock of its own: apt-get install libfaketime. */
const [library] = new Bun.Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/');

/** Continues the name of a test that is skipped; empty where there is such a clock. */
export const whyNoFakeClock = library === undefined ? ' (skipped: libfaketime is not installed)' : '';

/** The system clock of a process, which a test sets while it runs. */
export interface FakeClock {
  /** The environment of the process. Call it before the clock is set. @param folder for the file of the clock. */
  env(folder: string): Record<string, string>;
  /** The time of the process, epoch ms. */
  now(): number;
  /** Sets the clock forward, or back when `milliseconds` is negative. */
  step(milliseconds: number): void;
  /** Sets the clock to an instant, epoch ms. */
  stepTo(instant: number): void;
  /** Whether the server at `rootUrl` has this time, and no job is overdue by more than ten minutes. */
  isFollowed(rootUrl: string): Promise<boolean>;
}

/** A clock that runs from the real time. */
export const fakeClock = (): FakeClock => {
  let offset = 0;
  let file: string | undefined;
  const now = (): number => Date.now() + offset;
  const set = (milliseconds: number): void => {
    offset = Math.round(milliseconds);
    if (file !== undefined) writeFileSync(file, `${offset < 0 ? '' : '+'}${offset / 1_000}s`);
  };
  return {
    env(folder) {
      file = join(folder, 'clock');
      set(offset);
      return {
        LD_PRELOAD: String(library),
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      };
    },
    now,
    step: (milliseconds) => set(offset + milliseconds),
    stepTo: (instant) => set(instant - Date.now()),
    async isFollowed(rootUrl) {
      const response = await fetch(`${rootUrl}/v2/health`, { tls: { rejectUnauthorized: false } });
      const { serverTime, status } = Object(await response.json());
      return status === 'ok' && Math.abs(Date.parse(serverTime) - now()) < MINUTE_MS;
    },
  };
};
