import { beforeAll, beforeEach, expect } from 'bun:test';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, studiod, testFolder } from './process.ts';

/** Gives the folder `cwd` a new default data directory with an API key before each test of a file: made once, and copied. */
export const newDataForEachTest = (cwd: string): void => {
  const template = testFolder();
  beforeAll(async () => {
    expect((await studiod({ cwd: template }, 'key', 'create', '--new-data')).code).toBe(0);
  });
  beforeEach(() => {
    cpSync(join(template, 'studiod-data'), join(cwd, 'studiod-data'), { recursive: true });
  });
};

/** The default data directory in the folder `cwd`, and the verbs that are run in that folder. */
export const dataDirectory = (cwd: string) => {
  const data = join(cwd, 'studiod-data');
  return {
    data,
    database: join(data, 'studiod.db'),
    /** The names of the database and of the files that SQLite has beside it. */
    databaseFiles: (directory = data): string[] =>
      readdirSync(directory).filter((name) => name.startsWith('studiod.db')),
    async startOnce(): Promise<void> {
      const once = await startServer({ cwd }, 'serve');
      expect(await once.stop()).toBe(0);
    },
    /** Runs a verb that ends with exit code 3; returns what it says. */
    async refused(...words: string[]): Promise<string> {
      const { code, out, err } = await studiod({ cwd }, ...words);
      expect({ code, out }).toEqual({ code: 3, out: '' });
      return err;
    },
    /** Runs a verb that ends with exit code 0; returns what it prints. */
    async succeeded(...words: string[]): Promise<string> {
      const { code, out, err } = await studiod({ cwd }, ...words);
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      return out;
    },
  };
};
