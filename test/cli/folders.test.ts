import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { everythingBelow, nearestExisting } from '../../src/cli/folders.ts';
import { folderForEachTest } from '../helpers/process.ts';

const folder = folderForEachTest();

test('everything below a folder has links in it, and nothing behind them', () => {
  for (const path of ['in/a/b', 'out/c']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['in/file', 'in/a/b/file', 'out/file']) writeFileSync(join(folder, path), '');
  symlinkSync('../../out', join(folder, 'in/a/out'));
  symlinkSync('../../out/file', join(folder, 'in/a/out-file'));
  symlinkSync('nowhere', join(folder, 'in/nowhere'));
  for (const name of ['loop', 'loop-2']) symlinkSync('..', join(folder, 'in/a', name));
  const found = [...everythingBelow(join(folder, 'in'))].map(({ path, status }) => {
    const kind = [status.isSymbolicLink() && 'link', status.isDirectory() && 'folder', status.isFile() && 'file'];
    return `${kind.find((each) => each !== false)} ${relative(folder, path)}`;
  });
  expect(found.sort()).toEqual([
    'file in/a/b/file',
    'file in/file',
    'folder in/a',
    'folder in/a/b',
    'link in/a/loop',
    'link in/a/loop-2',
    'link in/a/out',
    'link in/a/out-file',
    'link in/nowhere',
  ]);
  const entered = [...everythingBelow(join(folder, 'in'), ({ path }) => !path.endsWith('b'))];
  expect(entered.map(({ path }) => relative(folder, path))).not.toContain('in/a/b/file');
});

test('the nearest folder that exists', () => {
  expect(nearestExisting(join(folder, 'a/b/c'))).toBe(folder);
  expect(nearestExisting(folder)).toBe(folder);
});
