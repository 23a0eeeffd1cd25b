import { expect, test } from 'bun:test';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { testFolder } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const folder = testFolder();

/** An npm whose `ci` installs bun and nothing else. */
const NPM = `#!/bin/sh
mkdir -p node_modules/.bin
ln -s '${process.execPath}' node_modules/.bin/bun
touch node_modules/.package-lock.json
`;

/** A clone in which nothing is installed. */
const makeClone = (): string => {
  const clone = join(folder, 'clone');
  // The build bundles the console by files of the program.
  const files = ['src/http', 'src/kernel', 'src/texts'];
  for (const name of ['package.json', 'package-lock.json', 'scripts', ...files]) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), NPM);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  return clone;
};

/** The folders with programs, without one that has a bun. */
const path = (): string =>
  `${folder}/bin:${(process.env.PATH ?? '')
    .split(':')
    .filter((each) => !existsSync(join(each, 'bun')))
    .join(':')}`;

test('a script of npm installs what is missing, and runs', () => {
  const clone = makeClone();
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', `${manifest.scripts.build} --help`], {
    cwd: clone,
    env: { ...process.env, PATH: path() },
  });
  expect([exitCode, stderr.toString()]).toEqual([0, 'studiod: installing packages, once: about 30 s\n']);
  expect(stdout.toString()).toStartWith('usage: bun scripts/build.ts');
});

test.each(Object.entries(manifest.scripts))('npm run %s needs nothing that is not installed', (_, script) => {
  expect(script).toMatch(/^scripts\/(?:bun|test)\b/);
});
