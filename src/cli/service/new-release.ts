import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf } from '../../database/backup/backup.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { exit, Failure } from '../verb.ts';
import { runCommand } from './machine.ts';

const SUMS = 'SHA256SUMS';

/** The SHA-256 that SHA256SUMS beside a file names for it; undefined when there is none. */
const listedSum = (file: string): string | undefined => {
  const path = join(dirname(file), SUMS);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const found = lines.map((line) => /^([\da-f]{64}) [ *](.+)$/.exec(line)).find((each) => each?.[2] === basename(file));
  return found?.[1];
};

/**
 * Verifies a file of a release.
 * @param given its SHA-256 in hex; undefined to take it from SHA256SUMS in the same folder.
 * @throws Failure (unsafe) when it differs, or when nothing says what it should be.
 */
export const verifySum = (file: string, given: string | undefined): void => {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`);
  const expected = given?.toLowerCase() ?? listedSum(file);
  if (expected === undefined) {
    throw new Failure(
      `Nothing says what ${file} should be. Put the ${SUMS} of the release beside it, or give --sha256.`,
      exit.unsafe,
    );
  }
  const found = digestOf(file);
  if (found === expected) return;
  throw new Failure(
    `${file} is not the file of the release: its SHA-256 is ${found}, not ${expected}. Download it again.`,
    exit.unsafe,
  );
};

/**
 * Puts the executable of a release into a new folder beside the present one, so that it can take its place in one step.
 * @param file an executable, or a `.tar.gz` with a folder that has it.
 * @returns its path, alone in its folder.
 */
export const unpack = async (file: string, folder: string): Promise<string> => {
  const scratch = mkdtempSync(join(folder, '.studiod-upgrade-'));
  const path = join(scratch, 'studiod');
  if (/\.(?:tar\.gz|tgz)$/.test(file)) {
    await runCommand(['tar', '-xzf', file, '-C', scratch, '--strip-components=1', '--wildcards', '*/studiod']);
  } else copyFileSync(file, path);
  if (!existsSync(path)) throw new Failure(`${file} has no file 'studiod'.`);
  chmodSync(path, 0o755);
  return path;
};

/** What an executable says of itself. */
export interface Version {
  readonly version: string;
  /** The newest schema of a database that it knows. */
  readonly schema: number;
}

/** @throws Failure when it does not run on this machine, or is no studiod. */
export const versionOf = async (executable: string): Promise<Version> => {
  let text: string;
  try {
    text = await runCommand([executable, 'version', '--json']);
  } catch (error) {
    throw new Failure(`${executable} does not run on this machine: ${errorMessage(error)}`);
  }
  try {
    const { version, schema } = JSON.parse(text);
    if (typeof version === 'string' && typeof schema === 'number') return { version, schema };
  } catch {
    // What it printed is no JSON.
  }
  throw new Failure(`${executable} does not tell its version and its schema, but: ${text.slice(0, 200).trim()}`);
};
