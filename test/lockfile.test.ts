import { expect, test } from 'bun:test';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

interface Locked {
  version?: string;
  resolved?: string;
  /** A package of this repository. */
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const packages: Record<string, Locked> = lock.packages;
const wanted: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };

test('the lockfile names no place to download from', () => {
  const downloaded = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link);
  expect(downloaded.map(([path]) => path)).toEqual([]);
  const addresses = JSON.stringify(lock).match(/[\w+]+:\/\/[^"]*(?:\.tgz|\.tar\.gz|\.git\b|\/-\/)[^"]*/g) ?? [];
  expect(addresses).toEqual([]);
});

test('every dependency has one exact version, and it is the locked one', () => {
  const loose = Object.entries(wanted).filter(
    ([name, version]) => packages[`node_modules/${name}`]?.version !== version,
  );
  expect(loose).toEqual([]);
});

// npm writes no entry for a platform package its registry does not have, and `npm ci` then refuses the lockfile.
test('every optional package of every platform is locked', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
