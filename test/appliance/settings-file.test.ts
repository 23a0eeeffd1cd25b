import { expect, test } from 'bun:test';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canBeAnother, NOBODY } from '../helpers/another-user.ts';
import { folderForEachTest, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();
const writeSettings = (text: string, mode: number): string => {
  const path = join(cwd, 'studiod.toml');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

const asRoot = test.skipIf(!canBeAnother);

asRoot('3: root obeys no settings file of the working directory that others write; --config names it', async () => {
  const path = writeSettings('port = 9999\n', 0o644);
  const portOf = async (...words: string[]) => {
    const { code, out, err } = await studiod({ cwd }, 'config', '--json', ...words);
    const found =
      code === 0 ? JSON.parse(out).settings.find(({ name }: { name: string }) => name === 'port') : undefined;
    return { code, port: found?.value, err };
  };
  expect(await portOf()).toMatchObject({ code: 0, port: 9999 });
  chmodSync(path, 0o666);
  expect(await portOf()).toMatchObject({ code: 3, err: expect.stringContaining('Other users can change') });
  chmodSync(path, 0o644);
  chownSync(path, NOBODY, NOBODY);
  const { code, err } = await portOf();
  expect([code, err]).toEqual([3, expect.stringContaining('belongs to user nobody')]);
  expect(err).toContain('--config');
  expect(await portOf('--config', path)).toMatchObject({ code: 0, port: 9999 });
});

test('doctor fails a settings file that others may change, and warns of secrets that they may read', async () => {
  const permissions = async (...words: string[]) => {
    const { out } = await studiod({ cwd }, 'doctor', '--json', ...words);
    return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'permissions');
  };
  await studiod({ cwd }, 'key', 'create', '--new-data');
  const path = writeSettings('metrics-token = "a-token-of-many-characters-0123456789"\n', 0o600);
  const named = ['--config', path];
  expect(await permissions(...named)).toMatchObject({ status: 'ok' });
  chmodSync(path, 0o644);
  expect(await permissions(...named)).toMatchObject({ status: 'warning', action: `Run: chmod 600 ${path}` });
  chmodSync(path, 0o666);
  expect(await permissions(...named)).toMatchObject({ status: 'failed', action: `Run: chmod 600 ${path}` });
  writeSettings('port = 9999\n', 0o644);
  expect(await permissions(...named)).toMatchObject({ status: 'ok' });
  // Everybody may write to it, and it stays empty.
  expect(await permissions('--config', '/dev/null')).toMatchObject({ status: 'ok' });
});
