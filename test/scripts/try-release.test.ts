import { expect, test } from 'bun:test';
import { chmodSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { newFolder, removeFolder } from '../helpers/process.ts';

// What the script shows takes minutes, so it is run by hand: scripts/try-release.

const script = resolve(import.meta.dir, '../../scripts/trying/try-release.ts');
const canDropRoot = process.getuid?.() === 0 && Bun.which('setpriv') !== null;

test('2: a part that does not exist', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, 'windows']);
  expect([exitCode, stdout.toString()]).toEqual([2, '']);
  expect(stderr.toString()).toContain("unknown part 'windows'; use some of: tarball, package,");
});

test.skipIf(!canDropRoot)('without root it says so of each part, and leaves nothing', () => {
  const folder = newFolder();
  chmodSync(folder, 0o777);
  const user = ['setpriv', '--reuid=65534', '--clear-groups'];
  const { exitCode, stdout } = Bun.spawnSync([...user, process.execPath, script], {
    env: { ...process.env, TMPDIR: folder, HOME: folder, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
  });
  const lines = stdout.toString().trim().split('\n');
  expect(lines.slice(0, -1).map((line) => line.replace(/^skip {2}([\w-]+): .*/, '$1'))).toEqual([
    ...['tarball', 'package', 'ports', 'lintian', 'image', 'arm64', 'baseline', 'musl', 'arm64-musl'],
  ]);
  expect(lines[0]).toBe('skip  tarball: needs root: sudo scripts/try-release');
  expect([exitCode, readdirSync(folder)]).toEqual([0, []]);
  removeFolder(folder);
});
