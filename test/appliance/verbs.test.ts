import { afterAll, describe, expect, test } from 'bun:test';
import manifest from '../../package.json' with { type: 'json' };
import { newFolder, removeFolder, studiod } from '../helpers/process.ts';

const cwd = newFolder();
afterAll(() => removeFolder(cwd));
const run = (...words: string[]) => studiod({ cwd }, ...words);

const verbs = [
  'serve',
  'sandbox',
  'key create',
  'key list',
  'key revoke',
  'oauth-client create',
  'oauth-client list',
  'oauth-client revoke',
  'oauth-client rotate-key',
  'backup create',
  'backup list',
  'backup verify',
  'backup test',
  'backup prune',
  'restore',
  'openapi',
  'config',
  'health',
  'doctor',
  'export',
  'import',
  'install',
  'upgrade',
  'uninstall',
  'version',
  'webhook verify',
];

describe('help', () => {
  test('no verb prints the list of verbs', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    for (const verb of verbs) expect(out).toContain(`studiod ${verb.split(' ')[0]} `);
  });

  test.each(verbs)('%s has help with an example', async (verb) => {
    const { code, out } = await run(...verb.split(' '), '--help');
    expect(code).toBe(0);
    expect(out).toContain(`studiod ${verb}`);
    expect(out).toContain(`Example: studiod ${verb}`);
  });

  test.each(['key', 'backup'])('%s, which several verbs begin with, has the example of the first', async (word) => {
    const { code, out } = await run(word, '--help');
    expect([code, out]).toEqual([0, expect.stringContaining(`Example: studiod ${word} create`)]);
  });
});

describe('misspellings are named, with exit code 2', () => {
  test.each([
    [['srve'], "There is no verb 'srve'. Did you mean 'serve'?"],
    [['key', 'revok'], "There is no verb 'key revok'. Did you mean 'revoke'?"],
    [['serve', '--prot', '1'], "has no flag --prot. Did you mean '--port'?"],
    [['serve', '--port'], '--port needs a value'],
    [['serve', '--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['version', 'now'], "takes no 'now'"],
    [['sandbox', '--clock', 'noon'], '--clock must be fixed:<instant>'],
    [['key', 'revoke'], 'needs one key id'],
    [['backup', 'test', 'a.db', 'b.db'], 'takes one file, or none'],
    [['backup', 'create', '--scheduled-at', 'soon'], '--scheduled-at must be an instant'],
    [['upgrade'], 'needs one file of a release'],
    [['upgrade', 'x', '--wait', '0'], '--wait must be a number of seconds'],
    [['install', '--currency', 'euro'], '--currency must be an ISO 4217 code'],
    [['uninstall', '--rot', '/'], "has no flag --rot. Did you mean '--root'?"],
    [['health', '--url', 'nowhere'], '--url must be an address'],
  ])('%p', async (words, message) => {
    const { code, out, err } = await run(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('a setting of the environment', async () => {
    const { code, err } = await studiod({ cwd, env: { STUDIOD_HOTS: '127.0.0.1' } }, 'config');
    expect(code).toBe(2);
    expect(err).toContain("There is no setting STUDIOD_HOTS. Did you mean 'STUDIOD_HOST'?");
  });
});

test('version', async () => {
  const { code, out } = await run('version', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ version: manifest.version });
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
  const { code, out } = await run('openapi');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0', paths: { '/v2/health': {} } });
});

test('health without a server fails with 1', async () => {
  const { code, err } = await run('health', '--url', 'http://127.0.0.1:1');
  expect(code).toBe(1);
  expect(err).toContain('does not respond');
});
