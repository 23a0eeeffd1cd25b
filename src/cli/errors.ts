import { UsageError } from '../config/usage-error.ts';
import { BackupError } from '../database/backup/content.ts';
import { DataDirectoryError } from '../database/migrate.ts';
import { NoTemporaryFolder } from '../database/temporary-folder.ts';
import { mapUnavailable } from '../database/unavailable.ts';
import { Problem } from '../kernel/problem.ts';
import { type ExitCode, exit, VerbError } from './verb.ts';

export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof DataDirectoryError) return exit.unsafe;
  if (error instanceof Problem) return error.status === 400 ? exit.usage : exit.failed;
  return error instanceof VerbError ? error.code : exit.failed;
};

/** What a verb says where a request is answered with a 503. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  storage_full: 'The disk is full. Free some space, then run the command again.',
  database_busy: 'Another process is using the database. Run the command again.',
  too_many_open_files: 'Too many files are open. Run the command again.',
};

/** The message of an expected error; the stack of any other, which is a bug. */
export const messageOf = (thrown: unknown): string => {
  const error = mapUnavailable(thrown);
  const unavailable = error instanceof Problem ? UNAVAILABLE[error.code] : undefined;
  if (unavailable !== undefined) return unavailable;
  if (error instanceof Problem) return (error.extra.details ?? [error]).map(({ message }) => message).join('\n');
  if (!(error instanceof Error)) return String(error);
  const isNamed = [VerbError, BackupError, NoTemporaryFolder].some((each) => error instanceof each);
  const isExpected = isNamed || exitCodeOf(error) !== exit.failed;
  return isExpected ? error.message : (error.stack ?? error.message);
};
