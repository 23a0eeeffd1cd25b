import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flushInPieces } from '../../database/backup/flush.ts';
import { countUnfinished } from '../../database/long-changes.ts';
import type { Store } from '../../database/store.ts';
import type { FileFormat } from '../../http/operations/files.ts';
import { errorCode, errorMessage } from '../../kernel/errors.ts';
import type { Report } from '../../kernel/report.ts';
import { exportFamilies } from '../../resources/exports/families.ts';
import { piecesOf } from '../../resources/exports/file.ts';
import { brandRow } from '../../resources/settings/queries.ts';
import { auditVerb, noteWhereRoom } from '../audit.ts';
import { withDatabase } from '../open-database.ts';
import { type Call, exit, oneArgument, printResult, type Verb, VerbError, wordOf } from '../verb.ts';

/**
 * Runs `work` in a read transaction: it sees one consistent state of the data while others write.
 * @param db a connection that nothing else uses at the same time.
 */
const inReadTransaction = async <T>(db: Database, work: () => T | Promise<T>): Promise<T> => {
  db.run('BEGIN');
  try {
    return await work();
  } finally {
    db.run('COMMIT');
  }
};

const settings = ['data', 'allowNetworkStorage'] as const;
const FORMATS: readonly FileFormat[] = ['csv', 'json'];

/** Runs `work` on the files. @throws VerbError that says which error of the disk it ended with. */
const onDisk = <T>(directory: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!/^E[A-Z]+$/.test(errorCode(error))) throw error;
    throw new VerbError(
      `The files cannot be written to ${directory}: ${errorMessage(error)}. Choose another directory.`,
    );
  }
};

/** Creates the directory. @throws VerbError when it is not empty: nothing is ever overwritten. */
const createDirectory = (directory: string): void => {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new VerbError(`${directory} is not empty. Choose a new directory for the files.`, exit.unsafe);
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
};

/** Writes a file under a temporary name and renames it when it is complete. */
const write = (path: string, pieces: Iterable<string>): number => {
  const file = openSync(`${path}.part`, 'wx', 0o600);
  const flush = flushInPieces(file);
  let bytes = 0;
  try {
    for (const piece of pieces) {
      // Unlike `writeSync`, it writes all of the piece.
      writeFileSync(file, piece);
      const length = Buffer.byteLength(piece);
      bytes += length;
      flush(length);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.part`, path);
  return bytes;
};

const writeAll = (store: Store, directory: string, formats: readonly FileFormat[], report: Report) =>
  exportFamilies.flatMap((family, index) =>
    formats.map((format) => {
      report(`writing ${family.name}.${format}`, index, exportFamilies.length);
      const file = join(directory, `${family.name}.${format}`);
      return { file, bytes: write(file, piecesOf(store, { family, format, siteIds: null })) };
    }),
  );

const run = async (call: Call): Promise<undefined> => {
  const path = oneArgument(call, 'Missing directory for the files.');
  const format = wordOf(call, 'format', FORMATS, FORMATS.join(' or '));
  const formats = format === undefined ? FORMATS : [format];
  const { written, unfinished } = await withDatabase(call, { mayCreate: false }, async ({ store, data }) => {
    // Refuses a directory without a business before anything is written.
    store.read(brandRow);
    const directory = resolve(path);
    onDisk(directory, () => createDirectory(directory));
    const exported = await inReadTransaction(data.db, () => ({
      written: onDisk(directory, () => writeAll(store, directory, formats, call.report)),
      unfinished: store.read(countUnfinished),
    }));
    const files = exported.written.length;
    await noteWhereRoom(call, store, (tx) => auditVerb(tx, exportVerb.name, { after: { files } }));
    return exported;
  });
  if (unfinished > 0) {
    call.printError(
      `Changes to many bookings, such as a canceled session, are still in progress (${unfinished}), and the files contain the ` +
        'bookings as they are now. To move the studio, start the server, and export again once it has finished them.',
    );
  }
  const text = written.map(({ file, bytes }) => `${file}  ${bytes} bytes`).join('\n');
  printResult(call, { files: written }, text);
};

export const exportVerb: Verb = {
  name: 'export',
  summary: 'Export all records to CSV and JSON files, even while a server runs',
  example: 'studiod export ./records --data /var/lib/studiod',
  args: 'DIR',
  flags: [{ name: 'format', value: 'csv|json', help: 'Export one format only; default both' }],
  settings,
  givesWay: true,
  run,
};
