// A trial: the folder and the processes that it makes and removes, and what it says.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, stopwatch } from '../../src/kernel/clock.ts';

/** How a command runs. */
interface Run {
  /** Real seconds after which it is killed. */
  readonly within?: number;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** What a command did. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const running = new Set<Bun.Subprocess>();

/** Runs a command to its end. */
export const run = async (words: readonly string[], { within = 300, cwd, env }: Run = {}): Promise<Ran> => {
  const child = Bun.spawn([...words], {
    ...(cwd !== undefined && { cwd }),
    // What dpkg installs here need not survive a power cut.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DPKG_FORCE: 'unsafe-io', LC_ALL: 'C.UTF-8', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: within * 1_000,
    killSignal: 'SIGKILL',
  });
  running.add(child);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  running.delete(child);
  return { code, out, err };
};

/** Runs a command and returns its stdout. @throws Error when it fails. */
export const must = async (words: readonly string[], options: Run = {}): Promise<string> => {
  const { code, out, err } = await run(words, options);
  if (code !== 0) throw new Error(`${words.join(' ')} failed with ${code}: ${`${err}${out}`.trim().slice(-1_500)}`);
  return out;
};

/** Waits until a condition is true. @throws Error after `within` real seconds. */
export const until = async (what: string, condition: () => Promise<boolean>, within = 60): Promise<void> => {
  const deadline = stopwatch() + within * 1_000;
  while (!(await condition())) {
    if (stopwatch() > deadline) throw new Error(`not within ${within} seconds: ${what}`);
    await pause(100);
  }
};

/** @throws Error that shows both, unless they are the same as JSON. */
export const same = (what: string, found: unknown, expected: unknown): void => {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: found ${left}, expected ${right}`);
};

/** Says that something was shown. */
export const proved = (text: string): void => console.log(`ok    ${text}`);
/** Says that something was not tried, and why. */
export const skipped = (text: string): void => console.log(`skip  ${text}`);

/** What a trial has made and has to remove. */
export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'studiod-trial-'));
  readonly #leftovers: (() => Promise<unknown>)[] = [];

  /** Has `clean` called at the end, last first. */
  later(clean: () => Promise<unknown>): void {
    this.#leftovers.push(clean);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** Ends everything, whatever fails. @throws Error when something is left. */
  async end(): Promise<void> {
    for (const child of running) child.kill('SIGKILL');
    const troubles: unknown[] = [];
    for (let clean = this.#leftovers.pop(); clean !== undefined; clean = this.#leftovers.pop()) {
      await clean().catch((error) => troubles.push(error));
    }
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    // Without a look at the mounts, the removal could reach what is mounted.
    const mounted = mounts.filter((line) => line.includes(this.folder));
    if (mounted.length === 0) rmSync(this.folder, { recursive: true, force: true });
    else troubles.push(`still mounted: ${mounted.join(', ')}`);
    if (troubles.length > 0) throw new Error(troubles.map(String).join('; '));
  }
}
