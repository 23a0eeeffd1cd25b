import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirectory, newDataForEachTest } from '../helpers/data-directory.ts';
import { changeIn, inDatabase } from '../helpers/database-file.ts';
import { folderForEachTest, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();
newDataForEachTest(cwd);

const { data, database } = dataDirectory(cwd);
const run = async (...words: string[]) => {
  const { code, out, err } = await studiod({ cwd }, ...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};
/** What a verb says on stderr beside its result. */
const notes = async (...words: string[]) => {
  const { code, err } = await studiod({ cwd }, ...words);
  expect(code).toBe(0);
  return err;
};
const json = async (...words: string[]) => JSON.parse(await run(...words, '--json'));

const pathIn = (directory: string, sha256: string): string =>
  join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Adds a file to the store, as an upload does. */
const addFile = (content: string, unusedSince: string | null = null): string => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = pathIn(join(data, 'media'), sha256);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const now = '2026-03-02T08:00:00.000Z';
  inDatabase(database, (db) =>
    db.run('insert into mediaFiles (id, sizeBytes, unusedSince, createdAt, updatedAt) values (?, ?, ?, ?, ?)', [
      sha256,
      content.length,
      unusedSince,
      now,
      now,
    ]),
  );
  return sha256;
};
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const backups = join(data, 'backups');

test('the manifest lists the files that are needed; --with-media links them once, and restore puts them back', async () => {
  const [one, two] = [addFile('one'), addFile('two two')];
  const unused = addFile('three', '2026-03-02T08:00:00.000Z');
  const needed = [
    { sha256: one, sizeBytes: 3 },
    { sha256: two, sizeBytes: 7 },
  ].sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  const plain = await json('backup', 'create');
  expect([plain.media, plain.missingMedia]).toEqual([needed, undefined]);
  expect(JSON.parse(readFileSync(plain.path.replace(/\.db$/, '.json'), 'utf8')).media).toEqual(needed);
  expect(existsSync(join(backups, 'media'))).toBe(false);
  expect(await notes('backup', 'create')).toContain('It needs 2 media files (10 bytes)');

  const made = await json('backup', 'create', '--with-media');
  expect([made.media, made.missingMedia]).toEqual([needed, []]);
  const store = join(data, 'media');
  const kept = join(backups, 'media');
  expect([one, two, unused].map((each) => textOf(pathIn(kept, each)))).toEqual(['one', 'two two', undefined]);
  expect(statSync(pathIn(kept, one)).ino).toBe(statSync(pathIn(store, one)).ino);
  expect(await notes('backup', 'create', '--with-media')).toContain('Its 2 media files are next to it; 0 were added.');

  rmSync(store, { recursive: true });
  const restored = await json('restore', made.path);
  expect(restored.media).toEqual({ needed: 2, placed: 2, missing: [] });
  expect([one, two].map((each) => textOf(pathIn(store, each)))).toEqual(['one', 'two two']);
});

test('restore and backup create say which files are missing; the rest goes on', async () => {
  const [one, two] = [addFile('one'), addFile('two two')];
  rmSync(pathIn(join(data, 'media'), two));
  const said = `1 media file is missing from ${join(data, 'media')}:\n  ${two}  7 bytes`;
  expect(await notes('backup', 'create', '--with-media')).toContain(said);
  const {
    backups: [{ path }],
  } = await json('backup', 'list');
  // A file of another length is damaged, and no better than none.
  writeFileSync(pathIn(join(data, 'media'), one), 'on');
  rmSync(join(backups, 'media'), { recursive: true });
  const { media } = await json('restore', path);
  expect(media).toMatchObject({ needed: 2, placed: 0 });
  expect(media.missing.map(({ sha256 }: { sha256: string }) => sha256).sort()).toEqual([one, two].sort());
  expect(await notes('restore', path)).toContain('2 media files are missing from ');
});

test('on another disk they are copied and checked; --media-dir says where the store is', async () => {
  const one = addFile('one');
  const shm = join('/dev/shm', `studiod-test-${process.pid}`);
  if (!existsSync('/dev/shm')) return;
  try {
    const flags = ['--backup-dir', shm];
    await json('backup', 'create', '--with-media', ...flags);
    expect(textOf(pathIn(join(shm, 'media'), one))).toBe('one');
    rmSync(join(shm, 'media'), { recursive: true });
    // The same length, and other bytes.
    writeFileSync(pathIn(join(data, 'media'), one), 'eno');
    const { code, err } = await studiod({ cwd }, 'backup', 'create', '--with-media', ...flags);
    expect([code, err.includes('is damaged: its SHA-256')]).toEqual([1, true]);
    const elsewhere = join(cwd, 'elsewhere');
    cpSync(join(data, 'media'), elsewhere, { recursive: true });
    writeFileSync(pathIn(elsewhere, one), 'one');
    rmSync(join(data, 'media'), { recursive: true });
    const made = await json('backup', 'create', '--with-media', '--media-dir', elsewhere, ...flags);
    expect([made.missingMedia, textOf(pathIn(join(shm, 'media'), one))]).toEqual([[], 'one']);
  } finally {
    rmSync(shm, { recursive: true, force: true });
  }
});

test('prune removes the files that no backup needs, and no others', async () => {
  const [one, two] = [addFile('one'), addFile('two two')];
  const old = await json('backup', 'create', '--with-media');
  changeIn(database, `delete from mediaFiles where id = '${two}'`);
  await json('backup', 'create', '--with-media');
  // The first one was made long ago.
  const manifest = old.path.replace(/\.db$/, '.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(old.createdAt, '2020-01-01T00:00:00.000Z'));
  const kept = join(backups, 'media');
  writeFileSync(join(kept, 'README'), 'mine');
  // Retention keeps the newest of a month, however old it is, so it is removed by hand.
  expect(await json('backup', 'prune')).toMatchObject({ removed: [] });
  expect(textOf(pathIn(kept, two))).toBe('two two');
  for (const path of [old.path, manifest]) rmSync(path);
  await json('backup', 'prune');
  expect([one, two].map((each) => textOf(pathIn(kept, each)))).toEqual(['one', undefined]);
  expect(readdirSync(kept)).toContain('README');
});
