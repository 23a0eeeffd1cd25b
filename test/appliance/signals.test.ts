import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsEverything } from '../helpers/everything.ts';
import { command, environment, run, type Server, startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { inTerminal } from '../helpers/terminal.ts';

const cwd = testFolder();

/** The names of the clients in `studiod.db` alone, without the log that may be beside it. */
const storedIn = (directory: string): string[] => {
  const copy = join(cwd, `${directory}-alone.db`);
  copyFileSync(join(cwd, directory, 'studiod.db'), copy);
  const db = new Database(copy, { readonly: true });
  const names = db.query("select firstName from clients where lastName = 'Moon' order by id").values().flat();
  db.close();
  return names as string[];
};

const NAMES = ['Ada', 'Bo', 'Cy'];

/** Makes three clients. */
const fill = async (rootUrl: string, key: string): Promise<void> => {
  for (const firstName of NAMES) {
    const response = await fetch(`${rootUrl}/v2/clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-api-key': key },
      body: JSON.stringify({ firstName, lastName: 'Moon', email: `${firstName}@moon.example` }),
    });
    expect(response.status).toBe(201);
  }
};

const keyOf = async (directory: string): Promise<string> => {
  const words = ['key', 'create', '--name', 'test', '--scopes', '*', '--data', directory];
  return (await studiod({ cwd }, ...words)).out.trim();
};

const isWhole = (directory: string): boolean => !existsSync(join(cwd, directory, 'studiod.db-wal'));

const STOPPING = [
  ['SIGQUIT', 'serve'],
  ['SIGALRM', 'serve'],
  ['SIGUSR1', 'serve'],
  ['SIGUSR2', 'serve'],
  ['SIGQUIT', 'sandbox'],
] as const;

test.each(testsEverything ? STOPPING : STOPPING.slice(0, 2))(
  '%s stops %s in order: studiod.db alone has all data',
  async (signal, verb) => {
    const directory = `${verb}-${signal}`;
    const server = await startServer({ cwd }, verb, '--data', directory);
    await fill(server.ready.rootUrl, server.ready.apiKey ?? (await keyOf(directory)));
    server.child.kill(signal);
    expect(await server.child.exited).toBe(0);
    expect([storedIn(directory), isWhole(directory)]).toEqual([NAMES, true]);
    expect(await server.err).toContain(`${signal}: finishing open requests`);
  },
  60_000,
);

describe('SIGHUP', () => {
  test.each(testsEverything ? (['serve', 'sandbox'] as const) : (['serve'] as const))(
    'without a terminal and TLS files does nothing to %s, and is logged',
    async (verb) => {
      const directory = `${verb}-hup`;
      const server: Server = await startServer({ cwd }, verb, '--data', directory);
      for (let count = 1; count <= 2; count += 1) {
        server.child.kill('SIGHUP');
        await until(() => server.errSoFar().split('there are no TLS files to reload').length === count + 1);
      }
      await fill(server.ready.rootUrl, server.ready.apiKey ?? (await keyOf(directory)));
      expect(await server.stop()).toBe(0);
      expect([storedIn(directory), isWhole(directory)]).toEqual([NAMES, true]);
    },
    60_000,
  );

  test.each(testsEverything ? (['serve', 'sandbox'] as const) : (['serve'] as const))(
    'of a terminal that closes stops %s in order, with exit code 0',
    async (verb) => {
      const directory = `${verb}-terminal`;
      const words = [...command, verb, '--json', '--port', '0', '--data', directory];
      const { text, child } = inTerminal(words, { cwd });
      await until(() => text().includes('"pid":'), 30_000);
      const ready = JSON.parse(/\{"rootUrl".*\}/.exec(text())?.[0] ?? '');
      await fill(ready.rootUrl, ready.apiKey ?? (await keyOf(directory)));
      child.terminal?.close();
      expect([await child.exited, storedIn(directory), isWhole(directory)]).toEqual([0, NAMES, true]);
    },
    60_000,
  );

  test('of a terminal that closes does nothing to a server that nohup has started', async () => {
    const words = [...command, 'serve', '--json', '--port', '0', '--data', 'nohup'];
    const { child } = inTerminal(['sh', '-c', 'nohup "$@" > nohup.log 2>&1', 'sh', ...words], { cwd });
    const log = () => (existsSync(join(cwd, 'nohup.log')) ? Bun.file(join(cwd, 'nohup.log')).text() : '');
    await until(async () => (await log()).includes('"pid":'), 30_000);
    const { pid, rootUrl } = JSON.parse(/\{"rootUrl".*\}/.exec(await log())?.[0] ?? '');
    afterAll(() => void process.kill(pid, 'SIGKILL'));
    child.terminal?.close();
    await child.exited;
    process.kill(pid, 'SIGHUP');
    await until(async () => (await log()).includes('there are no TLS files to reload'), 30_000);
    expect((await fetch(`${rootUrl}/livez`)).status).toBe(200);
  }, 60_000);
});

describe('an import', () => {
  test.each(testsEverything ? (['SIGTERM', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
    'that %s ends keeps whole files, in studiod.db alone',
    async (signal) => {
      const directory = `import-${signal}`;
      await (await startServer({ cwd }, 'serve', '--data', directory)).stop();
      const files = join(cwd, `${directory}-files`);
      mkdirSync(files);
      writeFileSync(join(files, 'staff.csv'), 'firstName,lastName,email,role\nGo,Moon,go@moon.example,instructor\n');
      const rows = Array.from({ length: 40_000 }, (_, index) => `C${index},Moon,c${index}@moon.example`);
      writeFileSync(join(files, 'clients.csv'), `firstName,lastName,email\n${rows.join('\n')}\n`);
      const words = [...command, 'import', files, '--data', directory];
      const child = Bun.spawn(words, { cwd, env: environment(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
      const db = new Database(join(cwd, directory, 'studiod.db'), { readonly: true });
      const hasFirst = (): boolean => {
        try {
          return db.query("select 1 from staff where lastName = 'Moon'").get() !== null;
        } catch {
          // The import has the file for itself while it opens it.
          return false;
        }
      };
      await until(hasFirst);
      db.close();
      child.kill(signal);
      expect([await child.exited, await child.stderr.text()]).toEqual([
        1,
        expect.stringContaining(`${signal}: nothing from the file being imported was kept.`),
      ]);
      expect([storedIn(directory), isWhole(directory)]).toEqual([[], true]);
      const staff = await run(
        { cwd },
        ...command,
        'sql',
        "select count(*) from staff where lastName = 'Moon'",
        '--data',
        directory,
      );
      expect(staff.out).toContain('1');
    },
    90_000,
  );
});
