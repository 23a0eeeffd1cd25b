import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from '../../scripts/releasing/executable.ts';
import { command } from './process.ts';

/** Whether a test can run programs as another user. */
export const canBeAnother = process.getuid?.() === 0 && Bun.which('setpriv') !== null;

/** The words that run a program as a user and a group without rights. */
export const asAnother = (user = 65_534, group = user): string[] => [
  ...['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs'],
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
  await Bun.build({ ...bundle, entrypoints: [script], outdir, naming: { entry: 'main.js' } });
  return [copied(process.execPath, folder), join(outdir, 'main.js')];
};

/** The command that runs the program under test where every user can. */
export const programFor = async (folder: string): Promise<string[]> => {
  const [first = '', script] = command;
  return script === undefined ? [copied(resolve(first), folder)] : await scriptFor(script, folder);
};
