import { describe } from 'bun:test';
import { chmodSync, existsSync, lchownSync, lstatSync } from 'node:fs';
import { everythingBelow } from '../../src/cli/folders.ts';

const isRoot = process.getuid?.() === 0;

/** A user without any rights, and without files of its own. */
export const NOBODY = 65_534;

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
  pathsBelow(folder).filter((path) => existsSync(path) && lstatSync(path).uid !== NOBODY);
