import { describe } from 'bun:test';
import { chmodSync, copyFileSync, lchownSync, lstatSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from '../../scripts/releasing/executable.ts';
import { everythingBelow } from '../../src/cli/folders.ts';
import { command, type Place, testFolder } from './process.ts';

const isRoot = process.getuid?.() === 0;

/** Whether a test can run programs as another user. */
export const canBeAnother = isRoot && Bun.which('setpriv') !== null;

/** A user without any rights, and without files of its own. */
export const NOBODY = 65_534;

/** The words that run a program as a user and a group without rights. */
export const asAnother = (user = NOBODY, group = user): string[] => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${group}`,
  '--clear-groups',
  '--no-new-privs',
];

const readableByAll = (folder: string, name: string): string => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return join(folder, name);
};

/** A copy of an executable that every user can run. */
const copied = (from: string, folder: string): string => {
  const path = readableByAll(folder, 'program');
  copyFileSync(from, path);
  chmodSync(path, 0o755);
  return path;
};

/**
 * The command that runs a script where every user can: a copy with all that it imports. The checkout may be in a folder
 * that only its owner may enter, such as `/root`.
 */
export const scriptFor = async (script: string, folder: string): Promise<string[]> => {
  const outdir = readableByAll(folder, 'script');
  // Files are named by their whole paths, since the working directory is another one.
  await Bun.build({ ...bundle, entrypoints: [script], outdir, publicPath: `${outdir}/`, naming: { entry: 'main.js' } });
  return [copied(process.execPath, folder), join(outdir, 'main.js')];
};

/** The command that runs the program under test where every user can. */
export const programFor = async (folder: string): Promise<string[]> => {
  const [first = '', script] = command;
  return script === undefined ? [copied(resolve(first), folder)] : await scriptFor(script, folder);
};

/**
 * A folder for all tests of a file, in which the program under test runs as a user without rights, as most people run it.
 * A test that is not run by root has such a user already. Root that cannot become another user runs it as root, and that
 * is said.
 */
export const placeWithoutRights = async (): Promise<Place> => {
  const [cwd, programs] = [testFolder(), testFolder()];
  if (!isRoot) return { cwd };
  if (!canBeAnother) {
    console.warn('The program runs as root, since there is no setpriv to become another user.');
    return { cwd };
  }
  // Both folders are of root alone, and the program is in the second one: the first one is empty.
  chmodSync(programs, 0o755);
  giveToNobody(cwd);
  return { cwd, program: [...asAnother(), ...(await programFor(join(programs, 'program')))] };
};

/** Tests of what root does in folders of another user. Without root they are skipped, and that is said. */
export const describeAsRoot = (name: string, tests: () => void): void => {
  if (!isRoot) console.warn(`Skipped, since it needs root: ${name}`);
  describe.skipIf(!isRoot)(name, tests);
};

/** Gives a folder, and what is in it, to the user without rights, who also gets to the folders above it. */
export const giveToNobody = (folder: string, ...above: string[]): void => {
  for (const path of above) chmodSync(path, 0o755);
  for (const path of [folder, ...pathsBelow(folder)]) lchownSync(path, NOBODY, NOBODY);
};

const pathsBelow = (folder: string): string[] => [...everythingBelow(folder)].map(({ path }) => path);

/** The paths in a folder that belong to others than the user without rights. */
export const ofOthers = (folder: string): string[] =>
  pathsBelow(folder).filter((path) => lstatSync(path).uid !== NOBODY);
