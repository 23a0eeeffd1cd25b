import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { atOneMoment } from '../../database/snapshot.ts';
import type { Store } from '../../database/store.ts';
import type { FileFormat } from '../../http/operations/files.ts';
import { exportFamilies } from '../../resources/exports/families.ts';
import { piecesOf } from '../../resources/exports/file.ts';
import { besideServer } from '../open-database.ts';
import { type Call, exit, Failure, type Verb } from '../verb.ts';

const settings = ['data', 'allowNetworkStorage'] as const;
const FORMATS: readonly FileFormat[] = ['csv', 'json'];

interface Written {
  readonly file: string;
  readonly bytes: number;
}

const formatsOf = (call: Call): readonly FileFormat[] => {
  const wanted = call.flag('format');
  if (wanted === undefined) return FORMATS;
  const format = FORMATS.find((each) => each === wanted);
  if (format === undefined) throw new UsageError(`--format must be csv or json, not '${wanted}'.`);
  return [format];
};

/** @throws Failure when the directory holds something already: nothing is ever written over. */
const emptyDirectory = (path: string): string => {
  const directory = resolve(path);
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Failure(`${directory} is not empty. Name a new directory for the files.`, exit.unsafe);
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
};

/** Writes a file aside and renames it when it is whole. */
const write = (path: string, pieces: Iterable<string>): number => {
  const file = openSync(`${path}.part`, 'wx', 0o600);
  let bytes = 0;
  try {
    for (const piece of pieces) bytes += writeSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.part`, path);
  return bytes;
};

const writeAll = (store: Store, directory: string, formats: readonly FileFormat[]): Written[] =>
  exportFamilies.flatMap((family) =>
    formats.map((format) => {
      const file = join(directory, `${family.name}.${format}`);
      return { file, bytes: write(file, piecesOf(store, { family, format, siteIds: null })) };
    }),
  );

const run = async (call: Call) => {
  const [path, ...rest] = call.words;
  if (path === undefined || rest.length > 0) throw new UsageError('studiod export wants one directory for the files.');
  const formats = formatsOf(call);
  const written = await besideServer(call, false, ({ store, data }) => {
    const directory = emptyDirectory(path);
    return atOneMoment(data.db, () => writeAll(store, directory, formats));
  });
  if (call.json) call.print(JSON.stringify({ files: written }));
  else call.print(written.map(({ file, bytes }) => `${file}  ${bytes} bytes`).join('\n'));
  return exit.done;
};

export const exportVerb: Verb = {
  name: 'export',
  summary: 'writes every record as CSV and JSON files, beside a running server or not',
  example: 'studiod export ./everything --data /var/lib/studiod',
  words: 'DIR',
  flags: [{ name: 'format', value: 'csv|json', help: 'one form only; default both' }],
  settings,
  hasJson: true,
  run,
};
