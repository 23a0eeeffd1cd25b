import { beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { flagsOf } from '../../src/cli/arguments.ts';
import { allVerbs, entries } from '../../src/cli/entries.ts';
import { runHere } from '../helpers/in-process.ts';
import { type Result, type Server, startServer, studiod, testFolder } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';
import { type Made, type VerbRow, verbTable } from '../helpers/verb-table.ts';

const cwd = testFolder();
const verbs = await allVerbs();
const run = (...words: string[]): Promise<Result> => studiod({ cwd }, ...words);
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out);

const ask = (...words: string[]): Promise<Result> => runHere(cwd, ...words);

let server: Server;
let made: Made;

/**
 * `data` has a business, `served` one with a server, `box` a sandbox, `lost` only a key, `full` a file, and `restored`
 * the key of `data`.
 */
beforeAll(async () => {
  for (const [name, verb] of [
    ['data', 'serve'],
    ['box', 'sandbox'],
  ] as const) {
    const once = await startServer({ cwd }, verb, '--data', name);
    expect(await once.stop()).toBe(0);
  }
  server = await startServer({ cwd }, 'serve', '--data', 'served');
  for (const name of ['copies', 'empty', 'full', 'lost', 'restored']) mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, 'full/kept.csv'), '');
  writeFileSync(join(cwd, 'taken'), 'this is a file');
  for (const name of ['lost', 'restored']) copyFileSync(join(cwd, 'data/studiod.key'), join(cwd, name, 'studiod.key'));
  writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Moon,ada@studio.example\n');
  writeFileSync(join(cwd, 'staff.csv'), 'firstName,lastName,role\nAda,Moon,emperor\n');
  const { id: keyId } = await json('key', 'create', '--data', 'data');
  const { id: clientId } = await json('oauth-client', 'create', '--data', 'data');
  const { path: backup } = await json('backup', 'create', '--data', 'data', '--backup-dir', 'backups');
  made = { keyId, clientId, backup, address: new URL(server.ready.rootUrl) };
});

const runCase = (name: string, words: VerbRow['failed'][0] | VerbRow['done'], ...more: string[]): Promise<Result> => {
  const after = typeof words === 'function' ? words(made) : words;
  return run(...name.split(' '), ...after, ...more);
};

test('every verb has a row, and every row a verb', () => {
  expect(Object.keys(verbTable).sort()).toEqual(verbs.map(({ name }) => name).sort());
});

describe.each([...verbs])('$name', (verb) => {
  const { name, hasJson = true } = verb;
  const row = verbTable[name] as VerbRow;

  test('has help with an example and every flag, and names the flag that was meant', async () => {
    const help = await ask(...name.split(' '), '--help');
    expect({ ...help, out: '' }).toEqual({ code: 0, out: '', err: '' });
    expect(help.out).toStartWith(`studiod ${name}`);
    expect(help.out).toContain(`Example: studiod ${name}`);
    for (const flag of flagsOf(verb)) expect(help.out).toContain(`  --${flag.name} `);
    const misspelt = `studiod: Unknown option '--hepl' for 'studiod ${name}'. Did you mean '--help'? Run 'studiod ${name} --help'.\n`;
    expect(await ask(...name.split(' '), '--hepl')).toEqual({ code: 2, out: '', err: misspelt });
  });

  test('0: prints what it was asked for', async () => {
    if (typeof row.done === 'string') return expect(existsSync(join(root, row.done))).toBe(true);
    const { code, out, err } = await runCase(name, row.done, ...(hasJson ? ['--json'] : []));
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    if (!hasJson) return expect(out).toContain(String(row.prints));
    const printed = JSON.parse(out);
    const keys = Object.keys(Array.isArray(printed) ? printed[0] : printed);
    if (typeof row.prints === 'string') expect(keys).toContain(row.prints);
    else expect(keys.sort()).toEqual([...(row.prints ?? [])].sort());
  });

  test('1 and 3: says why it failed or refused, and prints nothing else', async () => {
    for (const [code, expected] of [
      [1, row.failed],
      [3, row.unsafe],
    ] as const) {
      if (typeof expected === 'string') {
        const [, elsewhere] = /(test\/\S+\.ts)/.exec(expected) ?? [];
        expect(elsewhere === undefined || existsSync(join(root, elsewhere))).toBe(true);
        continue;
      }
      const [words, says] = expected;
      const result = await runCase(name, words);
      expect([result.code, result.err]).toEqual([code, expect.not.stringContaining('    at ')]);
      expect(result.err + result.out).toContain(says);
    }
  });

  test('2: says what is wrong', async () => {
    for (const [words, says] of row.misuse) {
      const { code, out, err } = await runCase(name, words);
      expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(says) });
    }
  });
});

describe('the list of verbs', () => {
  test('has every first word in a group, and fits on a screen', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, out } = await (words.length > 0 ? ask : run)(...words);
      expect(code).toBe(0);
      const rows = out.split('\n').map((line) => line.trim().split(/ {2,}/));
      for (const { name, summary } of entries) expect(rows).toContainEqual([name, summary]);
      expect(out.split('\n').length).toBeLessThan(50);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  test.each(entries.filter(({ name }) => !verbs.some((verb) => verb.name === name)).map(({ name }) => name))(
    '%s lists its verbs, and the example of the first',
    async (word) => {
      const { code, out } = await ask(word, '--help');
      expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`Example: studiod ${word} \\w+`))]);
      const unknown = await ask(word, 'anything-else');
      expect(unknown).toEqual({ code: 2, out: '', err: expect.stringContaining(`Run 'studiod ${word} --help'.`) });
    },
  );

  test.each([
    [['srve'], "Unknown command 'srve'. Did you mean 'serve'?"],
    [['key', 'revok'], "Unknown command 'key revok'. Did you mean 'revoke'?"],
    [['help', 'bakcup'], "Unknown command 'bakcup'. Did you mean 'backup'?"],
  ])('2: %p', async (words, message) => {
    expect(await ask(...words)).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  test('2: a setting of the environment', async () => {
    const { code, err } = await studiod({ cwd, env: { STUDIOD_HOTS: '127.0.0.1' } }, 'config');
    expect(code).toBe(2);
    expect(err).toContain("Unknown setting STUDIOD_HOTS. Did you mean 'STUDIOD_HOST'?");
  });

  test('has colours when they are asked for, and none otherwise', async () => {
    const none = await studiod({ cwd, env: { NO_COLOR: '' } }, '--help');
    const forced = await studiod({ cwd, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, '--help');
    expect(none.out).not.toContain('\x1b');
    expect(forced.out).toContain('\x1b[1mServe\x1b[22m');
    expect(Bun.stripANSI(forced.out)).toBe(none.out);
  });
});

test('--version prints the version', async () => {
  expect(JSON.parse((await run('--version', '--json')).out)).toMatchObject({ version: manifest.version });
});

test('config prints every setting with its source', async () => {
  const { code, out } = await studiod({ cwd, env: { STUDIOD_PORT: '99' } }, 'config', '--json', '--rate-basic', '5');
  expect(code).toBe(0);
  const { settings } = JSON.parse(out);
  const settingOf = (env: string) => settings.find((each: { env: string }) => each.env === env);
  expect(settingOf('STUDIOD_PORT')).toEqual({
    name: 'port',
    env: 'STUDIOD_PORT',
    value: 99,
    source: 'env',
    secret: false,
  });
  expect(settingOf('STUDIOD_RATE_BASIC')).toMatchObject({ value: 5, source: 'flag' });
  expect(settingOf('STUDIOD_PUBLIC_URL')).toMatchObject({ value: null, source: 'default' });
});

test('openapi prints the document', async () => {
  expect(JSON.parse((await run('openapi')).out)).toMatchObject({ openapi: '3.1.0', paths: { '/v2/health': {} } });
});
