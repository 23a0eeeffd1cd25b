import { expect, test } from 'bun:test';
import { chmodSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asAnother, canBeAnother, scriptFor } from '../helpers/another-user.ts';
import { testFolder } from '../helpers/process.ts';

// What the script shows takes minutes, so it is run by hand: scripts/try-release.

const [folder, elsewhere] = [testFolder(), testFolder()];
const script = resolve(import.meta.dir, '../../scripts/trying/try-release.ts');

test('2: a part that does not exist', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, 'windows']);
  expect([exitCode, stdout.toString()]).toEqual([2, '']);
  expect(stderr.toString()).toContain("unknown part 'windows'; use some of: tarball, package,");
});

test.skipIf(!canBeAnother)('without root it says so of each part, and leaves nothing', async () => {
  chmodSync(elsewhere, 0o755);
  chmodSync(folder, 0o777);
  const program = await scriptFor(script, join(elsewhere, 'program'));
  const { exitCode, stdout } = Bun.spawnSync([...asAnother(), ...program], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder, HOME: folder, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
  });
  const lines = stdout.toString().trim().split('\n');
  expect(lines.slice(0, -1).map((line) => line.replace(/^skip {2}([\w-]+): .*/, '$1'))).toEqual([
    'tarball',
    'package',
    'ports',
    'lintian',
    'image',
    'arm64',
    'baseline',
    'musl',
    'arm64-musl',
  ]);
  expect(lines[0]).toBe('skip  tarball: needs root: sudo scripts/try-release');
  expect([exitCode, readdirSync(folder)]).toEqual([0, []]);
});
