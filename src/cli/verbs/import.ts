import { join } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { lockDirectory } from '../../database/lock.ts';
import { longWrite } from '../../database/long-write.ts';
import { UnsafeData } from '../../database/migrate.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { FileReader, type ReadFile } from '../../resources/imports/file-reader.ts';
import { type ImportAnswer, importFile } from '../../resources/imports/import-file.ts';
import { findBrand } from '../../resources/settings/queries.ts';
import { filesToImport, type SourceFile } from '../import-files.ts';
import { besideServer } from '../open-database.ts';
import { type Call, exit, Failure, type Verb } from '../verb.ts';

/** Rows of one file when nothing else runs; all of them are held in memory. */
const ALONE_ROWS = 1_000_000;
/** Rows beside a server, whose writers wait for another process without doing anything else. */
const BESIDE_ROWS = 5_000;

/** Whoever can open the data directory may do everything. */
const OWNER: Caller = {
  credentialId: 'command line',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

/** One file that went in, or would. */
interface Loaded extends ImportAnswer {
  readonly file: string;
}

/** A file that did not, with what is wrong. */
class Refused extends Error {
  constructor(
    readonly source: SourceFile,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** Holds the directory when no server does; undefined beside one. */
const holdAlone = (directory: string): (() => void) | undefined => {
  try {
    return lockDirectory(join(directory, 'LOCK'));
  } catch (error) {
    if (error instanceof UnsafeData) return undefined;
    throw error;
  }
};

const refusing = <T>(source: SourceFile, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? new Refused(source, error) : error;
  }
};

const read = async (source: SourceFile, maxRows: number): Promise<ReadFile> => {
  const reader = refusing(source, () => new FileReader(source.family, source.format, maxRows));
  for await (const bytes of Bun.file(source.path).stream()) refusing(source, () => reader.push(bytes));
  return refusing(source, () => reader.end());
};

/** Every file in a transaction of its own: what went in stays in when a later one is refused. */
const importAll = async (store: Store, sources: readonly SourceFile[], maxRows: number): Promise<Loaded[]> => {
  const loaded: Loaded[] = [];
  for (const source of sources) {
    const file = await read(source, maxRows);
    const work = importFile({ family: source.family, file, caller: OWNER, dryRun: false });
    const answer = await longWrite(store, work).catch((error: unknown) => refusing(source, () => raise(error)));
    loaded.push({ file: source.path, ...answer });
  }
  return loaded;
};

const raise = (error: unknown): never => {
  throw error;
};

/** All files in one transaction that is undone: later ones find what earlier ones would have brought. */
const tryAll = async (store: Store, sources: readonly SourceFile[], maxRows: number): Promise<Loaded[]> => {
  const files: ReadFile[] = [];
  let left = maxRows;
  for (const source of sources) {
    const file = await read(source, left);
    left -= file.count;
    files.push(file);
  }
  return longWrite(
    store,
    function* (tx) {
      const loaded: Loaded[] = [];
      for (const [index, source] of sources.entries()) {
        const load = { family: source.family, file: files[index] as ReadFile, caller: OWNER, dryRun: true };
        const steps = importFile(load)(tx);
        for (let step = refusing(source, () => steps.next()); ; step = refusing(source, () => steps.next())) {
          if (step.done === true) {
            loaded.push({ file: source.path, ...step.value });
            break;
          }
          yield;
        }
      }
      return loaded;
    },
    false,
  );
};

/** Everything that is wrong with a file, a line for each. */
const explain = ({ source, problem }: Refused): string => {
  const details = (problem.extra.details ?? []).map(({ row, column, param, message }) => {
    const place = row === undefined ? param : `row ${row}${typeof column === 'string' ? `, ${column}` : ''}`;
    return `${source.path}: ${place}: ${message}`;
  });
  return [...details, `${source.path}: ${problem.message}`].join('\n');
};

const line = ({ file, dryRun, rows, created, updated, unchanged, ignoredColumns }: Loaded): string => {
  const would = dryRun ? 'would be ' : '';
  const ignored = ignoredColumns.length > 0 ? `; left aside: ${ignoredColumns.join(', ')}` : '';
  return `${file}: ${rows} rows: ${created} ${would}created, ${updated} ${would}updated, ${unchanged} unchanged${ignored}`;
};

const run = async (call: Call) => {
  const [path, ...rest] = call.words;
  if (path === undefined || rest.length > 0) throw new UsageError('studiod import wants one file or directory.');
  const { sources, others } = filesToImport(path, call.flag('family'));
  const isDryRun = call.flag('dry-run') !== undefined;
  try {
    const loaded = await besideServer(call, false, async ({ store, data }) => {
      if (store.read(findBrand) === undefined) {
        throw new Failure('This data directory holds no studio yet. Start it once with: studiod serve', exit.unsafe);
      }
      const unlock = data.directory === undefined ? undefined : holdAlone(data.directory);
      try {
        const maxRows = unlock === undefined ? BESIDE_ROWS : ALONE_ROWS;
        return await (isDryRun ? tryAll : importAll)(store, sources, maxRows);
      } finally {
        unlock?.();
      }
    });
    for (const other of others)
      call.complain(`${other} is not imported: put schedules on the calendar by hand, and they make the sessions.`);
    call.print(call.json ? JSON.stringify({ files: loaded }) : loaded.map(line).join('\n'));
    return exit.done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Failure(explain(error));
  }
};

export const importVerb: Verb = {
  name: 'import',
  summary: 'takes in CSV and JSON files of records, each all or nothing; beside a running server or not',
  example: 'studiod import clients.csv --dry-run --data /var/lib/studiod',
  words: 'FILE|DIR',
  flags: [
    { name: 'family', value: 'NAME', help: 'what the records are; default as the file is called, such as clients.csv' },
    { name: 'dry-run', help: 'says what would happen and writes nothing' },
  ],
  settings: ['data', 'allowNetworkStorage'],
  hasJson: true,
  run,
};
