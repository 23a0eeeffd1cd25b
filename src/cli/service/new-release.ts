import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf } from '../../database/backup/backup.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { exit, VerbError } from '../verb.ts';
import { runCommand } from './machine.ts';

const SUMS = 'SHA256SUMS';
const CHUNK = 1024 * 1024;

/** The SHA-256 that SHA256SUMS beside a file names for it; undefined when there is none. */
const listedSum = (file: string): string | undefined => {
  const path = join(dirname(file), SUMS);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const found = lines.map((line) => /^([\da-f]{64}) [ *](.+)$/.exec(line)).find((each) => each?.[2] === basename(file));
  return found?.[1];
};

/** @throws VerbError (unsafe) when nothing says what the file should be. */
const expectedSum = (file: string, given: string | undefined): string => {
  const expected = given?.toLowerCase() ?? listedSum(file);
  if (expected !== undefined) return expected;
  throw new VerbError(
    `There is no checksum for ${file}. Put the ${SUMS} of the release next to it, or set --sha256.`,
    exit.unsafe,
  );
};

/** Copies a file that its owner may exchange at any time. @throws VerbError for anything but a regular file. */
const copyRegular = (file: string, copy: string): void => {
  // A pipe is opened without waiting for its writer.
  const source = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(source).isFile()) throw new VerbError(`${file} is not a file.`);
    const target = openSync(copy, 'wx', 0o600);
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
        for (let at = 0; at < read; ) at += writeSync(target, chunk, at, read - at);
      }
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
};

/** The one executable in an archive. @throws VerbError (unsafe) when the archive has anything but files and folders. */
const executableIn = async (archive: string, file: string): Promise<string> => {
  const described = await runCommand(['tar', '-tvzf', archive]);
  const strange = described.split('\n').find((line) => line !== '' && !/^[-d]/.test(line));
  if (strange !== undefined) {
    throw new VerbError(`${file} contains something other than files and directories: ${strange}`, exit.unsafe);
  }
  const names = (await runCommand(['tar', '-tzf', archive]))
    .split('\n')
    .filter((name) => /^[^/]+\/studiod$/.test(name));
  const [name, ...more] = names;
  if (name === undefined) throw new VerbError(`${file} has no file 'studiod'.`);
  if (more.length > 0) throw new VerbError(`${file} has more than one file 'studiod'.`, exit.unsafe);
  return name;
};

/**
 * Takes the executable out of a release. The file may be in a folder of someone else, who could exchange it after it was
 * compared. So what is compared, and what is unpacked, is a copy of it.
 * @param file an executable, or a `.tar.gz` with a folder that has it.
 * @param sum its SHA-256 in hex; undefined to take it from SHA256SUMS in the same folder.
 * @param folder an empty folder of this user alone.
 * @returns the path of the executable in the folder.
 * @throws VerbError (unsafe) when the SHA-256 differs, or when nothing says what it should be.
 */
export const takeRelease = async (file: string, sum: string | undefined, folder: string): Promise<string> => {
  if (!existsSync(file)) throw new VerbError(`File ${file} was not found.`);
  const expected = expectedSum(file, sum);
  const copy = join(folder, 'release');
  copyRegular(file, copy);
  const found = digestOf(copy);
  if (found !== expected) {
    throw new VerbError(
      `${file} does not match the release: its SHA-256 is ${found}, not ${expected}. Download it again.`,
      exit.unsafe,
    );
  }
  const path = join(folder, 'studiod');
  if (/\.(?:tar\.gz|tgz)$/.test(file)) {
    const name = await executableIn(copy, file);
    await runCommand(['tar', '-xzf', copy, '-C', folder, '--strip-components=1', '--', name]);
  } else renameSync(copy, path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new VerbError(`${file} has no file 'studiod'.`);
  }
  chmodSync(path, 0o755);
  return path;
};

/** @throws VerbError when it does not run on this machine, or is not studiod. */
export const versionOf = async (executable: string) => {
  let text: string;
  try {
    text = await runCommand([executable, 'version', '--json']);
  } catch (error) {
    throw new VerbError(`${executable} does not run on this machine: ${errorMessage(error)}`);
  }
  try {
    const { version, schema } = JSON.parse(text);
    if (typeof version === 'string' && typeof schema === 'number') return { version, schema };
  } catch {
    // What it printed is no JSON.
  }
  throw new VerbError(`${executable} did not report its version and schema, but: ${text.slice(0, 200).trim()}`);
};

export type Version = Awaited<ReturnType<typeof versionOf>>;
