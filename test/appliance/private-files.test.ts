import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
let umask = 0;
beforeAll(() => {
  umask = process.umask(0o022);
});
afterAll(() => void process.umask(umask));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The paths in a directory, by their kind and mode. */
const modesIn = (directory: string): Record<string, string[]> =>
  Object.groupBy(readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted(), (path) => {
    const found = statSync(join(directory, path));
    return `${found.isDirectory() ? 'directory' : 'file'} ${modeOf(join(directory, path))}`;
  }) as Record<string, string[]>;

test('everything in the data directory of a server is for its owner alone', async () => {
  const directory = join(cwd, 'box');
  const server = await startServer({ cwd }, 'sandbox', '--data', 'box');
  try {
    expect((await server.call('POST', '/v2/sites', { name: 'West' })).status).toBe(201);
    expect((await studiod({ cwd }, 'backup', 'create', '--with-media', '--data', 'box')).code).toBe(0);
    const modes = modesIn(directory);
    expect(Object.keys(modes).sort()).toEqual(['directory 700', 'file 600']);
    expect(modes['file 600']).toEqual(
      expect.arrayContaining(['LOCK', 'LOCK-journal', 'studiod.db', 'studiod.db-shm', 'studiod.db-wal', 'studiod.key']),
    );
    expect(modes['file 600']?.filter((path) => path.startsWith('media/')).length).toBeGreaterThan(4);
    expect(modeOf(directory)).toBe('700');
    // What ffmpeg and other child processes create has the umask of the server.
    expect(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test('a start takes the lock of an earlier version away from others, also after a crash', async () => {
  const directory = join(cwd, 'old');
  await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'old');
  const files = ['LOCK', 'LOCK-journal'].map((name) => join(directory, name));
  writeFileSync(join(directory, 'LOCK-journal'), '');
  for (const file of files) chmodSync(file, 0o644);
  const server = await startServer({ cwd }, 'serve', '--data', 'old');
  expect(files.map(modeOf)).toEqual(['600', '600']);
  expect(await server.stop()).toBe(0);
});

test('a restored database is for its owner alone, whatever the mode of the backup', async () => {
  await studiod({ cwd }, 'key', 'create', '--new-data', '--data', 'restored');
  const path = (await studiod({ cwd }, 'backup', 'create', '--data', 'restored')).out.trim();
  chmodSync(path, 0o644);
  expect((await studiod({ cwd }, 'restore', path, '--data', 'restored')).code).toBe(0);
  expect(Object.keys(modesIn(join(cwd, 'restored'))).sort()).toEqual(['directory 700', 'file 600', 'file 644']);
  expect(modeOf(join(cwd, 'restored/studiod.db'))).toBe('600');
});
