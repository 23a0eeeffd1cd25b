import { beforeAll, expect } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { changeIn } from './database-file.ts';
import { startServer, studiod, testFolder } from './process.ts';

/** Gives one process a system clock of its own: apt-get install libfaketime. */
export const [library] = new Bun.Glob('/usr/lib/*/faketime/libfaketime.so.1').scanSync('/');
const ids = createIds(systemClock, systemRandom());

interface Check {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly action: string | null;
}

export interface Report {
  readonly code: number;
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly err: string;
}

/** Directories of a business that is whole, to break one thing in each, and the verb `doctor` for them. */
export const wholeDirectories = () => {
  const root = testFolder();
  let count = 0;
  beforeAll(async () => {
    const once = await startServer({ cwd: root }, 'serve', '--data', 'whole', '--timezone', 'Europe/Lisbon');
    expect(await once.stop()).toBe(0);
    expect((await studiod({ cwd: root }, 'backup', 'create', '--data', 'whole')).code).toBe(0);
  });
  return {
    root,
    /** The directory that all are copied from. */
    whole: join(root, 'whole'),
    copy(): string {
      count += 1;
      const directory = join(root, `data-${count}`);
      cpSync(join(root, 'whole'), directory, { recursive: true });
      return directory;
    },
    async examine(directory: string, words: string[] = [], env: Record<string, string> = {}): Promise<Report> {
      const { code, out, err } = await studiod({ cwd: root, env }, 'doctor', '--json', '--data', directory, ...words);
      // On a slow machine it also says what it checks.
      return { code, err: err.replace(/^studiod: checking .*\n/gm, ''), ...JSON.parse(out) };
    },
  };
};

/** The names of the checks that are not as in a whole directory without a server. */
export const findingsOf = ({ checks }: Report): Record<string, string> =>
  Object.fromEntries(
    checks
      .filter(({ name, status }) => status !== 'ok' && name !== 'scheduler' && name !== 'processor')
      .map(({ name, status }) => [name, status]),
  );

export const checkOf = (report: Report, name: string): Check => {
  const found = report.checks.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no check ${name}`);
  return found;
};

export const change = (directory: string, ...statements: string[]): void =>
  changeIn(join(directory, 'studiod.db'), ...statements);

export const addEvent = (directory: string, at: number): void =>
  change(
    directory,
    `insert into events (id, type, siteId, createdAt, body)
     values ('evt_${ids.uuid()}', 'site.updated', 'x', '${isoInstant(at)}', '{}')`,
  );
